//! The forward and the backward pass of the neighbour layer, which adds to the policy scores of the most promising moves.

use kagetsu_gomoku::eval::nnue::{EMBEDDING_PAIR, HIDDEN, RING_STEPS, RINGS};
use kagetsu_gomoku::geometry::Point;

use super::layout::{NEIGHBOUR_BIAS, NEIGHBOUR_HIDDEN, NEIGHBOUR_POLICY, NEIGHBOURS};
use super::matrix::{add_row, backwards, forwards, gate, rectify, row};
use super::pass_input::PassInput;

type Embeddings = [f32; EMBEDDING_PAIR];
/// For a move, what the coefficients are multiplied with: the positive part of the own embedding, and the sums over rings.
type RingSums = [Embeddings; 1 + RINGS];

/// Where the backward pass adds the gradients of the loss.
pub(super) struct NeighbourGradients<'a> {
    /// By the parameters of the network.
    pub(super) parameters: &'a mut [f32],
    /// By the hidden layer.
    pub(super) hidden: &'a mut [f32; HIDDEN],
    /// By the embeddings, if they are learnt.
    pub(super) embeddings: Option<&'a mut [Embeddings]>,
}

/// Stands for no point in [`NeighbourPass::places`].
const NONE: u16 = u16::MAX;

/// Buffers for the passes of one position.
#[derive(Debug)]
pub(super) struct NeighbourPass {
    /// The place among the points of the sample for each index of a point.
    places: Box<[u16; Point::COUNT]>,
    /// The moves that the layer was computed for: their places among the moves of the sample.
    moves: Vec<usize>,
    /// For each of them.
    sums: Vec<RingSums>,
    /// The outputs of the layer for each of them.
    outputs: Vec<Embeddings>,
    /// The policy weights of the outputs.
    weights: Embeddings,
}

impl Default for NeighbourPass {
    fn default() -> Self {
        Self {
            places: Box::new([NONE; Point::COUNT]),
            moves: Vec::new(),
            sums: Vec::new(),
            outputs: Vec::new(),
            weights: [0.0; EMBEDDING_PAIR],
        }
    }
}

impl NeighbourPass {
    /// Adds what the layer says to the policy scores that lie at most `margin` behind the greatest.
    pub(super) fn add(
        &mut self,
        input: PassInput<'_>,
        embeddings: &[Embeddings],
        hidden: &[f32; HIDDEN],
        margin: f32,
        policy_scores: &mut [f32],
    ) {
        self.choose(policy_scores, margin);
        self.sums.clear();
        self.outputs.clear();
        if self.moves.is_empty() {
            return;
        }
        let points = input.shard.points(input.sample);
        for (place, point) in points.iter().enumerate() {
            self.places[usize::from(point.index)] = place as u16;
        }
        let (head, parameters) = (input.starts[0], input.parameters);
        self.weights = *row(parameters, head + NEIGHBOUR_POLICY);
        forwards(
            parameters,
            head + NEIGHBOUR_HIDDEN,
            hidden,
            &mut self.weights,
        );
        for &number in &self.moves {
            let place = usize::from(input.shard.moves(input.sample)[number].place);
            let sums = self.sums(usize::from(points[place].index), embeddings);
            let mut output: Embeddings = *row(parameters, head + NEIGHBOUR_BIAS);
            for (ring, sum) in sums.iter().enumerate() {
                let coefficients: &Embeddings =
                    row(parameters, head + NEIGHBOURS + ring * EMBEDDING_PAIR);
                for ((output, coefficient), sum) in output.iter_mut().zip(coefficients).zip(sum) {
                    *output += coefficient * sum;
                }
            }
            rectify(&mut output);
            for (output, weight) in output.iter().zip(&self.weights) {
                policy_scores[number] += output * weight;
            }
            self.sums.push(sums);
            self.outputs.push(output);
        }
        for point in points {
            self.places[usize::from(point.index)] = NONE;
        }
    }

    /// Chooses the moves whose policy scores lie no further behind the greatest.
    fn choose(&mut self, policy_scores: &[f32], margin: f32) {
        let greatest = policy_scores.iter().copied().fold(f32::MIN, f32::max);
        self.moves.clear();
        self.moves.extend(
            (0..policy_scores.len()).filter(|&number| policy_scores[number] >= greatest - margin),
        );
    }

    fn sums(&self, index: usize, embeddings: &[Embeddings]) -> RingSums {
        let mut sums = [[0.0; EMBEDDING_PAIR]; 1 + RINGS];
        self.for_neighbours(index, |ring, place| {
            for (sum, embedding) in sums[ring].iter_mut().zip(&embeddings[place]) {
                *sum += embedding.max(0.0);
            }
        });
        sums
    }

    /// Calls for the point with this index and for every point of its rings that the sample has: with the ring, zero for
    /// the point itself, and its place among the points.
    fn for_neighbours(&self, index: usize, mut call: impl FnMut(usize, usize)) {
        call(0, usize::from(self.places[index]));
        for (ring, steps) in RING_STEPS.iter().enumerate() {
            for &step in steps {
                let place = self.places[index.wrapping_add_signed(step)];
                if place != NONE {
                    call(1 + ring, usize::from(place));
                }
            }
        }
    }

    /// Adds the gradients of the loss. `policy_gradients` is the gradient by the policy scores of all moves.
    pub(super) fn back(
        &mut self,
        input: PassInput<'_>,
        embeddings: &[Embeddings],
        hidden: &[f32; HIDDEN],
        policy_gradients: &[f32],
        gradients: NeighbourGradients<'_>,
    ) {
        let NeighbourGradients {
            parameters: parameter_gradients,
            hidden: hidden_gradients,
            embeddings: mut embedding_gradients,
        } = gradients;
        if self.moves.is_empty() {
            return;
        }
        let (head, parameters) = (input.starts[0], input.parameters);
        let points = input.shard.points(input.sample);
        for (place, point) in points.iter().enumerate() {
            self.places[usize::from(point.index)] = place as u16;
        }
        let mut totals = [0.0; EMBEDDING_PAIR];
        for ((&number, sums), output) in self.moves.iter().zip(&self.sums).zip(&self.outputs) {
            let gradient = policy_gradients[number];
            for (total, output) in totals.iter_mut().zip(output) {
                *total += gradient * output;
            }
            let mut gradients = self.weights.map(|weight| weight * gradient);
            gate(&mut gradients, output);
            add_row(parameter_gradients, head + NEIGHBOUR_BIAS, &gradients);
            for (ring, sum) in sums.iter().enumerate() {
                let at = head + NEIGHBOURS + ring * EMBEDDING_PAIR;
                let rows = parameter_gradients[at..at + EMBEDDING_PAIR].iter_mut();
                for ((parameter, sum), gradient) in rows.zip(sum).zip(&gradients) {
                    *parameter += sum * gradient;
                }
            }
            if let Some(list) = embedding_gradients.as_deref_mut() {
                let place = usize::from(input.shard.moves(input.sample)[number].place);
                self.for_neighbours(usize::from(points[place].index), |ring, place| {
                    let coefficients: &Embeddings =
                        row(parameters, head + NEIGHBOURS + ring * EMBEDDING_PAIR);
                    let mut back = gradients;
                    gate(&mut back, &embeddings[place]);
                    for ((sum, back), coefficient) in
                        list[place].iter_mut().zip(&back).zip(coefficients)
                    {
                        *sum += back * coefficient;
                    }
                });
            }
        }
        for point in points {
            self.places[usize::from(point.index)] = NONE;
        }
        add_row(parameter_gradients, head + NEIGHBOUR_POLICY, &totals);
        let at = head + NEIGHBOUR_HIDDEN;
        backwards(
            parameters,
            at,
            hidden,
            &totals,
            parameter_gradients,
            hidden_gradients,
        );
    }
}
