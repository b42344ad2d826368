//! What the regression sees of a position: how many windows hold so many stones of one side alone, and how many hold
//! each pattern of them, for the side to move and for the other one. A pattern and its mirror image are one feature.
//! Patterns are seen seldom, so they only correct what the numbers of stones say.

use std::sync::LazyLock;

use super::super::board::Board;
use super::super::geometry::{ROW, WINDOWS};
use super::super::weights::{PATTERNS, Weights};

/// Patterns of 1 to 5 stones in six cells, mirror images taken together.
const CLASSES: usize = 34;
/// Numbers of stones, 1 to 5, and after them the classes.
const BLOCK: usize = ROW - 1 + CLASSES;
/// All features: the constant one, then those of the mover, then those of the waiter.
pub const FEATURES: usize = 1 + 2 * BLOCK;

/// The features of a position.
pub type Features = [f64; FEATURES];

/// The class of each pattern; none for the empty and the full one.
static CLASS_OF: LazyLock<[Option<usize>; PATTERNS]> = LazyLock::new(|| {
    let mut classes = [None; PATTERNS];
    let mut next = 0;
    for pattern in 1..PATTERNS - 1 {
        let mirror = mirrored(pattern);
        classes[pattern] = if mirror < pattern {
            classes[mirror]
        } else {
            next += 1;
            Some(next - 1)
        };
    }
    classes
});

fn mirrored(pattern: usize) -> usize {
    (0..ROW)
        .filter(|place| pattern >> place & 1 != 0)
        .map(|place| 1 << (ROW - 1 - place))
        .sum()
}

/// Counts the windows of a position.
pub(super) fn features(board: &Board) -> Features {
    let mut features = [0.0; FEATURES];
    features[0] = 1.0;
    let mover = board.side().index();
    for window in 0..WINDOWS {
        let code = usize::from(board.code(window));
        let patterns = [code % PATTERNS, code / PATTERNS];
        let [own, other] = [patterns[mover], patterns[1 - mover]];
        let (start, pattern) = match (own, other) {
            (own, 0) => (1, own),
            (0, other) => (1 + BLOCK, other),
            _ => continue,
        };
        if let Some(class) = CLASS_OF[pattern] {
            features[start + pattern.count_ones() as usize - 1] += 1.0;
            features[start + ROW - 1 + class] += 1.0;
        }
    }
    features
}

/// How strongly the regression holds a feature near zero.
pub(super) const fn ridge(feature: usize) -> f64 {
    const OF_COUNTS: f64 = 2.0;
    const OF_PATTERNS: f64 = 4000.0;
    if feature == 0 || (feature - 1) % BLOCK < ROW - 1 {
        OF_COUNTS
    } else {
        OF_PATTERNS
    }
}

/// Units of the evaluation for one unit of the logarithm of the odds.
const UNITS: f64 = 1000.0;

/// Turns the coefficients of the features into weights.
pub(super) fn weights(coefficients: &Features) -> Weights {
    let units = |coefficient: f64| (coefficient * UNITS).round() as i32;
    let mut weights = Weights {
        tempo: units(coefficients[0]),
        mover: [0; PATTERNS],
        waiter: [0; PATTERNS],
    };
    for (pattern, class) in CLASS_OF.iter().enumerate() {
        if let Some(class) = class {
            let worth = |start: usize| {
                let count = pattern.count_ones() as usize;
                units(coefficients[start + count - 1] + coefficients[start + ROW - 1 + class])
            };
            weights.mover[pattern] = worth(1);
            weights.waiter[pattern] = -worth(1 + BLOCK);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::super::geometry::Cell;
    use super::*;

    #[test]
    fn every_class_has_one_or_two_patterns() {
        let classes: Vec<usize> = CLASS_OF.iter().flatten().copied().collect();
        assert_eq!(classes.len(), PATTERNS - 2);
        for class in 0..CLASSES {
            assert!((1..=2).contains(&classes.iter().filter(|&&other| other == class).count()));
        }
    }

    #[test]
    fn the_evaluation_is_the_sum_of_the_features() {
        let mut board = Board::new();
        for index in [180, 181, 200, 220, 161, 142, 199, 100, 102] {
            board.play(Cell::from_index(index).unwrap());
        }
        let mut coefficients = [0.0; FEATURES];
        for (index, coefficient) in coefficients.iter_mut().enumerate() {
            *coefficient = (index as f64 * 0.7).sin() / 10.0;
        }
        let weights = weights(&coefficients);
        let mut same = Board::with_weights(&weights);
        for side in super::super::super::board::Side::BOTH {
            for cell in board.stones(side).iter().filter_map(Cell::from_index) {
                same.put(cell, side);
            }
        }
        same.set_turn(board.side(), board.stage());
        // Each window is rounded for itself.
        let exact: f64 = features(&board)
            .iter()
            .zip(coefficients)
            .map(|(count, coefficient)| count * coefficient)
            .sum();
        assert!((f64::from(same.evaluation()) - UNITS * exact).abs() < 100.0);
    }
}
