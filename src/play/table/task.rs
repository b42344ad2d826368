//! The searches that a table needs, one at a time, and what it does with their results. Whoever shows the table runs them,
//! on a thread of its own or not.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use kagetsu_kernel::{ShippedFile, StopSignal};

use crate::game::{Game, GameMove, Line, Outcome, Seat, Step, TreeStep};
use crate::gomoku::Gomoku;
use crate::player::{Allowance, EnginePlayer, OutsideFault};
use crate::registry::{Asked, Opponents, RunningProgram, file_of};
use crate::session::{Mover, Occupant, Position, Session, Ticket};
use crate::study::Place;

use super::analysis::Analysed;
use super::analysis::Analyst;
use super::help::HelpRequest;
use super::lesson::{Judged, Question, game_after, rate_of};
use super::line::LineView;
use super::prover::{ProverReport, prove};
use super::stepper::WantedStep;
use super::table::Table;

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Job {
    /// End programs that are no longer needed on their seats.
    Dismiss(Vec<Seat>),
    /// Say whether a draw is accepted for a seat.
    Draw { seat: Seat, level: u8 },
    /// Suggest a step to a person.
    Hint,
    /// Say what a move instead of a mistake that is practised is worth.
    Drill(GameMove),
    /// Say what a position of this game, or a move in it, is worth.
    Judge(Question),
    /// Make a step for a seat.
    Answer { seat: Seat, mover: Mover },
    /// Look for a win in a position; nothing for that of the game.
    Prove(Option<Place>),
    /// Find a playout of a tree.
    Step(WantedStep),
    /// Look at a position until it changes.
    Analyse(Option<Place>, Analyst),
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
    position: Position,
    /// Tells games apart: each one has other moves.
    number: u64,
    allowance: Allowance,
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
    /// The win rate that a move after so many steps leaves its side; nothing when it is not legal.
    Tried(usize, GameMove, Option<f64>),
    /// The win rate that a move instead of a mistake leaves its side; nothing when it is not legal.
    Drilled(GameMove, Option<f64>),
    /// The step of a seat; none once the game is over.
    Answer(Seat, Option<Step>),
    /// The program of a seat has no answer.
    Failed(Seat, OutsideFault),
    /// A proof for a position; nothing when the search was stopped.
    Proof(Option<ProverReport>),
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

impl Table {
    /// What is to be done next, if anything; `running` are the programs that run.
    pub(crate) fn task(&self, running: &[RunningProgram]) -> Option<Task> {
        let job = self.job(running)?;
        Some(Task {
            position: self.position_for(&job),
            job,
            ticket: self.session.ticket(),
            stop: self.stop.clone(),
            number: self.games,
            allowance: allowance(&self.session),
        })
    }

    fn job(&self, running: &[RunningProgram]) -> Option<Job> {
        let idle = running.iter().filter(|program| !self.needs(program));
        let idle: Vec<Seat> = idle.map(|program| program.seat).collect();
        if !idle.is_empty() {
            return Some(Job::Dismiss(idle));
        }
        if let Some(seat) = self.session.draw_asked()
            && let Some(level) = self.session.level(seat)
        {
            return Some(Job::Draw { seat, level });
        }
        if self.help.wish == Some(HelpRequest::Hint) {
            return Some(Job::Hint);
        }
        if let Some((_, spots)) = self.practice.question()
            && !self.help_is_forbidden()
        {
            return Some(Job::Drill(spots));
        }
        if let Some(question) = self.lesson.question(&self.session) {
            return Some(Job::Judge(question));
        }
        if let Some((seat, mover)) = self.to_answer() {
            return Some(Job::Answer { seat, mover });
        }
        if let Some(wanted) = self.prover.wanted() {
            return Some(Job::Prove(wanted.at));
        }
        if let Some(wanted) = self.stepper.wanted() {
            return Some(Job::Step(wanted.clone()));
        }
        let now = self.looked_at();
        let job = Job::Analyse(now.at, self.analyst());
        let is_wanted = self.analysis.wants(now) && self.is_searchable(&job);
        is_wanted.then_some(job)
    }

    /// The seat whose program thinks about its move, if that is what is done now.
    pub(super) fn program_that_thinks(&self) -> Option<Seat> {
        match self.job(&[])? {
            Job::Answer {
                seat,
                mover: Mover::Program(_),
            } => Some(seat),
            _ => None,
        }
    }

    /// Does a program still play for its seat?
    fn needs(&self, program: &RunningProgram) -> bool {
        let sits = matches!(self.session.occupant(program.seat), Occupant::Program(name) if *name == program.name);
        sits && program.number == self.games && self.session.outcome().is_none()
    }

    /// The position that a job is about.
    fn position_for(&self, job: &Job) -> Position {
        let other = match job {
            Job::Analyse(at, _) | Job::Prove(at) | Job::Step(WantedStep { at, .. }) => {
                at.and_then(|place| self.study.position_at(&self.session, place))
            }
            Job::Judge(Question::Position(steps) | Question::Try(steps, _)) => {
                Some(self.session.position_after(*steps))
            }
            Job::Drill(_) => self
                .practice
                .question()
                .map(|(position, _)| position.clone()),
            Job::Dismiss(_) | Job::Draw { .. } | Job::Hint | Job::Answer { .. } => None,
        };
        other.unwrap_or_else(|| self.session.position_after(usize::MAX))
    }

    /// Can a search say something about the position of a job?
    fn is_searchable(&self, job: &Job) -> bool {
        self.position_for(job)
            .game()
            .is_ok_and(|game| game.is_searchable())
    }

    /// Takes a result.
    pub(crate) fn take(&mut self, found: TaskResult) {
        let TaskResult { ticket, finding } = found;
        let is_current = ticket == self.session.ticket();
        match finding {
            JobResult::Tried(steps, spots, rate) => {
                let game = game_after(&self.session, steps);
                let rate = rate.filter(|_| is_current);
                self.lesson
                    .take_attempt(steps, spots, game.as_deref(), rate);
            }
            // Where it was stopped, something else is to be done first, and whoever looks for a win asks again.
            JobResult::Proof(None) => self.prover.want(None),
            JobResult::Proof(Some(proved)) => self.prover.answered(proved),
            JobResult::Stepped(wanted, step) => self.stepper.found(&wanted, ticket, step),
            JobResult::NoTree(name, fault) => self.has_no_tree(&name, &fault),
            JobResult::Drilled(spots, rate) => self.practice.judged(spots, rate),
            JobResult::Hint(step) => self.take_hint(step.filter(|_| is_current)),
            JobResult::Analysed(at) => self.analysis.has_ended(Analysed { ticket, at }),
            _ if !is_current => {}
            JobResult::Answer(seat, step) => self.take_step(seat, step),
            JobResult::Failed(seat, fault) => self.failed(seat, &fault),
            JobResult::Draw(seat, accepts) => self.take_draw(seat, accepts),
            JobResult::Judged(steps, value) => self.take_value(steps, value),
        }
    }

    /// Takes a suggestion; nothing when the game is in another state by now.
    fn take_hint(&mut self, step: Option<Step>) {
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

    /// Takes a step that was found for a seat.
    fn take_step(&mut self, seat: Seat, step: Option<Step>) {
        if let Some(step) = step
            && self.draw.holds_back(&self.session, seat, step)
        {
            return;
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
        let is_open = self.lesson.question(&self.session).is_some();
        self.lesson.reviewing &= is_open;
    }

    /// Takes a line that a task has found: the value of the best one becomes a point of the curve.
    pub(crate) fn hear(&mut self, line: LineView) {
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

/// The time of the seat to act.
fn allowance(session: &Session) -> Allowance {
    let (rules, clocks) = (session.time_rules(), session.clocks());
    let milliseconds = |time: Option<u64>| time.map(Duration::from_millis);
    let left = session.to_act().and_then(|seat| clocks.left[seat.index()]);
    Allowance {
        per_move: milliseconds(rules.per_move),
        per_game: milliseconds(rules.per_game),
        increment: Duration::from_millis(rules.increment),
        left: milliseconds(left),
        step_left: milliseconds(clocks.step_left),
    }
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
            Job::Prove(_) => JobResult::Proof(None),
            Job::Step(wanted) => JobResult::Stepped(wanted.clone(), None),
            _ => return None,
        };
        Some(TaskResult {
            ticket: self.ticket,
            finding,
        })
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
        let game = self.position.game().ok()?;
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
                kagetsu.set_level(*level);
                JobResult::Draw(*seat, kagetsu.accepts_draw(game, stop))
            }
            Job::Hint => JobResult::Hint(self.kagetsu(opponents).hint(game, stop)),
            Job::Drill(spots) => {
                let rate = rate_after(self.kagetsu(opponents), game, *spots, stop);
                if stop.is_raised() {
                    return None;
                }
                JobResult::Drilled(*spots, rate)
            }
            Job::Judge(Question::Position(steps)) => {
                let line = self.kagetsu(opponents).judge(game, stop)?;
                let black = rate_of(game.to_move(), line.rate);
                let best = line.best();
                JobResult::Judged(*steps, Judged { black, best })
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
                JobResult::Proof(game.and_then(|game| prove(game, *at, ticket, stop)))
            }
            Job::Step(wanted) => match self.tree_step(opponents, game, wanted) {
                Ok(playout) => JobResult::Stepped(wanted.clone(), playout.map(|seen| json!(seen))),
                Err((name, fault)) => JobResult::NoTree(name, fault),
            },
            Job::Analyse(at, analyst) => {
                let ended = self.analyse(opponents, game, analyst, &mut |line| tell(*at, line));
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
        analyst: &Analyst,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<(), (String, OutsideFault)> {
        match analyst {
            Analyst::AlphaBeta => self.kagetsu(opponents).analyse(game, &self.stop, listen),
            Analyst::Tree => {
                let kagetsu = self.kagetsu(opponents);
                kagetsu.analyse_by_tree(game, &self.stop, listen);
            }
            Analyst::Network(name) => opponents
                .with_network(name, game, |network, game| {
                    network.analyse(game, &self.stop, listen)
                })
                .map_err(|fault| (name.clone(), fault))?,
        }
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
        opponents.kagetsu(self.position.setup.kind(), self.number)
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
    let won = |winner: Option<Seat>| winner.map_or(0.5, |seat| f64::from(seat == mover));
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
