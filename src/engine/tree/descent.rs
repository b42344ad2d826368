//! Descent: best-first minimax by values alone, each playout of which goes on until the game ends (Q. Cohen-Solal, "Learning to
//! play two-player perfect-information games without knowledge", 2020; best-first minimax is by R. Korf and D. Chickering,
//! 1996).
//!
//! A position that is reached for the first time has all its moves looked at, and its value is that of the best one. What is
//! proved is backed up and is preferred to any value (completion), and a playout does not go there again. The values of all
//! positions of the tree can be learned ([`Descent::for_each_known`]): so the tree of a whole game is kept, with the moves that
//! were not played, and [`Descent::advance`] goes on in it.

use std::cmp::Ordering;
use std::collections::TryReserveError;

use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Side, StopSignal, halved_to_fit};

use super::game::{Expansion, TreeGame};
use super::proved::Proved;

/// Least memory that is asked for.
const MIN_BYTES: usize = 1 << 12;
/// The place of the first position.
const FIRST: usize = 0;

/// A position of the tree, and the move that leads to it.
#[derive(Clone, Debug)]
struct Position<M> {
    point: Option<M>,
    side: Side,
    /// For the side to move: what the game said of it, and what its moves say once they are looked at.
    value: f32,
    proved: Option<Proved>,
    visits: u32,
    /// The places of the positions after its moves; none before it is expanded.
    first: u32,
    count: u32,
}

/// A move of the present position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DescentMove<M> {
    /// The move.
    pub point: M,
    /// Playouts that went through it.
    pub visits: u32,
    /// Its value for the side that makes it, from -1 to 1.
    pub value: f32,
    /// Its result for that side, if it is proved.
    pub proved: Option<Proved>,
}

impl<M> DescentMove<M> {
    /// The greatest is the best: a win, then what is open or drawn by its value, then a loss; of equal ones that with more
    /// visits.
    fn order(&self, other: &Self) -> Ordering {
        // A draw stands between wins and losses, and so does what is not proved.
        let class = |own: &Self| own.proved.unwrap_or(Proved::Draw);
        class(self)
            .cmp(&class(other))
            .then_with(|| self.value.total_cmp(&other.value))
            .then_with(|| self.visits.cmp(&other.visits))
    }
}

/// The tree of a game from its first position on.
#[derive(Clone, Debug)]
pub struct Descent<M> {
    positions: Vec<Position<M>>,
    max_positions: usize,
    /// The places from the first position to the present one.
    played: Vec<usize>,
    moves: Vec<(M, f32)>,
}

impl<M: Copy + PartialEq> Descent<M> {
    /// A tree without a position yet, which takes at most about so many bytes. When it is full no position is expanded.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            positions: Vec::new(),
            // Places have 32 bits.
            max_positions: (max_bytes / size_of::<Position<M>>()).min(u32::MAX as usize),
            played: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Takes the memory of an empty tree, unless it has it: at most as much as the system gives. So the list never grows, which
    /// would take up to three times as much.
    fn begin(&mut self) {
        if self.positions.capacity() < self.max_positions {
            let bytes = self.max_positions * size_of::<Position<M>>();
            self.positions = halved_to_fit(bytes, MIN_BYTES, Self::taken).unwrap_or_default();
            self.max_positions = self.max_positions.min(self.positions.capacity());
        }
    }

    fn taken(bytes: usize) -> Result<Vec<Position<M>>, TryReserveError> {
        let mut positions = Vec::new();
        positions.try_reserve_exact(bytes / size_of::<Position<M>>())?;
        Ok(positions)
    }

    /// Playouts from the present position of the game, which is that of the tree, until so many positions more were looked at,
    /// the result is proved, or the tree is full; how many were looked at: those of one expansion at least, none if the result
    /// is proved or the tree full already. `None` if it was stopped, which is asked before each playout.
    pub fn search<G: TreeGame<Move = M>>(
        &mut self,
        game: &mut G,
        positions: u32,
        stop: &StopSignal,
    ) -> Option<u32> {
        let mut looked_at = 0;
        while looked_at < positions.max(1) && self.proved().is_none() {
            if stop.is_raised() {
                return None;
            }
            let more = self.playout(game, positions.max(1) - looked_at);
            if more == 0 && self.proved().is_none() {
                break;
            }
            looked_at += more;
        }
        Some(looked_at)
    }

    /// Goes down to the end of the game, or until so many positions were looked at; how many were.
    fn playout<G: TreeGame<Move = M>>(&mut self, game: &mut G, positions: u32) -> u32 {
        if self.positions.is_empty() {
            self.begin();
            self.positions.push(Position {
                point: None,
                side: game.side_to_move(),
                value: 0.0,
                proved: None,
                visits: 0,
                first: 0,
                count: 0,
            });
            self.played.push(FIRST);
        }
        let mut nodes_on_path = self.played.clone();
        let mut looked_at = 0;
        while let Some(&place) = nodes_on_path.last()
            && self.positions[place].proved.is_none()
        {
            if self.positions[place].count == 0 {
                let more = if looked_at < positions {
                    self.expand(game, place)
                } else {
                    0
                };
                looked_at += more;
                if more == 0 || self.positions[place].proved.is_some() {
                    break;
                }
            }
            let Some(next) = self.most_promising(place) else {
                break;
            };
            if let Some(point) = self.positions[next].point {
                game.make(point);
            }
            nodes_on_path.push(next);
        }
        for _ in self.played.len()..nodes_on_path.len() {
            game.unmake();
        }
        for &place in nodes_on_path.iter().rev() {
            self.take_over(place);
            self.positions[place].visits += 1;
        }
        looked_at
    }

    /// Looks at all moves of a position; how many there are, none when the tree is full.
    fn expand<G: TreeGame<Move = M>>(&mut self, game: &mut G, place: usize) -> u32 {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        if let Expansion::Proved(proved) = game.expand(&mut moves) {
            self.positions[place].proved = Some(proved);
            self.positions[place].value = proved.value();
        }
        let (first, count) = (self.positions.len(), moves.len());
        let has_room = first + count <= self.max_positions;
        let mut ignored = Vec::new();
        for &(point, _) in moves.iter().filter(|_| has_room) {
            game.make(point);
            ignored.clear();
            let (value, proved) = match game.expand(&mut ignored) {
                Expansion::Proved(proved) => (proved.value(), Some(proved)),
                Expansion::Evaluated(value) => (value, None),
                Expansion::Forced => (Proved::Draw.value(), None),
            };
            self.positions.push(Position {
                point: Some(point),
                side: game.side_to_move(),
                value,
                proved,
                visits: 0,
                first: 0,
                count: 0,
            });
            game.unmake();
        }
        self.moves = moves;
        if !has_room || count == 0 {
            return 0;
        }
        let position = &mut self.positions[place];
        (position.first, position.count) = (first as u32, count as u32);
        self.take_over(place);
        count as u32
    }

    fn children(&self, place: usize) -> std::ops::Range<usize> {
        let position = &self.positions[place];
        position.first as usize..(position.first + position.count) as usize
    }

    /// A move as the side that makes it sees it.
    fn seen(&self, side: Side, child: usize) -> Option<DescentMove<M>> {
        let position = &self.positions[child];
        let proved = position.proved;
        Some(DescentMove {
            point: position.point?,
            visits: position.visits,
            value: if position.side == side {
                position.value
            } else {
                -position.value
            },
            proved: proved.map(|proved| proved.of_move(side, position.side)),
        })
    }

    /// Gives a position the value of its best move, and its result once that is proved.
    fn take_over(&mut self, place: usize) {
        let side = self.positions[place].side;
        let mut best: Option<DescentMove<M>> = None;
        let mut all_proved = true;
        for seen in self
            .children(place)
            .filter_map(|child| self.seen(side, child))
        {
            all_proved &= seen.proved.is_some();
            if best.is_none_or(|best| seen.order(&best).is_gt()) {
                best = Some(seen);
            }
        }
        let Some(best) = best else { return };
        let position = &mut self.positions[place];
        position.value = best.value;
        if all_proved || matches!(best.proved, Some(Proved::Win(_))) {
            position.proved = best.proved;
        }
    }

    /// The place after the best move whose result is not proved; of equal ones that with fewer visits.
    fn most_promising(&self, place: usize) -> Option<usize> {
        let side = self.positions[place].side;
        let open = self
            .children(place)
            .filter(|&child| self.positions[child].proved.is_none());
        let key = |child: usize| {
            let seen = self.seen(side, child);
            seen.map_or((f32::NEG_INFINITY, 0), |seen| (seen.value, seen.visits))
        };
        open.min_by(|&a, &b| {
            let ((own, visits), (other, other_visits)) = (key(a), key(b));
            other.total_cmp(&own).then(visits.cmp(&other_visits))
        })
    }

    fn present(&self) -> Option<&Position<M>> {
        self.positions.get(*self.played.last()?)
    }

    /// The moves of the present position, best first.
    pub fn moves(&self) -> Vec<DescentMove<M>> {
        let (Some(&place), Some(present)) = (self.played.last(), self.present()) else {
            return Vec::new();
        };
        let mut moves: Vec<_> = self
            .children(place)
            .filter_map(|child| self.seen(present.side, child))
            .collect();
        moves.sort_by(|a, b| b.order(a));
        moves
    }

    /// A move drawn by its rank (the ordinal law): each in turn, best first, is taken with the probability of a uniform choice
    /// among it and those after it, moved toward one by the exploitation, which is from 0 to 1.
    pub fn draw(&self, exploitation: f32, rng: &mut Rng) -> Option<M> {
        /// Parts of one that a probability is drawn in.
        const PARTS: usize = 1 << 24;
        let moves = self.moves();
        let is_taken = |rank: usize, drawn: usize| {
            let even = 1.0 / (moves.len() - rank) as f32;
            let probability = exploitation + (1.0 - exploitation) * even;
            (drawn as f32) < probability * PARTS as f32
        };
        let taken = (0..moves.len()).find(|&rank| is_taken(rank, rng.below(PARTS)));
        taken.map(|rank| moves[rank].point)
    }

    /// Goes on with the position after a move of the present one, which was searched.
    pub fn advance(&mut self, point: M) {
        let next = self.played.last().and_then(|&place| {
            let mut children = self.children(place);
            children.find(|&child| self.positions[child].point == Some(point))
        });
        if let Some(next) = next {
            self.played.push(next);
        } else {
            self.positions.clear();
            self.played.clear();
        }
    }

    /// The result of the present position for its side to move, once it is proved.
    pub fn proved(&self) -> Option<Proved> {
        self.present()?.proved
    }

    /// Tells of all positions whose moves were looked at or whose result is proved: the moves from the first position, and the
    /// value for the side to move. Those that only the game has judged are left out, for they have nothing to teach.
    pub fn for_each_known(&self, mut tell: impl FnMut(&[M], f32)) {
        let mut path = Vec::new();
        let mut waiting = vec![(FIRST, 0)];
        while let Some((place, depth)) = waiting.pop() {
            let Some(position) = self.positions.get(place) else {
                return;
            };
            path.truncate(depth);
            path.extend(position.point);
            if position.count > 0 || position.proved.is_some() {
                tell(&path, position.value);
            }
            let below = path.len();
            waiting.extend(self.children(place).map(|child| (child, below)));
        }
    }
}

#[cfg(test)]
#[path = "descent_tests.rs"]
mod tests;
