//! Writes a library of version 3.4. Nothing is recursive, so that no tree is too deep.

use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::quote;

use crate::encoding::TextEncoding;

use super::read::{
    BOARD_TEXT, COMMENT, EXTENDED, HAS_SIBLING, HEAD_BYTES, IS_LEAF, MAGIC, MARK, NEWEST, NO_STONE,
    STRIDE, TITLE_END,
};
use super::tree::RenLibTree;

/// The byte that fills the head.
const FILL: u8 = 0xff;

/// `RenLib` reads texts in the encoding of its Windows. These are tried in this order where none is stated.
const USUAL: [TextEncoding; 2] = [TextEncoding::WINDOWS_1252, TextEncoding::GBK];

/// The bytes of a library, and the encoding of its texts: the stated one, else that of Western Windows, of Chinese Windows,
/// or UTF-8, whichever holds all texts first. The first line of a comment is its title.
///
/// ```
/// use kagetsu_notation::renlib::{read_renlib, write_renlib};
/// let tree = read_renlib(&[0x78, 0x00, 0x79, 0xc0, 0x69, 0x40])?;
/// let (bytes, _) = write_renlib(&tree, None)?;
/// assert_eq!(read_renlib(&bytes)?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What cannot be written, when the stated encoding lacks a letter.
pub fn write_renlib(
    tree: &RenLibTree,
    encoding: Option<TextEncoding>,
) -> Result<(Vec<u8>, TextEncoding), String> {
    if let Some(encoding) = encoding {
        return Ok((write_in(tree, encoding)?, encoding));
    }
    for encoding in USUAL {
        if let Ok(bytes) = write_in(tree, encoding) {
            return Ok((bytes, encoding));
        }
    }
    Ok((write_in(tree, TextEncoding::UTF_8)?, TextEncoding::UTF_8))
}

fn write_in(tree: &RenLibTree, encoding: TextEncoding) -> Result<Vec<u8>, String> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([NEWEST.0, NEWEST.1]);
    bytes.resize(HEAD_BYTES, FILL);
    // A node, and whether a sibling follows its subtree.
    let mut waiting = vec![(0, false)];
    while let Some((number, has_sibling)) = waiting.pop() {
        write_node(tree, number, has_sibling, encoding, &mut bytes)?;
        let children = &tree.nodes()[number].children;
        let last = children.len().saturating_sub(1);
        let children = children.iter().enumerate().rev();
        waiting.extend(children.map(|(index, &child)| (child, index < last)));
    }
    Ok(bytes)
}

fn write_node(
    tree: &RenLibTree,
    number: usize,
    has_sibling: bool,
    encoding: TextEncoding,
    bytes: &mut Vec<u8>,
) -> Result<(), String> {
    let node = &tree.nodes()[number];
    let mut flags = 0;
    for (bit, is_set) in [
        (HAS_SIBLING, has_sibling),
        (IS_LEAF, node.children.is_empty()),
        (MARK, node.is_marked),
        (COMMENT, !node.comment.is_empty()),
        (
            NO_STONE,
            node.point.is_none() && !node.is_pass && number != 0,
        ),
        (EXTENDED, !node.board_text.is_empty()),
    ] {
        flags |= if is_set { bit } else { 0 };
    }
    bytes.extend([node.point.map_or(0, byte_of), flags]);
    if flags & EXTENDED != 0 {
        bytes.extend([0, BOARD_TEXT]);
    }
    if flags & COMMENT != 0 {
        // The title comes first; one that is missing is empty.
        let title_end = char::from(TITLE_END).to_string();
        let comment = node.comment.replacen('\n', &title_end, 1);
        write_text(&comment, encoding, bytes)?;
    }
    if flags & EXTENDED != 0 {
        write_text(&node.board_text, encoding, bytes)?;
    }
    Ok(())
}

/// A text with its end, padded to an even number of bytes.
fn write_text(text: &str, encoding: TextEncoding, bytes: &mut Vec<u8>) -> Result<(), String> {
    let before = bytes.len();
    let encoded = encoding.encode_strictly(text);
    let encoded = encoded.ok_or_else(|| {
        let text = quote(text);
        format!("{encoding} has no letters for '{text}': name another encoding, such as UTF-8")
    })?;
    bytes.extend(encoded.iter().filter(|&&byte| byte != 0));
    bytes.push(0);
    if !(bytes.len() - before).is_multiple_of(2) {
        bytes.push(0);
    }
    Ok(())
}

const fn byte_of(point: Point) -> u8 {
    point.y() as u8 * STRIDE + point.x() as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::super::read::read_renlib;
    use super::super::tree::RenLibNode;
    use super::*;
    use proptest::prelude::{any, prop, prop_assert_eq, proptest};

    #[test]
    fn texts_marks_and_passes_come_back() {
        let mut tree = RenLibTree::new();
        let add = |tree: &mut RenLibTree, parent, node: RenLibNode| tree.child(parent, node);
        let centre = RenLibNode {
            point: Some(Point::at(7, 7)),
            comment: "title\nand the rest\u{e9}".to_string(),
            ..RenLibNode::default()
        };
        let centre = add(&mut tree, 0, centre);
        let pass = RenLibNode {
            is_pass: true,
            is_marked: true,
            ..RenLibNode::default()
        };
        let pass = add(&mut tree, centre, pass);
        let corner = RenLibNode {
            point: Some(Point::at(14, 14)),
            board_text: "A1".to_string(),
            comment: "odd".to_string(),
            ..RenLibNode::default()
        };
        add(&mut tree, pass, corner);
        let other = RenLibNode {
            point: Some(Point::at(0, 0)),
            ..RenLibNode::default()
        };
        add(&mut tree, centre, other);
        let read = read_renlib(&written(&tree)).expect("our own library");
        assert_eq!(read, tree);
    }

    #[test]
    fn a_text_behind_the_root_is_no_pass() {
        let mut tree = RenLibTree::new();
        let text = RenLibNode {
            comment: "only text".to_string(),
            ..RenLibNode::default()
        };
        tree.child(0, text);
        let centre = RenLibNode {
            point: Some(Point::at(7, 7)),
            ..RenLibNode::default()
        };
        tree.child(0, centre);
        assert_eq!(read_renlib(&written(&tree)).expect("our own library"), tree);
    }

    fn written(tree: &RenLibTree) -> Vec<u8> {
        let utf8 = Some(TextEncoding::UTF_8);
        write_renlib(tree, utf8).expect("UTF-8 has every letter").0
    }

    #[test]
    fn texts_are_written_in_an_encoding_that_renlib_reads() {
        let library = |comment: &str| {
            let mut tree = RenLibTree::new();
            tree.child(
                0,
                RenLibNode {
                    point: Some(Point::at(7, 7)),
                    comment: comment.to_string(),
                    ..RenLibNode::default()
                },
            );
            tree
        };
        for (comment, name, letters) in [
            ("caf\u{e9}", "windows-1252", &b"caf\xe9\0"[..]),
            ("\u{9ed1}\u{80dc}", "GBK", b"\xba\xda\xca\xa4\0"),
            ("\u{1f600}", "UTF-8", "\u{1f600}\0".as_bytes()),
        ] {
            let (bytes, encoding) = write_renlib(&library(comment), None).expect("a usual one");
            assert_eq!(encoding.name(), name);
            let is_there = bytes.windows(letters.len()).any(|part| part == letters);
            assert!(is_there, "{comment}: {bytes:x?}");
        }
        let korean = "EUC-KR".parse().expect("an encoding");
        let long = "\u{e9}\n".repeat(1000);
        let error = write_renlib(&library(&long), Some(korean)).expect_err("no such letter");
        let said = "EUC-KR has no letters for";
        assert!(error.starts_with(said), "{error}");
        assert!(
            error.chars().count() < 300 && !error.contains('\n'),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn every_tree_comes_back(
            nodes in prop::collection::vec((any::<u16>(), 0..225_usize, "[a-z\u{e9}\n]{0,5}", any::<bool>()), 0..60),
        ) {
            let mut tree = RenLibTree::new();
            for (parent, cell, text, is_marked) in nodes {
                let parent = usize::from(parent) % tree.nodes().len();
                let node = RenLibNode {
                    point: Some(Point::at(cell % 15, cell / 15)),
                    board_text: text.replace('\n', ""),
                    comment: text,
                    is_marked,
                    ..RenLibNode::default()
                };
                tree.child(parent, node);
            }
            // The order of the nodes in the file is that of the lines.
            let ordered = read_renlib(&written(&tree)).expect("our own library");
            let again = read_renlib(&written(&ordered)).expect("our own library");
            prop_assert_eq!(&again, &ordered);
            prop_assert_eq!(ordered.nodes().len(), tree.nodes().len());
        }
    }
}
