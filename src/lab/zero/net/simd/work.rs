//! What a convolution works on.

use super::super::layout::{LANES, TAPS};

/// A convolution of a board, place by place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Convolution {
    /// Channels of the input.
    pub(in super::super) inputs: usize,
    /// Channels of the output.
    pub(in super::super) outputs: usize,
    /// The first place of the output, and the one after the last.
    pub(in super::super) span: (usize, usize),
    /// The steps from a place to those whose input it takes.
    pub(in super::super) steps: [isize; TAPS],
}

impl Convolution {
    /// The inputs of some places in a row, one step away.
    #[inline]
    pub(super) fn rows<'a, const PLACES: usize>(
        &self,
        input: &'a [f32],
        place: usize,
        tap: usize,
    ) -> [&'a [f32]; PLACES] {
        let at = (place as isize + self.steps[tap]) as usize * self.inputs;
        let rows = &input[at..at + PLACES * self.inputs];
        std::array::from_fn(|number| &rows[number * self.inputs..][..self.inputs])
    }

    /// Weights of a block of outputs.
    pub(super) const fn block_weights(&self) -> usize {
        TAPS * self.inputs * LANES
    }
}
