//! A game as it stands in a file: all its nodes with all their properties, also those that mean nothing here. So a
//! program can add to the game of somebody else without losing anything of it.

use std::borrow::Cow;

use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::encoding::without_mark;

use super::fault::{MAX_NODES, MAX_PROPERTIES, SgfFault};
use super::game::SgfOptions;
use super::lexer::{Lexer, Token, unescaped};
use super::read::SgfGames;
use super::value;

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    /// The place of the node before it in the list; `None` for the root. It is smaller than its own.
    pub parent: Option<usize>,
    /// Names and values, the values as they stand in a file, with escapes.
    properties: Vec<(String, Vec<String>)>,
}

impl SgfNode {
    /// Adds a property with one value, or a value to a property that is a list already.
    pub fn add(&mut self, name: &str, text: &str) {
        let value = escaped(text);
        match self.properties.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) => values.push(value),
            None => self.properties.push((name.to_string(), vec![value])),
        }
    }

    /// Adds a property whose value is composed of two.
    pub(super) fn add_pair(&mut self, name: &str, first: &str, second: &str) {
        let value = format!("{}:{}", escaped(first), escaped(second));
        self.properties.push((name.to_string(), vec![value]));
    }

    /// Adds the size of the board: one number for a square, two for others.
    pub fn add_size(&mut self, board: BoardSize) {
        if board.is_square() {
            self.add("SZ", &board.width().to_string());
        } else {
            self.add_pair(
                "SZ",
                &board.width().to_string(),
                &board.height().to_string(),
            );
        }
    }

    /// The one move of the node; `None` is a pass.
    ///
    /// # Errors
    /// [`SgfFault`] when it has no move, several, or one that is no point.
    pub fn step(&self, board: BoardSize) -> Result<Option<Point>, SgfFault> {
        let mut texts = ["B", "W"].into_iter().filter_map(|name| self.text(name));
        match (texts.next(), texts.next()) {
            (Some(text), None) => value::step(&text, board),
            _ => Err(SgfFault::Form),
        }
    }

    /// Gives a property one value instead of those that it has.
    pub fn set(&mut self, name: &str, text: &str) {
        match self.properties.iter_mut().find(|(known, _)| known == name) {
            Some((_, values)) => *values = vec![escaped(text)],
            None => self.add(name, text),
        }
    }

    /// Takes a value of a property away, and the property with its last one.
    pub fn remove(&mut self, name: &str, text: &str) {
        self.properties.retain_mut(|(known, values)| {
            if known == name {
                values.retain(|value| unescaped(value) != text);
            }
            !values.is_empty()
        });
    }

    /// Writes a text below the one that the property has.
    pub fn append_text(&mut self, name: &str, text: &str) {
        let before = self.text(name).unwrap_or_default();
        match before.trim_end() {
            "" => self.set(name, text),
            before => self.set(name, &format!("{before}\n\n{text}")),
        }
    }

    /// True if the node has this property.
    pub fn has(&self, name: &str) -> bool {
        self.properties.iter().any(|(known, _)| known == name)
    }

    /// The values of a property without escapes.
    pub fn values(&self, name: &str) -> impl Iterator<Item = String> {
        let known = self
            .properties
            .iter()
            .filter(move |(known, _)| known == name);
        known.flat_map(|(_, values)| values.iter().map(|value| unescaped(value)))
    }

    /// The first value of a property without escapes.
    pub fn text(&self, name: &str) -> Option<String> {
        self.values(name).next()
    }

    /// True if the node is a move.
    pub fn is_move(&self) -> bool {
        self.has("B") || self.has("W")
    }

    fn write(&self, text: &mut String) {
        text.push(';');
        for (name, values) in &self.properties {
            text.push_str(name);
            for value in values {
                text.extend(["[", value, "]"]);
            }
        }
    }
}

/// A text as a value, with the escapes that it needs.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '\\' | ']' | ':') {
            value.push('\\');
        }
        value.push(sign);
    }
    value
}

/// All nodes of a game, the root first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNodes {
    nodes: Vec<SgfNode>,
}

impl SgfNodes {
    /// A game of a root alone.
    pub fn new(root: SgfNode) -> Self {
        Self { nodes: vec![root] }
    }

    /// Reads a game of a collection by its number, from one. The texts are then of UTF-8, and `CA` says so.
    ///
    /// # Errors
    /// [`SgfFault`]; [`SgfFault::Form`] where there is no such game.
    pub fn read(bytes: &[u8], number: usize, options: SgfOptions) -> Result<Self, SgfFault> {
        let collection = SgfCollection::new(bytes, options);
        let game = collection.games().nth(number.saturating_sub(1));
        game.unwrap_or(Err(SgfFault::Form))
    }

    fn of(lexer: &mut Lexer) -> Result<Self, SgfFault> {
        let mut all = Self::default();
        // For each open parenthesis, the node before it.
        let mut open = Vec::new();
        let mut last: Option<usize> = None;
        while let Some(token) = lexer.next()? {
            match token {
                Token::Open => open.push(last),
                Token::Close => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        all.complete_properties();
                        return all.with_encoding();
                    }
                }
                Token::Node => {
                    let place = all.nodes.len();
                    all.push(SgfNode {
                        parent: last,
                        properties: Vec::new(),
                    })?;
                    last = Some(place);
                }
                Token::Name(name) => {
                    let node = all.nodes.last_mut().ok_or(SgfFault::Form)?;
                    let known = node.properties.iter().position(|(known, _)| *known == name);
                    // The values of a name that comes again belong to its list.
                    let property = match known {
                        Some(place) => node.properties.remove(place),
                        None if node.properties.len() == MAX_PROPERTIES => {
                            return Err(SgfFault::TooLarge);
                        }
                        None => (name, Vec::new()),
                    };
                    node.properties.push(property);
                }
                Token::Value(value) => {
                    let text = lexer.raw_text(value);
                    let node = all.nodes.last_mut().ok_or(SgfFault::Form)?;
                    let (_, values) = node.properties.last_mut().ok_or(SgfFault::Form)?;
                    values.push(text);
                }
            }
        }
        Err(SgfFault::NoEnd)
    }

    /// Gives properties without any value an empty one, without which the next name would belong to theirs.
    fn complete_properties(&mut self) {
        let properties = self.nodes.iter_mut().flat_map(|node| &mut node.properties);
        for (_, values) in properties.filter(|(_, values)| values.is_empty()) {
            values.push(String::new());
        }
    }

    fn with_encoding(mut self) -> Result<Self, SgfFault> {
        let root = self.nodes.first_mut().ok_or(SgfFault::Form)?;
        if root.has("CA") {
            root.set("CA", "UTF-8");
        } else {
            let first = usize::from(
                root.properties
                    .first()
                    .is_some_and(|(name, _)| name == "FF"),
            );
            let encoding = ("CA".to_string(), vec!["UTF-8".to_string()]);
            root.properties.insert(first, encoding);
        }
        Ok(self)
    }

    fn push(&mut self, node: SgfNode) -> Result<(), SgfFault> {
        if self.nodes.len() == MAX_NODES {
            return Err(SgfFault::TooLarge);
        }
        self.nodes.push(node);
        Ok(())
    }

    /// Adds a node behind the one at a place, or behind the root if there is none there, and returns its own place.
    pub fn add_after(&mut self, parent: usize, mut node: SgfNode) -> usize {
        let place = self.nodes.len();
        node.parent = (place > 0).then_some(if parent < place { parent } else { 0 });
        self.nodes.push(node);
        place
    }

    /// Takes nodes away, with all behind them; those that come later have other places then.
    pub fn remove(&mut self, gone: &[usize]) {
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut kept = Vec::new();
        for (place, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let parent = node.parent.map(|parent| places[parent]);
            let stays = parent != Some(None) && !gone.contains(&place);
            places.push(stays.then_some(kept.len()));
            if stays {
                node.parent = parent.flatten();
                kept.push(node);
            }
        }
        self.nodes = kept;
    }

    /// The node at a place.
    pub fn node_mut(&mut self, place: usize) -> Option<&mut SgfNode> {
        self.nodes.get_mut(place)
    }

    /// All nodes.
    pub fn nodes(&self) -> &[SgfNode] {
        &self.nodes
    }

    /// The places of the nodes behind each node, in the order of the file.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(place);
            }
        }
        children
    }

    /// The places of the main line, the root first.
    pub fn main_line(&self) -> Vec<usize> {
        let children = self.children();
        let mut line = Vec::new();
        let mut next = (!self.nodes.is_empty()).then_some(0);
        while let Some(place) = next {
            line.push(place);
            next = children[place].first().copied();
        }
        line
    }

    /// The game as text, a node a line.
    pub fn write(&self) -> String {
        enum Part {
            Node(usize, bool),
            End,
        }
        let children = self.children();
        let mut text = String::from("(");
        let mut open = vec![Part::Node(0, false)];
        while let Some(part) = open.pop() {
            let Part::Node(place, is_variation) = part else {
                text.push(')');
                continue;
            };
            let Some(node) = self.nodes.get(place) else {
                continue;
            };
            if place > 0 {
                text.push('\n');
            }
            if is_variation {
                text.push('(');
                open.push(Part::End);
            }
            node.write(&mut text);
            let several = children[place].len() > 1;
            open.extend(
                children[place]
                    .iter()
                    .rev()
                    .map(|&place| Part::Node(place, several)),
            );
        }
        text.push_str(")\n");
        text
    }
}

/// A file with games, which are read one after the other with all their nodes.
///
/// ```
/// use kagetsu_notation::{SgfCollection, SgfOptions};
/// let file = SgfCollection::new(b"(;GM[4];B[hh])(;GM[4]C[second])", SgfOptions::default());
/// let second = file.games().nth(1).expect("two games")?;
/// assert_eq!(second.nodes()[0].text("C").as_deref(), Some("second"));
/// # Ok::<(), kagetsu_notation::SgfFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct SgfCollection<'b> {
    bytes: Cow<'b, [u8]>,
    options: SgfOptions,
}

impl<'b> SgfCollection<'b> {
    /// The games of these bytes.
    pub fn new(bytes: &'b [u8], options: SgfOptions) -> Self {
        let (bytes, is_utf8) = without_mark(bytes);
        let is_utf8 = is_utf8 || options.is_utf8;
        let options = SgfOptions { is_utf8, ..options };
        Self { bytes, options }
    }

    /// The games in the order of the file. Their texts are of UTF-8, and `CA` says so.
    pub fn games(&self) -> impl Iterator<Item = Result<SgfNodes, SgfFault>> {
        let mut games = SgfGames::new(&self.bytes, self.options);
        std::iter::from_fn(move || {
            games.enter()?;
            Some(games.read_or_skip(SgfNodes::of))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;

    fn read(text: &[u8]) -> Result<SgfNodes, SgfFault> {
        SgfNodes::read(text, 1, SgfOptions::default())
    }

    #[test]
    fn nothing_of_a_foreign_game_is_lost() {
        let text = b"(;FF[4]GM[4]XX[a\\]b][c]C[one];B[hh]LB[ii:A][jj:B](;W[ii]C[x](;B[jj])(;B[kk]))(;W[ij]TR[aa]N[side]))";
        let game = read(text).expect("a game");
        let again = game.write();
        for part in [
            "XX[a\\]b][c]",
            "LB[ii:A][jj:B]",
            "N[side]",
            "TR[aa]",
            "CA[UTF-8]",
        ] {
            assert!(again.contains(part), "{again}");
        }
        assert_eq!(read(again.as_bytes()), Ok(game.clone()));
        assert_eq!(game.main_line(), [0, 1, 2, 3]);
        assert_eq!(game.children()[1], [2, 5]);
    }

    #[test]
    fn games_are_read_one_after_the_other_and_what_is_wrong_is_passed_over() {
        let bytes = b"(;C[1];B[hh])(;B[ii]%)(;C[3](;B[jj])(;B[kk]))";
        let file = SgfCollection::new(bytes, SgfOptions::default());
        let games: Vec<_> = file.games().collect();
        let options = SgfOptions::default();
        for (number, game) in (1..).zip(&games) {
            assert_eq!(*game, SgfNodes::read(bytes, number, options));
        }
        let sizes: Vec<_> = games.iter().map(|game| game.as_ref().ok()).collect();
        let sizes = sizes.into_iter().map(|game| Some(game?.nodes().len()));
        assert!(sizes.eq([Some(2), None, Some(3)]));
        assert_eq!(SgfNodes::read(bytes, 4, options), Err(SgfFault::Form));
    }

    #[test]
    fn a_node_has_not_any_number_of_properties() {
        let with = |count: usize| {
            let names: Vec<String> = (0..count).map(|number| format!("P{number}[]")).collect();
            read(format!("(;{})", names.concat()).as_bytes()).map(drop)
        };
        assert_eq!(with(MAX_PROPERTIES), Ok(()));
        assert_eq!(with(MAX_PROPERTIES + 1), Err(SgfFault::TooLarge));
    }

    #[test]
    fn a_text_is_written_below_the_one_that_is_there() {
        let mut node = SgfNode::default();
        node.append_text("C", "a]");
        node.append_text("C", "b");
        assert_eq!(node.text("C").as_deref(), Some("a]\n\nb"));
        node.set("C", "c");
        assert_eq!(node.text("C").as_deref(), Some("c"));
    }

    #[test]
    fn values_and_nodes_are_taken_away_one_by_one() {
        let mut game =
            read(b"(;TR[aa][bb]C[a\\]b];B[hh](;W[ii];B[jj])(;W[kk];B[ll]))").expect("a game");
        let root = game.node_mut(0).expect("a root");
        root.remove("TR", "aa");
        root.remove("C", "a]b");
        assert_eq!(
            (root.text("TR").as_deref(), root.has("C")),
            (Some("bb"), false)
        );
        root.remove("TR", "bb");
        assert!(!root.has("TR"));
        game.remove(&[2]);
        assert_eq!(game.write(), "(;CA[UTF-8]\n;B[hh]\n;W[kk]\n;B[ll])\n");
    }

    #[test]
    fn texts_of_other_encodings_become_utf_8() {
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]PB[能登]C[ソ])");
        let game = read(&bytes).expect("a game");
        assert_eq!(game.nodes()[0].text("PB").as_deref(), Some("能登"));
        assert!(game.write().contains("CA[UTF-8]PB[能登]C[ソ]"));
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_and_read_again(near in "[();BWCN\\[\\]a-c:\\\\\n ]{0,60}") {
            if let Ok(game) = read(near.as_bytes()) {
                prop_assert_eq!(read(game.write().as_bytes()), Ok(game));
            }
        }

        #[test]
        fn any_text_can_be_a_value(text in "(?s).{0,40}") {
            let mut root = SgfNode::default();
            root.add("CA", "UTF-8");
            root.add("C", &text);
            let written = SgfNodes::new(root.clone()).write();
            let game = read(written.as_bytes()).expect("our own game");
            prop_assert_eq!(game.nodes()[0].clone(), root);
        }
    }
}
