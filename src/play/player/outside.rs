//! Programs outside that move for a seat of gomoku. Which ones there are is said once, where the front end starts; whoever
//! plays knows their names only. The trait is all that front ends know of them: processes and protocols are elsewhere.

use std::fmt::Debug;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use kagetsu_kernel::StopSignal;

use crate::game::{Game, Line, Refusal, Spot, Step, TreeStep};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::session::AnySetup;
use crate::text::Message;

/// The time that a program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Limit of each move, if the game has one.
    pub per_move: Option<Duration>,
    /// Limit of all moves of a side, if the game has one.
    pub per_game: Option<Duration>,
    /// Added to the time for the game after each move.
    pub increment: Duration,
    /// What is left of the time for the game.
    pub left: Option<Duration>,
    /// What is left for this move by the stricter of both limits; without any limit the program's own setting holds.
    pub step_left: Option<Duration>,
}

/// Why a program has no answer. The game goes on all the same: somebody else takes the seat, or it is asked again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutsideFault {
    /// No program with this name was named at the start.
    Unknown,
    /// The program cannot be started.
    Start(String),
    /// It ended by itself.
    Ended(String),
    /// It did not answer in time.
    Late(String),
    /// It used more memory than it may.
    Greedy(String),
    /// It does not play this board, rule or with these settings.
    Refused(String),
    /// It said something that is no answer.
    Nonsense(String),
    /// It wants a move that is not legal.
    Illegal(String),
    /// It was stopped.
    Stopped,
}

impl OutsideFault {
    /// The fault of a program that wants a step which the game refuses.
    pub(crate) fn of_step(game: &Gomoku, step: Step, refusal: &Refusal) -> Self {
        match (step, refusal) {
            (
                Step::Move(mv),
                Refusal::Occupied(_) | Refusal::Forbidden(..) | Refusal::OffBoard(_),
            ) => Self::Illegal(game.write_move(mv)),
            (_, refusal) => Self::Nonsense(refusal.to_string()),
        }
    }

    /// The fault of a program in words.
    pub fn message(&self, name: &str) -> Message {
        let (key, why) = match self {
            Self::Unknown => ("refused-no-program", None),
            Self::Start(why) => ("program-no-start", Some(why)),
            Self::Ended(why) => ("program-ended", Some(why)),
            Self::Late(why) => ("program-late", Some(why)),
            Self::Greedy(why) => ("program-greedy", Some(why)),
            Self::Refused(why) => ("program-refused", Some(why)),
            Self::Nonsense(why) => ("program-nonsense", Some(why)),
            Self::Illegal(why) => ("program-illegal", Some(why)),
            Self::Stopped => ("program-stopped", None),
        };
        let message = Message::new(key).with("name", name);
        match why {
            Some(why) => message.with("why", why),
            None => message,
        }
    }
}

/// What a program says of its search, as far as it was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// What it wrote.
    pub text: String,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The value for the side to move as it was written: a number of its own scale, or a distance such as `+M5`.
    pub value: Option<String>,
    /// The moves that it expects, its own first; rows are counted from the top, as programs usually do.
    pub moves: Vec<Spot>,
}

/// A program that plays for one seat in one game. Dropping it ends it.
pub trait OutsidePlayer: Debug + Send {
    /// The steps that it makes now, at least one. They are several where the program answers more than one question at
    /// once, as in the opening procedure swap2. It returns soon after the stop signal is raised.
    ///
    /// # Errors
    /// [`OutsideFault`]; it may be asked again then.
    fn answer(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault>;

    /// The move that it would make in a position whose opening is over, after it has thought for a time. `listen` hears
    /// what it says meanwhile. It returns soon after the stop signal is raised.
    ///
    /// # Errors
    /// [`OutsideFault`]; it may be asked again then.
    fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault>;

    /// Looks at a position until it is stopped or knows enough. Only a [`Network`] does.
    ///
    /// # Errors
    /// [`OutsideFault`]
    fn analyse(
        &mut self,
        _game: &Gomoku,
        _stop: &StopSignal,
        _listen: &mut dyn FnMut(&Line),
    ) -> Result<(), OutsideFault> {
        Err(OutsideFault::Refused(NO_TREE.to_string()))
    }

    /// The last one of so many playouts of its tree search of a position. Only a [`Network`] has one.
    ///
    /// # Errors
    /// [`OutsideFault`]; [`OutsideFault::Stopped`] where it was stopped before.
    fn tree_step(
        &mut self,
        _game: &Gomoku,
        _playouts: u32,
        _stop: &StopSignal,
    ) -> Result<TreeStep, OutsideFault> {
        Err(OutsideFault::Refused(NO_TREE.to_string()))
    }
}

/// What a program says that shows nothing of its search.
const NO_TREE: &str = "it shows no tree";

/// A network of a run of learning. It may take a seat as a program does, and shows what it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Network {
    /// Its name among the programs.
    pub name: String,
    /// Did it begin with what an engine has searched, and not with nothing?
    pub distilled: bool,
    /// Games of its run that it has learned from.
    pub games: u64,
    /// Side of the board that it has learned on.
    pub size: u8,
    /// The rule that it has learned.
    pub rule: Rule,
}

impl Network {
    /// Has it learned this game?
    pub fn plays(&self, game: &Gomoku) -> bool {
        let stones = game.stones();
        stones.size() == (self.size, self.size) && stones.rule() == self.rule
    }

    /// Can it play from the first step of such a game?
    pub fn begins(&self, setup: &AnySetup) -> bool {
        let Some(setup) = setup.gomoku() else {
            return false;
        };
        let learned = Setup::square(self.rule, self.size);
        *setup
            == Setup {
                stones: setup.stones.clone(),
                to_move: setup.to_move,
                ..learned
            }
    }
}

/// The programs that were named.
pub trait OutsidePrograms: Debug + Send + Sync {
    /// Their names, in the order in which they were named.
    fn names(&self) -> Vec<String>;

    /// The networks that may be asked now, those that have learned from fewer games first. There may be more later.
    fn networks(&self) -> Vec<Network> {
        Vec::new()
    }

    /// A player of this name, a program or a network, for one seat. Nothing is started before it is asked.
    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>>;
}
