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
/// the opening, from which nothing is learned; positions from the trees of their searches are removed with them. A game without remaining plies is dropped. Repetitions after the first
/// remaining ply are kept.
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
        for (index, ply) in game.plies.iter().enumerate() {
            let seen = self.seen.entry(key.key()).or_default();
            if *seen < self.cap && first.is_none() {
                first = Some(index);
            }
            *seen = seen.saturating_add(1);
            key.play(ply.point);
        }
        let first = first?;
        let repeated = game.plies.drain(..first).map(|ply| ply.point);
        game.opening.extend(repeated);
        game.tree.retain(|position| position.start >= first);
        for position in &mut game.tree {
            position.start -= first;
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{TrainingMove, TrainingResult, TreePosition};
    use kagetsu_gomoku::board::Side;
    use kagetsu_gomoku::geometry::{Point, Symmetry};

    fn game(points: &[Point]) -> TrainingGame {
        let ply = |&point: &Point| TrainingMove {
            point,
            score: 1,
            is_best: true,
            alternatives: Vec::new(),
            deeper: Vec::new(),
        };
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
        branched.tree = [0, 2, 2]
            .map(|start| TreePosition {
                start,
                moves: vec![Point::at(8, 8)],
                choice: branched.plies[0].clone(),
            })
            .to_vec();
        let thin = Thinner::new(size, 1).thin(branched.clone());
        assert_eq!(thin, Some(branched.clone()), "nothing was seen before");
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
