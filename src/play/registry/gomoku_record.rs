//! Games of gomoku to and from files: SGF, Piskvork's psq, and the JSON lines of our tournaments. It knows the
//! engine's points because the formats are written in them.

use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_notation::reader::{Kind, Lines, ReadOptions, Source};
use kagetsu_notation::{GameRecord, GameResult, write_psq};

use crate::game::{Colour, Refusal, Step};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::session::{Position, Recorded, Session};

use super::format::{Format, ReadRecord, json_line, reason_of, refused_at};
use super::gomoku_sgf::{self, stones_of_opening};
use super::text_fault::of_gomoku;

/// Name of the event in games in Piskvork's form.
const EVENT: &str = "Kagetsu";

/// The game of a session as a record.
///
/// # Errors
/// [`Refusal::NotInThisForm`] for other games, and for rectangles, set-up stones and passes, which records do not hold.
fn to_record(session: &Session) -> Result<GameRecord, Refusal> {
    let (setup, game) = plain_game(session)?;
    let columns = usize::from(setup.width);
    let size = BoardSize::square(columns).map_err(|_| Refusal::NotInThisForm)?;
    let stones = game.stones().stones();
    let points: Vec<Point> = stones.iter().map(|&(at, _)| at.into()).collect();
    let taken = session.steps().iter();
    let moves = taken.filter(|taken| matches!(taken.step, Step::Move(_) | Step::Pick(_)));
    Ok(GameRecord {
        moves: Rows::FromBottom.names(&points, size, ""),
        opening: stones_of_opening(session, setup),
        ms: moves.map(|taken| taken.ms).collect(),
        ..session.record(setup.rule.into(), columns)
    })
}

/// A game whose colours lay stones in turn on a square that was empty: every form holds it.
fn plain_game(session: &Session) -> Result<(&Setup, &Gomoku), Refusal> {
    let (setup, game) = session.gomoku().ok_or(Refusal::NotInThisForm)?;
    let mut steps = session.steps().iter();
    let is_plain = setup.width == setup.height
        && setup.stones.is_empty()
        && setup.to_move == Colour::Black
        && !steps.any(|taken| matches!(taken.step, Step::Pass));
    if is_plain {
        Ok((setup, game))
    } else {
        Err(Refusal::NotInThisForm)
    }
}

/// Does a form hold the game of a session?
pub(super) fn holds(session: &Session, format: Format) -> bool {
    format == Format::Sgf || plain_game(session).is_ok()
}

/// The game of a session as the text of a file.
///
/// # Errors
/// [`Refusal::NotInThisForm`] for other games, and for rectangles, set-up stones and passes, which only SGF holds.
pub(super) fn write(session: &Session, format: Format) -> Result<String, Refusal> {
    match format {
        Format::Sgf => gomoku_sgf::write(session),
        Format::Psq => write_psq(&to_record(session)?, EVENT).map_err(|_| Refusal::NotInThisForm),
        Format::Json => json_line(&to_record(session)?),
    }
}

/// Reads a game or a position of any kind that the reader knows. `rule` is taken where the text names none.
///
/// # Errors
/// [`Refusal`]
pub(super) fn read(text: &str, rule: Rule) -> Result<ReadRecord, Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::NoGame);
    }
    let source = Source::of_text(text);
    let first = |lines| {
        let read = first_game(&source, lines, rule)?;
        check(&read.position).map(|()| read)
    };
    match first(Lines::OneGame) {
        // Lines that are no game together are one each.
        Err(refused @ Refusal::TextMove { .. }) if source.kind() == Kind::Moves => {
            first(Lines::GameEach).map_err(|_| refused)
        }
        read => read,
    }
}

/// Reads a position on one line, which begins with its rule.
///
/// # Errors
/// [`Refusal`]; whether the moves are legal is not looked at.
pub(super) fn read_line(text: &str) -> Result<Position, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let source = Source::of_text(&line);
    if source.kind() != Kind::PageLine {
        return Err(Refusal::NoGame);
    }
    let read = first_game(&source, Lines::OneGame, Rule::default())?;
    Ok(read.position)
}

/// The first game of a collection. Whether its moves are legal is not looked at.
fn first_game(source: &Source<'_>, lines: Lines, rule: Rule) -> Result<ReadRecord, Refusal> {
    let options = ReadOptions {
        lines,
        ..ReadOptions::default()
    };
    let first = source.games(&options).next().ok_or(Refusal::NoGame)?;
    let game = first.map_err(|error| of_gomoku(error.fault))?;
    let size = game.start.size();
    if !game.start.blocked().is_empty() {
        return Err(Refusal::NoStart);
    }
    let stones = game.start.stones().iter();
    let setup = Setup {
        height: size.height() as u8,
        stones: stones.map(|&(point, side)| (point.into(), side)).collect(),
        to_move: game.start.side_to_move(),
        ..Setup::square(
            if game.has_rule {
                game.start.rule()
            } else {
                rule
            },
            size.width() as u8,
        )
    };
    let steps = game.steps.into_iter().map(|step| match step {
        Some(point) => Step::stone(point.into()),
        None => Step::Pass,
    });
    Ok(ReadRecord {
        position: Position {
            setup: setup.into(),
            steps: steps.collect(),
        },
        recorded: Recorded {
            names: game.names,
            given: game.opening,
            ms: game.ms,
            result: game.result.unwrap_or(GameResult::Unfinished),
            reason: reason_of(game.win),
        },
    })
}

/// Can the moves be played?
fn check(position: &Position) -> Result<(), Refusal> {
    let mut game = position.setup.start()?;
    for (index, &step) in position.steps.iter().enumerate() {
        game.play(step).map_err(refused_at(index + 1))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kagetsu_notation::Reason;
    use kagetsu_notation::jsonl::read_records;

    use super::*;
    use crate::game::{Choice, Seat, Spot};
    use crate::opening::Procedure;
    use crate::session::Occupant;

    fn begun(setup: Setup) -> Session {
        let seats = [Occupant::Person, Occupant::Guest("张三".to_string())];
        Session::untimed(setup.into(), seats)
    }

    fn played(rule: Rule, moves: &[&str]) -> Session {
        let mut session = begun(Setup::square(rule, 15));
        lay(&mut session, moves);
        session
    }

    fn lay(session: &mut Session, moves: &[&str]) {
        for text in moves {
            let at = session.game().read_move(text).expect("a point");
            let seat = session.to_act().expect("the game goes on");
            session.act(seat, Step::Move(at)).expect("a legal move");
        }
    }

    fn setup_of(loaded: &ReadRecord) -> &Setup {
        loaded.position.setup.gomoku().expect("a game of gomoku")
    }

    const MOVES: [&str; 9] = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"];

    #[test]
    fn games_round_trip_in_every_format() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let session = played(rule, &MOVES);
            for format in [Format::Sgf, Format::Psq, Format::Json] {
                let text = write(&session, format).expect("it can be written");
                let loaded = read(&text, rule).expect("it can be read");
                let steps: Vec<_> = session.steps().iter().map(|taken| taken.step).collect();
                assert_eq!(loaded.position.steps, steps, "{text}");
                assert_eq!(loaded.position.setup, *session.setup());
            }
        }
    }

    #[test]
    fn a_result_stands_in_the_file() {
        let session = played(Rule::Freestyle, &MOVES);
        let text = write(&session, Format::Sgf).expect("it can be written");
        assert!(text.contains("RE[B+]"), "{text}");
        // A game outside tournaments has neither an event nor a number in it.
        assert!(!text.contains("EV[") && !text.contains("GN["), "{text}");
        let mut session = played(Rule::Freestyle, &MOVES[..3]);
        assert!(session.resign(Seat::First).is_ok());
        let text = write(&session, Format::Sgf).expect("it can be written");
        assert!(text.contains("RE[W+Resign]"), "{text}");
        let text = write(&session, Format::Json).expect("it can be written");
        assert!(text.contains("\"reason\":\"resigned\""), "{text}");
    }

    #[test]
    fn the_stones_of_an_opening_procedure_are_told_apart_and_sgf_has_no_times() {
        let setup = Setup::square(Rule::Freestyle, 15).with_opening(Procedure::Swap2);
        let mut session = begun(setup);
        lay(&mut session, &["h8", "i9", "j10"]);
        let choice = Step::Choose(Choice::Keep);
        session.act(Seat::Second, choice).expect("it is asked");
        lay(&mut session, &["g7"]);
        assert_eq!(to_record(&session).expect("a record").opening, 3);
        let text = write(&session, Format::Sgf).expect("it can be written");
        assert_eq!(text.matches("]C[opening]").count(), 3, "{text}");
        assert!(text.contains("GC[opening procedure swap2]"), "{text}");
        assert!(!text.contains(" ms]"), "{text}");
    }

    #[test]
    fn an_unfinished_game_has_no_result() {
        let session = played(Rule::Freestyle, &MOVES[..3]);
        let text = write(&session, Format::Sgf).expect("it can be written");
        assert!(!text.contains("RE["), "{text}");
        let text = write(&session, Format::Psq).expect("it can be written");
        assert!(!text.contains(&format!(",{EVENT}")), "{text}");
        let text = write(&session, Format::Json).expect("it can be written");
        let read = read_records(text.as_bytes()).expect("records");
        let ends: Vec<_> = read
            .records
            .iter()
            .map(|game| (game.result, game.reason))
            .collect();
        assert_eq!(ends, [(GameResult::Unfinished, Reason::Unfinished)]);
    }

    #[test]
    fn the_rule_is_that_of_the_first_game() {
        let rule = |text| setup_of(&read(text, Rule::Freestyle).expect("a game")).rule;
        let first = "(;GM[4];B[hh]C[RU[renju\\]])(;GM[4]RU[renju];B[hh])";
        assert_eq!(rule(first), Rule::Freestyle);
        assert_eq!(rule("(;GM[4]RU[renju];B[hh])"), Rule::Renju);
    }

    #[test]
    fn positions_of_every_kind_are_opened() {
        let stones = |text: &str| {
            let loaded = read(text, Rule::Renju).expect(text);
            let setup = setup_of(&loaded);
            (setup.stones.len(), loaded.position.steps.len(), setup.rule)
        };
        assert_eq!(
            stones("(;GM[4]SZ[15]AB[hh][ii]AW[jj]PL[W];W[kk])"),
            (3, 1, Rule::Renju)
        );
        assert_eq!(stones("  1 H8   2 I9\n  3 J10\n"), (0, 3, Rule::Renju));
        assert_eq!(stones("caro 15 h8 pass i9"), (0, 3, Rule::Caro));
        assert_eq!(
            stones(".....\n..X..\n..O..\n.....\n....."),
            (2, 0, Rule::Renju)
        );
        assert_eq!(stones("BOARD\n7,7,2\nDONE"), (1, 0, Rule::Renju));
        assert_eq!(stones("https://example.org/#/h8i9"), (0, 2, Rule::Renju));
    }

    #[test]
    fn of_lines_that_are_a_game_each_the_first_is_opened() {
        let moves = |text: &str| {
            let loaded = read(text, Rule::Freestyle).expect(text);
            loaded.position.steps.len()
        };
        assert_eq!(moves("h8i9j10\nh8i10\n"), 3);
        assert_eq!(moves("h8 i9\nj10 k11\n"), 4);
        assert!(read("h8h8", Rule::Freestyle).is_err());
        for empty in ["", " \n"] {
            assert_eq!(read(empty, Rule::Freestyle), Err(Refusal::NoGame));
        }
    }

    #[test]
    fn bad_files_and_unsuitable_games_are_refused() {
        for text in ["(", "{}", "(;GM[1])", "(;GM[4]SZ[99])", "Piskvorky"] {
            assert!(read(text, Rule::Freestyle).is_err(), "{text}");
        }
        let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox";
        assert_eq!(read(full, Rule::Freestyle), Err(Refusal::NoStart));
        let twice = "(;GM[4]SZ[15];B[hh];W[hh])";
        assert!(matches!(
            read(twice, Rule::Freestyle),
            Err(Refusal::TextMove { number: 2, .. } | Refusal::Text(_))
        ));
        let mut session = played(Rule::Freestyle, &MOVES[..2]);
        assert!(session.act(Seat::First, Step::Pass).is_ok());
        assert!(write(&session, Format::Psq).is_err());
        assert!(write(&session, Format::Json).is_err());
    }

    #[test]
    fn sgf_holds_rectangles_set_up_stones_and_passes() {
        let setup = Setup {
            height: 12,
            stones: vec![
                (Spot { x: 7, y: 7 }, Colour::Black),
                (Spot { x: 8, y: 7 }, Colour::White),
                (Spot { x: 9, y: 7 }, Colour::White),
            ],
            to_move: Colour::White,
            ..Setup::square(Rule::Renju, 15)
        };
        let mut session = begun(setup);
        for text in ["a1", "pass", "a2", "b2"] {
            let step = match text {
                "pass" => Step::Pass,
                text => Step::Move(session.game().read_move(text).expect("a point")),
            };
            let seat = session.to_act().expect("the game goes on");
            session.act(seat, step).expect("a legal step");
        }
        for format in [Format::Sgf, Format::Psq, Format::Json] {
            assert_eq!(holds(&session, format), write(&session, format).is_ok());
        }
        let text = write(&session, Format::Sgf).expect("it can be written");
        assert!(
            text.contains("SZ[15:12]") && text.contains("AB[hh]AW[ih][jh]PL[W]"),
            "{text}"
        );
        let loaded = read(&text, Rule::Freestyle).expect("it can be read");
        let steps: Vec<_> = session.steps().iter().map(|taken| taken.step).collect();
        assert_eq!(loaded.position.steps, steps, "{text}");
        assert_eq!(loaded.position.setup, *session.setup());
        // The players have chosen all moves.
        assert_eq!(loaded.recorded.given, 0, "{text}");
    }
}
