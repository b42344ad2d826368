//! A study as SGF with variations: comments are `C[]`, marks `TR`, `SQ`, `CR` and `MA`.

use kagetsu_notation::{
    OPENING_COMMENT, SgfMark, SgfMove, SgfNote, SgfTree, read_sgf_tree, write_sgf_tree,
};

use crate::registry::{GomokuSgf, RecordError};
use crate::session::Session;

use super::mark::{Mark, Note};
use super::plain::{Tree, TreeMove};

/// What follows the time of a move in the comments of our own files of plain games.
const MILLISECONDS: &str = " ms";

const fn sgf_mark(mark: Mark) -> SgfMark {
    match mark {
        Mark::Triangle => SgfMark::Triangle,
        Mark::Square => SgfMark::Square,
        Mark::Circle => SgfMark::Circle,
        Mark::Cross => SgfMark::Cross,
    }
}

const fn mark(mark: SgfMark) -> Mark {
    match mark {
        SgfMark::Triangle => Mark::Triangle,
        SgfMark::Square => Mark::Square,
        SgfMark::Circle => Mark::Circle,
        SgfMark::Cross => Mark::Cross,
    }
}

fn sgf_note(note: &Note) -> SgfNote {
    let marks = note.marks.iter();
    SgfNote {
        comment: note.text.clone(),
        marks: marks.map(|&(at, of)| (at.into(), sgf_mark(of))).collect(),
    }
}

/// The note, without what our own files of plain games say of a move: its time, or that it is one of the opening.
fn note(read: &SgfNote) -> Note {
    let text = read.comment.trim_end();
    let time = text.strip_suffix(MILLISECONDS);
    let is_time = time.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let mut note = Note {
        text: if is_time || text == OPENING_COMMENT {
            String::new()
        } else {
            text.to_string()
        },
        marks: Vec::new(),
    };
    for &(at, of) in &read.marks {
        let at = at.into();
        if note.marks.iter().all(|&(known, _)| known != at) {
            note.toggle(at, mark(of));
        }
    }
    note
}

/// The game of a session with its study as the text of an SGF file.
///
/// # Errors
/// [`RecordError::Unsuitable`] for other games, and for games with passes, which no study has.
pub(crate) fn write(session: &Session, tree: &Tree) -> Result<String, RecordError> {
    let game = GomokuSgf::of(session)?;
    if game.moves.iter().any(|(_, point)| point.is_none()) {
        return Err(RecordError::Unsuitable(
            "a side passed, and there are notes or variations",
        ));
    }
    // The game stands before its variations.
    let given = &game.moves[..game.opening.min(game.moves.len())];
    let moves = tree.moves.iter().enumerate().map(|(index, mv)| {
        let (mut note, point) = (sgf_note(&mv.note), mv.at.into());
        let is_given = given.get(index).is_some_and(|&(_, own)| own == Some(point));
        if is_given && note.comment.is_empty() {
            note.comment = OPENING_COMMENT.to_string();
        }
        SgfMove {
            parent: mv.parent,
            side: mv.colour.into(),
            point,
            note,
        }
    });
    let tree = SgfTree {
        note: sgf_note(&tree.note),
        moves: moves.collect(),
    };
    Ok(write_sgf_tree(&game.root, &tree))
}

/// The study of the first game of an SGF text; nothing for other texts.
pub(crate) fn read(text: &str) -> Option<Tree> {
    let read = read_sgf_tree(text.trim_start_matches('\u{feff}'))?;
    let moves = read.moves.iter().map(|mv| TreeMove {
        parent: mv.parent,
        at: mv.point.into(),
        colour: mv.side.into(),
        note: note(&mv.note),
    });
    Some(Tree {
        note: note(&read.note),
        moves: moves.collect(),
    })
}
