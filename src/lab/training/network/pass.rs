//! The forward and the backward pass of one position, in single precision.
//!
//! The formulas are those of [`eval::nnue`](kagetsu_gomoku::eval::nnue); the test `agreement` compares both. A *gradient*
//! in the names here is the partial derivative of the loss by a value or by a parameter.

use kagetsu_gomoku::eval::nnue::{
    CODE_SUM, DISTANCES, EMBEDDING, EMBEDDING_PAIR, HIDDEN, INPUTS, SUM_SCALE,
};

use super::curves::{logistic, logistic_loss};
use super::goal::{Goal, LossSums};
use super::layout::{
    CODE_SUM_PAIR, CODES, FIRST, FIRST_BIAS, LAST, LAST_BIAS, NEAR, PATTERNS, POLICY,
    POLICY_HIDDEN, SECOND, SECOND_BIAS,
};
use super::matrix::{add_row, backwards, forwards, gate, rectify, row};
use super::neighbour_pass::{NeighbourGradients, NeighbourPass};
use super::pass_input::{PassInput, codes_of, pattern_rows};
use super::samples::{Shard, TrainingSample};

type Embeddings = [f32; EMBEDDING_PAIR];
type HiddenValues = [f32; HIDDEN];

/// Buffers for the passes of one position. They are reused for the next position, so that the lists keep their memory.
#[derive(Debug, Default)]
pub(super) struct Pass {
    /// Both embeddings of every point, that of the side to move first.
    embeddings: Vec<Embeddings>,
    /// The gradient of the loss by the embeddings.
    embedding_gradients: Vec<Embeddings>,
    /// The features of every move: the inputs of the policy head.
    features: Vec<Embeddings>,
    /// One number for each move: first its policy score, then its probability, at last the derivative of the loss by
    /// its policy score.
    moves: Vec<f32>,
    neighbours: NeighbourPass,
}

/// The values of the layers for one position.
struct Activations {
    inputs: [f32; INPUTS],
    hidden: HiddenValues,
    second: HiddenValues,
    value: f32,
}

impl Pass {
    /// The value of a position in units of the logistic curve.
    pub(super) fn value(
        &mut self,
        goal: &Goal,
        parameters: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
    ) -> f32 {
        self.values(PassInput::new(goal, parameters, shard, sample))
            .value
    }

    /// The value of a position, and the policy scores of its moves in units of the logarithm of a probability.
    #[cfg(test)]
    pub(super) fn outputs(
        &mut self,
        goal: &Goal,
        parameters: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
    ) -> (f32, Vec<f32>) {
        let input = PassInput::new(goal, parameters, shard, sample);
        let layers = self.values(input);
        self.policy_scores(input, &layers.hidden);
        self.add_neighbours(goal, input, &layers.hidden);
        (layers.value, self.moves.clone())
    }

    /// The losses on a position. Their gradient is added to `parameter_gradients` if that is given.
    pub(super) fn run(
        &mut self,
        goal: &Goal,
        parameters: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
        parameter_gradients: Option<&mut [f32]>,
    ) -> LossSums {
        let input = PassInput::new(goal, parameters, shard, sample);
        let layers = self.values(input);
        let target = sample.target(goal.lambda);
        let value = f64::from(layers.value);
        let mut losses = LossSums {
            positions: 1,
            value: logistic_loss(target, value),
            ..LossSums::default()
        };
        if let Some(result) = sample.result() {
            losses.results = 1;
            losses.result = logistic_loss(result, value);
        }
        let weights = self.policy_scores(input, &layers.hidden);
        self.add_neighbours(goal, input, &layers.hidden);
        self.policy_loss(shard, sample, &mut losses);
        if let Some(parameter_gradients) = parameter_gradients {
            let gradient = (logistic(value) - target) as f32;
            self.embedding_gradients.clear();
            self.embedding_gradients
                .resize(self.embeddings.len(), [0.0; EMBEDDING_PAIR]);
            // The gradient by the hidden layer.
            let mut hidden = [0.0; HIDDEN];
            for gradient in &mut self.moves {
                *gradient *= goal.policy_weight;
            }
            if goal.neighbours.is_some() {
                let learns_values = goal.parts.values();
                self.neighbours.back(
                    input,
                    &self.embeddings,
                    &layers.hidden,
                    &self.moves,
                    NeighbourGradients {
                        parameters: &mut *parameter_gradients,
                        hidden: &mut hidden,
                        embeddings: learns_values
                            .then_some(self.embedding_gradients.as_mut_slice()),
                    },
                );
            }
            if goal.parts.policy() {
                self.policy_back(
                    input,
                    &layers.hidden,
                    &weights,
                    &mut hidden,
                    parameter_gradients,
                );
            }
            if goal.parts.values() {
                self.values_back(input, &layers, gradient, &mut hidden, parameter_gradients);
            }
        }
        losses
    }

    /// Adds what the neighbour layer says to the policy scores.
    fn add_neighbours(&mut self, goal: &Goal, input: PassInput<'_>, hidden: &HiddenValues) {
        if let Some(margin) = goal.neighbours {
            self.neighbours
                .add(input, &self.embeddings, hidden, margin, &mut self.moves);
        }
    }

    fn values(&mut self, input: PassInput<'_>) -> Activations {
        let mut inputs = [0.0; INPUTS];
        self.embeddings.clear();
        for point in input.shard.points(input.sample) {
            let mut embeddings = [0.0; EMBEDDING_PAIR];
            for kinds in pattern_rows(point, input.sample.mover) {
                for ((embedding, kind), start) in embeddings
                    .chunks_exact_mut(EMBEDDING)
                    .zip(kinds)
                    .zip(input.starts)
                {
                    let row: &[f32; EMBEDDING] =
                        row(input.parameters, start + PATTERNS + kind * EMBEDDING);
                    for (embedding, add) in embedding.iter_mut().zip(row) {
                        *embedding += add;
                    }
                }
            }
            for (sum, embedding) in inputs.iter_mut().zip(embeddings) {
                *sum += embedding.max(0.0);
            }
            self.embeddings.push(embeddings);
        }
        let code_sums = inputs[EMBEDDING_PAIR..].chunks_exact_mut(CODE_SUM);
        for ((code_sum, entries), start) in code_sums
            .zip(input.shard.entries(input.sample))
            .zip(input.starts)
        {
            for entry in entries {
                let row: &[f32; CODE_SUM] = row(
                    input.parameters,
                    start + CODE_SUM_PAIR + entry.code() * CODE_SUM,
                );
                for (sum, add) in code_sum.iter_mut().zip(row) {
                    *sum += entry.count() * add;
                }
            }
        }
        for input in &mut inputs {
            *input *= SUM_SCALE;
        }
        let head = input.starts[0];
        let mut hidden: HiddenValues = *row(input.parameters, head + FIRST_BIAS);
        forwards(input.parameters, head + FIRST, &inputs, &mut hidden);
        rectify(&mut hidden);
        let mut second: HiddenValues = *row(input.parameters, head + SECOND_BIAS);
        forwards(input.parameters, head + SECOND, &hidden, &mut second);
        rectify(&mut second);
        let mut value = [input.parameters[head + LAST_BIAS]];
        forwards(input.parameters, head + LAST, &second, &mut value);
        Activations {
            inputs,
            hidden,
            second,
            value: value[0],
        }
    }

    fn values_back(
        &self,
        input: PassInput<'_>,
        layers: &Activations,
        gradient: f32,
        hidden_gradients: &mut HiddenValues,
        parameter_gradients: &mut [f32],
    ) {
        let head = input.starts[0];
        let mut second = [0.0; HIDDEN];
        parameter_gradients[head + LAST_BIAS] += gradient;
        backwards(
            input.parameters,
            head + LAST,
            &layers.second,
            &[gradient],
            parameter_gradients,
            &mut second,
        );
        gate(&mut second, &layers.second);
        add_row(parameter_gradients, head + SECOND_BIAS, &second);
        backwards(
            input.parameters,
            head + SECOND,
            &layers.hidden,
            &second,
            parameter_gradients,
            hidden_gradients,
        );
        gate(hidden_gradients, &layers.hidden);
        add_row(parameter_gradients, head + FIRST_BIAS, hidden_gradients);
        let mut inputs = [0.0; INPUTS];
        backwards(
            input.parameters,
            head + FIRST,
            &layers.inputs,
            hidden_gradients,
            parameter_gradients,
            &mut inputs,
        );
        for input in &mut inputs {
            *input *= SUM_SCALE;
        }
        let code_sums = inputs[EMBEDDING_PAIR..].chunks_exact(CODE_SUM);
        for ((code_sum, entries), start) in code_sums
            .zip(input.shard.entries(input.sample))
            .zip(input.starts)
        {
            for entry in entries {
                let at = start + CODE_SUM_PAIR + entry.code() * CODE_SUM;
                for (parameter_gradients, gradient) in parameter_gradients[at..at + CODE_SUM]
                    .iter_mut()
                    .zip(code_sum)
                {
                    *parameter_gradients += entry.count() * gradient;
                }
            }
        }
        let points = input
            .shard
            .points(input.sample)
            .iter()
            .zip(&self.embeddings);
        for ((point, embeddings), gradients) in points.zip(&self.embedding_gradients) {
            let mut gradients = *gradients;
            for ((gradient, &embedding), input) in gradients.iter_mut().zip(embeddings).zip(&inputs)
            {
                if embedding > 0.0 {
                    *gradient += input;
                }
            }
            for kinds in pattern_rows(point, input.sample.mover) {
                for ((gradients, kind), start) in gradients
                    .chunks_exact(EMBEDDING)
                    .zip(kinds)
                    .zip(input.starts)
                {
                    let at = start + PATTERNS + kind * EMBEDDING;
                    add_row(parameter_gradients, at, gradients);
                }
            }
        }
    }

    /// Computes the policy scores of the moves, and returns the weights of the features.
    fn policy_scores(&mut self, input: PassInput<'_>, hidden: &HiddenValues) -> Embeddings {
        let head = input.starts[0];
        self.features.clear();
        self.moves.clear();
        let mut weights: Embeddings = *row(input.parameters, head + POLICY);
        let moves = input.shard.moves(input.sample);
        if moves.is_empty() {
            return weights;
        }
        forwards(input.parameters, head + POLICY_HIDDEN, hidden, &mut weights);
        for candidate in moves {
            let place = usize::from(candidate.place);
            let codes = codes_of(&input.shard.points(input.sample)[place], input.sample.mover);
            let mut features = self.embeddings[place];
            for ((features, code), start) in features
                .chunks_exact_mut(EMBEDDING)
                .zip(codes)
                .zip(input.starts)
            {
                let row: &[f32; EMBEDDING] =
                    row(input.parameters, start + CODES + code * EMBEDDING);
                for (feature, add) in features.iter_mut().zip(row) {
                    *feature = (*feature + add).max(0.0);
                }
            }
            let mut policy_score = 0.0;
            for (feature, weight) in features.iter().zip(&weights) {
                policy_score += feature * weight;
            }
            for (which, &distance) in candidate.near.iter().enumerate() {
                policy_score += input.parameters[head + near_at(which, distance)];
            }
            self.features.push(features);
            self.moves.push(policy_score);
        }
        weights
    }

    /// Adds the policy loss to the losses, and replaces the policy scores by the derivatives of the loss by them.
    fn policy_loss(&mut self, shard: &Shard, sample: &TrainingSample, losses: &mut LossSums) {
        let Some(best) = place_of_greatest(&self.moves) else {
            return;
        };
        let most = self.moves[best];
        for policy_score in &mut self.moves {
            *policy_score = libm::expf(*policy_score - most);
        }
        let total: f32 = self.moves.iter().sum();
        for probability in &mut self.moves {
            *probability /= total;
        }
        let targets = shard.targets(sample);
        losses.choices = 1;
        for &(place, share) in targets {
            // What is no number stays so, and the loss tells it.
            let probability = self.moves[usize::from(place)].clamp(f32::MIN_POSITIVE, 1.0);
            losses.policy -= f64::from(share * libm::logf(probability));
        }
        losses.hits = usize::from(targets.first().is_some_and(|t| usize::from(t.0) == best));
        for &(place, share) in targets {
            self.moves[usize::from(place)] -= share;
        }
    }

    fn policy_back(
        &mut self,
        input: PassInput<'_>,
        hidden: &HiddenValues,
        weights: &Embeddings,
        hidden_gradients: &mut HiddenValues,
        parameter_gradients: &mut [f32],
    ) {
        let head = input.starts[0];
        // The gradient by the weights of the features.
        let mut totals = [0.0; EMBEDDING_PAIR];
        let moves = input.shard.moves(input.sample).iter().zip(&self.features);
        for ((candidate, features), &gradient) in moves.zip(&self.moves) {
            let place = usize::from(candidate.place);
            for (which, &distance) in candidate.near.iter().enumerate() {
                parameter_gradients[head + near_at(which, distance)] += gradient;
            }
            let mut gradients = weights.map(|weight| weight * gradient);
            gate(&mut gradients, features);
            for (sum, feature) in totals.iter_mut().zip(features) {
                *sum += gradient * feature;
            }
            add_row(&mut self.embedding_gradients[place], 0, &gradients);
            let codes = codes_of(&input.shard.points(input.sample)[place], input.sample.mover);
            for ((gradients, code), start) in gradients
                .chunks_exact(EMBEDDING)
                .zip(codes)
                .zip(input.starts)
            {
                let at = start + CODES + code * EMBEDDING;
                add_row(parameter_gradients, at, gradients);
            }
        }
        if !self.moves.is_empty() {
            add_row(parameter_gradients, head + POLICY, &totals);
            let at = head + POLICY_HIDDEN;
            backwards(
                input.parameters,
                at,
                hidden,
                &totals,
                parameter_gradients,
                hidden_gradients,
            );
        }
    }
}

fn near_at(which: usize, distance: u8) -> usize {
    NEAR + which * DISTANCES + usize::from(distance)
}

fn place_of_greatest(list: &[f32]) -> Option<usize> {
    let places = list.iter().enumerate();
    let greatest = places.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
    greatest.map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;

    use super::super::labels::SampleRules;
    use super::super::test_games::{empty, games};
    use super::*;

    /// A training of the policy alone changes no values: only the policy loss tells that it has diverged.
    #[test]
    fn policy_scores_that_are_no_numbers_have_no_finite_loss() {
        let rule = Rule::Freestyle;
        let goal = Goal::usual(rule, f32::INFINITY);
        let shard = Shard::of_games(&empty(rule), &games(rule, 2), SampleRules::default());
        let has_choice = |sample: &&TrainingSample| !shard.moves(sample).is_empty();
        let sample = shard.samples.iter().find(has_choice).expect("a choice");
        let mut parameters = vec![0.0; goal.layout.parameter_count()];
        parameters[POLICY] = f32::NAN;
        let losses = Pass::default().run(&goal, &parameters, &shard, sample, None);
        assert!(losses.policy.is_nan() && losses.value.is_finite());
    }
}
