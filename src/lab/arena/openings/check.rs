//! The check of an opening: its stones can be played one after the other, and they do not end the game.

use kagetsu_gomoku::board::{Board, Outcome, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};

/// How whole games are made openings.
const TAKE_FEWER: &str =
    "of whole games --opening-stones takes the first stones, as --opening-stones 6";

/// Checks that the stones can be played in their order, Black first, and that the game is not over after them.
///
/// # Errors
/// A sentence, when a stone cannot be played, a stone wins, or the board is full.
pub fn check_opening(points: &[Point], rule: Rule, size: BoardSize) -> Result<(), String> {
    let mut board = Board::new(size, rule);
    for (index, &point) in points.iter().enumerate() {
        let number = index + 1;
        let fault = match board.play(point) {
            Ok(Outcome::Running) => continue,
            Ok(Outcome::Win(winner)) => {
                format!("stone {number} already wins for {winner}: {TAKE_FEWER}")
            }
            Ok(Outcome::Draw) => format!("the board is full: {TAKE_FEWER}"),
            Err(reason) => format!("stone {number}: {reason}"),
        };
        return Err(fault);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn complaint(moves: &str, rule: Rule, length: usize) -> Option<String> {
        let size = BoardSize::square(length).expect("a legal size");
        let points = Rows::FromTop
            .parse_moves(moves, BoardSize::LARGEST)
            .expect("points");
        check_opening(&points, rule, size).err()
    }

    #[test]
    fn openings_are_judged_by_the_rule() {
        let double_three = "h8a1i8c1j9e1j10g1j8";
        let five = "h8h9i8i9j8j9k8k9l8";
        for (moves, rule, length, expected) in [
            ("", Rule::Renju, 15, None),
            ("h8i9j10", Rule::Renju, 15, None),
            (double_three, Rule::Standard, 15, None),
            (
                double_three,
                Rule::Renju,
                15,
                Some("stone 9: the point is forbidden: double three"),
            ),
            (
                five,
                Rule::Freestyle,
                15,
                Some(
                    "stone 9 already wins for black: of whole games --opening-stones takes the first stones, as --opening-stones 6",
                ),
            ),
            (
                "h8h8",
                Rule::Freestyle,
                15,
                Some("stone 2: the point is not empty"),
            ),
            (
                "h8",
                Rule::Freestyle,
                7,
                Some("stone 1: the point is not on the board"),
            ),
        ] {
            assert_eq!(
                complaint(moves, rule, length).as_deref(),
                expected,
                "{moves}"
            );
        }
    }

    #[test]
    fn a_full_board_is_no_opening() {
        let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"];
        let stones = |sign: char| {
            let cells = rows.iter().enumerate();
            let row = move |(y, row): (usize, &&str)| -> Vec<Point> {
                let hits = row.char_indices().filter(|&(_, letter)| letter == sign);
                hits.map(|(x, _)| Point::at(x, y)).collect()
            };
            cells.flat_map(row).collect::<Vec<Point>>()
        };
        let (black, white) = (stones('x'), stones('o'));
        let mut points = Vec::new();
        for (index, &point) in black.iter().enumerate() {
            points.push(point);
            points.extend(white.get(index));
        }
        let size = BoardSize::square(5).expect("a legal size");
        assert_eq!(points.len(), size.area());
        assert_eq!(
            check_opening(&points, Rule::Freestyle, size),
            Err(format!("the board is full: {TAKE_FEWER}"))
        );
    }
}
