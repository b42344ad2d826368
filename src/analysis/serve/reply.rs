//! Answers as lines.

use serde::Serialize;
use serde_json::Value;

use kagetsu_gomoku::board::Side;
use kagetsu_kernel::quote;

use crate::report::{LineRecord, end_name};
use crate::search::Searched;
use crate::source::GameEnd;

use super::fields::FieldFault;
use super::query::{Query, QueryError};

/// Any answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Reply {
    /// What was found in a position.
    Found(FoundReply),
    /// An action is done.
    Action(ActionReply),
    /// A field is not known; the query is answered all the same.
    Warning(WarningReply),
    /// A line was no request.
    Error(ErrorReply),
}

/// What was found in a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundReply {
    pub(super) id: Value,
    turn: usize,
    side: String,
    win: Option<f64>,
    lines: Vec<LineRecord>,
    nodes: u64,
    ms: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    terminated: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    no_results: bool,
    /// How the game had ended before this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

/// An action is done, or begins.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActionReply {
    pub(super) id: Value,
    pub(super) action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) terminate_id: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<&'static str>,
}

/// A field is not known.
#[derive(Debug, Serialize)]
pub(super) struct WarningReply {
    id: Value,
    warning: String,
    field: String,
}

/// A line was no request.
#[derive(Debug, Serialize)]
pub(super) struct ErrorReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    fault: FieldFault,
    /// What else is wrong with the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<FieldFault>,
}

impl FoundReply {
    fn new(query: &Query, turn: usize, found: Option<&Searched>) -> Self {
        let stones = query.game.stones(turn);
        let lines: Vec<LineRecord> = found
            .map(|found| found.lines.as_slice())
            .unwrap_or_default()
            .iter()
            .map(|line| LineRecord::new(line, &query.game, stones))
            .collect();
        Self {
            id: query.id.clone(),
            turn,
            side: query.game.mover(turn).to_string(),
            win: lines.first().map(|line| line.win),
            no_results: found.is_none_or(|found| found.is_unfinished),
            lines,
            nodes: found.map_or(0, |found| found.nodes),
            ms: found.map_or(0, |found| {
                u64::try_from(found.time.as_millis()).unwrap_or(u64::MAX)
            }),
            terminated: query.stop.is_raised(),
            end: None,
            winner: None,
        }
    }
}

impl Reply {
    /// The answer for a position. Without `found` the query was stopped before its search began.
    pub(super) fn found(query: &Query, turn: usize, found: Option<&Searched>) -> Self {
        Self::Found(FoundReply::new(query, turn, found))
    }

    /// The answer for a position that is not searched: the game is over in it, or the query was stopped.
    pub(super) fn unsearched(query: &Query, turn: usize) -> Self {
        match query.end(turn) {
            Some(end) => Self::over(query, turn, end),
            None => Self::found(query, turn, None),
        }
    }

    fn over(query: &Query, turn: usize, end: GameEnd) -> Self {
        let winner = match end {
            GameEnd::Five(side) => Some(side),
            GameEnd::Forbidden(_) => Some(Side::White),
            GameEnd::Full | GameEnd::Open => None,
        };
        Self::Found(FoundReply {
            terminated: false,
            no_results: false,
            end: Some(end_name(end)),
            winner: winner.map(|side| side.to_string()),
            ..FoundReply::new(query, turn, None)
        })
    }

    /// The warning about a field that nobody knows, and so many others. Of a long name there is the beginning.
    pub(super) fn unknown(id: &Value, field: &str, others: usize) -> Self {
        let field = quote(field);
        let warning = if others == 0 {
            format!("the field '{field}' is not known, and ignored")
        } else {
            format!("the field '{field}' and {others} others are not known, and ignored")
        };
        Self::Warning(WarningReply {
            id: id.clone(),
            warning,
            field,
        })
    }

    /// The answer to a line that is no request.
    pub(super) fn error(error: QueryError) -> Self {
        let mut faults = error.faults.into_iter();
        let fault = faults
            .next()
            .unwrap_or_else(|| FieldFault::of_line("not a query"));
        Self::Error(ErrorReply {
            id: error.id,
            fault,
            more: faults.collect(),
        })
    }

    /// The answer to a line that cannot be served.
    pub(super) fn refusal(id: Option<Value>, error: String) -> Self {
        Self::error(QueryError {
            id,
            faults: vec![FieldFault::of_line(error)],
        })
    }
}
