//! Fixed sets of small numbers as bits: sets of cells and sets of windows.

use std::array;

/// A set of numbers below `64 * WORDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const WORDS: usize>([u64; WORDS]);

/// A set of cells of the board.
pub(crate) type CellSet = Bits<6>;
/// A set of windows.
pub(crate) type WindowSet = Bits<15>;

impl<const WORDS: usize> Bits<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Is the number in the set?
    #[inline]
    pub const fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Puts a number in.
    #[inline]
    pub const fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    #[inline]
    pub const fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Puts a number in that is not there, or takes it out.
    #[inline]
    pub(crate) const fn flip(&mut self, number: usize) {
        self.0[number / 64] ^= 1 << (number % 64);
    }

    /// Is nothing in the set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers are in the set?
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// What is in either set.
    #[must_use]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The smallest number.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The numbers in rising order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0;
        (0..WORDS).flat_map(move |index| {
            let mut word = words[index];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * index + bit
                })
            })
        })
    }
}

impl<const WORDS: usize> FromIterator<usize> for Bits<WORDS> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(a in proptest::collection::btree_set(0_usize..384, 0..40), b in proptest::collection::btree_set(0_usize..384, 0..40)) {
            let [left, right]: [CellSet; 2] = [&a, &b].map(|set| set.iter().copied().collect());
            prop_assert!(left.iter().eq(a.iter().copied()));
            prop_assert_eq!(left.len(), a.len());
            prop_assert_eq!(left.first(), a.first().copied());
            prop_assert!(left.union(&right).iter().eq(a.union(&b).copied()));
            let mut emptied = left;
            for number in [7, 7, 300, 300] {
                emptied.flip(number);
                prop_assert!(emptied.contains(number) != left.contains(number) || emptied == left);
            }
            for number in a {
                prop_assert!(emptied.contains(number));
                emptied.remove(number);
            }
            prop_assert!(emptied.is_empty());
        }
    }
}
