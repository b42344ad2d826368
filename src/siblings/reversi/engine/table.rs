//! The transposition table of one search thread: two-sided bounds, four entries to a cache line.
//!
//! It is not the kernel's table, whose entries hold one score, one kind of bound and one move. An entry here holds a
//! lower and an upper bound side by side, because principal variation search asks a position from both sides in turn,
//! two moves, and the carefulness of the guessed cuts. One thread owns it, so that it needs no atomic words.

use std::collections::TryReserveError;
use std::hint::black_box;

use kagetsu_kernel::halved_to_fit;

use crate::board::{Board, Square};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    key: u64,
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// Plies that were searched; the number of empty squares for a search to the end.
    pub depth: u8,
    /// How careful the search was: the index of the margin of Multi-ProbCut, `EXACT` for an exact search.
    pub selectivity: u8,
    /// Number of the best move; [`NO_MOVE`] if there is none.
    pub best: u8,
    /// Number of the best move before that one.
    pub second: u8,
    age: u8,
    used: u8,
}

/// Stands where no move is known.
pub(crate) const NO_MOVE: u8 = 64;

/// What a finished search of a position tells the table.
#[derive(Clone, Copy, Debug)]
pub struct Found {
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
    /// How little was cut by guess.
    pub selectivity: u8,
}

const BUCKET: usize = 4;
/// Entries of an earlier search give way to ones that are this many plies shallower.
const AGE_WEIGHT: i32 = 64;

const EMPTY: Entry = Entry {
    key: 0,
    lower: -64,
    upper: 64,
    depth: 0,
    selectivity: 0,
    best: NO_MOVE,
    second: NO_MOVE,
    age: 0,
    used: 0,
};

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
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
    /// [`halved_to_fit`].
    pub fn with_bytes(bytes: usize) -> Self {
        let least = size_of::<Bucket>();
        let take = |bytes: usize| {
            let mut buckets = Vec::new();
            buckets.try_reserve_exact(bytes / least)?;
            // Memory that nobody looks at would not be asked for.
            Ok::<Vec<Bucket>, TryReserveError>(black_box(buckets))
        };
        let bytes = least << (bytes / least).max(1).ilog2();
        let mut buckets = halved_to_fit(bytes, least, take).unwrap_or_default();
        let count = 1 << buckets.capacity().max(1).ilog2();
        buckets.resize(count, Bucket([EMPTY; BUCKET]));
        Self { buckets, age: 0 }
    }

    /// Tells the table that a new search begins: what earlier ones left gives way first.
    pub fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([EMPTY; BUCKET]));
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    /// What is known of the position with a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.index(key))?;
        bucket
            .0
            .iter()
            .find(|entry| entry.key == key && entry.used != 0)
            .copied()
    }

    /// Writes down what a search found.
    pub fn store(&mut self, key: u64, found: &Found) {
        let index = self.index(key);
        let age = self.age;
        let Some(bucket) = self.buckets.get_mut(index) else {
            return;
        };
        let same = bucket
            .0
            .iter()
            .position(|entry| entry.key == key && entry.used != 0);
        let place = same.unwrap_or_else(|| victim(bucket, age));
        let entry = &mut bucket.0[place & (BUCKET - 1)];
        if same.is_none() {
            *entry = Entry { key, ..EMPTY };
        }
        entry.write(found, age);
    }
}

fn victim(bucket: &Bucket, age: u8) -> usize {
    let worth = |entry: &Entry| {
        if entry.used == 0 {
            return i32::MIN;
        }
        let old = if entry.age == age { 0 } else { AGE_WEIGHT };
        i32::from(entry.depth) - old
    };
    (0..BUCKET)
        .min_by_key(|&place| worth(&bucket.0[place]))
        .unwrap_or(0)
}

impl Entry {
    fn write(&mut self, found: &Found, age: u8) {
        let score = found.score.clamp(-64, 64) as i8;
        let same_search =
            self.used != 0 && self.depth == found.depth && self.selectivity == found.selectivity;
        if !same_search {
            (self.lower, self.upper) = (-64, 64);
        }
        if found.score < found.beta {
            self.upper = self.upper.min(score);
        }
        if found.score > found.alpha {
            self.lower = self.lower.max(score);
        }
        if self.lower > self.upper {
            // Two searches with guessed cuts may contradict one another: the later one holds.
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
        (self.age, self.used) = (age, 1);
    }

    /// Does the entry know enough of a search as deep and as careful?
    #[inline]
    pub fn covers(&self, depth: u8, selectivity: u8) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}
