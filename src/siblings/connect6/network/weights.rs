//! The numbers of the network, and what they say of a position.

use super::super::turn::Stage;
use super::codes::{LineCodes, ROW_NUMBERS};
use super::view::View;
use kagetsu_kernel::Side;

/// Numbers of a cell for the value of the position.
pub(in super::super) const VALUE: usize = 16;
/// Numbers of a cell for the policy.
pub(in super::super) const POLICY: usize = 16;
/// Numbers of a row: those for the value, then those for the policy.
pub(in super::super) const WIDTH: usize = VALUE + POLICY;
/// Numbers of the hidden layer.
pub(in super::super) const HIDDEN: usize = 16;
/// A turn of two stones, and its second stone: each has a policy of its own.
pub(in super::super) const STAGES: usize = 2;

/// One in the numbers of rows.
pub(in super::super) const ROW_ONE: f32 = 256.0;
/// What the sums over all cells are divided by.
pub(in super::super) const SUM_ONE: f32 = 16.0;
/// Units of the evaluation for one unit of the logarithm of the odds.
pub(in super::super) const UNITS_PER_LOGIT: f32 = 100.0;
/// Units of a policy score for one unit of the logarithm of its odds.
const UNITS_PER_POLICY: f32 = 50.0;
/// Most units of an evaluation.
const MOST_UNITS: f32 = 5_000.0;
/// Most units of a policy score.
const MOST_POLICY: f32 = 10_000.0;

/// The numbers of a cell.
pub(in super::super) type Embedding = [i16; WIDTH];

/// The numbers of the network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Network {
    /// A row for each kind of line, in units of 1/256.
    pub(in super::super) rows: Vec<[i16; WIDTH]>,
    /// From the sums over all cells, in units of 1/16 of that, to the hidden layer.
    pub(in super::super) hidden: [[f32; VALUE]; HIDDEN],
    /// Added in the hidden layer.
    pub(in super::super) hidden_bias: [f32; HIDDEN],
    /// From the hidden layer to the value.
    pub(in super::super) output: [f32; HIDDEN],
    /// Added to the value.
    pub(in super::super) output_bias: f32,
    /// What a unit of the evaluation by windows adds to the value.
    pub(in super::super) windows: f32,
    /// From the numbers of a cell to the policy score of a stone there: with two stones to place, and with one.
    pub(in super::super) policy: [[f32; POLICY]; STAGES],
}

impl Network {
    /// A network of zeros, whose value is that of the windows.
    pub(in super::super) fn zeros() -> Self {
        Self {
            rows: vec![[0; WIDTH]; ROW_NUMBERS.count],
            hidden: [[0.0; VALUE]; HIDDEN],
            hidden_bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            output_bias: 0.0,
            windows: 1.0 / UNITS_PER_LOGIT,
            policy: [[0.0; POLICY]; STAGES],
        }
    }

    /// The numbers of a cell, as `side` sees it.
    #[inline]
    pub(in super::super) fn embedding(&self, codes: LineCodes, side: Side) -> Embedding {
        let [a, b, c, d] = ROW_NUMBERS.rows(codes, side).map(|row| &self.rows[row]);
        std::array::from_fn(|index| {
            // The greatest number of a row is a quarter of the greatest of this type: no sum is too large for it. A sum that
            // saturates is several of the processor's at once in every build.
            let sum = a[index].saturating_add(b[index]).saturating_add(c[index]);
            sum.saturating_add(d[index]).max(0)
        })
    }

    /// The evaluation for the side to move, in units; `windows` is that of the windows.
    pub(in super::super) fn evaluation(&self, view: &View<'_>, windows: i32) -> i32 {
        let mut sums = [0_i32; VALUE];
        for cell in view.seen_cells() {
            let numbers = self.embedding(view.codes_of(cell), view.side);
            for (sum, &number) in sums.iter_mut().zip(&numbers[..VALUE]) {
                *sum += i32::from(number);
            }
        }
        let sums = sums.map(|sum| sum as f32 / (ROW_ONE * SUM_ONE));
        let units = UNITS_PER_LOGIT * self.value(&sums, windows as f32);
        units.clamp(-MOST_UNITS, MOST_UNITS).round() as i32
    }

    /// The logarithm of the odds to win, from the sums over all cells and the evaluation by windows.
    pub(in super::super) fn value(&self, sums: &[f32; VALUE], windows: f32) -> f32 {
        let mut value = self.output_bias + self.windows * windows;
        for ((weights, bias), output) in self.hidden.iter().zip(self.hidden_bias).zip(self.output) {
            let sum: f32 = weights
                .iter()
                .zip(sums)
                .map(|(weight, sum)| weight * sum)
                .sum();
            value += output * (sum + bias).max(0.0);
        }
        value
    }

    /// How good a stone on a cell is at this stage of a turn, in units.
    #[inline]
    pub(in super::super) fn policy_score(&self, numbers: &Embedding, stage: Stage) -> i32 {
        let weights = &self.policy[stage_index(stage)];
        let numbers = &numbers[VALUE..];
        let sum: f32 = weights
            .iter()
            .zip(numbers)
            .map(|(weight, &number)| weight * f32::from(number))
            .sum();
        (UNITS_PER_POLICY / ROW_ONE * sum).clamp(-MOST_POLICY, MOST_POLICY) as i32
    }
}

/// The place of the policy of a stage.
pub(in super::super) const fn stage_index(stage: Stage) -> usize {
    match stage {
        Stage::Two => 0,
        Stage::One => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Board;
    use super::super::super::geometry::Cell;
    use super::*;

    #[test]
    fn zeros_give_the_evaluation_by_windows_and_no_preference() {
        let network = Network::zeros();
        let mut board = Board::new();
        board.play(Cell::CENTRE);
        assert_eq!(network.evaluation(&board.view(), 120), 120);
        let numbers = network.embedding(board.view().codes_of(Cell::CENTRE), Side::White);
        assert_eq!(network.policy_score(&numbers, Stage::Two), 0);
        assert_eq!(board.view().seen_cells().count(), 32);
    }

    #[test]
    fn both_sides_see_the_same_in_exchanged_positions() {
        let mut network = Network::zeros();
        for (index, row) in network.rows.iter_mut().enumerate() {
            *row = std::array::from_fn(|place| ((index * 31 + place * 17) % 400) as i16 - 200);
        }
        network.output = [0.1; HIDDEN];
        for (index, weights) in network.hidden.iter_mut().enumerate() {
            *weights =
                std::array::from_fn(|place| ((index * 7 + place * 3) % 11) as f32 / 10.0 - 0.5);
        }
        let [black, white] = [[180, 161, 200], [181, 120, 3]]
            .map(|stones| stones.map(|index| Cell::from_index(index).unwrap()));
        let one = Board::with_stones(&black, &white, Side::Black);
        let other = Board::with_stones(&white, &black, Side::White);
        let value = network.evaluation(&one.view(), 0);
        assert_ne!(value, 0);
        assert_eq!(value, network.evaluation(&other.view(), 0));
        assert_ne!(
            value,
            network.evaluation(&Board::with_stones(&black, &white, Side::White).view(), 0)
        );
    }
}
