//! A list of puzzles, from a text of one row for each. Rows that begin with `#` are comments.

use kagetsu_kernel::file::without_mark;
use kagetsu_kernel::{ShippedFile, shipped_file};

use crate::game::Refusal;
use crate::gomoku::Rule;

use super::kind::Kind;
use super::puzzle::{Puzzle, PuzzleFault, RowDefaults};

/// The puzzles of the program.
pub(crate) static SHIPPED: ShippedFile = shipped_file!("", "puzzles.tsv");
const COMMENT: char = '#';

/// A list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzles(Vec<Puzzle>);

impl Puzzles {
    /// The puzzles of the program: of every rule and kind the easy ones first.
    ///
    /// # Errors
    /// None, as a test shows, unless the file was damaged.
    pub fn shipped() -> Result<Self, PuzzleFault> {
        Self::read(SHIPPED.text().unwrap_or_default())
    }

    /// The puzzles of a text.
    ///
    /// # Errors
    /// [`PuzzleFault`] with the first row that is no puzzle.
    pub fn read(text: &str) -> Result<Self, PuzzleFault> {
        Self::of_rows(text, Puzzle::read)
    }

    /// The puzzles of a text as `puzzles` writes it; what its rows do not say is taken from `defaults`.
    ///
    /// # Errors
    /// [`PuzzleFault`] with the first row that is no puzzle that can be played.
    pub fn read_own(text: &str, defaults: RowDefaults) -> Result<Self, PuzzleFault> {
        Self::of_rows(without_mark(text), |row| Puzzle::read_own(row, defaults))
    }

    fn of_rows(
        text: &str,
        read: impl Fn(&str) -> Result<Puzzle, Refusal>,
    ) -> Result<Self, PuzzleFault> {
        let rows = (1..).zip(text.lines());
        let rows = rows.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with(COMMENT));
        rows.map(|(line, row)| read(row).map_err(|fault| PuzzleFault { line, fault }))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// All of them.
    pub fn list(&self) -> &[Puzzle] {
        &self.0
    }

    /// Those of a rule and kind.
    pub fn of(&self, rule: Rule, kind: Kind) -> impl Iterator<Item = &Puzzle> {
        self.0
            .iter()
            .filter(move |puzzle| puzzle.rule == rule && puzzle.kind == kind)
    }

    /// The puzzle of a name.
    pub fn find(&self, id: &str) -> Option<&Puzzle> {
        self.0.iter().find(|puzzle| puzzle.id == id)
    }
}

/// How far the puzzle of the next day lies from that of the day before: the golden section, so that neighbours in the
/// list, which are alike, do not follow each other.
const SECTION: f64 = 0.618;

const fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The number of the puzzle of a day, out of so many: the same for everybody. Each has its turn before one comes again.
/// There is at least one.
pub fn daily(day: u32, count: usize) -> usize {
    let near = (count as f64 * SECTION) as usize;
    let step = (near..count)
        .find(|&step| divisor(step, count) == 1)
        .unwrap_or(1);
    (day as usize % count.max(1)) * step % count.max(1)
}
