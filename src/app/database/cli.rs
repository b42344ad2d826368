//! The command line of `database`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::file::Overwrite;
use kagetsu_notation::encoding::TextEncoding;

use super::super::position_arg::PositionArgs;

/// The sub-commands of `database`.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Store positions from JSON lines, libraries of `RenLib` and databases of Yixin-Board and Rapfi; a file that is wrong is refused as a whole
    Import(ImportArgs),
    /// Write the positions as JSON lines, as a library of `RenLib`, or as a database of Yixin-Board and Rapfi
    Export(ExportArgs),
    /// Show what is known of a position and of the positions after its moves
    ///
    /// Points are shown as they lie on the board that is asked for, however the database has turned it. Scores, chances and
    /// labels of moves speak of the player who makes the move.
    Show(ShowArgs),
    /// Store the positions of other databases
    Merge(MergeArgs),
    /// Remove positions
    Prune(PruneArgs),
    /// Count positions, labels and notes
    Stats(DatabaseArgs),
    /// Verify the checksums of the whole file and read every position
    Check(DatabaseArgs),
}

/// The database.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArgs {
    /// Database
    #[arg(long, value_name = "FILE")]
    pub(super) db: PathBuf,
}

/// Arguments of `database import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Files to read
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Database; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    pub(super) db: PathBuf,
    /// Rule of the libraries, which name none
    #[arg(long, default_value_t = Rule::Renju)]
    pub(super) rule: Rule,
    /// Encoding of texts in libraries and in databases of Yixin-Board that are not UTF-8, such as GBK, Big5 or
    /// windows-1250 (default: GBK for databases, a guess for libraries)
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<TextEncoding>,
}

/// Arguments of `database export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,
    /// File to write (default: standard output)
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// What to write (default: by the ending of the file, .json, .jsonl, .db, .csv or .lib; JSON lines on standard output)
    #[arg(long)]
    pub(super) format: Option<ExportFormat>,
    /// Only positions of this rule (default: all; for a library, whose positions are of one rule, that of the database)
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Encoding of the texts of a library, that of the Windows on which `RenLib` reads it (default: windows-1252, GBK or UTF-8,
    /// the first one that has all letters)
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<TextEncoding>,
}

/// The forms that positions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// JSON lines
    Json,
    /// Database of Yixin-Board and Rapfi
    Db,
    /// The same, compressed by LZ4
    DbLz4,
    /// The same as text, as Rapfi writes it
    Csv,
    /// Library of `RenLib`
    Lib,
}

/// Arguments of `database show` and `book show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `database merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Databases to read
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Database; it is created if it does not exist
    #[arg(long, value_name = "FILE")]
    pub(super) db: PathBuf,
}

/// Arguments of `database prune`.
#[derive(Debug, Args)]
#[group(id = "limits", required = true, multiple = true, args = ["min_depth", "max_stones"])]
pub(crate) struct PruneArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,
    /// Remove positions searched less deeply that have no label, mark or text
    #[arg(long, value_name = "PLIES")]
    pub(super) min_depth: Option<u16>,
    /// Remove positions with more stones
    #[arg(long, value_name = "N")]
    pub(super) max_stones: Option<usize>,
}
