//! What the threads of one search tell each other besides the table: how many nodes each has searched, which
//! depths are taken, and that the search is over. Knows nothing of moves or scores.
//!
//! Every thread writes only words of its own in the course of an iteration, and seldom: at each poll. The words of
//! different threads lie on different cache lines, so no thread slows another down by counting.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Keeps a value off the cache lines of its neighbours: some processors fetch lines of 64 bytes in pairs, others
/// have lines of 128.
#[derive(Debug, Default)]
#[repr(align(128))]
struct CachePadded<T>(T);

/// What the threads of a search share.
#[derive(Debug)]
pub(super) struct SharedState {
    /// Is the search over?
    halted: CachePadded<AtomicBool>,
    /// Nodes visited by each thread, as of its last poll.
    nodes: Box<[CachePadded<AtomicU64>]>,
    /// Threads that have begun an iteration of each depth.
    begun: Box<[AtomicU32]>,
}

impl SharedState {
    /// The state of so many threads, for iterations up to a depth.
    pub(super) fn new(threads: usize, max_depth: u32) -> Self {
        Self {
            halted: CachePadded::default(),
            nodes: (0..threads).map(|_| CachePadded::default()).collect(),
            begun: (0..=max_depth).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    /// The place of the main thread, which reports and looks at the clock.
    pub(super) const fn main_slot(&self) -> ThreadSlot<'_> {
        ThreadSlot {
            shared: self,
            number: 0,
        }
    }

    /// The places of all other threads.
    pub(super) fn helper_slots(&self) -> impl Iterator<Item = ThreadSlot<'_>> {
        (1..self.nodes.len()).map(|number| ThreadSlot {
            shared: self,
            number,
        })
    }

    /// Ends the search of every thread at its next poll.
    pub(super) fn halt(&self) {
        self.halted.0.store(true, Ordering::Relaxed);
    }
}

/// A thread's place in the shared state.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadSlot<'a> {
    shared: &'a SharedState,
    number: usize,
}

impl ThreadSlot<'_> {
    /// Is this the place of the main thread?
    pub(super) const fn is_main(self) -> bool {
        self.number == 0
    }

    /// The number of the thread, zero for the main thread.
    pub(super) const fn number(self) -> usize {
        self.number
    }

    /// Tells how many nodes this thread has searched.
    pub(super) fn publish(self, nodes: u64) {
        self.shared.nodes[self.number]
            .0
            .store(nodes, Ordering::Relaxed);
    }

    /// Nodes visited by all other threads, as of their last polls.
    pub(super) fn nodes_of_others(self) -> u64 {
        let (before, after) = self.shared.nodes.split_at(self.number);
        before
            .iter()
            .chain(&after[1..])
            .map(|nodes| nodes.0.load(Ordering::Relaxed))
            .sum()
    }

    /// Is the search over?
    pub(super) fn is_halted(self) -> bool {
        self.shared.halted.0.load(Ordering::Relaxed)
    }

    /// Ends the search of every thread at its next poll.
    pub(super) fn halt(self) {
        self.shared.halt();
    }

    /// Shall this thread search the iteration of this depth? The main thread takes all of them; a helper passes over
    /// those that half of the threads have begun already.
    pub(super) fn takes(self, depth: u32) -> bool {
        let begun = &self.shared.begun[depth as usize];
        let searching = begun.load(Ordering::Relaxed) as usize;
        let takes = self.is_main() || 2 * searching < self.shared.nodes.len();
        if takes {
            begun.fetch_add(1, Ordering::Relaxed);
        }
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_thread_takes_every_depth_and_helpers_share_them() {
        for threads in [2, 3, 4, 9] {
            let shared = SharedState::new(threads, 20);
            let main = shared.main_slot();
            for depth in 1..=20 {
                assert!(main.takes(depth));
            }
            for helper in shared.helper_slots() {
                for depth in 1..=20 {
                    helper.takes(depth);
                }
            }
            for begun in &shared.begun[1..] {
                let begun = begun.load(Ordering::Relaxed) as usize;
                assert_eq!(begun, threads.div_ceil(2), "{threads}");
            }
        }
    }

    #[test]
    fn nodes_are_counted_once() {
        let shared = SharedState::new(3, 1);
        shared.main_slot().publish(5);
        for (index, slot) in shared.helper_slots().enumerate() {
            slot.publish(10 * (index as u64 + 1));
        }
        assert_eq!(shared.main_slot().nodes_of_others(), 30);
        let of_others: Vec<u64> = shared
            .helper_slots()
            .map(ThreadSlot::nodes_of_others)
            .collect();
        assert_eq!(of_others, [25, 15]);
    }

    #[test]
    fn one_halts_all() {
        let shared = SharedState::new(3, 1);
        assert!(!shared.main_slot().is_halted());
        shared.helper_slots().for_each(ThreadSlot::halt);
        assert!(shared.main_slot().is_halted());
    }
}
