//! The forward pass: from the sums of the accumulator to the value, and from the embeddings to policy scores.

use crate::board::{Board, Rule};
use crate::eval::{Evaluator, PolicyScores};
use crate::geometry::{BoardSize, PointSet};
use kagetsu_kernel::Score;

use super::accumulator::Accumulator;
use super::features::distance;
use super::network::{Network, PolicyWeights, embedded_network};
use super::rows::Neurons;

/// The network as an evaluation that follows a board.
#[derive(Clone, Debug)]
pub struct Nnue {
    accumulator: Accumulator,
    /// The output of the first layer for the last position that was asked about, and the key of that position. Most
    /// positions are asked for a value first and then for policy scores.
    hidden: Option<(u64, Neurons)>,
}

impl Nnue {
    /// An evaluation for a rule and boards of about this size by the network that the program was built with, without a
    /// board yet.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self::with(embedded_network(rule, size).clone())
    }

    /// An evaluation with another network, without a board yet.
    pub fn with(network: Network) -> Self {
        Self {
            accumulator: Accumulator::new(network),
            hidden: None,
        }
    }

    /// The output of the first layer for the side to move.
    fn hidden(&mut self, board: &Board) -> Neurons {
        if let Some((key, hidden)) = self.hidden
            && key == board.key()
        {
            return hidden;
        }
        self.accumulator.update(board);
        let mover = board.side_to_move();
        let layers = self.accumulator.network().layers(mover);
        let sums = self.accumulator.sums();
        let hidden = layers.first(mover, &sums.embeddings, &sums.code_sums);
        self.hidden = Some((board.key(), hidden));
        hidden
    }
}

impl Evaluator for Nnue {
    #[inline]
    fn undo(&mut self, made: usize) {
        self.accumulator.undo(made);
    }

    fn refresh(&mut self, board: &Board) {
        self.hidden = None;
        self.accumulator.refresh(board);
    }

    fn evaluate(&mut self, board: &Board) -> i32 {
        let hidden = self.hidden(board);
        let layers = self.accumulator.network().layers(board.side_to_move());
        let value = layers.value(&hidden);
        // A network of a file may give any value. The search subtracts margins from it, so it is clamped.
        let most = i64::from(Score::MAX_EVALUATION.value());
        value.clamp(-most, most) as i32
    }

    fn policy_scores(&mut self, board: &Board, set: PointSet, policy_scores: &mut PolicyScores) {
        self.accumulator.update(board);
        let hidden = self.hidden(board);
        let mover = board.side_to_move();
        let network = self.accumulator.network();
        let weights = PolicyWeights::new(network.layers(mover), &hidden).of_embeddings(mover);
        let near = network.near(mover);
        let last = [board.recent(1), board.recent(2)];
        let (accumulator, rows) = (&self.accumulator, network.codes());
        let points = set.iter().map(|point| {
            let [black, white] = accumulator.codes(point);
            let codes = [rows[0].of(black), rows[1].of(white)];
            (accumulator.embeddings(point), codes, point)
        });
        weights.policy_scores(points, |policy_score, point| {
            let nearness = near[0][distance(last[0], point)] + near[1][distance(last[1], point)];
            policy_scores.push((policy_score + nearness, point));
        });
    }
}
