//! Compares the gradient of a pass with finite differences of the losses.

use super::goal::Goal;
use super::labels::SampleRules;
use super::layout::{
    CODE_SUM_PAIR, CODES, FIRST, FIRST_BIAS, LAST, LAST_BIAS, Layout, NEAR, NEIGHBOUR_BIAS,
    NEIGHBOUR_HIDDEN, NEIGHBOUR_POLICY, NEIGHBOURS, PATTERNS, POLICY, POLICY_HIDDEN, SECOND,
    SECOND_BIAS,
};
use super::pass::Pass;
use super::samples::Shard;
use super::shared_parameters::SharedParameters;
use super::start::Start;
use super::test_games::{empty, games};
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::eval::nnue::{EMBEDDING, EMBEDDING_PAIR};
use kagetsu_kernel::rng::Rng;

/// Where the parts of the network begin.
const PARTS: [usize; 17] = [
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
    NEIGHBOURS,
    NEIGHBOURS + EMBEDDING_PAIR,
    NEIGHBOUR_BIAS,
    NEIGHBOUR_POLICY,
    NEIGHBOUR_HIDDEN,
];

/// Parameters that a network's file can store, larger than those that training begins with.
fn parameters(layout: Layout) -> Vec<f32> {
    let start = Start::random(layout, 9);
    let mut parameters = start.parameters;
    SharedParameters::new(layout).add_to(&start.shared, &mut parameters);
    let mut rng = Rng::new(4);
    for number in &mut parameters {
        *number += (rng.below(201) as f32 - 100.0) * 2e-3;
    }
    Layout::confine(&mut parameters);
    parameters
}

/// Compares the gradient with finite differences of the losses.
#[test]
fn the_gradient_agrees_with_finite_differences() {
    const STEP: f32 = 1.0 / 1024.0;
    for rule in [Rule::Freestyle, Rule::Renju] {
        let goal = Goal::usual(rule, f32::INFINITY);
        let shard = Shard::of_games(&empty(rule), &games(rule, 2), SampleRules::default());
        let mut parameters = parameters(goal.layout);
        let mut pass = Pass::default();
        let mut loss = |parameters: &[f32]| -> f64 {
            let losses = shard.samples.iter().map(|sample| {
                let losses = pass.run(&goal, parameters, &shard, sample, None);
                losses.value + f64::from(goal.policy_weight) * losses.policy
            });
            losses.sum()
        };
        let mut gradients = vec![0.0; parameters.len()];
        let mut other = Pass::default();
        for sample in &shard.samples {
            other.run(&goal, &parameters, &shard, sample, Some(&mut gradients));
        }
        // The parameters with the greatest derivatives in each part of the network, and some others.
        let mut places: Vec<usize> = (0..parameters.len()).collect();
        places.sort_by(|&a, &b| gradients[b].abs().total_cmp(&gradients[a].abs()));
        let mut seen = [0; PARTS.len()];
        let start = goal.layout.start(Side::White);
        for place in places {
            let Some(inside) = place.checked_sub(start) else {
                continue;
            };
            if inside < EMBEDDING {
                // The row of patterns without stones stays zero.
                continue;
            }
            let part = PARTS.iter().rposition(|&part| part <= inside).unwrap_or(0);
            seen[part] += 1;
            if seen[part] > 3 {
                continue;
            }
            let kept = parameters[place];
            parameters[place] = kept + STEP;
            let above = loss(&parameters);
            parameters[place] = kept - STEP;
            let below = loss(&parameters);
            parameters[place] = kept;
            let measured = (above - below) / f64::from(2.0 * STEP);
            let gradient = f64::from(gradients[place]);
            // The loss is not differentiable where a neuron changes from zero to positive.
            assert!(
                (measured - gradient).abs() < 0.05 * gradient.abs() + 0.05,
                "{rule} part {part} place {place}: {measured} {gradient}"
            );
        }
    }
}
