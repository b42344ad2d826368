//! The position that an argument and its options describe.

use std::io;

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_notation::reader::{ReadError, ReadOptions, read_one};

use super::cli::PositionArgs;
use super::error::CommandError;
use super::source::{Notes, input, options};

/// Reads the position. Rule and size are those of the text, else of the options, else the ones given here.
///
/// # Errors
/// As [`input`], and [`CommandError::Reading`] when it is no position.
pub(super) fn position(
    args: &PositionArgs,
    rule: Rule,
    size: Option<BoardSize>,
) -> Result<Position, CommandError> {
    let input = input(&args.position)?;
    let options = ReadOptions {
        size: args.size.or(size),
        ..options(args)
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
    let (game, mut position) = read().map_err(|error| input.error(error))?;
    if args.rule.is_none() && !game.has_rule {
        position.set_rule(rule);
    }
    let mut notes = Notes::default();
    notes.add(&game.notes);
    notes.print(input.name.as_deref(), &mut io::stderr())?;
    Ok(position)
}
