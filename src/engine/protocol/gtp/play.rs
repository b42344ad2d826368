//! The commands that search: moves and analyses.

use kagetsu_gomoku::board::{Board, GameError, Outcome, Position, Side};
use kagetsu_gomoku::engine::{SearchPurpose, SearchRequest};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::{NullSearchObserver, RootFilter, SearchObserver};
use kagetsu_kernel::gtp::{self, Reply};
use kagetsu_kernel::line_host::Answer;
use kagetsu_kernel::{SearchLimits, StopSignal, TimeControl};

use crate::settings::DEFAULT_TURN;

use super::analysis::{Dialect, Request};
use super::listener::Listener;
use super::state::{Analysing, Gtp};
use super::vertex;

/// The answer of the side that has lost.
const RESIGN: &str = "resign";
/// The answer where there is no move to play.
const PASS: &str = "pass";

/// What becomes of a chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is played.
    Play,
    /// It is told only.
    Tell,
}

impl Gtp {
    /// The limits of a search for a move of a side.
    pub(super) fn limits(&self, side: Side) -> SearchLimits {
        let own = self.limits;
        let is_limited = own.depth.is_some() || own.nodes.is_some();
        let usual = own.turn.or((!is_limited).then_some(DEFAULT_TURN));
        let usual = usual.map_or(TimeControl::UNLIMITED, TimeControl::per_move);
        SearchLimits {
            depth: own.depth,
            nodes: own.nodes,
            time: self.clocks.time(side).unwrap_or(usual),
            started: self.engine.clock().now(),
            multi_pv: 1,
        }
    }

    /// `genmove` and `reg_genmove`: chooses a move for a side.
    pub(super) fn choose(&mut self, words: &[&str], what: Use, stop: &StopSignal) -> Reply {
        let &[side] = words else {
            return Err("expected a colour".to_owned());
        };
        let side = gtp::side(side)?;
        let position = self.game.for_side(side);
        let limits = self.limits(side);
        let filter = RootFilter::ALL;
        let point = self.search(&position, &limits, &filter, stop, &mut NullSearchObserver)?;
        self.chosen(side, point, what)
    }

    /// `lz-genmove_analyze` and `kata-genmove_analyze`: chooses a move and tells of the search.
    pub(super) fn genmove_analyze(
        &mut self,
        dialect: Dialect,
        words: &[&str],
        stop: &StopSignal,
        answer: &mut Answer<'_>,
    ) -> Reply {
        let request = Request::read(dialect, words, self.game.position())?;
        let side = request.side;
        let position = self.game.for_side(side);
        let limits = SearchLimits {
            multi_pv: request.lines,
            ..self.limits(side)
        };
        let clock = self.engine.clock().clone();
        let mut say = |text: &str| answer(text);
        let mut listener = Listener::new(&request, &position, clock, &mut say);
        let point = self.search(&position, &limits, &request.filter, stop, &mut listener)?;
        listener.finish();
        self.chosen(side, point, Use::Play)
            .map(|name| format!("play {name}"))
    }

    /// The best move; `None` where there is none to play.
    pub(super) fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        filter: &RootFilter,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<Point>, String> {
        let board = Board::from_position(position);
        if self.game.outcome() != Outcome::Running || !RootFilter::ALL.leaves_a_move(&board) {
            return Ok(None);
        }
        let request = SearchRequest {
            filter,
            ..SearchRequest::new(position, limits, stop)
        };
        let thought = self.engine.answer(request, observer);
        let spent = self.engine.clock().now().saturating_sub(limits.started);
        self.spent = spent;
        thought
            .map(|thought| Some(thought.best))
            .map_err(|error| error.to_string())
    }

    /// Plays a stone of a side, or passes.
    pub(super) fn step(&mut self, side: Side, point: Option<Point>) -> Result<(), String> {
        let Some(point) = point else {
            return self.game.pass(side).map_err(|fault| fault.to_string());
        };
        self.game.play(side, point).map_err(|fault| {
            // Of a game that is too long any other move would be refused as well.
            if fault == GameError::TooLong {
                return fault.to_string();
            }
            let name = vertex::name(point, self.game.position().size());
            format!("illegal move: {name}: {fault}")
        })
    }

    /// The answer to a request for a move.
    fn chosen(&mut self, side: Side, point: Option<Point>, what: Use) -> Reply {
        let Some(point) = point else {
            if self.game.outcome() == Outcome::Win(side.opponent()) {
                return Ok(RESIGN.to_owned());
            }
            if what == Use::Play {
                self.step(side, None)?;
            }
            return Ok(PASS.to_owned());
        };
        if what == Use::Play {
            self.step(side, Some(point))?;
            self.clocks.spend(side, self.spent);
        }
        Ok(vertex::name(point, self.game.position().size()))
    }

    /// `lz-analyze` and `kata-analyze`: begins an analysis.
    pub(super) fn begin_analysis(
        &mut self,
        dialect: Dialect,
        words: &[&str],
    ) -> Result<(), String> {
        let request = Request::read(dialect, words, self.game.position())?;
        let board = Board::from_position(&self.game.for_side(request.side));
        let has_moves = request.filter.leaves_a_move(&board);
        if !has_moves && RootFilter::ALL.leaves_a_move(&board) {
            return Err("every legal move is to be avoided".to_owned());
        }
        self.analysing = Some(Analysing {
            is_done: !has_moves || self.game.outcome() != Outcome::Running,
            request,
        });
        Ok(())
    }

    pub(super) fn is_to_analyse(&self) -> bool {
        self.analysing.as_ref().is_some_and(|now| !now.is_done)
    }

    /// Analyses until the signal is raised.
    pub(super) fn analyse(&mut self, stop: &StopSignal, answer: &mut Answer<'_>) {
        let Some(analysing) = &mut self.analysing else {
            return;
        };
        analysing.is_done = true;
        let request = &analysing.request;
        let position = self.game.for_side(request.side);
        let clock = self.engine.clock().clone();
        let limits = SearchLimits {
            started: clock.now(),
            multi_pv: request.lines,
            ..SearchLimits::default()
        };
        let mut say = |text: &str| answer(text);
        let mut listener = Listener::new(request, &position, clock, &mut say);
        let search = SearchRequest {
            purpose: SearchPurpose::Analyse,
            filter: &request.filter,
            ..SearchRequest::new(&position, &limits, stop)
        };
        match self.engine.answer(search, &mut listener) {
            Ok(_) => listener.finish(),
            Err(error) => log::error!("the analysis has ended: {error}"),
        }
    }
}
