//! One game with variations, comments and marks, written and read. Its points may be of any type that stands for a [`Point`].

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use serde::{Deserialize, Serialize};

use crate::text::{OPENING_COMMENT, OPENING_PROPERTY};

use super::game::SgfOptions;
use super::nodes::{SgfNode, SgfNodes};
use super::root::SgfRoot;
use super::value::{self, sgf_letters};
use super::write::move_node;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SgfMark {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
}

impl SgfMark {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Triangle, Self::Square, Self::Circle, Self::Cross];

    const fn property(self) -> &'static str {
        match self {
            Self::Triangle => "TR",
            Self::Square => "SQ",
            Self::Circle => "CR",
            Self::Cross => "MA",
        }
    }
}

/// What is written on a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SgfNote<P = Point> {
    /// The comment.
    pub text: String,
    /// The marks, at most one on a point, sorted by point.
    pub marks: Vec<(P, SgfMark)>,
}

/// A move of a tree. The names of its fields in JSON are those of stored studies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SgfMove<P = Point> {
    /// The place of the move before it in the list; `None` for a first move. It is smaller than its own.
    #[serde(default)]
    pub parent: Option<usize>,
    /// The point.
    #[serde(rename = "at")]
    pub point: P,
    /// The side.
    #[serde(rename = "colour")]
    pub side: Side,
    /// What is written on the position after it.
    #[serde(
        default = "SgfNote::default",
        skip_serializing_if = "SgfNote::is_empty"
    )]
    pub note: SgfNote<P>,
}

/// A game as a tree. A pass is not in it: the sides tell that one lies between two moves of the same side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SgfTree<P = Point> {
    /// What is written on the position before the first move.
    pub note: SgfNote<P>,
    /// The moves, each after the one before it. Those of the game itself come before all others.
    pub moves: Vec<SgfMove<P>>,
}

impl<P> Default for SgfNote<P> {
    fn default() -> Self {
        Self {
            text: String::new(),
            marks: Vec::new(),
        }
    }
}

impl<P> Default for SgfTree<P> {
    fn default() -> Self {
        Self {
            note: SgfNote::default(),
            moves: Vec::new(),
        }
    }
}

impl<P> SgfNote<P> {
    /// Is there nothing?
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty() && self.marks.is_empty()
    }
}

impl<P: Copy + Ord> SgfNote<P> {
    /// Puts a mark on a point in place of any other, or takes it away if it is there already.
    pub fn toggle(&mut self, at: P, mark: SgfMark) {
        let is_known = self.marks.contains(&(at, mark));
        self.marks.retain(|&(point, _)| point != at);
        if !is_known {
            self.marks.push((at, mark));
            self.marks.sort_unstable();
        }
    }
}

impl<P> SgfTree<P> {
    /// Is there nothing but the moves of the game? `game_moves` is their number.
    pub fn is_bare(&self, game_moves: usize) -> bool {
        let is_bare = |mv: &SgfMove<P>| mv.note.is_empty();
        self.note.is_empty() && self.moves.len() <= game_moves && self.moves.iter().all(is_bare)
    }
}

/// Which part of a tree is the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SgfMainLine {
    /// So many first moves.
    pub moves: usize,
    /// Those that the players did not choose.
    pub opening: usize,
    /// Passes after the last move.
    pub passes: usize,
}

fn annotate<P: Copy + Into<Point>>(node: &mut SgfNode, written: &SgfNote<P>) {
    for mark in SgfMark::ALL {
        for &(point, _) in written.marks.iter().filter(|&&(_, of)| of == mark) {
            node.add(mark.property(), &sgf_letters(point.into()));
        }
    }
    if !written.text.is_empty() {
        node.add("C", &written.text);
    }
}

/// A game as a collection: what the root says, and the moves of the tree. A node without a move ends the game where
/// variations follow its last move.
pub fn write_sgf_tree<P: Copy + Into<Point>>(
    root: &SgfRoot,
    tree: &SgfTree<P>,
    game: SgfMainLine,
) -> String {
    let mut head = root.node();
    annotate(&mut head, &tree.note);
    let mut nodes = SgfNodes::new(head);
    let to_move = |last: Option<usize>| {
        let last = last.and_then(|last| tree.moves.get(last));
        last.map_or(root.first, |last| last.side.opponent())
    };
    // The node of each move; the root stands before the first one.
    let mut places = vec![0];
    for number in 0..=tree.moves.len() {
        let last = number.checked_sub(1);
        let mv = tree.moves.get(number);
        if number == game.moves {
            let (mut place, mut side) = (places[number], to_move(last));
            for _ in 0..game.passes {
                place = nodes.add_after(place, move_node(side, None));
                side = side.opponent();
            }
            if game.passes == 0 && mv.is_some_and(|mv| mv.parent == last) {
                nodes.add_after(place, SgfNode::default());
            }
        }
        let Some(mv) = mv else { break };
        let mut parent = mv.parent.map_or(0, |parent| places[number.min(parent + 1)]);
        if to_move(mv.parent) != mv.side {
            parent = nodes.add_after(parent, move_node(mv.side.opponent(), None));
        }
        let mut node = move_node(mv.side, Some(mv.point.into()));
        if number < game.opening.min(game.moves) {
            node.add(OPENING_PROPERTY, OPENING_COMMENT);
        }
        annotate(&mut node, &mv.note);
        places.push(nodes.add_after(parent, node));
    }
    nodes.write()
}

/// Adds what is written on a node. The first mark of a point stays.
fn read_note<P: Copy + Ord + From<Point>>(from: &SgfNode, board: BoardSize, note: &mut SgfNote<P>) {
    let text = from.text("C").unwrap_or_default();
    let text = text.trim_end();
    if !note.text.is_empty() && !text.is_empty() {
        note.text.push('\n');
    }
    note.text.push_str(text);
    for mark in SgfMark::ALL {
        let values = from.values(mark.property());
        let points = values.filter_map(|text| value::points(&text, board).ok());
        for at in points.flatten().map(P::from) {
            // A rectangle of a few letters may be a whole board, on every node of a file.
            let place = note.marks.binary_search_by_key(&at, |&(known, _)| known);
            if let Err(place) = place {
                note.marks.insert(place, (at, mark));
            }
        }
    }
}

/// Reads the moves of the first game of a collection with its variations; nothing when it is no game. A pass, and a node
/// without a move, add what is written on them to the position before. Moves that are no points end their variation.
pub fn read_sgf_tree<P: Copy + Ord + From<Point>>(text: &str) -> Option<SgfTree<P>> {
    let options = SgfOptions {
        is_utf8: true,
        ..SgfOptions::default()
    };
    let nodes = SgfNodes::read(text.as_bytes(), 1, options).ok()?;
    let root = nodes.nodes().first()?;
    let board = root
        .text("SZ")
        .and_then(|text| value::size(&text).ok().flatten());
    let board = board.unwrap_or(BoardSize::STANDARD);
    let mut tree: SgfTree<P> = SgfTree::default();
    // For each node the last move up to it, and whether all up to it are points. Some files have the first move in the root.
    let mut last: Vec<(Option<usize>, bool)> = Vec::new();
    for node in nodes.nodes() {
        let (parent, is_sound) = node.parent.map_or((None, true), |parent| last[parent]);
        if !is_sound {
            last.push((None, false));
            continue;
        }
        // Of two moves in one node, which the format forbids and files have, the first is kept.
        let mv = [("B", Side::Black), ("W", Side::White)]
            .into_iter()
            .find_map(|(name, side)| Some((side, node.text(name)?)));
        let step = mv.map(|(side, text)| (side, value::step(&text, board)));
        last.push(match step {
            None | Some((_, Ok(None))) => {
                let before = match parent {
                    Some(parent) => &mut tree.moves[parent].note,
                    None => &mut tree.note,
                };
                read_note(node, board, before);
                (parent, true)
            }
            Some((side, Ok(Some(point)))) => {
                let mut note = SgfNote::default();
                read_note(node, board, &mut note);
                tree.moves.push(SgfMove {
                    parent,
                    point: point.into(),
                    side,
                    note,
                });
                (Some(tree.moves.len() - 1), true)
            }
            Some((_, Err(_))) => (None, false),
        });
    }
    Some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples::faulty_game;

    fn mv(parent: Option<usize>, side: Side, at: (usize, usize)) -> SgfMove {
        SgfMove {
            parent,
            point: Point::at(at.0, at.1),
            side,
            note: SgfNote::default(),
        }
    }

    #[test]
    fn trees_round_trip_and_their_main_line_is_the_game() {
        let mut tree = SgfTree {
            note: SgfNote {
                text: "a ] b \\ c: d\nsecond line".to_string(),
                marks: vec![(Point::at(3, 4), SgfMark::Cross)],
            },
            moves: vec![
                mv(None, Side::Black, (7, 7)),
                mv(Some(0), Side::White, (8, 6)),
                mv(Some(1), Side::Black, (9, 5)),
                mv(Some(0), Side::White, (7, 6)),
                mv(Some(3), Side::Black, (6, 6)),
                mv(Some(3), Side::Black, (6, 5)),
                mv(None, Side::Black, (6, 7)),
            ],
        };
        for (index, mark) in SgfMark::ALL.into_iter().enumerate() {
            let marks = [(1, mark), (2, mark)].map(|(x, mark)| (Point::at(x, index), mark));
            tree.moves[4].note.marks.extend(marks);
        }
        tree.moves[5].note.text = "白方要防".to_string();
        let root = SgfRoot::of(&faulty_game(), Some("Cup")).expect("a legal size");
        // However long the game is: moves behind its end are a variation.
        for moves in 0..=3 {
            let game = SgfMainLine {
                moves,
                opening: 2,
                passes: 0,
            };
            let text = write_sgf_tree(&root, &tree, game);
            assert_eq!(read_sgf_tree(&text).as_ref(), Some(&tree), "{text}");
            let read = super::super::read_sgf(text.as_bytes()).remove(0);
            let read = read.expect("a game");
            assert_eq!((read.steps.len(), read.opening), (moves, moves.min(2)));
        }
    }

    #[test]
    fn passes_stand_between_moves_of_the_same_side_and_after_the_last_one() {
        let text = "(;GM[4];B[hh]C[x];W[]C[y](;B[ii];W[tt];B[];)(;B[jj]))";
        let tree: SgfTree = read_sgf_tree(text).expect("a tree");
        assert_eq!(tree.moves[0].note.text, "x\ny");
        assert_eq!(tree.moves.len(), 3);
        let root = SgfRoot::of(&faulty_game(), None).expect("a legal size");
        let game = SgfMainLine {
            moves: 2,
            passes: 2,
            ..SgfMainLine::default()
        };
        let text = write_sgf_tree(&root, &tree, game);
        assert_eq!(read_sgf_tree(&text), Some(tree), "{text}");
        let read = super::super::read_sgf(text.as_bytes()).remove(0);
        let read = read.expect("a game");
        let passes: Vec<_> = read.steps.iter().map(Option::is_none).collect();
        assert_eq!(passes, [false, true, false, true, true]);
    }

    #[test]
    fn other_texts_are_no_trees() {
        for text in ["", "(", "(;GM[4];B[aa]"] {
            assert_eq!(read_sgf_tree::<Point>(text), None, "{text}");
        }
        let odd = "(;GM[4];C[x];B[aa](;W[?];B[cc])(;W[bb]C[y];C[z]))";
        let odd: SgfTree = read_sgf_tree(odd).expect("a tree");
        assert_eq!(odd.note.text, "x");
        assert_eq!(odd.moves.len(), 2);
        assert_eq!(odd.moves[1].note.text, "y\nz");
        let twice = "(;GM[4];B[hh](;W[ii])(;B[jh]W[aa];W[bb]))";
        let twice: SgfTree = read_sgf_tree(twice).expect("a tree");
        let points = [(7, 7), (8, 8), (9, 7), (1, 1)].map(|(x, y)| Point::at(x, y));
        assert!(twice.moves.iter().map(|mv| mv.point).eq(points));
        let in_root = "(;GM[4]B[hh]C[x](;W[ii])(;W[jj]))";
        let in_root: SgfTree = read_sgf_tree(in_root).expect("a tree");
        assert!(in_root.note.is_empty());
        assert_eq!(in_root.moves[0].note.text, "x");
        let parents: Vec<_> = in_root.moves.iter().map(|mv| mv.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(0)]);
    }
}
