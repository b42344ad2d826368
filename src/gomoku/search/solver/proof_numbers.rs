//! Proof and disproof numbers of positions in a table of fixed size. Of two entries of a bucket the one that cost less
//! effort gives way.

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

#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: u64,
    numbers: ProofNumbers,
    effort: u32,
    generation: u32,
}

const BUCKET: usize = 4;

/// The table.
#[derive(Debug)]
pub(super) struct NumberTable {
    entries: Box<[ProofEntry]>,
    generation: u32,
}

impl NumberTable {
    /// A table of about `bytes` bytes.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<ProofEntry>())).max(1);
        let empty = ProofEntry {
            key: 0,
            numbers: ProofNumbers::FRESH,
            effort: 0,
            generation: 0,
        };
        Self {
            entries: vec![empty; buckets * BUCKET].into_boxed_slice(),
            generation: 1,
        }
    }

    /// Forgets everything, at no cost.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        ((u128::from(key) * buckets as u128) >> u64::BITS) as usize * BUCKET
    }

    pub(super) fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let first = self.bucket(key);
        self.entries[first..first + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.generation == self.generation)
            .map(|entry| entry.numbers)
    }

    /// Stores what is known of a position, and the effort it took.
    pub(super) fn store(&mut self, key: u64, numbers: ProofNumbers, effort: u64) {
        let generation = self.generation;
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + BUCKET];
        let value = |entry: &ProofEntry| match (entry.generation == generation, entry.key == key) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => u64::from(entry.effort) + 2,
        };
        let same = bucket
            .iter()
            .position(|entry| entry.key == key && entry.generation == generation);
        let victim = match same {
            Some(index) => bucket.get_mut(index),
            None => bucket.iter_mut().min_by_key(|entry| value(entry)),
        };
        if let Some(entry) = victim {
            *entry = ProofEntry {
                key,
                numbers,
                effort: u32::try_from(effort).unwrap_or(u32::MAX),
                generation,
            };
        }
    }
}
