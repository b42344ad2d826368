//! From the sums to a value, and from the views to promises.

use crate::board::{Board, BoardObserver, Rule, Side};
use crate::eval::{Evaluator, LOGISTIC_SCALE, Promises};
use crate::geometry::{BoardSize, PointSet};
use crate::kernel::Score;

use super::accumulator::Accumulator;
use super::features::distance;
use super::network::{MarkWeights, Network, embedded_network};
use super::simd;
use super::weights::{BAG, HIDDEN, INPUTS, SUM_SCALE, SideWeights, VIEW, VIEWS};

/// The network, following a board.
#[derive(Clone, Debug)]
pub struct Nnue {
    accumulator: Accumulator,
    /// The first layer of the position that was asked about last, and the key of that position: most positions are
    /// asked for a value and then for promises.
    hidden: Option<(u64, [f32; HIDDEN])>,
}

impl Nnue {
    /// An evaluation for a rule and boards of about this size by the network that the program was built with, without a
    /// board yet.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self::with(embedded_network(rule, size).clone())
    }

    /// An evaluation by a network of one's own, without a board yet.
    pub fn with(network: Network) -> Self {
        Self {
            accumulator: Accumulator::new(network),
            hidden: None,
        }
    }

    /// The first layer for the side to move.
    fn hidden(&mut self, board: &Board) -> [f32; HIDDEN] {
        if let Some((key, hidden)) = self.hidden
            && key == board.key()
        {
            return hidden;
        }
        self.accumulator.settle(board);
        let hidden = self.first_layer(board.side_to_move());
        self.hidden = Some((board.key(), hidden));
        hidden
    }

    /// The first layer, with all stones that count.
    fn first_layer(&self, mover: Side) -> [f32; HIDDEN] {
        let sums = self.accumulator.sums();
        let head = self.accumulator.network().head(mover);
        let mut inputs = [0.0; INPUTS];
        let (view_inputs, bag_inputs) = inputs.split_at_mut(VIEWS);
        for (role, inputs) in view_inputs.chunks_exact_mut(VIEW).enumerate() {
            let start = (role ^ mover.index()) * VIEW;
            scale(inputs, &sums.views[start..start + VIEW], VIEW_SCALE);
        }
        for (role, inputs) in bag_inputs.chunks_exact_mut(BAG).enumerate() {
            scale(inputs, &sums.bags[role ^ mover.index()], BAG_SCALE);
        }
        rectified(simd::layer(&head.first_bias, &inputs, &head.first[..]))
    }
}

/// From sums of views and of bags to inputs.
const VIEW_SCALE: f32 = SUM_SCALE / SideWeights::VIEW_UNIT;
const BAG_SCALE: f32 = SUM_SCALE / SideWeights::BAG_UNIT;

fn scale(inputs: &mut [f32], sums: &[i32], scale: f32) {
    for (input, &sum) in inputs.iter_mut().zip(sums) {
        *input = sum as f32 * scale;
    }
}

fn rectified(neurons: [f32; HIDDEN]) -> [f32; HIDDEN] {
    neurons.map(|neuron| neuron.max(0.0))
}

impl BoardObserver for Nnue {
    #[inline]
    fn undo(&mut self, made: usize) {
        self.accumulator.undo(made);
    }
}

impl Evaluator for Nnue {
    fn refresh(&mut self, board: &Board) {
        self.hidden = None;
        self.accumulator.refresh(board);
    }

    fn evaluate(&mut self, board: &Board) -> i32 {
        let hidden = self.hidden(board);
        let head = self.accumulator.network().head(board.side_to_move());
        let second = rectified(simd::layer(&head.second_bias, &hidden, &head.second[..]));
        let products = second.iter().zip(&head.last);
        let value = products.fold(head.last_bias, |value, (neuron, weight)| {
            value + neuron * weight
        });
        // A file may hold any layers: what comes of them stays where a search can still subtract margins.
        let most = Score::MAX_EVALUATION.value();
        ((value * LOGISTIC_SCALE as f32).round() as i32).clamp(-most, most)
    }

    fn promises(&mut self, board: &Board, set: PointSet, promises: &mut Promises) {
        self.accumulator.settle(board);
        let hidden = self.hidden(board);
        let mover = board.side_to_move();
        let network = self.accumulator.network();
        let weights = MarkWeights::new(network.head(mover), &hidden).of_views(mover);
        let near = network.near(mover);
        let last = [board.recent(1), board.recent(2)];
        let (accumulator, rows) = (&self.accumulator, network.codes());
        let points = set.iter().map(|point| {
            let [black, white] = accumulator.codes(point);
            let codes = [rows[0].of(black), rows[1].of(white)];
            (accumulator.views(point), codes, point)
        });
        weights.promises(points, |promise, point| {
            let nearness = near[0][distance(last[0], point)] + near[1][distance(last[1], point)];
            promises.push((promise + nearness, point));
        });
    }
}
