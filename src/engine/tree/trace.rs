//! The trace of a playout: what the search saw on its path, and what it left behind.

use kagetsu_kernel::{Side, StopSignal};

use super::game::TreeGame;
use super::proved::Proved;
use super::settings::TreeSettings;
use super::tree::{Playout, ROOT, Tree};

/// The terms by which PUCT chooses a move. All numbers are for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveTerms<M> {
    /// The move.
    pub point: M,
    /// The probability that the game gave it, from 0 to 1 (P).
    pub prior: f32,
    /// Playouts that went through it (N).
    pub visits: u32,
    /// The value that it counts as, from -1 to 1: the mean of its playouts or its proved result, and before its first visit
    /// what the search assumes (Q).
    pub value: f32,
    /// The bonus of PUCT for a large prior and few visits (U). The playout follows the greatest sum of value and bonus.
    pub bonus: f32,
    /// Its result, if it is proved: the search does not look at it again.
    pub proved: Option<Proved>,
}

/// A position of the tree. All numbers are for its side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView<M> {
    /// Whose move it is.
    pub side: Side,
    /// Playouts that have reached it.
    pub visits: u32,
    /// The mean of their values, or the proved result.
    pub value: f32,
    /// What the game said of it; zero before it is expanded.
    pub evaluation: f32,
    /// Its result, if it is proved.
    pub proved: Option<Proved>,
    /// Its moves, those with the greatest priors first; empty before it is expanded.
    pub moves: Vec<MoveTerms<M>>,
}

/// A playout with the nodes on its path.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutTrace<M> {
    /// The playout.
    pub playout: Playout<M>,
    /// The positions on its path as the search found them, the root first. Those that were not there yet are missing.
    pub before: Vec<NodeView<M>>,
    /// All positions on its path as the playout left them.
    pub after: Vec<NodeView<M>>,
}

/// The tree of one position, grown as far as its playouts were traced. `P` tells positions apart.
#[derive(Clone, Debug)]
pub struct TracedTree<P, M> {
    position: P,
    tree: Tree<M>,
    /// Playouts that it has, and the last one.
    playouts: u32,
    last: Option<PlayoutTrace<M>>,
}

impl<P: PartialEq, M: Copy + PartialEq> TracedTree<P, M> {
    /// The tree of a position before its first playout, which takes at most so many bytes.
    pub fn new(position: P, max_bytes: usize) -> Self {
        Self {
            position,
            tree: Tree::new(TreeSettings::default(), max_bytes),
            playouts: 0,
            last: None,
        }
    }

    /// Is it of this position, with no more playouts than these?
    pub fn leads_to(&self, position: &P, playouts: u32) -> bool {
        self.position == *position && self.playouts <= playouts.max(1)
    }

    /// The last one of so many playouts, at least one, and how many there were: the search ends when the result is proved. The
    /// answer depends on the position and the number alone. `None` when it was stopped; it goes on from there the next time.
    pub fn trace<G: TreeGame<Move = M>>(
        &mut self,
        game: &mut G,
        playouts: u32,
        stop: &StopSignal,
    ) -> Option<(u32, &PlayoutTrace<M>)> {
        while self.playouts < playouts.max(1) && self.tree.proved().is_none() {
            if stop.is_raised() {
                return None;
            }
            self.last = Some(self.tree.trace(game));
            self.playouts += 1;
        }
        Some((self.playouts, self.last.as_ref()?))
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A [`Tree::playout`] with its trace.
    pub fn trace<G: TreeGame<Move = M>>(&mut self, game: &mut G) -> PlayoutTrace<M> {
        if self.is_full() {
            self.make_room();
        }
        let before = self.views(&self.next_path());
        let playout = self.playout(game).clone();
        let after = self.views(&playout.path);
        PlayoutTrace {
            playout,
            before,
            after,
        }
    }

    /// The moves that the next playout begins with: those to the first position that is not expanded, or proved.
    fn next_path(&self) -> Vec<M> {
        let mut path = Vec::new();
        let mut place = ROOT;
        while let Some(node) = self.arena.nodes.get(place as usize)
            && node.count > 0
            && node.proved.is_none()
        {
            let edge = self.arena.edges[self.select(place)];
            path.push(edge.point);
            place = edge.child;
        }
        path
    }

    /// The positions of the tree from the root along some moves.
    fn views(&self, path: &[M]) -> Vec<NodeView<M>> {
        let mut views = Vec::new();
        let (mut place, mut path) = (ROOT, path.iter());
        while let Some(view) = self.view(place) {
            views.push(view);
            let edges = &self.arena.edges[self.arena.edges_of(place)];
            let next = path
                .next()
                .and_then(|&point| edges.iter().find(|edge| edge.point == point));
            let Some(next) = next else { break };
            place = next.child;
        }
        views
    }

    fn view(&self, place: u32) -> Option<NodeView<M>> {
        let node = self.arena.nodes.get(place as usize)?;
        let edges = &self.arena.edges[self.arena.edges_of(place)];
        let puct_terms = self.puct_terms(node, edges);
        let terms = edges.iter().map(|edge| {
            let child = self.child(edge);
            let (value, bonus) = puct_terms.of(node.side, edge.prior, child);
            MoveTerms {
                point: edge.point,
                prior: edge.prior,
                visits: child.map_or(0, |child| child.visits),
                value,
                bonus,
                proved: child.and_then(|child| child.proved_move_of(node.side)),
            }
        });
        Some(NodeView {
            side: node.side,
            visits: node.visits,
            value: node.value(),
            evaluation: node.evaluation,
            proved: node.proved,
            moves: terms.collect(),
        })
    }
}
