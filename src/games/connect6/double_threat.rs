//! Wins by continuous double threats. Every turn of the attacker makes threats that take two stones to stop, until three
//! would be needed. The defender gets the cells of all his sufficient defences at once (the conservative defence of
//! Wu, Huang and Chang): he has more than in any real game, so what still wins is won, and the proof is one line.

use super::bits::CellSet;
use super::board::{Board, Side};
use super::cover::{Cover, Edges, THREAT, all_defences, can_win, cover, winning_cells};
use super::geometry::Cell;
use super::weights::OUTLOOK;

/// What bounds a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most turns of the attacker, the one that makes three threats counting as the last.
    pub turns: u8,
    /// Most positions to look at.
    pub nodes: u64,
}

/// A proved win: the attacker's turns. After each but the last the defender needs two stones; after the last he would
/// need three, or the last completes a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The pairs of the attacker, in order.
    pub pairs: Vec<(Cell, Cell)>,
}

/// The search, with its memory of positions that were no win.
#[derive(Debug)]
pub struct DoubleThreats {
    /// Key and remaining turns of positions that failed.
    failed: Vec<(u64, u8)>,
    nodes: u64,
    limit: u64,
    /// The attacker's pairs, last one first.
    found: Vec<(Cell, Cell)>,
}

/// Entries of the memory.
const MEMORY: usize = 1 << 16;
/// Most pairs that are tried in one position.
const MOST_PAIRS: usize = 48;
/// Most threat windows of one pair that are looked at.
const MOST_EDGES: usize = 24;

struct Pair {
    a: Cell,
    b: Cell,
    order: i32,
}

enum Generated {
    /// This pair makes three threats.
    Wins(Cell, Cell),
    /// Pairs that make two, best first.
    Pairs(Vec<Pair>),
}

impl Default for DoubleThreats {
    fn default() -> Self {
        Self {
            failed: vec![(0, 0); MEMORY],
            nodes: 0,
            limit: 0,
            found: Vec::new(),
        }
    }
}

impl DoubleThreats {
    /// Looks for a win of the side to move, which has a whole turn ahead. `None` says only that none was found within
    /// the limits. The board is as before afterwards.
    pub fn search(&mut self, board: &mut Board, limits: Limits) -> Option<Proof> {
        self.nodes = 0;
        self.limit = limits.nodes;
        self.found.clear();
        let attacker = board.side();
        for turns in 1..=limits.turns {
            let before = self.nodes;
            if self.attack(board, attacker, turns) {
                self.found.reverse();
                let pairs = std::mem::take(&mut self.found);
                return Some(Proof { pairs });
            }
            // One position alone: deeper there is nothing either.
            if self.nodes >= self.limit || self.nodes == before + 1 && turns > 1 {
                break;
            }
        }
        None
    }

    /// Positions looked at by the last search.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn attack(&mut self, board: &mut Board, attacker: Side, turns: u8) -> bool {
        self.nodes += 1;
        if let Some(cells) = winning_cells(board, attacker) {
            let other = |taken: Cell| board.empties().find(|&cell| cell != taken);
            let pair = match cells[..] {
                [a, b] => Some((a, b)),
                [a] => other(a).map(|b| (a, b)),
                _ => None,
            };
            self.found.extend(pair);
            return pair.is_some();
        }
        if turns == 0 || self.nodes >= self.limit {
            return false;
        }
        let slot = board.key() as usize % MEMORY;
        let (key, tried) = self.failed[slot];
        if key == board.key() && tried >= turns {
            return false;
        }
        let pairs = match generate(board, attacker) {
            Generated::Wins(a, b) => {
                self.found.push((a, b));
                return true;
            }
            // With one turn left only three threats would do.
            Generated::Pairs(_) if turns == 1 => Vec::new(),
            Generated::Pairs(pairs) => pairs,
        };
        for Pair { a, b, .. } in pairs {
            if self.try_pair(board, attacker, (a, b), turns) {
                return true;
            }
            if self.nodes >= self.limit {
                return false;
            }
        }
        self.failed[slot] = (board.key(), turns);
        false
    }

    fn try_pair(
        &mut self,
        board: &mut Board,
        attacker: Side,
        (a, b): (Cell, Cell),
        turns: u8,
    ) -> bool {
        let defender = attacker.opponent();
        board.put_bare(a, attacker);
        board.put_bare(b, attacker);
        let wins = match cover(board, attacker) {
            Cover::Lost => true,
            Cover::Zero | Cover::One(_) => false,
            Cover::Two(pairs) => {
                let defence = all_defences(&pairs);
                let cells = || defence.iter().filter_map(Cell::from_index);
                for cell in cells() {
                    board.put_bare(cell, defender);
                }
                let wins = !board.has_won(defender) && self.attack(board, attacker, turns - 1);
                for cell in cells() {
                    board.lift_bare(cell, defender);
                }
                wins
            }
        };
        board.lift_bare(b, attacker);
        board.lift_bare(a, attacker);
        if wins {
            self.found.push((a, b));
        }
        wins
    }
}

/// The pairs that make two or three threats and leave none of the defender's standing.
fn generate(board: &mut Board, attacker: Side) -> Generated {
    let mut collector = Collector {
        attacker,
        pairs: Vec::new(),
        wins: None,
    };
    match cover(board, attacker.opponent()) {
        Cover::Zero => {
            let mut done = CellSet::EMPTY;
            for a in promising(board, attacker, &[THREAT - 2, THREAT - 1])
                .iter()
                .filter_map(Cell::from_index)
            {
                done.insert(a.index());
                collector.add_with(board, a, |b| !done.contains(b.index()));
            }
        }
        Cover::One(cells) => {
            for a in cells {
                collector.add_with(board, a, |_| true);
            }
        }
        Cover::Two(pairs) => {
            for (a, b) in pairs {
                collector.add_with(board, a, |cell| cell == b);
            }
        }
        Cover::Lost => {}
    }
    if let Some((a, b)) = collector.wins {
        return Generated::Wins(a, b);
    }
    let mut pairs = collector.pairs;
    pairs.sort_by_key(|pair| -pair.order);
    pairs.truncate(MOST_PAIRS);
    Generated::Pairs(pairs)
}

/// The empty cells of live windows with so many stones.
fn promising(board: &Board, side: Side, counts: &[usize]) -> CellSet {
    let windows = counts
        .iter()
        .flat_map(|&stones| board.live(side, stones).iter());
    windows
        .flat_map(|window| board.empties_of(window))
        .map(Cell::index)
        .collect()
}

struct Collector {
    attacker: Side,
    pairs: Vec<Pair>,
    wins: Option<(Cell, Cell)>,
}

impl Collector {
    /// Adds the pairs of `a` with allowed second cells.
    fn add_with(&mut self, board: &mut Board, a: Cell, allowed: impl Fn(Cell) -> bool) {
        if self.wins.is_some() {
            return;
        }
        let worth = outlook(board, a, self.attacker);
        board.put_bare(a, self.attacker);
        let fours = board.live(self.attacker, THREAT);
        let threes = board.live(self.attacker, THREAT - 1);
        let seconds: CellSet = if fours.is_empty() {
            // Threats can only come from windows that hold both cells.
            let own = a.windows().iter().map(|place| usize::from(place.window));
            let windows = own.filter(|&window| threes.contains(window));
            windows
                .flat_map(|window| board.empties_of(window))
                .map(Cell::index)
                .collect()
        } else {
            promising(board, self.attacker, &[THREAT - 1])
        };
        for b in seconds
            .iter()
            .filter_map(Cell::from_index)
            .filter(|&b| b != a && allowed(b))
        {
            match threats_with(board, b, self.attacker) {
                0 | 1 => {}
                2 => self.pairs.push(Pair {
                    a,
                    b,
                    order: worth + outlook(board, b, self.attacker),
                }),
                _ => {
                    self.wins = Some((a, b));
                    break;
                }
            }
        }
        board.lift_bare(a, self.attacker);
    }
}

/// The stones needed against all threats once `b` is added.
fn threats_with(board: &Board, b: Cell, attacker: Side) -> usize {
    let mut edges = Edges::<MOST_EDGES>::EMPTY;
    let mut push = |window: usize| {
        let mut empties = board.empties_of(window).filter(|&cell| cell != b);
        if let Some(first) = empties.next() {
            edges.push(first, empties.next().unwrap_or(first));
        }
    };
    let threes = board.live(attacker, THREAT - 1);
    for place in b.windows() {
        if threes.contains(place.window.into()) {
            push(place.window.into());
        }
    }
    for window in board.live(attacker, THREAT).iter() {
        push(window);
    }
    edges.stones()
}

/// The potential of a cell beyond its threats: the live windows through it, weighted by their stones.
fn outlook(board: &Board, cell: Cell, side: Side) -> i32 {
    let of_window = |window: usize| OUTLOOK[usize::from(board.code(window))][side.index()];
    cell.windows()
        .iter()
        .map(|place| of_window(place.window.into()))
        .sum()
}

/// Is there any hope of a double threat: enough live windows with stones in them? Cheap, for use before a search.
pub(super) fn worth_trying(board: &Board, attacker: Side) -> bool {
    can_win(board, attacker)
        || !board.live(attacker, THREAT - 1).is_empty()
        || !board.live(attacker, THREAT - 2).is_empty()
}
