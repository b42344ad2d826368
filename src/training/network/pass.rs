//! One position through the network, forwards and backwards, in single precision: the formulas are those of
//! [`eval::nnue`](kagetsu_gomoku::eval::nnue), and a test compares both.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::eval::nnue::{
    BAG, DISTANCES, HIDDEN, INPUTS, SUM_SCALE, VIEW, VIEWS, window_kinds,
};
use kagetsu_gomoku::geometry::Direction;

use super::curves::{logistic, logistic_loss};
use super::goal::{Goal, Tally};
use super::layout::{
    BAGS, CODES, FIRST, FIRST_BIAS, LAST, LAST_BIAS, NEAR, PROMISE, PROMISE_HIDDEN, SECOND,
    SECOND_BIAS, WINDOWS,
};
use super::matrix::{add_row, backwards, forwards, gate, rectify, row};
use super::samples::{PointSample, Sample, Shard};

type Views = [f32; VIEWS];
type Layer = [f32; HIDDEN];

/// A position on its way through the network. Kept from one to the next, so that lists keep their memory.
#[derive(Debug, Default)]
pub(super) struct Pass {
    /// Both views of every point, mover's first, and their slopes.
    views: Vec<Views>,
    view_slopes: Vec<Views>,
    /// The marks of every move.
    marks: Vec<Views>,
    /// First the promises of the moves, then their chances, at last the slopes of the promises.
    moves: Vec<f32>,
}

/// The layers of a position.
struct Layers {
    inputs: [f32; INPUTS],
    hidden: Layer,
    second: Layer,
    value: f32,
}

/// A position and the numbers of the network.
#[derive(Clone, Copy)]
struct Scene<'a> {
    numbers: &'a [f32],
    shard: &'a Shard,
    sample: &'a Sample,
    /// Where the numbers of mover and waiter begin.
    starts: [usize; 2],
}

impl<'a> Scene<'a> {
    fn new(goal: &Goal, numbers: &'a [f32], shard: &'a Shard, sample: &'a Sample) -> Self {
        let sides = [sample.mover, sample.mover.opponent()];
        Self {
            numbers,
            shard,
            sample,
            starts: sides.map(|side| goal.layout.start(side)),
        }
    }
}

/// The rows of a point's windows for mover and waiter.
fn window_rows(point: &PointSample, mover: Side) -> impl Iterator<Item = [usize; 2]> + '_ {
    let kinds = window_kinds();
    (0..Direction::COUNT).map(move |direction| {
        let black = usize::from(point.windows[direction]);
        let white = kinds.swapped(black);
        match mover {
            Side::Black => [black, white],
            Side::White => [white, black],
        }
    })
}

/// The codes of a point for mover and waiter.
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
        sample: &Sample,
    ) -> f32 {
        self.values(Scene::new(goal, numbers, shard, sample)).value
    }

    /// The value of a position, and the promises of its moves in units of the logarithm of a chance.
    #[cfg(test)]
    pub(super) fn outputs(
        &mut self,
        goal: &Goal,
        numbers: &[f32],
        shard: &Shard,
        sample: &Sample,
    ) -> (f32, Vec<f32>) {
        let scene = Scene::new(goal, numbers, shard, sample);
        let layers = self.values(scene);
        self.promises(scene, &layers.hidden);
        (layers.value, self.moves.clone())
    }

    /// The losses on a position; with `learned`, their slopes are added there.
    pub(super) fn run(
        &mut self,
        goal: &Goal,
        numbers: &[f32],
        shard: &Shard,
        sample: &Sample,
        learned: Option<&mut [f32]>,
    ) -> Tally {
        let scene = Scene::new(goal, numbers, shard, sample);
        let layers = self.values(scene);
        let target = sample.target(goal.mix);
        let value = f64::from(layers.value);
        let mut tally = Tally {
            values: 1,
            value: logistic_loss(target, value),
            result: logistic_loss(sample.result(), value),
            ..Tally::default()
        };
        let weights = self.promises(scene, &layers.hidden);
        self.choose(shard, sample, &mut tally);
        if let Some(learned) = learned {
            let slope = (logistic(value) - target) as f32;
            self.view_slopes.clear();
            self.view_slopes.resize(self.views.len(), [0.0; VIEWS]);
            let mut hidden_slopes = [0.0; HIDDEN];
            for slope in &mut self.moves {
                *slope *= goal.choice;
            }
            self.promises_back(
                scene,
                (&layers.hidden, &weights),
                &mut hidden_slopes,
                learned,
            );
            self.values_back(scene, (&layers, slope), &mut hidden_slopes, learned);
        }
        tally
    }

    fn values(&mut self, scene: Scene<'_>) -> Layers {
        let mut inputs = [0.0; INPUTS];
        self.views.clear();
        for point in scene.shard.points(scene.sample) {
            let mut views = [0.0; VIEWS];
            for kinds in window_rows(point, scene.sample.mover) {
                for ((view, kind), start) in
                    views.chunks_exact_mut(VIEW).zip(kinds).zip(scene.starts)
                {
                    let row: &[f32; VIEW] = row(scene.numbers, start + WINDOWS + kind * VIEW);
                    for (view, add) in view.iter_mut().zip(row) {
                        *view += add;
                    }
                }
            }
            for (sum, view) in inputs.iter_mut().zip(views) {
                *sum += view.max(0.0);
            }
            self.views.push(views);
        }
        let bags = inputs[VIEWS..].chunks_exact_mut(BAG);
        for ((bag, entries), start) in bags
            .zip(scene.shard.entries(scene.sample))
            .zip(scene.starts)
        {
            for entry in entries {
                let row: &[f32; BAG] = row(scene.numbers, start + BAGS + entry.code() * BAG);
                for (sum, add) in bag.iter_mut().zip(row) {
                    *sum += entry.count() * add;
                }
            }
        }
        for input in &mut inputs {
            *input *= SUM_SCALE;
        }
        let head = scene.starts[0];
        let mut hidden: Layer = *row(scene.numbers, head + FIRST_BIAS);
        forwards(scene.numbers, head + FIRST, &inputs, &mut hidden);
        rectify(&mut hidden);
        let mut second: Layer = *row(scene.numbers, head + SECOND_BIAS);
        forwards(scene.numbers, head + SECOND, &hidden, &mut second);
        rectify(&mut second);
        let mut value = [scene.numbers[head + LAST_BIAS]];
        forwards(scene.numbers, head + LAST, &second, &mut value);
        Layers {
            inputs,
            hidden,
            second,
            value: value[0],
        }
    }

    fn values_back(
        &self,
        scene: Scene<'_>,
        (layers, slope): (&Layers, f32),
        hidden_slopes: &mut Layer,
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
        let bags = inputs[VIEWS..].chunks_exact(BAG);
        for ((bag, entries), start) in bags
            .zip(scene.shard.entries(scene.sample))
            .zip(scene.starts)
        {
            for entry in entries {
                let at = start + BAGS + entry.code() * BAG;
                for (learned, slope) in learned[at..at + BAG].iter_mut().zip(bag) {
                    *learned += entry.count() * slope;
                }
            }
        }
        let points = scene.shard.points(scene.sample).iter().zip(&self.views);
        for ((point, views), slopes) in points.zip(&self.view_slopes) {
            let mut slopes = *slopes;
            for ((slope, &view), input) in slopes.iter_mut().zip(views).zip(&inputs) {
                if view > 0.0 {
                    *slope += input;
                }
            }
            for kinds in window_rows(point, scene.sample.mover) {
                for ((slopes, kind), start) in
                    slopes.chunks_exact(VIEW).zip(kinds).zip(scene.starts)
                {
                    let at = start + WINDOWS + kind * VIEW;
                    for (learned, slope) in learned[at..at + VIEW].iter_mut().zip(slopes) {
                        *learned += slope;
                    }
                }
            }
        }
    }

    /// The promises of the moves; returned are the weights of the marks.
    fn promises(&mut self, scene: Scene<'_>, hidden: &Layer) -> Views {
        let head = scene.starts[0];
        self.marks.clear();
        self.moves.clear();
        let mut weights: Views = *row(scene.numbers, head + PROMISE);
        let moves = scene.shard.moves(scene.sample);
        if moves.is_empty() {
            return weights;
        }
        forwards(scene.numbers, head + PROMISE_HIDDEN, hidden, &mut weights);
        for candidate in moves {
            let place = usize::from(candidate.place);
            let codes = codes_of(&scene.shard.points(scene.sample)[place], scene.sample.mover);
            let mut marks = self.views[place];
            for ((marks, code), start) in marks.chunks_exact_mut(VIEW).zip(codes).zip(scene.starts)
            {
                let row: &[f32; VIEW] = row(scene.numbers, start + CODES + code * VIEW);
                for (mark, add) in marks.iter_mut().zip(row) {
                    *mark = (*mark + add).max(0.0);
                }
            }
            let mut promise = 0.0;
            for (mark, weight) in marks.iter().zip(&weights) {
                promise += mark * weight;
            }
            for (which, &distance) in candidate.near.iter().enumerate() {
                promise += scene.numbers[head + near_at(which, distance)];
            }
            self.marks.push(marks);
            self.moves.push(promise);
        }
        weights
    }

    /// From promises to chances and on to slopes, with the loss of the choice.
    fn choose(&mut self, shard: &Shard, sample: &Sample, tally: &mut Tally) {
        let Some(best) = place_of_greatest(&self.moves) else {
            return;
        };
        let most = self.moves[best];
        for promise in &mut self.moves {
            *promise = libm::expf(*promise - most);
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

    fn promises_back(
        &mut self,
        scene: Scene<'_>,
        (hidden, weights): (&Layer, &Views),
        hidden_slopes: &mut Layer,
        learned: &mut [f32],
    ) {
        let head = scene.starts[0];
        let mut weight_slopes = [0.0; VIEWS];
        let moves = scene.shard.moves(scene.sample).iter().zip(&self.marks);
        for ((candidate, marks), &slope) in moves.zip(&self.moves) {
            let place = usize::from(candidate.place);
            for (which, &distance) in candidate.near.iter().enumerate() {
                learned[head + near_at(which, distance)] += slope;
            }
            let mut slopes = weights.map(|weight| weight * slope);
            gate(&mut slopes, marks);
            for (sum, mark) in weight_slopes.iter_mut().zip(marks) {
                *sum += slope * mark;
            }
            for (sum, slope) in self.view_slopes[place].iter_mut().zip(&slopes) {
                *sum += slope;
            }
            let codes = codes_of(&scene.shard.points(scene.sample)[place], scene.sample.mover);
            for ((slopes, code), start) in slopes.chunks_exact(VIEW).zip(codes).zip(scene.starts) {
                let at = start + CODES + code * VIEW;
                for (learned, slope) in learned[at..at + VIEW].iter_mut().zip(slopes) {
                    *learned += slope;
                }
            }
        }
        if !self.moves.is_empty() {
            add_row(learned, head + PROMISE, &weight_slopes);
            let at = head + PROMISE_HIDDEN;
            backwards(
                scene.numbers,
                at,
                hidden,
                &weight_slopes,
                learned,
                hidden_slopes,
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

    /// Numbers that a network's file can store, larger than learning begins with.
    fn numbers(layout: Layout) -> Vec<f32> {
        let mut numbers = layout.random(9);
        let mut rng = Rng::new(4);
        for number in &mut numbers {
            *number += (rng.below(201) as f32 - 100.0) * 2e-3;
        }
        Layout::confine(&mut numbers);
        numbers
    }

    /// The slopes against the differences of the losses.
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
            // The steepest of each part of the network, and some others.
            let mut places: Vec<usize> = (0..numbers.len()).collect();
            places.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
            let mut seen = [0; 12];
            let parts = [
                WINDOWS,
                BAGS,
                CODES,
                FIRST,
                FIRST_BIAS,
                SECOND,
                SECOND_BIAS,
                LAST,
                LAST_BIAS,
                PROMISE,
                PROMISE_HIDDEN,
                NEAR,
            ];
            let start = goal.layout.start(Side::White);
            for place in places {
                let Some(inside) = place.checked_sub(start) else {
                    continue;
                };
                if inside < VIEW {
                    // The row of windows without stones stays zero.
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
                // The loss has corners where a neuron wakes up.
                assert!(
                    (measured - slope).abs() < 0.05 * slope.abs() + 0.05,
                    "{rule} part {part} place {place}: {measured} {slope}"
                );
            }
        }
    }
}
