//! How far a shallow search of the evaluation lies from a deeper one.

/// The standard deviation of the difference between the scores of two depths of one position, in discs: a plane, fitted to
/// the evaluation it is kept with. Its numbers: the deviation of two searches of no depth, and what it gains for each ply of
/// the deeper search, for each ply of the shallow one, for each empty square, and when the deeper search goes to the end of
/// the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorModel(pub [f32; NUMBERS]);

const NUMBERS: usize = 5;

/// Least deviation that is believed, in discs.
const LEAST: f32 = 1.0;
/// The greatest one: no scores differ by more discs.
const MOST: f32 = 128.0;

impl ErrorModel {
    /// How many numbers it has.
    pub(crate) const LENGTH: usize = NUMBERS;

    /// A careful model for an evaluation that nothing is known of.
    pub(crate) const CAREFUL: Self = Self([6.0, 0.4, -0.4, 0.0, 0.0]);

    /// The deviation for a depth, the depth of its probe, and a number of empty squares.
    pub(crate) fn deviation(self, depth: u8, probe: u8, empties: u32) -> f32 {
        let [base, of_depth, of_probe, of_empties, of_end] = self.0;
        let end = if u32::from(depth) >= empties {
            of_end
        } else {
            0.0
        };
        let sum = base
            + of_depth * f32::from(depth)
            + of_probe * f32::from(probe)
            + of_empties * empties as f32
            + end;
        sum.clamp(LEAST, MOST)
    }
}
