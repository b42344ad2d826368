//! How often each pattern code occurs on the empty points of a position.

use kagetsu_gomoku::board::code::{CODE_COUNT, PatternCode};
use kagetsu_gomoku::board::{Board, Side};

/// A pattern code and how often it occurs, in 16 bits. A code that occurs more than fifteen times takes several
/// entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeEntry(u16);

// Every code has room above its count.
const _: () = assert!(CODE_COUNT <= 1 << (u16::BITS - CodeEntry::COUNT_BITS));

impl CodeEntry {
    const COUNT_BITS: u32 = 4;
    const MOST: u16 = (1 << Self::COUNT_BITS) - 1;

    pub(super) const fn code(self) -> usize {
        (self.0 >> Self::COUNT_BITS) as usize
    }

    pub(super) fn count(self) -> f32 {
        f32::from(self.0 & Self::MOST)
    }
}

/// Counts pattern codes. Reused for many positions, so that its lists keep their memory.
pub(super) struct CodeCounts {
    of_code: Vec<u16>,
    seen: Vec<PatternCode>,
}

impl CodeCounts {
    pub(super) fn new() -> Self {
        Self {
            of_code: vec![0; CODE_COUNT],
            seen: Vec::new(),
        }
    }

    /// Writes how often each code of a side occurs on the empty points, in the order of the codes.
    pub(super) fn write(&mut self, board: &Board, side: Side, entries: &mut Vec<CodeEntry>) {
        for point in board.empty() {
            let code = board.codes(point)[side.index()];
            let count = &mut self.of_code[usize::from(code)];
            if *count == 0 {
                self.seen.push(code);
            }
            *count += 1;
        }
        self.seen.sort_unstable();
        for code in self.seen.drain(..) {
            let mut left = std::mem::take(&mut self.of_code[usize::from(code)]);
            while left > 0 {
                let count = left.min(CodeEntry::MOST);
                entries.push(CodeEntry(code << CodeEntry::COUNT_BITS | count));
                left -= count;
            }
        }
    }
}
