//! What a request about practice does at the table.

use std::fmt::Display;

use crate::game::{Refusal, Seat, Spot};
use crate::practice::{Attempted, Drill, Progress, Rating};
use crate::puzzles::{Puzzles, daily};
use crate::text::Message;

use super::practice::{AskedDrill, DrillView, PracticeCommand, PracticeRequest, PracticeView};
use super::table::Table;

/// Longest time of an attempt that is kept, in seconds: a day.
const LONGEST: u32 = 86_400;

impl Table {
    /// Takes what was practised before, and tells what was wrong with it.
    pub(crate) fn with_progress(&mut self, progress: Progress, said: Option<Message>) {
        self.practice.progress = progress;
        if let Some(said) = said {
            self.log.push(said);
        }
    }

    /// The progress, if it has changed since it was asked for the last time.
    pub(crate) fn unsaved_progress(&mut self) -> Option<Progress> {
        let unsaved = std::mem::take(&mut self.practice.unsaved);
        unsaved.then(|| self.practice.progress.clone())
    }

    /// Tells people that the progress could not be saved. It is tried again at the next change.
    pub(crate) fn cannot_save_progress(&mut self, why: &dyn Display) {
        self.practice.unsaved = true;
        self.log.push_unsaved(why);
    }

    /// The days from which on mistakes are to be asked.
    pub(crate) fn days_of_drills(&self) -> Vec<u32> {
        let drills = self.practice.progress.drills.iter();
        drills.map(|drill| drill.due).collect()
    }

    /// Does what is wanted, and gives what there is to see then.
    ///
    /// # Errors
    /// A message on why it cannot be; nothing has changed then.
    pub(crate) fn practise(
        &mut self,
        request: PracticeRequest,
        puzzles: &Puzzles,
    ) -> Result<PracticeView, Message> {
        let PracticeRequest { day, command } = request;
        let before = self.practice.progress.clone();
        let progress = &mut self.practice.progress;
        match command {
            PracticeCommand::Show => {}
            PracticeCommand::Attempt {
                puzzle,
                solved,
                seconds,
            } => {
                let known = puzzles.find(&puzzle);
                let known = known.ok_or_else(|| Message::new("practice-no-puzzle"))?;
                let seconds = seconds.min(LONGEST);
                let attempt = Attempted {
                    puzzle,
                    day,
                    solved,
                    seconds,
                };
                progress.attempt(known, attempt);
            }
            PracticeCommand::Learned { chapter, steps } => progress.learn(&chapter, steps),
            PracticeCommand::KeepMistakes => {
                let drills = self.drills_of_review(day);
                self.practice.progress.add_drills(drills);
            }
            PracticeCommand::Drill => self.redirect(|table| table.ask_drill(day)),
            PracticeCommand::AnswerDrill { drill, spots } => {
                self.redirect(|table| table.answer_drill(drill, &spots))?;
            }
            PracticeCommand::Restore { progress: kept } => {
                let kept = Progress::of(kept).map_err(|refusal| {
                    Message::new("practice-damaged").with_message("why", refusal.message())
                })?;
                if progress.is_empty() || progress.attempts.len() <= kept.attempts.len() {
                    *progress = kept;
                }
            }
        }
        self.practice.unsaved |= self.practice.progress != before;
        Ok(self.practice_view(day, puzzles))
    }

    fn practice_view(&self, day: u32, puzzles: &Puzzles) -> PracticeView {
        let practice = &self.practice;
        let progress = &practice.progress;
        let Rating { value, deviation } = progress.rating_on(day);
        let solved = progress.solved().into_iter().map(String::from);
        let all = puzzles.list();
        let of_the_day = all.get(daily(day, all.len()));
        let asked = practice.asked.as_ref();
        let asked = asked.map(|asked| DrillView::of(&asked.drill, practice.number));
        let next = progress.next(all.iter(), day);
        PracticeView {
            rating: [value.round() as i32, deviation.round() as i32],
            streak: progress.streak(day),
            solved: solved.collect(),
            learned: progress.learned.clone(),
            daily: of_the_day.map(|puzzle| puzzle.id.clone()),
            next: next.map(|puzzle| puzzle.id.clone()),
            drills: [progress.count_due(day), progress.drills.len()],
            drill: asked.and_then(Result::ok),
            judging: practice.answers,
            progress: progress.clone(),
        }
    }

    /// The mistakes that the review has found, as they are to be practised from today on.
    fn drills_of_review(&self, day: u32) -> Vec<Drill> {
        let session = &self.session;
        let mistakes = self.lesson.view(session).mistakes.into_iter();
        let drills = mistakes.map(|mistake| Drill {
            position: session.position_after(mistake.step),
            foreign: self.may_be_foreign(mistake.step),
            played: mistake.spots,
            better: mistake.better_spots,
            reply: self.lesson.best(mistake.step + 1),
            before: mistake.before,
            after: mistake.after,
            stage: 0,
            due: day,
        });
        drills.collect()
    }

    /// May a step be that of somebody else than the person at this table?
    fn may_be_foreign(&self, step: usize) -> bool {
        let session = &self.session;
        let own = Seat::BOTH.map(|seat| session.is_person(seat));
        let taken = session.steps().get(step);
        let is_a_guests = |seat: Seat| session.has_guest() && !own[seat.index()];
        own[0] == own[1] || taken.is_some_and(|taken| is_a_guests(taken.seat))
    }

    /// Asks the mistake that waits longest. Where another page waits for the judgement of an answer to it, that comes all the
    /// same.
    fn ask_drill(&mut self, day: u32) {
        let place = self.practice.progress.due(day);
        let drill = place.and_then(|place| self.practice.progress.drills.get(place));
        let asked = self.practice.asked.as_ref();
        let known = asked.filter(|asked| drill.is_some_and(|drill| drill.is_same(&asked.drill)));
        match known {
            Some(AskedDrill {
                answer: Some(_), ..
            }) => return,
            Some(_) => {}
            None => self.practice.number += 1,
        }
        self.practice.asked = drill.cloned().map(|drill| AskedDrill {
            drill,
            day,
            answer: None,
        });
        self.practice.drilled = None;
    }

    /// A move instead of the mistake with this number, if it is still asked. The better move that is known needs no search.
    fn answer_drill(&mut self, number: u64, spots: &[Spot]) -> Result<(), Message> {
        let none = || Message::new("practice-no-drill");
        let helpless = self.help_is_forbidden();
        let practice = &mut self.practice;
        let asked = practice.asked.as_mut();
        let asked = asked
            .filter(|_| number == practice.number)
            .ok_or_else(none)?;
        let game = asked.drill.position.game()?;
        let Some(mv) = game.move_from_clicks(spots)? else {
            return Ok(());
        };
        game.clone_box().play(game.ask().step_of(mv))?;
        let (better, before) = (asked.drill.better, asked.drill.before);
        let (played, after) = (asked.drill.played, asked.drill.after);
        if helpless && mv != better && mv != played {
            return Err(Refusal::NoHelp.into());
        }
        practice.answers += 1;
        asked.answer = Some(mv);
        if mv == better {
            practice.judged(mv, Some(before));
        } else if mv == played {
            practice.judged(mv, Some(after));
        }
        Ok(())
    }
}
