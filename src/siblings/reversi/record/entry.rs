//! A game with what record files tell of it.

use super::game::Game;
use super::limit::TimeLimit;
use super::result::GameResult;

/// A game and who played it where. A text is empty where the file does not tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEntry {
    /// Name of the player of the black discs.
    pub black: String,
    /// Name of the player of the white discs.
    pub white: String,
    /// The tournament.
    pub event: String,
    /// The place, such as a server.
    pub place: String,
    /// The date as SGF writes it: `2024-05-17`, `2024-05` or `2024`.
    pub date: String,
    /// The ratings of Black and White.
    pub ratings: [String; 2],
    /// The time of the players.
    pub time: TimeLimit,
    /// The result that the file tells.
    pub told_result: Option<GameResult>,
    /// The game.
    pub game: Game,
}

/// A game of which nothing else is told.
impl From<Game> for GameEntry {
    fn from(game: Game) -> Self {
        Self {
            game,
            ..Self::default()
        }
    }
}

impl GameEntry {
    /// The year of the date.
    pub(crate) fn year(&self) -> Option<u16> {
        self.date.get(..4)?.parse().ok()
    }

    /// The result that the file tells, or that of a finished game by its discs.
    pub fn result(&self) -> Option<GameResult> {
        self.told_result
            .or_else(|| GameResult::of_position(self.game.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_begins_with_its_year() {
        let year = |date: &str| {
            let entry = GameEntry {
                date: date.to_owned(),
                ..GameEntry::default()
            };
            entry.year()
        };
        assert_eq!(year("2003-12-15"), Some(2003));
        assert_eq!(year("1999"), Some(1999));
        assert_eq!(year(""), None);
        assert_eq!(year("12é4"), None);
    }
}
