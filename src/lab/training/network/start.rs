//! The parameters that a training begins with.

use kagetsu_gomoku::eval::nnue::Weights;
use kagetsu_kernel::rng::Rng;

use super::layout::Layout;
use super::shared_parameters::SharedParameters;

/// The parameters that a training begins with.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The parameters of the network, without what the shared ones add.
    pub(super) parameters: Vec<f32>,
    /// The shared parameters.
    pub(super) shared: Vec<f32>,
}

impl Start {
    /// Random parameters. Where there are two kinds of sides, they begin equal: what is random is what they have in common.
    pub(super) fn random(layout: Layout, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let first = Layout::one_kind().random(&mut rng);
        let (parameters, common) = if layout.common_count() > 0 {
            (vec![0.0; layout.parameter_count()], first)
        } else {
            (first, Vec::new())
        };
        Self {
            parameters,
            shared: SharedParameters::new(layout).random(&mut rng, &common),
        }
    }

    /// The parameters of another network. Line patterns are worth much the same by every rule, so a network of another
    /// rule is a better start than random parameters.
    pub(super) fn network(layout: Layout, weights: &Weights) -> Self {
        Self {
            parameters: layout.begin_from(weights),
            shared: SharedParameters::new(layout).zeros(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::{Rule, Side};

    #[test]
    fn both_colours_begin_equal_and_may_come_to_differ() {
        let layout = Layout::new(Rule::Renju);
        let start = Start::random(layout, 3);
        let shared = SharedParameters::new(layout);
        let mut parameters = start.parameters.clone();
        shared.add_to(&start.shared, &mut parameters);
        let (black, white) = parameters.split_at(layout.start(Side::White));
        assert!(black == white && black.iter().any(|&number| number != 0.0));
        // What is learned from positions of Black: the own parameters of Black, and those in common.
        let mut of_black = vec![0.0; parameters.len()];
        of_black[..black.len()].fill(1.0);
        let mut gradients = vec![0.0; shared.parameter_count()];
        shared.gradients(&of_black, &mut gradients);
        assert!(gradients.ends_with(&vec![1.0; black.len()]));
    }
}
