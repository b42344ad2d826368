//! What the engine has chosen, and why.

use std::fmt;

use kagetsu_kernel::Score;

use super::search::LOSING;
use super::turn::Turn;

/// Why a turn was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The first stone of the game.
    Opening,
    /// It completes a row.
    Row,
    /// A win by continuous double threats is proved.
    Threats,
    /// A win that begins with a single threat is proved.
    SingleThreat,
    /// The pair search.
    Search,
    /// There was no search, as of weak players.
    Unsearched,
    /// No pair is left that answers all threats.
    Lost,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "the first stone of the game",
            Self::Row => "it completes six in a row",
            Self::Threats => "a win by double threats is proved",
            Self::SingleThreat => "a win that begins with a single threat is proved",
            Self::Search => "search",
            Self::Unsearched => "it is taken without a search",
            Self::Lost => "no turn answers all threats",
        })
    }
}

/// A turn and what was found out about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What to play.
    pub turn: Turn,
    /// The value, side to move's view, distances in turns.
    pub score: Score,
    /// Turns of depth completed.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Why.
    pub reason: Reason,
}

impl Choice {
    /// A turn that needed no search.
    pub(super) const fn at_once(turn: Turn, score: Score, reason: Reason) -> Self {
        Self {
            turn,
            score,
            depth: 0,
            nodes: 0,
            reason,
        }
    }

    /// A turn that a weak player takes without a search.
    pub(super) const fn unsearched(turn: Turn) -> Self {
        Self::at_once(turn, Score::ZERO, Reason::Unsearched)
    }

    /// Have all turns that the search has tried lost? Its score then only marks that.
    fn is_hopeless(&self) -> bool {
        self.reason == Reason::Search && self.score <= LOSING && !self.score.is_decided()
    }

    /// Why it was chosen, for people.
    pub(crate) fn why(&self) -> String {
        if self.is_hopeless() {
            "every turn that was tried loses".to_owned()
        } else {
            self.reason.to_string()
        }
    }

    /// The score, if a search or a proof has given it.
    pub(crate) fn found_score(&self) -> Option<Score> {
        match self.reason {
            Reason::Opening | Reason::Unsearched => None,
            Reason::Search if self.depth == 0 || self.is_hopeless() => None,
            Reason::Search
            | Reason::Row
            | Reason::Threats
            | Reason::SingleThreat
            | Reason::Lost => Some(self.score),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            turn,
            score,
            depth,
            nodes,
            ..
        } = self;
        write!(
            f,
            "{} score {score} depth {depth} nodes {nodes} ({})",
            turn.name(),
            self.why()
        )
    }
}
