//! Thinking while the opponent is to move. It fills the transposition table; nothing is told of it.

use std::time::Duration;

use crate::command::PlayerWish;
use crate::reply::Reply;
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{Score, StopSignal, TimeControl};

use super::Host;
use super::state::Session;

/// Longest time to think after an own move, all interruptions left out.
const LONGEST: Duration = Duration::from_secs(60);

impl Session {
    /// The engine has moved, and may think on for the opponent. If it has won, there is nothing to think about.
    pub(super) fn allow_pondering(&mut self, score: Score) {
        let has_won = score == Score::win_in(1);
        let ponders = self.settings.ponders() && !has_won;
        self.pondering_left = ponders.then_some(LONGEST);
    }

    /// Is there something to think about until the manager speaks?
    pub const fn wants_to_ponder(&self) -> bool {
        self.pondering_left.is_some() && self.settings.ponders()
    }

    /// Thinks about the position until the signal is raised or the time is over.
    pub fn ponder(&mut self, stop: &StopSignal) {
        let Some(left) = self.pondering_left.take() else {
            return;
        };
        let Ok(position) = self.board_in_use().cloned() else {
            return;
        };
        let started = self.engine.clock().now();
        let mut limits = self.settings.limits(position.size(), started, 1);
        limits.time = TimeControl::per_move(left);
        self.apply_settings();
        let thought = self
            .engine
            .think(&position, &limits, stop, &mut NullSearchObserver);
        let spent = self.engine.clock().now().saturating_sub(started);
        if thought.is_ok() && stop.is_raised() {
            self.pondering_left = left.checked_sub(spent);
        }
    }

    /// Accepts a draw if the engine does not stand better, and every resignation.
    pub(super) fn answer_wish(&self, wish: PlayerWish, host: &mut dyn Host) {
        let text = match wish {
            PlayerWish::Draw if self.last_score.is_some_and(|score| score <= Score::ZERO) => {
                "DRAW ACCEPT"
            }
            PlayerWish::Draw => "DRAW REJECT",
            PlayerWish::Resign => "RESIGN ACCEPT",
        };
        host.reply(Reply::Message(text.to_string()));
    }
}
