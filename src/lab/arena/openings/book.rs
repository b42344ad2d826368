//! Assigns an opening to each pair of games. The opening depends only on the book, its order and the number of the
//! pair, so that a tournament that is continued gets the same openings.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows, Symmetry};
use kagetsu_kernel::ParseTextError;
use kagetsu_kernel::rng::Rng;

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

/// Separates the random numbers of the order from those of other choices.
const SHUFFLE_STREAM: u64 = 0x5348_5546_464c_4500;
const SYMMETRY_STREAM: u64 = 0x5455_524e_494e_4700;

/// The moves with which the games of each round begin, as text. Where the openings are used up before the rounds, the list is
/// shorter, and is used again from its start. The openings were read for boards of this size.
pub fn deal_openings(
    openings: &[Vec<Point>],
    size: BoardSize,
    order: BookOrder,
    rounds: u32,
) -> Vec<String> {
    let rounds = rounds as usize;
    let mut sequence: Vec<usize> = (0..openings.len()).collect();
    if order.shuffle == Shuffle::Random {
        Rng::new(order.seed ^ SHUFFLE_STREAM).shuffle(&mut sequence);
    }
    sequence.truncate(rounds);
    let seed = Rng::new(order.seed ^ SYMMETRY_STREAM).next_u64();
    let turned = |&index: &usize| -> Vec<Vec<Point>> {
        if order.symmetries == Symmetries::None {
            return vec![openings[index].clone()];
        }
        let mut images = images(&openings[index], size);
        let own = seed.wrapping_add(index as u64);
        Rng::new(Rng::new(own).next_u64()).shuffle(&mut images);
        images
    };
    let turned: Vec<Vec<Vec<Point>>> = sequence.iter().map(turned).collect();
    // After so many laps all begin anew: the number of images divides that of the symmetries.
    let laps = match order.symmetries {
        Symmetries::None => 1,
        Symmetries::Random => Symmetry::all(size).count(),
    };
    let in_order = (0..laps).flat_map(|lap| {
        let images = turned.iter();
        images.map(move |images| &images[lap % images.len()])
    });
    in_order
        .take(rounds)
        .map(|points| Rows::FromBottom.names(points, size, ""))
        .collect()
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

    fn board() -> BoardSize {
        BoardSize::square(15).expect("a legal size")
    }

    fn points(moves: &str) -> Vec<Point> {
        let read = Rows::FromBottom.parse_moves(moves, board());
        read.expect("points")
    }

    fn dealt(lines: &[&str], order: BookOrder, rounds: u32) -> Vec<String> {
        let openings: Vec<Vec<Point>> = lines.iter().map(|moves| points(moves)).collect();
        deal_openings(&openings, board(), order, rounds)
    }

    const LINES: [&str; 5] = ["b1h8", "b2h8", "b3h9", "b4h8", "b5h7"];

    #[test]
    fn a_sequential_book_is_dealt_once_and_no_further_than_there_are_rounds() {
        let order = BookOrder::default();
        assert_eq!(dealt(&LINES, order, 7), LINES);
        assert_eq!(dealt(&LINES, order, 3), LINES[..3]);
    }

    #[test]
    fn a_random_book_deals_all_before_it_repeats_one() {
        let orders: BTreeSet<Vec<String>> = (0..20)
            .map(|seed| {
                let order = BookOrder {
                    shuffle: Shuffle::Random,
                    seed,
                    ..BookOrder::default()
                };
                let lap = dealt(&LINES, order, 10);
                let mut sorted = lap.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, LINES);
                lap
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
            let laps = dealt(&[moves], order, u32::MAX);
            assert_eq!(laps.len() % images, 0, "{moves}");
            let first: BTreeSet<&String> = laps[..images].iter().collect();
            assert_eq!(first.len(), images, "{moves}");
            for (lap, image) in laps.iter().enumerate() {
                assert_eq!(*image, laps[lap % images]);
                assert_eq!(
                    canonical_form(&points(image), board()),
                    canonical_form(&points(moves), board())
                );
            }
        }
    }

    #[test]
    fn the_first_images_of_a_book_differ_and_are_those_of_more_rounds() {
        let order = BookOrder {
            shuffle: Shuffle::Random,
            symmetries: Symmetries::Random,
            seed: 1,
        };
        let first = dealt(&["b3h9"; 40], order, 40);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 8);
        assert_eq!(first, dealt(&["b3h9"; 40], order, 100)[..40]);
    }
}
