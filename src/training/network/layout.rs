//! Where the numbers of a network lie in one long list, which is what learning moves.

use kagetsu_gomoku::board::code::CODE_COUNT;
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::eval::nnue::{
    CODE_SUM, DISTANCES, EMBEDDING, EMBEDDING_PAIR, HIDDEN, INPUTS, LINE_PATTERNS, SideWeights,
    Weights,
};
use kagetsu_kernel::rng::Rng;

/// Places within the numbers of one kind of side, in the order of the network's file.
pub(super) const PATTERNS: usize = 0;
pub(super) const CODE_SUM_PAIR: usize = PATTERNS + LINE_PATTERNS * EMBEDDING;
pub(super) const CODES: usize = CODE_SUM_PAIR + CODE_COUNT * CODE_SUM;
pub(super) const FIRST: usize = CODES + CODE_COUNT * EMBEDDING;
pub(super) const FIRST_BIAS: usize = FIRST + INPUTS * HIDDEN;
pub(super) const SECOND: usize = FIRST_BIAS + HIDDEN;
pub(super) const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
pub(super) const LAST: usize = SECOND_BIAS + HIDDEN;
pub(super) const LAST_BIAS: usize = LAST + HIDDEN;
pub(super) const POLICY: usize = LAST_BIAS + 1;
pub(super) const POLICY_HIDDEN: usize = POLICY + EMBEDDING_PAIR;
pub(super) const NEAR: usize = POLICY_HIDDEN + HIDDEN * EMBEDDING_PAIR;
/// Numbers of one kind of side.
const KIND_NUMBERS: usize = NEAR + 2 * DISTANCES;

/// How far from zero the numbers are that learning begins with: of rows, of code_sums, of what changes policy_scores.
const FIRST_ROWS: f32 = 0.1;
const FIRST_CODE_SUMS: f32 = 0.02;
const FIRST_POLICY: f32 = 0.02;
/// Parts into which the range of a random number is cut.
const LOTS: usize = 1 << 20;

/// Which kinds of sides there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    kinds: usize,
}

impl Layout {
    pub(super) const fn new(rule: Rule) -> Self {
        Self {
            kinds: if rule.black_forbidden() { 2 } else { 1 },
        }
    }

    /// Numbers of all kinds.
    pub(super) const fn numbers(self) -> usize {
        self.kinds * KIND_NUMBERS
    }

    /// Where the numbers of a side begin.
    pub(super) const fn start(self, side: Side) -> usize {
        side.index() % self.kinds * KIND_NUMBERS
    }

    /// Numbers drawn by lot, small where little is known of their size. Layers get the range in which signals keep
    /// their strength (He and others, "Delving deep into rectifiers", 2015).
    pub(super) fn random(self, seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let layer = |inputs: usize| (6.0 / inputs as f32).sqrt();
        let mut numbers = vec![0.0; self.numbers()];
        for kind in numbers.chunks_exact_mut(KIND_NUMBERS) {
            for (start, end, range) in [
                (PATTERNS + EMBEDDING, CODE_SUM_PAIR, FIRST_ROWS),
                (CODE_SUM_PAIR, CODES, FIRST_CODE_SUMS),
                (FIRST, FIRST_BIAS, layer(INPUTS)),
                (SECOND, SECOND_BIAS, layer(HIDDEN)),
                (LAST, LAST_BIAS, FIRST_ROWS),
                (POLICY, POLICY_HIDDEN, FIRST_ROWS),
                (POLICY_HIDDEN, NEAR, FIRST_POLICY),
            ] {
                for number in &mut kind[start..end] {
                    let lot = rng.below(LOTS) as f32 / LOTS as f32;
                    *number = (2.0 * lot - 1.0) * range;
                }
            }
        }
        numbers
    }

    /// Holds the numbers inside what a network's file can store, and the row of patterns without stones at zero.
    pub(super) fn confine(numbers: &mut [f32]) {
        for kind in numbers.chunks_exact_mut(KIND_NUMBERS) {
            for (start, end, unit, most) in TABLES {
                let most = f32::from(most) / unit;
                for number in &mut kind[start..end] {
                    *number = number.clamp(-most, most);
                }
            }
            kind[PATTERNS..PATTERNS + EMBEDDING].fill(0.0);
        }
    }

    /// The sides of a network with the nearest numbers that its file can store.
    pub(super) fn to_sides(numbers: &[f32]) -> Vec<SideWeights> {
        let kinds = numbers.chunks_exact(KIND_NUMBERS);
        kinds
            .map(|kind| {
                let mut side = SideWeights::default();
                for (table, (start, end, unit, most)) in side.tables_mut().into_iter().zip(TABLES) {
                    let most = f32::from(most);
                    for (stored, number) in
                        table.as_flattened_mut().iter_mut().zip(&kind[start..end])
                    {
                        *stored = (number * unit).round().clamp(-most, most) as i16;
                    }
                }
                side.patterns[0] = [0; EMBEDDING];
                for (stored, number) in side.head.numbers_mut().zip(&kind[FIRST..]) {
                    *stored = *number;
                }
                side
            })
            .collect()
    }

    /// Numbers to begin with that another network has learned. Where its kinds of sides are not the same, all begin with
    /// its last one, White's: nothing is forbidden to White by any rule.
    pub(super) fn learned(self, weights: &Weights) -> Vec<f32> {
        let numbers = Self::from_weights(weights);
        if numbers.len() == self.numbers() {
            return numbers;
        }
        numbers[numbers.len() - KIND_NUMBERS..].repeat(self.kinds)
    }

    /// The numbers behind a network.
    pub(super) fn from_weights(weights: &Weights) -> Vec<f32> {
        let mut numbers = Vec::new();
        for side in &weights.sides {
            for (table, (.., unit, _)) in side.tables().into_iter().zip(TABLES) {
                let stored = table.as_flattened().iter();
                numbers.extend(stored.map(|&stored| f32::from(stored) / unit));
            }
            numbers.extend(side.head.numbers());
        }
        numbers
    }
}

/// The tables of integers: begin, end, parts of one, largest number.
const TABLES: [(usize, usize, f32, i16); 3] = [
    (
        PATTERNS,
        CODE_SUM_PAIR,
        SideWeights::EMBEDDING_UNIT,
        SideWeights::MAX_EMBEDDING,
    ),
    (
        CODE_SUM_PAIR,
        CODES,
        SideWeights::CODE_EMBEDDING_UNIT,
        SideWeights::MAX_CODE_EMBEDDING,
    ),
    (
        CODES,
        FIRST,
        SideWeights::EMBEDDING_UNIT,
        SideWeights::MAX_EMBEDDING,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::eval::nnue::embedded_weights;
    use kagetsu_gomoku::geometry::BoardSize;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    #[test]
    fn a_network_comes_back_from_its_numbers() {
        for rule in [Rule::Standard, Rule::Renju] {
            let weights = embedded_weights(rule, size());
            let layout = Layout::new(rule);
            let numbers = Layout::from_weights(&weights);
            assert_eq!(numbers.len(), layout.numbers());
            assert_eq!(Layout::to_sides(&numbers), weights.sides, "{rule}");
        }
    }

    #[test]
    fn learning_can_begin_with_the_network_of_another_rule() {
        let (one, two) = (Layout::new(Rule::Freestyle), Layout::new(Rule::Renju));
        let freestyle = embedded_weights(Rule::Freestyle, size());
        let renju = embedded_weights(Rule::Renju, size());
        let to_two = Layout::to_sides(&two.learned(&freestyle));
        assert_eq!(to_two, [&freestyle.sides[0]; 2].map(Clone::clone));
        assert_eq!(Layout::to_sides(&one.learned(&renju)), renju.sides[1..]);
        assert_eq!(Layout::to_sides(&two.learned(&renju)), renju.sides);
    }

    #[test]
    fn numbers_out_of_range_are_held_inside() {
        let layout = Layout::new(Rule::Renju);
        let mut numbers = vec![1e9; layout.numbers()];
        Layout::confine(&mut numbers);
        let sides = Layout::to_sides(&numbers);
        assert!(sides.iter().all(SideWeights::is_sound));
        assert_eq!(sides[1].code_sums[5][3], SideWeights::MAX_CODE_EMBEDDING);
    }
}
