//! What the worker and the program share: buffers for the texts between them, and the clock of the worker.

use std::cell::RefCell;
use std::time::Duration;

use kagetsu_kernel::Clock;

#[expect(unsafe_code, reason = "a function of the worker")]
unsafe extern "C" {
    /// Milliseconds since the worker began.
    safe fn now() -> f64;
}

thread_local! {
    // A program for WebAssembly has no other place for what outlives a call. Nothing else is in these two.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for so many bytes, and gives the address at which the worker writes them.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// The address of the last answer.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Takes the bytes that the worker has written.
pub(crate) fn take_bytes() -> Vec<u8> {
    INPUT.take()
}

/// Takes the text that the worker has written.
pub(crate) fn take_text() -> String {
    String::from_utf8_lossy(&take_bytes()).into_owned()
}

/// Leaves an answer to be read, and gives its length in bytes.
pub(crate) fn put(text: String) -> usize {
    let bytes = text.into_bytes();
    let length = bytes.len();
    OUTPUT.set(bytes);
    length
}

/// Time since the worker began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserClock;

impl Clock for BrowserClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1_000.0).unwrap_or_default()
    }
}
