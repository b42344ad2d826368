//! Reads a library. Nothing is recursive.

use kagetsu_gomoku::geometry::{BoardSize, Point};

use crate::encoding::{TextEncoding, of_unnamed};

use super::tree::{RenLibNode, RenLibTree};

pub(super) const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
pub(super) const HEAD_BYTES: usize = 20;
/// The newest version that is known: 3.4.
pub(super) const NEWEST: (u8, u8) = (3, 4);
const NEWEST_NAME: &str = "3.4";
/// First byte of a file without a head: the point h8.
const CENTRE: u8 = 0x78;
/// Columns in the number of a point.
pub(super) const STRIDE: u8 = 16;
/// Most nodes of a library; each takes some 130 bytes of memory.
const MAX_NODES: usize = 5_000_000;
/// Most nodes of a line. A game has 225 moves; passes and texts are nodes as well. Without this bound the lines of a small
/// file could fill the memory.
const MAX_DEPTH: usize = 1000;
/// Parts the title of a comment from the rest.
pub(super) const TITLE_END: u8 = 8;
const HIGH_BIT: u8 = 0x80;

pub(super) const HAS_SIBLING: u8 = 0x80;
pub(super) const IS_LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
pub(super) const MARK: u8 = 0x10;
pub(super) const COMMENT: u8 = 0x08;
pub(super) const NO_STONE: u8 = 0x02;
pub(super) const EXTENDED: u8 = 0x01;
/// In the second byte of the further flags.
pub(super) const BOARD_TEXT: u8 = 0x01;

/// Do the bytes begin as a library?
pub fn is_renlib(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || is_headless(bytes)
}

/// A text may begin with the letter of h8's number as well, but it has no control characters. It may have another encoding, and
/// is no sound library then.
fn is_headless(bytes: &[u8]) -> bool {
    let is_control = |&byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    bytes.first() == Some(&CENTRE)
        && (bytes.iter().any(is_control)
            || std::str::from_utf8(bytes).is_err() && read_renlib(bytes).is_ok())
}

/// Reads a library of any version up to 3.4. Siblings with the same point become one node.
///
/// ```
/// use kagetsu_notation::renlib::read_renlib;
/// // h8, then i7 or i8, without a head.
/// let tree = read_renlib(&[0x78, 0x00, 0x79, 0xc0, 0x69, 0x40])?;
/// assert_eq!(tree.lines(9), [[1, 2], [1, 3]]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// What is wrong, with the place.
pub fn read_renlib(bytes: &[u8]) -> Result<RenLibTree, String> {
    read_renlib_in(bytes, None)
}

/// As [`read_renlib`], with the encoding of all texts, which libraries do not name. Without one they are UTF-8 if all of them
/// are sound UTF-8 together; else the encoding is guessed.
///
/// # Errors
/// What is wrong, with the place.
pub fn read_renlib_in(bytes: &[u8], encoding: Option<TextEncoding>) -> Result<RenLibTree, String> {
    let at = head_length(bytes)?;
    let mut cursor = Cursor { bytes, at };
    let encoding = match encoding {
        Some(stated) => stated,
        None => of_unnamed(&Cursor { bytes, at }.all_texts(), None).0,
    };
    let mut tree = RenLibTree::new();
    let (mut current, mut depth) = (0, 0);
    // Parents of the nodes that have siblings still to come, with their depths.
    let mut waiting = Vec::new();
    let mut is_first = true;
    // A root alone is an empty library, and so is nothing at all.
    let (mut is_over, mut is_empty) = (false, true);
    while cursor.at < bytes.len() {
        if is_over {
            let end = cursor.at;
            return Err(format!(
                "the library ends at byte {end}, but the file does not: something else is behind it"
            ));
        }
        let record = cursor.record()?;
        let is_root = std::mem::take(&mut is_first) && record.point.is_none();
        let parent = (current, depth);
        if !is_root {
            current = tree.child(current, record.node());
            depth += 1;
        }
        if tree.nodes().len() > MAX_NODES || depth > MAX_DEPTH {
            return Err(format!(
                "the library has more than {MAX_NODES} nodes, or {MAX_DEPTH} in one line"
            ));
        }
        let node = tree.node_mut(current);
        node.is_marked |= record.flags & MARK != 0;
        if record.flags & (OLD_COMMENT | COMMENT) != 0 {
            let comment = decode(&cursor.text(record.flags & OLD_COMMENT != 0)?, encoding);
            add_text(&mut node.comment, &comment);
        }
        if record.more & BOARD_TEXT != 0 {
            let text = decode(&cursor.text(false)?, encoding);
            add_text(&mut node.board_text, &text);
        }
        if record.flags & HAS_SIBLING != 0 {
            waiting.push(parent);
        }
        let owes_siblings = !waiting.is_empty();
        if record.flags & IS_LEAF != 0
            && let Some(parent) = waiting.pop()
        {
            (current, depth) = parent;
        }
        is_over = record.flags & IS_LEAF != 0 && !owes_siblings && !is_root;
        is_empty &= is_root;
    }
    if !is_over && !is_empty {
        return Err(breaks_off(bytes));
    }
    Ok(tree)
}

/// A node or a text breaks off, or nodes are missing at the end.
fn breaks_off(bytes: &[u8]) -> String {
    let end = bytes.len();
    format!("the library breaks off at byte {end}: the file was cut there")
}

fn head_length(bytes: &[u8]) -> Result<usize, String> {
    if !bytes.starts_with(MAGIC) {
        let is_old = bytes.first() == Some(&CENTRE);
        let wrong = "a library begins with the bytes FF 'RenLib' FF, or with the move h8";
        return is_old.then_some(0).ok_or_else(|| wrong.to_string());
    }
    let head = bytes.get(..HEAD_BYTES).ok_or_else(|| breaks_off(bytes))?;
    let (major, minor) = (head[MAGIC.len()], head[MAGIC.len() + 1]);
    if (major, minor) > NEWEST {
        return Err(format!(
            "the library has version {major}.{minor}, but this program reads up to {NEWEST_NAME}"
        ));
    }
    Ok(HEAD_BYTES)
}

fn add_text(before: &mut String, text: &str) {
    if !before.is_empty() && !text.is_empty() && before != text {
        before.push('\n');
    } else if before == text {
        return;
    }
    before.push_str(text);
}

/// The bytes of one node.
struct Record {
    /// `None` for the root or a pass.
    point: Option<Point>,
    flags: u8,
    more: u8,
}

impl Record {
    fn node(&self) -> RenLibNode {
        let has_stone = self.flags & NO_STONE == 0;
        RenLibNode {
            point: self.point.filter(|_| has_stone),
            is_pass: has_stone && self.point.is_none(),
            ..RenLibNode::default()
        }
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn pair(&mut self) -> Result<[u8; 2], String> {
        match self.bytes.get(self.at..self.at + 2) {
            Some(&[first, second]) => {
                self.at += 2;
                Ok([first, second])
            }
            _ => Err(breaks_off(self.bytes)),
        }
    }

    fn record(&mut self) -> Result<Record, String> {
        let at = self.at;
        let [byte, flags] = self.pair()?;
        let point = match byte {
            0 => None,
            _ => Some(point(byte).ok_or_else(|| {
                format!("byte {at} of the library is {byte:#04x}, which is no point of the board")
            })?),
        };
        let [_, more] = if flags & EXTENDED == 0 {
            [0; 2]
        } else {
            self.pair()?
        };
        Ok(Record { point, flags, more })
    }

    /// The texts of all nodes on lines of their own.
    fn all_texts(mut self) -> Vec<u8> {
        let mut texts = Vec::new();
        // What is wrong with a node is found again when the tree is read.
        while self.add_texts(&mut texts).is_ok() {}
        texts
    }

    /// Adds the texts of the next node.
    fn add_texts(&mut self, texts: &mut Vec<u8>) -> Result<(), String> {
        let record = self.record()?;
        if record.flags & (OLD_COMMENT | COMMENT) != 0 {
            texts.extend(self.text(record.flags & OLD_COMMENT != 0)?);
            texts.push(b'\n');
        }
        if record.more & BOARD_TEXT != 0 {
            texts.extend(self.text(false)?);
            texts.push(b'\n');
        }
        Ok(())
    }

    /// The bytes of a text, which is padded to an even number of them.
    fn text(&mut self, is_old: bool) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        loop {
            for byte in self.pair()? {
                if is_old {
                    text.push(byte & !HIGH_BIT);
                } else if byte != 0 {
                    text.push(byte);
                }
                let ends = if is_old {
                    byte & HIGH_BIT != 0
                } else {
                    byte == 0
                };
                if ends {
                    return Ok(text);
                }
            }
        }
    }
}

fn point(byte: u8) -> Option<Point> {
    let (x, y) = (usize::from(byte % STRIDE), usize::from(byte / STRIDE));
    BoardSize::STANDARD.point(x.checked_sub(1)?, y)
}

fn decode(bytes: &[u8], encoding: TextEncoding) -> String {
    let bytes: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == TITLE_END { b'\n' } else { byte })
        .filter(|&byte| byte != b'\r')
        .collect();
    encoding.decode(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use super::*;
    use kagetsu_gomoku::geometry::Rows;

    fn with_head(nodes: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([3, 4]);
        bytes.resize(HEAD_BYTES, 0xff);
        bytes.extend(nodes);
        bytes
    }

    fn names(tree: &RenLibTree, most: usize) -> Vec<String> {
        let name = |&node: &usize| {
            let node = &tree.nodes()[node];
            let point = node
                .point
                .map(|point| Rows::FromBottom.name(point, BoardSize::STANDARD));
            point.unwrap_or_else(|| if node.is_pass { "pass" } else { "-" }.to_string())
        };
        let lines = tree.lines(most);
        lines
            .iter()
            .map(|line| line.iter().map(name).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn a_tree_has_its_lines_in_the_order_of_the_file() {
        // The root; h8; g8 with a sibling; g7, a leaf; h9 with a sibling; a1, a leaf; o15, a leaf; i8, a leaf.
        let bytes = with_head(&[
            0x00, 0x00, 0x78, 0x00, 0x77, 0x80, 0x87, 0x40, 0x68, 0x80, 0xe1, 0x40, 0x0f, 0x40,
        ]);
        let tree = read_renlib(&bytes).expect("a library");
        assert_eq!(names(&tree, 9), ["h8 g8 g7", "h8 h9 a1", "h8 o15"]);
        assert_eq!(names(&tree, 1), ["h8 g8 g7"]);
        assert!(is_renlib(&bytes) && is_renlib(&[CENTRE, 0x00]));
        assert!(!is_renlib(b"x.o") && !is_renlib(b"xx.\n") && !is_renlib(b""));
    }

    #[test]
    fn texts_marks_and_passes_are_read() {
        let mut nodes = vec![0x00, 0x08];
        nodes.extend(b"Title\x08Rest\xe9\0");
        nodes.extend([0x78, 0x11, 0x00, 0x01]);
        nodes.extend(b"A\0");
        nodes.extend([0x00, 0x20, b'o', b'l', b'd' | 0x80, 0]);
        nodes.extend([0x79, 0x02, 0x69, 0x40]);
        let tree = read_renlib(&with_head(&nodes)).expect("a library");
        assert_eq!(names(&tree, 9), ["h8 pass - i9"]);
        let [root, centre, pass, ..] = tree.nodes() else {
            panic!("three nodes");
        };
        assert_eq!(root.comment, "Title\nRest\u{e9}");
        assert_eq!((centre.board_text.as_str(), centre.is_marked), ("A", true));
        assert_eq!(pass.comment, "old");
    }

    #[test]
    fn texts_are_of_the_stated_encoding() {
        for (label, text) in [
            ("gbk", "浦月局面"),
            // These two bytes would be a letter in UTF-8 as well.
            ("gbk", "胜"),
            ("shift_jis", "能登ソ表"),
            ("big5", "許功蓋"),
        ] {
            let encoding: TextEncoding = label.parse().expect("an encoding");
            let mut nodes = vec![0x78, 0x48];
            nodes.extend(
                &*encoding
                    .encode_strictly(text)
                    .expect("it has these letters"),
            );
            nodes.push(0);
            nodes.resize(nodes.len().next_multiple_of(2), 0);
            let tree = read_renlib_in(&with_head(&nodes), Some(encoding)).expect("a library");
            assert_eq!(tree.nodes()[1].comment, text);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (bytes, expected) in [
            (Vec::new(), "begins with"),
            (b"(;GM[4])".to_vec(), "begins with"),
            (MAGIC.to_vec(), "breaks off at byte 8"),
            (with_head(&[0x78]), "breaks off at byte 21"),
            // Behind h8 a move has to follow, and behind g8 a sibling of it.
            (
                with_head(&[0x00, 0x00, 0x78, 0x00]),
                "breaks off at byte 24",
            ),
            (
                with_head(&[0x78, 0x00, 0x77, 0xc0]),
                "breaks off at byte 24",
            ),
            (
                with_head(&[0x78, 0x08, b'a', b'b']),
                "breaks off at byte 24",
            ),
            // A move behind the last leaf, and half of one.
            (
                with_head(&[0x00, 0x40, 0x78, 0x40, 0x77, 0x40]),
                "ends at byte 24",
            ),
            (with_head(&[0x78, 0x40, 0x1a]), "ends at byte 22"),
            (with_head(&[0xf1, 0x40]), "byte 20 of the library is 0xf1"),
            (with_head(&[0x10, 0x40]), "no point of the board"),
            // The root and passes.
            (with_head(&[0_u8, 0].repeat(MAX_DEPTH + 2)), "in one line"),
        ] {
            let error = read_renlib(&bytes).expect_err(expected);
            assert!(error.contains(expected), "{error}");
        }
        let mut newer = with_head(&[]);
        newer[9] = 5;
        let error = read_renlib(&newer).expect_err("a newer one");
        assert!(error.contains("version 3.5, but"), "{error}");
    }

    proptest! {
        #[test]
        fn no_bytes_are_fatal(nodes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_renlib(&nodes);
            if let Ok(tree) = read_renlib(&with_head(&nodes)) {
                for line in tree.lines(usize::MAX) {
                    prop_assert!(line.windows(2).all(|pair| tree.nodes()[pair[1]].parent == pair[0]));
                }
            }
        }
    }
}
