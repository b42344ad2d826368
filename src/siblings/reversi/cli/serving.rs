//! The command `serve`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum, value_parser};
use kagetsu_kernel::WallClock;
use kagetsu_kernel::file::{read_regular_file, read_text_file};
use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::seconds::Seconds;

use crate::book::{Book, Choice, file};
use crate::engine::{Brain, TABLE_BYTES};
use crate::eval::Learned;
use crate::players::{Level, PlayerName};
use crate::server::{Gtp, NBoard, Pace, Player, converse};
use kagetsu_siblings::command::{CommandError, Streams, refuse_search_options};

/// What the server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// `NBoard`, version 2.
    Nboard,
    /// GTP with the game Othello.
    Gtp,
}

/// How the engine plays until the other side sets a clock or a depth.
#[derive(Clone, Debug, Args)]
pub struct EngineArgs {
    /// Who plays.
    #[arg(long, value_enum, default_value_t)]
    player: PlayerName,
    /// 1 (weakest) to 10; without it 8.
    #[arg(long, conflicts_with = "time", value_parser = value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Time for each move instead of a level, such as 0.5 or 500ms.
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Weights of the evaluation, as `learn` writes them, instead of those of the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play from a book of openings while it knows the position.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Play all moves of the book that are worth at most so many discs less than the best, at random.
    #[arg(long, value_name = "DISCS", default_value_t = 0, requires = "book")]
    variety: u8,
    /// Start of the random numbers of that choice (default: another one each time).
    #[arg(long, requires = "book")]
    seed: Option<u64>,
}

/// Level where none is named.
const USUAL_LEVEL: u8 = 8;

impl EngineArgs {
    fn pace(&self) -> Pace {
        if let Some(Seconds(time)) = self.time {
            return Pace::Turn(time);
        }
        let level = Level::new(self.level.unwrap_or(USUAL_LEVEL));
        Pace::Level(level.unwrap_or(Level::MAX))
    }

    fn player(&self) -> Result<Player, CommandError> {
        if self.player != PlayerName::Engine {
            refuse_search_options([
                ("--level", self.level.is_some()),
                ("--time", self.time.is_some()),
                ("--weights", self.weights.is_some()),
                ("--book", self.book.is_some()),
            ])?;
        }
        let brain = new_brain(self.weights.as_deref(), TABLE_BYTES)?;
        let book = self.book.as_deref().map(read_book).transpose()?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let choice = book.map(|book| Choice::new(book, self.variety, seed));
        Ok(Player::new(self.player, brain, choice))
    }
}

/// Most bytes of a file that may hold weights.
const MAX_WEIGHTS_BYTES: u64 = 1 << 24;

/// An engine with the weights of a file, or with those of the program.
pub(super) fn new_brain(weights: Option<&Path>, table_bytes: usize) -> Result<Brain, CommandError> {
    let clock = Arc::new(WallClock::start());
    let Some(path) = weights else {
        return Brain::shipped(table_bytes, clock)
            .map_err(|error| CommandError::System(error.into()));
    };
    let bytes = read_regular_file(path, MAX_WEIGHTS_BYTES).map_err(CommandError::file(path))?;
    let learned = Learned::from_bytes(&bytes).map_err(CommandError::file(path))?;
    Ok(Brain::new(&learned, table_bytes, clock))
}

/// Reads a book.
pub(super) fn read_book(path: &Path) -> Result<Book, CommandError> {
    let text = read_text_file(path).map_err(CommandError::file(path))?;
    file::read(&text).map_err(CommandError::file(path))
}

pub(super) fn run(
    protocol: Protocol,
    engine: &EngineArgs,
    streams: Streams,
) -> Result<(), CommandError> {
    let pace = engine.pace();
    let Streams { input, output, .. } = streams;
    match protocol {
        Protocol::Nboard => converse(input, output, NBoard::new(engine.player()?, pace))?,
        Protocol::Gtp => converse(input, output, Gtp::new(engine.player()?, pace))?,
    }
    Ok(())
}
