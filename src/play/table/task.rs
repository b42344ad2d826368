//! A search that a table needs, as plain data: what is asked, what is found, and how it is done. Whoever shows the table runs
//! it, on a thread of its own or not.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use kagetsu_kernel::{ShippedFile, StopSignal};

use crate::game::{Game, GameMove, Line, Outcome, Seat, Step, TreeStep};
use crate::gomoku::Gomoku;
use crate::gomoku::thinker::SearchMethod;
use crate::player::{Allowance, AnalysisMode, EnginePlayer, OutsideFault};
use crate::registry::{Asked, Opponents, file_of};
use crate::session::{Mover, Position, Ticket};
use crate::study::Place;

use super::analysis::Analyst;
use super::lesson::{Judged, Question, rate_of};
use super::line::LineView;
use super::prover::{ProverReport, prove};
use super::tree_walk::WantedStep;

/// The win rate of a draw.
const EVEN: f64 = 0.5;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Job {
    /// End programs that are no longer needed on their seats.
    Dismiss(Vec<Seat>),
    /// Say whether a draw is accepted for a seat.
    Draw { seat: Seat, level: u8 },
    /// Suggest a step to a person.
    Hint,
    /// Say what a position, or a move in it, is worth.
    Judge(Question),
    /// Make a step for a seat.
    Answer { seat: Seat, mover: Mover },
    /// Look for a win in a position; nothing for that of the game.
    Prove(Option<Place>),
    /// Find a playout of a tree.
    Step(WantedStep),
    /// Look at a position until it changes.
    Analyse(Option<Place>, Analyst, u8),
}

/// A job with all that it needs. It can be done elsewhere, such as by another worker of a browser: it is plain data but for
/// the signal that ends it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Task {
    pub(super) job: Job,
    /// The state of the game for which it is done.
    pub(super) ticket: Ticket,
    /// Ends it.
    #[serde(skip)]
    pub(super) stop: StopSignal,
    /// What it is about.
    pub(super) position: Position,
    /// Tells games apart: each one has other moves.
    pub(super) number: u64,
    pub(super) allowance: Allowance,
}

/// What a job has found.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum JobResult {
    /// Whether a draw is accepted for a seat.
    Draw(Seat, bool),
    /// A suggestion.
    Hint(Option<Step>),
    /// The value of the position after so many steps.
    Judged(usize, Judged),
    /// The win rate that a move of [`Question::Try`] leaves its side; nothing when it is not legal.
    Tried(Option<usize>, GameMove, Option<f64>),
    /// The step of a seat; none once the game is over.
    Answer(Seat, Option<Step>),
    /// The program of a seat has no answer.
    Failed(Seat, OutsideFault),
    /// A proof for a position; nothing when the search was stopped.
    Proof(Option<Place>, Option<ProverReport>),
    /// A playout of a tree as JSON, which nobody but the page reads; nothing when the search was stopped.
    Stepped(WantedStep, Option<Value>),
    /// The network of this name does not show what it thinks.
    NoTree(String, OutsideFault),
    /// The analysis of a position has ended by itself.
    Analysed(Option<Place>),
}

/// The result of a task, for the state of the game for which it was done.
#[derive(Debug, Serialize, Deserialize)]
pub struct TaskResult {
    pub(super) ticket: Ticket,
    pub(super) finding: JobResult,
}

impl Task {
    /// The file that it needs, if it needs one.
    pub fn file(&self) -> Option<&'static ShippedFile> {
        file_of(&self.position.setup)
    }

    /// The signal that ends it.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }

    /// What is left of it where it is ended before it has found anything.
    pub(crate) fn result_if_stopped(&self) -> Option<TaskResult> {
        let finding = match &self.job {
            // Nobody agrees to what was not looked at.
            Job::Draw { seat, .. } => JobResult::Draw(*seat, false),
            Job::Prove(at) => JobResult::Proof(*at, None),
            Job::Step(wanted) => JobResult::Stepped(wanted.clone(), None),
            _ => return None,
        };
        Some(TaskResult {
            ticket: self.ticket,
            finding,
        })
    }

    /// The state for which it looks for the move of a seat, if it does that.
    pub(crate) fn answers(&self) -> Option<Ticket> {
        matches!(self.job, Job::Answer { .. }).then_some(self.ticket)
    }

    /// The same task, ended by another signal than the table's own.
    #[must_use]
    pub(crate) fn stopped_by(mut self, stop: StopSignal) -> Self {
        self.stop = stop;
        self
    }

    /// Does it; `listen` hears the lines that are found meanwhile. Gives what was found, if there is anything to take.
    pub fn run(
        &self,
        opponents: &mut Opponents,
        listen: &mut dyn FnMut(LineView),
    ) -> Option<TaskResult> {
        let Ok(game) = self.position.game() else {
            // No game begins from such a position: somebody has won there.
            return self.result_if_stopped();
        };
        let (game, stop, ticket) = (game.as_ref(), &self.stop, self.ticket);
        let mut tell = |at, line: &Line| listen(LineView::of(game, ticket, at, line));
        let finding = match &self.job {
            Job::Dismiss(seats) => {
                for &seat in seats {
                    opponents.dismiss(seat);
                }
                return None;
            }
            Job::Draw { seat, level } => {
                let kagetsu = self.kagetsu(opponents);
                JobResult::Draw(*seat, kagetsu.accepts_draw(game, *level, stop))
            }
            Job::Hint => {
                let seed = opponents.seed(self.number);
                JobResult::Hint(self.kagetsu(opponents).hint(game, seed, stop))
            }
            Job::Judge(Question::Position(steps)) => {
                let line = self.kagetsu(opponents).judge(game, stop);
                if line.is_none() && stop.is_raised() {
                    return None;
                }
                JobResult::Judged(*steps, judged(game, line.as_ref()))
            }
            Job::Judge(Question::Try(steps, spots)) => {
                let rate = rate_after(self.kagetsu(opponents), game, *spots, stop);
                if stop.is_raised() {
                    return None;
                }
                JobResult::Tried(*steps, *spots, rate)
            }
            Job::Answer { seat, mover } => {
                let asked = Asked {
                    game,
                    seat: *seat,
                    number: self.number,
                    allowance: self.allowance,
                };
                match opponents.answer(asked, mover, stop, &mut |line| tell(None, line)) {
                    Ok(made) => JobResult::Answer(*seat, made),
                    // Whoever stopped it has said what is next.
                    Err(OutsideFault::Stopped) => return None,
                    Err(fault) => JobResult::Failed(*seat, fault),
                }
            }
            Job::Prove(at) => {
                let game: Option<&Gomoku> = game.downcast_ref();
                JobResult::Proof(*at, game.and_then(|game| prove(game, *at, ticket, stop)))
            }
            Job::Step(wanted) => match self.tree_step(opponents, game, wanted) {
                Ok(playout) => JobResult::Stepped(wanted.clone(), playout.map(|seen| json!(seen))),
                Err((name, fault)) => JobResult::NoTree(name, fault),
            },
            Job::Analyse(at, analyst, lines) => {
                let mut told = |line: &Line| tell(*at, line);
                let ended = self.analyse(opponents, game, (analyst, *lines), &mut told);
                if stop.is_raised() {
                    return None;
                }
                match ended {
                    Ok(()) => JobResult::Analysed(*at),
                    Err((name, fault)) => JobResult::NoTree(name, fault),
                }
            }
        };
        Some(TaskResult { ticket, finding })
    }

    /// Analyses until it is stopped or knows enough.
    ///
    /// # Errors
    /// The name of a network and why it does not analyse.
    fn analyse(
        &self,
        opponents: &mut Opponents,
        game: &dyn Game,
        (analyst, lines): (&Analyst, u8),
        listen: &mut dyn FnMut(&Line),
    ) -> Result<(), (String, OutsideFault)> {
        let by = match analyst {
            Analyst::AlphaBeta => SearchMethod::AlphaBeta,
            Analyst::Tree => SearchMethod::Mcts,
            Analyst::Network(name) => {
                let ended = opponents.with_network(name, game, |network, game| {
                    network.analyse(game, &self.stop, listen)
                });
                return ended.map_err(|fault| (name.clone(), fault));
            }
        };
        let lines = lines.into();
        let mode = AnalysisMode { by, lines };
        let kagetsu = self.kagetsu(opponents);
        kagetsu.analyse(game, mode, &self.stop, listen);
        Ok(())
    }

    /// The wanted playout; nothing when it was stopped.
    ///
    /// # Errors
    /// The name of a network and why it shows no tree.
    fn tree_step(
        &self,
        opponents: &mut Opponents,
        game: &dyn Game,
        wanted: &WantedStep,
    ) -> Result<Option<TreeStep>, (String, OutsideFault)> {
        let WantedStep { playouts, by, .. } = wanted;
        let Analyst::Network(name) = by else {
            let kagetsu = self.kagetsu(opponents);
            return Ok(kagetsu.tree_step(game, *playouts, &self.stop));
        };
        let found = opponents.with_network(name, game, |network, game| {
            network.tree_step(game, *playouts, &self.stop)
        });
        match found {
            Ok(step) => Ok(Some(step)),
            Err(OutsideFault::Stopped) => Ok(None),
            Err(fault) => Err((name.clone(), fault)),
        }
    }

    fn kagetsu<'o>(&self, opponents: &'o mut Opponents) -> &'o mut dyn EnginePlayer {
        opponents.kagetsu(self.position.setup.kind())
    }
}

/// What a line says of a position. A side that has no move has none: without a value it would be asked for ever.
fn judged(game: &dyn Game, line: Option<&Line>) -> Judged {
    let rate = line.map_or(EVEN, |line| line.rate);
    Judged {
        black: rate_of(game.to_move(), rate),
        best: line.and_then(Line::best),
    }
}

/// The win rate of the side to move after a move of its own; nothing when it is not legal.
fn rate_after(
    kagetsu: &mut dyn EnginePlayer,
    game: &dyn Game,
    spots: GameMove,
    stop: &StopSignal,
) -> Option<f64> {
    let mover = game.to_act();
    let mut after = game.clone_box();
    after.play(Step::Move(spots)).ok()?;
    let won = |winner: Option<Seat>| winner.map_or(EVEN, |seat| f64::from(seat == mover));
    if let Some(Outcome { winner, .. }) = after.outcome() {
        return Some(won(winner));
    }
    let rate = kagetsu.judge(after.as_ref(), stop)?.rate;
    Some(if after.to_act() == mover {
        rate
    } else {
        1.0 - rate
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TWO, obey, opponents, play, table};
    use super::*;
    use crate::game::{Colour, stones_of};
    use crate::table::Command;

    #[test]
    fn a_side_without_a_legal_move_is_judged_and_not_asked_for_ever() {
        // Black must not make the row of six that the last point would be.
        const ROWS: [&str; 6] = ["xxx.xx", "ooxxoo", "xxooxx", "ooxxoo", "xxooxx", "ooxxoo"];
        let mut table = table(r#"{"begins":"two","level":"1","rule":"renju","size":6}"#);
        let stones = stones_of(&ROWS);
        let to_move = Colour::White;
        obey(&mut table, Command::Edit { stones, to_move });
        obey(&mut table, Command::Step { step: Step::Pass });
        obey(&mut table, Command::Review);
        let mut opponents = opponents();
        for steps in 0..2 {
            let task = table.task(&[]).expect("a position to judge");
            assert_eq!(task.job, Job::Judge(Question::Position(steps)));
            let found = task.run(&mut opponents, &mut |_| {});
            table.take(found.expect("a value"));
        }
        assert!(table.task(&[]).is_none());
    }

    #[test]
    fn no_proof_goes_on_behind_a_move_that_was_taken_back() {
        let mut table = table(TWO);
        for text in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "o15"] {
            play(&mut table, text);
        }
        let at = Some(Place::Moves { moves: 9 });
        obey(&mut table, Command::Prove { on: true, at });
        obey(&mut table, Command::Undo);
        play(&mut table, "h12");
        assert!(table.task(&[]).is_none());
    }

    #[test]
    fn nothing_is_looked_for_in_a_game_that_has_ended_meanwhile() {
        let (playouts, at, by) = (1, None, Analyst::Tree);
        for wish in [
            Command::Prove { on: true, at },
            Command::StepTree { playouts, at, by },
        ] {
            let mut table = table(TWO);
            // White has an open four when Black wins.
            for text in ["a1", "h8", "a2", "h9", "a3", "h10", "a4", "h11"] {
                play(&mut table, text);
            }
            obey(&mut table, wish);
            play(&mut table, "a5");
            assert!(table.session().outcome().is_some());
            assert!(table.task(&[]).is_none());
        }
    }
}
