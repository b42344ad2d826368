//! Work that recurses deeply, on a stack that is large enough for it.

use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Stack of a thread that searches, in bytes: a search recurses deeply. It is used only as far as it is needed.
pub const STACK_BYTES: usize = 64 << 20;

/// Does work on a thread with a stack of [`STACK_BYTES`] and waits for it: a search may need more than the caller's thread has.
/// Where the system starts no thread, the caller's stack has to do.
pub fn on_large_stack<T: Send>(mut work: impl FnMut() -> T + Send) -> T {
    let done = thread::scope(|scope| {
        let builder = Builder::new().stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, &mut work).ok()?;
        Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    done.unwrap_or_else(work)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    /// Takes some 100 bytes of stack for each level.
    fn depth(left: u64) -> u64 {
        let room = black_box([left; 8]);
        if left == 0 {
            0
        } else {
            depth(left - 1) + u64::from(room[0] > 0)
        }
    }

    #[test]
    fn deep_work_finds_room() {
        const LEVELS: u64 = 100_000;
        assert_eq!(on_large_stack(|| depth(LEVELS)), LEVELS);
    }
}
