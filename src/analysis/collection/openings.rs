//! The openings of games: the positions after the same number of stones, counted.

use std::cmp::Reverse;
use std::collections::HashMap;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};

use super::position::to_the_upper_right;
use super::tally::Tally;
use crate::database::key::{Canonical, PositionKey};
use crate::source::SourceGame;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The moves as the first game made them, turned so that they lie to the upper right as early as possible.
    pub moves: Vec<Point>,
    /// The games.
    pub tally: Tally,
}

/// The openings of so many stones, counted game by game. Other orders of the moves are the same opening, other rules and
/// boards are others.
#[derive(Debug)]
pub struct OpeningCounts {
    stones: usize,
    openings: HashMap<PositionKey, Opening>,
    all: Tally,
    left_out: u64,
}

impl OpeningCounts {
    /// Nothing is counted yet.
    pub fn new(stones: usize) -> Self {
        Self {
            stones,
            openings: HashMap::new(),
            all: Tally::default(),
            left_out: 0,
        }
    }

    /// Counts a game, unless it has fewer stones, stones before the first move, a first move of White, or a pass among its
    /// first moves.
    pub fn add(&mut self, game: &SourceGame) {
        let first = game.moves.get(..self.stones);
        let moves = first.and_then(|moves| moves.iter().copied().collect::<Option<Vec<Point>>>());
        let Some(moves) = moves.filter(|_| game.begins_as_usual()) else {
            self.left_out += 1;
            return;
        };
        let result = game.result();
        let position = game.position(self.stones);
        let (rule, size) = (position.rule(), position.size());
        let opening = self.openings.entry(Canonical::new(&position).key);
        let opening = opening.or_insert_with(|| Opening {
            rule,
            size,
            moves: turned(&moves, size),
            tally: Tally::default(),
        });
        opening.tally.add(result);
        self.all.add(result);
    }

    /// The games that were counted.
    pub const fn all(&self) -> Tally {
        self.all
    }

    /// The number of games that were not.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The openings, the most frequent ones first.
    pub fn openings(&self) -> Vec<&Opening> {
        let mut openings: Vec<&Opening> = self.openings.values().collect();
        openings.sort_by_key(|opening| {
            let sort_key = Reverse(sort_key(&opening.moves));
            let board = (
                opening.rule.number(),
                opening.size.width(),
                opening.size.height(),
            );
            (Reverse(opening.tally.games), board, sort_key)
        });
        openings
    }
}

fn sort_key(moves: &[Point]) -> Vec<(usize, Reverse<usize>)> {
    moves
        .iter()
        .map(|&point| to_the_upper_right(point))
        .collect()
}

/// The image of moves whose first stones lie farthest to the upper right.
fn turned(moves: &[Point], size: BoardSize) -> Vec<Point> {
    let images = Symmetry::all(size).map(|symmetry| {
        let image = moves.iter().map(|&point| symmetry.apply(point, size));
        image.collect::<Vec<Point>>()
    });
    images
        .max_by_key(|image| sort_key(image))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Position, Side};
    use kagetsu_gomoku::geometry::Rows;
    use kagetsu_notation::record::GameResult;

    use super::*;

    fn game(text: &str, rule: Rule, result: GameResult) -> SourceGame {
        let size = BoardSize::STANDARD;
        let moves = Rows::FromBottom.parse_moves(text, size).expect("moves");
        let game = SourceGame::new(Position::new(size, rule), moves).expect("a game");
        SourceGame {
            result: Some(result),
            ..game
        }
    }

    #[test]
    fn openings_are_counted_up_to_symmetry_and_order_for_each_rule() {
        let mut counts = OpeningCounts::new(3);
        for (text, rule, result) in [
            // The same opening in two orders and three images.
            ("h8g7f8a1", Rule::Renju, GameResult::Black),
            ("h8i9j8", Rule::Renju, GameResult::White),
            ("f8g9h8", Rule::Renju, GameResult::Draw),
            ("h8i9j8", Rule::Freestyle, GameResult::White),
            ("h8i9", Rule::Renju, GameResult::White),
        ] {
            counts.add(&game(text, rule, result));
        }
        let mut passed = game("h8i9j8", Rule::Renju, GameResult::Draw);
        passed.moves[1] = None;
        counts.add(&passed);
        let mut of_white = game("h8i9j8", Rule::Renju, GameResult::Draw);
        of_white.start.set_side_to_move(Side::White);
        counts.add(&of_white);
        let openings = counts.openings();
        let told: Vec<(Rule, String, u64)> = openings
            .iter()
            .map(|opening| {
                let names = Rows::FromBottom.names(&opening.moves, opening.size, "");
                (opening.rule, names, opening.tally.games)
            })
            .collect();
        let moves = "h8i9j8".to_string();
        let expected = [(Rule::Renju, moves.clone(), 3), (Rule::Freestyle, moves, 1)];
        assert_eq!(told, expected);
        assert_eq!((counts.all().games, counts.left_out()), (4, 3));
        let tally = openings[0].tally;
        assert_eq!((tally.black, tally.white, tally.draws), (1, 1, 1));
    }
}
