//! One puzzle, and its row in a file.
//!
//! A row has ten columns between tabs, or the first six of them: a name, the side to move, Black's stones, White's stones,
//! the moves of the solver in the line, the line, the kind, the rule, the side of the board, and the grade. Points are letters
//! for the column and numbers for the row from the bottom, between blanks; letters may be capital, as `puzzles` writes them.
//! The first four columns are what `solve` reads.

use std::fmt;

use crate::game::{Colour, Game, Refusal, Rows, Spot, Step};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::session::Level;
use crate::text::Message;

use super::kind::Kind;

/// A position with one right first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, unlike all others in its file.
    pub id: String,
    /// What is asked for.
    pub kind: Kind,
    /// The rule.
    pub rule: Rule,
    /// The side of the square board.
    pub size: u8,
    /// The lowest level that finds the first move, from 1 to 10.
    pub grade: u8,
    /// The colour to move.
    pub to_move: Colour,
    /// The stones.
    pub stones: Vec<(Spot, Colour)>,
    /// The right move, and for a win what follows up to the five, against the defence that lasts longest.
    pub line: Vec<Spot>,
}

/// What is wrong with a row of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PuzzleFault {
    /// Number of the line, from one.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Refusal,
}

impl PuzzleFault {
    /// The fault in words, with the line if one is at fault.
    pub fn message(&self) -> Message {
        let why = self.fault.message();
        if self.fault == Refusal::NoPuzzles {
            return why;
        }
        let line = Message::new("practice-own-line").with("line", &self.line);
        line.with_message("why", why)
    }
}

/// Columns of a row whose list says elsewhere what kind its puzzles are.
const FEW_COLUMNS: usize = 6;
const ROW_SEPARATOR: char = '\t';

/// The names of the columns, as a comment.
pub const HEAD: &str = "# id\tside\tblack\twhite\tlength\tline\tkind\trule\tsize\tgrade";

fn name_of(at: Spot, size: u8) -> String {
    Rows::Bottom.name(at, size)
}

fn spot(word: &str, size: u8) -> Result<Spot, Refusal> {
    let spot = Rows::Bottom.spot(word, size, size);
    spot.ok_or_else(|| Refusal::OffBoard(word.to_string()))
}

fn spots(text: &str, size: u8) -> Result<Vec<Spot>, Refusal> {
    text.split_whitespace()
        .map(|word| spot(word, size))
        .collect()
}

/// What does not fit into a column.
fn unfit(column: &'static str, text: &str) -> Refusal {
    let text = text.to_string();
    Refusal::PuzzleColumn { column, text }
}

/// What holds of the puzzles of a list whose rows do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowDefaults {
    /// The kind.
    pub kind: Kind,
    /// The rule.
    pub rule: Rule,
    /// The side of the board.
    pub size: u8,
}

impl Puzzle {
    /// The puzzle of a row that says everything.
    ///
    /// # Errors
    /// [`Refusal`] of what is wrong with the row.
    pub fn read(row: &str) -> Result<Self, Refusal> {
        let columns: Vec<&str> = row.split(ROW_SEPARATOR).collect();
        Self::of_columns(&columns)
    }

    /// The puzzle of a row of ten or of six columns. Its stones and its line must make a game.
    ///
    /// # Errors
    /// [`Refusal`] of what is wrong with the row.
    pub fn read_own(row: &str, defaults: RowDefaults) -> Result<Self, Refusal> {
        let mut columns: Vec<&str> = row.trim_end_matches('\r').split(ROW_SEPARATOR).collect();
        let (rule, size) = (defaults.rule.to_string(), defaults.size.to_string());
        let grade = Level::LOWEST.to_string();
        if columns.len() == FEW_COLUMNS {
            columns.extend([defaults.kind.name(), &rule, &size, &grade]);
        }
        let puzzle = Self::of_columns(&columns)?;
        puzzle.check()?;
        Ok(puzzle)
    }

    /// Do the stones make a position, and the line a game?
    fn check(&self) -> Result<(), Refusal> {
        if !self.kind.exists_in(self.rule) {
            let (rule, kind) = (self.rule, self.kind.name());
            return Err(Refusal::PuzzleKind { rule, kind });
        }
        let mut spots: Vec<Spot> = self.stones.iter().map(|&(at, _)| at).collect();
        spots.sort_unstable();
        if let Some(twice) = spots.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Refusal::Occupied(name_of(twice[0], self.size)));
        }
        let mut game = Gomoku::start(&self.setup())?;
        for &at in &self.line {
            game.play(Step::stone(at))?;
        }
        let winner = game.outcome().and_then(|end| end.winner);
        let is_won = winner.is_some_and(|seat| game.colour(seat) == self.to_move);
        match self.kind {
            Kind::Defend if self.line.len() > 1 => Err(Refusal::LongDefence),
            Kind::Defend => Ok(()),
            _ if is_won => Ok(()),
            _ => Err(Refusal::PuzzleNotWon),
        }
    }

    fn of_columns(columns: &[&str]) -> Result<Self, Refusal> {
        let &[
            id,
            turn,
            black,
            white,
            length,
            line,
            kind,
            rule,
            size,
            grade,
        ] = columns
        else {
            return Err(Refusal::PuzzleColumns(columns.len()));
        };
        let number = |column, text: &str, range: std::ops::RangeInclusive<u8>| {
            let number = text.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| unfit(column, text))
        };
        let size = number("size", size, crate::gomoku::stones::SIDES)?;
        let to_move = turn.parse().map_err(|_| unfit("side", turn))?;
        let mut stones = Vec::new();
        for (text, colour) in [(black, Colour::Black), (white, Colour::White)] {
            stones.extend(spots(text, size)?.into_iter().map(|at| (at, colour)));
        }
        let puzzle = Self {
            id: id.to_string(),
            kind: kind.parse().map_err(|_| unfit("kind", kind))?,
            rule: rule.parse().map_err(|_| unfit("rule", rule))?,
            size,
            grade: number("grade", grade, Level::LOWEST..=Level::HIGHEST)?,
            to_move,
            stones,
            line: spots(line, size)?,
        };
        if puzzle.line.is_empty() || length.parse() != Ok(puzzle.length()) {
            return Err(unfit("length", length));
        }
        Ok(puzzle)
    }

    /// Moves of the solver in the line, the five included.
    pub fn length(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// The position, as the start of a game.
    pub fn setup(&self) -> Setup {
        Setup {
            stones: self.stones.clone(),
            to_move: self.to_move,
            ..Setup::square(self.rule, self.size)
        }
    }
}

/// The row of the puzzle, without a line end.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |spots: &mut dyn Iterator<Item = Spot>| {
            let words: Vec<String> = spots.map(|at| name_of(at, self.size)).collect();
            words.join(" ")
        };
        let stones = |colour: Colour| {
            let own = self.stones.iter().filter(move |&&(_, of)| of == colour);
            words(&mut own.map(|&(at, _)| at))
        };
        let columns = [
            self.id.clone(),
            self.to_move.name().to_string(),
            stones(Colour::Black),
            stones(Colour::White),
            self.length().to_string(),
            words(&mut self.line.iter().copied()),
            self.kind.to_string(),
            self.rule.to_string(),
            self.size.to_string(),
            self.grade.to_string(),
        ];
        f.write_str(&columns.join("\t"))
    }
}
