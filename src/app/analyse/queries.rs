//! `analyse --serve`: queries on standard input or over HTTP.

use std::io::{self, BufReader, Write};

use kagetsu_analysis::serve::{HttpServer, QueryDefaults, serve as serve_queries};
use kagetsu_gomoku::geometry::BoardSize;

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt};

use super::args::AnalyseArgs;

/// Default board size.
const DEFAULT_SIZE: &str = "15";

/// Answers until the input ends, or until Ctrl-C.
pub(super) fn serve(args: &AnalyseArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let size = args.size.or_else(|| DEFAULT_SIZE.parse().ok());
    let defaults = QueryDefaults {
        rule: args.rule.unwrap_or_default(),
        size: size.unwrap_or(BoardSize::LARGEST),
        effort: args.effort(),
        longest: None,
    };
    if let Some(address) = args.listen {
        let server = HttpServer::bind(address.0, defaults, args.thread_count())
            .map_err(|error| CommandError::input(format!("cannot listen at {address}: {error}")))?;
        writeln!(
            out,
            "Queries are answered at http://{}/queries until Ctrl-C.",
            server.address()?
        )?;
        out.flush()?;
        server.run(&stop_on_interrupt())?;
        return Ok(COMPLETE);
    }
    let input = BufReader::new(io::stdin());
    serve_queries(input, out, &defaults, args.thread_count())?;
    Ok(COMPLETE)
}
