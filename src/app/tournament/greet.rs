//! Before the first game each engine must answer its first request, so that a program that is no engine is found at
//! once.

use std::io::{self, Write};

use kagetsu_arena::greeting::greet;
use kagetsu_arena::{EngineSpec, GameSettings};
use kagetsu_kernel::StopSignal;

use crate::error::CommandError;
use crate::interrupt::GOES_ON;

/// The result of greeting all engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Greeted {
    /// Every engine has answered.
    Ready,
    /// The user has interrupted it.
    Interrupted,
}

/// What is said where the user has interrupted it, after so many games or iterations of earlier runs.
pub(crate) const fn interrupted_after(played: usize) -> &'static str {
    match played {
        0 => "Interrupted before the first game.",
        _ => GOES_ON,
    }
}

/// Greets every engine. A program that is idle without an answer for as long as the patience of the games is refused.
pub(crate) fn greet_engines(
    engines: &[EngineSpec],
    game: &GameSettings,
    stop: &StopSignal,
    err: &mut dyn Write,
) -> Result<Greeted, CommandError> {
    for engine in engines {
        let mut written: io::Result<()> = Ok(());
        let greeted = greet(engine, game, stop, &mut |request| {
            written = writeln!(
                err,
                "waiting for '{}' to answer '{request}' (an idle program is given up after {} s, see --patience)",
                engine.name,
                game.patience.as_secs_f64()
            );
        });
        written?;
        if let Err(trouble) = greeted {
            let Some((_, reason)) = trouble.fault() else {
                return Ok(Greeted::Interrupted);
            };
            return Err(CommandError::input(format!(
                "'{}' ({}) does not behave as an engine: {reason}",
                engine.name,
                engine.command.join(" ")
            )));
        }
    }
    Ok(Greeted::Ready)
}
