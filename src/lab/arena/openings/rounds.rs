//! The openings of the rounds of a schedule. They are computed when they are asked for, since a schedule may have billions
//! of rounds and be ended early by a sequential test.

use kagetsu_gomoku::geometry::Point;

use super::book::OpeningBook;

/// Gives every round its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundOpenings {
    /// From a book.
    Book(OpeningBook),
    /// From a list, which is used again from its start when it ends. An empty one gives empty boards.
    List(Vec<Vec<Point>>),
}

impl RoundOpenings {
    /// The stones with which the games of a round begin.
    pub(crate) fn of_round(&self, round: u32) -> Vec<Point> {
        match self {
            Self::Book(book) => book.opening_for_pair(round),
            Self::List(openings) => (round as usize)
                .checked_rem(openings.len())
                .map_or_else(Vec::new, |place| openings[place].clone()),
        }
    }
}

impl From<OpeningBook> for RoundOpenings {
    fn from(book: OpeningBook) -> Self {
        Self::Book(book)
    }
}

impl From<Vec<Vec<Point>>> for RoundOpenings {
    fn from(openings: Vec<Vec<Point>>) -> Self {
        Self::List(openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_used_again_from_its_start() {
        let openings = vec![vec![Point::at(7, 7)], vec![Point::at(6, 7)]];
        let rounds = RoundOpenings::from(openings.clone());
        for round in [0, 1, 2, u32::MAX] {
            assert_eq!(rounds.of_round(round), openings[round as usize % 2]);
        }
        assert_eq!(RoundOpenings::from(Vec::new()).of_round(3), []);
    }
}
