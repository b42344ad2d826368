//! Proof and disproof numbers of positions in a table of fixed size. Of two entries of a bucket the one that cost less
//! effort gives way.

use kagetsu_kernel::halved_to_fit;
use zerocopy::FromZeros;

/// How much is still to be shown: the least number of open leaves that prove, and that disprove, the attacker's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// More open leaves than any tree has: it cannot be shown.
pub(super) const INFINITE: u32 = 1 << 30;

impl ProofNumbers {
    /// Nothing is known.
    pub(super) const FRESH: Self = Self {
        proof: 1,
        disproof: 1,
    };
    pub(super) const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub(super) const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    /// Is there nothing left to show?
    pub(super) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// An entry as plain words, so that a new table comes from the system as untouched zeros: key, both numbers, and effort
/// with generation. No table has generation zero.
type Words = [u64; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofEntry {
    key: u64,
    numbers: ProofNumbers,
    effort: u32,
    generation: u32,
}

impl ProofEntry {
    const fn pack(self) -> Words {
        [
            self.key,
            pair(self.numbers.proof, self.numbers.disproof),
            pair(self.effort, self.generation),
        ]
    }

    const fn unpack(words: Words) -> Self {
        let [key, numbers, rest] = words;
        Self {
            key,
            numbers: ProofNumbers {
                proof: (numbers >> u32::BITS) as u32,
                disproof: numbers as u32,
            },
            effort: (rest >> u32::BITS) as u32,
            generation: rest as u32,
        }
    }
}

const fn pair(high: u32, low: u32) -> u64 {
    (high as u64) << u32::BITS | low as u64
}

/// Entries among which a position has its place.
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = BUCKET * size_of::<Words>();

/// The table.
#[derive(Debug)]
pub(super) struct NumberTable {
    entries: Box<[Words]>,
    generation: u32,
}

impl NumberTable {
    /// A table of about `bytes` bytes, or of less where the system does not give so many. Its memory is taken where it is
    /// touched: to write a large table whole takes longer than a search may go on after it was stopped.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let take = |bytes: usize| {
            let buckets = (bytes / BUCKET_BYTES).max(1);
            <[Words]>::new_box_zeroed_with_elems(buckets * BUCKET).map_err(|_| "they are not given")
        };
        let entries = halved_to_fit(bytes, BUCKET_BYTES, take);
        Self {
            entries: entries.unwrap_or_else(|| vec![[0; 3]; BUCKET].into_boxed_slice()),
            generation: 1,
        }
    }

    /// Forgets everything, at no cost.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or(1);
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        // The high bits choose the bucket, so the number of buckets need not be a power of two.
        ((u128::from(key) * buckets as u128) >> u64::BITS) as usize * BUCKET
    }

    pub(super) fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let first = self.bucket(key);
        self.entries[first..first + BUCKET]
            .iter()
            .map(|&words| ProofEntry::unpack(words))
            .find(|entry| entry.key == key && entry.generation == self.generation)
            .map(|entry| entry.numbers)
    }

    /// Stores what is known of a position, and the effort it took.
    pub(super) fn store(&mut self, key: u64, numbers: ProofNumbers, effort: u64) {
        let generation = self.generation;
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + BUCKET];
        let value = |words: &Words| {
            let entry = ProofEntry::unpack(*words);
            match (entry.generation == generation, entry.key == key) {
                // Entries of an earlier proof go first, then those that are cheapest to find again.
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => u64::from(entry.effort) + 2,
            }
        };
        let same = bucket.iter().position(|words| value(words) == 1);
        let victim = match same {
            Some(index) => bucket.get_mut(index),
            None => bucket.iter_mut().min_by_key(|words| value(words)),
        };
        if let Some(words) = victim {
            let entry = ProofEntry {
                key,
                numbers,
                effort: u32::try_from(effort).unwrap_or(u32::MAX),
                generation,
            };
            *words = entry.pack();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back_until_the_table_is_cleared() {
        let mut table = NumberTable::with_bytes(1 << 12);
        let numbers = ProofNumbers {
            proof: 7,
            disproof: INFINITE,
        };
        assert_eq!(table.probe(0), None, "zeros are no entry");
        for key in [0, 5, u64::MAX] {
            table.store(key, numbers, u64::MAX);
            assert_eq!(table.probe(key), Some(numbers));
            table.store(key, ProofNumbers::PROVED, 1);
            assert_eq!(table.probe(key), Some(ProofNumbers::PROVED));
        }
        table.clear();
        assert_eq!(table.probe(5), None);
        table.generation = u32::MAX;
        table.clear();
        assert_eq!(table.generation, 1);
    }

    #[test]
    fn words_hold_the_whole_entry() {
        let entry = ProofEntry {
            key: 1 << 63 | 3,
            numbers: ProofNumbers {
                proof: INFINITE,
                disproof: 9,
            },
            effort: u32::MAX,
            generation: 2,
        };
        assert_eq!(ProofEntry::unpack(entry.pack()), entry);
    }
}
