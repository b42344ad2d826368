//! Which games have the same opening.

use kagetsu_gomoku::geometry::{BoardSize, Point, Rows, Symmetry};
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::GameRecord;

/// A text that is the same for games with the same opening; in Gomoku also where one is the other turned or mirrored.
/// `None` for a game without an opening.
pub(crate) fn opening_key(record: &GameRecord) -> Option<String> {
    if record.opening == 0 {
        return None;
    }
    let letters = match record.rule {
        Ruleset::Gomoku(_) => return turned_opening(record),
        Ruleset::Reversi => 2 * record.opening,
        // One stone, then two for each turn.
        Ruleset::Connect6 => 4 * record.opening - 2,
    };
    record.moves.get(..letters).map(str::to_owned)
}

/// The opening of a game of Gomoku, in the one of its images that is the least.
fn turned_opening(record: &GameRecord) -> Option<String> {
    let points = record.points().ok()?;
    let opening = points.get(..record.opening)?;
    let size = BoardSize::square(record.size).ok()?;
    let image = |symmetry: Symmetry| -> Vec<Point> {
        opening
            .iter()
            .map(|&point| symmetry.apply(point, size))
            .collect()
    };
    let least = Symmetry::all(size)
        .map(image)
        .min_by_key(|points| points.iter().map(|point| point.index()).collect::<Vec<_>>())?;
    Some(Rows::FromBottom.names(&least, size, ""))
}
