//! The weights of a network as they are learned and stored.

use crate::board::Rule;
use crate::board::code::CODE_COUNT;

use super::features::{DISTANCES, LINE_PATTERNS};
use super::rings::RINGS;

/// Length of one side's embedding of a point.
pub const EMBEDDING: usize = 16;
/// Length of both sides' embeddings of a point.
pub const EMBEDDING_PAIR: usize = 2 * EMBEDDING;
/// Length of one side's code sum, the same, so that all tables have rows of one length.
pub const CODE_SUM: usize = EMBEDDING;
/// Number of inputs of the first layer: the embeddings of the side to move and the opponent, then their code sums.
pub const INPUTS: usize = EMBEDDING_PAIR + 2 * CODE_SUM;
/// Neurons of each of the two layers.
pub const HIDDEN: usize = 32;
/// Factor of the sums over points before they enter the first layer.
pub const SUM_SCALE: f32 = 1.0 / 32.0;

/// The neighbour layer adds to the policy score of a move if the score without it lies no further than this behind the
/// greatest, in natural logarithms.
pub const NEIGHBOUR_MARGIN: f32 = 4.0;

/// The neighbour layer for one side to move: numbers of both embeddings, those of the side to move first.
#[derive(Clone, Debug, PartialEq)]
pub struct NeighbourLayer {
    /// Coefficients of the point's own embedding after ReLU.
    pub own: [f32; EMBEDDING_PAIR],
    /// Coefficients of the sum of the embeddings after ReLU over each ring.
    pub rings: [[f32; EMBEDDING_PAIR]; RINGS],
    /// Biases.
    pub bias: [f32; EMBEDDING_PAIR],
    /// Biases of the policy weights of the outputs.
    pub policy_bias: [f32; EMBEDDING_PAIR],
    /// What each neuron of the first layer adds to these policy weights: a row for each neuron.
    pub policy_hidden: [[f32; EMBEDDING_PAIR]; HIDDEN],
}

impl Default for NeighbourLayer {
    fn default() -> Self {
        Self {
            own: [0.0; EMBEDDING_PAIR],
            rings: [[0.0; EMBEDDING_PAIR]; RINGS],
            bias: [0.0; EMBEDDING_PAIR],
            policy_bias: [0.0; EMBEDDING_PAIR],
            policy_hidden: [[0.0; EMBEDDING_PAIR]; HIDDEN],
        }
    }
}

impl NeighbourLayer {
    /// Number of its parameters.
    pub const PARAMETERS: usize = (1 + RINGS + 2 + HIDDEN) * EMBEDDING_PAIR;
    /// Largest magnitude of [`NeighbourLayer::own`] and [`NeighbourLayer::rings`]: as integers they have 15 bits after the
    /// binary point.
    pub const MAX_COEFFICIENT: f32 = i16::MAX as f32 / (1 << 15) as f32;
    /// Largest magnitude of [`NeighbourLayer::bias`].
    pub const MAX_BIAS: f32 = 64.0;

    fn rows(&self) -> impl Iterator<Item = &[f32; EMBEDDING_PAIR]> {
        [&self.own]
            .into_iter()
            .chain(&self.rings)
            .chain([&self.bias, &self.policy_bias])
            .chain(&self.policy_hidden)
    }

    /// All numbers in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows().flatten().copied()
    }

    /// The numbers to be filled in, in the same order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        [&mut self.own]
            .into_iter()
            .chain(&mut self.rings)
            .chain([&mut self.bias, &mut self.policy_bias])
            .chain(&mut self.policy_hidden)
            .flatten()
    }

    /// Are all numbers such that nothing can overflow?
    pub fn is_sound(&self) -> bool {
        let fits = |row: &[f32], max: f32| row.iter().all(|number| number.abs() <= max);
        fits(&self.own, Self::MAX_COEFFICIENT)
            && fits(self.rings.as_flattened(), Self::MAX_COEFFICIENT)
            && fits(&self.bias, Self::MAX_BIAS)
            && self.parameters().all(f32::is_finite)
    }
}

/// The layers for one side to move: for both sides alike, or for Black or White.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// First layer: a row for each input.
    pub first: Box<[[f32; HIDDEN]; INPUTS]>,
    /// Its biases.
    pub first_bias: [f32; HIDDEN],
    /// Second layer: a row for each neuron of the first.
    pub second: Box<[[f32; HIDDEN]; HIDDEN]>,
    /// Its biases.
    pub second_bias: [f32; HIDDEN],
    /// From the second layer to the value, in units of the logistic curve.
    pub last: [f32; HIDDEN],
    /// Its bias.
    pub last_bias: f32,
    /// Biases of the policy weights: of the features of the side to move, then of the opponent.
    pub policy_bias: [f32; EMBEDDING_PAIR],
    /// What each neuron of the first layer adds to the policy weights: a row for each neuron.
    pub policy_hidden: Box<[[f32; EMBEDDING_PAIR]; HIDDEN]>,
    /// What the distances to the opponent's and to the own last stone add to a policy score.
    pub near: [[f32; DISTANCES]; 2],
    /// The neighbour layer, if the network has one.
    pub neighbours: Option<Box<NeighbourLayer>>,
}

impl Default for Head {
    fn default() -> Self {
        Self {
            first: Box::new([[0.0; HIDDEN]; INPUTS]),
            first_bias: [0.0; HIDDEN],
            second: Box::new([[0.0; HIDDEN]; HIDDEN]),
            second_bias: [0.0; HIDDEN],
            last: [0.0; HIDDEN],
            last_bias: 0.0,
            policy_bias: [0.0; EMBEDDING_PAIR],
            policy_hidden: Box::new([[0.0; EMBEDDING_PAIR]; HIDDEN]),
            near: [[0.0; DISTANCES]; 2],
            neighbours: None,
        }
    }
}

impl Head {
    /// All numbers but those of the neighbour layer, in the order of the file.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        self.first
            .as_flattened()
            .iter()
            .chain(&self.first_bias)
            .chain(self.second.as_flattened())
            .chain(&self.second_bias)
            .chain(&self.last)
            .chain([&self.last_bias])
            .chain(&self.policy_bias)
            .chain(self.policy_hidden.as_flattened())
            .chain(self.near.as_flattened())
            .copied()
    }

    /// The numbers to be filled in, in the same order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first
            .as_flattened_mut()
            .iter_mut()
            .chain(&mut self.first_bias)
            .chain(self.second.as_flattened_mut())
            .chain(&mut self.second_bias)
            .chain(&mut self.last)
            .chain([&mut self.last_bias])
            .chain(&mut self.policy_bias)
            .chain(self.policy_hidden.as_flattened_mut())
            .chain(self.near.as_flattened_mut())
    }
}

/// The numbers of one kind of side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// What a pattern is worth to the side's embedding, in parts of one: [`SideWeights::EMBEDDING_UNIT`]. Zero for kind zero,
    /// so that a point with no stone in reach counts nothing.
    pub patterns: Vec<[i16; EMBEDDING]>,
    /// What a code adds to the side's code sum, in parts of one: [`SideWeights::CODE_EMBEDDING_UNIT`].
    pub code_vectors: Vec<[i16; CODE_SUM]>,
    /// What a code adds to the side's embedding in the policy features, in parts of one: [`SideWeights::EMBEDDING_UNIT`].
    pub policy_code_vectors: Vec<[i16; EMBEDDING]>,
    /// The layers for positions in which the side is to move.
    pub head: Head,
}

/// Points in whose patterns a stone lies.
const PATTERN_POINTS: i16 = 4 * 8;
/// Points whose codes a stone can change: patterns of codes are a cell wider where more than five does not win.
const CODE_POINTS: i16 = 4 * 10;

impl SideWeights {
    /// Parts of one in embeddings, whose numbers are integers.
    pub const EMBEDDING_UNIT: f32 = 256.0;
    /// Parts of one in code sums, whose numbers are integers.
    pub const CODE_EMBEDDING_UNIT: f32 = 256.0;
    /// Largest number of [`SideWeights::patterns`] and [`SideWeights::policy_code_vectors`]: what a stone changes in the sum of
    /// all embeddings, one pattern of each point in reach and the four of its own point, fits into 16 bits.
    pub const MAX_EMBEDDING: i16 = i16::MAX / (2 * PATTERN_POINTS + 4);
    /// Largest number of [`SideWeights::code_vectors`]: what a stone changes in the sum, the codes of the points in reach and
    /// its own, fits into 16 bits.
    pub const MAX_CODE_EMBEDDING: i16 = i16::MAX / (2 * CODE_POINTS + 1);

    /// The tables of integers in the order of the file: [`SideWeights::patterns`], [`SideWeights::code_vectors`],
    /// [`SideWeights::policy_code_vectors`].
    pub fn tables(&self) -> [&[[i16; EMBEDDING]]; 3] {
        [
            &self.patterns,
            &self.code_vectors,
            &self.policy_code_vectors,
        ]
    }

    /// The tables to be filled in, in the same order.
    pub fn tables_mut(&mut self) -> [&mut [[i16; EMBEDDING]]; 3] {
        [
            &mut self.patterns,
            &mut self.code_vectors,
            &mut self.policy_code_vectors,
        ]
    }

    /// Are all numbers such that nothing can overflow?
    pub fn is_sound(&self) -> bool {
        let max = [
            Self::MAX_EMBEDDING,
            Self::MAX_CODE_EMBEDDING,
            Self::MAX_EMBEDDING,
        ];
        let fits = |(table, max): (&[[i16; EMBEDDING]], i16)| {
            let numbers = table.as_flattened().iter();
            numbers.into_iter().all(|n| (-max..=max).contains(n))
        };
        self.tables().into_iter().zip(max).all(fits)
            && self.patterns[0] == [0; EMBEDDING]
            && self.head.parameters().all(f32::is_finite)
            && self
                .head
                .neighbours
                .as_ref()
                .is_none_or(|layer| layer.is_sound())
    }
}

impl Default for SideWeights {
    fn default() -> Self {
        Self {
            patterns: vec![[0; EMBEDDING]; LINE_PATTERNS],
            code_vectors: vec![[0; CODE_SUM]; CODE_COUNT],
            policy_code_vectors: vec![[0; EMBEDDING]; CODE_COUNT],
            head: Head::default(),
        }
    }
}

/// The network of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The rule it was learned for. The network of caro serves caro with exactly five as well.
    pub rule: Rule,
    /// The numbers of every kind of side: one for both sides alike, or Black's and White's.
    pub sides: Vec<SideWeights>,
    /// How they were learned, as a JSON object: data, settings, losses.
    pub record: String,
}

impl Weights {
    /// Can the network be used under a rule?
    pub(crate) fn fits_rule(&self, rule: Rule) -> bool {
        learned_rule(rule) == learned_rule(self.rule)
    }
}

/// The rule whose network serves a rule.
pub const fn learned_rule(rule: Rule) -> Rule {
    match rule {
        Rule::CaroExact => Rule::Caro,
        other => other,
    }
}
