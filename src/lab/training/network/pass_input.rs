//! What a pass over one position reads: the parameters, and the features of the position for the side to move and for
//! the opponent.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::eval::nnue::line_pattern_index;
use kagetsu_gomoku::geometry::Direction;

use super::goal::Goal;
use super::samples::{PointSample, Shard, TrainingSample};

/// A position and the parameters of the network.
#[derive(Clone, Copy)]
pub(super) struct PassInput<'a> {
    pub(super) parameters: &'a [f32],
    pub(super) shard: &'a Shard,
    pub(super) sample: &'a TrainingSample,
    /// Where the parameters of the side to move and of the opponent begin.
    pub(super) starts: [usize; 2],
}

impl<'a> PassInput<'a> {
    /// The input of one pass.
    pub(super) fn new(
        goal: &Goal,
        parameters: &'a [f32],
        shard: &'a Shard,
        sample: &'a TrainingSample,
    ) -> Self {
        let sides = [sample.mover, sample.mover.opponent()];
        Self {
            parameters,
            shard,
            sample,
            starts: sides.map(|side| goal.layout.start(side)),
        }
    }
}

/// For each direction, the table rows of a point's line pattern for the side to move and for the opponent.
pub(super) fn pattern_rows(
    point: &PointSample,
    mover: Side,
) -> impl Iterator<Item = [usize; 2]> + '_ {
    let kinds = line_pattern_index();
    (0..Direction::COUNT).map(move |direction| {
        let black = usize::from(point.patterns[direction]);
        let white = kinds.swapped(black);
        match mover {
            Side::Black => [black, white],
            Side::White => [white, black],
        }
    })
}

/// The pattern codes of a point for the side to move and for the opponent.
pub(super) fn codes_of(point: &PointSample, mover: Side) -> [usize; 2] {
    [mover, mover.opponent()].map(|side| usize::from(point.codes[side.index()]))
}
