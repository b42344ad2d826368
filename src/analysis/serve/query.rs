//! A line as a request.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use kagetsu_gomoku::board::{ParseSideError, Position, PositionError, Rule, Side};
use kagetsu_gomoku::geometry::{
    BoardSize, ParsePointError, ParseSizeError, Point, PointSet, Rows, UnsupportedSize,
};
use kagetsu_kernel::StopSignal;

use crate::search::Effort;
use crate::source::{GameEnd, SourceGame, UnusableGame};

/// What queries leave open.
#[derive(Clone, Copy, Debug)]
pub struct QueryDefaults {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The effort for each position. A query that names a bound of its own has none of the bounds of this one.
    pub effort: Effort,
}

/// What a line asks for.
#[derive(Debug)]
pub enum Request {
    /// Search positions.
    Analyse(Box<Query>),
    /// Stop the searches of a query.
    Terminate {
        /// The request.
        id: String,
        /// The query.
        of: String,
    },
}

/// Positions of one game that are to be searched.
#[derive(Debug)]
pub struct Query {
    /// What names the query in its answers.
    pub id: String,
    /// The game.
    pub game: SourceGame,
    /// Numbers of moves after which the position is wanted.
    pub turns: Vec<usize>,
    /// How much to search each position.
    pub effort: Effort,
    /// Moves that are left out in every position.
    pub excluded: PointSet,
    /// Ends the searches of this query.
    pub stop: StopSignal,
}

/// Why a line is no request.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct QueryError {
    /// The id of the line, if it has one.
    pub id: Option<String>,
    /// The field that is wrong, if it is one.
    pub field: Option<&'static str>,
    fault: Fault,
}

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("not a query: {0}")]
    Json(serde_json::Error),
    #[error("the query has no id")]
    NoId,
    #[error("'{0}' is no action: expected terminate")]
    Action(String),
    #[error("terminate needs a terminateId")]
    NoTerminateId,
    #[error("{0}")]
    Rule(String),
    #[error(transparent)]
    SizeText(#[from] ParseSizeError),
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    #[error(transparent)]
    Side(#[from] ParseSideError),
    #[error(transparent)]
    Point(#[from] ParsePointError),
    #[error(transparent)]
    Stone(#[from] PositionError),
    #[error(transparent)]
    Game(#[from] UnusableGame),
    #[error("there is no turn {turn}: the query has {moves} moves")]
    Turn { turn: usize, moves: usize },
    #[error("the game is over at turn {0}")]
    Over(usize),
    #[error("{0} is out of range")]
    Range(f64),
}

/// The fields of a line.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Fields {
    id: Option<String>,
    action: Option<String>,
    terminate_id: Option<String>,
    moves: Option<Moves>,
    initial_stones: Vec<(String, String)>,
    initial_player: Option<String>,
    rule: Option<String>,
    size: Option<Size>,
    analyze_turns: Option<Vec<usize>>,
    max_nodes: Option<u64>,
    max_time: Option<f64>,
    max_depth: Option<u32>,
    lines: Option<usize>,
    exclude: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Size {
    Side(usize),
    Text(String),
}

/// Most seconds of a search: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// Names the field that a fault belongs to.
fn of<E: Into<Fault>>(field: &'static str) -> impl Fn(E) -> (Fault, &'static str) {
    move |fault| (fault.into(), field)
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// [`QueryError`] with the field that is wrong.
    pub fn parse(line: &str, defaults: &QueryDefaults) -> Result<Self, QueryError> {
        let fail = |id: Option<String>, field, fault| QueryError { id, field, fault };
        let value: Value =
            serde_json::from_str(line).map_err(|error| fail(None, None, Fault::Json(error)))?;
        let id = value.get("id").and_then(Value::as_str).map(str::to_string);
        let fields: Fields = serde_json::from_value(value)
            .map_err(|error| fail(id.clone(), None, Fault::Json(error)))?;
        let Some(id) = id else {
            return Err(fail(None, Some("id"), Fault::NoId));
        };
        let request = match fields.action.as_deref() {
            None => analyse(&id, fields, defaults),
            Some("terminate") => match fields.terminate_id {
                Some(of) => Ok(Self::Terminate { id: id.clone(), of }),
                None => Err((Fault::NoTerminateId, "terminateId")),
            },
            Some(other) => Err((Fault::Action(other.to_string()), "action")),
        };
        request.map_err(|(fault, field)| fail(Some(id), Some(field), fault))
    }
}

fn analyse(
    id: &str,
    fields: Fields,
    defaults: &QueryDefaults,
) -> Result<Request, (Fault, &'static str)> {
    let effort = effort(&fields, &defaults.effort)?;
    let start = start(&fields, defaults)?;
    let size = start.size();
    let moves = match fields.moves {
        None => Vec::new(),
        Some(Moves::Text(text)) => Rows::FromBottom
            .parse_moves(&text, size)
            .map_err(of("moves"))?,
        Some(Moves::List(list)) => points(&list, size).map_err(of("moves"))?,
    };
    let count = moves.len();
    let game = SourceGame::new(start, moves).map_err(of("moves"))?;
    let turns = fields.analyze_turns.unwrap_or_else(|| vec![count]);
    for &turn in &turns {
        if turn > count {
            return Err((Fault::Turn { turn, moves: count }, "analyzeTurns"));
        }
        if turn >= game.moves.len() && game.end != GameEnd::Open {
            return Err((Fault::Over(turn), "analyzeTurns"));
        }
    }
    Ok(Request::Analyse(Box::new(Query {
        id: id.to_string(),
        game,
        turns,
        effort,
        excluded: points(&fields.exclude, size)
            .map_err(of("exclude"))?
            .into_iter()
            .collect(),
        stop: StopSignal::new(),
    })))
}

fn points(names: &[String], size: BoardSize) -> Result<Vec<Point>, ParsePointError> {
    let names = names.iter();
    names
        .map(|name| Rows::FromBottom.parse(name, size))
        .collect()
}

fn start(fields: &Fields, defaults: &QueryDefaults) -> Result<Position, (Fault, &'static str)> {
    let rule = match &fields.rule {
        Some(rule) => read_rule(rule)?,
        None => defaults.rule,
    };
    let size = match &fields.size {
        Some(Size::Side(side)) => BoardSize::square(*side).map_err(of("size"))?,
        Some(Size::Text(text)) => text.parse().map_err(of::<ParseSizeError>("size"))?,
        None => defaults.size,
    };
    let mut start = Position::new(size, rule);
    for (colour, point) in &fields.initial_stones {
        let colour = read_side(colour).map_err(of("initialStones"))?;
        let point = Rows::FromBottom
            .parse(point, size)
            .map_err(of("initialStones"))?;
        start.place(point, colour).map_err(of("initialStones"))?;
    }
    if let Some(first) = &fields.initial_player {
        start.set_side_to_move(read_side(first).map_err(of("initialPlayer"))?);
    }
    Ok(start)
}

fn read_rule(text: &str) -> Result<Rule, (Fault, &'static str)> {
    let rule = text.parse::<Rule>();
    rule.map_err(|error| (Fault::Rule(error.to_string()), "rule"))
}

/// Reads `black`, `white` or their first letters in either case.
fn read_side(text: &str) -> Result<Side, ParseSideError> {
    match text {
        "B" | "b" => Ok(Side::Black),
        "W" | "w" => Ok(Side::White),
        _ => text.parse(),
    }
}

fn effort(fields: &Fields, defaults: &Effort) -> Result<Effort, (Fault, &'static str)> {
    let time = match fields.max_time {
        None => None,
        Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
            Some(Duration::from_secs_f64(seconds))
        }
        Some(seconds) => return Err((Fault::Range(seconds), "maxTime")),
    };
    let lines = fields.lines.unwrap_or(defaults.lines);
    if lines == 0 {
        return Err((Fault::Range(0.0), "lines"));
    }
    if (time, fields.max_nodes, fields.max_depth) == (None, None, None) {
        return Ok(Effort { lines, ..*defaults });
    }
    Ok(Effort {
        time,
        depth: fields.max_depth,
        nodes: fields.max_nodes,
        lines,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;

    fn defaults() -> QueryDefaults {
        QueryDefaults {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a legal size"),
            effort: Effort {
                time: Some(Duration::from_secs(1)),
                depth: None,
                nodes: None,
                lines: 1,
            },
        }
    }

    fn query(line: &str) -> Query {
        match Request::parse(line, &defaults()) {
            Ok(Request::Analyse(query)) => *query,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_fields_are_read() {
        let all = query(
            r#"{"id":"a","moves":"h8i9","rule":"renju","size":"15x13","analyzeTurns":[0,2],"maxNodes":9,
            "maxDepth":3,"lines":4,"exclude":["h9"],"initialStones":[["W","a1"]],"initialPlayer":"black"}"#,
        );
        assert_eq!(
            (all.game.start.rule(), all.turns.as_slice()),
            (Rule::Renju, &[0, 2][..])
        );
        assert_eq!(
            (all.game.moves.len(), all.game.start.stones().len()),
            (2, 1)
        );
        assert_eq!(all.excluded.len(), 1);
        assert_eq!(
            all.effort,
            Effort {
                time: None,
                depth: Some(3),
                nodes: Some(9),
                lines: 4
            }
        );
        let few = query(r#"{"id":"b","moves":["h8"],"size":19,"lines":2}"#);
        assert_eq!(
            (few.turns.as_slice(), few.game.start.size().width()),
            (&[1][..], 19)
        );
        assert_eq!(
            few.effort,
            Effort {
                lines: 2,
                ..defaults().effort
            }
        );
        let stop = Request::parse(
            r#"{"id":"c","action":"terminate","terminateId":"a"}"#,
            &defaults(),
        );
        assert!(matches!(stop, Ok(Request::Terminate { of, .. }) if of == "a"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_field() {
        for (line, field, expected) in [
            ("{", None, "not a query"),
            ("[]", Some("id"), "no id"),
            (r#"{"moves":"h8"}"#, Some("id"), "no id"),
            (
                r#"{"id":"a","maxVisits":3}"#,
                None,
                "unknown field `maxVisits`",
            ),
            (
                r#"{"id":"a","rule":"go"}"#,
                Some("rule"),
                "'go' is not a rule",
            ),
            (
                r#"{"id":"a","size":4}"#,
                Some("size"),
                "4x4 is not supported",
            ),
            (r#"{"id":"a","moves":"h8h8"}"#, Some("moves"), "not empty"),
            (
                r#"{"id":"a","moves":["z9"]}"#,
                Some("moves"),
                "'z9' is not a point",
            ),
            (
                r#"{"id":"a","moves":"h8","analyzeTurns":[2]}"#,
                Some("analyzeTurns"),
                "no turn 2",
            ),
            (
                r#"{"id":"a","moves":"h8a1i8a2j8a3k8a4l8"}"#,
                Some("analyzeTurns"),
                "over at turn 9",
            ),
            (
                r#"{"id":"a","maxTime":-1}"#,
                Some("maxTime"),
                "out of range",
            ),
            (r#"{"id":"a","lines":0}"#, Some("lines"), "out of range"),
            (
                r#"{"id":"a","action":"sleep"}"#,
                Some("action"),
                "'sleep' is no action",
            ),
            (
                r#"{"id":"a","action":"terminate"}"#,
                Some("terminateId"),
                "needs a terminateId",
            ),
            (
                r#"{"id":"a","initialStones":[["X","h8"]]}"#,
                Some("initialStones"),
                "not a side",
            ),
        ] {
            let error = Request::parse(line, &defaults()).expect_err(line);
            assert!(error.to_string().contains(expected), "{line}: {error}");
            assert_eq!(error.field, field, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_fatal(line in ".{0,60}", near in "[{}\\[\\]\":,a-z0-9]{0,40}") {
            let _ = Request::parse(&line, &defaults());
            let _ = Request::parse(&format!("{{\"id\":\"a\",{near}}}"), &defaults());
        }
    }
}
