//! A first conversation with an engine before a tournament begins: finds programs that are no engines.

use std::sync::mpsc::channel;
use std::thread::{self, Builder};
use std::time::Duration;

use kagetsu_kernel::{StopSignal, quote};
use kagetsu_notation::record::FaultKind;

use super::brain::{Brain, Trouble, Wait};
use super::first_request::{first_request, parse_first_answer};
use super::settings::{EngineSpec, GameSettings};

/// Time after which the user is told what is waited for.
const NOTICE: Duration = Duration::from_secs(1);

/// Starts an engine, sends the first request of a game, waits for the answer and ends the engine. `on_wait` gets the
/// request if the answer does not come at once.
///
/// # Errors
/// [`Trouble`] if the program ends, echoes the request, refuses it, or stays idle for as long as the patience of the games.
/// A program that is still at work then is not at fault: it may have much to load.
pub fn greet(
    spec: &EngineSpec,
    settings: &GameSettings,
    stop: &StopSignal,
    on_wait: &mut dyn FnMut(&str),
) -> Result<(), Trouble> {
    let lines = first_request(spec.protocol, settings);
    let request = lines.last().cloned().unwrap_or_default();
    let mut brain = Brain::start(spec, settings)?;
    let wait = Wait {
        limit: None,
        tolerance: Duration::ZERO,
        patience: settings.patience,
    };
    let (sender, answered) = channel();
    let reply = thread::scope(|scope| {
        let (request, lines, brain) = (&request, &lines, &mut brain);
        let asking = Builder::new().spawn_scoped(scope, move || {
            let reply = brain.ask(lines, wait, stop, |line| {
                if lines.iter().any(|own| own == line) {
                    return Some(Err(format!("it only repeats '{request}'")));
                }
                let refusal = |error: String| format!("it refuses '{request}': {}", quote(&error));
                parse_first_answer(spec.protocol, line).map(|answer| answer.map_err(refusal))
            });
            // The receiver lives as long as this scope.
            let _ = sender.send(reply);
        });
        if let Err(error) = asking {
            let detail = format!("it cannot be asked: no thread can be started: {error}");
            return Some(Err(Trouble::Fault(FaultKind::Protocol, detail)));
        }
        answered.recv_timeout(NOTICE).ok().or_else(|| {
            on_wait(request);
            answered.recv().ok()
        })
    });
    match reply {
        None | Some(Err(Trouble::Fault(FaultKind::Time, _))) => Ok(()),
        Some(Err(trouble)) => Err(trouble),
        Some(Ok(reply)) => {
            let refused = |detail| Trouble::Fault(FaultKind::Protocol, detail);
            reply.answer.map_err(refused)?;
            brain.end();
            Ok(())
        }
    }
}
