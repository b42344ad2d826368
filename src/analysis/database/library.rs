//! Entries from a library of `RenLib`: every position that has a comment, a text on the board or a mark becomes one. The
//! comment is its text; the text on the board, or `*` for a mark alone, is its mark.

use kagetsu_gomoku::board::{Position, PositionError, Rule};
use kagetsu_gomoku::geometry::{BoardSize, UnsupportedSize};
use kagetsu_notation::renlib::{RenLibNode, RenLibTree};

use super::entry::{Entry, MAX_MARK, MAX_TEXT};
use super::key::{Canonical, PositionKey};

/// Side of the board of every library.
const SIDE: usize = 15;
/// The mark of a node that is only marked.
const MARKED: &str = "*";

/// Why a library has no entries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// Two stones of a line share a point.
    #[error("node {node}: {source}")]
    Node {
        /// Number of the node, from 0.
        node: usize,
        /// What is wrong with its move.
        source: PositionError,
    },
    /// The size of the board.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
}

/// What is to be done at a node.
enum Step {
    Enter(usize),
    Leave(usize),
}

/// The entries of a library.
///
/// # Errors
/// [`LibraryError`] when a line puts two stones on a point.
pub fn entries(tree: &RenLibTree, rule: Rule) -> Result<Vec<(PositionKey, Entry)>, LibraryError> {
    let mut position = Position::new(BoardSize::square(SIDE)?, rule);
    let mut found = Vec::new();
    let mut steps = vec![Step::Enter(0)];
    while let Some(step) = steps.pop() {
        let (Step::Enter(node) | Step::Leave(node)) = step;
        let here = &tree.nodes()[node];
        let fault = |source| LibraryError::Node { node, source };
        match step {
            Step::Enter(_) => {
                if here.is_pass {
                    position.set_side_to_move(position.side_to_move().opponent());
                } else if let Some(point) = here.point {
                    position.play(point).map_err(fault)?;
                }
                found.extend(note(here).map(|entry| (Canonical::new(&position).key, entry)));
                steps.push(Step::Leave(node));
                steps.extend(here.children.iter().rev().map(|&child| Step::Enter(child)));
            }
            Step::Leave(_) => {
                if here.is_pass {
                    position.set_side_to_move(position.side_to_move().opponent());
                } else if let Some(point) = here.point {
                    position.take_back(point).map_err(fault)?;
                }
            }
        }
    }
    Ok(found)
}

fn note(node: &RenLibNode) -> Option<Entry> {
    let mark = match (node.board_text.is_empty(), node.is_marked) {
        (true, true) => MARKED,
        _ => &node.board_text,
    };
    let entry = Entry {
        mark: cut(mark, MAX_MARK),
        text: cut(&node.comment, MAX_TEXT),
        ..Entry::default()
    };
    entry.is_annotated().then_some(entry)
}

/// The text up to a number of bytes.
fn cut(text: &str, most: usize) -> String {
    let fits = |&(start, sign): &(usize, char)| start + sign.len_utf8() <= most;
    let signs = text.char_indices().take_while(fits);
    signs.map(|(_, sign)| sign).collect()
}
