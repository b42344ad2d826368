//! The usual names of openings, found by position under the four symmetries of the start, whatever the order of moves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::game::Game;
use super::moves::parse_moves;
use super::position::Position;
use crate::board::{Board, canonical};

/// One opening a line; lines that begin with `#` are remarks.
const LIST: &str = include_str!("opening_names.txt");

/// The lines of the list as moves and names.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
}

static NAMES: LazyLock<BTreeMap<Board, &'static str>> = LazyLock::new(|| {
    lines()
        .filter_map(|(moves, name)| {
            let game = parse_moves(Position::START, moves).ok()?;
            Some((canonical(game.position().board()).0, name))
        })
        .collect()
});

/// The name of the last named position of a game; nothing where none has a name or the game begins elsewhere.
pub fn name_of(game: &Game) -> Option<&'static str> {
    if game.start() != Position::START {
        return None;
    }
    game.plies().iter().rev().find_map(|(_, position)| {
        let (board, _) = canonical(position.board());
        NAMES.get(&board).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(moves: &str) -> Option<&'static str> {
        name_of(&parse_moves(Position::START, moves).unwrap())
    }

    #[test]
    fn every_line_of_the_list_is_legal_and_names_a_position_of_its_own() {
        assert_eq!(NAMES.len(), lines().count());
        assert!(NAMES.len() > 30);
    }

    #[test]
    fn openings_are_found_in_every_orientation_and_order() {
        for moves in ["f5d6c3d3c4", "c4e3f6e6f5", "d3c5f6f5e6", "e6f4c3c4d3"] {
            assert_eq!(name(moves), Some("Tiger"), "{moves}");
        }
        assert_eq!(name("f5d6c4d3c3"), Some("Tiger"));
        assert_eq!(name("f5d6c5f4e3c6d3f6e6d7"), Some("Rose"));
        assert_eq!(name("f5d6c3d3c4f4e6f6"), Some("Leader's Tiger"));
        assert_eq!((name("f5"), name("")), (None, None));
    }
}
