//! What a stone changes in the shapes along one line, remembered by what lies there: a search meets the same few cells
//! again and again, on whatever line, and looks up the windows of the points only the first time.

use crate::geometry::{Direction, Point};

use super::line_snapshot::{NARROW, SPAN, WIDE};

/// Sets of cells that are remembered; a power of two.
const ENTRIES: usize = 1 << 12;
/// Spreads the cells over the entries.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Bits of the cells of a line that can matter to a stone in their middle.
const KEY_BITS: u32 = 2 * (2 * SPAN + 1);
/// Where the farthest cells stand in the first word of an entry, above the key.
const FAR_SHIFT: u32 = 48;
const _: () = assert!(KEY_BITS <= FAR_SHIFT);

/// Bits in which the shapes of one point on one line differ: low four bits Black's, high four White's.
pub(super) type ShapeBits = u8;

/// Cells with a byte in the first word of a [`LineDelta`].
const NEAR_CELLS: usize = 2 * NARROW as usize;

/// From the byte of a near cell to the steps to it, for every direction.
const NEAR_STEPS: [[isize; NEAR_CELLS]; Direction::COUNT] = near_steps();

const fn near_steps() -> [[isize; NEAR_CELLS]; Direction::COUNT] {
    let mut table = [[0; NEAR_CELLS]; Direction::COUNT];
    let mut direction = 0;
    while direction < Direction::COUNT {
        let mut distance = 1;
        while distance <= NARROW as usize {
            let steps = index_steps(direction, distance as isize);
            table[direction][NARROW as usize - distance] = -steps;
            table[direction][NARROW as usize + distance - 1] = steps;
            distance += 1;
        }
        direction += 1;
    }
    table
}

/// Steps in a direction as a difference of indices.
const fn index_steps(direction: usize, steps: isize) -> isize {
    let (dx, dy) = Direction::ALL[direction].delta();
    steps * (dy * Point::STRIDE as isize + dx)
}

/// The changes of the shapes along one line. Only empty points have any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineDelta {
    /// A byte for each of the four cells on the low side, then on the high side, in order.
    near: u64,
    /// The same for the fifth cells.
    far: u64,
}

impl LineDelta {
    /// The changes of the cells no farther than `REACH`, when this says the change of a cell by its number on the line.
    pub(super) fn new<const REACH: u32>(change: impl Fn(u32) -> ShapeBits) -> Self {
        let mut delta = Self::default();
        for distance in 1..=REACH {
            let [low, high] =
                [SPAN - distance, SPAN + distance].map(|cell| u64::from(change(cell)));
            if distance == WIDE {
                delta.far = low | high << 8;
            } else {
                let place = 8 * (distance - 1);
                delta.near |= low << (24 - place) | high << (32 + place);
            }
        }
        delta
    }

    /// Visits the cells no farther than `REACH`: the steps to each from the stone in this direction, as a difference of
    /// indices of points, and the bits. Cells that do not change are visited as well: most change, and a branch on it
    /// would be mispredicted too often.
    #[inline]
    pub(super) fn visit<const DIRECTION: usize, const REACH: u32>(
        self,
        mut take: impl FnMut(isize, u32),
    ) {
        let bits = |word: u64, byte: usize| (word >> (8 * byte)) as u32 & 0xFF;
        for (byte, &steps) in NEAR_STEPS[DIRECTION].iter().enumerate() {
            take(steps, bits(self.near, byte));
        }
        if REACH == WIDE {
            let far = const { index_steps(DIRECTION, WIDE as isize) };
            take(-far, bits(self.far, 0));
            take(far, bits(self.far, 1));
        }
    }
}

/// The changes that are remembered. An entry is the cells with the farthest changes above them, and the near changes.
#[derive(Debug)]
pub(super) struct LineDeltas(Box<[[u64; 2]]>);

impl Default for LineDeltas {
    fn default() -> Self {
        Self(vec![[0; 2]; ENTRIES].into_boxed_slice())
    }
}

impl Clone for LineDeltas {
    /// Begins anew: what is remembered can be found again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl LineDeltas {
    /// The changes when a stone was put on the middle of a line, with its point as number [`SPAN`] and the stone on it.
    /// They are looked up by `find` if they are not remembered.
    #[inline]
    pub(super) fn of<const REACH: u32>(
        &mut self,
        line: u64,
        find: impl FnOnce() -> LineDelta,
    ) -> LineDelta {
        let key = line & const { key_mask(REACH) };
        let slot = (key.wrapping_mul(SPREAD) >> (u64::BITS - ENTRIES.trailing_zeros())) as usize;
        // The newest line stays: 97 % of all look-ups find theirs.
        let entry = &mut self.0[slot % ENTRIES];
        let [head, near] = *entry;
        if (head ^ key) & key_mask(WIDE) == 0 {
            return LineDelta {
                near,
                far: head >> FAR_SHIFT,
            };
        }
        let delta = find();
        *entry = [key | delta.far << FAR_SHIFT, delta.near];
        delta
    }
}

/// The cells of a line that the windows of all points near the middle hold. The stone is among them, so that no key is
/// that of an entry not used yet.
const fn key_mask(reach: u32) -> u64 {
    ((1 << (2 * (4 * reach + 1))) - 1) << (2 * (SPAN - 2 * reach))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_kernel::rng::Rng;

    /// The cells that change, by their distance from the stone along a row.
    fn visited<const REACH: u32>(delta: LineDelta) -> Vec<(isize, u32)> {
        let mut cells = vec![];
        delta.visit::<0, REACH>(|steps, bits| cells.push((steps, bits)));
        cells.retain(|&(_, bits)| bits != 0);
        cells.sort_unstable();
        cells
    }

    #[test]
    fn every_changed_cell_is_visited_once() {
        let delta = LineDelta::new::<WIDE>(|cell| cell as ShapeBits);
        let cells = (SPAN - WIDE..=SPAN + WIDE).filter(|&cell| cell != SPAN);
        let expected = cells.map(|cell| (cell as isize - SPAN as isize, cell));
        assert_eq!(visited::<WIDE>(delta), expected.collect::<Vec<_>>());
        let far = LineDelta::new::<WIDE>(|cell| u8::from(cell == SPAN + WIDE));
        assert_eq!(visited::<WIDE>(far), [(WIDE as isize, 1)]);
        let near = LineDelta::new::<NARROW>(|cell| u8::from(cell < SPAN));
        assert_eq!(
            visited::<NARROW>(near),
            [(-4, 1), (-3, 1), (-2, 1), (-1, 1)]
        );
    }

    #[test]
    fn steps_lead_to_the_points_along_each_direction() {
        let stone = Point::at(9, 9);
        for direction in Direction::ALL {
            for steps in [-4_isize, -1, 1, 4] {
                let index = stone.index_along(direction, steps) as isize;
                let difference = index_steps(direction as usize, steps);
                assert_eq!(stone.index() as isize + difference, index, "{direction:?}");
            }
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_found() {
        let mut deltas = LineDeltas::default();
        let mut rng = Rng::new(1);
        for number in 0..8 * ENTRIES {
            let cells = (rng.below(1 << 18) as u64) << (2 * (SPAN - 4));
            let line = cells & !(3 << (2 * SPAN)) | 1 << (2 * SPAN);
            // Cells beyond those that matter differ from call to call.
            let beyond = (number as u64) << KEY_BITS;
            let found = LineDelta::new::<WIDE>(|cell| (line >> (2 * cell - 9)) as ShapeBits);
            assert_eq!(deltas.of::<WIDE>(line | beyond, || found), found);
            assert_eq!(deltas.of::<WIDE>(line, LineDelta::default), found);
        }
    }
}
