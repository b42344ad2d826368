//! The board of Reversi (Othello). Its rules are those of `kagetsu-reversi`; a pass is no move here: where a side has none,
//! the other one moves again.

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::Side;
use kagetsu_reversi::board::{Board, SIDE, Square, squares_of};

use super::{Cell, Game, Symmetry};

/// A game of Reversi as far as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversi {
    /// As the side to move sees it. Where that side has no move, the game is over.
    board: Board,
    side: Side,
    /// The same before each stone.
    before: Vec<(Board, Side)>,
}

impl Reversi {
    /// The start of a game.
    pub const START: Self = Self {
        board: Board::START,
        side: Side::Black,
        before: Vec::new(),
    };

    /// The board as the side to move sees it.
    pub const fn board(&self) -> Board {
        self.board
    }
}

impl Game for Reversi {
    fn columns(&self) -> usize {
        SIDE
    }

    fn cells(&self) -> usize {
        SIDE * SIDE
    }

    fn stone(&self, cell: Cell) -> Option<Side> {
        let bit = 1 << cell;
        if self.board.own() & bit != 0 {
            Some(self.side)
        } else if self.board.other() & bit != 0 {
            Some(self.side.opponent())
        } else {
            None
        }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// Always false: whether the same side moves again depends on the move. The stones alone decide what a position is worth, so
    /// the plane stays empty.
    fn moves_again(&self) -> bool {
        false
    }

    fn outcome(&self) -> Outcome {
        if self.board.moves() != 0 {
            return Outcome::Running;
        }
        match self.board.final_score() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(self.side),
            ..0 => Outcome::Win(self.side.opponent()),
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_board(SIDE, SIDE).collect()
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        squares_of(self.board.moves()).map(|square| square.index() as Cell)
    }

    fn play(&mut self, cell: Cell) {
        let square = Square::new(cell.into());
        let next = square.and_then(|square| self.board.play(square));
        let next = next.expect("the cell is legal");
        self.before.push((self.board, self.side));
        if next.moves() == 0 && next.passed().moves() != 0 {
            self.board = next.passed();
        } else {
            (self.board, self.side) = (next, self.side.opponent());
        }
    }

    fn undo(&mut self) {
        (self.board, self.side) = self.before.pop().expect("a stone was played");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_kernel::rng::Rng;
    use kagetsu_reversi::perft::{Endings, perft};

    /// Sequences of so many stones.
    fn sequences(game: &mut Reversi, stones: u32) -> u64 {
        if stones == 0 {
            return 1;
        }
        let moves: Vec<Cell> = game.legal_moves().collect();
        let after = moves.into_iter().map(|cell| {
            game.play(cell);
            let count = sequences(game, stones - 1);
            game.undo();
            count
        });
        after.sum()
    }

    #[test]
    fn sequences_are_as_many_as_the_rules_of_reversi_have() {
        let mut game = Reversi::START;
        for stones in 0..6 {
            // So early nobody passes.
            let expected = perft(Board::START, stones, Endings::Counted);
            assert_eq!(sequences(&mut game, stones), expected);
        }
        assert_eq!(game, Reversi::START);
    }

    #[test]
    fn a_turned_position_has_the_turned_moves() {
        let mut game = Reversi::START;
        let mut rng = Rng::new(3);
        while game.outcome() == Outcome::Running {
            let board = game.board();
            for symmetry in game.symmetries() {
                let turned = |set: u64| {
                    let cells = squares_of(set).map(|square| square.index() as Cell);
                    cells.fold(0, |all, cell| all | 1 << symmetry.apply(cell))
                };
                let other = Board::new(turned(board.own()), turned(board.other()));
                let moves = other.expect("no cell has two stones").moves();
                assert_eq!(moves, turned(board.moves()));
            }
            let moves: Vec<Cell> = game.legal_moves().collect();
            game.play(moves[rng.below(moves.len())]);
        }
        assert_eq!(game.symmetries().len(), 8);
    }

    #[test]
    fn a_side_that_cannot_move_is_passed_over_until_nobody_can() {
        let (mut passes, mut results) = (0, [0; 3]);
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let (mut game, mut games) = (Reversi::START, Vec::new());
            let (mut board, mut side) = (Board::START, Side::Black);
            while !board.is_over() {
                if board.moves() == 0 {
                    (board, side) = (board.passed(), side.opponent());
                    passes += 1;
                }
                assert_eq!((game.board(), game.side_to_move()), (board, side));
                assert_eq!(game.outcome(), Outcome::Running);
                games.push(game.clone());
                let moves: Vec<Cell> = game.legal_moves().collect();
                let cell = moves[rng.below(moves.len())];
                game.play(cell);
                assert_eq!(game.stone(cell), Some(side));
                let square = Square::new(cell.into()).expect("a square");
                board = board.play(square).expect("it is legal there too");
                side = side.opponent();
            }
            let lead = board.final_score() * if side == Side::Black { 1 } else { -1 };
            let expected = match lead.signum() {
                1 => Outcome::Win(Side::Black),
                -1 => Outcome::Win(Side::White),
                _ => Outcome::Draw,
            };
            assert_eq!(game.outcome(), expected);
            assert_eq!(game.legal_moves().next(), None);
            results[(lead.signum() + 1) as usize] += 1;
            for before in games.into_iter().rev() {
                game.undo();
                assert_eq!(game, before);
            }
        }
        assert!(passes > 0 && results.iter().all(|&count| count > 0));
    }
}
