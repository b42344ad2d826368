//! What is wrong with a text, as a refusal: the errors of whoever reads it are in English only, and speak to commands.

use kagetsu_gomoku::board::PositionError;
use kagetsu_gomoku::geometry::ParsePointError;
use kagetsu_notation::position_text::PositionTextError;
use kagetsu_notation::reader::ReadFault;
use kagetsu_notation::sgf::{SgfFault, game_name};
use kagetsu_notation::{JournalError, MovesError, PsqError};
use kagetsu_reversi::record::{MoveError, MoveListError, RecordError};

use crate::game::{Refusal, cut_name};

use super::format::refused_at;

/// A text that is no game, and why. What speaks of the text itself says enough.
pub(super) fn no_game(why: Refusal) -> Refusal {
    match why {
        Refusal::NoGame | Refusal::TextMove { .. } => why,
        why => Refusal::Text(Box::new(why)),
    }
}

/// The game that a record in SGF names.
fn other_game(number: &str) -> Refusal {
    Refusal::OtherGame(format!("GM[{number}]{}", game_name(number.trim())))
}

/// A fault of a text that may be of Gomoku.
pub(super) fn of_gomoku(fault: ReadFault) -> Refusal {
    no_game(match fault {
        ReadFault::Form
        | ReadFault::Json(_)
        | ReadFault::NoMoves
        | ReadFault::Link
        | ReadFault::Nothing
        | ReadFault::Journal(JournalError::OtherLines { .. }) => Refusal::NoGame,
        ReadFault::TooLarge(_) | ReadFault::TooMany(_) => Refusal::TooLarge,
        ReadFault::Text(fault) => of_text(fault),
        ReadFault::Sgf(fault) => of_sgf(fault),
        ReadFault::Psq(PsqError::Size(size)) | ReadFault::Moves(MovesError::Size(size)) => {
            Refusal::Size(size.side())
        }
        ReadFault::Psq(fault) => Refusal::Damaged(Some(fault.line())),
        ReadFault::Moves(MovesError::Point(point)) => of_point(point),
        ReadFault::Moves(MovesError::OtherGame(rules)) => Refusal::OtherGame(rules.to_string()),
        ReadFault::Journal(JournalError::Damaged { line, .. }) => Refusal::Damaged(Some(line)),
        ReadFault::Journal(JournalError::Schema { .. }) => Refusal::OtherVersion,
        _ => Refusal::Damaged(None),
    })
}

fn of_text(fault: PositionTextError) -> Refusal {
    use PositionTextError as Fault;
    match fault {
        Fault::PageWord(part)
        | Fault::Offset(part)
        | Fault::NoMove(part)
        | Fault::Stray(part)
        | Fault::Start(part)
        | Fault::AfterDone(part)
        | Fault::Sign { row: part, .. }
        | Fault::RowLength { row: part, .. } => Refusal::TextPart(part),
        Fault::Point(point) => of_point(point),
        Fault::Position {
            word,
            source: PositionError::Occupied(_),
        } => Refusal::Occupied(word),
        Fault::Position {
            word,
            source: PositionError::OffBoard(..),
        }
        | Fault::OffBoard { point: word, .. } => Refusal::OffBoard(word),
        Fault::Size(size) => Refusal::Size(size.side()),
        Fault::SmallPicture { .. } => Refusal::NoBoard,
        _ => Refusal::Damaged(None),
    }
}

/// A word where a point is due. What has the form of a point, such as `z9` or `99,7`, is outside the board.
fn of_point(point: ParsePointError) -> Refusal {
    let word = point.text;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit());
    let has_numbers = |(x, y): (&str, &str)| is_number(x) && is_number(y);
    let is_name = matches!(cut_name(&word), Some((_, "")));
    if is_name || word.split_once(',').is_some_and(has_numbers) {
        Refusal::OffBoard(word)
    } else {
        Refusal::TextPart(word)
    }
}

fn of_sgf(fault: SgfFault) -> Refusal {
    match fault {
        SgfFault::OtherGame { number } => other_game(&number),
        SgfFault::NoGame => Refusal::UntoldGame,
        SgfFault::Size(size) => Refusal::Size(size.side()),
        SgfFault::BadSize(_) => Refusal::NoBoard,
        SgfFault::Point { text, .. } => Refusal::OffBoard(text),
        SgfFault::Turn { number, .. } => refused_at(number)(Refusal::WrongSide),
        SgfFault::TooLong | SgfFault::TooLarge => Refusal::TooLarge,
        SgfFault::OpenText { line } | SgfFault::Sign { line, .. } => Refusal::Damaged(Some(line)),
        SgfFault::NoEnd | SgfFault::Form | SgfFault::SetUp | SgfFault::Pass(_) => {
            Refusal::Damaged(None)
        }
    }
}

/// A fault of a list of moves of Reversi.
pub(super) fn of_reversi_moves(fault: MoveListError) -> Refusal {
    match fault {
        MoveListError::Square { ply, word } => refused_at(ply)(Refusal::NotAMove(word)),
        MoveListError::Rules { ply, error } => refused_at(ply)(of_reversi_move(error)),
    }
}

/// A fault of a game of Reversi in SGF.
pub(super) fn of_reversi(fault: RecordError) -> Refusal {
    no_game(match fault {
        RecordError::Nothing => Refusal::NoGame,
        RecordError::Game { name, .. } => other_game(&name),
        RecordError::Rules { number, error } => refused_at(number)(of_reversi_move(error)),
        _ => Refusal::Damaged(None),
    })
}

fn of_reversi_move(error: MoveError) -> Refusal {
    match error {
        MoveError::Illegal { square, .. } => Refusal::NoFlip(square.to_string()),
        MoveError::Pass(_) => Refusal::NoPass,
        MoveError::Over => Refusal::GameOver,
    }
}
