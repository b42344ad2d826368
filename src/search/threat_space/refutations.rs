//! What is known of wins by fours that are not there: which positions have none, and with what limit others were given
//! up. The solvers of several threads share it without locks, since each fact is one word.

use std::sync::atomic::{AtomicU64, Ordering};

/// Refuted positions that are remembered; a power of two.
const REFUTED: usize = 1 << 15;
/// Positions that are remembered as given up; a power of two.
const GIVEN_UP: usize = 1 << 13;
/// Low bits of the word of a position that was given up: the limit then. The key's own are above them.
const LIMIT_BITS: u32 = 20;
const LIMIT_MASK: u64 = (1 << LIMIT_BITS) - 1;

/// Facts about positions, each by its key. Newer ones replace older ones.
#[derive(Debug)]
pub(super) struct Refutations {
    /// Keys of refuted positions.
    refuted: Box<[AtomicU64]>,
    /// The upper bits of the keys of positions that were given up, each with its limit.
    given_up: Box<[AtomicU64]>,
}

impl Default for Refutations {
    fn default() -> Self {
        let words = |count| (0..count).map(|_| AtomicU64::new(0)).collect();
        Self {
            refuted: words(REFUTED),
            given_up: words(GIVEN_UP),
        }
    }
}

impl Refutations {
    /// Is it known that the position has no win by fours?
    pub(super) fn has(&self, key: u64) -> bool {
        self.refuted[key as usize % REFUTED].load(Ordering::Relaxed) == key
    }

    /// Remembers that the position has none, which stays true for the whole game.
    pub(super) fn add(&self, key: u64) {
        self.refuted[key as usize % REFUTED].store(key, Ordering::Relaxed);
    }

    /// The limit with which the position was given up, or less; zero if it was not.
    pub(super) fn limit_given_up(&self, key: u64) -> u64 {
        let word = self.place_given_up(key).load(Ordering::Relaxed);
        if (word ^ key) & !LIMIT_MASK == 0 {
            word & LIMIT_MASK
        } else {
            0
        }
    }

    /// Remembers that the position was given up with this limit.
    pub(super) fn give_up(&self, key: u64, limit: u64) {
        let word = key & !LIMIT_MASK | limit.min(LIMIT_MASK);
        self.place_given_up(key).store(word, Ordering::Relaxed);
    }

    fn place_given_up(&self, key: u64) -> &AtomicU64 {
        &self.given_up[(key >> LIMIT_BITS) as usize % GIVEN_UP]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0xFEDC_BA98_7654_3210;

    #[test]
    fn a_fact_is_known_of_its_position_alone() {
        let known = Refutations::default();
        assert!(!known.has(KEY));
        known.add(KEY);
        assert!(known.has(KEY));
        assert!(!known.has(KEY ^ 1 << 63));
        assert_eq!(known.limit_given_up(KEY), 0);
        known.give_up(KEY, 70);
        assert_eq!(known.limit_given_up(KEY), 70);
        assert_eq!(known.limit_given_up(KEY ^ 1 << 63), 0);
    }

    #[test]
    fn a_limit_beyond_the_word_is_remembered_as_less() {
        let known = Refutations::default();
        known.give_up(KEY, u64::MAX);
        assert_eq!(known.limit_given_up(KEY), LIMIT_MASK);
    }

    #[test]
    fn newer_facts_replace_older_ones() {
        let known = Refutations::default();
        let other = KEY ^ 1 << 63;
        known.add(KEY);
        known.add(other);
        known.give_up(KEY, 5);
        known.give_up(other, 6);
        assert!(!known.has(KEY) && known.has(other));
        assert_eq!([KEY, other].map(|key| known.limit_given_up(key)), [0, 6]);
    }
}
