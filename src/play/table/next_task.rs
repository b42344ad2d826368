//! Which search a table needs next. There is one at a time, and the first that is due in this order: programs that are no
//! longer needed end, a draw is answered, a person gets the help that was asked for, a seat makes its move, and then the
//! position is looked at for whoever watches. Once Kagetsu's time for a move is over, its move goes before what is judged.

use std::time::Duration;

use kagetsu_kernel::StopSignal;

use crate::game::{GameMove, Seat};
use crate::player::Allowance;
use crate::registry::RunningProgram;
use crate::session::{Mover, Occupant, Position, Session, Ticket};

use super::help::HelpRequest;
use super::lesson::Question;
use super::table::Table;
use super::task::{Job, JobResult, Task, TaskResult};
use super::tree_walk::WantedStep;

impl Table {
    /// What is to be done next, if anything; `running` are the programs that run.
    pub(crate) fn task(&self, running: &[RunningProgram]) -> Option<Task> {
        let job = self.job(running)?;
        Some(Task {
            position: self.position_for(&job),
            job,
            ticket: self.session.ticket(),
            stop: self.signal(),
            number: self.games,
            allowance: allowance(&self.session),
        })
    }

    /// What ends the next search. It is raised already where there is no time for one.
    fn signal(&self) -> StopSignal {
        if !self.must_move() {
            return self.stop.clone();
        }
        let stop = StopSignal::new();
        stop.raise();
        stop
    }

    /// Changes the table. If another search is due afterwards, the one that runs now ends; a search for the move of a seat goes
    /// on.
    pub(super) fn redirect<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.job(&[]);
        let done = change(self);
        let is_for_a_move = matches!(before, Some(Job::Answer { .. }));
        if before.is_some() && !is_for_a_move && self.job(&[]) != before {
            self.end_search();
        }
        done
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
        if self.help.wish == Some(HelpRequest::Hint) && self.session.outcome().is_none() {
            return Some(Job::Hint);
        }
        if let Some(question) = self.question() {
            return Some(Job::Judge(question));
        }
        if let Some((seat, mover)) = self.to_answer() {
            return Some(Job::Answer { seat, mover });
        }
        if let Some(wanted) = self.prover.wanted() {
            return Some(Job::Prove(wanted.at));
        }
        if let Some(wanted) = self.tree_walk.wanted() {
            return Some(Job::Step(wanted.clone()));
        }
        let now = self.looked_at();
        let job = Job::Analyse(now.at, self.analyst(), self.analysis.most_lines());
        let is_wanted = self.analysis.wants(now) && self.is_searchable(&job);
        is_wanted.then_some(job)
    }

    /// What is to be judged next, if there is time for it.
    fn question(&self) -> Option<Question> {
        if self.must_move() {
            return None;
        }
        let practised = self.practice.question();
        let practised = practised.filter(|_| !self.help_is_forbidden());
        practised
            .map(|(_, spots)| Question::Try(None, spots))
            .or_else(|| self.lesson.question(&self.session))
    }

    /// What the search for the move of a seat in a state has found so far, where it was ended and cannot be asked: the first move
    /// of its best line. Whoever has ended it may have taken the wish for the move back with it: the move counts all the same.
    pub(crate) fn answer_so_far(&self, ticket: Ticket, first: GameMove) -> Option<TaskResult> {
        if ticket != self.session.ticket() {
            return None;
        }
        let seat = self.session.to_act()?;
        let step = self.session.game().ask().step_of(first);
        Some(TaskResult {
            ticket,
            finding: JobResult::Answer(seat, Some(step)),
        })
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
            Job::Analyse(at, ..) | Job::Prove(at) | Job::Step(WantedStep { at, .. }) => {
                at.and_then(|place| self.study.position_at(&self.session, place))
            }
            Job::Judge(Question::Position(steps) | Question::Try(Some(steps), _)) => {
                Some(self.session.position_after(*steps))
            }
            Job::Judge(Question::Try(None, _)) => self
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
