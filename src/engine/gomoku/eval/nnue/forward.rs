//! The forward pass: from the sums of the accumulator to the value, and from the embeddings to policy scores.

use crate::board::{Board, Rule, Side};
use crate::eval::{Evaluator, POLICY_SCALE, PolicyScores};
use crate::geometry::{BoardSize, Point, PointSet};
use kagetsu_kernel::Score;

use super::accumulator::Accumulator;
use super::features::distance;
use super::network::{Network, PolicyWeights, embedded_network, in_hundredths};
use super::rows::Neurons;
use super::simd;
use super::weights::{EMBEDDING, NEIGHBOUR_MARGIN};

/// The margin of the neighbour layer in the unit of policy scores.
const MARGIN: i32 = (NEIGHBOUR_MARGIN * POLICY_SCALE) as i32;

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

    /// Adds what the neighbour layer says to the policy scores of the most promising moves.
    fn add_neighbours(&self, mover: Side, hidden: &Neurons, policy_scores: &mut [(i32, Point)]) {
        let Some(layer) = self.accumulator.network().layers(mover).neighbours() else {
            return;
        };
        let greatest = policy_scores.iter().map(|&(score, _)| score).max();
        let least = greatest.map_or(0, |greatest| greatest.saturating_sub(MARGIN));
        let mut weights = layer.policy_weights(hidden);
        weights.rotate_left(mover.index() * EMBEDDING);
        let promising = policy_scores
            .iter_mut()
            .filter(|(score, _)| *score >= least);
        let points =
            promising.map(|(score, point)| (self.accumulator.neighbourhood(*point), score));
        simd::neighbour_sums(layer.rows(mover), &weights, points, |sum, score| {
            *score += in_hundredths(sum);
        });
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
        let max = i64::from(Score::MAX_EVALUATION.value());
        value.clamp(-max, max) as i32
    }

    fn policy_scores(&mut self, board: &Board, set: PointSet, policy_scores: &mut PolicyScores) {
        self.accumulator.update(board);
        let hidden = self.hidden(board);
        let mover = board.side_to_move();
        let network = self.accumulator.network();
        let weights = PolicyWeights::new(network.layers(mover), &hidden).of_embeddings(mover);
        let near = network.near(mover);
        let last = [board.recent(1), board.recent(2)];
        let first = policy_scores.len();
        let (accumulator, rows) = (&self.accumulator, network.policy_code_vectors());
        let points = set.iter().map(|point| {
            let [black, white] = accumulator.codes(point);
            let codes = [rows[0].of(black), rows[1].of(white)];
            (accumulator.embeddings(point), codes, point)
        });
        weights.policy_scores(points, |policy_score, point| {
            let nearness = near[0][distance(last[0], point)] + near[1][distance(last[1], point)];
            policy_scores.push((policy_score + nearness, point));
        });
        self.add_neighbours(mover, &hidden, &mut policy_scores[first..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::{DISTANCES, NeighbourLayer, Weights, embedded_weights};
    use kagetsu_kernel::rng::Rng;

    const STONES: usize = 40;

    fn size() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    /// The network of a rule with a neighbour layer of random numbers.
    fn with_neighbours(rule: Rule, rng: &mut Rng) -> Weights {
        let mut weights = embedded_weights(rule, size());
        for side in &mut weights.sides {
            let mut layer = Box::<NeighbourLayer>::default();
            for number in layer.parameters_mut() {
                *number = (rng.below(201) as f32 - 100.0) / 500.0;
            }
            side.head.neighbours = Some(layer);
        }
        weights
    }

    fn policy_scores(eval: &mut Nnue, board: &Board) -> PolicyScores {
        let mut list = PolicyScores::new_const();
        eval.policy_scores(board, board.candidates(), &mut list);
        list
    }

    /// Stones made and taken back leave nothing behind in what the layer sees.
    #[test]
    fn the_way_to_a_position_changes_no_policy_score() {
        let mut rng = Rng::new(3);
        for rule in [Rule::Freestyle, Rule::Renju] {
            let network = Network::from(&with_neighbours(rule, &mut rng));
            let mut eval = Nnue::with(network.clone());
            let mut board = Board::new(size(), rule);
            eval.refresh(&board);
            for _ in 0..5 * STONES {
                let points: Vec<Point> = board.candidates().iter().collect();
                if rng.below(3) == 0 && board.made() > 0 || points.is_empty() {
                    board.unmake();
                    eval.undo(board.made());
                } else if board.made() < STONES {
                    board.make(points[rng.below(points.len())]);
                }
                if rng.below(2) == 0 {
                    let mut fresh = Nnue::with(network.clone());
                    fresh.refresh(&board);
                    let expected = policy_scores(&mut fresh, &board);
                    assert_eq!(policy_scores(&mut eval, &board), expected, "{rule}");
                }
            }
        }
    }

    #[test]
    fn the_neighbour_layer_changes_promising_moves_and_nothing_else() {
        let mut rng = Rng::new(4);
        let mut weights = with_neighbours(Rule::Freestyle, &mut rng);
        let mut with = Nnue::with(Network::from(&weights));
        weights.sides[0].head.neighbours = None;
        let mut without = Nnue::with(Network::from(&weights));
        let mut board = Board::new(size(), Rule::Freestyle);
        let (mut changed, mut kept) = (0, 0);
        for _ in 0..STONES / 2 {
            let points: Vec<Point> = board.candidates().iter().collect();
            board.make(points[rng.below(points.len())]);
            with.refresh(&board);
            without.refresh(&board);
            assert_eq!(with.evaluate(&board), without.evaluate(&board));
            let before = policy_scores(&mut without, &board);
            let greatest = before.iter().map(|&(score, _)| score).max();
            let least = greatest.unwrap_or_default() - MARGIN;
            for (old, new) in before.iter().zip(policy_scores(&mut with, &board)) {
                assert_eq!(old.1, new.1);
                if old.0 < least {
                    assert_eq!(old.0, new.0);
                    kept += 1;
                } else if old.0 != new.0 {
                    changed += 1;
                }
            }
        }
        assert!(changed > STONES && kept > STONES, "{changed} {kept}");
    }

    #[test]
    fn distances_of_any_weight_overflow_no_policy_score() {
        let mut weights = embedded_weights(Rule::Freestyle, size());
        let mut board = Board::new(size(), Rule::Freestyle);
        board.make(size().centre());
        for number in [f32::MAX, f32::MIN] {
            for side in &mut weights.sides {
                side.head.near = [[number; DISTANCES]; 2];
            }
            let mut eval = Nnue::with(Network::from(&weights));
            eval.refresh(&board);
            let scores = policy_scores(&mut eval, &board);
            assert!(
                scores
                    .iter()
                    .all(|&(score, _)| (score > 0) == (number > 0.0))
            );
        }
    }
}
