//! The policy of the network: how good a stone on each cell is, at either stage of a turn.

use super::super::geometry::{CELLS, Cell};
use super::super::turn::Stage;
use super::codes::neighbours;
use super::view::View;
use super::weights::{Network, stage_index};

/// The score of a stone on each cell, in units. Cells that see no stone, and occupied ones, have [`UNSEEN`].
pub(in super::super) type CellScores = [i32; CELLS];

/// The score of a cell that sees no stone: less than any other.
const UNSEEN: i32 = -20_000;

/// The policy of a position in which a turn of two stones begins.
#[derive(Clone, Debug)]
pub(in super::super) struct Policy<'a> {
    network: &'a Network,
    /// For the first stone, and for the second one before it is known where the first one lies.
    by_stage: [CellScores; 2],
}

impl<'a> Policy<'a> {
    /// The policy of the side to move.
    pub(in super::super) fn new(network: &'a Network, view: &View<'_>) -> Self {
        let mut by_stage = [[UNSEEN; CELLS]; 2];
        for cell in view.seen_cells() {
            let numbers = network.embedding(view.codes_of(cell), view.side);
            for stage in [Stage::Two, Stage::One] {
                by_stage[stage_index(stage)][cell.index()] = network.policy_score(&numbers, stage);
            }
        }
        Self { network, by_stage }
    }

    /// The scores of the first stone.
    pub(in super::super) const fn first(&self) -> &CellScores {
        &self.by_stage[stage_index(Stage::Two)]
    }

    /// The scores of the second stone. The first one lies on `first` on this board.
    pub(in super::super) fn second(&self, view: &View<'_>, first: Cell) -> CellScores {
        let mut scores = self.by_stage[stage_index(Stage::One)];
        scores[first.index()] = UNSEEN;
        for other in neighbours(first) {
            let index = usize::from(other.cell);
            if let Some(cell) = Cell::from_index(index).filter(|&cell| view.is_seen(cell)) {
                let numbers = self.network.embedding(view.codes_of(cell), view.side);
                scores[index] = self.network.policy_score(&numbers, Stage::One);
            }
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Board, Side};
    use super::*;

    #[test]
    fn the_second_scores_are_those_of_the_position_after_the_first_stone() {
        let mut network = Network::zeros();
        for (index, row) in network.rows.iter_mut().enumerate() {
            *row = std::array::from_fn(|place| ((index * 31 + place * 17) % 400) as i16 - 200);
        }
        for (stage, weights) in network.policy.iter_mut().enumerate() {
            *weights = std::array::from_fn(|place| ((place + 3 * stage) % 5) as f32 - 1.0);
        }
        let [black, white] = [[180, 161, 200], [181, 120, 3]]
            .map(|stones| stones.map(|index| Cell::from_index(index).unwrap()));
        let mut board = Board::with_stones(&black, &white, Side::White);
        let policy = Policy::new(&network, &board.view());
        let first = Cell::from_index(182).unwrap();
        assert_ne!(policy.first()[first.index()], UNSEEN);
        board.play(first);
        let fresh = Policy::new(&network, &board.view());
        let second = policy.second(&board.view(), first);
        assert_eq!(second, fresh.by_stage[stage_index(Stage::One)]);
        assert_ne!(second, *fresh.first());
    }
}
