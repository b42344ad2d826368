//! The thread on which Kagetsu thinks for the screen.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use kagetsu_kernel::{Clock, StopSignal};

use crate::game::{Game, Seat, Step};
use crate::player::{Allowance, OutsideFault, OutsidePrograms};
use crate::registry::{Asked, Opponents};
use crate::session::{Mover, Ticket};

/// What is wanted of whoever moves by itself.
#[derive(Debug)]
pub(super) enum Wanted {
    /// A step for a seat.
    Step(Seat, Mover),
    /// A good step for the person.
    Hint,
    /// Whether Kagetsu, on a seat and at a level, agrees to a draw.
    Draw(Seat, u8),
}

/// A search to do.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) game: Box<dyn Game>,
    pub(super) ticket: Ticket,
    pub(super) wanted: Wanted,
    /// Games that were begun before.
    pub(super) number: u64,
    pub(super) stop: StopSignal,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum Found {
    /// The step of a seat.
    Step(Seat, Result<Option<Step>, OutsideFault>),
    /// A good step.
    Hint(Option<Step>),
    /// A seat agrees to a draw, or does not.
    Draw(Seat, bool),
}

/// The answer to a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) ticket: Ticket,
    pub(super) found: Found,
}

/// What the thread is told.
#[derive(Debug)]
enum Order {
    Answer(Box<Question>),
    /// The game is over: its programs end.
    Dismiss,
}

/// The ends of the two channels that the screen holds. Dropping them ends the thread after its question, and the programs
/// with it.
#[derive(Debug)]
pub(super) struct Worker {
    orders: Option<Sender<Order>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
}

fn find(opponents: &mut Opponents, question: &Question) -> Found {
    let (game, stop) = (question.game.as_ref(), &question.stop);
    let (kind, number) = (game.kind(), question.number);
    match &question.wanted {
        Wanted::Step(seat, mover) => {
            let asked = Asked {
                game,
                seat: *seat,
                number,
                allowance: Allowance::default(),
            };
            Found::Step(*seat, opponents.answer(asked, mover, stop, &mut |_| {}))
        }
        Wanted::Hint => Found::Hint(opponents.kagetsu(kind, number).hint(game, stop)),
        Wanted::Draw(seat, level) => {
            let kagetsu = opponents.kagetsu(kind, number);
            kagetsu.set_level(*level);
            Found::Draw(*seat, kagetsu.accepts_draw(game, stop))
        }
    }
}

impl Worker {
    pub(super) fn start(
        seed: u64,
        clock: Arc<dyn Clock>,
        programs: Option<Arc<dyn OutsidePrograms>>,
    ) -> std::io::Result<Self> {
        let (orders, ordered) = channel::<Order>();
        let (told, answers) = channel();
        let work = move || {
            let mut opponents = Opponents::new(seed, clock, programs);
            for order in ordered {
                let Order::Answer(question) = order else {
                    for seat in Seat::BOTH {
                        opponents.dismiss(seat);
                    }
                    continue;
                };
                let answer = Answer {
                    ticket: question.ticket,
                    found: find(&mut opponents, &question),
                };
                if told.send(answer).is_err() {
                    break;
                }
            }
        };
        let thread = std::thread::Builder::new()
            .name("kagetsu".to_string())
            .spawn(work)?;
        Ok(Self {
            orders: Some(orders),
            answers,
            thread: Some(thread),
        })
    }

    pub(super) fn ask(&self, question: Question) {
        self.order(Order::Answer(Box::new(question)));
    }

    /// Ends the programs.
    pub(super) fn dismiss(&self) {
        self.order(Order::Dismiss);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that has ended answers nothing more; the screen goes on for two persons.
            let _ = orders.send(order);
        }
    }

    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}
