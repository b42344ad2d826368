//! Games of any kind to and from files. Gomoku has the files of its field; the other games have the JSON object of our
//! tournaments, and Reversi an SGF as well.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use kagetsu_connect6::Turn;
use kagetsu_connect6::geometry::SIZE;
use kagetsu_notation::{Fault, GameRecord, GameResult, Reason, Ruleset, WinKind};
use kagetsu_reversi::board::SIDE;
use kagetsu_reversi::record::{
    Early, GameEntry, GameResult as ReversiResult, Position as ReversiPosition, sgf,
};

use crate::game::{Colour, EndReason, Kind, Refusal, Seat, Step};
use crate::gomoku::Rule;
use crate::session::{AnySetup, Event, Occupant, Position, Recorded, Session, TimeRules};
use crate::siblings::{Connect6, Reversi};

use super::format::{Format, ReadRecord, json_line, reason_of, refused_at};
use super::gomoku_record as gomoku;
use super::position;
use super::text_fault::{no_game, of_reversi};

/// The JSON object of a game other than gomoku, with the names that the records of our tournaments have. All such games are read
/// so, and those are written so that tournaments do not play.
#[derive(Serialize, Deserialize)]
struct PlainRecord {
    rule: Kind,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    result: Option<GameResult>,
    /// Why it is over where the board does not say it.
    #[serde(
        default,
        deserialize_with = "if_known",
        skip_serializing_if = "Option::is_none"
    )]
    reason: Option<Reason>,
    moves: String,
    #[serde(default)]
    ms: Vec<u64>,
    #[serde(
        default,
        deserialize_with = "if_known",
        skip_serializing_if = "Option::is_none"
    )]
    fault: Option<Fault>,
}

/// A value; none where it is of a kind that is not known here.
fn if_known<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// The record of our tournaments for a game other than gomoku, as a line of JSON.
fn line(session: &Session, rule: Ruleset, size: usize, moves: String) -> Result<String, Refusal> {
    json_line(&GameRecord {
        moves,
        ms: session.steps().iter().map(|taken| taken.ms).collect(),
        ..session.record(rule, size)
    })
}

/// The forms that hold the game of a session.
pub(crate) fn forms(session: &Session) -> Vec<Format> {
    let kind = session.game().kind();
    let forms = kind.formats().iter().copied();
    forms
        .filter(|&form| kind != Kind::Gomoku || gomoku::holds(session, form))
        .collect()
}

/// The game of a session as the text of a file.
///
/// # Errors
/// [`Refusal`] where the form does not hold the game.
pub(crate) fn write(session: &Session, format: Format) -> Result<String, Refusal> {
    let game = session.game();
    if game.kind() == Kind::Gomoku {
        return gomoku::write(session, format);
    }
    if let Some(game) = game.downcast_ref::<Reversi>() {
        return write_reversi(session, game, format);
    }
    if format != Format::Json {
        return Err(Refusal::NotInThisForm);
    }
    if let Some(game) = game.downcast_ref::<Connect6>() {
        let moves = game.turns().iter().map(Turn::to_string).collect();
        return line(session, Ruleset::Connect6, SIZE, moves);
    }
    json_line(&PlainRecord {
        rule: game.kind(),
        black: session.name_of(Colour::Black),
        white: session.name_of(Colour::White),
        result: session.outcome().map(|_| session.result()),
        reason: game.outcome().is_none().then(|| session.reason()),
        moves: position::moves(session),
        ms: session.steps().iter().map(|taken| taken.ms).collect(),
        fault: session.fault(),
    })
}

fn write_reversi(session: &Session, game: &Reversi, format: Format) -> Result<String, Refusal> {
    match format {
        Format::Json => {
            let plies = game.record().plies().iter();
            let moves = plies.map(|(ply, _)| ply.to_string()).collect();
            line(session, Ruleset::Reversi, SIDE, moves)
        }
        Format::Sgf => Ok(sgf::text(&GameEntry {
            black: session.name_of(Colour::Black),
            white: session.name_of(Colour::White),
            told_result: early_result(session),
            game: game.record().clone(),
            ..GameEntry::default()
        })),
        Format::Psq => Err(Refusal::NotInThisForm),
    }
}

/// How a game of Reversi ended that the board does not end.
fn early_result(session: &Session) -> Option<ReversiResult> {
    let early = match session.outcome()?.reason {
        EndReason::Resigned => Some(Early::Resignation),
        EndReason::Time => Some(Early::Time),
        EndReason::Fault => Some(Early::Forfeit),
        EndReason::Agreed => Some(Early::Agreement),
        EndReason::Recorded => None,
        _ => return None,
    };
    Some(ReversiResult {
        winner: session.result().winner(),
        lead: None,
        early,
    })
}

/// Why a game of Reversi ended, as its record tells.
fn told_reason(told: Option<ReversiResult>) -> EndReason {
    match told.and_then(|told| told.early) {
        Some(Early::Resignation) => EndReason::Resigned,
        Some(Early::Time) => EndReason::Time,
        Some(Early::Forfeit) => EndReason::Fault,
        Some(Early::Agreement) => EndReason::Agreed,
        None => EndReason::Recorded,
    }
}

/// A position of Connect6 from the moves of a record, two letters for each stone.
fn read_connect6(moves: &str) -> Result<Position, Refusal> {
    let letters = moves.as_bytes();
    let (first, rest) = letters.split_at(letters.len().min(2));
    let turns = std::iter::once(first).chain(rest.chunks(4));
    let turns = turns.filter(|turn| !turn.is_empty()).map(|turn| {
        let text = String::from_utf8_lossy(turn);
        let no_turn = |_| no_game(Refusal::NotAMove(text.to_string()));
        let turn = Turn::parse(&text).map_err(no_turn)?;
        Ok(Step::Move(Connect6::clicks_of(turn)))
    });
    let setup = AnySetup::Plain {
        game: Kind::Connect6,
    };
    let steps = turns.collect::<Result<_, Refusal>>()?;
    Ok(Position { setup, steps })
}

/// Is it a game of Reversi in SGF?
fn is_reversi_sgf(text: &str) -> bool {
    text.starts_with('(') && text.contains("GM[2]")
}

/// Reads a game; its form is seen from the text. `rule` is taken where a game of gomoku names none.
///
/// # Errors
/// [`Refusal`]
pub(crate) fn read(text: &str, rule: Rule) -> Result<ReadRecord, Refusal> {
    let trimmed = kagetsu_kernel::file::without_mark(text).trim();
    let line = trimmed.lines().next().unwrap_or_default();
    // The rule of a game of gomoku is the name of no kind.
    if let Ok(plain) = serde_json::from_str::<PlainRecord>(line) {
        let position = match plain.rule {
            Kind::Connect6 => read_connect6(&plain.moves)?,
            kind => position::read(&format!("{kind} {}", plain.moves))?,
        };
        let result = plain.result.unwrap_or(GameResult::Unfinished);
        let reason = plain.reason.unwrap_or(Reason::Unfinished);
        let win = WinKind::of_end(result, reason, plain.fault.as_ref());
        return Ok(ReadRecord {
            position,
            recorded: Recorded {
                names: [plain.black, plain.white].map(Some),
                ms: plain.ms,
                result,
                reason: reason_of(win),
                ..Recorded::NOTHING
            },
        });
    }
    if is_reversi_sgf(trimmed) {
        let entry = sgf::FORM.read_first(trimmed).map_err(of_reversi)?;
        if entry.game.start() != ReversiPosition::START {
            return Err(Refusal::NoStart);
        }
        let result_of = |told: ReversiResult| told.winner.map_or(GameResult::Draw, GameResult::win);
        return Ok(ReadRecord {
            position: position::of_reversi(&entry.game),
            recorded: Recorded {
                names: [entry.black, entry.white].map(Some),
                result: entry.told_result.map_or(GameResult::Unfinished, result_of),
                reason: told_reason(entry.told_result),
                ..Recorded::NOTHING
            },
        });
    }
    gomoku::read(text, rule)
}

/// The seats of a person and of Kagetsu, with the sides and the level that the names of Black and White tell.
fn seats_by_names(
    seats: [Occupant; 2],
    names: &[Option<String>; 2],
    first: Colour,
) -> [Occupant; 2] {
    let is_against = |[one, other]: [&Occupant; 2]| {
        *one == Occupant::Person && matches!(other, Occupant::Kagetsu(_))
    };
    let [one, other] = seats.each_ref();
    let (holder, level) = match names
        .each_ref()
        .map(|name| Occupant::level_of(name.as_deref()?))
    {
        [Some(level), None] => (Colour::Black, level),
        [None, Some(level)] => (Colour::White, level),
        _ => return seats,
    };
    if !is_against([one, other]) && !is_against([other, one]) {
        return seats;
    }
    let mut kept = [Occupant::Kagetsu(level), Occupant::Person];
    if holder != first {
        kept.reverse();
    }
    kept
}

/// The game of a text, a file or a position on one line, in a session like this one, and what happened in it. The seats are
/// called as the text calls them, and the game is over where the text says so. A game of gomoku without a rule has the rule
/// of this session. The times are those of the text, which knows no limits.
///
/// # Errors
/// [`Refusal`] where the text is no game, or a step of it is not legal.
pub(crate) fn load(
    session: &Session,
    text: &str,
    seats: [Occupant; 2],
) -> Result<(Session, Vec<Event>), Refusal> {
    // Moves of gomoku look like a list of moves of Reversi.
    let is_foreign = session.game().kind() != Kind::Reversi && position::is_reversi(text);
    let read = if position::is_position(text) && !is_foreign {
        ReadRecord {
            position: position::read(text)?,
            recorded: Recorded::NOTHING,
        }
    } else {
        let rule = session.setup().gomoku().map(|setup| setup.rule);
        read(text, rule.unwrap_or(Rule::Freestyle))?
    };
    // Another session, so that a game with an illegal move leaves this one as it was.
    let mut next = session.clone();
    let Position { setup, steps } = read.position;
    let first = setup.start()?.colour(Seat::First);
    let seats = seats_by_names(seats, &read.recorded.names, first);
    let mut events = next.restart(setup, seats, TimeRules::default())?;
    for (index, step) in steps.into_iter().enumerate() {
        let seat = next.to_act().ok_or(Refusal::GameOver);
        let acted = seat.and_then(|seat| next.act(seat, step));
        events.extend(acted.map_err(refused_at(index + 1))?);
    }
    events.extend(next.take_record(session, read.recorded));
    Ok((next, events))
}
