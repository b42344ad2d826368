//! `analyse --serve`: queries on standard input or over HTTP.

use std::io::{self, BufReader, Write};

use kagetsu_analysis::serve::{HttpServer, QueryDefaults, serve as serve_queries};
use kagetsu_gomoku::geometry::BoardSize;

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, stop_on_interrupt};
use crate::listen_address::ListenAddress;

use super::args::AnalyseArgs;

/// Answers until the input ends, or until Ctrl-C.
pub(super) fn serve(args: &AnalyseArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let defaults = QueryDefaults {
        rule: args.rule,
        size: args.size.unwrap_or(BoardSize::STANDARD),
        effort: args.effort(),
        longest: None,
    };
    if let Some(ListenAddress(address)) = args.listen {
        let server = HttpServer::bind(address, defaults, args.threads.count())
            .map_err(|error| CommandError::input(format!("cannot listen at {address}: {error}")))?;
        let failed = |error: io::Error| CommandError::system(format!("the server fails: {error}"));
        let address = server.address().map_err(failed)?;
        writeln!(
            out,
            "Queries are answered at http://{address}/queries until Ctrl-C."
        )?;
        out.flush()?;
        server.run(&stop_on_interrupt()).map_err(failed)?;
        return Ok(COMPLETE);
    }
    let input = BufReader::new(io::stdin());
    serve_queries(input, out, &defaults, args.threads.count())?;
    Ok(COMPLETE)
}
