//! The symmetries of a game: ways to turn and mirror its board.

use super::{Cell, rules::Rules};

/// An optional swap of the axes, followed by optional mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    columns: usize,
    rows: usize,
    swaps: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    /// Those of a board, the one that moves nothing first: eight on a square, four on a rectangle.
    pub fn of_board(columns: usize, rows: usize) -> impl Iterator<Item = Self> {
        let all = (0..8).map(move |bits| Self {
            columns,
            rows,
            swaps: bits & 4 != 0,
            mirrors_columns: bits & 1 != 0,
            mirrors_rows: bits & 2 != 0,
        });
        all.filter(move |symmetry| columns == rows || !symmetry.swaps)
    }

    /// Those of a game of stones in a row: of its board, and two where stones fall.
    pub fn all(rules: &Rules) -> Vec<Self> {
        Self::of_board(rules.columns, rules.rows)
            .filter(|symmetry| !rules.gravity || !(symmetry.swaps || symmetry.mirrors_rows))
            .collect()
    }

    /// Where a cell comes to stand.
    pub const fn apply(self, cell: Cell) -> Cell {
        let (x, y) = (cell as usize % self.columns, cell as usize / self.columns);
        let (x, y) = if self.swaps { (y, x) } else { (x, y) };
        let x = if self.mirrors_columns {
            self.columns - 1 - x
        } else {
            x
        };
        let y = if self.mirrors_rows {
            self.rows - 1 - y
        } else {
            y
        };
        (y * self.columns + x) as Cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Connect, Game};
    use kagetsu_kernel::rng::Rng;

    #[test]
    fn a_turned_game_has_the_turned_moves_and_the_same_result() {
        for (text, count) in [("4x4,k=3", 8), ("5x3,k=3", 4), ("4x4,k=3,gravity", 2)] {
            let rules: Rules = text.parse().expect("good rules");
            let symmetries = Symmetry::all(&rules);
            assert_eq!(symmetries.len(), count, "{text}");
            let mut rng = Rng::new(1);
            for _ in 0..50 {
                let mut games = vec![Connect::new(rules); count];
                while let Some(first) = {
                    let moves: Vec<Cell> = games[0].legal_moves().collect();
                    (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
                } {
                    for (game, symmetry) in games.iter_mut().zip(&symmetries) {
                        let cell = symmetry.apply(first);
                        assert!(game.is_legal(cell), "{text}");
                        game.play(cell);
                    }
                    assert!(
                        games
                            .iter()
                            .all(|game| game.outcome() == games[0].outcome())
                    );
                }
            }
        }
    }
}
