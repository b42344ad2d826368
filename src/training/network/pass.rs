//! The forward and the backward pass of one position, in single precision.
//!
//! The formulas are those of [`eval::nnue`](kagetsu_gomoku::eval::nnue); the test `agreement` compares both. A *slope*
//! in the names here is the partial derivative of the loss by a value or by a parameter.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::eval::nnue::{
    CODE_SUM, DISTANCES, EMBEDDING, EMBEDDING_PAIR, HIDDEN, INPUTS, SUM_SCALE, line_pattern_index,
};
use kagetsu_gomoku::geometry::Direction;

use super::curves::{logistic, logistic_loss};
use super::goal::{Goal, LossSums};
use super::layout::{
    CODE_SUM_PAIR, CODES, FIRST, FIRST_BIAS, LAST, LAST_BIAS, NEAR, PATTERNS, POLICY,
    POLICY_HIDDEN, SECOND, SECOND_BIAS,
};
use super::matrix::{add_row, backwards, forwards, gate, rectify, row};
use super::samples::{PointSample, Shard, TrainingSample};

type Embeddings = [f32; EMBEDDING_PAIR];
type HiddenValues = [f32; HIDDEN];

/// Buffers for the passes of one position. They are reused for the next position, so that the lists keep their memory.
#[derive(Debug, Default)]
pub(super) struct Pass {
    /// Both embeddings of every point, that of the side to move first.
    embeddings: Vec<Embeddings>,
    /// The gradient of the loss by the embeddings.
    embedding_slopes: Vec<Embeddings>,
    /// The features of every move: the inputs of the policy head.
    features: Vec<Embeddings>,
    /// One number for each move: first its policy score, then its probability, at last the derivative of the loss by
    /// its policy score.
    moves: Vec<f32>,
}

/// The values of the layers for one position.
struct Activations {
    inputs: [f32; INPUTS],
    hidden: HiddenValues,
    second: HiddenValues,
    value: f32,
}

/// A position and the parameters of the network.
#[derive(Clone, Copy)]
struct Scene<'a> {
    numbers: &'a [f32],
    shard: &'a Shard,
    sample: &'a TrainingSample,
    /// Where the parameters of the side to move and of the opponent begin.
    starts: [usize; 2],
}

impl<'a> Scene<'a> {
    fn new(goal: &Goal, numbers: &'a [f32], shard: &'a Shard, sample: &'a TrainingSample) -> Self {
        let sides = [sample.mover, sample.mover.opponent()];
        Self {
            numbers,
            shard,
            sample,
            starts: sides.map(|side| goal.layout.start(side)),
        }
    }
}

/// For each direction, the table rows of a point's line pattern for the side to move and for the opponent.
fn pattern_rows(point: &PointSample, mover: Side) -> impl Iterator<Item = [usize; 2]> + '_ {
    let kinds = line_pattern_index();
    (0..Direction::COUNT).map(move |direction| {
        let black = usize::from(point.patterns[direction]);
        let white = kinds.swapped(black);
        match mover {
            Side::Black => [black, white],
            Side::White => [white, black],
        }
    })
}

/// The pattern codes of a point for the side to move and for the opponent.
fn codes_of(point: &PointSample, mover: Side) -> [usize; 2] {
    [mover, mover.opponent()].map(|side| usize::from(point.codes[side.index()]))
}

impl Pass {
    /// The value of a position in units of the logistic curve.
    pub(super) fn value(
        &mut self,
        goal: &Goal,
        numbers: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
    ) -> f32 {
        self.values(Scene::new(goal, numbers, shard, sample)).value
    }

    /// The value of a position, and the policy scores of its moves in units of the logarithm of a probability.
    #[cfg(test)]
    pub(super) fn outputs(
        &mut self,
        goal: &Goal,
        numbers: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
    ) -> (f32, Vec<f32>) {
        let scene = Scene::new(goal, numbers, shard, sample);
        let layers = self.values(scene);
        self.policy_scores(scene, &layers.hidden);
        (layers.value, self.moves.clone())
    }

    /// The losses on a position. Their gradient is added to `learned` if that is given.
    pub(super) fn run(
        &mut self,
        goal: &Goal,
        numbers: &[f32],
        shard: &Shard,
        sample: &TrainingSample,
        learned: Option<&mut [f32]>,
    ) -> LossSums {
        let scene = Scene::new(goal, numbers, shard, sample);
        let layers = self.values(scene);
        let target = sample.target(goal.mix);
        let value = f64::from(layers.value);
        let mut tally = LossSums {
            values: 1,
            value: logistic_loss(target, value),
            result: logistic_loss(sample.result(), value),
            ..LossSums::default()
        };
        let weights = self.policy_scores(scene, &layers.hidden);
        self.choose(shard, sample, &mut tally);
        if let Some(learned) = learned {
            let slope = (logistic(value) - target) as f32;
            self.embedding_slopes.clear();
            self.embedding_slopes
                .resize(self.embeddings.len(), [0.0; EMBEDDING_PAIR]);
            // The gradient by the hidden layer.
            let mut hidden = [0.0; HIDDEN];
            for slope in &mut self.moves {
                *slope *= goal.choice;
            }
            self.policy_back(scene, (&layers.hidden, &weights), &mut hidden, learned);
            self.values_back(scene, (&layers, slope), &mut hidden, learned);
        }
        tally
    }

    fn values(&mut self, scene: Scene<'_>) -> Activations {
        let mut inputs = [0.0; INPUTS];
        self.embeddings.clear();
        for point in scene.shard.points(scene.sample) {
            let mut embeddings = [0.0; EMBEDDING_PAIR];
            for kinds in pattern_rows(point, scene.sample.mover) {
                for ((embedding, kind), start) in embeddings
                    .chunks_exact_mut(EMBEDDING)
                    .zip(kinds)
                    .zip(scene.starts)
                {
                    let row: &[f32; EMBEDDING] =
                        row(scene.numbers, start + PATTERNS + kind * EMBEDDING);
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
            .zip(scene.shard.entries(scene.sample))
            .zip(scene.starts)
        {
            for entry in entries {
                let row: &[f32; CODE_SUM] = row(
                    scene.numbers,
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
        let head = scene.starts[0];
        let mut hidden: HiddenValues = *row(scene.numbers, head + FIRST_BIAS);
        forwards(scene.numbers, head + FIRST, &inputs, &mut hidden);
        rectify(&mut hidden);
        let mut second: HiddenValues = *row(scene.numbers, head + SECOND_BIAS);
        forwards(scene.numbers, head + SECOND, &hidden, &mut second);
        rectify(&mut second);
        let mut value = [scene.numbers[head + LAST_BIAS]];
        forwards(scene.numbers, head + LAST, &second, &mut value);
        Activations {
            inputs,
            hidden,
            second,
            value: value[0],
        }
    }

    fn values_back(
        &self,
        scene: Scene<'_>,
        (layers, slope): (&Activations, f32),
        hidden_slopes: &mut HiddenValues,
        learned: &mut [f32],
    ) {
        let head = scene.starts[0];
        let mut second = [0.0; HIDDEN];
        learned[head + LAST_BIAS] += slope;
        backwards(
            scene.numbers,
            head + LAST,
            &layers.second,
            &[slope],
            learned,
            &mut second,
        );
        gate(&mut second, &layers.second);
        add_row(learned, head + SECOND_BIAS, &second);
        backwards(
            scene.numbers,
            head + SECOND,
            &layers.hidden,
            &second,
            learned,
            hidden_slopes,
        );
        gate(hidden_slopes, &layers.hidden);
        add_row(learned, head + FIRST_BIAS, hidden_slopes);
        let mut inputs = [0.0; INPUTS];
        backwards(
            scene.numbers,
            head + FIRST,
            &layers.inputs,
            hidden_slopes,
            learned,
            &mut inputs,
        );
        for input in &mut inputs {
            *input *= SUM_SCALE;
        }
        let code_sums = inputs[EMBEDDING_PAIR..].chunks_exact(CODE_SUM);
        for ((code_sum, entries), start) in code_sums
            .zip(scene.shard.entries(scene.sample))
            .zip(scene.starts)
        {
            for entry in entries {
                let at = start + CODE_SUM_PAIR + entry.code() * CODE_SUM;
                for (learned, slope) in learned[at..at + CODE_SUM].iter_mut().zip(code_sum) {
                    *learned += entry.count() * slope;
                }
            }
        }
        let points = scene
            .shard
            .points(scene.sample)
            .iter()
            .zip(&self.embeddings);
        for ((point, embeddings), slopes) in points.zip(&self.embedding_slopes) {
            let mut slopes = *slopes;
            for ((slope, &embedding), input) in slopes.iter_mut().zip(embeddings).zip(&inputs) {
                if embedding > 0.0 {
                    *slope += input;
                }
            }
            for kinds in pattern_rows(point, scene.sample.mover) {
                for ((slopes, kind), start) in
                    slopes.chunks_exact(EMBEDDING).zip(kinds).zip(scene.starts)
                {
                    let at = start + PATTERNS + kind * EMBEDDING;
                    for (learned, slope) in learned[at..at + EMBEDDING].iter_mut().zip(slopes) {
                        *learned += slope;
                    }
                }
            }
        }
    }

    /// Computes the policy scores of the moves, and returns the weights of the features.
    fn policy_scores(&mut self, scene: Scene<'_>, hidden: &HiddenValues) -> Embeddings {
        let head = scene.starts[0];
        self.features.clear();
        self.moves.clear();
        let mut weights: Embeddings = *row(scene.numbers, head + POLICY);
        let moves = scene.shard.moves(scene.sample);
        if moves.is_empty() {
            return weights;
        }
        forwards(scene.numbers, head + POLICY_HIDDEN, hidden, &mut weights);
        for candidate in moves {
            let place = usize::from(candidate.place);
            let codes = codes_of(&scene.shard.points(scene.sample)[place], scene.sample.mover);
            let mut features = self.embeddings[place];
            for ((features, code), start) in features
                .chunks_exact_mut(EMBEDDING)
                .zip(codes)
                .zip(scene.starts)
            {
                let row: &[f32; EMBEDDING] = row(scene.numbers, start + CODES + code * EMBEDDING);
                for (feature, add) in features.iter_mut().zip(row) {
                    *feature = (*feature + add).max(0.0);
                }
            }
            let mut policy_score = 0.0;
            for (feature, weight) in features.iter().zip(&weights) {
                policy_score += feature * weight;
            }
            for (which, &distance) in candidate.near.iter().enumerate() {
                policy_score += scene.numbers[head + near_at(which, distance)];
            }
            self.features.push(features);
            self.moves.push(policy_score);
        }
        weights
    }

    /// Adds the policy loss to the tally, and replaces the policy scores by the derivatives of the loss by them.
    fn choose(&mut self, shard: &Shard, sample: &TrainingSample, tally: &mut LossSums) {
        let Some(best) = place_of_greatest(&self.moves) else {
            return;
        };
        let most = self.moves[best];
        for policy_score in &mut self.moves {
            *policy_score = libm::expf(*policy_score - most);
        }
        let total: f32 = self.moves.iter().sum();
        for chance in &mut self.moves {
            *chance /= total;
        }
        let targets = shard.targets(sample);
        tally.choices = 1;
        for &(place, share) in targets {
            let chance = self.moves[usize::from(place)].max(f32::MIN_POSITIVE);
            tally.choice -= f64::from(share * libm::logf(chance));
        }
        tally.hits = usize::from(targets.first().is_some_and(|t| usize::from(t.0) == best));
        for &(place, share) in targets {
            self.moves[usize::from(place)] -= share;
        }
    }

    fn policy_back(
        &mut self,
        scene: Scene<'_>,
        (hidden, weights): (&HiddenValues, &Embeddings),
        hidden_slopes: &mut HiddenValues,
        learned: &mut [f32],
    ) {
        let head = scene.starts[0];
        // The gradient by the weights of the features.
        let mut totals = [0.0; EMBEDDING_PAIR];
        let moves = scene.shard.moves(scene.sample).iter().zip(&self.features);
        for ((candidate, features), &slope) in moves.zip(&self.moves) {
            let place = usize::from(candidate.place);
            for (which, &distance) in candidate.near.iter().enumerate() {
                learned[head + near_at(which, distance)] += slope;
            }
            let mut slopes = weights.map(|weight| weight * slope);
            gate(&mut slopes, features);
            for (sum, feature) in totals.iter_mut().zip(features) {
                *sum += slope * feature;
            }
            for (sum, slope) in self.embedding_slopes[place].iter_mut().zip(&slopes) {
                *sum += slope;
            }
            let codes = codes_of(&scene.shard.points(scene.sample)[place], scene.sample.mover);
            for ((slopes, code), start) in
                slopes.chunks_exact(EMBEDDING).zip(codes).zip(scene.starts)
            {
                let at = start + CODES + code * EMBEDDING;
                for (learned, slope) in learned[at..at + EMBEDDING].iter_mut().zip(slopes) {
                    *learned += slope;
                }
            }
        }
        if !self.moves.is_empty() {
            add_row(learned, head + POLICY, &totals);
            let at = head + POLICY_HIDDEN;
            backwards(scene.numbers, at, hidden, &totals, learned, hidden_slopes);
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
    use super::super::layout::Layout;
    use super::super::test_games::{empty, games};
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_kernel::rng::Rng;

    fn goal(rule: Rule) -> Goal {
        Goal {
            layout: Layout::new(rule),
            mix: 0.6,
            choice: 0.5,
        }
    }

    /// Parameters that a network's file can store, larger than those that training begins with.
    fn numbers(layout: Layout) -> Vec<f32> {
        let mut numbers = layout.random(9);
        let mut rng = Rng::new(4);
        for number in &mut numbers {
            *number += (rng.below(201) as f32 - 100.0) * 2e-3;
        }
        Layout::confine(&mut numbers);
        numbers
    }

    /// Compares the gradient with finite differences of the losses.
    #[test]
    fn the_slopes_are_those_of_the_losses() {
        const STEP: f32 = 1.0 / 1024.0;
        for rule in [Rule::Freestyle, Rule::Renju] {
            let goal = goal(rule);
            let shard = Shard::of_games(&empty(rule), &games(rule, 2));
            let mut numbers = numbers(goal.layout);
            let mut pass = Pass::default();
            let mut loss = |numbers: &[f32]| -> f64 {
                let losses = shard.samples.iter().map(|sample| {
                    let tally = pass.run(&goal, numbers, &shard, sample, None);
                    tally.value + f64::from(goal.choice) * tally.choice
                });
                losses.sum()
            };
            let mut slopes = vec![0.0; numbers.len()];
            let mut other = Pass::default();
            for sample in &shard.samples {
                other.run(&goal, &numbers, &shard, sample, Some(&mut slopes));
            }
            // The parameters with the greatest derivatives in each part of the network, and some others.
            let mut places: Vec<usize> = (0..numbers.len()).collect();
            places.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
            let mut seen = [0; 12];
            let parts = [
                PATTERNS,
                CODE_SUM_PAIR,
                CODES,
                FIRST,
                FIRST_BIAS,
                SECOND,
                SECOND_BIAS,
                LAST,
                LAST_BIAS,
                POLICY,
                POLICY_HIDDEN,
                NEAR,
            ];
            let start = goal.layout.start(Side::White);
            for place in places {
                let Some(inside) = place.checked_sub(start) else {
                    continue;
                };
                if inside < EMBEDDING {
                    // The row of patterns without stones stays zero.
                    continue;
                }
                let part = parts.iter().rposition(|&part| part <= inside).unwrap_or(0);
                seen[part] += 1;
                if seen[part] > 3 {
                    continue;
                }
                let kept = numbers[place];
                numbers[place] = kept + STEP;
                let above = loss(&numbers);
                numbers[place] = kept - STEP;
                let below = loss(&numbers);
                numbers[place] = kept;
                let measured = (above - below) / f64::from(2.0 * STEP);
                let slope = f64::from(slopes[place]);
                // The loss is not differentiable where a neuron changes from zero to positive.
                assert!(
                    (measured - slope).abs() < 0.05 * slope.abs() + 0.05,
                    "{rule} part {part} place {place}: {measured} {slope}"
                );
            }
        }
    }
}
