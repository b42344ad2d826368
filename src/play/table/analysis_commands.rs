//! Commands by which people look at a game: the analysis, trees, proofs, comparisons, and the review of its mistakes.

use crate::game::{Ask, Game, Refusal, Spot};
use crate::gomoku::Gomoku;
use crate::player::OutsideFault;
use crate::study::Place;

use super::analysis::{Analyst, MOST_LINES};
use super::command::Compare;
use super::comparison::MOST_SECONDS;
use super::lesson::game_after;
use super::prover::Wanted;
use super::table::Table;
use super::tree_walk::{MOST_TRACED_PLAYOUTS, WantedStep};

impl Table {
    /// Starts or stops the analysis.
    ///
    /// # Errors
    /// As [`Table::check_network`].
    pub(super) fn analyse(&mut self, on: bool, by: Option<Analyst>) -> Result<(), Refusal> {
        if let Some(Analyst::Network(name)) = &by {
            self.check_network(name)?;
        }
        self.analysis.turn(on);
        if let Some(by) = by {
            self.analysis.choose(by);
        }
        Ok(())
    }

    /// The analysis compares so many moves.
    ///
    /// # Errors
    /// [`Refusal::Number`]
    pub(super) fn compare_lines(&mut self, most: u8) -> Result<(), Refusal> {
        if !(1..=MOST_LINES).contains(&most) {
            return Err(Refusal::Number {
                given: most,
                most: MOST_LINES,
            });
        }
        self.analysis.compare_lines(most);
        Ok(())
    }

    /// Looks at a playout of a tree search, or leaves it.
    ///
    /// # Errors
    /// As [`Table::searched_game`] and [`Table::check_network`].
    pub(super) fn step_tree(
        &mut self,
        playouts: u32,
        at: Option<Place>,
        by: Analyst,
    ) -> Result<(), Refusal> {
        if playouts == 0 {
            self.tree_walk.leave();
            return Ok(());
        }
        self.searched_game(at)?;
        let by = match by {
            Analyst::AlphaBeta => Analyst::Tree,
            Analyst::Network(name) => {
                self.check_network(&name)?;
                Analyst::Network(name)
            }
            Analyst::Tree => by,
        };
        self.tree_walk.want(Some(WantedStep {
            at,
            playouts: playouts.min(MOST_TRACED_PLAYOUTS),
            by,
        }));
        Ok(())
    }

    /// A position in which something can be looked for.
    ///
    /// # Errors
    /// [`Refusal::NotInThisGame`] in other games than gomoku and where somebody has won, and [`Refusal::GameOver`] for that of
    /// a game that is over.
    pub(super) fn searched_game(&self, at: Option<Place>) -> Result<Gomoku, Refusal> {
        let game = self.game_at(at).ok_or(Refusal::NotInThisGame)?;
        if at.is_none() {
            self.require_running()?;
        }
        Ok(game)
    }

    /// Has a network learned the game at the table?
    ///
    /// # Errors
    /// [`Refusal::NoProgram`] where none has this name, and [`Refusal::NotInThisGame`] where it has learned another game.
    pub(super) fn check_network(&self, name: &str) -> Result<(), Refusal> {
        let mut networks = self.programs.networks().iter();
        let network = networks.find(|network| network.name == name);
        let network = network.ok_or_else(|| Refusal::NoProgram(name.to_string()))?;
        match self.session.game().downcast_ref::<Gomoku>() {
            Some(game) if network.plays(game) => Ok(()),
            _ => Err(Refusal::NotInThisGame),
        }
    }

    /// A network does not show what it thinks: it is not asked again. Nobody hears of it where somebody else was chosen since.
    pub(super) fn has_no_tree(&mut self, name: &str, fault: &OutsideFault) {
        let network = Analyst::Network(name.to_string());
        let wanted = self.tree_walk.wanted();
        let is_walked = wanted.is_some_and(|wanted| wanted.by == network);
        let analyses = self.analysis.on && self.analyst() == network;
        if is_walked {
            self.tree_walk.leave();
        }
        if analyses {
            self.analysis.on = false;
        }
        if is_walked || analyses {
            self.log.push(fault.message(name));
        }
    }

    /// Looks for a win in a position, or no longer.
    ///
    /// # Errors
    /// As [`Table::searched_game`].
    pub(super) fn prove(&mut self, on: bool, at: Option<Place>) -> Result<(), Refusal> {
        if on {
            self.searched_game(at)?;
        }
        self.prover.want(on.then_some(Wanted { at }));
        Ok(())
    }

    /// Asks two engines about a position.
    ///
    /// # Errors
    /// As [`Table::searched_game`], [`Refusal::WrongStep`] where no free move is asked, [`Refusal::NoProgram`], and
    /// [`Refusal::Number`] for the seconds.
    pub(super) fn compare(&mut self, compare: Compare) -> Result<(), Refusal> {
        let Compare {
            left,
            right,
            seconds,
            at,
        } = compare;
        for name in [&left, &right].into_iter().flatten() {
            self.programs.check(name)?;
        }
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(Refusal::Number {
                given: seconds,
                most: MOST_SECONDS,
            });
        }
        let game = self.searched_game(at)?;
        if game.ask() != Ask::Move || !game.opening_is_done() {
            return Err(Refusal::WrongStep);
        }
        let ticket = self.session.ticket();
        self.comparer
            .begin(game, ticket, at, [left, right], seconds);
        Ok(())
    }

    /// Looks for the mistakes of the whole game.
    pub(super) fn review(&mut self) {
        self.lesson.reviewing = true;
        // All may be known already.
        self.lesson.follow_review(&self.session);
    }

    /// Asks how good another move would have been.
    pub(super) fn try_move(&mut self, steps: usize, spots: &[Spot]) -> Result<(), Refusal> {
        let before = game_after(&self.session, steps).ok_or(Refusal::WrongStep)?;
        if steps >= self.session.steps().len() {
            return Err(Refusal::WrongStep);
        }
        if let Some(mv) = before.move_from_clicks(spots)? {
            self.lesson.try_move(steps, mv);
        }
        Ok(())
    }
}
