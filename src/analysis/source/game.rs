//! One game whose moves have been checked.

use kagetsu_gomoku::board::{Board, Foul, IllegalMove, Outcome, Position, Side, winning_stones};
use kagetsu_gomoku::geometry::Point;
use kagetsu_notation::reader::{Kind, Note};
use kagetsu_notation::record::GameResult;

/// How a game stands after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// It could go on.
    Open,
    /// This side has made its row.
    Five(Side),
    /// The board is full.
    Full,
    /// Black's last move was forbidden, which loses.
    Forbidden(Foul),
}

/// A game or a single position.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// The file.
    pub source: String,
    /// The kind of the file or of the line on which it stands.
    pub kind: Kind,
    /// Number of the game in the file, or of its line, from one.
    pub number: usize,
    /// Names of Black and White, as far as they are known.
    pub names: [Option<String>; 2],
    /// Where the game begins, with rule and size. Usually the empty board.
    pub start: Position,
    /// The moves, `None` for a pass. Only the last may end the game.
    pub moves: Vec<Option<Point>>,
    /// Number of moves that were given and not chosen by the players.
    pub opening: usize,
    /// The result that the file states.
    pub result: Option<GameResult>,
    /// How the game stands after its last move.
    pub end: GameEnd,
    /// What was taken where the file leaves it open.
    pub notes: Vec<Note>,
    /// Of an SGF file, the number of moves that its main line has before the start; `None` for other files.
    pub sgf: Option<usize>,
}

/// Why a game cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnusableGame {
    /// A move breaks the rules.
    #[error("move {number}: {illegal}")]
    Move {
        /// Its number, from one.
        number: usize,
        /// How it does.
        illegal: IllegalMove,
    },
    /// Somebody has won before the first move.
    #[error("the game is over: {0} has a winning row")]
    Finished(Side),
}

impl SourceGame {
    /// A game of these moves. What follows a move that ends the game is left out.
    ///
    /// # Errors
    /// [`UnusableGame::Move`] or [`UnusableGame::Finished`]
    pub fn new<S: Into<Option<Point>>>(
        start: Position,
        moves: impl IntoIterator<Item = S>,
    ) -> Result<Self, UnusableGame> {
        if let Some((side, _)) = winning_stones(&start) {
            return Err(UnusableGame::Finished(side));
        }
        let mut board = Board::from_position(&start);
        let mut end = GameEnd::Open;
        let mut moves: Vec<Option<Point>> = moves.into_iter().map(Into::into).collect();
        for index in 0..moves.len() {
            let Some(point) = moves[index] else {
                board.pass();
                continue;
            };
            end = match board.play(point) {
                Ok(Outcome::Running) => continue,
                Ok(Outcome::Win(side)) => GameEnd::Five(side),
                Ok(Outcome::Draw) => GameEnd::Full,
                Err(IllegalMove::Forbidden(_, foul)) => GameEnd::Forbidden(foul),
                Err(illegal) => {
                    let number = index + 1;
                    return Err(UnusableGame::Move { number, illegal });
                }
            };
            moves.truncate(index + 1);
            break;
        }
        Ok(Self {
            source: String::new(),
            kind: Kind::Unknown,
            number: 1,
            names: [None, None],
            start,
            moves,
            opening: 0,
            result: None,
            end,
            notes: Vec::new(),
            sgf: None,
        })
    }

    /// Its place in the file, such as `line 3` or `game 3`.
    pub fn place(&self) -> String {
        self.kind.place(self.number)
    }

    /// Does it begin on the empty board, with a move of Black?
    pub fn begins_as_usual(&self) -> bool {
        let start = &self.start;
        let is_empty = start.stones().is_empty() && start.blocked().is_empty();
        is_empty && start.side_to_move() == Side::Black
    }

    /// The result by the board, or else by the file.
    pub fn result(&self) -> Option<GameResult> {
        match self.end {
            GameEnd::Open => self.result,
            GameEnd::Five(winner) => Some(GameResult::win(winner)),
            GameEnd::Full => Some(GameResult::Draw),
            GameEnd::Forbidden(_) => Some(GameResult::White),
        }
    }

    /// The position after so many moves.
    pub fn position(&self, moves: usize) -> Position {
        let mut position = self.start.clone();
        for &step in self.moves.iter().take(moves) {
            let Some(point) = step else {
                position.pass();
                continue;
            };
            let played = position.play(point);
            debug_assert!(played.is_ok(), "the moves were checked");
        }
        position
    }

    /// The side that makes the move with this index, from zero.
    pub fn mover(&self, index: usize) -> Side {
        let first = self.start.side_to_move();
        if index.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        }
    }

    /// Stones on the board after so many moves.
    pub fn stones(&self, moves: usize) -> usize {
        self.start.stones().len() + self.moves.iter().take(moves).flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn game(rule: Rule, text: &str) -> Result<SourceGame, UnusableGame> {
        let size = BoardSize::square(15).expect("a legal size");
        let moves = Rows::FromBottom.parse_moves(text, size).expect("moves");
        SourceGame::new(Position::new(size, rule), moves)
    }

    #[test]
    fn the_end_of_a_game_is_known_and_nothing_follows_it() {
        let five = game(Rule::Freestyle, "h8a1i8a2j8a3k8a4l8b9b10").expect("a game");
        assert_eq!(
            (five.end, five.moves.len()),
            (GameEnd::Five(Side::Black), 9)
        );
        let open = game(Rule::Freestyle, "h8h9").expect("a game");
        assert_eq!(open.end, GameEnd::Open);
        assert_eq!((open.mover(1), open.stones(1)), (Side::White, 1));
        let foul = game(Rule::Renju, "g8a1h9a3h7c1i8o15h8a15").expect("a game");
        assert_eq!(
            (foul.end, foul.moves.len()),
            (GameEnd::Forbidden(Foul::DoubleThree), 9)
        );
        let size = BoardSize::square(15).expect("a legal size");
        let steps = [Some(Point::at(7, 7)), None, Some(Point::at(8, 8))];
        let passed = SourceGame::new(Position::new(size, Rule::Renju), steps).expect("a game");
        assert_eq!((passed.mover(2), passed.stones(3)), (Side::Black, 2));
        assert_eq!(passed.position(2).side_to_move(), Side::Black);
        let error = game(Rule::Freestyle, "h8i9h8").expect_err("a stone on a stone");
        assert_eq!(error.to_string(), "move 3: the point is not empty");
    }
}
