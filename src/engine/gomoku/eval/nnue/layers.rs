//! The layers of the network in 16-bit integers: half the memory of single precision, and the same values everywhere.

use std::array;
use std::ops::RangeInclusive;

use crate::board::Side;
use crate::eval::LOGISTIC_SCALE;

use super::rows::{EmbeddingRow, NeighbourRows, Neurons, PairRow, Pairs, Requantization};
use super::simd;
use super::weights::{
    CODE_SUM, EMBEDDING, EMBEDDING_PAIR, HIDDEN, Head, INPUTS, NeighbourLayer, SUM_SCALE,
    SideWeights,
};

/// Bits after the binary point of inputs and neurons.
const UNIT_BITS: u32 = 12;
/// Bits after the binary point of the sums.
const SUM_BITS: u32 = 13;
/// Bits after the binary point of the policy weights.
pub(super) const POLICY_BITS: u32 = 7;
/// Largest such weight: the sum over all features of a point fits into 32 bits.
const MAX_POLICY: i16 = 2047;

const _: () = {
    let units = [
        SideWeights::EMBEDDING_UNIT,
        SideWeights::CODE_EMBEDDING_UNIT,
    ];
    assert!((units[0] / SUM_SCALE) as u32 == 1 << SUM_BITS);
    assert!((units[1] / SUM_SCALE) as u32 == 1 << SUM_BITS);
};

/// Weights as fixed-point numbers of 16 bits, with as many bits after the binary point as possible: every sum of products
/// with 16-bit inputs must fit into 32 bits.
///
/// All networks so far use more than the fewest bits. Weights that are too large even for the fewest bits are clamped, and
/// their sums wrap: the values are then meaningless, but still the same on every machine.
#[derive(Clone, Copy)]
struct FixedPoint(u32);

impl FixedPoint {
    const BITS: RangeInclusive<u32> = 4..=14;
    /// Largest sum of weights, in parts of one, whose products with any numbers of 16 bits fit into 32 bits together with
    /// what rounding adds.
    const ROOM: f32 = 65_000.0;

    /// For what one neuron's inputs weigh, and its bias.
    fn of(weights: impl Iterator<Item = f32>, bias: f32) -> Self {
        let bias = bias.abs() * (1 << UNIT_BITS) as f32 / f32::from(i16::MAX);
        let (largest, sum) = weights
            .map(f32::abs)
            .fold((0.0_f32, bias), |(largest, sum), weight| {
                (largest.max(weight), sum + weight)
            });
        let fits = |bits: &u32| {
            let one = (1 << bits) as f32;
            largest * one <= f32::from(i16::MAX) && sum * one <= Self::ROOM
        };
        Self(Self::BITS.rev().find(fits).unwrap_or(*Self::BITS.start()))
    }

    fn weight(self, number: f32) -> i16 {
        (number * (1 << self.0) as f32).round() as i16
    }

    /// A bias among the products.
    fn bias(self, number: f32) -> i32 {
        (number * (1 << (self.0 + UNIT_BITS)) as f32).round() as i32
    }
}

/// A layer, from pairs of inputs to neurons of 16 bits.
#[derive(Debug)]
struct Layer<const PAIRS: usize> {
    rows: [PairRow; PAIRS],
    start: [i32; HIDDEN],
    requantization: Requantization,
}

impl<const PAIRS: usize> Layer<PAIRS> {
    /// From a row for each input, and biases, to neurons with so many bits after the point, between two bounds.
    fn new(
        rows: &[[f32; HIDDEN]],
        biases: &[f32; HIDDEN],
        bits: u32,
        bounds: RangeInclusive<i16>,
    ) -> Self {
        let scale = (0..HIDDEN)
            .map(|neuron| FixedPoint::of(rows.iter().map(|row| row[neuron]), biases[neuron]))
            .fold(FixedPoint(*FixedPoint::BITS.end()), |least, scale| {
                FixedPoint(least.0.min(scale.0))
            });
        // Half of what is shifted out, added to the bias, rounds to the nearest.
        let shift = scale.0 + UNIT_BITS - bits;
        let half = 1 << (shift - 1);
        let pair = |pair: usize, neuron: usize| {
            [0, 1].map(|input| scale.weight(rows[2 * pair + input][neuron]))
        };
        Self {
            rows: array::from_fn(|number| PairRow(array::from_fn(|neuron| pair(number, neuron)))),
            start: biases.map(|bias| scale.bias(bias).saturating_add(half)),
            requantization: Requantization {
                shift,
                min: *bounds.start(),
                max: *bounds.end(),
            },
        }
    }

    #[inline]
    fn of(&self, inputs: &Pairs<PAIRS>) -> Neurons {
        simd::layer(&self.start, inputs, &self.rows, self.requantization)
    }
}

/// The neighbour layer for one kind of mover.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// For Black and White to move, in the order of the embeddings.
    rows: [NeighbourRows; 2],
    policy_weights: Layer<{ HIDDEN / 2 }>,
}

/// Bits after the binary point of the coefficients of the neighbour layer.
const COEFFICIENT_BITS: u32 = 15;

impl From<&NeighbourLayer> for Neighbours {
    fn from(layer: &NeighbourLayer) -> Self {
        let row = |numbers: &[f32; EMBEDDING_PAIR], one: f32, mover: Side| {
            let mut row = numbers.map(|number| (number * one).round() as i16);
            row.rotate_left(mover.index() * EMBEDDING);
            EmbeddingRow(row)
        };
        let one = (1 << COEFFICIENT_BITS) as f32;
        Self {
            rows: Side::BOTH.map(|mover| NeighbourRows {
                own: row(&layer.own, one, mover),
                rings: layer.rings.each_ref().map(|ring| row(ring, one, mover)),
                bias: row(&layer.bias, SideWeights::EMBEDDING_UNIT, mover),
            }),
            policy_weights: Layer::new(
                &layer.policy_hidden[..],
                &layer.policy_bias,
                POLICY_BITS,
                -MAX_POLICY..=MAX_POLICY,
            ),
        }
    }
}

impl Neighbours {
    /// What the layer does to a point when this side is to move.
    #[inline]
    pub(super) const fn rows(&self, mover: Side) -> &NeighbourRows {
        &self.rows[mover.index()]
    }

    /// The policy weights of its outputs from the output of the first layer, those of the side to move first.
    #[inline]
    pub(super) fn policy_weights(&self, hidden: &Neurons) -> [i16; EMBEDDING_PAIR] {
        flat(self.policy_weights.of(hidden))
    }
}

/// All layers of one kind of mover.
#[derive(Debug)]
pub(super) struct Layers {
    neighbours: Option<Neighbours>,
    first: Layer<{ INPUTS / 2 }>,
    second: Layer<{ HIDDEN / 2 }>,
    policy_weights: Layer<{ HIDDEN / 2 }>,
    last: [i16; HIDDEN],
    last_bias: i32,
    last_scale: u32,
}

impl From<&Head> for Layers {
    fn from(head: &Head) -> Self {
        let positive = 0..=i16::MAX;
        let policy_bounds = -MAX_POLICY..=MAX_POLICY;
        let last = FixedPoint::of(head.last.iter().copied(), head.last_bias);
        Self {
            neighbours: head.neighbours.as_deref().map(Neighbours::from),
            first: Layer::new(
                &head.first[..],
                &head.first_bias,
                UNIT_BITS,
                positive.clone(),
            ),
            second: Layer::new(&head.second[..], &head.second_bias, UNIT_BITS, positive),
            policy_weights: Layer::new(
                &head.policy_hidden[..],
                &head.policy_bias,
                POLICY_BITS,
                policy_bounds,
            ),
            last: head.last.map(|weight| last.weight(weight)),
            last_bias: last.bias(head.last_bias),
            last_scale: last.0,
        }
    }
}

impl Layers {
    /// The first layer for a mover, from the sums over both embeddings and both code sums, Black's first.
    #[inline]
    pub(super) fn first(
        &self,
        mover: Side,
        embeddings: &[i32; EMBEDDING_PAIR],
        code_sums: &[[i32; CODE_SUM]; 2],
    ) -> Neurons {
        let mut inputs = Pairs::default();
        let (embedding_inputs, code_sum_inputs) =
            inputs.as_flattened_mut().split_at_mut(EMBEDDING_PAIR);
        for (role, inputs) in embedding_inputs.chunks_exact_mut(EMBEDDING).enumerate() {
            // The embeddings lie in the order of the colours; the layer wants the mover's first.
            let start = (role ^ mover.index()) * EMBEDDING;
            requantize(inputs, &embeddings[start..start + EMBEDDING]);
        }
        for (role, inputs) in code_sum_inputs.chunks_exact_mut(CODE_SUM).enumerate() {
            requantize(inputs, &code_sums[role ^ mover.index()]);
        }
        self.first.of(&inputs)
    }

    /// The neighbour layer, if the network has one.
    #[inline]
    pub(super) const fn neighbours(&self) -> Option<&Neighbours> {
        self.neighbours.as_ref()
    }

    /// From the first layer to the value, in units of which [`LOGISTIC_SCALE`] make one of the logistic curve.
    #[inline]
    pub(super) fn value(&self, hidden: &Neurons) -> i64 {
        let second = self.second.of(hidden);
        let products = second.as_flattened().iter().zip(&self.last);
        let sum = products.fold(self.last_bias, |sum, (&neuron, &weight)| {
            // Wraps only for weights beyond any network so far, and then on every machine alike.
            sum.wrapping_add(i32::from(neuron) * i32::from(weight))
        });
        let one = self.last_scale + UNIT_BITS;
        (i64::from(sum) * LOGISTIC_SCALE as i64 + (1 << (one - 1))) >> one
    }

    /// The policy weights from the output of the first layer, those of the side to move first.
    #[inline]
    pub(super) fn policy_weights(&self, hidden: &Neurons) -> [i16; EMBEDDING_PAIR] {
        flat(self.policy_weights.of(hidden))
    }
}

/// Neurons one after the other.
fn flat(pairs: Neurons) -> [i16; EMBEDDING_PAIR] {
    array::from_fn(|feature| pairs[feature / 2][feature % 2])
}

/// From sums to inputs.
#[inline]
fn requantize(inputs: &mut [i16], sums: &[i32]) {
    for (input, &sum) in inputs.iter_mut().zip(sums) {
        let parts = sum >> (SUM_BITS - UNIT_BITS);
        *input = parts.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Rule;
    use crate::eval::nnue::embedded_weights;
    use crate::geometry::BoardSize;
    use kagetsu_kernel::rng::Rng;

    use super::*;

    /// The layers in real numbers.
    fn exact(rows: &[[f32; HIDDEN]], biases: &[f32; HIDDEN], inputs: &[f64]) -> [f64; HIDDEN] {
        array::from_fn(|neuron| {
            let weights = rows.iter().map(|row| f64::from(row[neuron]));
            let products = weights.zip(inputs).map(|(weight, input)| weight * input);
            f64::from(biases[neuron]) + products.sum::<f64>()
        })
    }

    fn rectified(neurons: [f64; HIDDEN]) -> [f64; HIDDEN] {
        neurons.map(|neuron| neuron.max(0.0))
    }

    /// Compares what layers make of sums with what the numbers of their head do.
    fn compare(
        head: &Head,
        layers: &Layers,
        embeddings: &[i32; EMBEDDING_PAIR],
        code_sums: &[[i32; CODE_SUM]; 2],
    ) {
        let parts = |number: i16, bits: u32| f64::from(number) / f64::from(1 << bits);
        let sums = embeddings.iter().chain(code_sums.as_flattened());
        let inputs: Vec<_> = sums
            .map(|&sum| f64::from(sum) / f64::from(1 << SUM_BITS))
            .collect();
        let first = rectified(exact(&head.first[..], &head.first_bias, &inputs));
        let hidden = layers.first(Side::Black, embeddings, code_sums);
        for (&neuron, exact) in hidden.as_flattened().iter().zip(first) {
            let neuron = parts(neuron, UNIT_BITS);
            assert!((neuron - exact).abs() < 0.01, "{neuron} {exact}");
        }
        let second = rectified(exact(&head.second[..], &head.second_bias, &first));
        let products = second.iter().zip(&head.last);
        let value = products.map(|(neuron, &weight)| neuron * f64::from(weight));
        let value = (f64::from(head.last_bias) + value.sum::<f64>()) * LOGISTIC_SCALE;
        let found = layers.value(&hidden) as f64;
        assert!((found - value).abs() < 2.0, "{found} {value}");
        let policy_weights = exact(&head.policy_hidden[..], &head.policy_bias, &first);
        for (weight, exact) in layers
            .policy_weights(&hidden)
            .into_iter()
            .zip(policy_weights)
        {
            let weight = parts(weight, POLICY_BITS);
            assert!((weight - exact).abs() < 0.02, "{weight} {exact}");
        }
    }

    #[test]
    fn learned_layers_lose_little_in_integers() {
        let mut rng = Rng::new(7);
        let mut sum = || rng.below(5_001) as i32 - 1_000;
        let size = BoardSize::square(15).expect("a legal size");
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
            for side in embedded_weights(rule, size).sides {
                let layers = Layers::from(&side.head);
                for _ in 0..100 {
                    let embeddings = array::from_fn(|_| sum());
                    let code_sums = array::from_fn(|_| array::from_fn(|_| sum()));
                    compare(&side.head, &layers, &embeddings, &code_sums);
                }
            }
        }
    }

    #[test]
    fn weights_have_as_many_bits_as_their_sums_have_room() {
        let bits = |weight: f32, count, bias| FixedPoint::of((0..count).map(|_| weight), bias).0;
        assert_eq!(bits(0.01, 64, 0.0), 14);
        assert_eq!(bits(0.5, 64, 0.0), 10);
        assert_eq!(bits(0.5, 64, 700.0), 9);
        assert_eq!(bits(-15.0, 1, 0.0), 11);
        assert_eq!(bits(1e9, 1, 0.0), 4);
        assert_eq!(FixedPoint(4).weight(1e9), i16::MAX);
        assert_eq!(FixedPoint(4).bias(-1e9), i32::MIN);
    }

    #[test]
    fn the_mover_comes_first() {
        let mut head = Head::default();
        for role in 0..2 {
            head.first[role * EMBEDDING][role] = 1.0;
            head.first[EMBEDDING_PAIR + role * CODE_SUM][2 + role] = 1.0;
        }
        let layers = Layers::from(&head);
        let mut embeddings = [0; EMBEDDING_PAIR];
        (embeddings[0], embeddings[EMBEDDING]) = (4, 8);
        let mut code_sums = [[0; CODE_SUM]; 2];
        (code_sums[0][0], code_sums[1][0]) = (12, 16);
        let first =
            |mover| layers.first(mover, &embeddings, &code_sums).as_flattened()[..5].to_vec();
        assert_eq!(first(Side::Black), [2, 4, 6, 8, 0]);
        assert_eq!(first(Side::White), [4, 2, 8, 6, 0]);
    }
}
