//! The options of the commands `learn`, and the file that they keep.

use std::path::PathBuf;

use clap::{Args, value_parser};
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::file::Overwrite;

use crate::command::CommandError;
use crate::kept_file::KeptFile;

/// Most threads.
const MAX_THREADS: i64 = 256;

/// The option `--threads`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadArgs {
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads.
    pub fn count(self) -> usize {
        self.threads.into()
    }
}

/// What is learnt, and where it is kept.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// The file of what is learnt
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Whether that file is replaced.
    #[command(flatten)]
    overwrite: Overwrite,
    /// At most so many games in each generation, for a trial
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Only the first so many generations, for a match between generations
    #[arg(long, value_parser = value_parser!(u8).range(1..))]
    generations: Option<u8>,
    /// Games are played side by side.
    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl LearnArgs {
    /// Keeps what is learnt in the file: `learn` gets the signal of Ctrl-C and what saves a version, and gives nothing if the
    /// signal was raised. Two texts tell what the file has then, or what is missing.
    ///
    /// # Errors
    /// The file cannot be written, or Ctrl-C has ended the work.
    pub fn keep<T>(
        &self,
        interrupt: &dyn Fn() -> StopSignal,
        [held, missing]: [&str; 2],
        learn: impl FnOnce(&StopSignal, &mut dyn FnMut(&[u8])) -> Option<T>,
    ) -> Result<(), CommandError> {
        let mut file = KeptFile::begin(&self.out, self.overwrite)?;
        let stop = interrupt();
        let mut saved = Ok(());
        let learnt = learn(&stop, &mut |bytes| {
            saved = file.save(bytes);
            if saved.is_err() {
                stop.raise();
            }
        });
        saved?;
        match learnt {
            Some(_) => Ok(()),
            None => Err(file.interrupted(held, missing)),
        }
    }

    /// Leaves out the generations and games of a plan that are not wanted.
    pub fn shorten<G>(&self, generations: &mut Vec<G>, games: impl Fn(&mut G) -> &mut u64) {
        generations.truncate(self.generations.map_or(usize::MAX, usize::from));
        for games in generations.iter_mut().map(games) {
            *games = self.games.map_or(*games, |most| most.min(*games));
        }
    }
}
