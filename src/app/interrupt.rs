//! Ctrl-C: the first one asks the work to end and to give what it has found, as `kill` does.

use kagetsu_kernel::StopSignal;

/// Exit code of interrupted work: 128 and the number of the signal, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// A signal that Ctrl-C raises. Where no handler can be set, Ctrl-C ends the program at once.
pub(super) fn stop_on_interrupt() -> StopSignal {
    let stop = StopSignal::new();
    let on_signal = stop.clone();
    on_interrupt(move || on_signal.raise());
    stop
}

/// Does this at Ctrl-C. Where no handler can be set, Ctrl-C ends the program at once.
pub(super) fn on_interrupt(act: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(act) {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
}
