//! The integer part of the network, kept up to date with every stone: the views of all points and the sums over them.

use crate::board::{Board, BoardObserver, Code, Side, Window};
use crate::geometry::Point;

use super::network::{Network, Row};
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

/// A stone that was put, and where what it changed begins in the lists.
#[derive(Clone, Copy, Debug)]
struct Stone {
    point: Point,
    codes: [Code; 2],
    windows: usize,
    changed_codes: usize,
}

#[derive(Clone, Copy, Debug)]
struct WindowChange {
    point: Point,
    before: Window,
    after: Window,
}

#[derive(Clone, Copy, Debug)]
struct CodeChange {
    before: [Code; 2],
    after: [Code; 2],
}

/// Views and sums of a board that is watched, with their history for undo.
///
/// A stone is only noted at first. It counts when somebody asks: many positions of a search are left again without their
/// value, and what a stone changes is done faster in one go.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    network: Network,
    /// Views of the empty points; those of the others are as they were when they were last empty.
    points: Box<[Row; Point::COUNT]>,
    sums: Sums,
    stones: Vec<Stone>,
    /// The sums before each stone that counts: the first ones do.
    sums_before: Vec<Sums>,
    windows: Vec<WindowChange>,
    codes: Vec<CodeChange>,
    /// For every window changed by a stone that counts, the views of its point before.
    views_before: Vec<Row>,
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
            sums: Sums::ZERO,
            stones: Vec::with_capacity(PATH),
            sums_before: Vec::with_capacity(PATH),
            windows: Vec::with_capacity(PATH * REACH),
            codes: Vec::with_capacity(PATH * REACH),
            views_before: Vec::with_capacity(PATH * REACH),
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

    /// Starts anew from a board.
    pub(super) fn refresh(&mut self, board: &Board) {
        self.points.fill(Row::ZERO);
        self.sums = Sums::ZERO;
        self.stones.clear();
        self.sums_before.clear();
        self.windows.clear();
        self.codes.clear();
        self.views_before.clear();
        let (bags, windows) = (self.network.bags(), self.network.windows());
        for point in *board.empty() {
            for side in Side::BOTH {
                let row = bags[side.index()].of(board.code(side, point));
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

    /// Makes all stones count.
    #[inline]
    pub(super) fn settle(&mut self) {
        while self.sums_before.len() < self.stones.len() {
            self.count_next();
        }
    }

    fn count_next(&mut self) {
        let first = self.sums_before.len();
        let (stone, next) = (self.stones[first], self.stones.get(first + 1));
        let windows = stone.windows..next.map_or(self.windows.len(), |next| next.windows);
        let codes = stone.changed_codes..next.map_or(self.codes.len(), |next| next.changed_codes);
        self.sums_before.push(self.sums);
        let (bags, window_rows) = (self.network.bags(), self.network.windows());
        let sums = &mut self.sums;
        for side in Side::BOTH.map(Side::index) {
            let rows = bags[side];
            let pairs = self.codes[codes.clone()]
                .iter()
                .map(|event| (rows.of(event.before[side]), rows.of(event.after[side])));
            Sums::add(&mut sums.bags[side], &simd::difference_sum(pairs));
            let own = rows.of(stone.codes[side]);
            Sums::take_off(&mut sums.bags[side], own.iter().copied());
        }
        let windows = &self.windows[windows];
        let place = |point: Point| point.index() % Point::COUNT;
        let before = windows.iter().map(|event| self.points[place(event.point)]);
        self.views_before.extend(before);
        let rows = windows.iter().map(|event| {
            let [before, after] = [event.before, event.after].map(|window| window_rows.of(window));
            (place(event.point), before, after)
        });
        Sums::add(&mut sums.views, &simd::exchange(&mut self.points, rows));
        let own = &self.points[place(stone.point)].0;
        Sums::take_off(&mut sums.views, own.iter().map(|&view| view.max(0)));
    }
}

impl BoardObserver for Accumulator {
    #[inline]
    fn put(&mut self, point: Point, codes: [Code; 2]) {
        self.stones.push(Stone {
            point,
            codes,
            windows: self.windows.len(),
            changed_codes: self.codes.len(),
        });
    }

    #[inline]
    fn codes(&mut self, before: [Code; 2], after: [Code; 2]) {
        self.codes.push(CodeChange { before, after });
    }

    #[inline]
    fn window(&mut self, point: Point, before: Window, after: Window) {
        self.windows.push(WindowChange {
            point,
            before,
            after,
        });
    }

    #[inline]
    fn undo(&mut self) {
        let Some(stone) = self.stones.pop() else {
            return;
        };
        if self.sums_before.len() > self.stones.len()
            && let Some(sums) = self.sums_before.pop()
        {
            self.sums = sums;
            // A stone changes one window of a point: none has been changed twice.
            let events = self.windows[stone.windows..].iter();
            for (event, &views) in events.zip(&self.views_before[stone.windows..]) {
                self.points[event.point.index() % Point::COUNT] = views;
            }
            self.views_before.truncate(stone.windows);
        }
        self.windows.truncate(stone.windows);
        self.codes.truncate(stone.changed_codes);
    }
}
