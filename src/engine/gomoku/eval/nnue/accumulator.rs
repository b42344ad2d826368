//! The accumulator: the embeddings of all points and the sums over them, in integers, updated with every stone.

use std::mem;

use crate::board::{Board, Change, LinePatternChange, PatternCode, Side};
use crate::geometry::Point;

use super::network::Network;
use super::rings::GREATEST_STEP;
use super::rows::{EmbeddingRow, Neighbourhood};
use super::simd;
use super::weights::{CODE_SUM, EMBEDDING_PAIR};

/// Sums over all empty points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    /// Of the embeddings after ReLU, Black's first.
    pub(super) embeddings: [i32; EMBEDDING_PAIR],
    /// Of the vectors of the pattern codes, for Black and White.
    pub(super) code_sums: [[i32; CODE_SUM]; 2],
}

impl Sums {
    const ZERO: Self = Self {
        embeddings: [0; EMBEDDING_PAIR],
        code_sums: [[0; CODE_SUM]; 2],
    };

    /// Adds 16-bit changes.
    #[inline]
    fn add(sums: &mut [i32], changes: &[i16]) {
        for (sum, &change) in sums.iter_mut().zip(changes) {
            *sum += i32::from(change);
        }
    }

    /// Subtracts a row.
    #[inline]
    fn subtract(sums: &mut [i32], row: impl Iterator<Item = i16>) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum -= i32::from(number);
        }
    }
}

/// The embeddings and sums of the board that it follows, with a history for undo.
///
/// Updates are lazy: a stone is applied only when the position is evaluated ([`Accumulator::update`]), because the search
/// leaves many positions without an evaluation.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    network: Network,
    /// Embeddings of the points, zero where a stone lies and off the board.
    points: Box<[EmbeddingRow; Point::COUNT]>,
    /// Pattern codes of the points for Black and White. An occupied point keeps those that it had when it was last empty.
    codes: Box<[[PatternCode; 2]; Point::COUNT]>,
    sums: Sums,
    /// Number of stones that the board had made at the last refresh.
    made_at_refresh: usize,
    /// One entry for each applied stone: what has to be restored when it is taken back. Stones are applied in order.
    before: Vec<Before>,
    /// For every line pattern that an applied stone changed: the index of its point.
    changed: Vec<u16>,
    /// For every line pattern that an applied stone changed: the embedding of its point before.
    embeddings_before: Vec<EmbeddingRow>,
    /// For every pattern code that an applied stone changed: the index of its point and the codes before.
    codes_before: Vec<(u16, [PatternCode; 2])>,
}

/// The sums before a stone, and the lengths of the lists of old embeddings and codes before it.
#[derive(Clone, Copy, Debug)]
struct Before {
    sums: Sums,
    embeddings: usize,
    codes: usize,
}

/// Number of stones of a long search path. Memory for as many is reserved at once.
const PATH: usize = 128;
/// Number of points whose embeddings a stone changes, its own included.
const REACH: usize = 33;

impl Accumulator {
    /// An accumulator for a network, without a board yet.
    #[expect(
        clippy::large_stack_arrays,
        reason = "made once for each search, and small beside any stack"
    )]
    pub(super) fn new(network: Network) -> Self {
        Self {
            network,
            points: Box::new([EmbeddingRow::ZERO; Point::COUNT]),
            codes: Box::new([[0; 2]; Point::COUNT]),
            sums: Sums::ZERO,
            made_at_refresh: 0,
            before: Vec::with_capacity(PATH),
            changed: Vec::with_capacity(PATH * REACH),
            embeddings_before: Vec::with_capacity(PATH * REACH),
            codes_before: Vec::with_capacity(PATH * REACH),
        }
    }

    /// The network.
    #[inline]
    pub(super) const fn network(&self) -> &Network {
        &self.network
    }

    /// The sums over all empty points, after the applied stones.
    #[inline]
    pub(super) const fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Both embeddings of an empty point, Black's first, after the applied stones.
    #[inline]
    pub(super) fn embeddings(&self, point: Point) -> &[i16; EMBEDDING_PAIR] {
        &self.points[point.index()].0
    }

    /// The embeddings of a point on the board and of those round it, after the applied stones.
    #[inline]
    pub(super) fn neighbourhood(&self, point: Point) -> &Neighbourhood {
        self.points[point.index() - GREATEST_STEP..]
            .first_chunk()
            .unwrap_or_else(|| unreachable!("there is a border round the board"))
    }

    /// The pattern codes of an empty point for Black and White, after the applied stones.
    #[inline]
    pub(super) fn codes(&self, point: Point) -> [PatternCode; 2] {
        self.codes[point.index()]
    }

    /// Computes everything anew from a board.
    pub(super) fn refresh(&mut self, board: &Board) {
        self.points.fill(EmbeddingRow::ZERO);
        self.sums = Sums::ZERO;
        self.made_at_refresh = board.made();
        self.before.clear();
        self.changed.clear();
        self.embeddings_before.clear();
        self.codes_before.clear();
        let (code_vectors, patterns) = (self.network.code_vectors(), self.network.patterns());
        for point in *board.empty() {
            let codes = board.codes(point);
            self.codes[point.index()] = codes;
            for side in Side::BOTH {
                let row = code_vectors[side.index()].of(codes[side.index()]);
                for (sum, &add) in self.sums.code_sums[side.index()].iter_mut().zip(row) {
                    *sum += i32::from(add);
                }
            }
            let embeddings = &mut self.points[point.index()].0;
            for pattern in board.line_patterns(point) {
                for (embedding, &add) in embeddings.iter_mut().zip(&patterns.of(pattern).0) {
                    *embedding += add;
                }
            }
            for (sum, &embedding) in self.sums.embeddings.iter_mut().zip(embeddings.iter()) {
                *sum += i32::from(embedding.max(0));
            }
        }
    }

    /// Applies the stones of the followed board that have not been applied yet.
    #[inline]
    pub(super) fn update(&mut self, board: &Board) {
        for number in self.made_at_refresh + self.before.len()..board.made() {
            self.apply(&board.change(number));
        }
    }

    fn apply(&mut self, change: &Change<'_>) {
        self.before.push(Before {
            sums: self.sums,
            embeddings: self.embeddings_before.len(),
            codes: self.codes_before.len(),
        });
        let (code_vectors, pattern_rows) = (self.network.code_vectors(), self.network.patterns());
        let (codes, sums) = (&mut self.codes, &mut self.sums);
        let first = self.codes_before.len();
        self.codes_before
            .extend(change.codes().map(|(index, after)| {
                // This remainder and the others of the file change no index: they show the compiler that none is out of
                // bounds.
                let codes = &mut codes[index % Point::COUNT];
                (index as u16, mem::replace(codes, after))
            }));
        let place = change.point().index();
        let pairs = self.codes_before[first..].iter().map(|&(index, before)| {
            let after = codes[usize::from(index) % Point::COUNT];
            [0, 1].map(|side| {
                (
                    code_vectors[side].of(before[side]),
                    code_vectors[side].of(after[side]),
                )
            })
        });
        let changes = simd::difference_sums(pairs);
        for side in Side::BOTH.map(Side::index) {
            Sums::add(&mut sums.code_sums[side], &changes[side]);
            let own = code_vectors[side].of(codes[place][side]);
            Sums::subtract(&mut sums.code_sums[side], own.iter().copied());
        }
        let patterns = change.line_patterns();
        let patterns = patterns.as_slice().iter();
        let (places, points) = (patterns.clone().map(LinePatternChange::index), &self.points);
        self.changed
            .extend(places.clone().map(|index| index as u16));
        self.embeddings_before
            .extend(places.map(|index| points[index % Point::COUNT]));
        let rows = patterns.map(|change| {
            let before = pattern_rows.of(change.before());
            let after = pattern_rows.of(change.after());
            (change.index(), before, after)
        });
        Sums::add(
            &mut sums.embeddings,
            &simd::exchange(&mut self.points, rows),
        );
        // The point of the stone is empty no more, so its embedding leaves the sum.
        let own = mem::replace(&mut self.points[place], EmbeddingRow::ZERO);
        Sums::subtract(
            &mut sums.embeddings,
            own.0.iter().map(|&embedding| embedding.max(0)),
        );
        self.changed.push(place as u16);
        self.embeddings_before.push(own);
    }

    /// Takes back what the last made stone changed, if it was read; so many made stones are left.
    #[inline]
    pub(super) fn undo(&mut self, made: usize) {
        if self.made_at_refresh + self.before.len() > made
            && let Some(before) = self.before.pop()
        {
            // The sums are kept whole: subtracting again would read every changed row a second time.
            self.sums = before.sums;
            // A stone changes at most one line pattern of a point, and none of its own, so no embedding was stored twice.
            let embeddings = &self.embeddings_before[before.embeddings..];
            for (&index, &embeddings) in self.changed[before.embeddings..].iter().zip(embeddings) {
                self.points[usize::from(index) % Point::COUNT] = embeddings;
            }
            self.changed.truncate(before.embeddings);
            self.embeddings_before.truncate(before.embeddings);
            for &(index, codes) in &self.codes_before[before.codes..] {
                self.codes[usize::from(index) % Point::COUNT] = codes;
            }
            self.codes_before.truncate(before.codes);
        }
    }
}
