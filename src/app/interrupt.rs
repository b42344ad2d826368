//! Ctrl-C: the first one asks the work to end and to give what it has found, as `kill` does.

use std::io::{self, Write};
use std::process;
use std::thread::{self, Builder};
use std::time::Duration;

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::screen::leave_raw_mode;

/// Time between two looks at a signal.
const TICK: Duration = Duration::from_millis(20);
/// Time for what a terminal shows to end after its signal.
const PATIENCE: Duration = Duration::from_secs(5);

/// Exit code of interrupted work: 128 and the number of the signal, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;
/// Exit code of work that is complete.
pub(super) const COMPLETE: u8 = 0;

/// Exit code of work that has given what it found: zero, unless the signal of Ctrl-C ended it.
pub(super) fn exit_code(interrupt: &StopSignal) -> u8 {
    if interrupt.is_raised() {
        INTERRUPTED
    } else {
        COMPLETE
    }
}

/// Tells on standard error, where it does not stand beside figures, that Ctrl-C has ended work whose file was begun, so that
/// `--resume` goes on with it, or still holds what `--force` was to replace. Returns the exit code.
pub(super) fn tell_interrupted(is_begun: bool, err: &mut dyn Write) -> io::Result<u8> {
    let text = if is_begun {
        "Interrupted; --resume goes on."
    } else {
        "Interrupted before anything was found: what was there stays."
    };
    writeln!(err, "{text}")?;
    Ok(INTERRUPTED)
}

/// A signal that Ctrl-C raises. Where no handler can be set, Ctrl-C ends the program at once.
pub(super) fn stop_on_interrupt() -> StopSignal {
    let stop = StopSignal::new();
    let on_signal = stop.clone();
    on_interrupt(move || on_signal.raise());
    stop
}

/// A signal of its own for work that may also end otherwise. It is raised when the first one is raised; once it is, the first
/// one is no longer watched.
pub(super) fn pass_on(interrupt: &StopSignal) -> StopSignal {
    let stop = StopSignal::new();
    let (interrupt, raised) = (interrupt.clone(), stop.clone());
    let watch = move || {
        while !raised.is_raised() {
            if interrupt.is_raised() {
                raised.raise();
            }
            thread::sleep(TICK);
        }
    };
    if let Err(error) = Builder::new().spawn(watch) {
        log::warn!("Ctrl-C will not end the work: cannot start a thread: {error}");
    }
    stop
}

/// Does this at Ctrl-C. Where no handler can be set, Ctrl-C ends the program at once, as it ends tests.
pub(super) fn on_interrupt(act: impl FnMut() + Send + 'static) {
    if cfg!(test) {
        return;
    }
    if let Err(error) = ctrlc::set_handler(act) {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
}

/// Does this at Ctrl-C, as [`on_interrupt`] does, and ends the program if it has not ended [`PATIENCE`] later: where a terminal
/// takes no output, whoever writes to it waits for ever.
#[expect(clippy::exit, reason = "a thread that writes cannot be woken")]
pub(super) fn end_on_interrupt(act: impl Fn() + Send + 'static) {
    on_interrupt(move || {
        act();
        thread::sleep(PATIENCE);
        leave_raw_mode();
        process::exit(i32::from(INTERRUPTED));
    });
}
