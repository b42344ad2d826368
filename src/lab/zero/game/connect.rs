//! The board of a game of stones in a row.

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::Side;

use super::lines::makes_row;
use super::rules::Rules;
use super::{Cell, Game, Symmetry};

/// A game of stones in a row as far as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    rules: Rules,
    stones: Vec<Option<Side>>,
    played: Vec<Cell>,
    outcome: Outcome,
}

impl Connect {
    /// The empty board.
    pub fn new(rules: Rules) -> Self {
        Self {
            stones: vec![None; rules.cells()],
            rules,
            played: Vec::new(),
            outcome: Outcome::Running,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stones in the order in which they were played.
    pub fn played(&self) -> &[Cell] {
        &self.played
    }

    /// Whose stone comes after so many.
    fn mover(&self, stones: usize) -> Side {
        match stones.checked_sub(self.rules.first_stones) {
            Some(later) if (later / self.rules.stones).is_multiple_of(2) => Side::White,
            Some(_) | None => Side::Black,
        }
    }

    /// Is a cell empty, with a stone below it where stones fall?
    fn is_free(&self, cell: Cell) -> bool {
        let below = cell as usize + self.rules.columns;
        self.stones[cell as usize].is_none()
            && (!self.rules.gravity || self.stones.get(below).is_none_or(Option::is_some))
    }

    /// Does the stone on a cell stand in a row that counts?
    fn makes_row(&self, cell: Cell, side: Side) -> bool {
        makes_row(&self.rules, cell, |cell| {
            self.stones[cell as usize] == Some(side)
        })
    }
}

impl Game for Connect {
    fn columns(&self) -> usize {
        self.rules.columns
    }

    fn cells(&self) -> usize {
        self.stones.len()
    }

    fn stone(&self, cell: Cell) -> Option<Side> {
        self.stones[cell as usize]
    }

    fn side_to_move(&self) -> Side {
        self.mover(self.played.len())
    }

    fn moves_again(&self) -> bool {
        let stones = self.played.len();
        self.mover(stones) == self.mover(stones + 1)
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all(&self.rules)
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let end = match self.outcome {
            Outcome::Running => self.stones.len(),
            Outcome::Win(_) | Outcome::Draw => 0,
        };
        (0..end as Cell).filter(|&cell| self.is_free(cell))
    }

    fn play(&mut self, cell: Cell) {
        debug_assert!(
            self.is_free(cell) && self.outcome == Outcome::Running,
            "{cell}"
        );
        let side = self.side_to_move();
        self.stones[cell as usize] = Some(side);
        self.played.push(cell);
        self.outcome = if self.makes_row(cell, side) {
            Outcome::Win(if self.rules.misere {
                side.opponent()
            } else {
                side
            })
        } else if self.played.len() == self.stones.len() {
            Outcome::Draw
        } else {
            Outcome::Running
        };
    }

    fn undo(&mut self) {
        let cell = self.played.pop().expect("a stone was played");
        self.stones[cell as usize] = None;
        self.outcome = Outcome::Running;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: &str, cells: &[(usize, usize)]) -> Connect {
        let rules: Rules = rules.parse().expect("good rules");
        let mut game = Connect::new(rules);
        for &(x, y) in cells {
            assert_eq!(game.outcome(), Outcome::Running);
            game.play((y * rules.columns + x) as Cell);
        }
        game
    }

    #[test]
    fn three_in_a_row_win_and_lose_when_that_is_the_rule() {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)];
        assert_eq!(play("3x3,k=3", &cells).outcome(), Outcome::Win(Side::Black));
        assert_eq!(
            play("3x3,k=3,misere", &cells).outcome(),
            Outcome::Win(Side::White)
        );
    }

    #[test]
    fn a_row_that_is_too_long_counts_unless_it_must_be_exact() {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (3, 1), (2, 0)];
        assert_eq!(play("5x5,k=3", &cells).outcome(), Outcome::Win(Side::Black));
        assert_eq!(play("5x5,k=3,exact", &cells).outcome(), Outcome::Running);
    }

    #[test]
    fn rows_of_a_torus_go_on_at_the_other_edge() {
        let cells = [(0, 0), (0, 2), (4, 0), (4, 2), (3, 0)];
        assert_eq!(
            play("5x5,k=3,torus", &cells).outcome(),
            Outcome::Win(Side::Black)
        );
        assert_eq!(play("5x5,k=3", &cells).outcome(), Outcome::Running);
        // A ring of three is a row of three, seen once.
        let ring = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)];
        assert_eq!(
            play("3x3,k=3,exact,torus", &ring).outcome(),
            Outcome::Win(Side::Black)
        );
    }

    #[test]
    fn stones_fall() {
        let game = play("7x6,k=4,gravity", &[(3, 5), (3, 4)]);
        let legal: Vec<Cell> = game.legal_moves().collect();
        assert_eq!(legal, [3 * 7 + 3, 35, 36, 37, 39, 40, 41]);
    }

    #[test]
    fn turns_have_as_many_stones_as_the_rules_say() {
        let mut game = Connect::new("19x19,k=6,p=2,q=1".parse().expect("good rules"));
        let mut sides = String::new();
        for cell in (0..70).step_by(10) {
            sides.push(if game.side_to_move() == Side::Black {
                'b'
            } else {
                'w'
            });
            game.play(cell);
        }
        assert_eq!(sides, "bwwbbww");
        for _ in 0..7 {
            game.undo();
        }
        assert_eq!(game, Connect::new(*game.rules()));
    }
}
