//! The shapes whose contents the evaluation looks up: lines, diagonals, edges and corner regions.
//!
//! A shape is given on one place of the board; its other places follow from the eight symmetries. The content of a
//! place is a number in base three: empty 0, black 1, white 2, the first square lowest. Contents that mirror one another
//! within a shape share one weight. The kinds of shape are those of M. Buro, "Improving heuristic mini-max search by
//! supervised learning", 2002.

use std::sync::LazyLock;

use crate::board::{SQUARES, Square, squares_of};

/// Lanes of a row of contents; more than there are places, so that rows fit vector registers.
pub(super) const LANES: usize = 64;

/// The squares of each shape on one place of the board.
const SHAPES: [&str; 12] = [
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "d1 c1 b1 a1 a2 a3 a4 c2 b2 b3",
];

/// A shape on one place of the board.
#[derive(Debug)]
struct Place {
    shape: usize,
    squares: Vec<Square>,
}

/// Everything that follows from [`SHAPES`].
#[derive(Debug)]
pub(super) struct Patterns {
    places: Vec<Place>,
    /// `steps[square][lane]`: what one step of the square's digit adds to the content of a place.
    pub(super) steps: Vec<[u16; LANES]>,
    /// First content of each shape in a row of all contents of all shapes.
    first: Vec<usize>,
    /// Number of all contents of all shapes.
    contents: usize,
    /// For each content of each shape, the number of the weight that it shares.
    pub(super) shared: Vec<u32>,
    /// Number of these weights.
    pub(super) weights: usize,
}

/// The shapes in use.
pub(super) static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

/// One of the eight symmetries of the board.
fn mirrored(square: Square, symmetry: usize) -> Square {
    let (mut column, mut row) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Square::at(column, row).unwrap_or(square)
}

fn set_of(squares: &[Square]) -> u64 {
    squares.iter().fold(0, |set, square| set | square.bit())
}

/// The squares of a shape; every text in [`SHAPES`] names squares.
fn squares_in(text: &str) -> Vec<Square> {
    text.split(' ')
        .filter_map(|name| name.parse().ok())
        .collect()
}

fn contents_of(length: usize) -> usize {
    3_usize.pow(length as u32)
}

/// The content after the digits of the squares are put into another order.
fn reordered(content: usize, order: &[usize]) -> usize {
    let digits =
        |content: usize| (0..order.len()).map(move |place| content / contents_of(place) % 3);
    digits(content)
        .zip(order)
        .map(|(digit, &place)| digit * contents_of(place))
        .sum()
}

impl Patterns {
    fn new() -> Self {
        let mut patterns = Self {
            places: Vec::new(),
            steps: vec![[0; LANES]; SQUARES],
            first: Vec::new(),
            contents: 0,
            shared: Vec::new(),
            weights: 0,
        };
        for (shape, text) in SHAPES.iter().enumerate() {
            patterns.add(shape, &squares_in(text));
        }
        patterns
    }

    fn add(&mut self, shape: usize, squares: &[Square]) {
        let mut orders: Vec<Vec<usize>> = Vec::new();
        for symmetry in 0..8 {
            let moved: Vec<Square> = squares
                .iter()
                .map(|&square| mirrored(square, symmetry))
                .collect();
            if set_of(&moved) == set_of(squares) {
                let place_of = |square: &Square| squares.iter().position(|other| other == square);
                orders.push(moved.iter().filter_map(place_of).collect());
            }
            let known = self
                .places
                .iter()
                .any(|place| place.shape == shape && set_of(&place.squares) == set_of(&moved));
            if !known {
                self.add_place(shape, moved);
            }
        }
        self.first.push(self.contents);
        let contents = contents_of(squares.len());
        self.contents += contents;
        let mut numbers = vec![0; contents];
        for content in 0..contents {
            let lowest = orders.iter().map(|order| reordered(content, order)).min();
            let lowest = lowest.unwrap_or(content);
            numbers[content] = if lowest == content {
                self.weights += 1;
                self.weights as u32 - 1
            } else {
                numbers[lowest]
            };
        }
        self.shared.append(&mut numbers);
    }

    fn add_place(&mut self, shape: usize, squares: Vec<Square>) {
        let lane = self.places.len();
        for (digit, square) in squares.iter().enumerate() {
            self.steps[square.index()][lane] = contents_of(digit) as u16;
        }
        self.places.push(Place { shape, squares });
    }

    /// Number of places on the board.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Where the contents of each place begin in the row of all contents.
    pub(super) fn first_of_places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|place| self.first[place.shape])
    }

    /// The row of all contents, each with black and white exchanged.
    pub(super) fn exchanged(&self) -> Vec<u32> {
        let mut row = Vec::with_capacity(self.contents);
        for (shape, text) in SHAPES.iter().enumerate() {
            let length = squares_in(text).len();
            row.extend((0..contents_of(length)).map(|content| {
                let other: usize = (0..length)
                    .map(|place| (3 - content / contents_of(place) % 3) % 3 * contents_of(place))
                    .sum();
                (self.first[shape] + other) as u32
            }));
        }
        row
    }
}

/// The contents of all places for a black and a white set.
pub(super) fn contents(black: u64, white: u64) -> [u16; LANES] {
    let mut row = [0_u16; LANES];
    for (set, digit) in [(black, 1), (white, 2)] {
        for square in squares_of(set) {
            for (content, step) in row.iter_mut().zip(&PATTERNS.steps[square.index()]) {
                *content += digit * step;
            }
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_as_many_places_as_symmetry_gives() {
        assert_eq!(PATTERNS.places(), 4 * 3 + 2 + 4 * 4 + 4 + 8 + 4 + 4);
        assert!(PATTERNS.places() <= LANES);
        assert!(PATTERNS.weights < PATTERNS.shared.len());
    }

    #[test]
    fn a_mirrored_board_shares_all_its_weights() {
        let (black, white) = (0x0000_1234_0810_2200_u64, 0x00F0_0003_1008_4400_u64);
        let weights_of = |symmetry| {
            let moved =
                |set| squares_of(set).fold(0, |all, square| all | mirrored(square, symmetry).bit());
            let row = contents(moved(black), moved(white));
            let mut found: Vec<u32> = PATTERNS
                .first_of_places()
                .zip(row)
                .map(|(first, content)| PATTERNS.shared[first + usize::from(content)])
                .collect();
            found.sort_unstable();
            found
        };
        for symmetry in 1..8 {
            assert_eq!(weights_of(symmetry), weights_of(0));
        }
    }
}
