//! Tests of int8 against floats, and of the instructions against each other.

use kagetsu_kernel::rng::Rng;

use super::super::{
    Activations, Field, Instructions, Network, NetworkShape, Quantised, forward, forward_by,
};
use crate::net::layout::PLANES;

const SHAPE: NetworkShape = NetworkShape {
    blocks: 3,
    channels: 48,
    value_hidden: 16,
    auxiliary: 0,
};

fn planes(field: Field, rng: &mut Rng) -> Vec<f32> {
    let mut planes = vec![0.0; field.places() * PLANES];
    for cell in 0..field.cells() {
        let at = field.place(cell) * PLANES;
        planes[at + rng.below(3)] = 1.0;
        planes[at + 2] = 1.0;
    }
    planes
}

#[test]
fn int8_gives_the_same_bits_with_every_kind_of_instructions() {
    let mut rng = Rng::new(1);
    for (columns, rows, extreme) in [(7, 6, false), (9, 9, true), (5, 5, false), (15, 2, true)] {
        let field = Field { columns, rows };
        let planes = planes(field, &mut rng);
        let mut network = Network::new(SHAPE, 3);
        if extreme {
            // Sums as great as they can be.
            for weight in network.weights_mut() {
                *weight = 0.01 * if rng.below(50) == 0 { -1.0 } else { 1.0 };
            }
        }
        let results = Instructions::available().map(|kind| {
            let network = network.clone().with_instructions(kind);
            let quantised = Quantised::new(&network);
            let mut numbers = Activations::default();
            forward_by(
                &network,
                Some(&quantised),
                field,
                planes.clone(),
                &mut numbers,
            );
            let bits = |number: &f32| number.to_bits();
            let logits: Vec<u32> = numbers.output.logits.iter().map(bits).collect();
            (logits, numbers.output.value.to_bits())
        });
        let results: Vec<_> = results.collect();
        assert!(
            results.iter().all(|result| *result == results[0]),
            "{field:?}"
        );
    }
}

#[test]
fn int8_says_nearly_what_floats_say() {
    let mut rng = Rng::new(2);
    let field = Field {
        columns: 9,
        rows: 9,
    };
    let (mut differs, mut size, mut greatest) = (0.0, 0.0, 0.0_f32);
    for seed in 0..20 {
        let network = Network::new(SHAPE, seed);
        let quantised = Quantised::new(&network);
        let planes = planes(field, &mut rng);
        let [mut floats, mut int8] = [(); 2].map(|()| Activations::default());
        forward(&network, field, planes.clone(), &mut floats);
        forward_by(&network, Some(&quantised), field, planes, &mut int8);
        let logits = &floats.output.logits;
        let mean = logits.iter().sum::<f32>() / logits.len() as f32;
        for (own, other) in logits.iter().zip(&int8.output.logits) {
            differs += (own - other).powi(2);
            size += (own - mean).powi(2);
        }
        greatest = greatest.max((floats.output.value - int8.output.value).abs());
    }
    let relative = (differs / size).sqrt();
    assert!(relative < 0.1, "{relative}");
    assert!(greatest < 0.02, "{greatest}");
}

#[test]
fn a_network_of_zeros_stays_one() {
    let mut network = Network::new(SHAPE, 1);
    network.weights_mut().fill(0.0);
    let field = Field {
        columns: 3,
        rows: 3,
    };
    let mut numbers = Activations::default();
    let planes = planes(field, &mut Rng::new(1));
    let quantised = Quantised::new(&network);
    forward_by(&network, Some(&quantised), field, planes, &mut numbers);
    assert!(
        numbers
            .output
            .logits
            .iter()
            .all(|logit| logit.to_bits() == 0)
    );
    assert_eq!(numbers.output.value.to_bits(), 0);
}

#[test]
fn memory_of_another_board_changes_no_bit() {
    let mut rng = Rng::new(4);
    let network = Network::new(SHAPE, 5);
    let quantised = Quantised::new(&network);
    for by_int8 in [None, Some(&quantised)] {
        let mut used = Activations::default();
        // The first two have as many places.
        for (columns, rows) in [(7, 6), (6, 7), (3, 3), (7, 6)] {
            let field = Field { columns, rows };
            let planes = planes(field, &mut rng);
            let mut fresh = Activations::default();
            for numbers in [&mut used, &mut fresh] {
                forward_by(&network, by_int8, field, planes.clone(), numbers);
            }
            assert_eq!(used.output, fresh.output, "{field:?}");
        }
    }
}
