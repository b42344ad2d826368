//! The numbers of a network as the evaluation looks them up: both views of a window side by side, and indexed without
//! checks.

use std::sync::{Arc, OnceLock};

use crate::board::code::CODE_SPACE;
use crate::board::{Code, Rule, Side, Window};
use crate::geometry::BoardSize;

use super::features::{DISTANCES, WINDOW_KINDS, WindowKinds, window_kinds};
use super::layers::{Layers, PROMISE_BITS};
use super::rows::{Neurons, Row};
use super::simd;
use super::weights::{SideWeights, VIEW, VIEWS, Weights, learned_rule};

/// [`WINDOW_KINDS`] rounded up to a power of two, so that a masked kind needs no check.
const WINDOW_SPACE: usize = WINDOW_KINDS.next_power_of_two();
/// Units of promise to one unit of the logarithm of a chance.
pub(super) const PROMISE_SCALE: f32 = 100.0;

/// Numbers of a side for a code; half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct HalfRow([i16; VIEW]);

/// A row for every code.
type SharedRows = Arc<[HalfRow; CODE_SPACE]>;

/// A network ready for use. Shared by all evaluations made from it.
#[derive(Clone, Debug)]
pub struct Network(Arc<Packed>);

#[derive(Debug)]
struct Packed {
    kinds: &'static WindowKinds,
    windows: Box<[Row; WINDOW_SPACE]>,
    bags: [SharedRows; 2],
    codes: [SharedRows; 2],
    layers: [Arc<Layers>; 2],
    near: [[[i32; DISTANCES]; 2]; 2],
}

impl From<&Weights> for Network {
    fn from(weights: &Weights) -> Self {
        let kinds = window_kinds();
        let of = |side: Side| &weights.sides[side.index() % weights.sides.len()];
        let mut windows = vec![Row::ZERO; WINDOW_SPACE];
        for (kind, row) in windows[..WINDOW_KINDS].iter_mut().enumerate() {
            let (black, white) = row.0.split_at_mut(VIEW);
            black.copy_from_slice(&of(Side::Black).windows[kind]);
            white.copy_from_slice(&of(Side::White).windows[kinds.swapped(kind)]);
        }
        let in_units = |number: f32| (number * PROMISE_SCALE).round() as i32;
        Self(Arc::new(Packed {
            kinds,
            windows: boxed(windows),
            bags: of_sides(weights, |side| padded(&side.bags)),
            codes: of_sides(weights, |side| padded(&side.codes)),
            layers: of_sides(weights, |side| Arc::new(Layers::from(&side.head))),
            near: Side::BOTH.map(|side| of(side).head.near.map(|near| near.map(in_units))),
        }))
    }
}

fn boxed<T, const N: usize>(list: Vec<T>) -> Box<[T; N]> {
    list.try_into()
        .unwrap_or_else(|_| unreachable!("the list was made with this length"))
}

/// A row for every code, from the rows of those that there are.
fn padded(rows: &[[i16; VIEW]]) -> SharedRows {
    let mut list: Vec<_> = rows.iter().map(|&row| HalfRow(row)).collect();
    list.resize(CODE_SPACE, HalfRow([0; VIEW]));
    SharedRows::from(boxed(list))
}

/// Numbers of Black and White: the same memory where both sides have the same ones, so that they take half as much of a
/// cache.
fn of_sides<T>(weights: &Weights, numbers: impl Fn(&SideWeights) -> Arc<T>) -> [Arc<T>; 2] {
    let kinds: Vec<Arc<T>> = weights.sides.iter().map(numbers).collect();
    Side::BOTH.map(|side| Arc::clone(&kinds[side.index() % kinds.len()]))
}

/// Rows for all windows.
#[derive(Clone, Copy)]
pub(super) struct WindowRows<'a> {
    kinds: &'a [u16; WindowKinds::SPACE],
    rows: &'a [Row; WINDOW_SPACE],
}

impl<'a> WindowRows<'a> {
    /// What a window is worth to both views.
    #[inline]
    pub(super) fn of(self, window: Window) -> &'a Row {
        let kind = usize::from(self.kinds[usize::from(window)]);
        &self.rows[kind % WINDOW_SPACE]
    }
}

/// Rows for all codes of a side.
#[derive(Clone, Copy)]
pub(super) struct CodeRows<'a>(&'a [HalfRow; CODE_SPACE]);

impl<'a> CodeRows<'a> {
    /// What a code adds.
    #[inline]
    pub(super) fn of(self, code: Code) -> &'a [i16; VIEW] {
        &self.0[code as usize % CODE_SPACE].0
    }
}

/// Whoever needs many rows asks for their tables once: behind the pointers of a shared network each row costs some more
/// loads.
impl Network {
    /// What windows are worth to both views.
    #[inline]
    pub(super) fn windows(&self) -> WindowRows<'_> {
        WindowRows {
            kinds: self.0.kinds.all(),
            rows: &self.0.windows,
        }
    }

    /// What codes add to the sides' bags.
    #[inline]
    pub(super) fn bags(&self) -> [CodeRows<'_>; 2] {
        self.0.bags.each_ref().map(|rows| CodeRows(rows))
    }

    /// What codes add to the sides' views in a promise.
    #[inline]
    pub(super) fn codes(&self) -> [CodeRows<'_>; 2] {
        self.0.codes.each_ref().map(|rows| CodeRows(rows))
    }

    /// The layers for a mover.
    #[inline]
    pub(super) fn layers(&self, mover: Side) -> &Layers {
        &self.0.layers[mover.index()]
    }

    /// What distances to the last two stones add to a promise of a mover, in units of promise.
    #[inline]
    pub(super) fn near(&self, mover: Side) -> &[[i32; DISTANCES]; 2] {
        &self.0.near[mover.index()]
    }
}

/// The weights of marks in the promises of a position, in integers: mover's before waiter's, or in the order of views.
pub(super) struct MarkWeights([i16; VIEWS]);

impl MarkWeights {
    /// From the first layer.
    pub(super) fn new(layers: &Layers, hidden: &Neurons) -> Self {
        Self(layers.promise(hidden))
    }

    /// In the order of the views: Black's first.
    pub(super) fn of_views(mut self, mover: Side) -> Self {
        self.0.rotate_left(mover.index() * VIEW);
        self
    }

    /// What the marks of points promise in units, given the views of each and what its codes add to them.
    #[inline]
    pub(super) fn promises<'a, T>(
        &self,
        points: impl Iterator<Item = (&'a [i16; VIEWS], [&'a [i16; VIEW]; 2], T)>,
        mut take: impl FnMut(i32, T),
    ) {
        simd::mark_sums(&self.0, points, |sum, point| {
            take(
                (i64::from(sum) * PROMISE_SCALE as i64 / PARTS) as i32,
                point,
            );
        });
    }
}

/// Parts of a mark times a weight to one.
const PARTS: i64 = (SideWeights::VIEW_UNIT as i64) << PROMISE_BITS;

/// The files of the learned networks, part of the program.
const FREESTYLE: &[u8] = include_bytes!("networks/freestyle.kgn");
const FREESTYLE_LARGE: &[u8] = include_bytes!("networks/freestyle-large.kgn");
const STANDARD: &[u8] = include_bytes!("networks/standard.kgn");
const RENJU: &[u8] = include_bytes!("networks/renju.kgn");
const CARO: &[u8] = include_bytes!("networks/caro.kgn");

/// Boards of so many points or more are large: between 15x15 and 20x20, the sizes that networks were learned on.
const LARGE_FROM: usize = 300;

fn is_large(size: BoardSize) -> bool {
    size.area() >= LARGE_FROM
}

/// The numbers of the network that the program was built with for a rule and boards of about this size.
///
/// # Panics
/// Never: a test reads all of them.
pub fn embedded_weights(rule: Rule, size: BoardSize) -> Weights {
    let bytes = match rule {
        Rule::Freestyle if is_large(size) => FREESTYLE_LARGE,
        Rule::Freestyle => FREESTYLE,
        Rule::Standard => STANDARD,
        Rule::Renju => RENJU,
        Rule::Caro | Rule::CaroExact => CARO,
    };
    Weights::from_bytes(bytes).expect("the embedded networks are sound")
}

/// The network that the program was built with, read on first use.
pub(super) fn embedded_network(rule: Rule, size: BoardSize) -> &'static Network {
    static NETWORKS: [[OnceLock<Network>; 2]; Rule::ALL.len()] =
        [const { [const { OnceLock::new() }; 2] }; Rule::ALL.len()];
    NETWORKS[learned_rule(rule) as usize][usize::from(is_large(size))]
        .get_or_init(|| Network::from(&embedded_weights(rule, size)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_sound_networks_of_its_own() {
        let sizes = [15, 20].map(|side| BoardSize::square(side).expect("a legal size"));
        for (rule, size) in Rule::ALL
            .into_iter()
            .flat_map(|rule| sizes.map(|size| (rule, size)))
        {
            let weights = embedded_weights(rule, size);
            assert_eq!(weights.rule, learned_rule(rule));
            assert!(weights.serve(rule));
            let kinds = 1 + usize::from(rule.black_forbidden());
            assert_eq!(weights.sides.len(), kinds, "{rule}");
            let network = embedded_network(rule, size);
            for side in Side::BOTH {
                let own = &weights.sides[side.index() % kinds];
                assert_eq!(network.bags()[side.index()].of(7), &own.bags[7]);
                assert_eq!(network.codes()[side.index()].of(7), &own.codes[7]);
            }
        }
    }

    #[test]
    fn large_boards_have_a_network_of_their_own_by_freestyle() {
        let weights = |side| {
            let size = BoardSize::square(side).expect("a legal size");
            embedded_weights(Rule::Freestyle, size)
        };
        assert!(weights(17) == weights(15) && weights(18) == weights(20));
        assert!(weights(15) != weights(20));
    }
}
