//! SGF with `GM[2]`: `(;FF[4]GM[2]SZ[8]PB[..]PW[..];B[f5];W[d6])`. Squares are read as `f5` and as `fe`, and written as
//! players write them. A start board is given by `AB`, `AW` and `PL`.

use std::fmt::Write;

use super::entry::GameEntry;
use super::form::{RecordForm, SIZE, letter, moves, play, told_properties};
use super::game::{Game, Ply};
use super::ggf::is_pass;
use super::position::Position;
use super::properties::Property;
use super::record_error::RecordError;
use super::result::GameResult;
use crate::board::{Board, Square, SquareError, squares_of};
use kagetsu_kernel::{Side, quote};

/// The number of Othello among the games of SGF.
const GAME: &str = "2";
/// How the properties of a game in SGF are understood.
pub const FORM: RecordForm = RecordForm(entry);

/// A square as `f5`, or as two letters.
fn square(text: &str) -> Result<Square, SquareError> {
    let place = |letter: u8| usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'));
    match text.as_bytes() {
        &[column, row] if row.is_ascii_alphabetic() => Square::at(place(column), place(row)),
        _ => None,
    }
    .map_or_else(|| text.parse(), Ok)
}

/// What sets up a board before the first move.
#[derive(Default)]
struct Setup {
    halves: [u64; 2],
    side: Option<Side>,
}

fn entry(properties: &[Property]) -> Result<GameEntry, RecordError> {
    require_othello(properties)?;
    let mut found = GameEntry::default();
    let mut setup = Setup::default();
    let mut number = 0;
    for property in properties {
        let value = property.value();
        match property.name.as_str() {
            "PB" => value.clone_into(&mut found.black),
            "PW" => value.clone_into(&mut found.white),
            "EV" => value.clone_into(&mut found.event),
            "PC" => value.clone_into(&mut found.place),
            "DT" => value.trim().clone_into(&mut found.date),
            "BR" => value.clone_into(&mut found.ratings[0]),
            "WR" => value.clone_into(&mut found.ratings[1]),
            "TM" => found.time.seconds = seconds(value),
            "OT" => value.clone_into(&mut found.time.overtime),
            "RE" => found.told_result = GameResult::from_sgf(value),
            "PL" => setup.side = colour(value),
            "AB" | "AW" => {
                let half = usize::from(property.name == "AW");
                for value in &property.values {
                    let square = square(value);
                    let square = square.map_err(|error| RecordError::Square { number, error })?;
                    setup.halves[half] |= square.bit();
                }
            }
            "B" | "W" => {
                if number == 0 {
                    found.game = start(&setup)?;
                }
                number += 1;
                play(&mut found.game, number, property, ply(property.value()))?;
            }
            _ => {}
        }
    }
    if number == 0 {
        found.game = start(&setup)?;
    }
    Ok(found)
}

fn colour(value: &str) -> Option<Side> {
    match value.chars().next()?.to_ascii_uppercase() {
        'B' => Some(Side::Black),
        'W' => Some(Side::White),
        _ => None,
    }
}

/// Seconds of `TM`, whole ones.
fn seconds(value: &str) -> Option<u32> {
    let whole = value.trim().split('.').next().unwrap_or_default();
    whole.parse().ok()
}

fn require_othello(properties: &[Property]) -> Result<(), RecordError> {
    let value = |name: &str| {
        let property = properties.iter().find(|property| property.name == name);
        property.map(|property| property.value().trim().to_owned())
    };
    let found = value("GM").ok_or(RecordError::NoGame)?;
    if found != GAME {
        return Err(RecordError::Game {
            name: quote(&found),
            hint: ", which is GM[2]",
        });
    }
    match value("SZ") {
        Some(found) if found != SIZE => Err(RecordError::Size(quote(&found))),
        _ => Ok(()),
    }
}

fn start(setup: &Setup) -> Result<Game, RecordError> {
    let side = setup.side.unwrap_or(Side::Black);
    let halves = setup.halves;
    if halves == [0; 2] {
        return Ok(Game::default());
    }
    let board = Board::new(halves[side.index()], halves[side.opponent().index()])
        .map_err(|error| RecordError::Picture(error.to_string()))?;
    Ok(Game::from_position(Position::new(board, side)))
}

fn ply(value: &str) -> Result<Ply, SquareError> {
    let value = value.trim();
    if value.is_empty() || is_pass(value) {
        return Ok(Ply::Pass);
    }
    square(value).map(Ply::Move)
}

/// Does the record tell the whole result of the game? Of a game that ended early it does not tell the discs.
pub(crate) fn keeps_result(entry: &GameEntry) -> bool {
    let told = entry.told_result;
    told == told.and_then(|result| GameResult::from_sgf(&result.sgf()))
}

/// The record of a game, on one line.
pub fn text(entry: &GameEntry) -> String {
    let [black_rating, white_rating] = &entry.ratings;
    let seconds = entry.time.seconds.map(|seconds| seconds.to_string());
    let told = told_properties([
        ("PB", &*entry.black),
        ("PW", &entry.white),
        ("BR", black_rating),
        ("WR", white_rating),
        ("EV", &entry.event),
        ("PC", &entry.place),
        ("DT", &entry.date),
        ("TM", &seconds.unwrap_or_default()),
        ("OT", &entry.time.overtime),
        (
            "RE",
            &entry.result().map(GameResult::sgf).unwrap_or_default(),
        ),
    ]);
    let setup = setup_text(entry.game.start());
    let moves = moves(&entry.game, |letter, ply| match ply {
        Ply::Move(square) => format!(";{letter}[{square}]"),
        Ply::Pass => format!(";{letter}[]"),
    });
    format!("(;FF[4]GM[2]SZ[8]CA[UTF-8]{told}{setup}{moves})")
}

fn setup_text(start: Position) -> String {
    if start == Position::START {
        return String::new();
    }
    let mut text = String::new();
    for side in Side::BOTH {
        let discs = start.discs(side);
        if discs != 0 {
            text.push('A');
            text.push(letter(side));
        }
        for square in squares_of(discs) {
            // Writing to a string cannot fail.
            let _ = write!(text, "[{square}]");
        }
    }
    let _ = write!(text, "PL[{}]", letter(start.side()));
    text
}

#[cfg(test)]
mod tests {
    use super::super::limit::TimeLimit;
    use super::*;
    use crate::record::parse_moves;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut entry = GameEntry {
            black: "[one]".into(),
            white: String::new(),
            event: "cup".into(),
            place: "GGS/os".into(),
            date: "1999-07".into(),
            ratings: ["1700.5".into(), String::new()],
            time: TimeLimit {
                seconds: Some(900),
                overtime: "extension 02:00".into(),
            },
            told_result: GameResult::from_sgf("W+T"),
            game: parse_moves(Position::START, "f5d6c3d3c4f4f6f3e6e7").unwrap(),
        };
        assert_eq!(FORM.read_first(&text(&entry)), Ok(entry.clone()));
        let start = format!("OX{}XO O", "-".repeat(60));
        entry.game = Game::from_position(start.parse().unwrap());
        let written = format!("{}\n{0}", text(&entry));
        assert!(written.contains("AB[b1][g8]AW[a1][h8]PL[W]"), "{written}");
        assert_eq!(FORM.read(&written), Ok(vec![Ok(entry.clone()), Ok(entry)]));
    }

    #[test]
    fn squares_may_be_two_letters_and_passes_left_out() {
        let moves = |text: &str| FORM.read_first(text).unwrap().game.moves_text();
        assert_eq!(moves("(;GM[2];B[fe];W[df]C[well])"), "f5d6");
        // Black has no move at h1 and passes without being told.
        let text = "(;GM[2]AB[b1]AW[a1][c1]PL[B];B[d1];W[e1])";
        assert_eq!(moves(text), "d1e1");
    }

    #[test]
    fn broken_games_are_refused() {
        for (text, part) in [
            ("(;GM[1];B[fe])", "GM[1] is not Othello"),
            ("(;B[fe])", "it names no game"),
            ("(;GM[2]SZ[10])", "a board of size 10"),
            ("(;GM[2];B[f5];W[f5])", "move 2: white may not play f5"),
            ("(;GM[2];B[jj])", "move 1: `jj` is no square"),
            ("(;GM[2]AB[a1]AW[a1])", "discs of both sides on a1"),
            ("(;GM[2];B[fe]", "the text ends"),
            ("(;GM[2];B[f5];W[])", "white may not pass"),
        ] {
            let error = FORM.read_first(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
