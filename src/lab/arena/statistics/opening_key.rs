//! Which games have the same opening.

use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::GameRecord;

use crate::openings::canonical_form;

/// A text that is the same for games with the same opening; in Gomoku also where one is the other turned or mirrored, or
/// has its moves in another order.
/// `None` for a game without an opening.
pub(crate) fn opening_key(record: &GameRecord) -> Option<String> {
    if record.opening == 0 {
        return None;
    }
    let letters = match record.rule {
        Ruleset::Gomoku(_) => return stones(record),
        Ruleset::Reversi => record.opening.checked_mul(2)?,
        // One stone, then two for each turn.
        Ruleset::Connect6 => record.opening.checked_mul(4)? - 2,
    };
    record.moves.get(..letters).map(str::to_owned)
}

/// The stones of the opening of a game of Gomoku, which are the same for every order of its moves and every symmetry.
fn stones(record: &GameRecord) -> Option<String> {
    let points = record.points().ok()?;
    let opening = points.get(..record.opening)?;
    let size = BoardSize::square(record.size).ok()?;
    let sides = canonical_form(opening, size);
    Some(
        sides
            .map(|points| Rows::FromBottom.names(&points, size, ""))
            .join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::super::test_records::record;
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_notation::record::GameResult;

    #[test]
    fn a_position_that_is_reached_by_two_orders_is_one_opening() {
        let key = |moves: &str| {
            let mut record = record(0, "a", "b", GameResult::Draw);
            (record.moves, record.opening) = (moves.to_owned(), 3);
            opening_key(&record)
        };
        // The second one has the stones of the first in another order, the third is mirrored, and in the last one the
        // colours are others.
        assert_eq!(key("h8i9j10"), key("j10i9h8"));
        assert_eq!(key("h8i9j10"), key("h8g9f10"));
        assert_ne!(key("h8i9j10"), key("i9h8j10"));
    }

    #[test]
    fn an_opening_beyond_the_moves_has_no_key() {
        for rule in [
            Ruleset::Gomoku(Rule::Freestyle),
            Ruleset::Reversi,
            Ruleset::Connect6,
        ] {
            let mut record = record(0, "a", "b", GameResult::Draw);
            (record.rule, record.opening) = (rule, usize::MAX);
            assert_eq!(opening_key(&record), None, "{rule:?}");
        }
    }
}
