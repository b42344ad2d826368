//! Assigns an opening to each pair of games. The opening depends only on the book, its order and the number of the
//! pair, so that a tournament that is continued gets the same openings.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows, Symmetry};
use kagetsu_kernel::ParseTextError;
use kagetsu_kernel::rng::Rng;

use super::reader::Opening;

/// The order of the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shuffle {
    /// The order of the file.
    #[default]
    Sequential,
    /// A random order that depends on the seed.
    Random,
}

impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        })
    }
}

impl FromStr for Shuffle {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Sequential, Self::Random]
            .into_iter()
            .find(|shuffle| shuffle.to_string() == text)
            .ok_or_else(|| {
                ParseTextError::new(text, "not an order of openings", "sequential or random")
            })
    }
}

/// Whether openings are rotated and reflected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetries {
    /// They are played as they stand in the file.
    #[default]
    None,
    /// Each opening is played in a random image under the symmetries of the board. When it is used again, it is played
    /// in another image, until all its images have been played.
    Random,
}

/// How openings are assigned to pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookOrder {
    /// Their order.
    pub shuffle: Shuffle,
    /// Their symmetries.
    pub symmetries: Symmetries,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The openings in the order of their use. An empty book gives empty boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    openings: Vec<Opening>,
    size: BoardSize,
    order: BookOrder,
    /// Indices of the openings in the order of their use.
    sequence: Vec<usize>,
}

/// Separates the random numbers of the order from those of other choices.
const SHUFFLE_STREAM: u64 = 0x5348_5546_464c_4500;
const SYMMETRY_STREAM: u64 = 0x5455_524e_494e_4700;

impl OpeningBook {
    /// A book of openings that were read for boards of this size.
    pub fn new(openings: Vec<Opening>, size: BoardSize, order: BookOrder) -> Self {
        let mut sequence: Vec<usize> = (0..openings.len()).collect();
        if order.shuffle == Shuffle::Random {
            Rng::new(order.seed ^ SHUFFLE_STREAM).shuffle(&mut sequence);
        }
        Self {
            openings,
            size,
            order,
            sequence,
        }
    }

    /// Number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Are there no openings?
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The opening, as it was read, that a pair gets.
    fn source_for_pair(&self, pair: u32) -> Option<&Opening> {
        let place = (pair as usize).checked_rem(self.len())?;
        let index = self.sequence.get(place)?;
        self.openings.get(*index)
    }

    /// The moves with which both games of a pair begin, as text.
    pub(crate) fn moves_for_pair(&self, pair: u32) -> String {
        Rows::FromBottom.names(&self.opening_for_pair(pair), self.size, "")
    }

    /// The stones with which both games of a pair begin. If there are more pairs than openings, the book is used again
    /// from its start.
    fn opening_for_pair(&self, pair: u32) -> Vec<Point> {
        let Some(opening) = self.source_for_pair(pair) else {
            return Vec::new();
        };
        match self.order.symmetries {
            Symmetries::None => opening.points.clone(),
            Symmetries::Random => {
                let place = pair as usize;
                let (lap, turn) = (place / self.len(), place % self.len());
                let mut images = images(&opening.points, self.size);
                let seed = Rng::new(self.order.seed ^ SYMMETRY_STREAM).next_u64();
                let own = seed.wrapping_add(self.sequence[turn] as u64);
                Rng::new(Rng::new(own).next_u64()).shuffle(&mut images);
                images.swap_remove(lap % images.len())
            }
        }
    }
}

/// The images of an opening that are different positions. There is at least one.
fn images(points: &[Point], size: BoardSize) -> Vec<Vec<Point>> {
    let mut seen = BTreeSet::new();
    let image = |symmetry: Symmetry| -> Vec<Point> {
        let turned = points.iter().map(|&point| symmetry.apply(point, size));
        turned.collect()
    };
    let all = Symmetry::all(size).map(image);
    all.filter(|points| seen.insert(stones(points))).collect()
}

/// Black's stones and White's in a fixed order: the same for all orders of moves that lead to a position.
fn stones(points: &[Point]) -> [Vec<Point>; 2] {
    Side::BOTH.map(|side| {
        let own = points.iter().skip(side.index()).step_by(Side::BOTH.len());
        let mut own: Vec<Point> = own.copied().collect();
        own.sort_unstable();
        own
    })
}

/// A value that two openings share if and only if they are the same position up to symmetry.
pub fn canonical_form(points: &[Point], size: BoardSize) -> [Vec<Point>; 2] {
    let all = images(points, size);
    all.iter()
        .map(|image| stones(image))
        .min()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    fn board() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    fn book(lines: &[&str], order: BookOrder) -> OpeningBook {
        let opening = |moves: &&str| Opening {
            points: Rows::FromTop
                .parse_moves(moves, BoardSize::LARGEST)
                .expect("points"),
        };
        OpeningBook::new(lines.iter().map(opening).collect(), board(), order)
    }

    /// Each begins in a row of its own.
    const LINES: [&str; 5] = ["b1h8", "b2h8", "b3h9", "b4h8", "b5h7"];

    fn dealt(book: &OpeningBook, pairs: u32) -> Vec<usize> {
        let sources = (0..pairs).filter_map(|pair| book.source_for_pair(pair));
        sources.map(|opening| opening.points[0].y() + 1).collect()
    }

    #[test]
    fn an_empty_book_gives_empty_boards() {
        let order = BookOrder {
            shuffle: Shuffle::Random,
            symmetries: Symmetries::Random,
            ..BookOrder::default()
        };
        let book = book(&[], order);
        assert!(book.is_empty());
        assert_eq!(book.source_for_pair(3), None);
        assert_eq!(book.opening_for_pair(3), []);
    }

    #[test]
    fn a_sequential_book_goes_round() {
        let book = book(&LINES, BookOrder::default());
        assert_eq!(dealt(&book, 7), [1, 2, 3, 4, 5, 1, 2]);
        assert_eq!(book.opening_for_pair(0), book.opening_for_pair(5));
    }

    #[test]
    fn a_random_book_deals_all_before_it_repeats_one() {
        let order = |seed| BookOrder {
            shuffle: Shuffle::Random,
            seed,
            ..BookOrder::default()
        };
        let orders: BTreeSet<Vec<usize>> = (0..20)
            .map(|seed| {
                let laps = dealt(&book(&LINES, order(seed)), 10);
                assert_eq!(laps[..5], laps[5..]);
                let lap: BTreeSet<usize> = laps[..5].iter().copied().collect();
                assert_eq!(lap.len(), 5);
                laps
            })
            .collect();
        assert!(orders.len() > 10, "{orders:?}");
    }

    #[test]
    fn each_time_an_opening_comes_it_is_turned_anew() {
        let order = BookOrder {
            symmetries: Symmetries::Random,
            ..BookOrder::default()
        };
        for (moves, images) in [
            ("b3h9", 8),
            ("c8", 4),
            ("h8", 1),
            ("h8g7i9", 4),
            ("g7h8i9", 2),
        ] {
            let book = book(&[moves], order);
            let seen: BTreeSet<Vec<Point>> = (0..images)
                .map(|pair| book.opening_for_pair(pair))
                .collect();
            assert_eq!(seen.len() as u32, images, "{moves}");
            assert_eq!(book.opening_for_pair(0), book.opening_for_pair(images));
            let original = Rows::FromTop
                .parse_moves(moves, BoardSize::LARGEST)
                .expect("points");
            for image in seen {
                assert_eq!(
                    canonical_form(&image, board()),
                    canonical_form(&original, board())
                );
            }
        }
    }

    #[test]
    fn the_first_images_of_a_book_differ() {
        let order = BookOrder {
            symmetries: Symmetries::Random,
            ..BookOrder::default()
        };
        let same = ["b3h9"; 40];
        let book = book(&same, order);
        let seen: BTreeSet<Vec<Point>> = (0..40).map(|pair| book.opening_for_pair(pair)).collect();
        assert_eq!(seen.len(), 8);
    }
}
