//! Work that takes long: other threads of Python go on, and Ctrl-C or another thread ends it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, Builder};
use std::time::Duration;

use kagetsu_kernel::{STACK_BYTES, StopSignal};
use pyo3::{PyResult, Python};

/// How often Python is asked whether it was interrupted.
const TICK: Duration = Duration::from_millis(20);

/// Does the work on a thread of its own, with enough stack for a search. It ends early when `called_off` is raised, and gives
/// what it has found.
///
/// # Errors
/// The exception of an interruption, after which the work has ended by its signal; or that no thread can be started.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    called_off: &StopSignal,
    work: impl FnOnce(&StopSignal) -> T + Send,
) -> PyResult<T> {
    let stop = StopSignal::new();
    // The thread still runs when it wakes this one: its end alone would often be noticed a tick later.
    let is_done = AtomicBool::new(false);
    let waiting = thread::current();
    thread::scope(|scope| {
        let thread = Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || {
                let result = work(&stop);
                is_done.store(true, Ordering::Release);
                waiting.unpark();
                result
            })?;
        let mut interruption = Ok(());
        // After a panic the thread has ended, and nothing is done.
        let ends = || is_done.load(Ordering::Acquire) || thread.is_finished();
        while !ends() && interruption.is_ok() {
            py.detach(|| thread::park_timeout(TICK));
            interruption = py.check_signals();
            if called_off.is_raised() || interruption.is_err() {
                stop.raise();
            }
        }
        let result = py.detach(|| thread.join());
        interruption?;
        Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Waits for what another search has, or until the signal; `None` then.
pub(crate) fn locked<'m, T>(mutex: &'m Mutex<T>, stop: &StopSignal) -> Option<MutexGuard<'m, T>> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => {
                return Some(PoisonError::into_inner(poisoned));
            }
            Err(TryLockError::WouldBlock) if stop.is_raised() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(TICK),
        }
    }
}
