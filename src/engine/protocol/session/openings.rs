//! The openings that are offered: they take turns, from a random one on, each in a random symmetry of the board.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::opening::turned_three_stones;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::rng::Rng;

/// Openings in the order in which they are offered.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    pub(super) rng: Rng,
    next: usize,
}

impl Openings {
    /// The openings of this seed.
    pub(super) const fn new(seed: u64) -> Self {
        const MANY: usize = 1 << 16;
        let mut rng = Rng::new(seed);
        let next = rng.below(MANY);
        Self { rng, next }
    }

    /// Three stones for swap2.
    pub(super) fn swap2(&mut self, size: BoardSize, rule: Rule) -> [Point; 3] {
        let game = self.next;
        self.next = game.wrapping_add(1);
        turned_three_stones(size, rule, game, &mut self.rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_seed_gives_its_openings_and_seeds_differ() {
        for (side, rule) in [
            (5, Rule::Standard),
            (15, Rule::Renju),
            (22, Rule::Freestyle),
        ] {
            let size = BoardSize::square(side).expect("a legal size");
            let offers = |seed| {
                let mut openings = Openings::new(seed);
                [openings.swap2(size, rule), openings.swap2(size, rule)]
            };
            assert_eq!(offers(7), offers(7));
            let first: HashSet<[Point; 3]> = (0..40).map(|seed| offers(seed)[0]).collect();
            assert!(first.len() > 4, "{}", first.len());
            let on_board = |stones: &[Point; 3]| stones.iter().all(|&stone| size.contains(stone));
            assert!(first.iter().all(on_board));
        }
    }
}
