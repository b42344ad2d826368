//! Shapes by lookup: for every window the shapes of both sides in one byte, generated from `shape_spec`
//! by memoised recursion when a rule is first used.

use std::sync::OnceLock;

use super::rule::Rule;
use super::shape::Shape;
use super::shape_spec::{CELLS, HALF, ShapeSpec, WALL, Window};
use super::side::Side;

/// Windows of a table for lines where a sixth stone matters: five cells on each side.
pub(crate) const WIDE_LEN: usize = 1 << (2 * CELLS);
/// Windows of a table for lines where it does not: four cells on each side.
pub(crate) const NARROW_LEN: usize = 1 << (2 * (CELLS - 2));

/// The table of one rule: low four bits Black's shape, high four bits White's.
#[derive(Debug)]
pub(crate) enum ShapeTable {
    /// Four cells on each side of the point.
    Narrow(Box<[u8; NARROW_LEN]>),
    /// Five cells on each side of the point.
    Wide(Box<[u8; WIDE_LEN]>),
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
    let halves = halves();
    let black = shapes_of(ShapeSpec::new(rule, Side::Black), &halves);
    let white = if ShapeSpec::new(rule, Side::White) == ShapeSpec::new(rule, Side::Black) {
        black.clone()
    } else {
        shapes_of(ShapeSpec::new(rule, Side::White), &halves)
    };
    let right = seen_halves();
    let left: Vec<u32> = (0..1 << (2 * HALF))
        .map(|half| mirror(right[mirror(half) as usize]))
        .collect();
    let both = |window: Window| {
        let (low, high) = (window as usize % left.len(), window as usize >> (2 * HALF));
        let seen = left[low] | right[high] << (2 * HALF);
        black[seen as usize] | white[swap_sides(seen) as usize] << 4
    };
    if rule == Rule::Freestyle {
        let mut table = vec![0; NARROW_LEN];
        for (narrow, entry) in table.iter_mut().enumerate() {
            *entry = both(widen(narrow as u32));
        }
        ShapeTable::Narrow(fixed(table))
    } else {
        let mut table = vec![0; WIDE_LEN];
        for (window, entry) in table.iter_mut().enumerate() {
            *entry = both(window as u32);
        }
        ShapeTable::Wide(fixed(table))
    }
}

#[expect(
    clippy::unnecessary_box_returns,
    reason = "the table is far too large for the stack"
)]
fn fixed<const LEN: usize>(table: Vec<u8>) -> Box<[u8; LEN]> {
    table
        .into_boxed_slice()
        .try_into()
        .expect("the table was made with this length")
}

/// The half windows that a board can show, nearest cell lowest: behind a wall there is only wall.
fn halves() -> Vec<u32> {
    (0..1 << (2 * HALF))
        .filter(|half| {
            (1..HALF)
                .all(|cell| half >> (2 * (cell - 1)) & 3 != WALL || half >> (2 * cell) & 3 == WALL)
        })
        .collect()
}

/// For every half window, nearest cell lowest, the same with wall behind the first wall: what lies there cannot
/// matter, but a blocked cell inside the board has other cells behind it.
fn seen_halves() -> Vec<u32> {
    let hide = |half: u32| {
        (1..HALF).fold(half, |seen, cell| {
            if seen >> (2 * (cell - 1)) & 3 == WALL {
                seen | WALL << (2 * cell)
            } else {
                seen
            }
        })
    };
    (0..1 << (2 * HALF)).map(hide).collect()
}

fn mirror(half: u32) -> u32 {
    (0..HALF).fold(0, |mirrored, cell| {
        mirrored | (half >> (2 * cell) & 3) << (2 * (HALF - 1 - cell))
    })
}

fn windows(halves: &[u32]) -> impl Iterator<Item = Window> {
    halves.iter().flat_map(move |&left| {
        let left = mirror(left);
        halves.iter().map(move |&right| left | right << (2 * HALF))
    })
}

/// The same window seen by the other side.
const fn swap_sides(window: Window) -> Window {
    const LOW_BITS: u32 = 0x5_5555;
    (window & LOW_BITS) << 1 | window >> 1 & LOW_BITS
}

/// A window of four cells on each side as one of five, whose outermost cells cannot matter.
const fn widen(narrow: u32) -> Window {
    let left = narrow & 0xFF;
    let right = narrow >> 8;
    left << 2 | WALL | (right | WALL << 8) << (2 * HALF)
}

/// The shape of every window for one side. Windows with more own stones come first, so that each shape
/// finds those it is built from.
fn shapes_of(spec: ShapeSpec, halves: &[u32]) -> Vec<u8> {
    let mut by_stones: [Vec<Window>; CELLS as usize + 1] = Default::default();
    for window in windows(halves) {
        by_stones[own_stones(window)].push(window);
    }
    let mut shapes = vec![Shape::Dead as u8; WIDE_LEN];
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

const fn own_stones(window: Window) -> usize {
    const LOW_BITS: u32 = 0x5_5555;
    (window & !(window >> 1) & LOW_BITS).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::super::shape_spec::EMPTY;
    use super::*;
    use crate::kernel::rng::Rng;

    #[test]
    fn tables_equal_the_specification() {
        let halves = halves();
        let mut rng = Rng::new(1);
        for rule in Rule::ALL {
            for _ in 0..300 {
                let left = mirror(halves[rng.below(halves.len())]);
                let window = left | halves[rng.below(halves.len())] << (2 * HALF);
                // Plain recursion explodes with the empty cells; the fuller windows test the same code.
                let empty = (0..CELLS)
                    .filter(|cell| window >> (2 * cell) & 3 == EMPTY)
                    .count();
                if empty > 5 {
                    continue;
                }
                let black = ShapeSpec::new(rule, Side::Black).shape(window);
                let white = ShapeSpec::new(rule, Side::White).shape(swap_sides(window));
                let entry = match shape_table(rule) {
                    ShapeTable::Wide(table) => table[window as usize],
                    ShapeTable::Narrow(table) => {
                        let narrow = window >> 2 & 0xFF | (window >> (2 * HALF) & 0xFF) << 8;
                        table[narrow as usize]
                    }
                };
                assert_eq!(
                    entry,
                    black as u8 | (white as u8) << 4,
                    "{rule} {window:020b}"
                );
            }
        }
    }

    #[test]
    fn a_board_shows_364_halves() {
        assert_eq!(halves().len(), 364);
    }
}
