//! The parameters that a training begins with.

use kagetsu_gomoku::eval::nnue::Weights;
use kagetsu_kernel::rng::Rng;

use super::layout::Layout;
use super::shared_rows::SharedRows;

/// The parameters that a training begins with.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The parameters of the network, without what the shared rows add.
    pub(super) parameters: Vec<f32>,
    /// The shared rows.
    pub(super) shared: Vec<f32>,
}

impl Start {
    /// Random parameters.
    pub(super) fn random(layout: Layout, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Self {
            parameters: layout.random(&mut rng),
            shared: SharedRows::new(layout).random(&mut rng),
        }
    }

    /// The parameters of another network. Line patterns are worth much the same by every rule, so a network of another
    /// rule is a better start than random parameters.
    pub(super) fn network(layout: Layout, weights: &Weights) -> Self {
        Self {
            parameters: layout.begin_from(weights),
            shared: SharedRows::new(layout).zeros(),
        }
    }
}
