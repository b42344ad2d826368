//! Ctrl-C: the first one asks the work to end and to give what it has found, as `kill` does.

#[cfg(unix)]
use std::fs;
use std::io::{self, Write};
use std::process;
use std::thread::{self, Builder};
use std::time::Duration;

use kagetsu_kernel::StopSignal;
use kagetsu_play::terminal::screen::leave_raw_mode;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;

/// Time between two looks at a signal.
const TICK: Duration = Duration::from_millis(20);
/// Time for a game in a terminal, or the server of the page, to end by itself after its signal.
const PATIENCE: Duration = Duration::from_secs(5);

/// Exit code of interrupted work: 128 and the number of the signal, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;
/// What is said after an interrupt where a folder or file keeps what has been done so far.
pub(super) const GOES_ON: &str = "Interrupted; --resume goes on.";
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
        GOES_ON
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
    if let Err(error) = hear(act) {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
}

/// Does this, in a thread of its own, at each signal that asks the program to end. A hang-up that is ignored stays ignored:
/// `nohup` starts programs so.
#[cfg(unix)]
fn hear(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    if !is_hang_up_ignored() {
        signals.handle().add_signal(SIGHUP)?;
    }
    Builder::new().spawn(move || signals.forever().for_each(|_| act()))?;
    Ok(())
}

/// Whether the program was started with hang-ups ignored, as far as the system tells (proc(5) of Linux: `SigIgn` is a mask in
/// hexadecimal digits, whose lowest bit is signal 1).
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn hear(act: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(act)
}

/// Does this at Ctrl-C, as [`on_interrupt`] does, and ends the program if it has not ended [`PATIENCE`] later: where a terminal
/// takes no output, whoever writes to it waits for ever, and what a page has asked for may take long.
#[expect(clippy::exit, reason = "a thread that writes or works cannot be woken")]
pub(super) fn end_on_interrupt(act: impl Fn() + Send + 'static) {
    on_interrupt(move || {
        act();
        thread::sleep(PATIENCE);
        leave_raw_mode();
        process::exit(i32::from(INTERRUPTED));
    });
}
