//! The threads that ask the engines of a comparison, one for each side. A program is started for one answer and ended
//! after it; what it says is passed on at a bounded rate.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::Clock;

use crate::game::{Game, Spot, Step};
use crate::player::{Comment, GomokuPlayer, OutsideFault, OutsidePrograms};
use crate::session::Level;

use super::comparison::{Opinion, Question};
use super::worker::Shared;

/// Changes at once that are passed on.
const BURST: f64 = 10.0;
/// Changes a second that are passed on.
const A_SECOND: f64 = 10.0;
/// Seed of Kagetsu's player, which makes no random choice here.
const SEED: u64 = 1;

/// A bucket of changes, which fills again with time.
#[derive(Debug)]
struct Pace {
    clock: Arc<dyn Clock>,
    left: f64,
    at: Duration,
}

impl Pace {
    fn new(clock: &Arc<dyn Clock>) -> Self {
        Self {
            clock: clock.clone(),
            left: BURST,
            at: clock.now(),
        }
    }

    /// May a change be passed on now?
    fn allows(&mut self) -> bool {
        let now = self.clock.now();
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + passed * A_SECOND).min(BURST);
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// One engine that is asked, and where its opinion is told.
struct Consultation<'a> {
    shared: &'a Shared,
    side: usize,
    question: &'a Question,
    pace: Pace,
}

impl Consultation<'_> {
    /// Changes the opinion and tells the pages.
    fn tell(&self, change: impl FnOnce(&mut Opinion)) {
        let (number, side) = (self.question.number, self.side);
        let told = self
            .shared
            .quietly(|table| table.comparer.change(number, side, change).cloned());
        if let Some(comparison) = told {
            self.shared.send("comparison", &comparison);
        }
    }

    fn ask_kagetsu(&mut self, clock: &Arc<dyn Clock>) {
        let Question {
            game,
            stop,
            seconds,
            ..
        } = self.question;
        let time = Duration::from_secs((*seconds).into());
        let mut player = GomokuPlayer::new(Level::HIGHEST, SEED, clock.clone());
        let best = player.consider(game, time, stop, &mut |line| {
            if self.pace.allows() {
                self.tell(|opinion| opinion.found(game, line));
            }
        });
        self.tell(|opinion| {
            if let Some(line) = &best {
                opinion.found(game, line);
            }
            opinion.ended();
        });
    }

    fn ask_program(&mut self, name: &str, programs: Option<&Arc<dyn OutsidePrograms>>) {
        let game = &self.question.game;
        // What was said too fast to be passed on, and the moves that were expected last.
        let (mut held, mut last) = (None, Vec::new());
        let answer = self.answer(name, programs, &mut |this, comment| {
            if !comment.moves.is_empty() {
                last.clone_from(&comment.moves);
            }
            if this.pace.allows() {
                let before = held.take();
                this.tell(|opinion| {
                    for said in before.iter().chain([&comment]) {
                        opinion.heard(game, said);
                    }
                });
            } else {
                held = Some(comment);
            }
        });
        self.tell(|opinion| {
            if let Some(said) = &held {
                opinion.heard(game, said);
            }
            match answer {
                Ok(best) => opinion.answered(game, &last, best),
                Err(fault) => opinion.failed(name, &fault),
            }
        });
    }

    /// The legal move of a program. The program has ended then.
    fn answer(
        &mut self,
        name: &str,
        programs: Option<&Arc<dyn OutsidePrograms>>,
        listen: &mut dyn FnMut(&mut Self, Comment),
    ) -> Result<Spot, OutsideFault> {
        let Question {
            game,
            stop,
            seconds,
            ..
        } = self.question;
        let time = Duration::from_secs((*seconds).into());
        let player = programs.and_then(|programs| programs.player(name));
        let mut player = player.ok_or(OutsideFault::Unknown)?;
        let best = player.consider(game, time, stop, &mut |comment| listen(self, comment))?;
        let step = Step::stone(best);
        match game.clone().play(step) {
            Ok(()) => Ok(best),
            Err(refusal) => Err(OutsideFault::of_step(game, step, &refusal)),
        }
    }
}

/// Asks the engines of one side until [`Shared::close`].
pub(super) fn consult(
    shared: &Shared,
    side: usize,
    clock: &Arc<dyn Clock>,
    programs: Option<&Arc<dyn OutsidePrograms>>,
) {
    while let Some(question) = shared.wait_for(|table| table.comparer.ask(side)) {
        let mut consultation = Consultation {
            shared,
            side,
            question: &question,
            pace: Pace::new(clock),
        };
        // It has begun to think.
        consultation.tell(|_| {});
        match &question.name {
            Some(name) => consultation.ask_program(name, programs),
            None => consultation.ask_kagetsu(clock),
        }
    }
}
