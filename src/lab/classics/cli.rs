//! The command line of the classic programs.

use std::io::{self, Read, Write};

use clap::Args;

use crate::Program;
use crate::serve::serve;

/// Arguments of `classic`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ClassicArgs {
    /// The program
    program: Program,
    /// What decides where the program leaves a choice to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays a program by the Gomocup protocol until the manager ends it.
///
/// # Errors
/// As [`serve`].
pub fn run(
    args: &ClassicArgs,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    serve(args.program, args.seed, input, output)
}
