//! A study as SGF with variations: comments are `C[]`, marks `TR`, `SQ`, `CR` and `MA`.

use kagetsu_notation::{OPENING_COMMENT, SgfMainLine, read_sgf_tree, write_sgf_tree};

use crate::game::Refusal;
use crate::registry::GomokuSgf;
use crate::session::Session;

use super::plain::{Tree, TreeMove};

/// What follows the time of a move in the comments of our own files of plain games.
const MILLISECONDS: &str = " ms";

fn is_time(text: &str) -> bool {
    let number = text.strip_suffix(MILLISECONDS);
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Takes out what our own files of plain games say of the moves: that the first ones are of the opening, and, where nothing
/// else is written, the times.
fn forget_stamps(tree: &mut Tree) {
    let is_opening = |mv: &&TreeMove| mv.note.text == OPENING_COMMENT;
    let opening = tree.moves.iter().take_while(is_opening).count();
    let (given, others) = tree.moves.split_at_mut(opening);
    for mv in given {
        mv.note.text.clear();
    }
    let says_nothing = |mv: &TreeMove| mv.note.text.is_empty() || is_time(&mv.note.text);
    if tree.note.text.is_empty() && others.iter().all(says_nothing) {
        for mv in others {
            mv.note.text.clear();
        }
    }
}

/// The game of a session with its study as the text of an SGF file.
///
/// # Errors
/// [`Refusal::NotInThisForm`] for other games.
pub(crate) fn write(session: &Session, tree: &Tree) -> Result<String, Refusal> {
    let game = GomokuSgf::of(session)?;
    let is_pass = |&&(_, point): &&(_, Option<_>)| point.is_none();
    let stones = game.moves.len() - game.moves.iter().filter(is_pass).count();
    let line = SgfMainLine {
        moves: stones,
        opening: game.opening,
        passes: game.moves.iter().rev().take_while(is_pass).count(),
    };
    Ok(write_sgf_tree(&game.root, tree, line))
}

/// The study of the first game of an SGF text; nothing for other texts.
pub(crate) fn read(text: &str) -> Option<Tree> {
    let mut tree = read_sgf_tree(text)?;
    forget_stamps(&mut tree);
    Some(tree)
}
