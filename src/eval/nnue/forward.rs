//! From the sums to a value, and from the views to promises.

use crate::board::{Board, BoardObserver, Code, Rule, Side, Window};
use crate::eval::{Evaluator, LOGISTIC_SCALE, Promises};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::kernel::Score;

use super::accumulator::Accumulator;
use super::features::distance;
use super::network::{MarkWeights, Network, embedded_network};
use super::weights::{BAG, HIDDEN, SUM_SCALE, SideWeights, VIEW, VIEWS};

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
        self.accumulator.settle();
        let hidden = self.first_layer(board.side_to_move());
        self.hidden = Some((board.key(), hidden));
        hidden
    }

    /// The first layer, with all stones that count.
    fn first_layer(&self, mover: Side) -> [f32; HIDDEN] {
        let sums = self.accumulator.sums();
        let head = self.accumulator.network().head(mover);
        let (view_rows, bag_rows) = head.first.split_at(VIEWS);
        let mut hidden = head.first_bias;
        for (role, rows) in view_rows.chunks_exact(VIEW).enumerate() {
            let start = (role ^ mover.index()) * VIEW;
            for (&sum, row) in sums.views[start..start + VIEW].iter().zip(rows) {
                add(
                    &mut hidden,
                    sum as f32 * (SUM_SCALE / SideWeights::VIEW_UNIT),
                    row,
                );
            }
        }
        for (role, rows) in bag_rows.chunks_exact(BAG).enumerate() {
            for (&sum, row) in sums.bags[role ^ mover.index()].iter().zip(rows) {
                add(
                    &mut hidden,
                    sum as f32 * (SUM_SCALE / SideWeights::BAG_UNIT),
                    row,
                );
            }
        }
        hidden.map(|neuron| neuron.max(0.0))
    }
}

#[inline]
fn add(neurons: &mut [f32; HIDDEN], input: f32, row: &[f32; HIDDEN]) {
    for place in 0..HIDDEN {
        neurons[place] += input * row[place];
    }
}

impl BoardObserver for Nnue {
    #[inline]
    fn put(&mut self, point: Point, codes: [Code; 2]) {
        self.accumulator.put(point, codes);
    }

    #[inline]
    fn code(&mut self, side: Side, before: Code, after: Code) {
        self.accumulator.code(side, before, after);
    }

    #[inline]
    fn window(&mut self, point: Point, before: Window, after: Window) {
        self.accumulator.window(point, before, after);
    }

    #[inline]
    fn undo(&mut self) {
        self.accumulator.undo();
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
        let mut second = head.second_bias;
        for (&neuron, row) in hidden.iter().zip(head.second.iter()) {
            add(&mut second, neuron, row);
        }
        let products = second.iter().zip(&head.last);
        let value = products.fold(head.last_bias, |value, (neuron, weight)| {
            value + neuron.max(0.0) * weight
        });
        // A file may hold any layers: what comes of them stays where a search can still subtract margins.
        let most = Score::MAX_EVALUATION.value();
        ((value * LOGISTIC_SCALE as f32).round() as i32).clamp(-most, most)
    }

    fn promises(&mut self, board: &Board, set: PointSet, promises: &mut Promises) {
        self.accumulator.settle();
        let hidden = self.hidden(board);
        let mover = board.side_to_move();
        let network = self.accumulator.network();
        let weights = MarkWeights::new(network.head(mover), &hidden).of_views(mover);
        let near = network.near(mover);
        let last = [board.recent(1), board.recent(2)];
        for point in set {
            let codes = Side::BOTH.map(|side| network.code(side, board.code(side, point)));
            let promise = weights.units(self.accumulator.views(point), codes)
                + near[0][distance(last[0], point)]
                + near[1][distance(last[1], point)];
            promises.push((promise, point));
        }
    }
}
