//! The commands that ask for a move, and the search behind them.

use std::time::Duration;

use crate::command::Pair;
use crate::error::ProtocolError;
use crate::reply::Reply;
use crate::settings::has_modest_depth;
use kagetsu_gomoku::board::{Position, winning_stones};
use kagetsu_gomoku::engine::{EngineError, SearchPurpose, SearchRequest, Thought};
use kagetsu_gomoku::geometry::PointSet;
use kagetsu_gomoku::search::RootFilter;
use kagetsu_kernel::line_host::{ResultUse, Scope};
use kagetsu_kernel::{Score, SearchLimits};

use super::Host;
use super::reporter::{Reporter, Wording};
use super::state::Session;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// This number of best moves.
    Best(usize),
    /// This number of best moves, among these if some are given, for a decision about an opening. It ends by itself.
    Choice(usize, Option<PointSet>),
    /// The moves that defend against the opponent's threat, and the best of them.
    Defence,
}

impl Search {
    /// The move to play.
    pub(super) const MOVE: Self = Self::Best(1);
    /// The score of a position in an opening.
    pub(super) const SCORE: Self = Self::Choice(1, None);
}

impl Session {
    pub(super) fn begin(
        &mut self,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        if !self.board_in_use()?.stones().is_empty() {
            return Err(ProtocolError::NotEmpty);
        }
        self.answer(read_at, Search::MOVE, host)
    }

    pub(super) fn turn(
        &mut self,
        pair: Pair,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        if pair == Pair::PASS {
            self.board_in_use()?.pass();
        } else {
            self.put_stone(pair)?;
        }
        self.answer(read_at, Search::MOVE, host)
    }

    /// Searches the position, plays the best move and sends it.
    pub(super) fn answer(
        &mut self,
        read_at: Duration,
        search: Search,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?.clone();
        if search == Search::MOVE
            && let Some(point) = self.book_move(&position, host)
        {
            let position = self.board_in_use()?;
            position.play(point)?;
            let score = match winning_stones(position) {
                Some(_) => Score::win_in(1),
                None => Score::ZERO,
            };
            self.last_score = None;
            self.allow_pondering(score);
            host.reply(Reply::Move(point));
        } else if let Some(thought) = self.think(&position, read_at, search, host)? {
            self.board_in_use()?.play(thought.best)?;
            // The only move is played without a search, and its score says nothing.
            if thought.report.depth > 0 || thought.report.score.is_decided() {
                self.last_score = Some(thought.report.score);
            }
            self.allow_pondering(thought.report.score);
            host.reply(Reply::Move(thought.best));
        }
        Ok(())
    }

    /// The limits of a search, and the moves that it may choose.
    fn plan(
        &self,
        position: &Position,
        read_at: Duration,
        search: Search,
    ) -> (SearchLimits, RootFilter) {
        let (size, settings) = (position.size(), &self.settings);
        let most = position.empty_points().len().max(1);
        let mut filter = self.exclusions.filter(position);
        let limits = match search {
            Search::Choice(count, only) => {
                filter.only = only;
                settings.decision_limits(size, read_at, count.clamp(1, most))
            }
            Search::Best(count) => {
                if count > 1 {
                    filter.equals = settings.equal_moves();
                }
                settings.limits(size, read_at, count.clamp(1, most))
            }
            Search::Defence => settings.limits(size, read_at, 1),
        };
        (limits, filter)
    }

    /// Searches a position under the current limits. `None` if the answer is no longer wanted.
    pub(super) fn think(
        &mut self,
        position: &Position,
        read_at: Duration,
        search: Search,
        host: &mut dyn Host,
    ) -> Result<Option<Thought>, ProtocolError> {
        let free = position.empty_points();
        let (limits, mut filter) = self.plan(position, read_at, search);
        let stop = host.begin_search(scope(&limits));
        let known = if matches!(search, Search::Best(_)) {
            self.take_advice(position, &limits, &stop, &mut filter, host)
        } else {
            Vec::new()
        };
        let is_free = filter.allows_all();
        self.apply_settings();
        let wording = Wording {
            detail: self.settings.detail(),
            labels: self.labels(position.size()),
            multi_pv: limits.multi_pv,
            rule: position.rule(),
            stones: position.stones().len(),
        };
        let clock = self.engine.clock().clone();
        let mut reporter = Reporter::new(host, wording, stop.clone(), clock);
        let request = SearchRequest {
            purpose: match search {
                Search::Best(_) => SearchPurpose::Play,
                // What is chosen by the score needs one for an only move, too.
                Search::Choice(..) => SearchPurpose::Analyse,
                Search::Defence => SearchPurpose::Defend,
            },
            filter: &filter,
            known: &known,
            ..SearchRequest::new(position, &limits, &stop)
        };
        let result = self.engine.answer(request, &mut reporter);
        if reporter.host.end_search() == ResultUse::Discard {
            return Ok(None);
        }
        reporter.finish(result.as_ref().ok().map(|thought| &thought.report));
        let mut thought = result?;
        if !free.contains(thought.best) {
            log::error!("the search chose {:?}, which is not empty", thought.best);
            thought.best = free.first().ok_or(EngineError::NoLegalMove)?;
        }
        if is_free && matches!(search, Search::Best(_)) {
            self.remember(position, &thought.report, host);
        }
        Ok(Some(thought))
    }
}

/// Any limit of time counts here, however long: a manager always waits for the answer to a turn.
fn scope(limits: &SearchLimits) -> Scope {
    let is_bounded = limits.nodes.is_some()
        || limits.time.turn.is_some()
        || limits.time.match_left.is_some()
        || has_modest_depth(limits);
    if is_bounded {
        Scope::Bounded
    } else {
        Scope::Unbounded
    }
}
