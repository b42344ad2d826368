//! Parameters that are shared in training, known as factorised or virtual features: rows of tables between similar line
//! patterns and codes, and all parameters between the colours.
//!
//! In training, a row of a table is a sum: a row of its own, and rows that it shares with similar ones. A line pattern
//! shares one row with all patterns that have the same nearest six cells, and one with all that have the same nearest
//! four. A code shares a row for each of its four shapes with all codes that have this shape. So rare patterns and codes
//! learn from the frequent ones that resemble them.
//!
//! Where Black and White have parameters of their own, they share these rows, and every parameter is a sum too: one of the
//! colour, and one that both have in common. So each colour learns from the positions of the other, and its own parameters
//! hold how it differs.
//!
//! The network's file has the sums; its format and its use do not depend on this.

use kagetsu_gomoku::board::Shape;
use kagetsu_gomoku::board::code::code_shapes;
use kagetsu_gomoku::eval::nnue::{CODE_SUM, EMBEDDING, LINE_PATTERNS, line_pattern_index};
use kagetsu_kernel::rng::Rng;

use super::layout::{CODE_SUM_PAIR, CODES, Layout, PATTERNS, random_number};
use super::matrix::add_row;

/// Length of all shared rows.
const ROW: usize = EMBEDDING;
const _: () = assert!(CODE_SUM == ROW);
/// Line patterns share a row where they agree in the cells up to these distances.
const REACHES: [usize; 2] = [3, 2];
/// Largest magnitude of the first shared rows of line patterns.
const FIRST_PATTERNS: f32 = 0.1;

/// Which rows of the tables share which further rows, and how many parameters the kinds of sides have in common. In the list of
/// shared parameters the shared rows come first, then the parameters in common.
#[derive(Clone, Debug)]
pub(super) struct SharedParameters {
    layout: Layout,
    /// Start of a table row among the parameters of one kind of side, and the number of a row that it shares.
    links: Vec<(usize, usize)>,
    /// Number of shared rows. Those of line patterns come first.
    count: usize,
}

impl SharedParameters {
    pub(super) fn new(layout: Layout) -> Self {
        let mut links = Vec::new();
        let mut count = 0;
        for reach in REACHES {
            let inner = line_pattern_index().inner_kinds(reach).into_iter();
            // Number zero has no stone among these cells: such a row stays zero, and nothing shares it.
            let inner = inner.enumerate().filter(|&(_, inner)| inner != 0);
            links.extend(inner.map(|(kind, inner)| (PATTERNS + kind * ROW, count + inner)));
            count += LINE_PATTERNS;
        }
        for table in [CODE_SUM_PAIR, CODES] {
            let codes = code_shapes().into_iter().enumerate();
            links.extend(codes.flat_map(|(code, shapes)| {
                shapes.map(|shape| (table + code * ROW, count + shape as usize))
            }));
            count += Shape::COUNT;
        }
        Self {
            layout,
            links,
            count,
        }
    }

    /// Number of shared parameters.
    pub(super) fn parameter_count(&self) -> usize {
        self.count * ROW + self.layout.common_count()
    }

    /// Shared parameters to begin with: random rows for line patterns, zeros for codes, and `common` for what the kinds have
    /// in common.
    pub(super) fn random(&self, rng: &mut Rng, common: &[f32]) -> Vec<f32> {
        let mut shared = vec![0.0; self.count * ROW];
        for number in &mut shared[..REACHES.len() * LINE_PATTERNS * ROW] {
            *number = random_number(rng, FIRST_PATTERNS);
        }
        shared.extend_from_slice(common);
        shared
    }

    /// Shared parameters that add nothing: training then begins with the network as it is.
    pub(super) fn zeros(&self) -> Vec<f32> {
        vec![0.0; self.parameter_count()]
    }

    /// Adds the shared parameters to the parameters of all kinds.
    pub(super) fn add_to(&self, shared: &[f32], parameters: &mut [f32]) {
        let (rows, common) = shared.split_at(self.count * ROW);
        for start in self.layout.kind_starts() {
            for &(row, number) in &self.links {
                add_row(parameters, start + row, &rows[number * ROW..][..ROW]);
            }
            add_row(parameters, start, common);
        }
    }

    /// Computes the gradient by the shared parameters from the gradient by the parameters of the network.
    pub(super) fn gradients(&self, parameter_gradients: &[f32], shared: &mut [f32]) {
        shared.fill(0.0);
        let (rows, common) = shared.split_at_mut(self.count * ROW);
        for start in self.layout.kind_starts() {
            for &(row, number) in &self.links {
                let row = &parameter_gradients[start + row..][..ROW];
                add_row(rows, number * ROW, row);
            }
            let own = &parameter_gradients[start..][..common.len()];
            add_row(common, 0, own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::Rule;

    fn drawn(count: usize, seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        (0..count).map(|_| random_number(&mut rng, 1.0)).collect()
    }

    /// The gradient is right if, for all shared rows `s` and gradients `g`, the inner product of what `s` adds to the
    /// parameters with `g` is that of `s` with the gradient by the shared rows.
    #[test]
    fn the_gradient_is_the_transpose_of_the_sum() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let layout = Layout::new(rule);
            let rows = SharedParameters::new(layout);
            let shared = drawn(rows.parameter_count(), 1);
            let gradients = drawn(layout.parameter_count(), 2);
            let mut added = vec![0.0; gradients.len()];
            rows.add_to(&shared, &mut added);
            let mut by_shared = vec![7.0; shared.len()];
            rows.gradients(&gradients, &mut by_shared);
            let product = |a: &[f32], b: &[f32]| -> f64 {
                let pairs = a.iter().zip(b);
                pairs.map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
            };
            let (left, right) = (product(&added, &gradients), product(&shared, &by_shared));
            assert!((left - right).abs() < 1e-2, "{rule}: {left} {right}");
            assert!(left.abs() > 1.0);
        }
    }

    #[test]
    fn patterns_that_agree_nearby_share_rows_and_bare_ones_have_none() {
        let layout = Layout::new(Rule::Standard);
        let rows = SharedParameters::new(layout);
        let mut parameters = vec![0.0; layout.parameter_count()];
        rows.add_to(&rows.random(&mut Rng::new(3), &[]), &mut parameters);
        let row = |kind: usize| &parameters[PATTERNS + kind * ROW..][..ROW];
        let index = line_pattern_index();
        // Two cells for each place from the farthest on the left; 1 is a stone.
        let [inner, with_far_stone, other] =
            [0x0100, 0x4100, 0x0400].map(|pattern| index.of(pattern));
        assert_ne!(inner, with_far_stone);
        assert_eq!(row(inner), row(with_far_stone));
        assert_ne!(row(inner), row(other));
        assert!(row(0).iter().all(|&number| number == 0.0));
        assert!(row(index.of(0x4000)).iter().all(|&number| number == 0.0));
    }
}
