//! What all forms of samples tell.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::ParseTextError;

use crate::dataset::TrainingResult;

use super::error::SampleFault;

/// Ending of the name of a compressed file.
const PACKED_ENDING: &str = "lz4";
/// Bits of the row in a packed point, and of the column above it.
const SIDE_BITS: u32 = 5;
/// A row or a column.
const SIDE_MASK: u16 = (1 << SIDE_BITS) - 1;
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// The form of a file of samples. Each may be compressed as one frame of LZ4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleForm {
    /// A line for each sample, which names neither rule nor size.
    Csv,
    /// Numbers, sample by sample.
    Bin,
    /// Numbers, game by game.
    Binpack,
}

impl SampleForm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Bin, Self::Binpack];

    /// The form that the ending of a file's name stands for: `.csv`, `.bin` or `.binpack`, with or without `.lz4`.
    pub fn of_name(path: &Path) -> Option<Self> {
        // Only the endings have to be UTF-8.
        let ending = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        let mut found = ending(path)?;
        if found == PACKED_ENDING {
            found = ending(Path::new(path.file_stem()?))?;
        }
        found.parse().ok()
    }

    /// Does it tell whole games, which are not to be joined?
    pub(super) const fn has_whole_games(self) -> bool {
        matches!(self, Self::Binpack)
    }
}

impl fmt::Display for SampleForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Csv => "csv",
            Self::Bin => "bin",
            Self::Binpack => "binpack",
        })
    }
}

impl FromStr for SampleForm {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = Self::ALL.into_iter().find(|form| form.to_string() == text);
        form.ok_or_else(|| ParseTextError::new(text, "no form of samples", "csv, bin or binpack"))
    }
}

/// The rule and the board that samples must be of to be taken; `None` takes those of the first sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedKind {
    /// The rule.
    pub rule: Option<Rule>,
    /// The board.
    pub size: Option<BoardSize>,
}

impl WantedKind {
    /// Is something else asked for than this?
    pub(super) fn refuses(self, kind: Kind) -> bool {
        self.rule.is_some_and(|rule| rule != kind.rule)
            || self.size.is_some_and(|size| size != kind.size)
    }
}

/// The rule and the board of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
}

impl Kind {
    /// The kind that two numbers of a sample stand for.
    pub(super) fn of_numbers(rule: u8, side: u8) -> Result<Self, SampleFault> {
        let no_rule = || SampleFault::new(format!("{rule} is not the number of a rule"));
        Ok(Self {
            rule: Rule::from_number(rule.into()).ok_or_else(no_rule)?,
            size: BoardSize::square(side.into())
                .map_err(|error| SampleFault::new(error.to_string()))?,
        })
    }

    /// The point that the lowest bits of a number stand for: its column and row, from zero at the top left. The bits above
    /// mean nothing; c-gomoku-cli has the colour of some moves there.
    pub(super) fn point(self, number: u16) -> Result<Point, SampleFault> {
        let (x, y) = (number >> SIDE_BITS & SIDE_MASK, number & SIDE_MASK);
        let size = self.size;
        size.point(x.into(), y.into()).ok_or_else(|| {
            SampleFault::new(format!(
                "column {x} and row {y}, from zero, are not on the {size} board"
            ))
        })
    }

    /// The points of a list, two bytes each.
    pub(super) fn points(self, bytes: &[u8]) -> Result<Vec<Point>, SampleFault> {
        let (numbers, _) = bytes.as_chunks::<2>();
        let points = numbers.iter().map(|&number| u16::from_le_bytes(number));
        points.map(|number| self.point(number)).collect()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule, self.size)
    }
}

/// A position, moves that were played from it, and how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) kind: Kind,
    /// The moves to the position; Black made the first.
    pub(super) position: Vec<Point>,
    /// The moves that followed, at least one.
    pub(super) moves: Vec<Point>,
    pub(super) result: TrainingResult,
}

/// The result that a number tells of the side to move in a position with so many stones.
pub(super) fn result(number: u8, stones: usize) -> Result<TrainingResult, SampleFault> {
    let mover = Side::BOTH[stones % 2];
    match number {
        LOSS => Ok(TrainingResult::Win(mover.opponent())),
        DRAW => Ok(TrainingResult::Draw),
        WIN => Ok(TrainingResult::Win(mover)),
        _ => Err(SampleFault::new(format!(
            "{number} is not a result: expected 0 for a loss, 1 for a draw, 2 for a win of the side to move"
        ))),
    }
}
