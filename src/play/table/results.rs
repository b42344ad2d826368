//! What a table does with what its searches find. A result that is about an earlier state of the game is dropped, unless
//! somebody still waits for it.

use crate::game::{Game as _, Seat, Step};
use crate::study::Place;

use super::analysis::Analysed;
use super::help::HelpRequest;
use super::lesson::{Judged, game_after, rate_of};
use super::line::LineView;
use super::table::Table;
use super::task::{JobResult, TaskResult};

impl Table {
    /// Takes a result.
    pub(crate) fn take(&mut self, found: TaskResult) {
        let TaskResult { ticket, finding } = found;
        let is_current = ticket == self.session.ticket();
        match finding {
            JobResult::Proof(at, found) => self.prover.answered(at, found),
            JobResult::Stepped(wanted, step) => self.tree_walk.found(&wanted, ticket, step),
            JobResult::NoTree(name, fault) => self.has_no_tree(&name, &fault),
            JobResult::Tried(None, spots, rate) => self.practice.judged(spots, rate),
            JobResult::Analysed(at) => self.analysis.has_ended(Analysed { ticket, at }),
            _ if !is_current => {}
            JobResult::Tried(Some(steps), spots, rate) => {
                self.lesson.take_attempt(&self.session, steps, spots, rate);
            }
            JobResult::Hint(step) => self.take_hint(step),
            JobResult::Answer(seat, step) => self.take_step(seat, step),
            JobResult::Failed(seat, fault) => self.failed(seat, &fault),
            JobResult::Draw(seat, accepts) => self.take_draw(seat, accepts),
            JobResult::Judged(steps, value) => self.take_value(steps, value),
        }
    }

    /// Takes a suggestion; nothing where none was found.
    fn take_hint(&mut self, step: Option<Step>) {
        // Whoever wants the move itself by now has no use for it.
        if self.help.wish == Some(HelpRequest::Move) {
            return;
        }
        self.help.wish = None;
        if let Some(step) = step {
            if let Step::Move(spots) = step {
                self.lesson.hinted(self.session.steps().len(), spots);
            }
            let now = self.session.ticket();
            let message = self.help.suggest(now, self.session.game(), step);
            self.log.push(message);
        }
    }

    /// Takes a step that was found for a seat. While a mistake is offered back none is made: teaching may have begun during the
    /// search, with both values known already.
    fn take_step(&mut self, seat: Seat, step: Option<Step>) {
        if self.lesson.held(&self.session).is_some() {
            return;
        }
        if let Some(step) = step
            && self.draw.holds_back(&self.session, seat, step)
        {
            return;
        }
        // In the place of a person it is a suggestion that is taken.
        if let Some(Step::Move(spots)) = step
            && self.session.occupant(seat).is_human()
        {
            self.lesson.hinted(self.session.steps().len(), spots);
        }
        let proof = self.proved();
        self.help.wish = None;
        let events = match step {
            Some(step) => self.session.act(seat, step),
            None => self.session.fail(seat),
        };
        match events {
            Ok(events) => self.after_events(&events),
            Err(refusal) => self.log.push(refusal.message()),
        }
        self.analysis.follow(proof, self.session.ticket());
    }

    /// Takes the answer to an offer of a draw. An offer that has lapsed meanwhile needs none.
    fn take_draw(&mut self, seat: Seat, accepts: bool) {
        if let Ok(events) = self.session.answer_draw(seat, accepts) {
            self.after_events(&events);
        }
        if let Some(step) = self.draw.take_ready(self.session.ticket()) {
            self.take_step(seat, Some(step));
        }
    }

    /// Takes the value of the position after so many steps.
    fn take_value(&mut self, steps: usize, value: Judged) {
        let Some(game) = game_after(&self.session, steps) else {
            return;
        };
        self.lesson.take_value(steps, value);
        self.analysis.rate(game.move_count(), value.black);
        self.lesson.follow_review(&self.session);
    }

    /// Takes a line that a task has found: the value of the best one becomes a point of the curve.
    pub(crate) fn hear(&mut self, line: LineView) {
        // One of a search that compared more moves than are wanted now.
        let is_chosen = self.analysis.on && self.session.gomoku().is_some();
        if is_chosen && line.rank >= self.analysis.most_lines().into() {
            return;
        }
        if line.ticket != self.session.ticket() {
            return;
        }
        let (rank, rate, at) = (line.rank, line.rate, line.at);
        self.analysis.hear(line);
        if rank != 0 {
            return;
        }
        let game = self.session.game();
        let of_game = match at {
            None => Some((game.move_count(), game.to_move())),
            Some(Place::Moves { moves }) => self.game_at(at).map(|game| (moves, game.to_move())),
            Some(Place::Node { .. }) => None,
        };
        if let Some((moves, colour)) = of_game {
            self.analysis.rate(moves, rate_of(colour, rate));
        }
    }
}
