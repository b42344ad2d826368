//! Answers as lines.

use serde::Serialize;

use crate::report::LineRecord;
use crate::search::Searched;

use super::query::{Query, QueryError};

/// Any answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Reply {
    /// What was found in a position.
    Found(FoundReply),
    /// A query is being stopped.
    Terminating(TerminatingReply),
    /// A line was no request.
    Error(ErrorReply),
}

/// What was found in a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundReply {
    pub(super) id: String,
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
}

/// A query is being stopped.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TerminatingReply {
    pub(super) id: String,
    pub(super) action: &'static str,
    pub(super) terminate_id: String,
}

/// A line was no request.
#[derive(Debug, Serialize)]
pub(super) struct ErrorReply {
    pub(super) id: Option<String>,
    pub(super) error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<&'static str>,
}

impl Reply {
    /// The answer for a position. Without `found` the query was stopped before its search began.
    pub(super) fn found(query: &Query, turn: usize, found: Option<&Searched>) -> Self {
        let stones = query.game.stones(turn);
        let lines: Vec<LineRecord> = found
            .map(|found| found.lines.as_slice())
            .unwrap_or_default()
            .iter()
            .map(|line| LineRecord::new(line, &query.game, stones))
            .collect();
        Self::Found(FoundReply {
            id: query.id.clone(),
            turn,
            side: query.game.mover(turn).to_string(),
            win: lines.first().map(|line| line.win),
            lines,
            nodes: found.map_or(0, |found| found.nodes),
            ms: found.map_or(0, |found| {
                u64::try_from(found.time.as_millis()).unwrap_or(u64::MAX)
            }),
            terminated: query.stop.is_raised(),
            no_results: found.is_none(),
        })
    }

    /// The answer to a line that is no request.
    pub(super) fn error(error: &QueryError) -> Self {
        Self::Error(ErrorReply {
            id: error.id.clone(),
            error: error.to_string(),
            field: error.field,
        })
    }
}
