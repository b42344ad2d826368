//! A seeded random number generator that also runs at compile time.
//! It is not for cryptography. The same seed gives the same numbers on every platform; [`drawn_seed`] has none.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A random number from the system, as a seed or as a part of a unique name. It differs from call to call and from process to
/// process.
pub fn drawn_seed() -> u64 {
    // The keys of a hasher are the random numbers of the standard library.
    RandomState::new().build_hasher().finish()
}

/// What the state of the generator grows by with every number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The `SplitMix64` generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Starts a sequence. Every seed is good.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The sequence of this number under a seed, as for one of many games: it depends on both alone.
    pub const fn numbered(seed: u64, number: u64) -> Self {
        let seed = Self::new(seed).next_u64();
        Self::new(Self::new(seed.wrapping_add(number)).next_u64())
    }

    /// Removes one of the things at random and returns it. `None` if there are none.
    pub fn take<T>(&mut self, things: &mut Vec<T>) -> Option<T> {
        (!things.is_empty()).then(|| things.swap_remove(self.below(things.len())))
    }

    /// The 64 random bits that come after so many others.
    pub(crate) const fn nth(seed: u64, before: usize) -> u64 {
        let mut rng = Self::new(seed.wrapping_add(STEP.wrapping_mul(before as u64)));
        rng.next_u64()
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, for bounds far below 2^64 (the bias is then negligible).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub const fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// A number above zero and below one: the middle of one of 2^23 equal parts, which a 32-bit float holds exactly.
    pub const fn unit(&mut self) -> f32 {
        unit_of(self.next_u64())
    }

    /// Shuffles a list (R. Durstenfeld, Algorithm 235, 1964).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// Binary digits of the parts of [`Rng::unit`]: one less than a float has, for the half that makes their middles.
const UNIT_DIGITS: u32 = f32::MANTISSA_DIGITS - 1;

const fn unit_of(bits: u64) -> f32 {
    ((bits >> (u64::BITS - UNIT_DIGITS)) as f32 + 0.5) / (1_u32 << UNIT_DIGITS) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence_of_seed_1234567_is_reproduced() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(Rng::nth(1_234_567, 1), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbered_sequences_are_their_own() {
        let first = |seed, number| Rng::numbered(seed, number).next_u64();
        assert_eq!(first(1, 7), first(1, 7));
        assert!(first(1, 7) != first(1, 8) && first(1, 7) != first(2, 7));
    }

    #[test]
    fn drawn_seeds_differ() {
        let seeds: std::collections::HashSet<u64> = (0..100).map(|_| drawn_seed()).collect();
        assert_eq!(seeds.len(), 100);
    }

    #[test]
    fn a_shuffle_loses_nothing_and_moves_something() {
        let mut things: Vec<usize> = (0..50).collect();
        Rng::new(3).shuffle(&mut things);
        assert!(!things.is_sorted());
        things.sort_unstable();
        assert!(things.into_iter().eq(0..50));
    }

    #[test]
    fn a_unit_number_is_neither_zero_nor_one() {
        assert!(unit_of(0) > 0.0);
        assert!(unit_of(u64::MAX) < 1.0);
        let mut rng = Rng::new(5);
        let mean = (0..1000).map(|_| rng.unit()).sum::<f32>() / 1000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
    }

    #[test]
    fn below_stays_below() {
        let mut rng = Rng::new(7);
        assert!((0..1000).all(|_| rng.below(13) < 13));
    }
}
