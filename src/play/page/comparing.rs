//! The comparison of two engines at the table: which positions can be compared, and when a comparison is over.

use crate::game::{Ask, Game, Refusal};

use super::command::Compare;
use super::table::Table;

/// Most seconds that an engine may have.
const MOST_SECONDS: u8 = 60;

impl Table {
    /// Asks two engines about a position.
    ///
    /// # Errors
    /// [`Refusal::NotInThisGame`] in other games than gomoku, [`Refusal::GameOver`] and [`Refusal::WrongStep`] where no
    /// free move is asked, [`Refusal::NoProgram`], and [`Refusal::Number`] for the seconds.
    pub(super) fn compare(&mut self, compare: Compare) -> Result<(), Refusal> {
        let Compare {
            left,
            right,
            seconds,
            at,
        } = compare;
        for name in [&left, &right].into_iter().flatten() {
            self.check_program(name)?;
        }
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(Refusal::Number {
                given: seconds,
                most: MOST_SECONDS,
            });
        }
        let game = self.game_at(at).ok_or(Refusal::NotInThisGame)?;
        let is_over = at.is_none() && self.session.outcome().is_some();
        if is_over || game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        if game.ask() != Ask::Move || !game.opening_is_done() {
            return Err(Refusal::WrongStep);
        }
        let ticket = self.session.ticket();
        self.comparer
            .begin(game, ticket, at, [left, right], seconds);
        Ok(())
    }

    /// A comparison is about one state of the game, and its position must be there.
    pub(super) fn forget_old_comparison(&mut self) {
        let now = self.session.ticket();
        let is_old = self.comparer.current().is_some_and(|comparison| {
            comparison.ticket != now || self.game_at(comparison.at).is_none()
        });
        if is_old {
            self.comparer.forget();
        }
    }
}
