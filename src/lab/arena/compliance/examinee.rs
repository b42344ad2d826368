//! The engine under examination by the Gomocup protocol.

use std::time::Duration;

use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};

use super::super::dialogue::{opening_request, parse_move};
use super::conversation::{Conversation, Failure, PATIENCE, Subject, first_line};
use kagetsu_kernel::quote;

/// Time for one move in the examination.
pub(super) const TURN: Duration = Duration::from_millis(500);
/// Width and height of the board in most checks.
pub(super) const SIZE: usize = 15;

/// A running engine.
#[derive(Debug)]
pub(super) struct Examinee(pub(super) Conversation);

/// The line, unless it is blank or a comment.
fn answer(line: &str) -> Option<String> {
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_comment = ["", "MESSAGE", "DEBUG"]
        .iter()
        .any(|comment| word.eq_ignore_ascii_case(comment));
    (!is_comment).then(|| quote(line))
}

impl Examinee {
    /// Starts the engine and sends nothing.
    pub(super) fn start(subject: Subject<'_>) -> Result<Self, Failure> {
        Conversation::start(subject).map(Self)
    }

    /// Starts the engine and a game on the usual board.
    pub(super) fn start_game(subject: Subject<'_>, rule: Rule) -> Result<Self, Failure> {
        let mut examinee = Self::start(subject)?;
        examinee.expect(&format!("START {SIZE}"), "OK")?;
        examinee.0.say(&format!(
            "INFO timeout_match 0\nINFO timeout_turn {}\nINFO game_type 1\nINFO rule {}",
            TURN.as_millis(),
            rule.number()
        ));
        Ok(examinee)
    }

    /// Sends a request and returns the line that answers it.
    pub(super) fn ask(&mut self, request: &str) -> Result<String, Failure> {
        self.0.say(request);
        self.0
            .next(PATIENCE, answer)?
            .ok_or_else(|| format!("no answer to {}", first_line(request)))
    }

    /// Sends a request that has one right answer.
    pub(super) fn expect(&mut self, request: &str, answer: &str) -> Result<(), Failure> {
        let found = self.ask(request)?;
        if found == answer {
            Ok(())
        } else {
            Err(format!(
                "{} was answered '{found}', not '{answer}'",
                first_line(request)
            ))
        }
    }

    /// Sends a request whose answer must begin with a word.
    pub(super) fn expect_word(&mut self, request: &str, word: &str) -> Result<(), Failure> {
        let found = self.ask(request)?;
        if found.split_whitespace().next() == Some(word) {
            Ok(())
        } else {
            Err(format!(
                "{} was answered '{found}', not {word}",
                first_line(request)
            ))
        }
    }

    /// Asks for a move within `limit`.
    ///
    /// # Errors
    /// When there is no move, when it is late, or when it is not legal on `board`.
    pub(super) fn move_within(
        &mut self,
        request: &str,
        board: &mut Board,
        limit: Duration,
    ) -> Result<Point, Failure> {
        self.0.say(request);
        let answer = self
            .0
            .next(limit + PATIENCE, answer)?
            .ok_or_else(|| format!("no move after {}", first_line(request)))?;
        let point = parse_move(&answer)
            .ok_or_else(|| format!("'{answer}' is no move"))?
            .on_board(|x, y| board.size().point(x, y))
            .ok_or_else(|| format!("'{answer}' is not on the board"))?;
        board
            .play(point)
            .map_err(|error| format!("the move {answer} is illegal: {error}"))?;
        self.0.was_within(limit)?;
        Ok(point)
    }

    /// Asks for a legal move in the usual time.
    pub(super) fn legal_move(
        &mut self,
        request: &str,
        board: &mut Board,
    ) -> Result<Point, Failure> {
        self.move_within(request, board, TURN)
    }

    /// Checks that the engine sends nothing but comments for a while.
    pub(super) fn stays_quiet(&mut self) -> Result<(), Failure> {
        self.0.stays_quiet(answer)
    }
}

/// An empty board of the usual size.
pub(super) fn empty_board(rule: Rule) -> Result<Board, Failure> {
    let size = BoardSize::square(SIZE).map_err(|error| error.to_string())?;
    Ok(Board::new(size, rule))
}

/// The board of the usual size after these moves.
pub(super) fn board_after(rule: Rule, moves: &[Point]) -> Result<Board, Failure> {
    let mut board = empty_board(rule)?;
    for &point in moves {
        board.play(point).map_err(|error| error.to_string())?;
    }
    Ok(board)
}

/// Points such as `h8i9`, rows from the top.
pub(super) fn points(moves: &str) -> Result<Vec<Point>, Failure> {
    let points = Rows::FromTop.parse_moves(moves, BoardSize::LARGEST);
    points.map_err(|error| error.to_string())
}

/// The request that sets up the position after these moves and asks for a move, and the board of that position.
pub(super) fn position(rule: Rule, moves: &str) -> Result<(String, Board), Failure> {
    let moves = points(moves)?;
    let board = board_after(rule, &moves)?;
    Ok((opening_request(&moves).join("\n"), board))
}
