//! Depth-first negamax with alpha-beta, as a textbook has it: no hash table, no ordering, values only at the end of the
//! game. It is here to be watched: a search can record its tree.

use kagetsu_kernel::Score;

use super::rules::Rules;
use super::state::State;

/// The deepest search that is allowed: its nodes stay below a million.
pub const MAX_DEPTH: usize = 14;

/// A node of the search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The state.
    pub state: State,
    /// The value that the search found, side to move's view; a bound where the window was left.
    pub score: Score,
    /// The moves that were searched.
    pub children: Vec<Node>,
    /// The number of moves that were left out because an earlier one refuted the move before.
    pub cut: usize,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value, side to move's view: a win or a loss with its distance, or zero.
    pub score: Score,
    /// The states that were looked at, the root among them.
    pub nodes: u64,
    /// The moves that were left out.
    pub cut: u64,
}

/// Searches to a depth in plies (at most [`MAX_DEPTH`]). What lies deeper counts as level.
///
/// ```
/// use kagetsu_oxhorn::{Rules, alphabeta::search};
/// let found = search("(6;5,9)".parse()?, 5, Rules::default());
/// assert_eq!(found.score.to_string(), "0");
/// # Ok::<(), String>(())
/// ```
pub fn search(state: State, depth: usize, rules: Rules) -> Found {
    let mut search = Search::new(rules, depth, u64::MAX);
    let score = search.root(state, None);
    Found {
        score,
        nodes: search.nodes,
        cut: search.cut,
    }
}

/// Searches like [`search`], and hands back the tree. `None` as soon as it has more than `limit` nodes.
pub(crate) fn search_tree(state: State, depth: usize, rules: Rules, limit: u64) -> Option<Node> {
    let mut search = Search::new(rules, depth, limit);
    let mut root = Node::new(state);
    search.root(state, Some(&mut root));
    (search.nodes <= limit).then_some(root)
}

impl Node {
    const fn new(state: State) -> Self {
        Self {
            state,
            score: Score::ZERO,
            children: Vec::new(),
            cut: 0,
        }
    }

    /// The number of nodes from here down, this one included.
    pub(crate) fn size(&self) -> usize {
        1 + self.children.iter().map(Self::size).sum::<usize>()
    }
}

struct Search {
    rules: Rules,
    depth: usize,
    nodes: u64,
    cut: u64,
    limit: u64,
}

impl Search {
    fn new(rules: Rules, depth: usize, limit: u64) -> Self {
        Self {
            rules,
            depth: depth.min(MAX_DEPTH),
            nodes: 0,
            cut: 0,
            limit,
        }
    }

    /// The value of the root.
    fn root(&mut self, state: State, record: Option<&mut Node>) -> Score {
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        self.value(state, self.depth, alpha, beta, record)
    }

    /// The value of a state with `depth` plies to go, inside the window from `alpha` to `beta`.
    fn value(
        &mut self,
        state: State,
        depth: usize,
        alpha: Score,
        beta: Score,
        mut record: Option<&mut Node>,
    ) -> Score {
        self.nodes += 1;
        let ply = self.depth - depth;
        let mut best = -Score::INFINITE;
        if let Some(winner) = self.rules.winner(state) {
            best = if winner == state.side() {
                Score::win_in(ply)
            } else {
                Score::loss_in(ply)
            };
        } else if depth == 0 || self.nodes > self.limit {
            best = Score::ZERO;
        } else {
            let mut alpha = alpha;
            let mut successors = state.successors();
            for (_, next) in successors.by_ref() {
                let mut child = record.is_some().then(|| Node::new(next));
                let score = -self.value(next, depth - 1, -beta, -alpha, child.as_mut());
                if let Some((record, child)) = record.as_deref_mut().zip(child) {
                    record.children.push(child);
                }
                best = best.max(score);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
            let left = successors.count();
            self.cut += left as u64;
            if let Some(record) = record.as_deref_mut() {
                record.cut = left;
            }
        }
        if let Some(record) = record {
            record.score = best;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Escape;
    use super::super::table::Table;
    use super::*;

    fn rules(escape: Escape) -> Rules {
        Rules {
            escape,
            ..Rules::default()
        }
    }

    #[test]
    fn at_the_greatest_depth_it_agrees_with_the_table_wherever_that_is_decisive() {
        for escape in Escape::ALL {
            let table = Table::new(rules(escape));
            let mut decided = 0;
            for state in State::all() {
                let solution = table.solution(state);
                let expected = match (solution.winner, solution.plies) {
                    (Some(winner), Some(plies)) if winner == state.side() => {
                        Score::win_in(plies.into())
                    }
                    (Some(_), Some(plies)) => Score::loss_in(plies.into()),
                    _ => Score::ZERO,
                };
                decided += usize::from(expected.is_decided());
                let found = search(state, MAX_DEPTH, table.rules());
                assert_eq!(found.score, expected, "{state}");
                assert!(found.nodes < 1_000_000, "{state}");
            }
            let totals = table.totals();
            assert_eq!(decided, totals.red + totals.blue);
        }
    }

    /// Minimax without windows.
    fn minimax(state: State, depth: usize, ply: usize, rules: Rules) -> Score {
        match rules.winner(state) {
            Some(winner) if winner == state.side() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
            None if depth == 0 => Score::ZERO,
            None => state
                .successors()
                .map(|(_, next)| -minimax(next, depth - 1, ply + 1, rules))
                .max()
                .unwrap(),
        }
    }

    #[test]
    fn cuts_do_not_change_the_value() {
        let rules = Rules::default();
        for state in State::all() {
            assert_eq!(search(state, 5, rules).score, minimax(state, 5, 0, rules));
        }
    }

    #[test]
    fn the_tree_is_the_search() {
        let rules = Rules::default();
        for depth in 0..6 {
            for state in State::all().step_by(7) {
                let found = search(state, depth, rules);
                let tree = search_tree(state, depth, rules, u64::MAX).unwrap();
                assert_eq!(tree.size() as u64, found.nodes);
                assert_eq!(tree.score, found.score);
            }
        }
        assert_eq!(
            search_tree(State::start(super::super::Side::Red), 8, rules, 100),
            None
        );
    }
}
