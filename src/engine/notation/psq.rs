//! Games in Piskvork's format, `*.psq`: a head line, a line `x,y,ms` for each move with both coordinates from one, the
//! names of the engines, and a code. Files of the official tournament have a last line with the result and the name of
//! the tournament.
//!
//! A move line must hold nothing else, because Piskvork stops reading at other text. Further information about the
//! moves is therefore written at the end of the file, in lines that begin with a semicolon. Readers ignore them.

use std::fmt::Write;

use crate::record::{GameRecord, GameResult, MovesError};
use crate::rule_names;
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows, UnsupportedSize};

use super::text::{blank_controls, describe_move};

const HEAD: &str = "Piskvorky";
/// Fields of the head line: both players are programs, and the first one began.
const PLAYERS: &str = "11:11, 0";
/// Begins the line with the rule.
const RULE_LINE: &str = "; rule ";
/// How a line begins that other programs pass over.
const COMMENT: char = ';';
/// The code of a finished game.
const ENDED: &str = "-1";

/// A game that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqGame {
    /// The board.
    pub size: BoardSize,
    /// The moves. They are on the board, but may be illegal.
    pub moves: Vec<Point>,
    /// Time for each move in milliseconds. 0 if none is given.
    pub ms: Vec<u64>,
    /// Names of the player that began and of the other one, if there are any.
    pub names: Option<[String; 2]>,
    /// The rule, if the file says it: in the name of its tournament, or in a line that this program writes.
    pub rule: Option<Rule>,
    /// The result, if the file has it.
    pub result: Option<GameResult>,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqError {
    /// The first line is not the head line of a game.
    #[error("a game begins with a line such as 'Piskvorky 15x15, 11:11, 0'")]
    Head,
    /// The board cannot be used.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// A move line is malformed.
    #[error("line {line} is not a move x,y,ms with x and y from one")]
    Move {
        /// Its number, from one.
        line: usize,
    },
    /// Another game follows.
    #[error("line {line} begins a second game: a file holds one")]
    Second {
        /// Its number, from one.
        line: usize,
    },
}

impl PsqError {
    /// Number of the faulty line, from one.
    pub const fn line(&self) -> usize {
        match self {
            Self::Head | Self::Size(_) => 1,
            Self::Move { line } | Self::Second { line } => *line,
        }
    }
}

/// One game as the text of a file. `event` is the name of the tournament. The lines with the code and the result are left
/// out while a game has no result.
///
/// # Errors
/// When the moves of the record are damaged.
pub fn write_psq(record: &GameRecord, event: &str) -> Result<String, MovesError> {
    let mut text = format!("{HEAD} {0}x{0}, {PLAYERS}\n", record.size);
    let points = record.points()?;
    let size = BoardSize::square(record.size)?;
    // Strings take all text.
    for (index, point) in points.iter().enumerate() {
        let ms = record.ms.get(index).copied().unwrap_or_default();
        let _ = writeln!(text, "{},{},{ms}", point.x() + 1, point.y() + 1);
    }
    for name in [&record.black, &record.white] {
        let _ = writeln!(text, "{}", blank_controls(name));
    }
    let winner = match record.result {
        GameResult::Draw => Some(0),
        GameResult::Black => Some(1),
        GameResult::White => Some(2),
        GameResult::Unfinished => None,
    };
    if let Some(winner) = winner {
        let _ = writeln!(text, "{ENDED}\n{winner},{}", blank_controls(event));
    }
    let _ = writeln!(text, "{RULE_LINE}{}", record.rule);
    for (index, point) in points.iter().enumerate() {
        let about = describe_move(record, index);
        let _ = writeln!(
            text,
            "; {} {} {about}",
            index + 1,
            Rows::FromBottom.name(*point, size)
        );
    }
    if let Some(fault) = &record.fault {
        let head = format!("{}: {}: {}", fault.engine, fault.kind, fault.detail);
        let _ = writeln!(text, "; {}", blank_controls(&head));
        for line in &fault.lines {
            let _ = writeln!(text, "; {}", blank_controls(line));
        }
    }
    Ok(text)
}

/// True if the text begins as a game in this format.
pub fn is_psq(text: &str) -> bool {
    text.trim_start()
        .get(..HEAD.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// Reads a game. After the names only the result and the rule are looked for.
///
/// # Errors
/// [`PsqError`] with the line that is wrong.
pub fn read_psq(text: &str) -> Result<PsqGame, PsqError> {
    let mut lines = text.lines().map(str::trim).enumerate();
    let (size, second_begins) = match lines.find(|(_, line)| !line.is_empty()) {
        Some((_, head)) if is_psq(head) => read_head(&head[HEAD.len()..])?,
        _ => return Err(PsqError::Head),
    };
    // A player may have the name of the program.
    let begins = |line: &str| is_psq(line) && read_head(&line[HEAD.len()..]).is_ok();
    if let Some((index, _)) = lines.clone().find(|(_, line)| begins(line)) {
        return Err(PsqError::Second { line: index + 1 });
    }
    let mut game = PsqGame {
        size,
        moves: Vec::new(),
        ms: Vec::new(),
        names: None,
        rule: None,
        result: None,
    };
    while let Some((index, line)) = lines.next() {
        if let Some((point, ms)) = read_move(line, size) {
            game.moves.push(point);
            game.ms.push(ms);
            continue;
        }
        let mut rest = lines.clone().map(|(_, line)| line);
        // Two lines before a code are names, whatever they look like, and even if one is empty. So are two before the rule: our
        // own files have no code while a game has no result.
        let mut next = rest.clone();
        let (second, third) = (next.next(), next.next());
        let is_end = |third: &str| is_code(third) || !is_code(line) && third.starts_with(RULE_LINE);
        let has_names = second.is_some_and(|second| read_move(second, size).is_none())
            && third.is_some_and(is_end);
        if line.is_empty() && !has_names {
            continue;
        }
        // The line after the moves is a name or a code. Neither begins like a move.
        let first = line.split_once(',').map(|(first, _)| first.trim());
        if has_names || first.is_none_or(|first| first.parse::<i64>().is_err()) {
            (game.result, game.rule) = if has_names || is_name(line) {
                game.names = rest.next().and_then(|second| names(line, second));
                ending(rest, second_begins)
            } else {
                ending(std::iter::once(line).chain(rest), second_begins)
            };
            if second_begins && let Some([first, second]) = &mut game.names {
                std::mem::swap(first, second);
            }
            break;
        }
        return Err(PsqError::Move { line: index + 1 });
    }
    Ok(game)
}

/// The result and the rule in the lines after the names. The last line of a tournament is the number of the winner and
/// its name.
fn ending<'t>(
    lines: impl Iterator<Item = &'t str>,
    second_begins: bool,
) -> (Option<GameResult>, Option<Rule>) {
    let (mut result, mut rule) = (None, None);
    for line in lines {
        if let Some(name) = line.strip_prefix(RULE_LINE) {
            rule = name.trim().parse().ok().or(rule);
        } else if let Some((winner, event)) = line.split_once(',')
            && result.is_none()
        {
            let side = if second_begins {
                Side::White
            } else {
                Side::Black
            };
            result = match winner.trim() {
                "0" => Some(GameResult::Draw),
                "1" => Some(GameResult::win(side)),
                "2" => Some(GameResult::win(side.opponent())),
                _ => continue,
            };
            rule = rule_names::find(event).map(|named| named.rule).or(rule);
        }
    }
    (result, rule)
}

/// Is the line after the moves the name of a player, and neither a code nor one of what our own files say beside?
fn is_name(line: &str) -> bool {
    !is_code(line) && !line.starts_with(COMMENT)
}

fn is_code(line: &str) -> bool {
    line.parse::<i64>().is_ok()
}

fn names(first: &str, second: &str) -> Option<[String; 2]> {
    let names = [first, second];
    let is_any = names.iter().any(|name| !name.is_empty());
    is_any.then(|| names.map(str::to_string))
}

/// Reads the size in ` 15x15, 11:11, 0`, and whether the last field says that the second player began. The levels of the
/// players are ignored.
fn read_head(text: &str) -> Result<(BoardSize, bool), PsqError> {
    let mut fields = text.split(',').map(str::trim);
    let sides = fields.next().unwrap_or_default();
    let (width, height) = sides.split_once('x').ok_or(PsqError::Head)?;
    let length = |digits: &str| digits.trim().parse().map_err(|_| PsqError::Head);
    let size = BoardSize::new(length(width)?, length(height)?)?;
    Ok((size, fields.nth(1) == Some("1")))
}

fn read_move(line: &str, size: BoardSize) -> Option<(Point, u64)> {
    let mut fields = line.split(',').map(str::trim);
    let mut coordinate = || fields.next()?.parse::<usize>().ok()?.checked_sub(1);
    let point = size.point(coordinate()?, coordinate()?)?;
    let ms = match fields.next() {
        Some(ms) => ms.parse().ok()?,
        None => 0,
    };
    fields.next().is_none().then_some((point, ms))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;
    use crate::record::Reason;
    use crate::text::samples::{faulty_game, games};

    #[test]
    fn a_game_is_written_as_piskvork_does() {
        let expected = "Piskvorky 15x15, 11:11, 0
8,8,0
9,7,0
10,6,345
1,15,1
old [1]
new \\ \"2\"
-1
2,Cup
; rule renju
; 1 h8 opening
; 2 i9 opening
; 3 j10 score -12, depth 9, 345 ms
; 4 a1 1 ms
; old [1]: time: 1300 ms for a move of 1000 ms
; > TURN 0,0
; < MESSAGE a]b\\c
";
        assert_eq!(write_psq(&faulty_game(), "Cup").as_deref(), Ok(expected));
    }

    #[test]
    fn result_and_rule_are_read_where_nobody_has_a_name() {
        let text = "\n\nPiskvorky 15x15, 11:11, 0\n8,8,0\n-1\n1,renju league\n";
        let game = read_psq(text).expect("a game");
        assert_eq!(
            (game.names, game.result, game.rule),
            (None, Some(GameResult::Black), Some(Rule::Renju))
        );
        let mut own = faulty_game();
        (own.black, own.white) = (String::new(), String::new());
        for result in [GameResult::White, GameResult::Unfinished] {
            own.result = result;
            let text = write_psq(&own, "Cup").expect("the moves are points");
            let game = read_psq(&text).expect("our own file");
            assert_eq!((game.names, game.rule), (None, Some(Rule::Renju)), "{text}");
            assert_eq!(game.result.unwrap_or(GameResult::Unfinished), result);
        }
    }

    #[test]
    fn a_name_is_read_where_the_other_is_missing() {
        let mut own = faulty_game();
        for names in [["", "White"], ["Black", ""]].map(|names| names.map(str::to_string)) {
            [own.black, own.white] = names.clone();
            for result in [GameResult::White, GameResult::Unfinished] {
                own.result = result;
                let text = write_psq(&own, "Cup").expect("the moves are points");
                let game = read_psq(&text).expect("our own file");
                assert_eq!(game.names.as_ref(), Some(&names), "{text}");
                assert_eq!(game.rule, Some(Rule::Renju), "{text}");
            }
        }
    }

    #[test]
    fn names_are_those_that_stand_before_the_code() {
        let head = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
        for (end, expected) in [
            ("\nWhite\n-1\n1,Cup\n", ["", "White"]),
            ("2,Go\nWhite\n-1\n1,Cup\n", ["2,Go", "White"]),
            ("Piskvorky\nWhite\n-1\n1,Cup\n", ["Piskvorky", "White"]),
        ] {
            let game = read_psq(&format!("{head}{end}")).expect("a game");
            assert_eq!(game.names, Some(expected.map(str::to_string)));
            assert_eq!(
                (game.moves.len(), game.result),
                (2, Some(GameResult::Black))
            );
        }
        // A blank line between moves, and a wrong move before the last one.
        let game = read_psq(&format!("{head}\n7,7,0\n-1\n")).expect("a game");
        assert_eq!((game.moves.len(), game.names), (3, None));
        let wrong = read_psq(&format!("{head}99,9,0\n7,7,0\n-1\n"));
        assert_eq!(wrong, Err(PsqError::Move { line: 4 }));
        let both = read_psq(&format!("{head}-1\n{head}"));
        assert_eq!(both, Err(PsqError::Second { line: 5 }));
    }

    #[test]
    fn a_game_without_a_result_has_no_line_for_it() {
        let mut game = faulty_game();
        (game.result, game.reason, game.fault) = (GameResult::Unfinished, Reason::Unfinished, None);
        let text = write_psq(&game, "Cup").expect("the moves are points");
        let after = text.split_once("new \\ \"2\"\n").expect("the names").1;
        assert!(after.starts_with("; rule renju\n; 1 h8"), "{text}");
        let again = read_psq(&text).expect("our own file");
        assert_eq!(Ok(again.moves), game.points());
        assert!(again.names.is_some());
    }

    proptest! {
        #[test]
        fn games_round_trip(game in games()) {
            let text = write_psq(&game, "Cup").expect("the moves are points");
            let again = read_psq(&text).expect("our own file");
            prop_assert_eq!(Ok(again.moves), game.points());
            prop_assert_eq!(&again.ms, &game.ms);
            prop_assert_eq!(again.size, BoardSize::square(game.size).expect("a legal size"));
            let [black, white] = again.names.expect("two names");
            prop_assert_eq!((black.as_str(), white.as_str()), (game.black.trim(), game.white.trim()));
            let crlf = read_psq(&text.replace('\n', "\r\n")).expect("other line ends");
            prop_assert_eq!(Ok(crlf.moves), game.points());
        }

        #[test]
        fn no_text_is_fatal(text in "(?s).{0,80}", near in "[0-9,\\- x:\n]{0,60}") {
            let _ = read_psq(&text);
            let _ = read_psq(&format!("{HEAD} {near}"));
            let _ = read_psq(&format!("{HEAD} 15x15, 0:0, 0\n{near}"));
        }
    }

    #[test]
    fn games_without_names_or_times_are_read() {
        let game = read_psq("Piskvorky 20x15, 0:1, 1\r\n20,15\n1, 1, 7\n\n0\n").expect("a game");
        assert_eq!(game.size.to_string(), "20x15");
        assert_eq!(game.moves, [Point::at(19, 14), Point::at(0, 0)]);
        assert_eq!(game.ms, [0, 7]);
        assert_eq!(game.names, None);
    }

    #[test]
    fn the_name_of_the_player_that_began_comes_first() {
        for (began, expected) in [(0, ["A", "B"]), (1, ["B", "A"])] {
            let text = format!("Piskvorky 15x15, 11:11, {began}\n8,8,0\nA\nB\n-1\n");
            let game = read_psq(&text).expect("a game");
            assert_eq!(game.names, Some(expected.map(str::to_string)));
        }
    }

    #[test]
    fn a_name_may_be_a_number() {
        for names in [["7", "B"], ["7", "8"], ["A", "8"]] {
            let [first, second] = names;
            let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{first}\n{second}\n-1\n2,Cup\n");
            let game = read_psq(&text).expect("a game");
            assert_eq!(game.names, Some(names.map(str::to_string)));
            assert_eq!(game.result, Some(GameResult::White));
        }
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, line) in [
            ("", 1),
            ("15x15", 1),
            ("Piskvorky", 1),
            ("Piskvorky 4x4, 0:0, 0", 1),
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0", 3),
            ("Piskvorky 15x15, 0:0, 0\n0,1,0", 2),
            ("Piskvorky 15x15, 0:0, 0\n8,8,x", 2),
            ("Piskvorky 15x15, 0:0, 0\n8,8,1,1", 2),
        ] {
            assert_eq!(
                read_psq(text).map_err(|error| error.line()),
                Err(line),
                "{text}"
            );
        }
    }
}
