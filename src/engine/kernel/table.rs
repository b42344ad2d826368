//! The transposition table: fixed size, shared by threads without locks and without `unsafe`.
//!
//! [`Table`] owns the memory; [`Table::begin_search`] lends it to the threads of one search as [`Entries`].
//!
//! An entry is two words, the data and the key XOR-ed with the data (Hyatt and Mann, "A lock-less
//! transposition-table implementation for parallel search", 2002): a torn write fails the comparison
//! with the key and reads as a miss. Four entries share a bucket of the size of a cache line.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use super::backing::{Backing, halved_to_fit};
use super::score::Score;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The entry holds no score, only a move or an evaluation.
    None,
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The stored score is the true one.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// The bound of a score that a search with this window returned.
    pub const fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score.value() >= beta.value() {
            Self::Lower
        } else if score.value() > alpha.value() {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Does a score with this bound settle the question whether the true score reaches `beta`?
    pub const fn cuts(self, score: Score, beta: Score) -> bool {
        match self {
            Self::None => false,
            Self::Exact => true,
            Self::Lower => score.value() >= beta.value(),
            Self::Upper => score.value() < beta.value(),
        }
    }
}

/// The contents of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Index of the best move, zero when there is none.
    pub best: u16,
    /// The score, relative to the root of the probing search.
    pub score: Score,
    /// Static evaluation, side to move's view; none where nobody has asked for it. Never [`i16::MIN`], which says so in the
    /// packed entry.
    pub evaluation: Option<i16>,
    /// Depth of the search that made the score.
    pub depth: i8,
    /// The bound of the score.
    pub bound: Bound,
}

/// What an entry without a static evaluation has in its place. [`Score::evaluation`] makes no such number.
const NO_EVALUATION: i16 = i16::MIN;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;
/// Plies of depth that one generation of age counts for when an entry is chosen for replacement.
const AGE_WEIGHT: i32 = 4;
const BUCKET: usize = 4;

impl TableEntry {
    /// Is the score a proved win or loss, so that a deeper search cannot change on which side of its bound it lies?
    pub const fn is_proved(&self) -> bool {
        match self.bound {
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
            Bound::Exact => self.score.is_decided(),
            Bound::None => false,
        }
    }

    fn pack(self, ply: usize, age: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score.to_table(ply) as u16) << 16
            | u64::from(self.evaluation.unwrap_or(NO_EVALUATION) as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 59
    }

    fn unpack(data: u64, ply: usize) -> Self {
        let evaluation = (data >> 32) as u16 as i16;
        Self {
            best: data as u16,
            score: Score::from_table((data >> 16) as u16 as i16, ply),
            evaluation: (evaluation != NO_EVALUATION).then_some(evaluation),
            depth: depth_of(data),
            bound: Bound::from_bits(data >> 56),
        }
    }
}

/// The two words of an entry: the check word and the data.
type Slot = [AtomicU64; 2];
/// Entries of the size of a cache line.
type Bucket = [Slot; BUCKET];

const fn depth_of(data: u64) -> i8 {
    (data >> 48) as u8 as i8
}

const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// The transposition table, which owns its memory.
#[derive(Debug)]
pub struct Table {
    /// `None` if the system gave no memory at all.
    memory: Option<Backing>,
    age: u8,
}

impl Table {
    /// Size of the smallest table, in bytes.
    pub(crate) const MIN_BYTES: usize = 1 << 16;
    /// Size of the largest table, in bytes.
    pub const MAX_BYTES: usize = 1 << if usize::BITS > 32 { 36 } else { 30 };

    /// A table of at most `bytes` bytes, clamped to `Table::MIN_BYTES` and [`Table::MAX_BYTES`]. It is smaller where the
    /// system gives less: see [`halved_to_fit`]. If the system gives no memory at all, the table stores nothing.
    pub fn with_bytes(bytes: usize) -> Self {
        let bytes = bytes.clamp(Self::MIN_BYTES, Self::MAX_BYTES);
        let whole_buckets = |bytes| Backing::zeroed(bytes - bytes % size_of::<Bucket>());
        Self {
            memory: halved_to_fit(bytes, Self::MIN_BYTES, whole_buckets),
            age: 0,
        }
    }

    /// The entries for a new search. With each further search, modulo 32, an entry is worth four plies of depth less
    /// when one is chosen for replacement.
    pub fn begin_search(&mut self) -> Entries<'_> {
        self.age = (self.age + 1) & AGE_MASK;
        self.all()
    }

    fn all(&mut self) -> Entries<'_> {
        Entries {
            buckets: self.memory.as_mut().map_or(&[], |memory| memory.buckets()),
            age: self.age,
        }
    }
}

/// The entries of a [`Table`] during one search. Reading and writing need only a shared reference.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a> {
    buckets: &'a [Bucket],
    age: u8,
}

impl<'a> Entries<'a> {
    #[inline]
    fn bucket(self, key: u64) -> &'a [Slot] {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        self.buckets.get(index).map_or(&[], |bucket| bucket)
    }

    /// Prefetches the cache line of the entry for a later probe, by reading it.
    #[inline]
    pub fn touch(self, key: u64) {
        if let [[_, data], ..] = self.bucket(key) {
            black_box(data.load(Ordering::Relaxed));
        }
    }

    /// The entry of `key`, with its score converted to a root `ply` plies before.
    pub fn probe(self, key: u64, ply: usize) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let check = check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then(|| TableEntry::unpack(data, ply))
        })
    }

    /// Stores an entry. Of the same position a proved result is kept against one that is not, and a clearly deeper entry of
    /// the same search unless the new one is exact. If the new entry has no best move, the old one is kept; a proved result
    /// takes only that of another one, because a line may be read from it.
    pub fn store(self, key: u64, ply: usize, mut entry: TableEntry) {
        const DEPTH_MARGIN: i8 = 4;
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in self.bucket(key) {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = TableEntry::unpack(data, ply);
                victim = Some(slot);
                if old.is_proved() && !entry.is_proved() {
                    entry = TableEntry {
                        evaluation: old.evaluation.or(entry.evaluation),
                        ..old
                    };
                    break;
                }
                let keep = age_of(data) == self.age
                    && entry.bound != Bound::Exact
                    && old.bound != Bound::None
                    && old.depth > entry.depth.saturating_add(DEPTH_MARGIN);
                if keep {
                    return;
                }
                if entry.best == 0 && (old.is_proved() || !entry.is_proved()) {
                    entry.best = old.best;
                }
                break;
            }
            let generations = i32::from(self.age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(depth_of(data)) - AGE_WEIGHT * generations
            };
            if victim.is_none() || worth < lowest {
                lowest = worth;
                victim = Some(slot);
            }
        }
        if let Some([check, word]) = victim {
            let data = entry.pack(ply, self.age);
            word.store(data, Ordering::Relaxed);
            check.store(key ^ data, Ordering::Relaxed);
        }
    }
}

/// Access from outside a search, for files and displays.
impl Table {
    /// Size in bytes.
    pub fn bytes(&mut self) -> usize {
        size_of_val(self.all().buckets)
    }

    /// Part of the entries that are in use, in thousandths. Of a large table only a sample is counted.
    pub fn permille_used(&mut self) -> usize {
        const SAMPLE: usize = 1 << 14;
        let buckets = self.all().buckets;
        let sample = &buckets[..buckets.len().min(SAMPLE)];
        let is_used = |slot: &&Slot| slot[1].load(Ordering::Relaxed) != 0;
        let used = sample.iter().flatten().filter(is_used).count();
        1000 * used / (sample.len() * BUCKET).max(1)
    }

    /// The key and the packed contents of every entry.
    pub fn packed_entries(&mut self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.all().buckets.iter().flatten();
        slots
            .map(|[check, data]| (check.load(Ordering::Relaxed), data.load(Ordering::Relaxed)))
            .filter(|&(_, data)| data != 0)
            .map(|(check, data)| (check ^ data, data))
    }

    /// Stores an entry that came from [`Table::packed_entries`] of a table of whatever size.
    pub fn insert_packed(&mut self, key: u64, data: u64) {
        if data != 0 {
            self.all().store(key, 0, TableEntry::unpack(data, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i8) -> TableEntry {
        TableEntry {
            best: 77,
            score: Score::win_in(9),
            evaluation: Some(-5),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut table = Table::with_bytes(0);
        let table = table.begin_search();
        table.store(42, 4, entry(-3));
        assert_eq!(table.probe(42, 4), Some(entry(-3)));
        assert_eq!(table.probe(43, 4), None);
    }

    #[test]
    fn an_entry_without_evaluation_comes_back_without_one() {
        let mut table = Table::with_bytes(0);
        let table = table.begin_search();
        for evaluation in [None, Some(0), Some(-1), Some(i16::MIN + 1)] {
            let entry = TableEntry {
                evaluation,
                ..entry(3)
            };
            table.store(42, 4, entry);
            assert_eq!(table.probe(42, 4), Some(entry));
        }
    }

    #[test]
    fn decided_scores_shift_with_the_ply() {
        let mut table = Table::with_bytes(0);
        let table = table.begin_search();
        table.store(42, 4, entry(3));
        assert_eq!(
            table.probe(42, 6).map(|found| found.score),
            Some(Score::win_in(11))
        );
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = Table::with_bytes(0);
        let table = table.begin_search();
        for (key, depth) in [(1, 5), (2, 1), (3, 9), (4, 7), (5, 6)] {
            table.store(key, 0, entry(depth));
        }
        let kept: Vec<u64> = (1..=5)
            .filter(|&key| table.probe(key, 0).is_some())
            .collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }

    #[test]
    fn the_old_move_survives_a_store_without_one() {
        let mut table = Table::with_bytes(0);
        let table = table.begin_search();
        table.store(9, 0, entry(2));
        table.store(
            9,
            0,
            TableEntry {
                best: 0,
                ..entry(3)
            },
        );
        assert_eq!(
            table.probe(9, 0).map(|found| (found.best, found.depth)),
            Some((77, 3))
        );
    }

    #[test]
    fn a_table_without_memory_keeps_nothing() {
        let mut table = Table {
            memory: None,
            age: 0,
        };
        let table = table.begin_search();
        table.touch(42);
        table.store(42, 0, entry(3));
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn entries_of_earlier_searches_are_there_and_give_way_first() {
        let mut table = Table::with_bytes(0);
        let old = table.begin_search();
        for key in 1..=4 {
            old.store(key, 0, entry(3));
        }
        let new = table.begin_search();
        assert_eq!(new.probe(2, 0), Some(entry(3)));
        for key in 5..=8 {
            new.store(key, 0, entry(1));
        }
        assert!((1..=4).all(|key| new.probe(key, 0).is_none()));
    }

    #[test]
    fn a_proved_result_is_kept() {
        let mut table = Table::with_bytes(0);
        let proved = TableEntry {
            evaluation: None,
            bound: Bound::Lower,
            ..entry(1)
        };
        table.begin_search().store(42, 0, proved);
        let table = table.begin_search();
        let open = TableEntry {
            score: Score::ZERO,
            ..entry(9)
        };
        table.store(42, 0, open);
        let kept = TableEntry {
            evaluation: open.evaluation,
            ..proved
        };
        assert_eq!(table.probe(42, 0), Some(kept));
        let shorter = TableEntry {
            score: proved.score + 2,
            ..proved
        };
        table.store(42, 0, shorter);
        assert_eq!(table.probe(42, 0), Some(shorter));
    }

    #[test]
    fn packed_entries_move_to_a_table_of_another_size() {
        let mut table = Table::with_bytes(0);
        assert_eq!(table.permille_used(), 0);
        let entries = table.begin_search();
        for key in 1..=2000u64 {
            entries.store(key << 52 | key, 7, entry(3));
        }
        assert!(table.permille_used() > 400);
        let mut other = Table::with_bytes(4 * Table::MIN_BYTES);
        let moved: Vec<(u64, u64)> = table.packed_entries().collect();
        assert!(moved.len() > 1500);
        for &(key, data) in &moved {
            other.insert_packed(key, data);
        }
        assert_eq!(other.packed_entries().count(), moved.len());
        let entries = other.begin_search();
        assert!(
            moved
                .iter()
                .all(|&(key, _)| entries.probe(key, 7) == Some(entry(3)))
        );
    }
}
