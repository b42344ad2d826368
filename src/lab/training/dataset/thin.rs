//! Removes positions that occur too often in a dataset.

use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::FastMap;

use super::record::TrainingGame;
use kagetsu_notation::CanonicalKey;

/// Counts positions over games and keeps each of them at most `cap` times. Positions that a symmetry takes to each
/// other count as one.
///
/// Games repeat each other from their beginning, and hardly ever meet again once they differ. Therefore only the plies
/// at the beginning of a game are removed, as long as their positions were seen `cap` times before. They become part of
/// the opening, from which nothing is learned; positions from the trees of their searches are removed with them. A game
/// without remaining plies is dropped. Repetitions after the first remaining ply are kept. Positions from trees are removed one
/// by one.
#[derive(Clone, Debug)]
pub struct Thinner {
    size: BoardSize,
    cap: u32,
    seen: FastMap<u64, u32>,
}

impl Thinner {
    /// Keeps each position at most `cap` times.
    pub fn new(size: BoardSize, cap: u32) -> Self {
        Self {
            size,
            cap,
            seen: FastMap::default(),
        }
    }

    /// The game without the plies before its first position that was seen fewer than `cap` times. `None` if there is
    /// none.
    pub fn thin(&mut self, mut game: TrainingGame) -> Option<TrainingGame> {
        let mut key = CanonicalKey::new(self.size);
        for &point in &game.opening {
            key.play(point);
        }
        let mut first = None;
        let mut tree = game.tree.into_iter().peekable();
        game.tree = Vec::new();
        for (index, ply) in game.plies.iter().enumerate() {
            if self.is_wanted(key.key()) && first.is_none() {
                first = Some(index);
            }
            while let Some(position) = tree.next_if(|position| position.start == index) {
                let mut key = key.clone();
                position.moves.iter().for_each(|&point| key.play(point));
                if first.is_some() && self.is_wanted(key.key()) {
                    game.tree.push(position);
                }
            }
            key.play(ply.point);
        }
        let first = first?;
        let repeated = game.plies.drain(..first).map(|ply| ply.point);
        game.opening.extend(repeated);
        for position in &mut game.tree {
            position.start -= first;
        }
        Some(game)
    }

    /// Counts a position. False if it was seen `cap` times before.
    fn is_wanted(&mut self, key: u64) -> bool {
        let seen = self.seen.entry(key).or_default();
        let is_wanted = *seen < self.cap;
        *seen = seen.saturating_add(1);
        is_wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{TrainingMove, TrainingResult, TreePosition};
    use kagetsu_gomoku::board::Side;
    use kagetsu_gomoku::geometry::{Point, Symmetry};

    fn game(points: &[Point]) -> TrainingGame {
        let ply = |&point: &Point| TrainingMove::best(point, 1);
        TrainingGame {
            opening: points[..2].to_vec(),
            plies: points[2..].iter().map(ply).collect(),
            tree: Vec::new(),
            result: TrainingResult::Win(Side::White),
            scored: true,
        }
    }

    #[test]
    fn what_was_seen_often_enough_becomes_part_of_the_opening() {
        let size = BoardSize::square(9).expect("a legal size");
        let line = [(4, 4), (5, 3), (2, 2), (6, 1), (0, 8)].map(|(x, y)| Point::at(x, y));
        let mut parted = line;
        parted[3] = Point::at(1, 1);
        let symmetry = Symmetry::all(size).nth(5).expect("eight of them");
        let image = parted.map(|point| symmetry.apply(point, size));

        let mut thinner = Thinner::new(size, 1);
        assert_eq!(thinner.thin(game(&line)), Some(game(&line)));
        assert_eq!(thinner.thin(game(&line)), None);
        let thin = thinner.thin(game(&image)).expect("something new");
        assert_eq!((&thin.opening[..], thin.plies.len()), (&image[..4], 1));

        let mut branched = game(&image);
        branched.tree = [(0, 8), (2, 8), (2, 7)]
            .map(|(start, row)| TreePosition {
                start,
                moves: vec![Point::at(8, row)],
                choice: branched.plies[0].clone(),
            })
            .to_vec();
        let mut doubled = branched.clone();
        doubled.tree.push(branched.tree[2].clone());
        let thin = Thinner::new(size, 1).thin(doubled);
        assert_eq!(thin, Some(branched.clone()), "but one was seen before");
        let mut thinner = Thinner::new(size, 1);
        thinner.thin(game(&image[..4]));
        let thin = thinner.thin(branched).expect("something new");
        assert_eq!((thin.plies.len(), thin.tree.len()), (1, 2));
        assert!(thin.tree.iter().all(|position| position.start == 0));

        let mut thinner = Thinner::new(size, 2);
        let kept = (0..5).filter(|_| thinner.thin(game(&line)).is_some());
        assert_eq!(kept.count(), 2);
    }
}
