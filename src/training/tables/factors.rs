//! What codes have in common. A code is worth the sum of its four shapes, of its class, of its two strongest and of
//! its two weakest shapes as pairs, and of a remainder of its own: a code that the games hardly show is then still
//! worth what its parts are worth elsewhere.

use arrayvec::ArrayVec;

use crate::board::code::{CODE_COUNT, Code, code_shapes};
use crate::board::{Shape, Threat};

/// Pairs of shapes, order left aside.
const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;

const CLASSES_AT: usize = Shape::COUNT;
const STRONG_AT: usize = CLASSES_AT + Threat::COUNT;
const WEAK_AT: usize = STRONG_AT + PAIRS;

/// Number of factors.
pub(super) const FACTORS: usize = WEAK_AT + PAIRS;
/// Weights of one role: the factors, then the remainder of every code.
pub(super) const ROLE_WEIGHTS: usize = FACTORS + CODE_COUNT;

/// Four shapes, a class, two pairs.
type List = ArrayVec<u16, 7>;

/// The factors of every code for one kind of side.
#[derive(Debug)]
pub(super) struct FactorMap {
    lists: Vec<List>,
    classes: Vec<Threat>,
}

impl FactorMap {
    /// The factors of a side; with `forbidden`, of one that has forbidden points. A forbidden point has its class for a
    /// factor and nothing else: what a stone would make there does not matter.
    pub(super) fn new(forbidden: bool) -> Self {
        let list = |(shapes, &class): ([Shape; 4], &Threat)| {
            let mut list = List::new();
            list.push((CLASSES_AT + class as usize) as u16);
            if class != Threat::Foul {
                list.extend(shapes.map(|shape| shape as u16));
                list.push((STRONG_AT + pair(shapes[2], shapes[3])) as u16);
                list.push((WEAK_AT + pair(shapes[0], shapes[1])) as u16);
            }
            list
        };
        let shapes = code_shapes();
        let class = |&shapes: &[Shape; 4]| Threat::of(shapes, forbidden);
        let classes: Vec<Threat> = shapes.iter().map(class).collect();
        Self {
            lists: shapes.into_iter().zip(&classes).map(list).collect(),
            classes,
        }
    }

    /// The class of a code.
    pub(super) fn class(&self, code: Code) -> Threat {
        self.classes[usize::from(code)]
    }

    /// One number for every code, from the weights of a role.
    pub(super) fn spread(&self, weights: &[f64], numbers: &mut [f64]) {
        let (factors, remainders) = weights.split_at(FACTORS);
        for ((number, list), remainder) in numbers.iter_mut().zip(&self.lists).zip(remainders) {
            *number = list
                .iter()
                .map(|&factor| factors[usize::from(factor)])
                .sum::<f64>()
                + remainder;
        }
    }

    /// From the slopes of the numbers to those of the weights: the transpose of [`FactorMap::spread`].
    pub(super) fn gather(&self, slopes: &[f64], weights: &mut [f64]) {
        let (factors, remainders) = weights.split_at_mut(FACTORS);
        remainders.copy_from_slice(slopes);
        factors.fill(0.0);
        for (list, slope) in self.lists.iter().zip(slopes) {
            for &factor in list {
                factors[usize::from(factor)] += slope;
            }
        }
    }
}

/// Number of a pair of shapes of which the first is not the stronger.
fn pair(weaker: Shape, stronger: Shape) -> usize {
    let (weaker, stronger) = (weaker as usize, stronger as usize);
    weaker * (2 * Shape::COUNT + 1 - weaker) / 2 + stronger - weaker
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_a_number_of_its_own() {
        let mut seen = [false; PAIRS];
        for (place, &weaker) in Shape::ALL.iter().enumerate() {
            for &stronger in &Shape::ALL[place..] {
                assert!(!std::mem::replace(&mut seen[pair(weaker, stronger)], true));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn gathering_is_the_transpose_of_spreading() {
        let map = FactorMap::new(true);
        let weights: Vec<f64> = (0..ROLE_WEIGHTS).map(|place| (place % 17) as f64).collect();
        let slopes: Vec<f64> = (0..CODE_COUNT).map(|place| (place % 13) as f64).collect();
        let mut numbers = vec![0.0; CODE_COUNT];
        map.spread(&weights, &mut numbers);
        let mut gathered = vec![0.0; ROLE_WEIGHTS];
        map.gather(&slopes, &mut gathered);
        let dot = |left: &[f64], right: &[f64]| -> f64 {
            left.iter()
                .zip(right)
                .map(|(left, right)| left * right)
                .sum()
        };
        // All terms are whole numbers far below 2^53, so the sums are exact.
        assert!((dot(&numbers, &slopes) - dot(&gathered, &weights)).abs() < 0.5);
    }
}
