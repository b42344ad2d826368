//! The openings of the rounds of a schedule. They are computed when they are asked for, since a schedule may have billions
//! of rounds and be ended early by a sequential test.

use super::book::OpeningBook;

/// Gives every round its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundOpenings {
    /// From a book.
    Book(OpeningBook),
    /// From a list of moves as text, which is used again from its start when it ends. An empty one gives empty boards.
    List(Vec<String>),
}

impl RoundOpenings {
    /// The moves with which the games of a round begin, as [`super::super::settings::GamePlan`] has them.
    pub(crate) fn of_round(&self, round: u32) -> String {
        match self {
            Self::Book(book) => book.moves_for_pair(round),
            Self::List(openings) => (round as usize)
                .checked_rem(openings.len())
                .map_or_else(String::new, |place| openings[place].clone()),
        }
    }
}

impl From<OpeningBook> for RoundOpenings {
    fn from(book: OpeningBook) -> Self {
        Self::Book(book)
    }
}

impl From<Vec<String>> for RoundOpenings {
    fn from(openings: Vec<String>) -> Self {
        Self::List(openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_used_again_from_its_start() {
        let openings = ["h8", "g8"].map(str::to_string).to_vec();
        let rounds = RoundOpenings::from(openings.clone());
        for round in [0, 1, 2, u32::MAX] {
            assert_eq!(rounds.of_round(round), openings[round as usize % 2]);
        }
        assert_eq!(RoundOpenings::from(Vec::new()).of_round(3), "");
    }
}
