//! A position looked for in games, and the moves that were played in it. The answer lies as the question does.

use std::cmp::Reverse;
use std::collections::HashMap;

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{BoardSize, Point, Symmetry};

use super::tally::Tally;
use crate::database::key::{Canonical, PositionKey};
use crate::own_symmetries::OwnSymmetries;
use crate::source::SourceGame;

/// A position that is looked for. Its rule does not matter, the side to move does.
#[derive(Clone, Debug)]
pub struct PositionQuery {
    position: Position,
    key: PositionKey,
    from_stored: Symmetry,
    own: OwnSymmetries,
}

/// A game has had the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The number of moves before it.
    pub moves: usize,
    to_stored: Symmetry,
    from_stored: Symmetry,
    size: BoardSize,
}

impl Occurrence {
    /// A point of the game as it lies in the question.
    pub const fn in_question(&self, point: Point) -> Point {
        let stored = self.to_stored.apply(point, self.size);
        self.from_stored.apply(stored, self.size)
    }
}

/// A move that was played in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move as it lies in the question; of those that are equal there the one nearest to the upper right corner.
    pub point: Point,
    /// The games.
    pub tally: Tally,
}

impl PositionQuery {
    /// Asks for a position.
    pub fn new(position: Position) -> Self {
        let canonical = Canonical::new(&position);
        Self {
            own: OwnSymmetries::of(&position),
            key: canonical.key,
            from_stored: canonical.to_stored.inverse(),
            position,
        }
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where a game has had the position first. The order of the moves does not matter.
    pub fn find(&self, game: &SourceGame) -> Option<Occurrence> {
        let size = self.position.size();
        if game.start.size() != size {
            return None;
        }
        let wanted = self.position.stones().len();
        let mut position = game.start.clone();
        position.set_rule(self.position.rule());
        for moves in 0..=game.moves.len() {
            if position.stones().len() == wanted {
                let Canonical { key, to_stored } = Canonical::new(&position);
                if key == self.key {
                    return Some(Occurrence {
                        moves,
                        to_stored,
                        from_stored: self.from_stored,
                        size,
                    });
                }
            }
            match game.moves.get(moves) {
                Some(None) => position.pass(),
                Some(&Some(point)) if position.stones().len() < wanted => {
                    let played = position.play(point);
                    debug_assert!(played.is_ok(), "the moves were checked");
                }
                _ => break,
            }
        }
        None
    }

    /// One point for all that are equal by the symmetries of the position itself.
    fn representative(&self, point: Point) -> Point {
        let images = self.own.images(point);
        images
            .max_by_key(|&image| to_the_upper_right(image))
            .unwrap_or(point)
    }
}

/// Orders points: further to the right comes last, then further up.
pub(super) const fn to_the_upper_right(point: Point) -> (usize, Reverse<usize>) {
    (point.x(), Reverse(point.y()))
}

/// The moves that were played in a position, counted game by game.
#[derive(Debug)]
pub struct MoveCounts {
    query: PositionQuery,
    all: Tally,
    moves: HashMap<Point, Tally>,
}

impl MoveCounts {
    /// Nothing is counted yet.
    pub fn new(query: PositionQuery) -> Self {
        Self {
            query,
            all: Tally::default(),
            moves: HashMap::new(),
        }
    }

    /// The question.
    pub const fn query(&self) -> &PositionQuery {
        &self.query
    }

    /// Counts a game if it has had the position.
    pub fn add(&mut self, game: &SourceGame) {
        let Some(found) = self.query.find(game) else {
            return;
        };
        let result = game.result();
        self.all.add(result);
        // The game may have ended here, or gone on with a pass.
        if let Some(&Some(played)) = game.moves.get(found.moves) {
            let point = self.query.representative(found.in_question(played));
            self.moves.entry(point).or_default().add(result);
        }
    }

    /// The games that have had the position.
    pub const fn all(&self) -> Tally {
        self.all
    }

    /// The moves, the most frequent ones first.
    pub fn moves(&self) -> Vec<PlayedMove> {
        let all = self.moves.iter();
        let mut moves: Vec<PlayedMove> = all
            .map(|(&point, &tally)| PlayedMove { point, tally })
            .collect();
        moves.sort_by_key(|played| {
            let place = Reverse(to_the_upper_right(played.point));
            (Reverse(played.tally.games), place)
        });
        moves
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::Rows;
    use kagetsu_notation::record::GameResult;

    use super::*;

    const SIZE: BoardSize = BoardSize::STANDARD;

    fn points(text: &str) -> Vec<Point> {
        Rows::FromBottom.parse_moves(text, SIZE).expect("moves")
    }

    fn position(text: &str) -> Position {
        let mut position = Position::new(SIZE, Rule::Freestyle);
        for point in points(text) {
            position.play(point).expect("an empty point");
        }
        position
    }

    fn game(text: &str, rule: Rule, result: Option<GameResult>) -> SourceGame {
        let start = Position::new(SIZE, rule);
        let game = SourceGame::new(start, points(text)).expect("a game");
        SourceGame { result, ..game }
    }

    /// The moves of a question with the numbers of their games.
    fn counted(question: &str, games: &[SourceGame]) -> Vec<(String, u64)> {
        let mut counts = MoveCounts::new(PositionQuery::new(position(question)));
        for game in games {
            counts.add(game);
        }
        let moves = counts.moves().into_iter();
        moves
            .map(|played| {
                (
                    Rows::FromBottom.name(played.point, SIZE),
                    played.tally.games,
                )
            })
            .collect()
    }

    #[test]
    fn the_answer_lies_as_the_question_does() {
        // A game and its image by each symmetry: all are the same game.
        let moves = points("h8i9j8k11");
        let games: Vec<SourceGame> = Symmetry::all(SIZE)
            .map(|symmetry| {
                let image = moves.iter().map(|&point| symmetry.apply(point, SIZE));
                let start = Position::new(SIZE, Rule::Renju);
                SourceGame::new(start, image).expect("a game")
            })
            .collect();
        for symmetry in Symmetry::all(SIZE) {
            let image: Vec<Point> = moves.iter().map(|&p| symmetry.apply(p, SIZE)).collect();
            let asked = Rows::FromBottom.names(&image[..3], SIZE, "");
            let answer = Rows::FromBottom.name(image[3], SIZE);
            assert_eq!(counted(&asked, &games), [(answer, 8)], "{asked}");
        }
        // Points that are equal in the question are one: the one to the upper right.
        assert_eq!(counted("h8", &games), [("i9".to_string(), 8)]);
        assert_eq!(counted("", &games), [("h8".to_string(), 8)]);
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter_and_the_side_to_move_does() {
        let games = [
            game("h8i9j10a1", Rule::Freestyle, Some(GameResult::Black)),
            game("j10i9h8b1", Rule::Renju, Some(GameResult::White)),
            game("h8i9", Rule::Freestyle, None),
        ];
        let moves = counted("h8i9j10", &games);
        assert_eq!(moves, [("b1".to_string(), 1), ("a1".to_string(), 1)]);
        let mut counts = MoveCounts::new(PositionQuery::new(position("h8i9j10")));
        for game in &games {
            counts.add(game);
        }
        let all = counts.all();
        assert_eq!((all.games, all.black, all.white), (2, 1, 1));
        let mut other = position("h8i9j10");
        other.set_side_to_move(kagetsu_gomoku::board::Side::Black);
        assert_eq!(PositionQuery::new(other).find(&games[0]), None);
        // The end of a game is an occurrence without a move.
        let mut counts = MoveCounts::new(PositionQuery::new(position("h8i9")));
        counts.add(&games[2]);
        assert_eq!((counts.all().games, counts.moves().len()), (1, 0));
    }

    #[test]
    fn another_board_is_another_position() {
        let query = PositionQuery::new(position("h8"));
        let size = BoardSize::square(20).expect("a legal size");
        let start = Position::new(size, Rule::Freestyle);
        let other = SourceGame::new(start, [Point::at(7, 7)]).expect("a game");
        assert_eq!(query.find(&other), None);
    }
}
