//! Prints how many positions a second a network judges and learns from on one thread, with every kind of instructions that
//! this processor has: `cargo run --release -p kagetsu-benches --example network_speed`.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::time::{Duration, Instant};

use kagetsu_zero::net::{
    Activations, Field, Instructions, Network, NetworkShape, Quantised, Target, Workspace, forward,
    forward_by, gradient, planes_of,
};
use kagetsu_zero::{Connect, Game, Rules};

/// Time for each figure.
const TIME: Duration = Duration::from_secs(1);

/// How often a second something can be done.
fn rate(mut work: impl FnMut()) -> f64 {
    let (started, mut count) = (Instant::now(), 0);
    while started.elapsed() < TIME {
        work();
        count += 1;
    }
    f64::from(count) / started.elapsed().as_secs_f64()
}

fn main() {
    let kinds = [
        Instructions::Portable,
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2,
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512,
    ];
    for (side, blocks, channels) in [(9, 4, 48), (9, 4, 128), (15, 4, 48)] {
        let game = Connect::new(Rules::new(side, side, 5));
        let (field, planes) = (Field::of(&game), planes_of(&game));
        let part = 1.0 / game.cells() as f32;
        let target = Target {
            policy: game.legal_moves().map(|cell| (cell, part)).collect(),
            value: 1.0,
            auxiliary: Vec::new(),
        };
        for kind in kinds.into_iter().filter(|kind| kind.is_available()) {
            let shape = NetworkShape {
                blocks,
                channels,
                value_hidden: 64,
                auxiliary: 0,
            };
            let network = Network::new(shape, 1).with_instructions(kind);
            let mut numbers = Activations::default();
            let judged = rate(|| forward(&network, field, planes.clone(), &mut numbers));
            let quantised = Quantised::new(&network);
            let bytes = rate(|| {
                forward_by(
                    &network,
                    Some(&quantised),
                    field,
                    planes.clone(),
                    &mut numbers,
                );
            });
            let mut workspace = Workspace::new(&network);
            let mut sum = vec![0.0; network.weights().len()];
            let learned = rate(|| {
                gradient(
                    &network,
                    field,
                    planes.clone(),
                    &target,
                    &mut workspace,
                    &mut sum,
                );
            });
            println!(
                "{side}x{side}, {blocks} blocks of {channels}, {kind:?}: {judged:.0} judged/s, {bytes:.0} by bytes, {learned:.0} learned/s"
            );
        }
    }
}
