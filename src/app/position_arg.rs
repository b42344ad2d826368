//! The position that an argument and its options describe, and what it must be before a move is looked for.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;

use kagetsu_gomoku::board::{Position, Rule, Side, winning_stones};
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_notation::encoding::TextEncoding;
use kagetsu_notation::reader::{ReadError, ReadOptions, read_one};

use super::error::CommandError;
use super::notes::Notes;
use super::source::input;

/// A position in one of its text forms, and what the text leaves open.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Moves such as `h8i9j10` or `h8 i9 j10`, a picture of the board, a BOARD block or a link; `-` reads standard input, a
    /// name or `@FILE` a file: SGF, psq, a library of `RenLib`, PGN with moves or text; the default is the empty board
    pub(super) position: Vec<OsString>,
    /// Take the position after so many moves of the game
    #[arg(long, value_name = "N")]
    pub(super) at: Option<usize>,
    /// Encoding of texts that name none and are not UTF-8, such as GBK or EUC-KR (default: a guess)
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<TextEncoding>,
    /// The rule, by its name or by its number in the protocol: 0, 1, 4, 8 or 9
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 (columns x rows)
    #[arg(long)]
    pub(super) size: Option<BoardSize>,
    /// Side to move (default: by the number of stones)
    #[arg(long)]
    pub(super) side: Option<Side>,
    /// Edge from which rows are counted, both in the input and in the output
    #[arg(long, value_name = "EDGE", default_value_t = Rows::FromBottom)]
    pub(super) rows: Rows,
}

impl PositionArgs {
    /// What a text leaves open.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            rule: self.rule,
            size: self.size,
            side: self.side,
            rows: self.rows,
            encoding: self.encoding,
            ..ReadOptions::default()
        }
    }
}

/// Reads the position. Rule and size are those of the text, else of the options, else the ones given here. What is noted of it
/// goes to `err`.
///
/// # Errors
/// As [`input`], and when it is no position.
pub(super) fn position(
    args: &PositionArgs,
    rule: Rule,
    size: Option<BoardSize>,
    err: &mut dyn Write,
) -> Result<Position, CommandError> {
    let input = input(&args.position)?;
    let options = ReadOptions {
        size: args.size.or(size),
        ..args.options()
    };
    let read = || {
        let game = read_one(&input.open(args.encoding)?, &options)?;
        let position = game.position(args.at, args.side);
        let position = position.map_err(|fault| ReadError {
            kind: game.kind,
            number: 0,
            fault,
        })?;
        Ok((game, position))
    };
    let (mut game, mut position) = read().map_err(|error| input.error(error))?;
    if args.rule.is_none() && !game.has_rule {
        position.set_rule(rule);
        for note in &mut game.notes {
            note.set_taken(rule);
        }
    }
    let mut notes = Notes::default();
    notes.add(input.name.as_deref(), &game.notes);
    notes.print(err)?;
    Ok(position)
}

/// Refuses a position in which somebody has won.
pub(super) fn refuse_finished(position: &Position) -> Result<(), CommandError> {
    match winning_stones(position) {
        Some((side, _)) => Err(CommandError::input(format!(
            "the game is over: {side} has a winning row"
        ))),
        None => Ok(()),
    }
}
