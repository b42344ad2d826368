//! The command line of `games`.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_notation::encoding::TextEncoding;

use crate::error::CommandError;
use crate::position_arg::{PositionArgs, position};
use crate::value::at_least;

/// The sub-commands of `games`.
#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Count the moves that were played in a position, with the results of their games
    ///
    /// The order in which the position arose does not matter, nor how the games are turned or mirrored: the moves are
    /// told as they lie on the board of the question, and of moves that are equal there the one to the upper right.
    Moves(MovesArgs),
    /// Count the openings, with the results of their games
    Openings(OpeningsArgs),
    /// List the games in which a position or a pattern of stones occurs
    ///
    /// A position is the whole board with the side to move; a pattern may lie anywhere. Both are found turned and mirrored.
    Find(FindArgs),
}

/// The games, and what they leave open.
#[derive(Debug, Args)]
pub(crate) struct CollectionArgs {
    /// Games in any form that `analyse` reads (SGF, psq, rec, sav, PGN with moves, journals of tournaments, libraries of
    /// `RenLib`, moves), or folders, of which .sgf, .psq, .rec, .sav, .pgn and .lib are read, and of that of a tournament
    /// `games.jsonl` alone; `-` is standard input
    #[arg(required = true, value_name = "FILES")]
    pub(super) files: Vec<PathBuf>,
    /// Only games of this rule, which those that name none are taken to be of (default: of every rule)
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board of the question, and of games that name none, such as 15 or 20x15 (default: 15)
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// Encoding of texts that name none and are not UTF-8, such as GBK or EUC-KR (default: a guess)
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<TextEncoding>,
    /// Most lines of a library; each counts as a game without a result
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least::<1>)]
    pub(super) library_lines: usize,
}

/// A position that is asked for.
#[derive(Debug, Args)]
pub(crate) struct QuestionArgs {
    /// Take the position after so many moves of the text
    #[arg(long, value_name = "N", requires = "position")]
    pub(super) at: Option<usize>,
    /// Side to move (default: by the number of stones)
    #[arg(long, requires = "position")]
    pub(super) side: Option<Side>,
    /// Edge from which rows are counted, both in the position and in the output
    #[arg(long, value_name = "EDGE", default_value_t = Rows::FromBottom)]
    pub(super) rows: Rows,
}

/// Arguments of `games moves`.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(super) collection: CollectionArgs,
    /// The position: moves such as `h8i9j10`, a picture or a BOARD block; `@FILE` reads a file (default: the empty board)
    #[arg(long, value_name = "TEXT")]
    pub(super) position: Option<String>,
    #[command(flatten)]
    pub(super) question: QuestionArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `games openings`.
#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub(super) collection: CollectionArgs,
    /// Stones of an opening
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = at_least::<1>)]
    pub(super) stones: usize,
    /// Most openings to list, the most frequent ones (default: all)
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    pub(super) most: Option<usize>,
    /// Edge from which rows are counted
    #[arg(long, value_name = "EDGE", default_value_t = Rows::FromBottom)]
    pub(super) rows: Rows,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

const AFTER_FIND: &str = "\
Signs of a pattern: X is a black stone, O a white one, . an empty cell, ? any cell, # the edge of the board or a blocked
cell. A row ends with / or a new line, and may be shorter than others. A game is listed once, with the move after which
the pattern is there for the first time.";

/// Arguments of `games find`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_FIND)]
#[group(id = "wanted", required = true, multiple = false, args = ["position", "pattern"])]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(super) collection: CollectionArgs,
    /// The position: moves such as `h8i9j10`, a picture or a BOARD block; `@FILE` reads a file
    #[arg(long, value_name = "TEXT")]
    pub(super) position: Option<String>,
    /// The pattern, such as `.XXX./..O..`
    #[arg(long, value_name = "TEXT")]
    pub(super) pattern: Option<String>,
    /// Find the pattern with the colours exchanged as well
    #[arg(long, requires = "pattern")]
    pub(super) either_colour: bool,
    #[command(flatten)]
    pub(super) question: QuestionArgs,
    /// Print one JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

/// Reads the position that is asked for.
pub(super) fn asked(
    text: Option<&str>,
    question: &QuestionArgs,
    collection: &CollectionArgs,
    err: &mut dyn Write,
) -> Result<Position, CommandError> {
    let args = PositionArgs {
        position: text.map(OsString::from).into_iter().collect(),
        at: question.at,
        encoding: collection.encoding,
        rule: collection.rule,
        size: collection.size,
        side: question.side,
        rows: question.rows,
    };
    position(&args, Rule::default(), None, err)
}
