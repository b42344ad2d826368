//! One game whose moves have been checked.

use kagetsu_gomoku::board::{Board, Foul, IllegalMove, Outcome, Position, Side, winning_stones};
use kagetsu_gomoku::geometry::{ParsePointError, Point, UnsupportedSize};
use kagetsu_notation::position_text::PositionTextError;
use kagetsu_notation::record::GameResult;
use kagetsu_notation::renlib::RenLibError;
use kagetsu_notation::{
    GomoturError, JournalError, MovesError, PsqError, SampleTextError, SgfFault, YixinSaveError,
};

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
    /// Number of the game in the file, from one.
    pub number: usize,
    /// Names of Black and White, as far as they are known.
    pub names: [Option<String>; 2],
    /// Where the game begins, with rule and size. Usually the empty board.
    pub start: Position,
    /// The moves. Only the last may end the game.
    pub moves: Vec<Point>,
    /// Number of moves that were given and not chosen by the players.
    pub opening: usize,
    /// The result that the file states.
    pub result: Option<GameResult>,
    /// How the game stands after its last move.
    pub end: GameEnd,
}

/// Why a game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UnusableGame {
    /// It is not in the form of Piskvork.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// It is not in the form of Gomotur.
    #[error(transparent)]
    Gomotur(#[from] GomoturError),
    /// It is not in the form of Yixin-Board.
    #[error(transparent)]
    YixinSave(#[from] YixinSaveError),
    /// The file is no text of samples.
    #[error(transparent)]
    Samples(#[from] SampleTextError),
    /// It is no game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfFault),
    /// The file is no journal of a tournament.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file is no library.
    #[error(transparent)]
    RenLib(#[from] RenLibError),
    /// The board cannot be used.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The moves of a record cannot be read.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// A move is no point of the board.
    #[error(transparent)]
    Point(#[from] ParsePointError),
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] PositionTextError),
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
    /// The file is not text, and in no form that is known.
    #[error("it is in no form that is known, such as psq, SGF, games.jsonl, RenLib or moves")]
    Form,
    /// The file is PGN, which holds no moves here.
    #[error("PGN of Gomoku holds results and no moves")]
    NoMoves,
    /// The compressed file cannot be used.
    #[error("the compressed file is damaged: {0}")]
    Compression(String),
    /// The compressed file is too large.
    #[error("the compressed file holds more than {0} MiB")]
    TooLarge(u64),
    /// There is no game in the file.
    #[error("there is no game in it")]
    Nothing,
}

impl SourceGame {
    /// A game of these moves. What follows a move that ends the game is left out.
    ///
    /// # Errors
    /// [`UnusableGame::Move`] or [`UnusableGame::Finished`]
    pub fn new(start: Position, mut moves: Vec<Point>) -> Result<Self, UnusableGame> {
        if let Some((side, _)) = winning_stones(&start) {
            return Err(UnusableGame::Finished(side));
        }
        let mut board = Board::from_position(&start);
        let mut end = GameEnd::Open;
        for index in 0..moves.len() {
            end = match board.play(moves[index]) {
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
            number: 1,
            names: [None, None],
            start,
            moves,
            opening: 0,
            result: None,
            end,
        })
    }

    /// The position after so many moves.
    pub fn position(&self, moves: usize) -> Position {
        let mut position = self.start.clone();
        for &point in self.moves.iter().take(moves) {
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
        self.start.stones().len() + moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn game(rule: Rule, text: &str) -> Result<SourceGame, UnusableGame> {
        let size = BoardSize::square(15)?;
        let moves = Rows::FromBottom.parse_moves(text, size)?;
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
        let error = game(Rule::Freestyle, "h8i9h8").expect_err("a stone on a stone");
        assert_eq!(error.to_string(), "move 3: the point is not empty");
    }
}
