//! Scripted players for tests and matches of the levels: how people play who have just learnt the rules. None of them
//! looks ahead.

use kagetsu_kernel::rng::Rng;

use crate::game::{Colour, Game, Spot, Step};
use crate::gomoku::{Gomoku, Stones};

/// Stones of a row.
const ROW: i16 = 5;
/// The four directions of rows.
const WAYS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What a script does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Completes a row, stops a row, and otherwise plays next to stones.
    Beginner,
    /// Extends its longest row that still has room for five, and never looks at the stones of the opponent.
    Extender,
    /// The same, and also stops the fives and the open fours of the opponent.
    Blocker,
}

/// A scripted player. The same seed plays the same games.
#[derive(Clone, Debug)]
pub struct Script {
    manner: Manner,
    rng: Rng,
    /// Points that it takes first, in this order, as long as it can.
    line: Vec<Spot>,
}

impl Script {
    /// A player of some manner.
    pub const fn new(manner: Manner, seed: u64) -> Self {
        Self {
            manner,
            rng: Rng::new(seed),
            line: Vec::new(),
        }
    }

    /// The same player, who takes these points first.
    #[must_use]
    pub fn with_line(mut self, line: Vec<Spot>) -> Self {
        self.line = line;
        self
    }

    /// The points at which it looks, those that it wants most first.
    fn wanted(&self, stones: &Stones) -> Vec<Vec<Spot>> {
        let (own, other) = (stones.to_move(), stones.to_move().opponent());
        let mut wanted = vec![stones.fives(own)];
        match self.manner {
            Manner::Beginner => wanted.extend([stones.fives(other), stones.near()]),
            Manner::Extender => {}
            Manner::Blocker => wanted.extend([
                stones.fives(other),
                stones.open_fours(own),
                stones.open_fours(other),
            ]),
        }
        let free = |at: &&Spot| stones.stone(**at).is_none();
        let next = self.line.iter().find(free).copied();
        wanted.extend([next.into_iter().collect(), stones.empty().collect()]);
        wanted
    }

    /// A legal step; nothing once the game is over.
    pub fn answer(&mut self, game: &Gomoku) -> Option<Step> {
        let (legal, stones) = (game.legal(), game.stones());
        for mut spots in self.wanted(stones) {
            spots.retain(|&at| legal.contains(&Step::stone(at)));
            self.rng.shuffle(&mut spots);
            let worth = |&at: &Spot| match self.manner {
                Manner::Beginner => (0, 0),
                Manner::Extender | Manner::Blocker => extension(stones, at, game.to_move()),
            };
            if let Some(at) = spots.into_iter().max_by_key(worth) {
                return Some(Step::stone(at));
            }
        }
        legal.first().copied()
    }
}

/// What a stone of a colour adds to a row: the most stones of the colour in five points in a row that the other colour has
/// not touched, and in how many ways.
fn extension(stones: &Stones, at: Spot, own: Colour) -> (usize, usize) {
    let (width, height) = stones.size();
    let inside = |x: i16, y: i16| {
        let on = (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y);
        on.then_some(Spot::new(x as u8, y as u8))
    };
    let mut best = (0, 0);
    for (dx, dy) in WAYS {
        for start in 1 - ROW..=0 {
            let points = (start..start + ROW)
                .map(|step| inside(i16::from(at.x) + step * dx, i16::from(at.y) + step * dy));
            let Some(row) = points.collect::<Option<Vec<Spot>>>() else {
                continue;
            };
            let owners: Vec<Colour> = row.iter().filter_map(|&at| stones.stone(at)).collect();
            if owners.contains(&own.opponent()) {
                continue;
            }
            match owners.len().cmp(&best.0) {
                std::cmp::Ordering::Greater => best = (owners.len(), 1),
                std::cmp::Ordering::Equal => best.1 += 1,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    best
}
