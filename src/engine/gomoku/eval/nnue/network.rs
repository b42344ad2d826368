//! The weights of a network as the evaluation looks them up: the vectors of a line pattern for both sides side by side,
//! in tables that are indexed without bounds checks.

use std::sync::{Arc, OnceLock};

use crate::board::code::CODE_SPACE;
use crate::board::{LinePattern, PatternCode, Rule, Side};
use crate::eval::POLICY_SCALE;
use crate::geometry::BoardSize;
use kagetsu_kernel::{ShippedFile, shipped_file};

use super::features::{DISTANCES, LINE_PATTERNS, LinePatternIndex, line_pattern_index};
use super::layers::{Layers, POLICY_BITS};
use super::rows::{EmbeddingRow, Neurons, SideRow};
use super::simd;
use super::weights::{EMBEDDING, EMBEDDING_PAIR, SideWeights, Weights, learned_rule};

/// [`LINE_PATTERNS`] rounded up to a power of two, so that a masked kind needs no check.
const LINE_PATTERN_SPACE: usize = LINE_PATTERNS.next_power_of_two();

/// Largest magnitude of what a distance adds to a policy score. A file may hold any finite number, and no sum may overflow.
const MAX_NEARNESS: i32 = 100_000;

/// Numbers of a side for a code; half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct CodeRow(SideRow);

/// A row for every code.
type SharedRows = Arc<[CodeRow; CODE_SPACE]>;

/// A network ready for use. Shared by all evaluations made from it.
#[derive(Clone, Debug)]
pub struct Network(Arc<Packed>);

#[derive(Debug)]
struct Packed {
    kinds: &'static LinePatternIndex,
    patterns: Box<[EmbeddingRow; LINE_PATTERN_SPACE]>,
    code_vectors: [SharedRows; 2],
    policy_code_vectors: [SharedRows; 2],
    layers: [Arc<Layers>; 2],
    near: [[[i32; DISTANCES]; 2]; 2],
}

impl From<&Weights> for Network {
    fn from(weights: &Weights) -> Self {
        let kinds = line_pattern_index();
        let of = |side: Side| &weights.sides[side.index() % weights.sides.len()];
        let mut patterns = vec![EmbeddingRow::ZERO; LINE_PATTERN_SPACE];
        for (kind, row) in patterns[..LINE_PATTERNS].iter_mut().enumerate() {
            let (black, white) = row.0.split_at_mut(EMBEDDING);
            black.copy_from_slice(&of(Side::Black).patterns[kind]);
            white.copy_from_slice(&of(Side::White).patterns[kinds.swapped(kind)]);
        }
        let in_units = |number: f32| {
            let units = (number * POLICY_SCALE).round() as i32;
            units.clamp(-MAX_NEARNESS, MAX_NEARNESS)
        };
        Self(Arc::new(Packed {
            kinds,
            patterns: boxed(patterns),
            code_vectors: of_sides(weights, |side| padded(&side.code_vectors)),
            policy_code_vectors: of_sides(weights, |side| padded(&side.policy_code_vectors)),
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
fn padded(rows: &[SideRow]) -> SharedRows {
    let mut list: Vec<_> = rows.iter().map(|&row| CodeRow(row)).collect();
    list.resize(CODE_SPACE, CodeRow([0; EMBEDDING]));
    SharedRows::from(boxed(list))
}

/// Numbers of Black and White: the same memory where both sides have the same ones, so that they take half as much of a
/// cache.
fn of_sides<T>(weights: &Weights, numbers: impl Fn(&SideWeights) -> Arc<T>) -> [Arc<T>; 2] {
    let kinds: Vec<Arc<T>> = weights.sides.iter().map(numbers).collect();
    Side::BOTH.map(|side| Arc::clone(&kinds[side.index() % kinds.len()]))
}

/// Rows for all patterns.
#[derive(Clone, Copy)]
pub(super) struct LinePatternRows<'a> {
    kinds: &'a [u16; LinePatternIndex::SPACE],
    rows: &'a [EmbeddingRow; LINE_PATTERN_SPACE],
}

impl<'a> LinePatternRows<'a> {
    /// What a pattern is worth to both embeddings.
    #[inline]
    pub(super) fn of(self, pattern: LinePattern) -> &'a EmbeddingRow {
        // Every value of a pattern has a place in the table, so neither index is checked.
        let kind = usize::from(self.kinds[usize::from(pattern)]);
        &self.rows[kind % LINE_PATTERN_SPACE]
    }
}

/// Rows for all codes of a side.
#[derive(Clone, Copy)]
pub(super) struct CodeRows<'a>(&'a [CodeRow; CODE_SPACE]);

impl<'a> CodeRows<'a> {
    /// What a code adds.
    #[inline]
    pub(super) fn of(self, code: PatternCode) -> &'a SideRow {
        &self.0[code as usize % CODE_SPACE].0
    }
}

/// Code that reads many rows should fetch their tables once: each access through a shared network costs more loads.
impl Network {
    /// What patterns are worth to both embeddings.
    #[inline]
    pub(super) fn patterns(&self) -> LinePatternRows<'_> {
        LinePatternRows {
            kinds: self.0.kinds.all(),
            rows: &self.0.patterns,
        }
    }

    /// What codes add to the sides' code sums.
    #[inline]
    pub(super) fn code_vectors(&self) -> [CodeRows<'_>; 2] {
        self.0.code_vectors.each_ref().map(|rows| CodeRows(rows))
    }

    /// What pattern codes add to the sides' embeddings in the policy features.
    #[inline]
    pub(super) fn policy_code_vectors(&self) -> [CodeRows<'_>; 2] {
        self.0
            .policy_code_vectors
            .each_ref()
            .map(|rows| CodeRows(rows))
    }

    /// The layers for a mover.
    #[inline]
    pub(super) fn layers(&self, mover: Side) -> &Layers {
        &self.0.layers[mover.index()]
    }

    /// What the distances to the last two stones add to the policy scores of a side to move.
    #[inline]
    pub(super) fn near(&self, mover: Side) -> &[[i32; DISTANCES]; 2] {
        &self.0.near[mover.index()]
    }
}

/// The policy weights of a position, in integers: those of the side to move first, or in the order of the embeddings.
pub(super) struct PolicyWeights([i16; EMBEDDING_PAIR]);

impl PolicyWeights {
    /// From the first layer.
    pub(super) fn new(layers: &Layers, hidden: &Neurons) -> Self {
        Self(layers.policy_weights(hidden))
    }

    /// In the order of the embeddings: Black's first.
    pub(super) fn of_embeddings(mut self, mover: Side) -> Self {
        self.0.rotate_left(mover.index() * EMBEDDING);
        self
    }

    /// The policy scores of points, given the embeddings of each and what its pattern codes add to them.
    #[inline]
    pub(super) fn policy_scores<'a, T>(
        &self,
        points: impl Iterator<Item = (&'a [i16; EMBEDDING_PAIR], [&'a SideRow; 2], T)>,
        mut take: impl FnMut(i32, T),
    ) {
        simd::policy_sums(&self.0, points, |sum, point| {
            take(in_hundredths(sum), point);
        });
    }
}

/// A policy score from a sum over features times weights.
#[inline]
pub(super) const fn in_hundredths(sum: i32) -> i32 {
    (sum as i64 * POLICY_SCALE as i64 / PARTS) as i32
}

/// Parts of a feature times a weight to one.
const PARTS: i64 = (SideWeights::EMBEDDING_UNIT as i64) << POLICY_BITS;

/// The files of the learned networks.
static FREESTYLE: ShippedFile = shipped_file!("networks/", "freestyle.kgn");
static FREESTYLE_LARGE: ShippedFile = shipped_file!("networks/", "freestyle-large.kgn");
static STANDARD: ShippedFile = shipped_file!("networks/", "standard.kgn");
static RENJU: ShippedFile = shipped_file!("networks/", "renju.kgn");
static CARO: ShippedFile = shipped_file!("networks/", "caro.kgn");

/// Boards of so many points or more are large: between 15x15 and 20x20, the sizes that networks were learned on.
const LARGE_FROM: usize = 300;

fn is_large(size: BoardSize) -> bool {
    size.area() >= LARGE_FROM
}

/// The file of the network for a rule and boards of about this size.
pub fn network_file(rule: Rule, size: BoardSize) -> &'static ShippedFile {
    match rule {
        Rule::Freestyle if is_large(size) => &FREESTYLE_LARGE,
        Rule::Freestyle => &FREESTYLE,
        Rule::Standard => &STANDARD,
        Rule::Renju => &RENJU,
        Rule::Caro | Rule::CaroExact => &CARO,
    }
}

/// The numbers of the network that the program was built with for a rule and boards of about this size.
///
/// # Panics
/// Where the file lies outside the program, and its host has not brought it. Those that are a part of it are sound: a test
/// reads all of them.
pub fn embedded_weights(rule: Rule, size: BoardSize) -> Weights {
    let bytes = network_file(rule, size).bytes();
    let weights = bytes.map(Weights::from_bytes);
    weights
        .expect("the host brings networks before they are used")
        .expect("the embedded networks are sound")
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
            assert!(weights.fits_rule(rule));
            let kinds = 1 + usize::from(rule.black_forbidden());
            assert_eq!(weights.sides.len(), kinds, "{rule}");
            let network = embedded_network(rule, size);
            for side in Side::BOTH {
                let own = &weights.sides[side.index() % kinds];
                assert_eq!(
                    network.code_vectors()[side.index()].of(7),
                    &own.code_vectors[7]
                );
                assert_eq!(
                    network.policy_code_vectors()[side.index()].of(7),
                    &own.policy_code_vectors[7]
                );
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
