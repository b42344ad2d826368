//! The transposition table of one search thread: two-sided bounds, four entries to a cache line.
//!
//! It is not the kernel's table, whose entries hold one score, one kind of bound and one move. An entry here holds a
//! lower and an upper bound side by side, because principal variation search asks a position from both sides in turn,
//! two moves, and the selectivity. One thread owns it, so that it needs no atomic words.

use kagetsu_kernel::{Backing, halved_to_fit};

use crate::board::{Board, Square};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// Plies that were searched; the number of empty squares for a search to the end.
    pub depth: u8,
    /// The selectivity: the index of the margin of Multi-ProbCut, `EXACT` for an exact search.
    pub selectivity: u8,
    /// Number of the best move; [`NO_MOVE`] if there is none.
    pub best: u8,
    /// Number of the best move before that one.
    pub second: u8,
    age: u8,
}

/// Stands where no move is known.
pub(crate) const NO_MOVE: u8 = 64;

/// What a finished search of a position tells the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The lower end of the window.
    pub alpha: i32,
    /// The upper end of the window.
    pub beta: i32,
    /// The score, which may lie outside the window.
    pub score: i32,
    /// The best move.
    pub best: Option<Square>,
    /// Plies that were searched.
    pub depth: u8,
    /// The selectivity of the search.
    pub selectivity: u8,
}

const BUCKET: usize = 4;
/// Entries of an earlier search give way to ones that are this many plies shallower.
const AGE_WEIGHT: i32 = 64;
/// The last byte of an entry that is stored.
const USED: u8 = 1;

const UNKNOWN: Entry = Entry {
    lower: -64,
    upper: 64,
    depth: 0,
    selectivity: 0,
    best: NO_MOVE,
    second: NO_MOVE,
    age: 0,
};

/// The two words of an entry: the key and the rest. The rest is zero where nothing is stored, so that memory of zeros is
/// an empty table, of which no page is touched before a search needs it.
type Slot = [u64; 2];
/// Entries of the size of a cache line.
type Bucket = [Slot; BUCKET];

/// The table, which owns its memory.
#[derive(Debug)]
pub(crate) struct Table {
    /// `None` if the system gave no memory at all.
    memory: Option<Backing>,
    age: u8,
}

/// The entries of a [`Table`] during one search.
#[derive(Debug)]
pub(crate) struct Entries<'a> {
    buckets: &'a mut [Bucket],
    age: u8,
}

/// A number that differs for all boards met in practice.
#[inline]
pub(crate) fn key_of(board: Board) -> u64 {
    let own = board.own().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let other = board.other().wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    let mixed = own ^ own >> 32 ^ (other ^ other >> 29).rotate_left(32);
    let mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

impl Table {
    /// A table of at most `bytes` bytes and at least one bucket. It is smaller where the system gives less: see
    /// [`halved_to_fit`]. If the system gives no memory at all, the table stores nothing.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let least = size_of::<Bucket>();
        let bytes = least << (bytes / least).max(1).ilog2();
        Self {
            memory: halved_to_fit(bytes, least, Backing::zeroed),
            age: 0,
        }
    }

    /// The entries for a new search. What earlier ones left gives way first.
    pub(crate) fn begin_search(&mut self) -> Entries<'_> {
        self.age = self.age.wrapping_add(1);
        let memory = self.memory.as_mut();
        Entries {
            buckets: memory.map_or(&mut [], |memory| memory.buckets()),
            age: self.age,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.buckets::<Bucket>().fill([[0; 2]; BUCKET]);
        }
    }
}

impl Entries<'_> {
    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 20) as usize & self.buckets.len().wrapping_sub(1)
    }

    /// What is known of the position with a key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.index(key))?;
        let is_of_key = |&&[known, rest]: &&Slot| known == key && rest != 0;
        bucket
            .iter()
            .find(is_of_key)
            .map(|&[_, rest]| Entry::unpack(rest))
    }

    /// Writes down what a search found.
    pub(crate) fn store(&mut self, key: u64, found: &Found) {
        let index = self.index(key);
        let age = self.age;
        let Some(bucket) = self.buckets.get_mut(index) else {
            return;
        };
        let same = bucket
            .iter()
            .position(|&[known, rest]| known == key && rest != 0);
        let place = same.unwrap_or_else(|| victim(bucket, age));
        let slot = &mut bucket[place & (BUCKET - 1)];
        let mut entry = same.map_or(UNKNOWN, |_| Entry::unpack(slot[1]));
        entry.write(found, age);
        *slot = [key, entry.pack()];
    }
}

fn victim(bucket: &Bucket, age: u8) -> usize {
    let worth = |[_, rest]: Slot| {
        if rest == 0 {
            return i32::MIN;
        }
        let entry = Entry::unpack(rest);
        let old = if entry.age == age { 0 } else { AGE_WEIGHT };
        i32::from(entry.depth) - old
    };
    (0..BUCKET)
        .min_by_key(|&place| worth(bucket[place]))
        .unwrap_or(0)
}

impl Entry {
    /// The word of an entry, which is never zero.
    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.selectivity,
            self.best,
            self.second,
            self.age,
            USED,
        ])
    }

    fn unpack(word: u64) -> Self {
        let [lower, upper, depth, selectivity, best, second, age, _] = word.to_le_bytes();
        Self {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            depth,
            selectivity,
            best,
            second,
            age,
        }
    }

    fn write(&mut self, found: &Found, age: u8) {
        let score = found.score.clamp(-64, 64) as i8;
        if (self.depth, self.selectivity) != (found.depth, found.selectivity) {
            (self.lower, self.upper) = (-64, 64);
        }
        if found.score < found.beta {
            self.upper = self.upper.min(score);
        }
        if found.score > found.alpha {
            self.lower = self.lower.max(score);
        }
        if self.lower > self.upper {
            // Two selective searches may contradict one another: the later one holds.
            (self.lower, self.upper) = (-64, 64);
            if found.score < found.beta {
                self.upper = score;
            }
            if found.score > found.alpha {
                self.lower = score;
            }
        }
        if let Some(best) = found.best
            && (found.score > found.alpha || self.best == NO_MOVE)
            && self.best != best.index() as u8
        {
            self.second = self.best;
            self.best = best.index() as u8;
        }
        (self.depth, self.selectivity) = (found.depth, found.selectivity);
        self.age = age;
    }

    /// Does the entry know enough of a search of this depth and selectivity?
    #[inline]
    pub(crate) fn covers(self, depth: u8, selectivity: u8) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut table = Table::with_bytes(0);
        let mut entries = table.begin_search();
        let found = Found {
            alpha: -64,
            beta: -1,
            score: -5,
            best: Square::new(63),
            depth: 60,
            selectivity: 5,
        };
        entries.store(0, &found);
        let entry = Entry {
            lower: -5,
            upper: -5,
            depth: 60,
            selectivity: 5,
            best: 63,
            second: NO_MOVE,
            age: 1,
        };
        assert_eq!((entries.probe(0), entries.probe(1)), (Some(entry), None));
        table.clear();
        let entries = table.begin_search();
        assert_eq!(entries.probe(0), None);
    }

    #[test]
    fn a_table_without_memory_keeps_nothing() {
        let mut table = Table {
            memory: None,
            age: 0,
        };
        let mut entries = table.begin_search();
        let found = Found {
            alpha: 0,
            beta: 1,
            score: 1,
            best: None,
            depth: 1,
            selectivity: 0,
        };
        entries.store(7, &found);
        assert_eq!(entries.probe(7), None);
    }
}
