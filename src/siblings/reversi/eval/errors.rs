//! How far a shallow search of the evaluation lies from a deeper one.

/// The standard deviation of the difference between the scores of two depths of one position, in discs: a plane,
/// fitted to the evaluation it is kept with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorModel {
    /// Deviation of two searches of no depth.
    base: f32,
    /// For each ply of the deeper search.
    depth: f32,
    /// For each ply of the shallow one.
    probe: f32,
    /// For each empty square.
    empties: f32,
    /// When the deeper search goes to the end of the game.
    end: f32,
}

/// Least deviation that is believed, in discs.
const LEAST: f32 = 1.0;
/// The greatest one: no scores differ by more discs.
const MOST: f32 = 128.0;

impl ErrorModel {
    /// Number of parameters.
    pub(crate) const LENGTH: usize = 5;

    /// A careful model for an evaluation that nothing is known of.
    pub(crate) const CAREFUL: Self = Self {
        base: 6.0,
        depth: 0.4,
        probe: -0.4,
        empties: 0.0,
        end: 0.0,
    };

    /// The deviation for a depth, the depth of its probe, and a number of empty squares.
    pub(crate) fn deviation(self, depth: u8, probe: u8, empties: u32) -> f32 {
        let end = if u32::from(depth) >= empties {
            self.end
        } else {
            0.0
        };
        let sum = self.base
            + self.depth * f32::from(depth)
            + self.probe * f32::from(probe)
            + self.empties * empties as f32
            + end;
        sum.clamp(LEAST, MOST)
    }

    pub(super) const fn to_array(self) -> [f32; Self::LENGTH] {
        [self.base, self.depth, self.probe, self.empties, self.end]
    }

    /// The model of these parameters, in the order of the fields.
    pub(crate) const fn from_array(numbers: [f32; Self::LENGTH]) -> Self {
        let [base, depth, probe, empties, end] = numbers;
        Self {
            base,
            depth,
            probe,
            empties,
            end,
        }
    }
}
