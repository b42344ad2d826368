//! The board as the search sees it: stones, the content of every window, the evaluation, and the gain of every cell, all
//! kept up to date as stones come and go.

use std::sync::{Arc, LazyLock};

pub use kagetsu_kernel::Side;
use kagetsu_kernel::hash::{SIDE_KEY, key};

use super::bits::{CellSet, WindowSet};
use super::evaluation::Evaluation;
use super::geometry::{CELLS, Cell, ROW, WINDOWS, window_cells};
use super::network::codes::{LineCodes, empty_codes, neighbours, stone_bits};
use super::network::{Network, View};
pub use super::turn::Stage;
use super::weights::{CODES, GAINS, PATTERNS, WORTH, packed, unpacked};

/// Stones and everything that is derived from them.
#[derive(Clone, Debug)]
pub struct Board {
    network: Option<Arc<Network>>,
    stones: [CellSet; 2],
    count: usize,
    side: Side,
    stage: Stage,
    key: u64,
    codes: [u16; WINDOWS],
    /// By class: windows with stones of one side alone, and a set that nobody reads for all other windows.
    live: [WindowSet; CLASSES],
    /// The gains of both sides, packed.
    gains: [i32; CELLS],
    /// Black's view, with Black and with White to move.
    sums: [i32; 2],
    /// By cell: the stones near it on the four lines, for the network.
    line_codes: [LineCodes; CELLS],
}

/// When a stone comes or goes, only the windows are kept up to date.
const WINDOWS_ONLY: u8 = 0;
/// Also the evaluation and what the network sees.
const SUMS: u8 = 1;
/// Also the gains of cells.
const ALL: u8 = 2;

/// Stones from which on a board may be dead: with fewer, windows without any stone are left.
const DEAD_STONES: usize = CELLS / 2;

const HALF_KEY: u64 = key(2, 0);
const MASK: u16 = PATTERNS as u16 - 1;

/// The stones of one side in a window code, as a pattern.
#[cfg(test)]
const fn pattern(code: u16, side: Side) -> u16 {
    match side {
        Side::Black => code & MASK,
        Side::White => code >> ROW,
    }
}

/// Windows by number of stones, from none to six, of either side. Windows that are empty or hold stones of both sides
/// share the class without stones.
const CLASSES: usize = 2 * (ROW + 1);

/// The class of windows with so many stones of one side and none of the other.
#[inline]
const fn class(side: Side, stones: usize) -> usize {
    side.index() * (ROW + 1) + stones
}

/// The class of each window code.
static CLASS_OF: [u8; CODES] = classes();

const fn classes() -> [u8; CODES] {
    let mut classes = [0; CODES];
    let mut pattern = 1;
    while pattern < PATTERNS {
        let stones = (pattern as u32).count_ones() as usize;
        classes[pattern] = class(Side::Black, stones) as u8;
        classes[pattern * PATTERNS] = class(Side::White, stones) as u8;
        pattern += 1;
    }
    classes
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// The empty board with the usual weights, Black to place one stone.
    pub fn new() -> Self {
        static USUAL: LazyLock<Board> = LazyLock::new(Board::empty);
        USUAL.clone()
    }

    fn empty() -> Self {
        let mut board = Self {
            network: Evaluation::default().network,
            stones: [CellSet::EMPTY; 2],
            count: 0,
            side: Side::Black,
            stage: Stage::One,
            key: HALF_KEY,
            codes: [0; WINDOWS],
            live: [WindowSet::EMPTY; CLASSES],
            gains: [0; CELLS],
            sums: [0; 2],
            line_codes: *empty_codes(),
        };
        for cell in Cell::all() {
            // The middle is a little better, by the distance from the edge.
            let middle = cell.edge_distance() as i32;
            board.gains[cell.index()] =
                cell.windows().len() as i32 * GAINS[0] + packed([middle; 2]);
        }
        board
    }

    /// A board with these stones, and a side with a whole turn ahead. Cells that are named twice keep their first stone.
    pub(crate) fn with_stones(black: &[Cell], white: &[Cell], side: Side) -> Self {
        let mut board = Self::new();
        for (cells, colour) in [(black, Side::Black), (white, Side::White)] {
            for &cell in cells {
                if board.is_empty(cell) {
                    board.put(cell, colour);
                }
            }
        }
        board.set_turn(side, Stage::Two);
        board
    }

    /// The side that places the next stone.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How much of the turn is left.
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Number of stones on the board.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The key of stones, side and stage. The order of the stones does not matter.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The stones of one side.
    #[inline]
    pub const fn stones(&self, side: Side) -> &CellSet {
        &self.stones[side.index()]
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.stones[0].union(&self.stones[1])
    }

    /// Is there no stone on the cell?
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        !self
            .stones
            .iter()
            .any(|stones| stones.contains(cell.index()))
    }

    /// The empty cells.
    pub fn empties(&self) -> impl Iterator<Item = Cell> {
        let occupied = self.occupied();
        Cell::all().filter(move |cell| !occupied.contains(cell.index()))
    }

    /// Is there no room for the rest of the turn? On a board that was set up one cell may stay empty.
    pub const fn is_full(&self) -> bool {
        self.count + self.stage.stones() as usize > CELLS
    }

    /// The windows with exactly so many stones of `side` and none of the other.
    #[inline]
    pub const fn live(&self, side: Side, stones: usize) -> &WindowSet {
        &self.live[class(side, stones)]
    }

    /// The stones of both sides in a window: Black's pattern in bits 0 to 5, White's in bits 6 to 11.
    #[inline]
    pub const fn code(&self, window: usize) -> u16 {
        self.codes[window]
    }

    /// The empty cells of a window with so many of them; none if it has another number.
    #[inline]
    pub(super) fn exactly<const EMPTY: usize>(&self, window: usize) -> Option<[Cell; EMPTY]> {
        let code = self.codes[window];
        let mut empty = !(code | code >> ROW) & MASK;
        if empty.count_ones() as usize != EMPTY {
            return None;
        }
        let cells = window_cells(window);
        Some(std::array::from_fn(|_| {
            let place = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            cells[place % ROW]
        }))
    }

    /// The empty cells of a window.
    #[inline]
    pub(crate) fn empties_of(&self, window: usize) -> impl Iterator<Item = Cell> + use<> {
        let code = self.codes[window];
        let stones = (code | code >> ROW) & MASK;
        let cells = window_cells(window);
        (0..ROW)
            .filter(move |place| stones >> place & 1 == 0)
            .map(move |place| cells[place])
    }

    /// Does `side` have six in a row?
    #[inline]
    pub(crate) fn has_won(&self, side: Side) -> bool {
        !self.live(side, ROW).is_empty()
    }

    /// What a stone of `side` on the cell would gain, for the ordering of moves.
    #[inline]
    pub const fn gain(&self, cell: Cell, side: Side) -> i32 {
        unpacked(self.gains[cell.index()], side)
    }

    /// The evaluation for the side to move, which has a whole turn ahead.
    pub fn evaluation(&self) -> i32 {
        let windows = self.windows_evaluation();
        match &self.network {
            // The network has learnt from games that end long before.
            Some(_) if self.is_dead() => 0,
            Some(network) => network.evaluation(&self.view(), windows),
            None => windows,
        }
    }

    /// Has each window stones of both sides? Then nobody can win any more.
    fn is_dead(&self) -> bool {
        self.count > DEAD_STONES
            && Side::BOTH
                .iter()
                .all(|&side| (1..=ROW).all(|stones| self.live(side, stones).is_empty()))
    }

    /// The evaluation by the windows alone.
    #[inline]
    pub(super) const fn windows_evaluation(&self) -> i32 {
        match self.side {
            Side::Black => self.sums[0],
            Side::White => -self.sums[1],
        }
    }

    /// The network that evaluates the board.
    pub(super) const fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// What the network sees of the board.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        View {
            codes: &self.line_codes,
            occupied: self.occupied(),
            side: self.side,
        }
    }

    /// The same position with this evaluation.
    pub(super) fn evaluated_by(&self, evaluation: &Evaluation) -> Self {
        Self {
            network: evaluation.network.clone(),
            ..self.clone()
        }
    }

    /// Puts a stone of the side to move on an empty cell and goes on with the turn.
    pub fn play(&mut self, cell: Cell) {
        self.play_keeping::<ALL>(cell);
    }

    /// Takes back the last stone that was played.
    pub(crate) fn unplay(&mut self, cell: Cell) {
        self.unplay_keeping::<ALL>(cell);
    }

    /// Like [`Board::play`], but the gains of cells stay as they are: for positions whose moves are not asked for.
    pub(super) fn play_last(&mut self, cell: Cell) {
        self.play_keeping::<SUMS>(cell);
    }

    /// Undoes [`Board::play_last`].
    pub(super) fn unplay_last(&mut self, cell: Cell) {
        self.unplay_keeping::<SUMS>(cell);
    }

    #[inline]
    fn play_keeping<const KEPT: u8>(&mut self, cell: Cell) {
        self.change::<KEPT>(cell, self.side, true);
        match self.stage {
            Stage::Two => self.set_turn(self.side, Stage::One),
            Stage::One => self.set_turn(self.side.opponent(), Stage::Two),
        }
    }

    #[inline]
    fn unplay_keeping<const KEPT: u8>(&mut self, cell: Cell) {
        match self.stage {
            Stage::Two => self.set_turn(self.side.opponent(), Stage::One),
            Stage::One => self.set_turn(self.side, Stage::Two),
        }
        self.change::<KEPT>(cell, self.side, false);
    }

    /// Says who is to move.
    pub(super) const fn set_turn(&mut self, side: Side, stage: Stage) {
        if side as usize != self.side as usize {
            self.key ^= SIDE_KEY;
        }
        if stage as usize != self.stage as usize {
            self.key ^= HALF_KEY;
        }
        self.side = side;
        self.stage = stage;
    }

    /// Puts a stone on an empty cell, whoever is to move.
    pub(super) fn put(&mut self, cell: Cell, side: Side) {
        self.change::<ALL>(cell, side, true);
    }

    /// What is found when `side` has stones on these empty cells too. They are bare: see [`Board::put_bare`].
    #[inline]
    pub(super) fn with_bare<R>(
        &mut self,
        side: Side,
        cells: &[Cell],
        find: impl FnOnce(&mut Self) -> R,
    ) -> R {
        for &cell in cells {
            self.put_bare(cell, side);
        }
        let found = find(self);
        for &cell in cells {
            self.lift_bare(cell, side);
        }
        found
    }

    /// Like [`Board::put`], but evaluation and gains stay as they are: for threat searches, which do not read them.
    #[inline]
    pub(super) fn put_bare(&mut self, cell: Cell, side: Side) {
        self.change::<WINDOWS_ONLY>(cell, side, true);
    }

    /// Undoes [`Board::put_bare`].
    #[inline]
    pub(super) fn lift_bare(&mut self, cell: Cell, side: Side) {
        self.change::<WINDOWS_ONLY>(cell, side, false);
    }

    #[inline]
    fn change<const KEPT: u8>(&mut self, cell: Cell, side: Side, put: bool) {
        self.key ^= key(side.index(), cell.index());
        if put {
            self.stones[side.index()].insert(cell.index());
            self.count += 1;
        } else {
            self.stones[side.index()].remove(cell.index());
            self.count -= 1;
        }
        if KEPT >= SUMS {
            let bits = stone_bits(side);
            for other in neighbours(cell) {
                self.line_codes[usize::from(other.cell)][usize::from(other.direction)] ^=
                    bits << other.shift;
            }
        }
        let shift = ROW as u32 * side.index() as u32;
        for place in cell.windows() {
            let window = usize::from(place.window);
            let before = self.codes[window];
            let after = before ^ place.bit << shift;
            self.codes[window] = after;
            self.move_live(window, before, after);
            if KEPT >= SUMS {
                self.change_sums(before, after);
            }
            if KEPT >= ALL {
                self.change_gains(window, before, after);
            }
        }
    }

    /// Files a window under its new content.
    #[inline]
    fn move_live(&mut self, window: usize, before: u16, after: u16) {
        for code in [before, after] {
            self.live[usize::from(CLASS_OF[usize::from(code)])].flip(window);
        }
    }

    #[inline]
    fn change_sums(&mut self, before: u16, after: u16) {
        let [old, new] = [before, after].map(|code| WORTH[usize::from(code)]);
        self.sums[0] += new[0] - old[0];
        self.sums[1] += new[1] - old[1];
    }

    #[inline]
    fn change_gains(&mut self, window: usize, before: u16, after: u16) {
        let change = GAINS[usize::from(after)] - GAINS[usize::from(before)];
        if change != 0 {
            for cell in window_cells(window) {
                self.gains[cell.index()] += change;
            }
        }
    }
}

#[cfg(test)]
impl Board {
    /// Takes a stone of `side` away.
    pub(super) fn lift(&mut self, cell: Cell, side: Side) {
        self.change::<ALL>(cell, side, false);
    }

    /// Is everything that is kept up to date equal to what the stones alone give?
    pub(crate) fn audit(&self) -> bool {
        let mut fresh = Self {
            network: self.network.clone(),
            ..Self::new()
        };
        for side in Side::BOTH {
            for cell in self.stones(side).cells() {
                fresh.put(cell, side);
            }
        }
        fresh.set_turn(self.side, self.stage);
        self.key == fresh.key
            && self.count == fresh.count
            && self.sums == fresh.sums
            && self.gains == fresh.gains
            && self.line_codes == fresh.line_codes
            && self.codes == self.codes_by_scan()
            && self.live_agree()
    }

    fn codes_by_scan(&self) -> [u16; WINDOWS] {
        std::array::from_fn(|window| {
            let mut code = 0;
            for (place, cell) in window_cells(window).iter().enumerate() {
                for side in Side::BOTH {
                    let stone = self.stones(side).contains(cell.index());
                    code |= u16::from(stone) << (place + ROW * side.index());
                }
            }
            code
        })
    }

    fn live_agree(&self) -> bool {
        Side::BOTH.into_iter().all(|side| {
            (1..=ROW).all(|stones| {
                let holds = |&window: &usize| {
                    let code = self.codes[window];
                    pattern(code, side.opponent()) == 0
                        && pattern(code, side).count_ones() as usize == stones
                };
                *self.live(side, stones) == (0..WINDOWS).filter(holds).collect()
            })
        })
    }
}
