//! Which stones have ended a game.

use crate::geometry::PointSet;

use super::board::Board;
use super::outcome::Outcome;
use super::position::Position;
use super::threat::Threat;
use kagetsu_kernel::Side;

/// The stones of the rows that end the game, and their side. `None` while neither side has such a row.
///
/// A stone belongs to such a row if its side would win by playing there with the stone removed. So the rule of a winning
/// row is written a second time only where that is the purpose, in the referee of the solver.
pub fn winning_stones(position: &Position) -> Option<(Side, PointSet)> {
    Side::BOTH.into_iter().find_map(|side| {
        let stones: PointSet = position
            .stones_of(side)
            .filter_map(|&point| {
                let mut before = position.clone();
                before.take_back(point).ok()?;
                let board = Board::from_position(&before);
                board
                    .points(side, Threat::Five)
                    .contains(point)
                    .then_some(point)
            })
            .collect();
        (!stones.is_empty()).then_some((side, stones))
    })
}

impl Outcome {
    /// How a game stands in a position, however it came about. [`Board::play`] says what a move makes of it.
    pub fn of(position: &Position) -> Self {
        match winning_stones(position) {
            Some((side, _)) => Self::Win(side),
            None if position.empty_points().is_empty() => Self::Draw,
            None => Self::Running,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;
    use crate::geometry::{BoardSize, Rows};

    /// The winning stones of a row of Black's between two other stones.
    fn row(rule: Rule, stones: &str, others: &str) -> Option<(Side, usize)> {
        let size = BoardSize::square(15).expect("a usual size");
        let mut position = Position::new(size, rule);
        for (text, side) in [(stones, Side::Black), (others, Side::White)] {
            for point in Rows::FromBottom.parse_moves(text, size).expect("moves") {
                position.place(point, side).expect("an empty point");
            }
        }
        winning_stones(&position).map(|(side, stones)| (side, stones.len()))
    }

    #[test]
    fn a_row_wins_as_the_rule_says() {
        let five = "d8e8f8g8h8";
        let six = "d8e8f8g8h8i8";
        let ends = "c8i8";
        for rule in Rule::ALL {
            assert_eq!(row(rule, five, ""), Some((Side::Black, 5)), "{rule}");
            assert_eq!(row(rule, "d8e8f8g8", ""), None, "{rule}");
            let exact = matches!(rule, Rule::Standard | Rule::Renju | Rule::CaroExact);
            assert_eq!(row(rule, six, "").is_none(), exact, "{rule}");
            let caro = matches!(rule, Rule::Caro | Rule::CaroExact);
            assert_eq!(row(rule, five, ends).is_none(), caro, "{rule}");
            // White's overline wins in renju.
            let white = matches!(rule, Rule::Standard | Rule::CaroExact);
            assert_eq!(row(rule, "", six).is_none(), white, "{rule}");
        }
    }
}
