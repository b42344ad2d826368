//! How many threads a command uses.

use clap::{Args, value_parser};

/// Most threads.
const MAX_THREADS: i64 = 256;

/// The option `--threads`.
#[derive(Clone, Copy, Debug, Args)]
pub(in super::super) struct ThreadArgs {
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads.
    pub(super) fn count(self) -> usize {
        self.threads.into()
    }
}
