//! `forbidden`: shows where Black may not play in renju.

use std::io::Write;

use kagetsu_gomoku::board::{Board, Diagram, Foul, Rule, Side};

use super::error::CommandError;
use super::position_arg::{PositionArgs, position};

/// Prints the position with the forbidden points marked, then a line for each of them with its kind.
pub(super) fn run(
    args: &PositionArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    let (position, rows) = (position(args, Rule::Renju, None, err)?, args.rows);
    let board = Board::from_position(&position);
    let points = board.fouls(Side::Black);
    write!(
        out,
        "{}",
        Diagram::new(&position).with_marks(points).with_rows(rows)
    )?;
    if position.rule() != Rule::Renju {
        let rule = position.rule();
        writeln!(
            out,
            "no forbidden points: {rule} has none, --rule renju has"
        )?;
    } else if points.is_empty() {
        writeln!(out, "no forbidden points")?;
    }
    for point in points {
        if let Some(foul) = board.foul(Side::Black, point) {
            writeln!(
                out,
                "{}: {} ({foul})",
                rows.name(point, position.size()),
                short_name(foul)
            )?;
        }
    }
    Ok(())
}

/// The name that players use.
const fn short_name(foul: Foul) -> &'static str {
    match foul {
        Foul::DoubleThree => "33",
        Foul::DoubleFour => "44",
        Foul::Overline => "6",
    }
}
