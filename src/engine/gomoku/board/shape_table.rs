//! Shapes by lookup: for every window the shapes of both sides in one byte, generated from `shape_spec`
//! by memoised recursion when a rule is first used.

use std::sync::OnceLock;

use super::line_snapshot::{NARROW, WIDE};
use super::rule::Rule;
use super::shape::Shape;
use super::shape_spec::{CELLS, HALF, LineWindow, OTHER, OWN, ShapeSpec, WALL};
use kagetsu_kernel::Side;

/// Windows as `shape_spec` knows them.
const WINDOWS: usize = 1 << (2 * CELLS);

/// The table of one rule.
#[derive(Debug)]
pub(crate) enum ShapeTable {
    /// Four cells on each side of the point: a sixth stone does not matter.
    Narrow(Box<NarrowTable>),
    /// Five cells on each side of the point.
    Wide(Box<WideTable>),
}

/// For windows of four cells on each side, of which a board shows 121 halves.
pub(crate) type NarrowTable = HalvesTable<NARROW, { 1 << (2 * NARROW) }, { 1 << 7 }, { 1 << 14 }>;
/// For windows of five cells on each side, of which a board shows 364 halves.
pub(crate) type WideTable = HalvesTable<WIDE, { 1 << (2 * WIDE) }, { 1 << 9 }, { 1 << 18 }>;

/// Shapes by the numbers of both halves of a window.
///
/// Halves with few stones have low numbers, so the entries that a game looks up lie in few cache lines.
#[derive(Debug)]
pub(crate) struct HalvesTable<
    const REACH: u32,
    const HALVES: usize,
    const STRIDE: usize,
    const LEN: usize,
> {
    /// Numbers of the halves on the low side, whose nearest cell is the highest.
    low: [u16; HALVES],
    /// Numbers of the halves on the high side, whose nearest cell is the lowest.
    high: [u16; HALVES],
    /// Low four bits Black's shape, high four bits White's.
    shapes: Box<[u8; LEN]>,
}

impl<const REACH: u32, const HALVES: usize, const STRIDE: usize, const LEN: usize>
    HalvesTable<REACH, HALVES, STRIDE, LEN>
{
    /// Black's shape (low four bits) and White's of the cell at a place of a line.
    #[inline]
    pub(crate) const fn byte(&self, line: u64, place: u32) -> u8 {
        // The remainders by `HALVES` cut the cells of a half out of the line. The last one saves a check of bounds.
        let low = self.low[(line >> (2 * (place - REACH) % 64)) as usize % HALVES] as usize;
        let high = self.high[(line >> (2 * (place + 1) % 64)) as usize % HALVES] as usize;
        self.shapes[(low * STRIDE + high) % LEN]
    }

    fn new(shapes: impl Fn(LineWindow) -> u8) -> Self {
        let mut halves = halves(REACH);
        halves.sort_by_key(|&half| stones(half));
        let mut table = Self {
            low: [0; HALVES],
            high: [0; HALVES],
            shapes: vec![0; LEN]
                .try_into()
                .unwrap_or_else(|_| unreachable!("the vector was made with this length")),
        };
        for half in 0..HALVES as u32 {
            let seen = seen(half, REACH);
            let number = halves.iter().position(|&known| known == seen);
            let number =
                number.unwrap_or_else(|| unreachable!("all seen halves are listed")) as u16;
            table.high[half as usize] = number;
            table.low[mirror(half, REACH) as usize] = number;
        }
        for (low_number, &low) in halves.iter().enumerate() {
            for (high_number, &high) in halves.iter().enumerate() {
                table.shapes[low_number * STRIDE + high_number] =
                    shapes(whole(widened(low, REACH), widened(high, REACH)));
            }
        }
        table
    }
}

/// The table of a rule, built on first use.
pub(crate) fn shape_table(rule: Rule) -> &'static ShapeTable {
    static TABLES: [OnceLock<ShapeTable>; Rule::ALL.len()] =
        [const { OnceLock::new() }; Rule::ALL.len()];
    let index = Rule::ALL
        .iter()
        .position(|&known| known == rule)
        .unwrap_or_default();
    TABLES[index].get_or_init(|| generate(rule))
}

fn generate(rule: Rule) -> ShapeTable {
    let black = shapes_of(ShapeSpec::new(rule, Side::Black));
    let white = if ShapeSpec::new(rule, Side::White) == ShapeSpec::new(rule, Side::Black) {
        black.clone()
    } else {
        shapes_of(ShapeSpec::new(rule, Side::White))
    };
    let both =
        |window: LineWindow| black[window as usize] | white[swap_sides(window) as usize] << 4;
    if rule == Rule::Freestyle {
        ShapeTable::Narrow(Box::new(NarrowTable::new(both)))
    } else {
        ShapeTable::Wide(Box::new(WideTable::new(both)))
    }
}

/// The part of a half window that can matter, nearest cell lowest: every cell behind a wall becomes wall. A blocked cell
/// inside the board may have other cells behind it.
fn seen(half: u32, reach: u32) -> u32 {
    (1..reach).fold(half, |seen, cell| {
        if seen >> (2 * (cell - 1)) & 3 == WALL {
            seen | WALL << (2 * cell)
        } else {
            seen
        }
    })
}

/// All values of [`seen`], nearest cell lowest.
fn halves(reach: u32) -> Vec<u32> {
    (0..1 << (2 * reach))
        .filter(|&half| seen(half, reach) == half)
        .collect()
}

/// Number of stones in a half window.
fn stones(half: u32) -> usize {
    (0..HALF)
        .filter(|cell| [OWN, OTHER].contains(&(half >> (2 * cell) & 3)))
        .count()
}

/// The same half read from the other end.
fn mirror(half: u32, reach: u32) -> u32 {
    (0..reach).fold(0, |mirrored, cell| {
        mirrored | (half >> (2 * cell) & 3) << (2 * (reach - 1 - cell))
    })
}

/// A half window widened to five cells. The added cells cannot matter.
fn widened(half: u32, reach: u32) -> u32 {
    (reach..HALF).fold(half, |wide, cell| wide | WALL << (2 * cell))
}

/// The window of two halves of five cells, nearest cells lowest.
fn whole(low: u32, high: u32) -> LineWindow {
    mirror(low, HALF) | high << (2 * HALF)
}

/// The lower bit of every cell of a window.
const LOW_BITS: LineWindow = 0x5_5555;

/// The same window seen by the other side.
const fn swap_sides(window: LineWindow) -> LineWindow {
    (window & LOW_BITS) << 1 | window >> 1 & LOW_BITS
}

/// The shape of every window for one side. Windows with more own stones come first, so that each shape
/// finds those it is built from.
fn shapes_of(spec: ShapeSpec) -> Vec<u8> {
    let halves = halves(HALF);
    let mut by_stones: [Vec<LineWindow>; CELLS as usize + 1] = Default::default();
    for &low in &halves {
        for &high in &halves {
            let window = whole(low, high);
            by_stones[own_stones(window)].push(window);
        }
    }
    let mut shapes = vec![Shape::Dead as u8; WINDOWS];
    for group in by_stones.iter().rev() {
        for &window in group {
            let shape = spec.shape_with(window, &|next| {
                Shape::from_bits(u32::from(shapes[next as usize]))
            });
            shapes[window as usize] = shape as u8;
        }
    }
    shapes
}

const fn own_stones(window: LineWindow) -> usize {
    (window & !(window >> 1) & LOW_BITS).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::super::shape_spec::EMPTY;
    use super::*;
    use kagetsu_kernel::rng::Rng;

    #[test]
    fn tables_equal_the_specification() {
        let halves = halves(HALF);
        let mut rng = Rng::new(1);
        for rule in Rule::ALL {
            for _ in 0..300 {
                let [low, high] = [(); 2].map(|()| halves[rng.below(halves.len())]);
                let window = whole(low, high);
                // Plain recursion takes exponential time in the empty cells. The fuller windows test the same code.
                let empty = (0..CELLS)
                    .filter(|cell| window >> (2 * cell) & 3 == EMPTY)
                    .count();
                if empty > 5 {
                    continue;
                }
                let black = ShapeSpec::new(rule, Side::Black).shape(window);
                let white = ShapeSpec::new(rule, Side::White).shape(swap_sides(window));
                let line = u64::from(mirror(low, HALF)) | u64::from(high) << (2 * (HALF + 1));
                let byte = match shape_table(rule) {
                    ShapeTable::Wide(table) => table.byte(line, HALF),
                    ShapeTable::Narrow(table) => table.byte(line, HALF),
                };
                assert_eq!(
                    byte,
                    black as u8 | (white as u8) << 4,
                    "{rule} {window:020b}"
                );
            }
        }
    }

    #[test]
    fn a_board_shows_few_halves() {
        assert_eq!([NARROW, WIDE].map(|reach| halves(reach).len()), [121, 364]);
    }

    #[test]
    fn nothing_behind_a_wall_matters() {
        let ShapeTable::Wide(table) = shape_table(Rule::Renju) else {
            panic!("a sixth stone matters in renju");
        };
        let line = |behind: u64| 0b01_01_00_01 << 12 | 0b11_00_01_00 << 2 | behind;
        assert_eq!(table.byte(line(0b11), HALF), table.byte(line(0b01), HALF));
    }
}
