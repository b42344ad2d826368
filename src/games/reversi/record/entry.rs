//! A game with what record files tell of it.

use super::game::Game;

/// A game and who played it where. A text is empty, and the year missing, where the file does not tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEntry {
    /// Name of the player of the black discs.
    pub black: String,
    /// Name of the player of the white discs.
    pub white: String,
    /// The tournament or the place.
    pub event: String,
    /// The year.
    pub year: Option<u16>,
    /// The game.
    pub game: Game,
}

/// The year of a date such as `2024-05-17`: its first four digits.
pub(super) fn year_of(date: &str) -> Option<u16> {
    date.get(..4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_begins_with_its_year() {
        assert_eq!(year_of("2003.12.15_13:24:03.MST"), Some(2003));
        assert_eq!(year_of("?"), None);
        assert_eq!(year_of("12é4"), None);
    }
}
