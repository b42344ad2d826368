//! The network while it is learnt: its numbers, and the gradient of the cross-entropy of the value and of the stones that the
//! search chose.
//!
//! A row is learnt as a sum of three: one for the whole line, one for its three nearest neighbours on either side and one for
//! the two nearest. Lines that are seldom seen borrow from those that look alike near the cell.

use kagetsu_kernel::rng::Rng;

use super::super::board::{Board, Stage};
use super::super::geometry::{Cell, DIRECTIONS};
use super::super::network::codes::ROW_NUMBERS;
use super::super::network::{
    HIDDEN, MOST_ROW, Network, POLICY, ROW_ONE, STAGES, SUM_ONE, UNITS_PER_LOGIT, VALUE, WIDTH,
    stage_index,
};
use super::self_play::Sample;

/// How a network is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fit {
    /// Passes over all samples.
    pub epochs: u32,
    /// Learning rate at the beginning; it falls in a line to a twentieth of that.
    pub rate: f32,
    /// Share of the game's result in the target of the value; the rest is the win probability of the search.
    pub result_share: f32,
    /// Weight of the policy loss; that of the value loss is 1.
    pub policy: f32,
    /// Seed of the first numbers and of the order of samples.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            epochs: 5,
            rate: 0.003,
            result_share: 0.3,
            policy: 0.1,
            seed: 1,
        }
    }
}

/// Greatest first number of the rows of the two nearest neighbours.
const FIRST_ROW: f32 = 0.2;
/// Greatest first number of the layers.
const FIRST_WEIGHT: f32 = 0.3;
/// Neighbours on either side that a row knows: all, three or two.
const REACHES: [usize; 3] = [4, 3, 2];

/// Where everything lies among the numbers that are learnt.
struct Layout {
    /// For each row of the network, its rows of the three kinds.
    rows: Vec<[u32; REACHES.len()]>,
    /// Number of all these rows.
    count: usize,
}

const HIDDEN_AT: usize = 0;
const HIDDEN_BIAS_AT: usize = HIDDEN_AT + HIDDEN * VALUE;
const OUTPUT_AT: usize = HIDDEN_BIAS_AT + HIDDEN;
const OUTPUT_BIAS_AT: usize = OUTPUT_AT + HIDDEN;
const WINDOWS_AT: usize = OUTPUT_BIAS_AT + 1;
const POLICY_AT: usize = WINDOWS_AT + 1;
const LAYERS: usize = POLICY_AT + STAGES * POLICY;

impl Layout {
    fn new() -> Self {
        let mut rows = vec![[0; REACHES.len()]; ROW_NUMBERS.count];
        let mut count = 0;
        for (kind, &reach) in REACHES.iter().enumerate() {
            let nearer = ROW_NUMBERS.by_reach(reach);
            for (row, &number) in rows.iter_mut().zip(&nearer.of_row) {
                row[kind] = (count + number) as u32;
            }
            count += nearer.count;
        }
        Self { rows, count }
    }

    /// Number of all numbers.
    const fn len(&self) -> usize {
        LAYERS + self.count * WIDTH
    }

    /// Where a row lies.
    const fn at(row: u32) -> usize {
        LAYERS + row as usize * WIDTH
    }
}

/// A cell of a position: its rows, and the sum of their numbers.
struct SeenCell {
    cell: Cell,
    rows: [u32; DIRECTIONS],
    numbers: [f32; WIDTH],
}

/// The network while it is learnt.
pub(super) struct Learner {
    layout: Layout,
    /// All numbers that are learnt.
    pub(super) numbers: Vec<f32>,
}

impl Learner {
    /// A network of small random numbers.
    pub(super) fn new(seed: u64) -> Self {
        let layout = Layout::new();
        let mut numbers = vec![0.0; layout.len()];
        let mut rng = Rng::new(seed);
        let mut random = |most: f32| {
            let unit = (rng.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
            most * (2.0 * unit - 1.0)
        };
        for layer in [
            HIDDEN_AT..HIDDEN_BIAS_AT,
            OUTPUT_AT..OUTPUT_BIAS_AT,
            POLICY_AT..LAYERS,
        ] {
            numbers[layer].fill_with(|| random(FIRST_WEIGHT));
        }
        numbers[WINDOWS_AT] = 1.0;
        let nearest = layout.rows.iter().map(|row| row[REACHES.len() - 1]).min();
        numbers[Layout::at(nearest.unwrap_or_default())..].fill_with(|| random(FIRST_ROW));
        Self { layout, numbers }
    }

    fn seen(&self, board: &Board) -> Vec<SeenCell> {
        let view = board.view();
        view.seen_cells()
            .map(|cell| {
                let rows = ROW_NUMBERS
                    .rows(view.codes_of(cell), view.side)
                    .map(|row| row as u32);
                let mut numbers = [0.0; WIDTH];
                for row in rows {
                    for part in self.layout.rows[row as usize] {
                        let at = Layout::at(part);
                        for (sum, number) in numbers.iter_mut().zip(&self.numbers[at..at + WIDTH]) {
                            *sum += number;
                        }
                    }
                }
                SeenCell {
                    cell,
                    rows,
                    numbers: numbers.map(|number| number.max(0.0)),
                }
            })
            .collect()
    }

    /// Adds the gradients of the cells' numbers to those of their rows.
    fn spread(&self, seen: &[SeenCell], slopes: &[[f32; WIDTH]], gradient: &mut [f32]) {
        for (cell, slopes) in seen.iter().zip(slopes) {
            // A number that was cut off passes nothing on.
            let slopes: [f32; WIDTH] = std::array::from_fn(|place| {
                if cell.numbers[place] > 0.0 {
                    slopes[place]
                } else {
                    0.0
                }
            });
            for row in cell.rows {
                for part in self.layout.rows[row as usize] {
                    let at = Layout::at(part);
                    for (sum, slope) in gradient[at..at + WIDTH].iter_mut().zip(slopes) {
                        *sum += slope;
                    }
                }
            }
        }
    }

    /// The layers of the value: hidden numbers before they are cut off, and the logarithm of the odds.
    fn value(&self, sums: &[f32; VALUE], windows: f32) -> ([f32; HIDDEN], f32) {
        let numbers = &self.numbers;
        let mut value = numbers[OUTPUT_BIAS_AT] + numbers[WINDOWS_AT] * windows;
        let hidden = std::array::from_fn(|unit| {
            let at = HIDDEN_AT + unit * VALUE;
            let sum: f32 = numbers[at..at + VALUE]
                .iter()
                .zip(sums)
                .map(|(weight, sum)| weight * sum)
                .sum();
            sum + numbers[HIDDEN_BIAS_AT + unit]
        });
        for (unit, sum) in hidden.iter().enumerate() {
            value += numbers[OUTPUT_AT + unit] * sum.max(0.0);
        }
        (hidden, value)
    }

    /// The losses of a sample; its gradient is added where one is asked for.
    pub(super) fn sample(
        &self,
        sample: &Sample,
        fit: &Fit,
        gradient: Option<&mut [f32]>,
    ) -> Losses {
        let board = sample.board();
        let seen = self.seen(&board);
        let mut sums = [0.0; VALUE];
        for cell in &seen {
            for (sum, number) in sums.iter_mut().zip(&cell.numbers[..VALUE]) {
                *sum += number / SUM_ONE;
            }
        }
        let windows = board.windows_evaluation() as f32 / UNITS_PER_LOGIT;
        let (hidden, value) = self.value(&sums, windows);
        let target = target(sample, fit);
        let mut losses = Losses {
            value: cross_entropy(value, target),
            windows: cross_entropy(windows, target),
            policy: 0.0,
        };
        let mut slopes = vec![[0.0; WIDTH]; seen.len()];
        let mut gradient = gradient;
        if let Some(gradient) = gradient.as_deref_mut() {
            let slope = logistic(value) - target;
            gradient[OUTPUT_BIAS_AT] += slope;
            gradient[WINDOWS_AT] += slope * windows;
            let mut of_sums = [0.0; VALUE];
            for (unit, &sum) in hidden.iter().enumerate() {
                gradient[OUTPUT_AT + unit] += slope * sum.max(0.0);
                if sum <= 0.0 {
                    continue;
                }
                let back = slope * self.numbers[OUTPUT_AT + unit];
                gradient[HIDDEN_BIAS_AT + unit] += back;
                let at = HIDDEN_AT + unit * VALUE;
                for place in 0..VALUE {
                    gradient[at + place] += back * sums[place];
                    of_sums[place] += back * self.numbers[at + place] / SUM_ONE;
                }
            }
            for slopes in &mut slopes {
                slopes[..VALUE].copy_from_slice(&of_sums);
            }
        }
        let [a, b] = sample.chosen;
        let pair = ChosenStones {
            seen: &seen,
            stage: Stage::Two,
            chosen: &[a, b],
        };
        losses.policy += self.policy_loss(&pair, fit, &mut slopes, gradient.as_deref_mut());
        if let Some(gradient) = gradient.as_deref_mut() {
            self.spread(&seen, &slopes, gradient);
        }
        // The second stone is learnt from either order in turn.
        let black_turns = sample.stones[0].len() / 2;
        let (first, second) = if black_turns.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        let mut after = board;
        after.play(first);
        let seen = self.seen(&after);
        let mut slopes = vec![[0.0; WIDTH]; seen.len()];
        let last = ChosenStones {
            seen: &seen,
            stage: Stage::One,
            chosen: &[second],
        };
        losses.policy += self.policy_loss(&last, fit, &mut slopes, gradient.as_deref_mut());
        if let Some(gradient) = gradient {
            self.spread(&seen, &slopes, gradient);
        }
        losses
    }

    /// The cross-entropy of the policy against the stones that were chosen, each as likely as the others. The slopes of
    /// the cells' numbers and the gradient of the weights are added.
    fn policy_loss(
        &self,
        stones: &ChosenStones<'_>,
        fit: &Fit,
        slopes: &mut [[f32; WIDTH]],
        mut gradient: Option<&mut [f32]>,
    ) -> f64 {
        let &ChosenStones {
            seen,
            stage,
            chosen,
        } = stones;
        let at = POLICY_AT + stage_index(stage) * POLICY;
        let weights = &self.numbers[at..at + POLICY];
        let logit = |cell: &SeenCell| -> f32 {
            let numbers = &cell.numbers[VALUE..];
            weights
                .iter()
                .zip(numbers)
                .map(|(weight, number)| weight * number)
                .sum()
        };
        let mut shares: Vec<f32> = seen.iter().map(logit).collect();
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        for share in &mut shares {
            *share = (*share - most).exp();
        }
        let sum: f32 = shares.iter().sum();
        let part = 1.0 / chosen.len() as f32;
        let mut loss = 0.0;
        for ((cell, share), slopes) in seen.iter().zip(shares).zip(slopes) {
            let share = share / sum;
            let target = if chosen.contains(&cell.cell) {
                loss -= f64::from(part) * f64::from(share.max(f32::MIN_POSITIVE)).ln();
                part
            } else {
                0.0
            };
            if let Some(gradient) = gradient.as_deref_mut() {
                let slope = fit.policy * (share - target);
                for place in 0..POLICY {
                    gradient[at + place] += slope * cell.numbers[VALUE + place];
                    slopes[VALUE + place] += slope * weights[place];
                }
            }
        }
        loss
    }

    /// The network that was learnt.
    pub(super) fn network(&self) -> Network {
        let numbers = &self.numbers;
        let most = f32::from(MOST_ROW);
        let mut network = Network::zeros();
        for (row, parts) in network.rows.iter_mut().zip(&self.layout.rows) {
            *row = std::array::from_fn(|place| {
                let sum: f32 = parts
                    .iter()
                    .map(|&part| numbers[Layout::at(part) + place])
                    .sum();
                (sum * ROW_ONE).round().clamp(-most, most) as i16
            });
        }
        for (unit, weights) in network.hidden.iter_mut().enumerate() {
            let at = HIDDEN_AT + unit * VALUE;
            weights.copy_from_slice(&numbers[at..at + VALUE]);
        }
        network
            .hidden_bias
            .copy_from_slice(&numbers[HIDDEN_BIAS_AT..OUTPUT_AT]);
        network
            .output
            .copy_from_slice(&numbers[OUTPUT_AT..OUTPUT_BIAS_AT]);
        network.output_bias = numbers[OUTPUT_BIAS_AT];
        network.windows = numbers[WINDOWS_AT] / UNITS_PER_LOGIT;
        for (stage, weights) in network.policy.iter_mut().enumerate() {
            let at = POLICY_AT + stage * POLICY;
            weights.copy_from_slice(&numbers[at..at + POLICY]);
        }
        network
    }
}

/// The stones that a search chose, among the cells that the policy can choose from.
struct ChosenStones<'a> {
    seen: &'a [SeenCell],
    stage: Stage,
    chosen: &'a [Cell],
}

/// Sums of losses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Losses {
    /// Of the value.
    pub(super) value: f64,
    /// Of the evaluation by windows alone.
    pub(super) windows: f64,
    /// Of the stones.
    pub(super) policy: f64,
}

fn target(sample: &Sample, fit: &Fit) -> f32 {
    match sample.result {
        Some(result) => fit.result_share * result + (1.0 - fit.result_share) * sample.chance,
        None => sample.chance,
    }
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The cross-entropy of a chance, given by the logarithm of its odds, against a target.
fn cross_entropy(value: f32, target: f32) -> f64 {
    let value = f64::from(value);
    // ln(1 + e^v), without overflow.
    let softplus = value.max(0.0) + (-value.abs()).exp().ln_1p();
    softplus - f64::from(target) * value
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_kernel::Side;

    #[test]
    fn slopes_are_those_of_the_losses() {
        const STEP: f32 = 0.01;
        let cells = |indices: &[usize]| -> Vec<Cell> {
            let cells = indices.iter().filter_map(|&index| Cell::from_index(index));
            cells.collect()
        };
        let sample = Sample {
            stones: [
                cells(&[180, 181, 201, 160, 220]),
                cells(&[182, 162, 144, 178]),
            ],
            side: Side::White,
            chance: 0.8,
            result: Some(0.0),
            chosen: [Cell::from_index(179), Cell::from_index(183)]
                .map(|cell| cell.expect("a cell")),
        };
        let fit = Fit {
            policy: 0.5,
            ..Fit::default()
        };
        let mut learner = Learner::new(5);
        let mut gradient = vec![0.0; learner.numbers.len()];
        learner.sample(&sample, &fit, Some(&mut gradient));
        let loss = |learner: &Learner| {
            let losses = learner.sample(&sample, &fit, None);
            losses.value + f64::from(fit.policy) * losses.policy
        };
        let touched: Vec<usize> = (0..gradient.len())
            .filter(|&index| gradient[index].abs() > 1.0e-3)
            .collect();
        assert!(touched.len() > 500, "{}", touched.len());
        let mut close = 0;
        let chosen: Vec<usize> = touched
            .iter()
            .copied()
            .step_by(touched.len() / 200)
            .collect();
        for &index in &chosen {
            let kept = learner.numbers[index];
            learner.numbers[index] = kept + STEP;
            let above = loss(&learner);
            learner.numbers[index] = kept - STEP;
            let below = loss(&learner);
            learner.numbers[index] = kept;
            let slope = (above - below) / f64::from(2.0 * STEP);
            let error = (slope - f64::from(gradient[index])).abs();
            close += usize::from(error < 0.05 * slope.abs() + 1.0e-3);
        }
        // A few lie so near the point where a number is cut off that the step crosses it.
        assert!(
            20 * close >= 19 * chosen.len(),
            "{close} of {}",
            chosen.len()
        );
    }
}
