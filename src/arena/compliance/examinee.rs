//! The engine under examination, and the conversation with it.

use std::time::{Duration, Instant};

use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::super::dialogue::{opening_request, parse_move};
use super::super::process::{Process, Silence, Stream};
use super::super::process_tree::ProcessTree;
use super::super::processor_waits::ProcessorWaits;
use super::super::quote::quote;
use super::super::settings::EngineSpec;

/// Time for one move in the examination.
pub const TURN: Duration = Duration::from_millis(500);
/// Width and height of the board in most checks.
pub const SIZE: usize = 15;

/// Longest time for an answer that has no limit of its own, the start of the process included.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for which the engine must send nothing.
const QUIET: Duration = Duration::from_millis(300);
/// Accepted overrun of a time limit, for delays of the examiner's own scheduling. The time for which a thread of the
/// engine was ready to run and found no processor is accepted as well.
const TOLERANCE: Duration = Duration::from_millis(250);
/// How often the wait for a processor is read of a process that is to end: it tells nothing once it has ended.
const SAMPLE: Duration = Duration::from_millis(20);

/// Why a check is not passed: one sentence.
pub type Failure = String;

/// A running engine.
#[derive(Debug)]
pub struct Examinee {
    process: Process,
    errors: usize,
}

impl Examinee {
    /// Starts the engine and sends nothing.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(spec: &EngineSpec) -> Result<Self, Failure> {
        let process =
            Process::start(spec).map_err(|error| format!("cannot be started: {error}"))?;
        Ok(Self { process, errors: 0 })
    }

    /// Starts the engine and a game on the usual board.
    ///
    /// # Errors
    /// When the engine cannot be started or does not answer `OK`.
    pub fn start_game(spec: &EngineSpec, rule: Rule) -> Result<Self, Failure> {
        let mut examinee = Self::start(spec)?;
        examinee.expect(&format!("START {SIZE}"), "OK")?;
        examinee.say(&format!(
            "INFO timeout_match 0\nINFO timeout_turn {}\nINFO game_type 1\nINFO rule {}",
            TURN.as_millis(),
            rule.number()
        ));
        Ok(examinee)
    }

    /// Sends lines as they are, with one line end behind them.
    pub fn say(&mut self, text: &str) {
        self.process.send(&format!("{text}\n"));
    }

    /// Sends bytes as they are.
    pub fn say_raw(&mut self, text: &str) {
        self.process.send(text);
    }

    /// The processes of the engine.
    pub const fn tree(&self) -> &ProcessTree {
        self.process.tree()
    }

    /// Number of lines that it has written to its standard error.
    pub const fn errors(&self) -> usize {
        self.errors
    }

    /// The next line that is neither blank nor a comment, and when it came.
    fn next(&mut self, patience: Duration) -> Result<Option<(String, Instant)>, Failure> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.receive(left) {
                Ok(line) if line.stream == Stream::Error => self.errors += 1,
                Ok(line) => {
                    let word = line.text.split_whitespace().next().unwrap_or_default();
                    let is_comment = ["", "MESSAGE", "DEBUG"]
                        .iter()
                        .any(|comment| word.eq_ignore_ascii_case(comment));
                    if !is_comment {
                        return Ok(Some((quote(&line.text), line.at)));
                    }
                    if left.is_zero() {
                        return Ok(None);
                    }
                }
                Err(Silence::Timeout) => return Ok(None),
                Err(Silence::Closed) => return Err("it has ended without being told to".into()),
            }
        }
    }

    /// Sends a request and returns the line that answers it.
    ///
    /// # Errors
    /// When the engine ends or sends nothing.
    pub fn ask(&mut self, request: &str) -> Result<String, Failure> {
        self.say(request);
        match self.next(PATIENCE)? {
            Some((answer, _)) => Ok(answer),
            None => Err(format!("no answer to {}", first_line(request))),
        }
    }

    /// Sends a request that has one right answer.
    ///
    /// # Errors
    /// When the engine gives another answer.
    pub fn expect(&mut self, request: &str, answer: &str) -> Result<(), Failure> {
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
    ///
    /// # Errors
    /// When it does not.
    pub fn expect_word(&mut self, request: &str, word: &str) -> Result<(), Failure> {
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

    /// Asks for a move within `limit`, and measures its time.
    ///
    /// # Errors
    /// When there is no move, when it is late, or when it is not legal on `board`.
    pub fn move_within(
        &mut self,
        request: &str,
        board: &mut Board,
        limit: Duration,
    ) -> Result<(Point, Duration), Failure> {
        let waits = self.process.tree().waits();
        let asked = Instant::now();
        self.say(request);
        let Some((answer, at)) = self.next(limit + PATIENCE)? else {
            return Err(format!("no move after {}", first_line(request)));
        };
        let held_up = self.held_up_since(&waits);
        let took = at.saturating_duration_since(asked);
        let (x, y) = parse_move(&answer)
            .map(|answer| (answer.x, answer.y))
            .ok_or_else(|| format!("'{answer}' is no move"))?;
        let point = usize::try_from(x)
            .ok()
            .zip(usize::try_from(y).ok())
            .and_then(|(x, y)| board.size().point(x, y))
            .ok_or_else(|| format!("'{answer}' is not on the board"))?;
        board
            .play(point)
            .map_err(|error| format!("the move {answer} is illegal: {error}"))?;
        if took > limit + TOLERANCE + held_up {
            let (took, limit) = (took.as_millis(), limit.as_millis());
            return Err(format!("took {took} ms for a move of at most {limit} ms"));
        }
        Ok((point, took))
    }

    /// The time for which the machine has kept the engine from running.
    fn held_up_since(&self, before: &ProcessorWaits) -> Duration {
        self.process.tree().waits().longest_since(before)
    }

    /// Asks for a legal move in the usual time.
    ///
    /// # Errors
    /// See [`Examinee::move_within`].
    pub fn legal_move(&mut self, request: &str, board: &mut Board) -> Result<Point, Failure> {
        Ok(self.move_within(request, board, TURN)?.0)
    }

    /// Checks that the engine sends nothing but comments for a while.
    ///
    /// # Errors
    /// When another line comes.
    pub fn stays_quiet(&mut self) -> Result<(), Failure> {
        match self.next(QUIET)? {
            None => Ok(()),
            Some((line, _)) => Err(format!("said '{line}' without being asked")),
        }
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    /// When the process is still running after `limit`, and not because the machine has kept it from running.
    pub fn ends_within(&mut self, limit: Duration) -> Result<(), Failure> {
        let before = self.process.tree().waits();
        let begun = Instant::now();
        let mut held_up = Duration::ZERO;
        loop {
            held_up = held_up.max(self.held_up_since(&before));
            let left = (limit + held_up).saturating_sub(begun.elapsed());
            match self.process.receive(left.min(SAMPLE)) {
                Err(Silence::Closed) => return Ok(()),
                // A program that goes on talking goes on running.
                Ok(_) | Err(Silence::Timeout) if !left.is_zero() => {}
                Ok(_) | Err(Silence::Timeout) => {
                    return Err(format!("still runs after {} ms", limit.as_millis()));
                }
            }
        }
    }

    /// Closes its standard input.
    pub fn hang_up(&mut self) {
        self.process.close_input();
    }
}

/// An empty board of the usual size.
///
/// # Errors
/// Never in practice: the size is a legal one.
pub fn empty_board(rule: Rule) -> Result<Board, Failure> {
    let size = BoardSize::square(SIZE).map_err(|error| error.to_string())?;
    Ok(Board::new(size, rule))
}

/// The board of the usual size after these moves.
///
/// # Errors
/// When one of them is illegal.
pub fn board_after(rule: Rule, moves: &[Point]) -> Result<Board, Failure> {
    let mut board = empty_board(rule)?;
    for &point in moves {
        board.play(point).map_err(|error| error.to_string())?;
    }
    Ok(board)
}

/// The request that sets up a whole position and asks for a move.
pub fn board_request(moves: &[Point]) -> String {
    opening_request(moves).join("\n")
}

fn first_line(text: &str) -> String {
    quote(text.lines().next().unwrap_or_default())
}
