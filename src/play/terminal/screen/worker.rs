//! The thread on which Kagetsu thinks for the screen.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Seat, Spots, Step};
use crate::registry::{Any, EnginePlayers};
use crate::session::Ticket;

/// A search to do.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) game: Any,
    pub(super) ticket: Ticket,
    /// The seat and level to move for; `None` asks for a hint.
    pub(super) seat: Option<(Seat, u8)>,
    pub(super) stop: StopSignal,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) ticket: Ticket,
    pub(super) seat: Option<Seat>,
    pub(super) step: Option<Step<Spots>>,
}

/// The ends of the two channels that the screen holds. Dropping them ends the thread after its question.
#[derive(Debug)]
pub(super) struct Worker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Worker {
    pub(super) fn start(seed: u64, clock: Arc<dyn Clock>) -> std::io::Result<Self> {
        let (questions, asked) = channel::<Question>();
        let (told, answers) = channel();
        let work = move || {
            let mut players = EnginePlayers::new(seed, clock);
            for question in asked {
                let game = &question.game;
                let answer = match question.seat {
                    Some((_, level)) => {
                        players.set_level(level);
                        players.answer(game, &question.stop, &mut |_| {})
                    }
                    None => players.hint(game, &question.stop),
                };
                let answer = Answer {
                    ticket: question.ticket,
                    seat: question.seat.map(|(seat, _)| seat),
                    step: answer,
                };
                if told.send(answer).is_err() {
                    break;
                }
            }
        };
        std::thread::Builder::new()
            .name("kagetsu".to_string())
            .spawn(work)?;
        Ok(Self { questions, answers })
    }

    pub(super) fn ask(&self, question: Question) {
        // A thread that has ended answers nothing more; the screen goes on for two persons.
        let _ = self.questions.send(question);
    }

    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}
