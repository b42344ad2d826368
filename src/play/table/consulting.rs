//! Asking the engines of a comparison. A program is started for one answer and ended after it; what it says is passed on at
//! a bounded rate. Whoever shows the table runs it, beside the searches of the game.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_kernel::Clock;

use crate::game::{Game, Spot, Step};
use crate::player::{Comment, GomokuPlayer, OutsideFault, OutsidePlayer, OutsidePrograms};

use super::comparison::{Consultation, Heard, OpinionNews};

/// Changes at once that are passed on.
const BURST: f64 = 10.0;
/// Changes a second that are passed on.
const A_SECOND: f64 = 10.0;

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

impl Consultation {
    /// Asks the engine until it has answered; `tell` hears of it meanwhile.
    pub(crate) fn run(
        &self,
        clock: &Arc<dyn Clock>,
        programs: Option<&Arc<dyn OutsidePrograms>>,
        tell: &mut dyn FnMut(OpinionNews),
    ) {
        let pace = Pace::new(clock);
        // It thinks: that alone is news.
        tell(self.news([]));
        match &self.name {
            None => self.ask_kagetsu(clock, pace, tell),
            Some(name) => {
                let player = programs.and_then(|programs| programs.player(name));
                self.ask_program(player, pace, tell);
            }
        }
    }

    fn news(&self, heard: impl IntoIterator<Item = Heard>) -> OpinionNews {
        OpinionNews {
            number: self.number,
            side: self.side,
            heard: heard.into_iter().collect(),
        }
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    fn ask_kagetsu(
        &self,
        clock: &Arc<dyn Clock>,
        mut pace: Pace,
        tell: &mut dyn FnMut(OpinionNews),
    ) {
        let mut player = GomokuPlayer::new(clock.clone());
        let best = player.consider(&self.game, self.time(), &self.stop, &mut |line| {
            if pace.allows() {
                tell(self.news([Heard::Line(line.clone())]));
            }
        });
        tell(self.news([Heard::Ended(best)]));
    }

    /// Asks a program; there is none where none has its name. It has ended then.
    fn ask_program(
        &self,
        player: Option<Box<dyn OutsidePlayer>>,
        mut pace: Pace,
        tell: &mut dyn FnMut(OpinionNews),
    ) {
        // What was said too fast to be passed on, and the moves that were expected last.
        let (mut held, mut expected) = (None, Vec::new());
        let mut listen = |comment: Comment| {
            if !comment.moves.is_empty() {
                expected.clone_from(&comment.moves);
            }
            let said = Heard::Said(comment);
            if pace.allows() {
                tell(self.news(held.take().into_iter().chain([said])));
            } else {
                held = Some(said);
            }
        };
        let answer = match player {
            None => Err(OutsideFault::Unknown),
            Some(mut player) => player
                .consider(&self.game, self.time(), &self.stop, &mut listen)
                .and_then(|best| self.legal(best)),
        };
        let last = match answer {
            Ok(best) => Heard::Answered { expected, best },
            Err(fault) => Heard::Failed(fault),
        };
        tell(self.news(held.into_iter().chain([last])));
    }

    /// A move that a program has made, if it is legal.
    fn legal(&self, best: Spot) -> Result<Spot, OutsideFault> {
        let step = Step::stone(best);
        match self.game.clone().play(step) {
            Ok(()) => Ok(best),
            Err(refusal) => Err(OutsideFault::of_step(&self.game, step, &refusal)),
        }
    }
}
