//! The positions of a book in memory, with their values and the costs of reaching them.

use std::collections::{BTreeMap, BTreeSet};

use kagetsu_gomoku::board::{Board, Position};
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::Score;
use kagetsu_kernel::score::MAX_PLIES;

use crate::database::entry::{Entry, Label};
use crate::database::error::DatabaseError;
use crate::database::key::{Canonical, PositionKey, predecessors};
use crate::database::view::{KnownMove, View};
use crate::search::a_move_earlier;

/// The value of an entry for the side to move, as the book counts it. `None` if none is known.
pub(super) fn value_of(entry: &Entry) -> Option<Score> {
    let score = entry.score();
    match entry.label {
        Some(Label::Win) => score
            .filter(|score| score.is_win())
            .or(Some(Score::win_in(MAX_PLIES))),
        Some(Label::Loss) => score
            .filter(|score| score.is_loss())
            .or(Some(Score::loss_in(MAX_PLIES))),
        Some(Label::Draw) => Some(Score::ZERO),
        None => score,
    }
}

/// The legal moves to positions of which a value is known. A database knows positions, not the order of their stones: one that
/// arose by other moves may be a forbidden move away.
pub(super) fn known_moves(
    view: &View,
    position: &Position,
) -> Result<Vec<KnownMove>, DatabaseError> {
    let (board, side) = (Board::from_position(position), position.side_to_move());
    let mut moves = view.moves(position)?;
    moves.retain(|known| value_of(&known.entry).is_some() && !board.is_foul(side, known.point));
    Ok(moves)
}

/// What a position of the book is.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) key: PositionKey,
    /// The value for the side to move; `None` for a root that nobody has searched.
    pub(super) value: Option<Score>,
    /// Depth of its search.
    depth: u16,
    /// The move whose value it has, as the position is stored.
    pub(super) best: Option<Point>,
    /// Its result is known: by a label, or by proof.
    is_final: bool,
    /// Positions after its moves, each with a move that leads there; none for a leaf.
    pub(super) next: Vec<(usize, Point)>,
    /// No legal move leads anywhere else.
    has_all_moves: bool,
    parents: Vec<usize>,
    /// A search has found no move, or nothing of any.
    pub(super) is_dead: bool,
}

/// The positions that can be reached from roots. They are known by their places in `nodes`.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) roots: BTreeSet<usize>,
    pub(super) nodes: Vec<Node>,
    places: BTreeMap<PositionKey, usize>,
}

impl Graph {
    /// Reads what a database holds of the roots and all that follows them.
    pub(super) fn load(view: &View, roots: &[Position]) -> Result<Self, DatabaseError> {
        let mut graph = Self::default();
        let places = roots
            .iter()
            .map(|root| graph.place(Canonical::new(root).key));
        let roots: BTreeSet<usize> = places.map(|(place, _)| place).collect();
        graph.roots.clone_from(&roots);
        graph.read_all(view, roots.into_iter().collect())?;
        Ok(graph)
    }

    /// Reads a position again, whose moves have been stored, and what is new behind it. Returns the positions whose value may
    /// be another one now.
    pub(super) fn read(
        &mut self,
        view: &View,
        place: usize,
    ) -> Result<BTreeSet<usize>, DatabaseError> {
        let before = self.nodes.len();
        self.read_all(view, vec![place])?;
        let next = self.nodes[place].next.iter().map(|&(after, _)| after);
        let known: Vec<usize> = next.filter(|&after| after < before).collect();
        self.read_all(view, known.clone())?;
        for place in (before..self.nodes.len()).chain([place]) {
            self.link_predecessors(place);
        }
        let mut touched: BTreeSet<usize> = (before..self.nodes.len()).chain(known).collect();
        touched.insert(place);
        for place in touched.clone() {
            touched.extend(&self.nodes[place].parents);
        }
        Ok(touched)
    }

    fn read_all(&mut self, view: &View, mut waiting: Vec<usize>) -> Result<(), DatabaseError> {
        while let Some(place) = waiting.pop() {
            let Some(position) = self.nodes[place].key.position() else {
                continue;
            };
            let entry = view.get(&position)?.unwrap_or_default();
            let (value, is_final) = (value_of(&entry), entry.label.is_some());
            let is_open = is_open(view, &position, &entry)?;
            let node = &mut self.nodes[place];
            (node.value, node.best, node.is_final) = (value, entry.best, is_final);
            node.depth = entry.depth;
            if !is_open {
                continue;
            }
            let mut moves = known_moves(view, &position)?;
            let fouls = Board::from_position(&position).fouls(position.side_to_move());
            node.has_all_moves = moves.len() == (position.empty_points() - fouls).len();
            // Of the moves to one position, the best move stands for all.
            moves.sort_by_key(|known| Some(known.point) != entry.best);
            for KnownMove { point, after, .. } in moves {
                let (next, is_new) = self.place(Canonical::new(&after).key);
                if is_new {
                    waiting.push(next);
                }
                self.link(place, next, point);
            }
        }
        Ok(())
    }

    /// The place of a position, and whether it is new.
    fn place(&mut self, key: PositionKey) -> (usize, bool) {
        if let Some(&place) = self.places.get(&key) {
            return (place, false);
        }
        let place = self.nodes.len();
        self.places.insert(key.clone(), place);
        self.nodes.push(Node {
            key,
            value: None,
            depth: 0,
            best: None,
            is_final: false,
            next: Vec::new(),
            has_all_moves: false,
            parents: Vec::new(),
            is_dead: false,
        });
        (place, true)
    }

    fn link(&mut self, place: usize, after: usize, point: Point) {
        let next = &mut self.nodes[place].next;
        if next.iter().all(|&(known, _)| known != after) {
            next.push((after, point));
            self.nodes[after].parents.push(place);
        }
    }

    /// Links a position to the open ones before it, whose searches have not led to it.
    fn link_predecessors(&mut self, place: usize) {
        let Some(position) = self.nodes[place].key.position() else {
            return;
        };
        for (before, point) in predecessors(&position) {
            let canonical = Canonical::new(&before);
            let Some(&known) = self.places.get(&canonical.key) else {
                continue;
            };
            let is_open = !self.nodes[known].next.is_empty();
            if is_open && !Board::from_position(&before).is_foul(before.side_to_move(), point) {
                let point = canonical.to_stored.apply(point, before.size());
                self.link(known, place, point);
            }
        }
    }

    /// The best value after a position, with the move and the position that have it.
    fn best_after(&self, place: usize) -> Option<(Score, Point, usize)> {
        let next = self.nodes[place].next.iter();
        let known = next.filter_map(|&(after, point)| {
            Some((a_move_earlier(self.nodes[after].value?), point, after))
        });
        known.min_by_key(|&(score, ..)| std::cmp::Reverse(score))
    }

    /// Do all known moves lose, and nobody knows whether others do?
    pub(super) fn is_doubtful(&self, place: usize) -> bool {
        let node = &self.nodes[place];
        let loses = |(score, ..): (Score, Point, usize)| score.is_loss();
        !node.is_final && !node.has_all_moves && self.best_after(place).is_some_and(loses)
    }

    /// Should a position be searched?
    pub(super) fn is_question(&self, place: usize) -> bool {
        let node = &self.nodes[place];
        let is_decided = node.is_final || node.value.is_some_and(Score::is_decided);
        let is_unknown_leaf = node.next.is_empty() && !is_decided;
        !node.is_dead && (is_unknown_leaf || self.is_doubtful(place))
    }

    /// Value and best move that follow from the positions after it. It keeps its own where no value is known after it, where its
    /// result is known, and where its own search was deeper than those after it.
    fn settled(&self, place: usize) -> (Option<Score>, Option<Point>) {
        let node = &self.nodes[place];
        let own = (node.value, node.best);
        let Some((score, point, after)) = self.best_after(place) else {
            return own;
        };
        let next = (Some(score), Some(point));
        let own_value = node.value.unwrap_or_default();
        if node.is_final {
            let tells_distance = score.is_win() && own_value.is_win();
            let tells_defence = score.is_loss() && own_value.is_loss();
            return if tells_distance || tells_defence {
                next
            } else {
                own
            };
        }
        if self.is_doubtful(place) {
            return (Some(-Score::MAX_EVALUATION), Some(point));
        }
        // A value after it counts if it is a proof, or of a search that looks as far from here as the own one.
        let knows_enough = |after: usize| {
            let next = &self.nodes[after];
            let is_decided = next.value.is_some_and(Score::is_decided);
            is_decided || next.depth.saturating_add(1) >= node.depth
        };
        let mut of_best = node.next.iter().filter(|next| Some(next.1) == node.best);
        let is_refuted = of_best.any(|&(after, _)| {
            let score = self.nodes[after].value.map(a_move_earlier);
            knows_enough(after) && score.is_some_and(|score| score < own_value)
        });
        // A win or a loss without a label may have been taken from the known moves alone, which are perhaps not all.
        let is_unproved = own_value.value().abs() >= Score::MAX_EVALUATION.value();
        if node.value.is_none() || is_unproved || is_refuted || knows_enough(after) {
            next
        } else {
            own
        }
    }

    /// Lets values and best moves of these positions and of those before them follow from what comes after. Returns the
    /// positions that have changed.
    pub(super) fn settle(&mut self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let stones = |graph: &Self, place: usize| (graph.nodes[place].key.stones(), place);
        let mut waiting: BTreeSet<(usize, usize)> = places
            .into_iter()
            .map(|place| stones(self, place))
            .collect();
        let mut changed = Vec::new();
        while let Some((_, place)) = waiting.pop_last() {
            let (value, best) = self.settled(place);
            let node = &mut self.nodes[place];
            if (node.value, node.best) == (value, best) {
                continue;
            }
            (node.value, node.best) = (value, best);
            node.is_final |= value.is_some_and(Score::is_decided);
            changed.push(place);
            let parents = self.nodes[place].parents.iter();
            waiting.extend(parents.map(|&parent| stones(self, parent)));
        }
        changed
    }

    /// The least cost of each position: what the moves to it lose, and a constant for each.
    pub(super) fn costs(&self, of_a_move: i32) -> Vec<Option<i32>> {
        let mut costs = vec![None; self.nodes.len()];
        for &root in &self.roots {
            costs[root] = Some(0);
        }
        let mut by_stones: Vec<usize> = (0..self.nodes.len()).collect();
        by_stones.sort_by_cached_key(|&place| self.nodes[place].key.stones());
        for place in by_stones {
            let (Some(cost), Some((best, ..))) = (costs[place], self.best_after(place)) else {
                continue;
            };
            for &(after, _) in &self.nodes[place].next {
                let score = self.nodes[after].value.map_or(best, a_move_earlier);
                let loss = best.value() - score.value();
                let there = i32::saturating_add(cost, loss).saturating_add(of_a_move);
                costs[after] = Some(costs[after].map_or(there, |known: i32| known.min(there)));
            }
        }
        costs
    }
}

/// Is the position after the best move known as well? Other moves may lead to positions that belong to other lines.
pub(super) fn is_open(
    view: &View,
    position: &Position,
    entry: &Entry,
) -> Result<bool, DatabaseError> {
    let Some(best) = entry.best else {
        return Ok(false);
    };
    let mut after = position.clone();
    let is_known = after.play(best).is_ok() && view.get(&after)?.is_some();
    Ok(is_known)
}
