//! Tests of gradients against finite differences, of the instructions against each other, and of learning.

use kagetsu_kernel::rng::Rng;

use super::super::{
    Activations, Adam, AuxiliaryTarget, Field, Instructions, Losses, Network, NetworkShape, Target,
    Workspace, gradient,
};
use crate::net::layout::PLANES;

const SHAPE: NetworkShape = NetworkShape {
    blocks: 2,
    channels: 16,
    value_hidden: 16,
    auxiliary: 1,
};

fn uniform(rng: &mut Rng) -> f32 {
    rng.below(2001) as f32 / 1000.0 - 1.0
}

/// A random position of a board, with a target.
fn sample(field: Field, rng: &mut Rng) -> (Vec<f32>, Target) {
    let mut planes = vec![0.0; field.places() * PLANES];
    for cell in 0..field.cells() {
        let at = field.place(cell) * PLANES;
        planes[at + rng.below(3)] = 1.0;
        planes[at + 2] = 1.0;
    }
    let weights: Vec<f32> = (0..field.cells())
        .map(|_| 1.0 + rng.below(9) as f32)
        .collect();
    let sum: f32 = weights.iter().sum();
    let parts = || weights.iter().map(|weight| weight / sum);
    let policy = (0..).zip(parts()).collect();
    let further = AuxiliaryTarget {
        weight: 0.7,
        policy: parts().rev().collect(),
    };
    let auxiliary = vec![further];
    let value = [-1.0, 0.0, 1.0][rng.below(3)];
    (
        planes,
        Target {
            policy,
            value,
            auxiliary,
        },
    )
}

fn loss(network: &Network, field: Field, sample: &(Vec<f32>, Target)) -> f64 {
    let mut numbers = Activations::default();
    super::forward_all(network, field, sample.0.clone(), &mut numbers);
    let (losses, _) = super::losses(&numbers, &sample.1);
    losses.policy + losses.value + losses.auxiliary
}

#[test]
fn gradients_are_finite_differences() {
    const STEP: f32 = 4e-3;
    const TRIES: usize = 40;
    let mut rng = Rng::new(1);
    let mut network = Network::new(SHAPE, 7);
    for weight in network.weights_mut() {
        // Nothing is zero, and every part of the network has a say.
        *weight += 0.2 * uniform(&mut rng);
    }
    let field = Field {
        columns: 4,
        rows: 5,
    };
    let sample = sample(field, &mut rng);
    let mut found = vec![0.0; network.weights().len()];
    let mut workspace = Workspace::new(&network);
    let (planes, target) = (sample.0.clone(), &sample.1);
    gradient(&network, field, planes, target, &mut workspace, &mut found);
    for tensor in network.layout.tensors.clone() {
        let (mut differs, mut size, mut counted) = (0.0_f64, 1e-6_f64, 0);
        for _ in 0..TRIES {
            let place = tensor.range.start + rng.below(tensor.range.len());
            let before = network.weights()[place];
            let mut difference = |step: f32| {
                let mut at = |offset: f32| {
                    network.weights_mut()[place] = before + offset;
                    let loss = loss(&network, field, &sample);
                    network.weights_mut()[place] = before;
                    loss
                };
                (at(step) - at(-step)) / f64::from(2.0 * step)
            };
            let (wide, narrow) = (difference(STEP), difference(STEP / 2.0));
            // Where a sum crosses zero the loss has a corner.
            if (wide - narrow).abs() > 0.01 * narrow.abs() + 1e-3 {
                continue;
            }
            counted += 1;
            differs += (narrow - f64::from(found[place])).powi(2);
            size += narrow.powi(2);
        }
        let relative = (differs / size).sqrt();
        assert!(relative < 0.02, "{}: {relative}", tensor.name);
        assert!(counted >= TRIES / 3, "{}: {counted}", tensor.name);
    }
}

#[test]
fn every_kind_of_instructions_gives_the_same_bits() {
    let field = Field {
        columns: 7,
        rows: 6,
    };
    let shape = NetworkShape {
        channels: 48,
        ..SHAPE
    };
    let mut results = Vec::new();
    for kind in Instructions::available() {
        let network = Network::new(shape, 3).with_instructions(kind);
        let (planes, target) = sample(field, &mut Rng::new(1));
        let mut found = vec![0.0; network.weights().len()];
        let losses = gradient(
            &network,
            field,
            planes,
            &target,
            &mut Workspace::new(&network),
            &mut found,
        );
        let bits: Vec<u32> = found.iter().map(|number| number.to_bits()).collect();
        results.push((losses, bits));
    }
    assert!(results.iter().all(|result| *result == results[0]));
    assert!(results[0].1.iter().filter(|&&bits| bits != 0).count() > 1000);
}

#[test]
fn the_loss_of_a_few_positions_falls_to_their_entropy() {
    let mut rng = Rng::new(11);
    let mut network = Network::new(SHAPE, 2);
    let mut adam = Adam::new(network.weights().len());
    // Boards of two sizes.
    let samples: Vec<_> = [(5, 5), (5, 5), (4, 6), (4, 6)]
        .map(|(columns, rows)| {
            let field = Field { columns, rows };
            (field, sample(field, &mut rng))
        })
        .into_iter()
        .collect();
    let entropy: f64 = samples
        .iter()
        .flat_map(|(_, (_, target))| &target.policy)
        .map(|&(_, part)| -f64::from(part) * f64::from(part).ln())
        .sum();
    let mut last = Losses::default();
    for step in 0..600 {
        let mut workspace = Workspace::new(&network);
        let mut sums = vec![0.0; network.weights().len()];
        last = Losses::default();
        for (field, (planes, target)) in &samples {
            last.add(gradient(
                &network,
                *field,
                planes.clone(),
                target,
                &mut workspace,
                &mut sums,
            ));
        }
        let rate = if step < 400 { 3e-3 } else { 5e-4 };
        adam.step(&mut network, &sums, rate);
    }
    assert!(
        (last.policy - entropy) / 4.0 < 0.02,
        "{} {entropy}",
        last.policy
    );
    assert!(last.value / 4.0 < 0.01, "{}", last.value);
}

#[test]
fn a_network_comes_back_from_its_file_and_a_damaged_one_is_refused() {
    let network = Network::new(SHAPE, 9);
    let bytes = network.to_bytes().expect("the format takes it");
    assert_eq!(Network::from_bytes(&bytes).expect("it is whole"), network);
    for end in [0, 7, 8, 100, bytes.len() - 1] {
        assert!(Network::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
    }
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let place = rng.below(2_000);
        damaged[place] ^= 1 << rng.below(8);
        // Whatever was damaged, there is an error or a network.
        let _ = Network::from_bytes(&damaged);
    }
    let mut foreign = Network::new(SHAPE, 9);
    foreign.weights_mut()[1234] = f32::NAN;
    let bytes = foreign.to_bytes().expect("the format takes it");
    let error = Network::from_bytes(&bytes).expect_err("it is not finite");
    assert!(error.to_string().contains("not finite"), "{error}");
}
