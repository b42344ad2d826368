//! The position that an argument and its options describe.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_notation::position_text::{PositionDefaults, parse_position};

use super::cli::PositionArgs;
use super::error::CommandError;
use super::source::text_of;

/// Reads the position. Rule and size are those of the options, else of the text, else the ones given here.
pub(super) fn position(
    args: &PositionArgs,
    rule: Rule,
    size: Option<BoardSize>,
) -> Result<Position, CommandError> {
    let defaults = PositionDefaults {
        rule: args.rule.unwrap_or(rule),
        size: args.size.or(size),
        side: args.side,
        rows: args.rows,
    };
    Ok(parse_position(&text_of(&args.position)?, defaults)?)
}
