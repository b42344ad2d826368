//! The parameters of a network as one long list, which training changes, and their order in it.

use std::ops::Range;

use kagetsu_gomoku::board::code::CODE_COUNT;
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::eval::nnue::{
    CODE_SUM, DISTANCES, EMBEDDING, EMBEDDING_PAIR, HIDDEN, INPUTS, LINE_PATTERNS, NeighbourLayer,
    RINGS, SideWeights, Weights,
};
use kagetsu_kernel::rng::Rng;

/// Places within the parameters of one kind of side, in the order of the network's file. Where Black has forbidden
/// points, Black and White are two kinds; elsewhere both sides are of one kind.
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
/// The neighbour layer: the coefficients of the own embedding and of the rings, biases, policy weights.
pub(super) const NEIGHBOURS: usize = NEAR + 2 * DISTANCES;
pub(super) const NEIGHBOUR_BIAS: usize = NEIGHBOURS + (1 + RINGS) * EMBEDDING_PAIR;
pub(super) const NEIGHBOUR_POLICY: usize = NEIGHBOUR_BIAS + EMBEDDING_PAIR;
pub(super) const NEIGHBOUR_HIDDEN: usize = NEIGHBOUR_POLICY + EMBEDDING_PAIR;
/// Number of parameters of one kind of side.
const KIND_PARAMETERS: usize = NEIGHBOURS + NeighbourLayer::PARAMETERS;

/// Largest magnitude of the first weights of the last layer and of the policy weights.
const FIRST_HEAD: f32 = 0.1;
/// Largest magnitude of the first rows of the code sums.
const FIRST_CODE_SUMS: f32 = 0.02;
/// Largest magnitude of the first weights by which the hidden layer changes the policy weights.
const FIRST_POLICY: f32 = 0.02;
/// First coefficient of the own embedding in the neighbour layer.
const FIRST_OWN: f32 = 0.3;
/// Largest magnitude of the first coefficients of the rings.
const FIRST_RINGS: f32 = 0.1;
/// First biases of the neighbour layer.
const FIRST_NEIGHBOUR_BIAS: f32 = 0.1;
/// Number of different values of a random number.
const RANDOM_STEPS: usize = 1 << 20;

/// A random number of at most this magnitude.
pub(super) fn random_number(rng: &mut Rng, range: f32) -> f32 {
    let drawn = rng.below(RANDOM_STEPS) as f32 / RANDOM_STEPS as f32;
    (2.0 * drawn - 1.0) * range
}

/// The number of kinds of sides that a rule needs.
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

    /// Number of parameters of all kinds.
    pub(super) const fn parameter_count(self) -> usize {
        self.kinds * KIND_PARAMETERS
    }

    /// Number of parameters that all kinds have in common: none if there is one kind.
    pub(super) const fn common_count(self) -> usize {
        if self.kinds > 1 { KIND_PARAMETERS } else { 0 }
    }

    /// The layout of a single kind of side.
    pub(super) const fn one_kind() -> Self {
        Self { kinds: 1 }
    }

    /// Where the parameters of each kind of side begin.
    pub(super) fn kind_starts(self) -> impl Iterator<Item = usize> {
        (0..self.kinds).map(|kind| kind * KIND_PARAMETERS)
    }

    /// Where the parameters of a side begin.
    pub(super) const fn start(self, side: Side) -> usize {
        side.index() % self.kinds * KIND_PARAMETERS
    }

    /// Random parameters to begin with. The dense layers get the range that keeps the variance of the activations (He
    /// and others, "Delving deep into rectifiers", 2015). The rows of the code sums get a small range. Biases, the rows of
    /// line patterns and those of pattern codes in the policy head begin at zero: line patterns get their first
    /// differences from the rows that they share, see [`SharedParameters`](super::shared_parameters::SharedParameters).
    pub(super) fn random(self, rng: &mut Rng) -> Vec<f32> {
        let layer = |inputs: usize| (6.0 / inputs as f32).sqrt();
        let mut parameters = vec![0.0; self.parameter_count()];
        for kind in parameters.chunks_exact_mut(KIND_PARAMETERS) {
            for (start, end, range) in [
                (CODE_SUM_PAIR, CODES, FIRST_CODE_SUMS),
                (FIRST, FIRST_BIAS, layer(INPUTS)),
                (SECOND, SECOND_BIAS, layer(HIDDEN)),
                (LAST, LAST_BIAS, FIRST_HEAD),
                (POLICY, POLICY_HIDDEN, FIRST_HEAD),
                (POLICY_HIDDEN, NEAR, FIRST_POLICY),
            ] {
                for number in &mut kind[start..end] {
                    *number = random_number(rng, range);
                }
            }
        }
        parameters
    }

    /// Gives parameters a neighbour layer that changes policy scores, for tests.
    #[cfg(test)]
    pub(super) fn random_neighbours(parameters: &mut [f32], seed: u64) {
        Self::begin_neighbours(parameters, seed);
        let mut rng = Rng::new(seed);
        for kind in parameters.chunks_exact_mut(KIND_PARAMETERS) {
            for number in &mut kind[NEIGHBOUR_POLICY..] {
                *number = (rng.below(201) as f32 - 100.0) * 1e-3;
            }
        }
    }

    /// Clamps the parameters to the range that a network's file can store, and sets the row of the pattern without
    /// stones to zero.
    pub(super) fn confine(parameters: &mut [f32]) {
        for kind in parameters.chunks_exact_mut(KIND_PARAMETERS) {
            for (range, most) in ranges() {
                for number in &mut kind[range] {
                    *number = number.clamp(-most, most);
                }
            }
            kind[PATTERNS..PATTERNS + EMBEDDING].fill(0.0);
        }
    }

    /// Takes away the gradients that would push a clamped number further out. Without this the trained parameters of which
    /// the number is the sum go on growing, those that it shares with other rows among them.
    pub(super) fn hold_clamped(parameters: &[f32], gradients: &mut [f32]) {
        let kinds = parameters.chunks_exact(KIND_PARAMETERS);
        for (kind, gradients) in kinds.zip(gradients.chunks_exact_mut(KIND_PARAMETERS)) {
            for (range, most) in ranges() {
                let numbers = kind[range.clone()].iter().zip(&mut gradients[range]);
                for (number, gradient) in numbers {
                    // A step goes against its gradient.
                    if number.abs() >= most && *number * *gradient < 0.0 {
                        *gradient = 0.0;
                    }
                }
            }
        }
    }

    /// Does a list of parameters have a neighbour layer? A layer whose policy weights are all zero is none.
    pub(super) fn has_neighbours(parameters: &[f32]) -> bool {
        parameters
            .chunks_exact(KIND_PARAMETERS)
            .any(|kind| kind[NEIGHBOUR_POLICY..].iter().any(|&weight| weight != 0.0))
    }

    /// Gives parameters without a neighbour layer one to begin with: random coefficients, others for each kind of side, and
    /// policy weights of zero, so that the policy scores do not change at first.
    pub(super) fn begin_neighbours(parameters: &mut [f32], seed: u64) {
        let mut rng = Rng::new(seed);
        for kind in parameters.chunks_exact_mut(KIND_PARAMETERS) {
            let (own, rings) = kind[NEIGHBOURS..NEIGHBOUR_BIAS].split_at_mut(EMBEDDING_PAIR);
            own.fill(FIRST_OWN);
            for number in rings {
                *number = random_number(&mut rng, FIRST_RINGS);
            }
            kind[NEIGHBOUR_BIAS..NEIGHBOUR_POLICY].fill(FIRST_NEIGHBOUR_BIAS);
        }
    }

    /// The sides of a network, with parameters rounded to the nearest that its file can store.
    pub(super) fn to_sides(parameters: &[f32]) -> Vec<SideWeights> {
        let has_neighbours = Self::has_neighbours(parameters);
        let kinds = parameters.chunks_exact(KIND_PARAMETERS);
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
                for (stored, number) in side.head.parameters_mut().zip(&kind[FIRST..]) {
                    *stored = *number;
                }
                if has_neighbours {
                    let mut layer = Box::<NeighbourLayer>::default();
                    for (stored, number) in layer.parameters_mut().zip(&kind[NEIGHBOURS..]) {
                        *stored = *number;
                    }
                    side.head.neighbours = Some(layer);
                }
                side
            })
            .collect()
    }

    /// The parameters of another network, to begin training with. Where the numbers of kinds differ, all kinds begin
    /// with its last one: that is White's, and no rule forbids White anything.
    pub(super) fn begin_from(self, weights: &Weights) -> Vec<f32> {
        let parameters = Self::from_weights(weights);
        if parameters.len() == self.parameter_count() {
            return parameters;
        }
        parameters[parameters.len() - KIND_PARAMETERS..].repeat(self.kinds)
    }

    /// The parameters of a network as a list.
    pub(super) fn from_weights(weights: &Weights) -> Vec<f32> {
        let mut parameters = Vec::new();
        for side in &weights.sides {
            for (table, (.., unit, _)) in side.tables().into_iter().zip(TABLES) {
                let stored = table.as_flattened().iter();
                parameters.extend(stored.map(|&stored| f32::from(stored) / unit));
            }
            parameters.extend(side.head.parameters());
            let layer = side.head.neighbours.as_deref();
            parameters.extend(layer.unwrap_or(&NeighbourLayer::default()).parameters());
        }
        parameters
    }
}

/// The tables that are stored as integers: begin, end, integers to one unit, largest stored integer.
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

/// The places of one kind of side that a network's file can only store within a range, with the largest magnitude.
fn ranges() -> impl Iterator<Item = (Range<usize>, f32)> {
    let tables = TABLES.map(|(start, end, unit, most)| (start..end, f32::from(most) / unit));
    let neighbours = [
        (NEIGHBOURS..NEIGHBOUR_BIAS, NeighbourLayer::MAX_COEFFICIENT),
        (NEIGHBOUR_BIAS..NEIGHBOUR_POLICY, NeighbourLayer::MAX_BIAS),
    ];
    tables.into_iter().chain(neighbours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::eval::nnue::embedded_weights;
    use kagetsu_gomoku::geometry::BoardSize;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    #[test]
    fn a_network_comes_back_from_its_parameters() {
        for rule in [Rule::Standard, Rule::Renju] {
            let weights = embedded_weights(rule, size());
            let layout = Layout::new(rule);
            let parameters = Layout::from_weights(&weights);
            assert_eq!(parameters.len(), layout.parameter_count());
            assert_eq!(Layout::to_sides(&parameters), weights.sides, "{rule}");
        }
    }

    #[test]
    fn learning_can_begin_with_the_network_of_another_rule() {
        let (one, two) = (Layout::new(Rule::Freestyle), Layout::new(Rule::Renju));
        let freestyle = embedded_weights(Rule::Freestyle, size());
        let renju = embedded_weights(Rule::Renju, size());
        let to_two = Layout::to_sides(&two.begin_from(&freestyle));
        assert_eq!(to_two, [&freestyle.sides[0]; 2].map(Clone::clone));
        assert_eq!(Layout::to_sides(&one.begin_from(&renju)), renju.sides[1..]);
        assert_eq!(Layout::to_sides(&two.begin_from(&renju)), renju.sides);
    }

    #[test]
    fn numbers_out_of_range_are_held_inside() {
        let layout = Layout::new(Rule::Renju);
        let mut parameters = vec![1e9; layout.parameter_count()];
        Layout::confine(&mut parameters);
        let sides = Layout::to_sides(&parameters);
        assert!(sides.iter().all(SideWeights::is_sound));
        assert_eq!(sides[1].code_vectors[5][3], SideWeights::MAX_CODE_EMBEDDING);
    }

    #[test]
    fn a_clamped_number_is_only_pushed_back() {
        let layout = Layout::one_kind();
        let (mut parameters, mut gradients) = (vec![0.0; layout.parameter_count()], Vec::new());
        let place = CODE_SUM_PAIR;
        let (_, most) = ranges().nth(1).expect("the code sums");
        for (number, gradient, held) in [
            (most, -1.0, 0.0),
            (most, 1.0, 1.0),
            (-most, 1.0, 0.0),
            (-most, -1.0, -1.0),
            (0.5 * most, -1.0, -1.0),
        ] {
            parameters[place] = number;
            gradients.clear();
            gradients.resize(parameters.len(), 0.0);
            gradients[place] = gradient;
            Layout::hold_clamped(&parameters, &mut gradients);
            let left = gradients[place] - held;
            assert!(left.abs() < f32::EPSILON, "{number} {gradient}");
        }
    }
}
