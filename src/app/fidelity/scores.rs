//! Files of scores, references and others: a line that tells how they were made, then a line for each position.

use std::mem;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{EngineError, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{Score, Shard, ShowPath as _};
use kagetsu_notation::text_form;

use crate::error::CommandError;
use crate::lines_file::LinesFile;

use super::args::WorkArgs;

/// What the first line says that the file is.
pub(super) const KIND: &str = "fidelity";

/// This program, with its version.
pub(super) const MADE_BY: &str = concat!("pbrain-kagetsu ", env!("CARGO_PKG_VERSION"));

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoresHeader {
    /// Always [`KIND`].
    pub(super) kind: String,
    /// The program, with its version.
    pub(super) made_by: String,
    /// Signature of the build, as `bench` prints it.
    pub(super) bench: u64,
    #[serde(with = "text_form")]
    pub(super) rule: Rule,
    #[serde(with = "text_form")]
    pub(super) size: BoardSize,
    /// Nodes for each position.
    pub(super) nodes: u64,
    /// The settings of the engine, with the SHA-256 of a network in place of its file.
    pub(super) options: Vec<String>,
    /// How the positions were chosen.
    pub(super) choice: Choice,
    /// Number of positions of all shards together.
    pub(super) positions: usize,
    /// The part of them that the file is for; all if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<Shard>,
}

/// How positions were chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    pub(super) seed: u64,
    pub(super) tree: u8,
    pub(super) per_game: usize,
    pub(super) data: Vec<DataFile>,
}

/// A dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    pub(super) name: String,
    pub(super) sha256: String,
}

impl ScoresHeader {
    /// The numbers of the positions that the file is for.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        let all = self.positions as u64;
        let range = self.shard.map_or(0..all, |shard| shard.range(all));
        range.start as usize..range.end as usize
    }

    /// Was this made by the same build with the same settings, so that the shorter of the two searches of a position is the
    /// beginning of the longer one?
    pub(super) fn is_of_same_search(&self, other: &Self) -> bool {
        (self.bench, &self.options) == (other.bench, &other.options)
    }
}

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    /// A game.
    Game,
    /// The tree of a search.
    Tree,
}

/// A position that was chosen.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) of: Origin,
    pub(super) moves: Vec<Point>,
}

impl Case {
    /// The position.
    pub(super) fn position(&self, rule: Rule, size: BoardSize) -> Result<Position, EngineError> {
        let moves = self.moves.iter().copied();
        Ok(Position::from_moves(size, rule, moves)?)
    }
}

/// A position with what a search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoreLine {
    pub(super) of: Origin,
    pub(super) moves: String,
    pub(super) best: String,
    /// For the side to move, in evaluation units.
    pub(super) score: i32,
    /// A win or a loss is proved.
    pub(super) proved: bool,
}

impl ScoreLine {
    pub(super) fn new(size: BoardSize, case: &Case, thought: &Thought) -> Self {
        let score = thought.report.score;
        Self {
            of: case.of,
            moves: Rows::FromBottom.names(&case.moves, size, ""),
            best: Rows::FromBottom.name(thought.best, size),
            score: score.value(),
            proved: score.is_decided(),
        }
    }

    /// Is it the same position?
    pub(super) fn is_of(&self, other: &Self) -> bool {
        (self.of, &self.moves) == (other.of, &other.moves)
    }
}

/// A file of scores in memory.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    pub(super) path: PathBuf,
    pub(super) header: ScoresHeader,
    pub(super) lines: Vec<ScoreLine>,
}

impl Scores {
    /// Reads a file that is finished.
    pub(super) fn read(path: &Path) -> Result<Self, CommandError> {
        let text = read_text_file(path).map_err(CommandError::unreadable(path.shown()))?;
        let scores = Self::read_text(path, &text)?;
        let (found, expected) = (scores.lines.len(), scores.header.range().len());
        if found < expected {
            return Err(CommandError::input(format!(
                "'{}' has {found} of its {expected} positions: go on with --resume",
                path.shown()
            )));
        }
        Ok(scores)
    }

    /// The scores of the text of a file, which may lack its end.
    fn read_text(path: &Path, text: &str) -> Result<Self, CommandError> {
        let mut lines = text.lines();
        let wrong = |reason: String| {
            CommandError::input(format!(
                "'{}' is no file of `fidelity`: its first line does not tell how it was made ({reason})",
                path.shown()
            ))
        };
        let first = lines.next().unwrap_or_default();
        let header: ScoresHeader =
            serde_json::from_str(first).map_err(|error| wrong(error.to_string()))?;
        if header.kind != KIND {
            return Err(wrong(format!("it is of kind '{}'", header.kind)));
        }
        let expected = header.range().len();
        let mut scores = Self {
            path: path.to_path_buf(),
            header,
            lines: Vec::new(),
        };
        for (number, text) in (2..).zip(lines) {
            let line = scores.line(text).map_err(|reason| {
                let path = path.shown();
                CommandError::input(format!("line {number} of '{path}' is damaged: {reason}"))
            })?;
            scores.lines.push(line);
        }
        if scores.lines.len() > expected {
            return Err(CommandError::input(format!(
                "'{}' is damaged: it has more than its {expected} positions",
                path.shown()
            )));
        }
        Ok(scores)
    }

    fn line(&self, text: &str) -> Result<ScoreLine, String> {
        let line: ScoreLine = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut position = self.position(&line)?;
        let best = Rows::FromBottom.parse_moves(&line.best, self.header.size);
        let best = best.map_err(|error| error.to_string())?;
        match best[..] {
            [best] => position.play(best).map_err(|error| error.to_string())?,
            _ => return Err(format!("'{}' is not a move", line.best)),
        }
        let limit = Score::win_in(0).value();
        let is_proof = line.score.abs() > Score::MAX_EVALUATION.value();
        if line.score.abs() > limit || is_proof != line.proved {
            return Err(format!("{} is not its score", line.score));
        }
        Ok(line)
    }

    /// The position of a line.
    fn position(&self, line: &ScoreLine) -> Result<Position, String> {
        let ScoresHeader { rule, size, .. } = self.header;
        let moves = Rows::FromBottom.parse_moves(&line.moves, size);
        let moves = moves.map_err(|error| error.to_string())?;
        Position::from_moves(size, rule, moves).map_err(|error| error.to_string())
    }

    /// The positions, to search them again.
    pub(super) fn cases(&self) -> Vec<Case> {
        let case = |line: &ScoreLine| Case {
            of: line.of,
            // They were read before.
            moves: Rows::FromBottom
                .parse_moves(&line.moves, self.header.size)
                .unwrap_or_default(),
        };
        self.lines.iter().map(case).collect()
    }
}

/// A file that is being written: what it lacks is told by its first line.
#[derive(Debug)]
pub(super) struct NewScores {
    file: LinesFile,
    /// The first line, until it is written.
    head: String,
}

impl NewScores {
    /// Begins a file, or goes on with one. Returns it with the lines that it has already.
    pub(super) fn begin(
        path: &Path,
        header: &ScoresHeader,
        work: &WorkArgs,
    ) -> Result<(Self, Vec<ScoreLine>), CommandError> {
        let (file, text) = LinesFile::begin(path, work.resume, work.overwrite)?;
        let head = text_of(header)?;
        let mut scores = Self { file, head };
        // An older file stays until a position is searched.
        if work.overwrite.force {
            return Ok((scores, Vec::new()));
        }
        let mut done = Vec::new();
        // A killed program leaves a last line that has no end. Nothing is taken away from a file that is another one.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole > 0 || !scores.head.starts_with(&text) {
            let lines = if whole > 0 { &text[..whole] } else { &text };
            let before = Scores::read_text(path, lines)?;
            if before.header != *header {
                return Err(CommandError::input(format!(
                    "cannot go on with '{}', which was made otherwise: {}, not {}",
                    path.shown(),
                    text_of(&before.header)?.trim_end(),
                    scores.head.trim_end()
                )));
            }
            done = before.lines;
        }
        scores.file.cut(whole)?;
        if whole > 0 {
            scores.head.clear();
        }
        scores.write("")?;
        Ok((scores, done))
    }

    /// Adds a line, as a whole.
    pub(super) fn add(&mut self, line: &ScoreLine) -> Result<(), CommandError> {
        self.write(&text_of(line)?)
    }

    /// The file has all its positions, of which there may be none.
    pub(super) fn finish(mut self) -> Result<(), CommandError> {
        self.write("")
    }

    fn write(&mut self, text: &str) -> Result<(), CommandError> {
        let lines = mem::take(&mut self.head) + text;
        Ok(self.file.write(lines.as_bytes())?)
    }
}

/// A line of JSON.
fn text_of(value: &impl Serialize) -> Result<String, CommandError> {
    let mut text = serde_json::to_string(value).map_err(std::io::Error::from)?;
    text.push('\n');
    Ok(text)
}
