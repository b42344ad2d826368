//! What a convolution works on.

use std::ops::Range;

use super::super::field::Field;
pub(super) use super::super::layout::INT8_IN_32_BITS;
use super::super::layout::{LANES, LIVE_PLANES, PLANES, TAPS};

/// Four numbers of seven bits.
pub(in super::super) type Number = [u8; INT8_IN_32_BITS];
/// The weights of four numbers for sixteen outputs, in one line of the processor's caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in super::super) struct Weights(pub(in super::super) [[i8; INT8_IN_32_BITS]; LANES]);
/// The greatest number of seven bits.
pub(in super::super) const MOST: u8 = 127;
/// Taps that lead to one row: the first ones to the row above, the last ones to the row below.
const TAPS_OF_ROW: usize = 3;
/// A sum of int8 products.
pub(super) type Output = i32;

/// What products are summed in: a float, or a whole number of 32 bits where they are int8 products.
pub(in super::super) trait Accumulator: Copy {
    /// As a float, rounded.
    fn float(self) -> f32;
}

impl Accumulator for f32 {
    #[inline]
    fn float(self) -> f32 {
        self
    }
}

impl Accumulator for Output {
    #[inline]
    fn float(self) -> f32 {
        self as f32
    }
}

/// A convolution of a board, place by place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Convolution {
    /// Channels of the input.
    pub(super) inputs: usize,
    /// Those of them that are not always zero: the first ones.
    pub(super) live: usize,
    /// Channels of the output.
    pub(super) outputs: usize,
    /// The board, of whose cells the output is computed.
    pub(super) field: Field,
}

impl Convolution {
    /// From the planes of a position to channels of the tower.
    pub(in super::super) const fn of_planes(field: Field, outputs: usize) -> Self {
        Self {
            inputs: PLANES,
            live: LIVE_PLANES,
            outputs,
            field,
        }
    }

    /// In int8, four of which are one number, of all channels of the tower to all.
    pub(in super::super) const fn of_int8(field: Field, channels: usize) -> Self {
        Self {
            inputs: channels / INT8_IN_32_BITS,
            live: channels / INT8_IN_32_BITS,
            outputs: channels,
            field,
        }
    }

    /// From all channels of the tower to all.
    pub(in super::super) const fn of_tower(field: Field, channels: usize) -> Self {
        Self {
            inputs: channels,
            live: channels,
            outputs: channels,
            field,
        }
    }

    /// The inputs of some places in a row, a tap away.
    #[inline]
    pub(super) fn rows<'a, T, const PLACES: usize>(
        &self,
        input: &'a [T],
        place: usize,
        tap: usize,
    ) -> [&'a [T]; PLACES] {
        let at = (place as isize + self.field.steps()[tap]) as usize * self.inputs;
        let rows = &input[at..at + PLACES * self.inputs];
        std::array::from_fn(|number| &rows[number * self.inputs..][..self.live])
    }

    /// Inputs that a block of outputs has weights for.
    pub(super) const fn block_inputs(&self) -> usize {
        TAPS * self.inputs
    }

    /// Blocks of outputs.
    pub(super) const fn blocks(&self) -> usize {
        self.outputs / LANES
    }

    /// How many cells of a row have their sums in registers: as many as there is room for, each row in parts as equal as
    /// can be.
    pub(super) const fn places(&self, most: usize) -> usize {
        let columns = self.field.columns;
        columns.div_ceil(columns.div_ceil(most))
    }

    /// The columns in two strips: the equal parts, and what is left over, which may be nothing. With each is how many cells of a
    /// row have their sums in registers.
    pub(super) const fn strips(&self, most: usize) -> [(Range<usize>, usize); 2] {
        let (columns, places) = (self.field.columns, self.places(most));
        let rest = columns % places;
        [(0..columns - rest, places), (columns - rest..columns, rest)]
    }

    /// The taps of a row that do not lead beyond the edge. The others would change no sum, for there all numbers are zero.
    pub(super) const fn taps(&self, row: usize) -> Range<usize> {
        let first = if row == 0 { TAPS_OF_ROW } else { 0 };
        let is_last = row + 1 == self.field.rows;
        let end = if is_last { TAPS - TAPS_OF_ROW } else { TAPS };
        first..end
    }

    /// The rows that have this tap.
    pub(super) const fn rows_with(&self, tap: usize) -> Range<usize> {
        let rows = self.field.rows;
        if tap < TAPS_OF_ROW {
            1..rows
        } else if tap < TAPS - TAPS_OF_ROW {
            0..rows
        } else {
            0..rows - 1
        }
    }
}
