//! The tree and its playouts.

use std::time::Duration;

use kagetsu_kernel::Side;

use super::arena::{Arena, Edge, NONE, Node};
use super::compact::{compact, half_threshold};
use super::game::{Expansion, TreeGame};
use super::proved::Proved;
use super::settings::TreeSettings;

/// The place of the root.
pub(crate) const ROOT: u32 = 0;

/// Positions that a playout adds at most: one, and those of forced moves.
const PLAYOUT_POSITIONS: usize = 512;
/// Positions with many moves that a playout expands at most.
const PLAYOUT_EXPANSIONS: usize = 4;

/// Bytes of a tree that are copied in a millisecond on a slow and busy machine.
const BYTES_PER_MILLISECOND: usize = 200_000;
/// Part of the time of a search that copying the kept part of the tree may take, as a divisor.
const COPYING_SHARE: u32 = 8;

/// A tree below one position.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    pub(crate) arena: Arena<M>,
    pub(crate) settings: TreeSettings,
    last: Playout<M>,
    /// The places of the positions on the path of the present playout.
    nodes_on_path: Vec<u32>,
    priors: Vec<(M, f32)>,
    /// The most moves that a position had.
    most_moves: usize,
    deepest: usize,
    /// The sum of the plies of all playouts since the root was set.
    plies: u64,
    playouts: u64,
}

/// What a playout did.
#[derive(Clone, Debug, PartialEq)]
pub struct Playout<M> {
    /// The moves from the root to the position whose value it took.
    pub path: Vec<M>,
    /// That value for the side to move at the root, as it was added there.
    pub value: f32,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree without a root yet, which takes at most so many bytes (some 256 KiB at least).
    pub fn new(settings: TreeSettings, max_bytes: usize) -> Self {
        Self {
            arena: Arena::new(max_bytes),
            settings,
            last: Playout {
                path: Vec::new(),
                value: 0.0,
            },
            nodes_on_path: Vec::new(),
            priors: Vec::new(),
            most_moves: 1,
            deepest: 0,
            plies: 0,
            playouts: 0,
        }
    }

    /// Forgets everything: the next playout begins at another position.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.begin_counting();
    }

    /// Makes the position after a move of the root the new root, with the tree below it.
    pub fn advance(&mut self, point: M) {
        let edges = self.root_edges();
        match edges.iter().find(|edge| edge.point == point) {
            Some(&Edge { child, .. }) if child != NONE => compact(&mut self.arena, child, 0),
            _ => self.arena.clear(),
        }
        self.begin_counting();
    }

    /// Makes the position after some moves of the root the new root, with the tree below it, if there are such moves and
    /// copying it takes a small part of the time of the next search. Otherwise forgets everything.
    pub fn follow(&mut self, made: Option<impl IntoIterator<Item = M>>, time: Option<Duration>) {
        let is_cheap = time.is_none_or(|time| self.copying_time() <= time / COPYING_SHARE);
        match made {
            Some(made) if is_cheap => {
                for point in made {
                    self.advance(point);
                }
            }
            Some(_) | None => self.clear(),
        }
    }

    /// Forces playouts at the root from now on: see [`TreeSettings::forced_playouts`].
    pub const fn force_playouts(&mut self, forced: f32) {
        self.settings.forced_playouts = forced;
    }

    fn begin_counting(&mut self) {
        (self.deepest, self.plies, self.playouts) = (0, 0, 0);
    }

    /// Walks from the root, which is the present position of the game, to a new position or a proved one, and adds its
    /// value to all on the path. The game is then at the root again.
    pub fn playout<G: TreeGame<Move = M>>(&mut self, game: &mut G) -> &Playout<M> {
        self.playout_from(game, None)
    }

    /// Is the result of a move of the root not proved yet?
    pub fn has_open_move(&self) -> bool {
        let mut edges = self.root_edges().iter();
        edges.any(|edge| self.child(edge).is_none_or(|child| child.proved.is_none()))
    }

    /// The same as [`Tree::playout`], but where the result of the root is proved it begins with a move whose result is not.
    /// There must be one then: see [`Tree::has_open_move`].
    pub fn playout_of_open_move<G: TreeGame<Move = M>>(&mut self, game: &mut G) -> &Playout<M> {
        let first = self.proved().map(|_| {
            debug_assert!(self.has_open_move(), "no move is left to look at");
            self.select(ROOT) - self.arena.edges_of(ROOT).start
        });
        self.playout_from(game, first)
    }

    /// Makes playouts, at least one, until the result is proved or there are enough.
    pub fn grow<G: TreeGame<Move = M>>(
        &mut self,
        game: &mut G,
        mut is_enough: impl FnMut(&Self) -> bool,
    ) {
        loop {
            self.playout(game);
            if self.proved().is_some() || is_enough(self) {
                return;
            }
        }
    }

    /// The same as [`Tree::playout`], but the move at the root is the one of this place among [`Tree::root_edges`]. The root
    /// must be expanded, and may be proved.
    pub(crate) fn playout_from<G: TreeGame<Move = M>>(
        &mut self,
        game: &mut G,
        first: Option<usize>,
    ) -> &Playout<M> {
        if self.is_full() {
            self.make_room();
        }
        if self.arena.nodes.is_empty() {
            self.arena.begin();
            self.arena.nodes.push(Node::new(game.side_to_move()));
        }
        self.nodes_on_path.clear();
        self.last.path.clear();
        self.nodes_on_path.push(ROOT);
        let (side, value) = self.descend(game, first);
        for _ in &self.last.path {
            game.unmake();
        }
        self.last.value = self.back_up(side, value);
        let plies = self.last.path.len();
        self.deepest = self.deepest.max(plies);
        self.plies += plies as u64;
        self.playouts += 1;
        &self.last
    }

    /// Walks down and returns the side to move where the walk ends, and the value for it.
    fn descend<G: TreeGame<Move = M>>(
        &mut self,
        game: &mut G,
        mut first: Option<usize>,
    ) -> (Side, f32) {
        let mut place = ROOT;
        loop {
            let node = self.arena.nodes[place as usize];
            if let Some(proved) = node.proved
                && first.is_none()
            {
                return (node.side, proved.value());
            }
            if node.count == 0
                && let Some(value) = self.expand(game, place)
            {
                return (node.side, value);
            }
            let edges = self.arena.edges_of(place);
            let chosen = match first.take() {
                Some(number) => edges.start + number,
                None => self.select(place),
            };
            let Edge { point, child, .. } = self.arena.edges[chosen];
            game.make(point);
            self.last.path.push(point);
            place = if child == NONE {
                let new = self.arena.nodes.len() as u32;
                self.arena.nodes.push(Node::new(game.side_to_move()));
                self.arena.edges[chosen].child = new;
                new
            } else {
                child
            };
            self.nodes_on_path.push(place);
        }
    }

    /// Asks the game for the moves of a position; returns its value unless the playout is to go on with one of them. Where
    /// memory has no room for the moves the playout ends here, and a position without a value counts as balanced.
    fn expand<G: TreeGame<Move = M>>(&mut self, game: &mut G, place: u32) -> Option<f32> {
        self.priors.clear();
        let expansion = game.expand(&mut self.priors);
        if let Expansion::Proved(proved) = expansion {
            self.arena.nodes[place as usize].proved = Some(proved);
            return Some(proved.value());
        }
        debug_assert!(
            !self.priors.is_empty(),
            "a position without a result has moves"
        );
        if self.priors.is_empty() {
            self.arena.nodes[place as usize].proved = Some(Proved::Draw);
            return Some(Proved::Draw.value());
        }
        // The most promising first: the choice then need not look at those behind the first one without a visit.
        self.priors.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        self.most_moves = self.most_moves.max(self.priors.len());
        if !self.arena.has_room_for(0, self.priors.len()) {
            // The next playout makes room.
            return Some(match expansion {
                Expansion::Evaluated(value) => value,
                Expansion::Forced | Expansion::Proved(_) => Proved::Draw.value(),
            });
        }
        let first = self.arena.edges.len() as u32;
        let edges = self.priors.iter().map(|&(point, prior)| Edge {
            point,
            prior,
            child: NONE,
        });
        self.arena.edges.extend(edges);
        let node = &mut self.arena.nodes[place as usize];
        (node.first, node.count) = (first, self.priors.len() as u32);
        match expansion {
            Expansion::Evaluated(value) => {
                node.evaluation = value;
                Some(value)
            }
            Expansion::Forced | Expansion::Proved(_) => None,
        }
    }

    /// Adds a value to the positions on the path, and backs up what is proved. Where a side can have a draw it takes that for
    /// moves that are worth less. Returns the value for the side to move at the root.
    fn back_up(&mut self, side: Side, value: f32) -> f32 {
        let mut below: Option<u32> = None;
        let (mut side, mut value) = (side, value);
        for step in (0..self.nodes_on_path.len()).rev() {
            let place = self.nodes_on_path[step];
            if let Some(child) = below
                && self.arena.nodes[child as usize].proved.is_some()
            {
                self.learn_from(place, child);
            }
            let node = self.arena.nodes[place as usize];
            if node.side != side {
                (side, value) = (node.side, -value);
            }
            if node.can_draw {
                value = self.at_least_a_draw(side, below, value);
            }
            let node = &mut self.arena.nodes[place as usize];
            node.visits += 1;
            node.sum += f64::from(value);
            below = Some(place);
        }
        value
    }

    /// What a playout adds for a side that can have a draw instead, after it has added this value to a child: so much that all
    /// playouts through the child count as their mean, or as draws if the mean is less. A bound of each playout would count
    /// the lucky ones alone.
    fn at_least_a_draw(&self, side: Side, child: Option<u32>, value: f32) -> f32 {
        let draw = f64::from(Proved::Draw.value());
        let value = f64::from(value);
        let open = child
            .map(|child| &self.arena.nodes[child as usize])
            .filter(|child| child.proved.is_none());
        let counted = open.map_or(value.max(draw), |child| {
            let sum = if child.side == side {
                child.sum
            } else {
                -child.sum
            };
            sum.max(draw) - (sum - value).max(draw)
        });
        counted as f32
    }

    /// Takes over what follows for a position from the result of a move of its own.
    fn learn_from(&mut self, place: u32, child: u32) {
        let node = self.arena.nodes[place as usize];
        let result = |child: u32| {
            let child = self.arena.nodes.get(child as usize)?;
            child.proved_move_of(node.side)
        };
        let own = result(child);
        let proved = if let Some(Proved::Win(_)) = own {
            own
        } else {
            let edges = &self.arena.edges[self.arena.edges_of(place)];
            let mut results = edges.iter().map(|edge| result(edge.child));
            // The greatest, if all are proved.
            results
                .try_fold(None, |best, result| {
                    result.map(|result| best.max(Some(result)))
                })
                .flatten()
        };
        let node = &mut self.arena.nodes[place as usize];
        node.can_draw |= own == Some(Proved::Draw);
        node.proved = node.proved.or(proved);
    }

    /// Makes room for a playout; if there is none, the least visited nodes lose their children, and in the end all but the
    /// root.
    pub(crate) fn make_room(&mut self) {
        for min_visits in [half_threshold(&self.arena), u32::MAX] {
            if !self.is_full() {
                return;
            }
            compact(&mut self.arena, ROOT, min_visits);
        }
    }

    /// The time that copying what is kept of the tree may take: for [`Tree::advance`], and for making room in memory.
    const fn copying_time(&self) -> Duration {
        Duration::from_millis((self.bytes() / BYTES_PER_MILLISECOND) as u64)
    }

    /// The time that the next playout may take before it begins: a full memory needs room first.
    pub const fn time_before_playout(&self) -> Duration {
        if self.is_full() {
            self.copying_time()
        } else {
            Duration::ZERO
        }
    }

    /// Does the next playout begin with making room in memory, which takes far longer than a playout?
    pub const fn is_full(&self) -> bool {
        let moves = PLAYOUT_EXPANSIONS * self.most_moves;
        !self.arena.has_room_for(PLAYOUT_POSITIONS, moves)
    }

    /// The moves of the root, those with the greatest priors first.
    pub(crate) fn root_edges(&self) -> &[Edge<M>] {
        if self.arena.nodes.is_empty() {
            return &[];
        }
        &self.arena.edges[self.arena.edges_of(ROOT)]
    }

    /// The result of the root for its side to move, once it is proved.
    pub fn proved(&self) -> Option<Proved> {
        self.arena.nodes.first().and_then(|root| root.proved)
    }

    /// Visits of the root, those of a tree that was kept after a move included.
    pub fn visits(&self) -> u32 {
        self.arena.nodes.first().map_or(0, |root| root.visits)
    }

    /// The mean value of the root for its side to move, or its proved result.
    pub fn value(&self) -> f32 {
        self.arena.nodes.first().map_or(0.0, Node::value)
    }

    /// Plies of the deepest playout since the root was set.
    pub const fn deepest(&self) -> usize {
        self.deepest
    }

    /// Mean plies of the playouts since the root was set.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.playouts.max(1) as f64
    }

    /// Bytes that hold positions and moves.
    pub const fn bytes(&self) -> usize {
        self.arena.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::RandomGame;

    #[test]
    fn the_other_moves_of_a_proved_root_are_looked_at_to_their_ends() {
        for seed in 0..300 {
            let mut game = RandomGame::new(seed, 5, 3);
            let side = game.side_to_move();
            let mut tree = Tree::new(TreeSettings::default(), 1 << 20);
            tree.playout(&mut game);
            while tree.has_open_move() {
                tree.playout_of_open_move(&mut game);
            }
            assert!(tree.proved().is_some(), "seed {seed}");
            for played in tree.moves() {
                game.make(played.point);
                let sign = if game.side_to_move() == side { 1 } else { -1 };
                let result = sign * game.result();
                game.unmake();
                let found = played.proved.map(|proved| proved.value() as i32);
                assert_eq!(found, Some(result), "seed {seed}");
            }
        }
    }
}
