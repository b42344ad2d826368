//! GGF, the text record of game servers: `(;GM[Othello]PB[..]PW[..]BO[8 <64 squares> *]B[F5//1.2]W[D6];)`. A number before
//! the games of a line, as archives write it for synchronised games, is skipped.

use super::date;
use super::entry::GameEntry;
use super::form::{RecordForm, SIZE, moves, play, told_properties};
use super::game::{Game, Ply};
use super::limit::TimeLimit;
use super::position::Position;
use super::properties::{Property, escaped};
use super::record_error::RecordError;
use super::result::GameResult;
use crate::board::SquareError;
use kagetsu_kernel::{Side, quote};

/// How the properties of a game in GGF are understood.
pub const FORM: RecordForm = RecordForm(entry);

fn entry(properties: &[Property]) -> Result<GameEntry, RecordError> {
    let mut found = GameEntry::default();
    let mut number = 0;
    for property in properties {
        let value = property.value();
        match property.name.as_str() {
            "PB" => value.clone_into(&mut found.black),
            "PW" => value.clone_into(&mut found.white),
            "GM" if !is_othello(value) => {
                return Err(RecordError::Game {
                    name: quote(value),
                    hint: "",
                });
            }
            "TY" if is_anti(value) => return Err(RecordError::Anti(quote(value))),
            "PC" => value.clone_into(&mut found.place),
            "EV" => value.clone_into(&mut found.event),
            "DT" => found.date = date::from_ggf(value),
            "RB" => value.clone_into(&mut found.ratings[0]),
            "RW" => value.clone_into(&mut found.ratings[1]),
            "TI" => found.time = TimeLimit::from_ggf(value),
            "RE" => found.told_result = GameResult::from_ggf(value),
            "BO" => found.game = Game::from_position(board(value)?),
            "B" | "W" => {
                number += 1;
                play(&mut found.game, number, property, ply(value))?;
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Is this a name of the game, as `GM` of GGF gives it?
pub(crate) fn is_othello(name: &str) -> bool {
    ["othello", "reversi"]
        .iter()
        .any(|known| name.trim().eq_ignore_ascii_case(known))
}

/// Is this the type of a game in which fewer discs win? Servers write types such as `8`, `s8r18` (synchronised, 18 random
/// discs) and `8a`.
fn is_anti(kind: &str) -> bool {
    kind.contains(['a', 'A'])
}

/// A start board: its size, its squares, the side to move.
fn board(value: &str) -> Result<Position, RecordError> {
    let value = value.trim();
    let (size, signs) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if size != SIZE {
        return Err(RecordError::Size(quote(size)));
    }
    signs.parse().map_err(RecordError::Picture)
}

/// A square and what is told of the move behind it, or a pass.
///
/// # Errors
/// It is neither.
pub fn ply(value: &str) -> Result<Ply, SquareError> {
    let name = value.split('/').next().unwrap_or_default().trim();
    if is_pass(name) {
        return Ok(Ply::Pass);
    }
    name.parse().map(Ply::Move)
}

/// Does the record tell the whole time of the players? GGF knows an increment and an extension, and no other overtime.
pub(crate) fn keeps_time(entry: &GameEntry) -> bool {
    TimeLimit::from_ggf(&entry.time.ggf()) == entry.time
}

/// Does the record tell the result of the game? GGF knows no winner without a number of discs.
pub(crate) fn keeps_result(entry: &GameEntry) -> bool {
    let result = entry.result();
    result.is_none_or(|result| result.discs().is_some())
}

/// The record on one line.
pub fn text(entry: &GameEntry) -> String {
    let [black_rating, white_rating] = &entry.ratings;
    let told = told_properties([
        ("PC", &*entry.place),
        ("EV", &entry.event),
        ("DT", &entry.date),
        ("RB", black_rating),
        ("RW", white_rating),
        ("TI", &entry.time.ggf()),
    ]);
    let [black, white] = [&entry.black, &entry.white].map(|name| escaped(name));
    let result = entry
        .result()
        .map_or_else(|| "?".to_owned(), GameResult::ggf);
    let start = entry.game.start();
    let board = start.signs().replace('X', "*");
    let side = if start.side() == Side::Black {
        '*'
    } else {
        'O'
    };
    let moves = moves(&entry.game, |letter, ply| {
        format!("{letter}[{}]", ply.to_string().to_ascii_uppercase())
    });
    format!(
        "(;GM[Othello]{told}PB[{black}]PW[{white}]RE[{result}]TY[{SIZE}]BO[{SIZE} {board} {side}]{moves};)"
    )
}

/// Is this a pass, as GGF, SGF, `NBoard` and GTP write it?
pub(super) fn is_pass(name: &str) -> bool {
    ["PA", "PASS", "PS"]
        .iter()
        .any(|pass| name.eq_ignore_ascii_case(pass))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::parse_moves;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let game = parse_moves(Position::START, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let written = GameEntry {
            black: "one]".into(),
            white: "two".into(),
            event: "three\\".into(),
            place: "GGS/os".into(),
            date: "2024-05-17".into(),
            ratings: ["1700.5".into(), "1650".into()],
            time: TimeLimit::from_ggf("15:00//02:00"),
            told_result: GameResult::from_ggf("+12.000:r"),
            game,
        };
        assert_eq!(FORM.read_first(&text(&written)), Ok(written.clone()));
        let twice = format!("{0}\n{0}", text(&written));
        assert_eq!(
            FORM.read(&twice),
            Ok(vec![Ok(written.clone()), Ok(written)])
        );
    }

    #[test]
    fn evaluations_and_times_of_moves_are_skipped() {
        let text = "(;GM[Othello]PC[NBoard]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.01/2.5]W[D6//1];)";
        assert_eq!(FORM.read_first(text).unwrap().game.moves_text(), "f5d6");
    }

    #[test]
    fn broken_games_are_refused() {
        for (text, part) in [
            ("(;GM[Othello", "the text ends before the game does"),
            ("(;GM[Amazons];)", "GM[Amazons] is not Othello"),
            (
                "(;GM[Othello]TY[s8ar18]B[F5];)",
                "TY[s8ar18] is anti-Othello",
            ),
            ("(;BO[10 --- *];)", "a board of size 10, not 8"),
            (
                "(;BO[8];)",
                "start board: a board has 64 squares, this one has 0",
            ),
            ("(;B[F5]B[D6];)", "move 2: black may not play d6"),
            ("(;B[Z5];)", "move 1: `Z5` is no square"),
        ] {
            let error = FORM.read(text).unwrap()[0].clone().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(FORM.read("nothing"), Err(RecordError::Nothing));
    }

    #[test]
    fn an_archive_of_synchronised_games_is_read_game_by_game() {
        let game = |moves: &str| format!("(;GM[Othello]DT[1063928478]RE[-64.000:t]{moves};)");
        let text = format!(
            "1 {}\n2 {} {}\n",
            game("B[f5]"),
            game("B[a1]"),
            game("B[c4]")
        );
        let found = FORM.read(&text).unwrap();
        let told: Vec<String> = found
            .into_iter()
            .map(|game| {
                game.map_or_else(
                    |error| error.to_string(),
                    |game| game.game.moves_text() + &game.date,
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "f52003-09-18",
                "move 1: black may not play a1",
                "c42003-09-18"
            ]
        );
    }
}
