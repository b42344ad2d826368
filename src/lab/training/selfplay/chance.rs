//! Random choices that are the same on every machine. They use integers and square roots, which IEEE 754 defines
//! exactly.

use std::ops::RangeInclusive;

use kagetsu_kernel::PERCENT;
use kagetsu_kernel::rng::Rng;

/// Random bits of the exponent in [`log_uniform`].
const EXPONENT_BITS: u32 = 16;

/// True with a probability of `percent` in a hundred.
pub(super) const fn happens(rng: &mut Rng, percent: usize) -> bool {
    rng.below(PERCENT as usize) < percent
}

/// A number of the range, all equally likely.
pub(super) fn uniform(rng: &mut Rng, range: RangeInclusive<usize>) -> usize {
    range.start() + rng.below(range.end() - range.start() + 1)
}

/// A random number of the range whose logarithm is uniformly distributed.
pub(super) fn log_uniform(rng: &mut Rng, range: &RangeInclusive<u64>) -> u64 {
    let (least, most) = (*range.start(), *range.end());
    let mut bits = rng.next_u64();
    let mut factor = most as f64 / least.max(1) as f64;
    let mut drawn = least as f64;
    for _ in 0..EXPONENT_BITS {
        factor = factor.sqrt();
        if bits & 1 == 1 {
            drawn *= factor;
        }
        bits >>= 1;
    }
    (drawn.round() as u64).clamp(least, most)
}

/// The index of one of the weights, chosen with a probability proportional to the weight. Zero if all weights are zero.
pub(super) fn weighted_index(rng: &mut Rng, weights: &[usize]) -> usize {
    let sum: usize = weights.iter().sum();
    if sum == 0 {
        return 0;
    }
    let mut left = rng.below(sum);
    for (index, &weight) in weights.iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_factor_is_as_likely_as_another() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u64> = (0..4000)
            .map(|_| log_uniform(&mut rng, &(2000..=8000)))
            .collect();
        assert!(drawn.iter().all(|nodes| (2000..=8000).contains(nodes)));
        let below = |limit: u64| drawn.iter().filter(|&&nodes| nodes < limit).count();
        for (limit, share) in [(2828, 1000), (4000, 2000), (5657, 3000)] {
            assert!(below(limit).abs_diff(share) < 120, "{limit}");
        }
        assert_eq!(log_uniform(&mut rng, &(50..=50)), 50);
    }

    #[test]
    fn indices_are_as_likely_as_they_are_heavy() {
        let mut rng = Rng::new(2);
        let mut counts = [0_usize; 3];
        for _ in 0..1000 {
            counts[weighted_index(&mut rng, &[6, 0, 3])] += 1;
        }
        assert!(counts[0].abs_diff(667) < 60 && counts[1] == 0);
        assert_eq!(weighted_index(&mut rng, &[0, 0]), 0);
    }
}
