//! Checks claimed wins by continuous double threats. It shares nothing with the search that claims them: stones lie on a
//! plain array, and every question is answered by looking at all cells and pairs.

use std::sync::LazyLock;

use super::board::{Board, Side};
use super::double_threat::Proof;
use super::geometry::{CELLS, Cell, SIZE};

/// What is wrong with a claim, and at which turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// A stone would go where there is one.
    Occupied(usize),
    /// The defender could complete a row first.
    DefenderWins(usize),
    /// The defender can answer with fewer than two stones, or is not forced at all.
    TooSlow(usize),
    /// The line ends before the win.
    NotWon,
}

const LONG: i32 = 6;
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone)]
struct Plain([Option<Side>; CELLS]);

impl Plain {
    fn new(board: &Board) -> Self {
        let mut cells = [None; CELLS];
        for cell in Cell::all() {
            cells[cell.index()] = Side::BOTH
                .into_iter()
                .find(|&side| board.stones(side).contains(cell.index()));
        }
        Self(cells)
    }

    fn put(&mut self, cell: usize, side: Side) -> bool {
        let free = self.0[cell].is_none();
        self.0[cell] = Some(side);
        free
    }

    /// All runs of six cells: six numbers each.
    fn runs() -> impl Iterator<Item = &'static [usize; LONG as usize]> {
        static RUNS: LazyLock<Vec<[usize; LONG as usize]>> = LazyLock::new(all_runs);
        RUNS.iter()
    }

    fn has_row(&self, side: Side) -> bool {
        Self::runs().any(|run| run.iter().all(|&cell| self.0[cell] == Some(side)))
    }

    /// The missing cells of every run that `side` can complete with two stones.
    fn threats(&self, side: Side) -> Vec<Vec<usize>> {
        let within_two = |run: &&[usize; LONG as usize]| {
            let own = run
                .iter()
                .filter(|&&cell| self.0[cell] == Some(side))
                .count();
            let enemy = run
                .iter()
                .any(|&cell| self.0[cell] == Some(side.opponent()));
            !enemy && own + 2 >= LONG as usize
        };
        let missing = |run: &[usize; LONG as usize]| {
            let empty = |cell: &usize| self.0[*cell].is_none();
            run.iter().copied().filter(empty).collect()
        };
        Self::runs().filter(within_two).map(missing).collect()
    }
}

fn all_runs() -> Vec<[usize; LONG as usize]> {
    let size = SIZE as i32;
    let inside = |along: i32| (0..size).contains(&along);
    let mut runs = Vec::new();
    for start in 0..size * size {
        let (column, row) = (start % size, start / size);
        for (right, down) in DIRECTIONS {
            if inside(column + right * (LONG - 1)) && inside(row + down * (LONG - 1)) {
                let cell = |step: usize| (start + (down * size + right) * step as i32) as usize;
                runs.push(std::array::from_fn(cell));
            }
        }
    }
    runs
}

fn stops(threats: &[Vec<usize>], stones: &[usize]) -> bool {
    threats
        .iter()
        .all(|missing| missing.iter().any(|cell| stones.contains(cell)))
}

/// Every single cell and every pair of cells that stops all threats, looked for among the cells that matter.
fn answers(threats: &[Vec<usize>]) -> (Vec<usize>, Vec<[usize; 2]>) {
    let mut cells: Vec<usize> = threats.iter().flatten().copied().collect();
    cells.sort_unstable();
    cells.dedup();
    let singles = cells
        .iter()
        .copied()
        .filter(|&cell| stops(threats, &[cell]))
        .collect();
    let mut pairs = Vec::new();
    for (index, &a) in cells.iter().enumerate() {
        pairs.extend(
            cells[index + 1..]
                .iter()
                .map(|&b| [a, b])
                .filter(|pair| stops(threats, pair)),
        );
    }
    (singles, pairs)
}

/// Replays a proof from a position with the attacker to move, giving the defender all his defences at once.
///
/// # Errors
/// The first flaw of the claim.
pub(crate) fn check(board: &Board, proof: &Proof) -> Result<(), Flaw> {
    let attacker = board.side();
    let defender = attacker.opponent();
    let mut plain = Plain::new(board);
    for (index, &(a, b)) in proof.pairs.iter().enumerate() {
        let turn = index + 1;
        if !plain.put(a.index(), attacker) || !plain.put(b.index(), attacker) {
            return Err(Flaw::Occupied(turn));
        }
        if plain.has_row(attacker) {
            return Ok(());
        }
        if !plain.threats(defender).is_empty() {
            return Err(Flaw::DefenderWins(turn));
        }
        let (singles, pairs) = answers(&plain.threats(attacker));
        if !singles.is_empty() || plain.threats(attacker).is_empty() {
            return Err(Flaw::TooSlow(turn));
        }
        if pairs.is_empty() {
            return Ok(());
        }
        for cell in pairs.into_iter().flatten() {
            plain.0[cell] = Some(defender);
        }
        if plain.has_row(defender) {
            return Err(Flaw::DefenderWins(turn));
        }
    }
    Err(Flaw::NotWon)
}

/// Replays a proof against every pair of stones that a real defender could place, on cells that matter or not. Much
/// slower than [`check`].
///
/// # Errors
/// The first flaw of the claim.
pub(crate) fn check_every_defence(board: &Board, proof: &Proof) -> Result<(), Flaw> {
    against_all(&Plain::new(board), board.side(), &proof.pairs, 1)
}

fn against_all(
    plain: &Plain,
    attacker: Side,
    pairs: &[(Cell, Cell)],
    turn: usize,
) -> Result<(), Flaw> {
    let Some((&(a, b), rest)) = pairs.split_first() else {
        return Err(Flaw::NotWon);
    };
    let mut after = plain.clone();
    if !after.put(a.index(), attacker) || !after.put(b.index(), attacker) {
        return Err(Flaw::Occupied(turn));
    }
    if after.has_row(attacker) {
        return Ok(());
    }
    if !after.threats(attacker.opponent()).is_empty() {
        return Err(Flaw::DefenderWins(turn));
    }
    let threats = after.threats(attacker);
    let empties: Vec<usize> = (0..CELLS).filter(|&cell| after.0[cell].is_none()).collect();
    for (index, &first) in empties.iter().enumerate() {
        for &second in &empties[index + 1..] {
            // What does not stop everything lets the attacker complete a row.
            if stops(&threats, &[first, second]) {
                let mut answered = after.clone();
                answered.put(first, attacker.opponent());
                answered.put(second, attacker.opponent());
                if answered.has_row(attacker.opponent()) {
                    return Err(Flaw::DefenderWins(turn));
                }
                against_all(&answered, attacker, rest, turn + 1)?;
            }
        }
    }
    Ok(())
}
