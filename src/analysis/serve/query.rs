//! A line as a request.

use std::time::Duration;

use serde_json::Value;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, PointSet};
use kagetsu_kernel::StopSignal;

use crate::search::Effort;
use crate::source::{GameEnd, SourceGame, UnusableGame};

use super::board::{GivenMoves, place_stones, read_excluded, read_side, rule, size};
use super::fields::{FieldFault, Fields, given_twice, shown};

/// What queries leave open.
#[derive(Clone, Copy, Debug)]
pub struct QueryDefaults {
    /// The rule, if one is stated; freestyle where no query states one either.
    pub rule: Option<Rule>,
    /// The board.
    pub size: BoardSize,
    /// The effort for each position. A query that names a bound of its own has none of the bounds of this one.
    pub effort: Effort,
    /// The longest time that a query may ask for a position; `None` leaves it to the query.
    pub longest: Option<Duration>,
}

/// What a line asks for. Ids are kept as they were sent: a string or a number.
#[derive(Debug)]
pub(super) enum Request {
    /// Search positions.
    Analyse(Box<Query>),
    /// Stop the searches of a query.
    Terminate { id: Value, of: Value },
    /// Stop all searches.
    TerminateAll { id: Value },
    /// Tell the version of the program.
    Version { id: Value },
}

/// A line that was understood.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) request: Request,
    /// Fields that nobody knows.
    pub(super) unknown: Vec<String>,
}

/// Positions of one game that are to be searched.
#[derive(Debug)]
pub(super) struct Query {
    /// What names the query in its answers.
    pub(super) id: Value,
    /// The game.
    pub(super) game: SourceGame,
    /// Numbers of moves after which the position is wanted, each once.
    pub(super) turns: Vec<usize>,
    /// How much to search each position.
    pub(super) effort: Effort,
    /// Moves that are left out in every position.
    pub(super) excluded: PointSet,
    /// Ends the searches of this query.
    pub(super) stop: StopSignal,
}

impl Query {
    /// How the game has ended before this turn, if it has.
    pub(super) fn end(&self, turn: usize) -> Option<GameEnd> {
        let end = self.game.end;
        (end != GameEnd::Open && turn == self.game.moves.len()).then_some(end)
    }
}

/// Why a line is no request.
#[derive(Debug)]
pub(super) struct QueryError {
    /// The id of the line as it was sent, if it has one.
    pub(super) id: Option<Value>,
    /// What is wrong; never empty.
    pub(super) faults: Vec<FieldFault>,
}

/// The id of a request.
const ID: &str = "id";
/// The actions of lines that are no queries.
const ACTIONS: &str = "terminate, terminate_all or query_version";

impl Request {
    /// What names the request.
    pub(super) const fn id(&self) -> &Value {
        match self {
            Self::Analyse(query) => &query.id,
            Self::Terminate { id, .. } | Self::TerminateAll { id } | Self::Version { id } => id,
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// [`QueryError`] with the fields that are wrong.
    pub(super) fn parse(line: &str, defaults: &QueryDefaults) -> Result<Parsed, QueryError> {
        let of_line = |error: String| QueryError {
            id: None,
            faults: vec![FieldFault::of_line(error)],
        };
        let value: Value = serde_json::from_str(line)
            .map_err(|error| of_line(format!("the line is not JSON: {error}")))?;
        let Value::Object(map) = value else {
            return Err(of_line(format!(
                "{} is not a query: expected an object such as {{\"id\": \"a\", \"moves\": \"h8i9\"}}",
                shown(&value)
            )));
        };
        let mut fields = Fields::new(map);
        let id = fields.name(ID);
        if id.is_none() {
            fields.blame(ID, "the query has no id: expected a string or a number");
        }
        let request = Self::of_fields(id.clone(), &mut fields, defaults);
        let (unknown, mut faults) = fields.finish();
        faults.extend(given_twice(line));
        match request {
            Ok(Some(request)) if faults.is_empty() => Ok(Parsed { request, unknown }),
            Ok(_) => Err(QueryError { id, faults }),
            Err(fault) => {
                faults.push(fault);
                Err(QueryError { id, faults })
            }
        }
    }

    /// The request, or `None` where the fields hold the faults.
    fn of_fields(
        id: Option<Value>,
        fields: &mut Fields,
        defaults: &QueryDefaults,
    ) -> Result<Option<Self>, FieldFault> {
        const ACTION: &str = "action";
        let Some(action) = fields.take(ACTION) else {
            return analyse(id, fields, defaults);
        };
        let Some(id) = id else {
            return Ok(None);
        };
        Ok(Some(match action.as_str() {
            Some("terminate") => {
                let Some(of) = fields.name("terminateId") else {
                    let error = "terminate needs the terminateId of a query";
                    return Err(FieldFault::new("terminateId", error));
                };
                Self::Terminate { id, of }
            }
            Some("terminate_all") => Self::TerminateAll { id },
            Some("query_version") => Self::Version { id },
            _ => {
                let error = format!("{} is no action: expected {ACTIONS}", shown(&action));
                return Err(FieldFault::new(ACTION, error));
            }
        }))
    }
}

fn analyse(
    id: Option<Value>,
    fields: &mut Fields,
    defaults: &QueryDefaults,
) -> Result<Option<Request>, FieldFault> {
    let mut effort = effort(fields, &defaults.effort);
    if let Some(longest) = defaults.longest {
        effort.time = Some(effort.time.map_or(longest, |time| time.min(longest)));
    }
    let stated = rule(fields).or(defaults.rule);
    let size = size(fields).unwrap_or(defaults.size);
    let first = fields.text("initialPlayer");
    let first = first.and_then(|text| fields.keep("initialPlayer", read_side(&text)));
    let turns = fields.numbers("analyzeTurns");
    let [stones, moves, exclude] =
        ["initialStones", "moves", "exclude"].map(|field| fields.take(field));
    if fields.have_faults() {
        // What follows depends on these fields.
        return Ok(None);
    }
    let Some(id) = id else {
        return Ok(None);
    };
    let mut start = Position::new(size, stated.unwrap_or_default());
    let moves = match moves {
        Some(moves) => GivenMoves::read(&moves, &start, stated)?,
        None => GivenMoves::default(),
    };
    if let Some(stones) = stones {
        place_stones(&stones, &mut start)?;
    }
    if let Some(first) = first.or(moves.first_side()) {
        start.set_side_to_move(first);
    }
    moves.check_turns(start.side_to_move())?;
    let game = game(start, moves)?;
    let turns = turns_of(turns, &game)?;
    let excluded = match exclude {
        Some(exclude) => read_excluded(&exclude, size)?,
        None => PointSet::EMPTY,
    };
    Ok(Some(Request::Analyse(Box::new(Query {
        id,
        game,
        turns,
        effort,
        excluded,
        stop: StopSignal::new(),
    }))))
}

/// The game of these moves, all of which must be played before it is over.
fn game(start: Position, moves: GivenMoves) -> Result<SourceGame, FieldFault> {
    let count = moves.points.len();
    let game = SourceGame::new(start, moves.points).map_err(|error| {
        let field = match error {
            UnusableGame::Finished(_) => "initialStones",
            UnusableGame::Move { .. } => "moves",
        };
        FieldFault::new(field, error.to_string())
    })?;
    let played = game.moves.len();
    if played < count {
        let error = format!("move {}: the game is over after move {played}", played + 1);
        return Err(FieldFault::new("moves", error));
    }
    Ok(game)
}

/// The turns that are wanted, each once; without a list the last one.
fn turns_of(wanted: Option<Vec<u64>>, game: &SourceGame) -> Result<Vec<usize>, FieldFault> {
    const FIELD: &str = "analyzeTurns";
    let count = game.moves.len();
    let Some(wanted) = wanted else {
        return Ok(vec![count]);
    };
    let mut turns = Vec::new();
    for turn in wanted {
        let place = usize::try_from(turn).ok().filter(|&turn| turn <= count);
        let Some(place) = place else {
            let error = format!("there is no turn {turn}: the query has {count} moves");
            return Err(FieldFault::new(FIELD, error));
        };
        if !turns.contains(&place) {
            turns.push(place);
        }
    }
    if turns.is_empty() {
        let error = "the list names no turn: leave it out for the position after all moves";
        return Err(FieldFault::new(FIELD, error));
    }
    Ok(turns)
}

fn effort(fields: &mut Fields, defaults: &Effort) -> Effort {
    let time = fields.seconds("maxTime");
    let nodes = fields.count("maxNodes");
    let depth = fields
        .count("maxDepth")
        .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let lines = fields.count("lines").map_or(defaults.lines, |lines| {
        usize::try_from(lines).unwrap_or(usize::MAX)
    });
    if (time, nodes, depth) == (None, None, None) {
        return Effort { lines, ..*defaults };
    }
    Effort {
        time,
        depth,
        nodes,
        lines,
        search: defaults.search,
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
