//! The integer part of the network, kept up to date with every stone: the views of all points and the sums over them.

use std::mem;

use crate::board::{Board, BoardObserver, Change, Code, Side, WindowChange};
use crate::geometry::Point;

use super::network::Network;
use super::rows::Row;
use super::simd;
use super::weights::{BAG, VIEWS};

/// Sums over all empty points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    /// Of the views, what is below zero left out, Black's first.
    pub(super) views: [i32; VIEWS],
    /// The bags of Black and White.
    pub(super) bags: [[i32; BAG]; 2],
}

impl Sums {
    const ZERO: Self = Self {
        views: [0; VIEWS],
        bags: [[0; BAG]; 2],
    };

    /// Adds what changes in 16 bits.
    #[inline]
    fn add(sums: &mut [i32], changes: &[i16]) {
        for (sum, &change) in sums.iter_mut().zip(changes) {
            *sum += i32::from(change);
        }
    }

    /// Takes off a row.
    #[inline]
    fn take_off(sums: &mut [i32], row: impl Iterator<Item = i16>) {
        for (sum, number) in sums.iter_mut().zip(row) {
            *sum -= i32::from(number);
        }
    }
}

/// Views and sums of a board that is watched, with their history for undo.
///
/// A stone counts when somebody asks: many positions of a search are left again without their value.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    network: Network,
    /// Views of the empty points; those of the others are as they were when they were last empty.
    points: Box<[Row; Point::COUNT]>,
    /// Codes of the same, for Black and White.
    codes: Box<[[Code; 2]; Point::COUNT]>,
    sums: Sums,
    /// Stones that the board had made when this began to follow it.
    made_at_first: usize,
    /// What was before each stone that counts: the first ones do.
    before: Vec<Before>,
    /// For every window changed by a stone that counts, the index of its point,
    changed: Vec<u16>,
    /// and the views of that point before.
    views_before: Vec<Row>,
    /// For every code changed by a stone that counts, the index of its point and the codes before.
    codes_before: Vec<(u16, [Code; 2])>,
}

/// The sums before a stone, and how many views and codes were remembered until then.
#[derive(Clone, Copy, Debug)]
struct Before {
    sums: Sums,
    views: usize,
    codes: usize,
}

/// Stones of a long search path, for which memory is taken at once.
const PATH: usize = 128;
/// Points whose windows a stone changes.
const REACH: usize = 32;

impl Accumulator {
    /// For a network, without a board yet.
    #[expect(
        clippy::large_stack_arrays,
        reason = "made once for each search, and small beside any stack"
    )]
    pub(super) fn new(network: Network) -> Self {
        Self {
            network,
            points: Box::new([Row::ZERO; Point::COUNT]),
            codes: Box::new([[0; 2]; Point::COUNT]),
            sums: Sums::ZERO,
            made_at_first: 0,
            before: Vec::with_capacity(PATH),
            changed: Vec::with_capacity(PATH * REACH),
            views_before: Vec::with_capacity(PATH * REACH),
            codes_before: Vec::with_capacity(PATH * REACH),
        }
    }

    /// The network.
    #[inline]
    pub(super) const fn network(&self) -> &Network {
        &self.network
    }

    /// The sums over all empty points, of the stones that count.
    #[inline]
    pub(super) const fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Both views of an empty point, Black's first, of the stones that count.
    #[inline]
    pub(super) fn views(&self, point: Point) -> &[i16; VIEWS] {
        &self.points[point.index() % Point::COUNT].0
    }

    /// The codes of an empty point for Black and White, of the stones that count.
    #[inline]
    pub(super) fn codes(&self, point: Point) -> [Code; 2] {
        self.codes[point.index() % Point::COUNT]
    }

    /// Starts anew from a board.
    pub(super) fn refresh(&mut self, board: &Board) {
        self.points.fill(Row::ZERO);
        self.sums = Sums::ZERO;
        self.made_at_first = board.made();
        self.before.clear();
        self.changed.clear();
        self.views_before.clear();
        self.codes_before.clear();
        let (bags, windows) = (self.network.bags(), self.network.windows());
        for point in *board.empty() {
            let codes = board.codes(point);
            self.codes[point.index() % Point::COUNT] = codes;
            for side in Side::BOTH {
                let row = bags[side.index()].of(codes[side.index()]);
                for (sum, &add) in self.sums.bags[side.index()].iter_mut().zip(row) {
                    *sum += i32::from(add);
                }
            }
            let views = &mut self.points[point.index() % Point::COUNT].0;
            for window in board.windows(point) {
                for (view, &add) in views.iter_mut().zip(&windows.of(window).0) {
                    *view += add;
                }
            }
            for (sum, &view) in self.sums.views.iter_mut().zip(views.iter()) {
                *sum += i32::from(view.max(0));
            }
        }
    }

    /// Makes all stones of the board count, which is the one that this follows.
    #[inline]
    pub(super) fn settle(&mut self, board: &Board) {
        for number in self.made_at_first + self.before.len()..board.made() {
            self.count(&board.change(number));
        }
    }

    fn count(&mut self, change: &Change<'_>) {
        self.before.push(Before {
            sums: self.sums,
            views: self.views_before.len(),
            codes: self.codes_before.len(),
        });
        let (bags, window_rows) = (self.network.bags(), self.network.windows());
        let (codes, sums) = (&mut self.codes, &mut self.sums);
        let first = self.codes_before.len();
        self.codes_before
            .extend(change.codes().map(|(index, after)| {
                let codes = &mut codes[index % Point::COUNT];
                (index as u16, mem::replace(codes, after))
            }));
        let place = change.point().index() % Point::COUNT;
        let pairs = self.codes_before[first..].iter().map(|&(index, before)| {
            let after = codes[usize::from(index) % Point::COUNT];
            [0, 1].map(|side| (bags[side].of(before[side]), bags[side].of(after[side])))
        });
        let changes = simd::difference_sums(pairs);
        for side in Side::BOTH.map(Side::index) {
            Sums::add(&mut sums.bags[side], &changes[side]);
            let own = bags[side].of(codes[place][side]);
            Sums::take_off(&mut sums.bags[side], own.iter().copied());
        }
        let windows = change.windows();
        let windows = windows.as_slice().iter();
        let (places, points) = (windows.clone().map(WindowChange::index), &self.points);
        self.changed
            .extend(places.clone().map(|index| index as u16));
        self.views_before
            .extend(places.map(|index| points[index % Point::COUNT]));
        let rows = windows.map(|change| {
            let before = window_rows.of(change.before());
            let after = window_rows.of(change.after());
            (change.index(), before, after)
        });
        Sums::add(&mut sums.views, &simd::exchange(&mut self.points, rows));
        let own = &self.points[place].0;
        Sums::take_off(&mut sums.views, own.iter().map(|&view| view.max(0)));
    }
}

impl BoardObserver for Accumulator {
    #[inline]
    fn undo(&mut self, made: usize) {
        if self.made_at_first + self.before.len() > made
            && let Some(before) = self.before.pop()
        {
            self.sums = before.sums;
            // A stone changes one window of a point: none has been changed twice.
            let views = &self.views_before[before.views..];
            for (&index, &views) in self.changed[before.views..].iter().zip(views) {
                self.points[usize::from(index) % Point::COUNT] = views;
            }
            self.changed.truncate(before.views);
            self.views_before.truncate(before.views);
            for &(index, codes) in &self.codes_before[before.codes..] {
                self.codes[usize::from(index) % Point::COUNT] = codes;
            }
            self.codes_before.truncate(before.codes);
        }
    }
}
