//! `analyse --serve`: queries on standard input.

use std::io::{self, BufReader, Write};

use kagetsu_analysis::serve::{QueryDefaults, serve as serve_queries};
use kagetsu_gomoku::geometry::BoardSize;

use crate::error::CommandError;
use crate::interrupt::COMPLETE;

use super::args::AnalyseArgs;

/// Default board size.
const DEFAULT_SIZE: &str = "15";

/// Answers until the input ends.
pub(super) fn serve(args: &AnalyseArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let size = args.size.or_else(|| DEFAULT_SIZE.parse().ok());
    let defaults = QueryDefaults {
        rule: args.rule.unwrap_or_default(),
        size: size.unwrap_or(BoardSize::LARGEST),
        effort: args.effort(),
    };
    let input = BufReader::new(io::stdin());
    serve_queries(input, out, &defaults, args.thread_count())?;
    Ok(COMPLETE)
}
