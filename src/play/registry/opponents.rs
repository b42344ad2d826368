//! Who moves where no person does: Kagetsu at a level, or a program of others. Kagetsu's player of a kind of game is made
//! when that kind is played first. A program is started when it is asked first, plays for one seat in one game, and is ended when
//! it is dismissed.

use std::collections::VecDeque;
use std::sync::Arc;

use kagetsu_gomoku::eval::nnue::network_file;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{Clock, ShippedFile, StopSignal};

use crate::game::{Ask, Game, Kind, Line, Refusal, Seat, Step};
use crate::gomoku::Gomoku;
use crate::opening::Procedure;
use crate::player::{
    Allowance, Connect6Player, EnginePlayer, GomokuPlayer, OutsideFault, OutsidePlayer,
    OutsidePrograms, OxhornPlayer, ReversiPlayer, Strength,
};
use crate::session::{AnySetup, Level, Mover};

/// What a mover is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// The game as it stands.
    pub game: &'a dyn Game,
    /// For which seat.
    pub seat: Seat,
    /// Tells games apart: a program plays one of them, and Kagetsu plays each with another seed.
    pub number: u64,
    /// The time of a program.
    pub allowance: Allowance,
}

/// A program that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunningProgram {
    /// Its seat.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// The number of its game, as in [`Asked`].
    pub number: u64,
}

/// A running program that plays for a seat.
#[derive(Debug)]
struct SeatedProgram {
    running: RunningProgram,
    player: Box<dyn OutsidePlayer>,
    /// The rest of its last answer: in an opening one answer may be several steps, such as the three stones of swap2.
    planned: VecDeque<Step>,
    /// The position in which the first planned step is due. In any other position the program is asked anew.
    planned_for: Option<Gomoku>,
}

/// Kagetsu and the programs.
#[derive(Debug)]
pub struct Opponents {
    /// Kagetsu in each kind of game.
    kagetsu: [Option<Box<dyn EnginePlayer>>; Kind::ALL.len()],
    seed: u64,
    clock: Arc<dyn Clock>,
    programs: Option<Arc<dyn OutsidePrograms>>,
    programs_on_seats: [Option<SeatedProgram>; 2],
    /// The network that was asked last for what it thinks, with its name.
    network: Option<(String, Box<dyn OutsidePlayer>)>,
}

fn player(kind: Kind, clock: Arc<dyn Clock>) -> Box<dyn EnginePlayer> {
    match kind {
        Kind::Gomoku => Box::new(GomokuPlayer::new(clock)),
        Kind::Connect6 => Box::new(Connect6Player::new(clock)),
        Kind::Reversi => Box::new(ReversiPlayer::new(clock)),
        Kind::Oxhorn => Box::new(OxhornPlayer::new()),
    }
}

/// The file that Kagetsu's player needs in a game that begins so, if it needs one.
pub(crate) fn file_of(setup: &AnySetup) -> Option<&'static ShippedFile> {
    match setup {
        AnySetup::Gomoku(setup) => {
            let size = BoardSize::new(setup.width.into(), setup.height.into()).ok()?;
            Some(network_file(setup.rule, size))
        }
        AnySetup::Plain { game } => match game {
            Kind::Connect6 => Some(&kagetsu_connect6::NETWORK),
            Kind::Reversi => Some(&kagetsu_reversi::eval::WEIGHTS),
            Kind::Gomoku | Kind::Oxhorn => None,
        },
    }
}

/// Do the players face the same stones and the same question?
fn is_same_state(one: &Gomoku, other: &Gomoku) -> bool {
    one.ask() == other.ask() && one.stones().stones() == other.stones().stones()
}

/// Can a program be asked for the next step? Of the opening procedures its protocol knows swap2 alone.
fn can_ask_program(game: &Gomoku) -> bool {
    game.opening_is_done() || game.procedure() == Procedure::Swap2
}

impl SeatedProgram {
    /// The next step: one that was planned, or a new answer, of which all steps must be legal.
    fn answer(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Step, OutsideFault> {
        let is_as_planned = self
            .planned_for
            .take()
            .is_some_and(|known| is_same_state(&known, game));
        if !is_as_planned || self.planned.is_empty() {
            self.planned = self.player.answer(game, allowance, stop)?.into();
            let mut now = game.clone();
            for &step in &self.planned {
                now.play(step)
                    .map_err(|refusal| OutsideFault::of_step(game, step, &refusal))?;
            }
        }
        let nothing = || OutsideFault::Nonsense(String::new());
        let next = self.planned.pop_front().ok_or_else(nothing)?;
        if !self.planned.is_empty() {
            let mut after = game.clone();
            // It was legal above.
            self.planned_for = after.play(next).is_ok().then_some(after);
        }
        Ok(next)
    }
}

impl Opponents {
    /// Kagetsu with the seed of its first game, and the programs that were named.
    pub const fn new(
        seed: u64,
        clock: Arc<dyn Clock>,
        programs: Option<Arc<dyn OutsidePrograms>>,
    ) -> Self {
        Self {
            kagetsu: [const { None }; Kind::ALL.len()],
            seed,
            clock,
            programs,
            programs_on_seats: [None, None],
            network: None,
        }
    }

    /// Kagetsu's seed in the game with this number: each has one of its own.
    pub const fn seed(&self, number: u64) -> u64 {
        self.seed.wrapping_add(number)
    }

    /// Kagetsu, who also gives hints and analyses.
    pub fn kagetsu(&mut self, kind: Kind) -> &mut dyn EnginePlayer {
        let made = || player(kind, self.clock.clone());
        let player = self.kagetsu[kind as usize].get_or_insert_with(made);
        player.as_mut()
    }

    /// A legal step; nothing once the game is over.
    ///
    /// # Errors
    /// [`OutsideFault`] of a program. It has been ended then, and is started again when it is asked again.
    pub(crate) fn answer(
        &mut self,
        asked: Asked<'_>,
        mover: &Mover,
        stop: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<Option<Step>, OutsideFault> {
        if asked.game.ask() == Ask::Nothing {
            return Ok(None);
        }
        let level = match mover {
            Mover::Kagetsu(level) => *level,
            Mover::Program(name) => match asked.game.downcast_ref::<Gomoku>() {
                Some(game) if can_ask_program(game) => {
                    return self.answer_of_program(asked, game, name, stop).map(Some);
                }
                // What a program cannot be asked, Kagetsu decides for it.
                Some(_) => Level::HIGHEST,
                None => return Err(OutsideFault::Refused(Refusal::NotInThisGame.to_string())),
            },
        };
        let strength = Strength::new(level, self.seed(asked.number));
        let kagetsu = self.kagetsu(asked.game.kind());
        Ok(kagetsu.answer(asked.game, strength, stop, listen))
    }

    fn answer_of_program(
        &mut self,
        asked: Asked<'_>,
        game: &Gomoku,
        name: &str,
        stop: &StopSignal,
    ) -> Result<Step, OutsideFault> {
        let wanted = RunningProgram {
            seat: asked.seat,
            name: name.to_string(),
            number: asked.number,
        };
        let place = &mut self.programs_on_seats[asked.seat.index()];
        if place.as_ref().is_none_or(|known| known.running != wanted) {
            let programs = self.programs.as_ref();
            let player = programs.and_then(|programs| programs.player(name));
            *place = Some(SeatedProgram {
                running: wanted,
                player: player.ok_or(OutsideFault::Unknown)?,
                planned: VecDeque::new(),
                planned_for: None,
            });
        }
        let program = place.as_mut().ok_or(OutsideFault::Unknown)?;
        let answer = program.answer(game, &asked.allowance, stop);
        if answer.is_err() {
            *place = None;
        }
        answer
    }

    /// Asks a network what it thinks of a position of gomoku.
    ///
    /// # Errors
    /// [`OutsideFault`]
    pub fn with_network<T>(
        &mut self,
        name: &str,
        game: &dyn Game,
        ask: impl FnOnce(&mut dyn OutsidePlayer, &Gomoku) -> Result<T, OutsideFault>,
    ) -> Result<T, OutsideFault> {
        let game = game.downcast_ref::<Gomoku>().ok_or(OutsideFault::Unknown)?;
        if self.network.as_ref().is_none_or(|(known, _)| known != name) {
            let player = self.programs.as_ref().and_then(|known| known.player(name));
            self.network = Some((name.to_string(), player.ok_or(OutsideFault::Unknown)?));
        }
        let (_, network) = self.network.as_mut().ok_or(OutsideFault::Unknown)?;
        ask(network.as_mut(), game)
    }

    /// The programs that run.
    pub(crate) fn running(&self) -> Vec<RunningProgram> {
        let programs = self.programs_on_seats.iter().flatten();
        programs.map(|program| program.running.clone()).collect()
    }

    /// Ends the program of a seat.
    pub(crate) fn dismiss(&mut self, seat: Seat) {
        self.programs_on_seats[seat.index()] = None;
    }
}
