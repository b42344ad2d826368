//! Before the first game, each engine must answer its first request: a wrong program is found out at once.

use std::io::{self, Write};
use std::time::Duration;

use kagetsu_arena::brain::Trouble;
use kagetsu_arena::greeting::greet;
use kagetsu_arena::manifest::Manifest;
use kagetsu_kernel::StopSignal;

use super::error::TournamentInputError;
use crate::error::CommandError;

/// Time that an idle program has to answer, unless `--patience` says otherwise.
const DEFAULT_PATIENCE: Duration = Duration::from_secs(5);

/// How the greeting of all engines has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greeted {
    /// All may play.
    Ready,
    /// The user has interrupted it.
    Interrupted,
}

/// Greets every engine. A program that stays idle for as long as `patience` is refused.
pub(super) fn greet_engines(
    manifest: &Manifest,
    patience: Option<Duration>,
    stop: &StopSignal,
    err: &mut dyn Write,
) -> Result<Greeted, CommandError> {
    let patience = patience.unwrap_or(DEFAULT_PATIENCE.min(manifest.game.patience));
    for engine in &manifest.engines {
        let mut written: io::Result<()> = Ok(());
        let greeted = greet(engine, &manifest.game, patience, stop, &mut |request| {
            written = writeln!(
                err,
                "waiting for '{}' to answer '{request}' (an idle program is given up after {} s, see --patience)",
                engine.name,
                patience.as_secs_f64()
            );
        });
        written?;
        match greeted {
            Ok(()) => {}
            Err(Trouble::Interrupted) => return Ok(Greeted::Interrupted),
            Err(Trouble::Fault(_, reason)) => {
                return Err(TournamentInputError::NoEngine {
                    engine: engine.name.clone(),
                    program: engine.command.join(" "),
                    reason,
                }
                .into());
            }
        }
    }
    Ok(Greeted::Ready)
}
