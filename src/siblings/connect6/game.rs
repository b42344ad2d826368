//! A game as a referee keeps it: legal turns, the end of the game, turns taken back.

use thiserror::Error;

use super::board::{Board, Side};
use super::geometry::Cell;
use super::turn::Turn;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Six or more in a row.
    Won(Side),
    /// The board is full, or has no room for a whole turn.
    Draw,
}

impl Ending {
    /// How the game ended, for people.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Won(Side::Black) => "Black has six in a row",
            Self::Won(Side::White) => "White has six in a row",
            Self::Draw => "the board is full",
        }
    }
}

/// A turn that a game refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The game has ended.
    #[error("{} comes after the end of the game", .0.name())]
    Over(Turn),
    /// There is a stone already.
    #[error("{} is not empty", .0.name())]
    Occupied(Cell),
    /// One stone where two are due, or the other way round.
    #[error("{} has not the right number of stones: {due} due", .turn.name())]
    Stones {
        /// The turn.
        turn: Turn,
        /// How many stones are to be placed.
        due: u8,
    },
}

/// A game from the empty board to now.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    turns: Vec<Turn>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// The empty board.
    pub fn new() -> Self {
        Self {
            board: Board::new(),
            turns: Vec::new(),
        }
    }

    /// A game from a board with these stones, on which a side has a whole turn ahead. Cells that are named twice keep their
    /// first stone.
    pub fn set_up(black: &[Cell], white: &[Cell], side: Side) -> Self {
        Self {
            board: Board::with_stones(black, white, side),
            turns: Vec::new(),
        }
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The side that has won.
    pub(crate) fn winner(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.board.has_won(side))
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.winner() {
            Some(side) => Some(Ending::Won(side)),
            None => self.board.is_full().then_some(Ending::Draw),
        }
    }

    /// Makes a turn.
    ///
    /// # Errors
    /// The game is over, a cell is not empty, or the number of stones is wrong.
    pub fn play(&mut self, turn: Turn) -> Result<(), GameError> {
        if self.ending().is_some() {
            return Err(GameError::Over(turn));
        }
        let due = self.board.stage().stones();
        if turn.cells().count() != usize::from(due) {
            return Err(GameError::Stones { turn, due });
        }
        if let Some(cell) = turn.cells().find(|&cell| !self.board.is_empty(cell)) {
            return Err(GameError::Occupied(cell));
        }
        for cell in turn.cells() {
            self.board.play(cell);
        }
        self.turns.push(turn);
        Ok(())
    }

    /// Takes the last turn back and says which it was.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        let cells: Vec<Cell> = turn.cells().collect();
        for &cell in cells.iter().rev() {
            self.board.unplay(cell);
        }
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::super::geometry::{CELLS, ROW, SIZE};
    use super::*;

    /// The longest row of a colour on a plain array, found by walking from every stone in every direction.
    fn longest_row(stones: &[Option<Side>; CELLS], side: Side) -> usize {
        let at = |column: i32, row: i32| {
            let inside = (0..SIZE as i32).contains(&column) && (0..SIZE as i32).contains(&row);
            inside && stones[(row * SIZE as i32 + column) as usize] == Some(side)
        };
        let mut longest = 0;
        for index in 0..CELLS as i32 {
            for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let (column, row) = (index % SIZE as i32, index / SIZE as i32);
                let length = (0..SIZE as i32)
                    .take_while(|step| at(column + step * columns, row + step * rows))
                    .count();
                longest = longest.max(length);
            }
        }
        longest
    }

    #[test]
    fn a_slow_referee_agrees_on_random_games() {
        let mut rng = Rng::new(9);
        let mut wins = 0;
        for number in 0..60 {
            let mut game = Game::new();
            let mut plain = [None; CELLS];
            let mut side = Side::Black;
            let mut cells: Vec<Cell> = Cell::all().collect();
            rng.shuffle(&mut cells);
            if number % 2 == 0 {
                // Crowded stones make longer rows.
                cells.sort_by_key(|cell| (cell.column() / 5, cell.row() / 5));
            }
            let mut left = cells.into_iter();
            while game.ending().is_none() {
                let due = if game.turns().is_empty() { 1 } else { 2 };
                let stones: Vec<Cell> = left.by_ref().take(due).collect();
                let turn = match stones[..] {
                    [one] => Turn::One(one),
                    [a, b] => Turn::pair(a, b).unwrap(),
                    _ => unreachable!("an odd board"),
                };
                game.play(turn).unwrap();
                for cell in stones {
                    plain[cell.index()] = Some(side);
                }
                let won = longest_row(&plain, side) >= ROW;
                assert_eq!(game.ending() == Some(Ending::Won(side)), won);
                side = side.opponent();
            }
            wins += usize::from(game.ending() != Some(Ending::Draw));
            while game.undo().is_some() {
                assert_eq!(game.ending(), None);
            }
            assert!(game.board().audit());
        }
        assert!(wins > 20);
    }

    #[test]
    fn a_full_board_without_six_is_a_draw() {
        // Two of a colour side by side, and each row the other way round: no line has more than two of a colour.
        let black_at = |cell: Cell| (cell.column() / 2 + cell.row()).is_multiple_of(2);
        let (mut black, mut white): (Vec<Cell>, Vec<Cell>) =
            Cell::all().partition(|&cell| black_at(cell));
        while black.len() > CELLS / 2 + 1 {
            white.extend(black.pop());
        }
        while black.len() < CELLS / 2 + 1 {
            black.extend(white.pop());
        }
        let mut game = Game::new();
        game.play(Turn::One(black[0])).unwrap();
        let pairs = black[1..].chunks(2).zip(white.chunks(2));
        for (blacks, whites) in pairs {
            assert_eq!(game.ending(), None);
            game.play(Turn::pair(whites[0], whites[1]).unwrap())
                .unwrap();
            game.play(Turn::pair(blacks[0], blacks[1]).unwrap())
                .unwrap();
        }
        assert_eq!(game.ending(), Some(Ending::Draw));
        let turn = Turn::One(Cell::CENTRE);
        assert_eq!(game.play(turn), Err(GameError::Over(turn)));
    }

    #[test]
    fn a_board_that_was_set_up_and_has_one_empty_cell_is_a_draw() {
        let black_at = |cell: &Cell| (cell.column() / 2 + cell.row()).is_multiple_of(2);
        for (stones, ending) in [(CELLS - 2, None), (CELLS - 1, Some(Ending::Draw))] {
            let (black, white): (Vec<Cell>, Vec<Cell>) =
                Cell::all().take(stones).partition(black_at);
            let game = Game::set_up(&black, &white, Side::Black);
            assert_eq!(game.ending(), ending, "{stones} stones");
        }
    }

    #[test]
    fn illegal_turns_are_refused() {
        let mut game = Game::new();
        let pair = Turn::parse("JJKK").unwrap();
        let one = Turn::One(Cell::CENTRE);
        assert_eq!(
            game.play(pair),
            Err(GameError::Stones { turn: pair, due: 1 })
        );
        game.play(one).unwrap();
        assert_eq!(game.play(one), Err(GameError::Stones { turn: one, due: 2 }));
        assert_eq!(game.play(pair), Err(GameError::Occupied(Cell::CENTRE)));
        assert_eq!(game.turns(), [one]);
    }
}
