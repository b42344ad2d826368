//! A person at a puzzle: answers are judged, and right ones are met by the best defence.

use kagetsu_kernel::StopSignal;
use serde::Serialize;

use crate::game::{Game, Refusal, Spot, Step};
use crate::gomoku::proof::WinSolver;
use crate::gomoku::{Gomoku, Stones};

use super::kind::Kind;
use super::puzzle::Puzzle;

/// Memory of the solver's table.
const TABLE_BYTES: usize = 4 << 20;
/// Nodes to search for each question.
const NODES: u64 = 200_000;
/// Points along a side of the area that the first hint shows. No board is smaller.
const AREA: u8 = 5;

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It wins, and this is the defence that lasts longest. Both are on the board, so a page need not be told.
    Right(#[serde(skip_serializing)] Spot),
    /// The puzzle is solved. The answer is on the board.
    Solved,
    /// It is not the solution; the board is as before. If the answer loses, this is how, the opponent's move first.
    Wrong(Vec<Spot>),
}

/// A puzzle that somebody works on.
#[derive(Clone, Debug)]
pub struct Attempt {
    kind: Kind,
    game: Gomoku,
    /// The best line from here on, the person's move first. Empty when the puzzle is solved.
    ahead: Vec<Spot>,
    /// Is the first move of the solution still to be found?
    is_first: bool,
}

impl Attempt {
    /// Begins a puzzle.
    ///
    /// # Errors
    /// [`Refusal`] when its stones do not make a position.
    pub fn new(puzzle: &Puzzle) -> Result<Self, Refusal> {
        Ok(Self {
            kind: puzzle.kind,
            game: Gomoku::start(&puzzle.setup())?,
            ahead: puzzle.line.clone(),
            is_first: true,
        })
    }

    /// The position, as a game.
    pub const fn game(&self) -> &Gomoku {
        &self.game
    }

    /// Is there nothing left to answer?
    pub(crate) fn is_solved(&self) -> bool {
        self.ahead.is_empty()
    }

    /// The right move now; none when the puzzle is solved.
    pub fn hint(&self) -> Option<Spot> {
        self.ahead.first().copied()
    }

    /// The area that the first hint for a move shows: its points, row by row from the top left; none when the puzzle is solved.
    /// The right move is in it, but not always in the middle, which would give it away.
    pub(crate) fn hint_area(&self) -> Option<Vec<Spot>> {
        let at = self.hint()?;
        let (width, height) = self.game.stones().size();
        let begin = |at: u8, size: u8, before: u8| {
            let first = at.saturating_sub(before % AREA);
            first.min(size.saturating_sub(AREA))
        };
        let left = begin(at.x, width, at.x + 2 * at.y);
        let top = begin(at.y, height, 2 * at.x + at.y);
        let area = Spot::all(AREA, AREA).map(|spot| Spot::new(left + spot.x, top + spot.y));
        Some(area.collect())
    }

    /// What is left of the line, against the defence that lasts longest.
    pub fn solution(&self) -> &[Spot] {
        &self.ahead
    }

    /// Judges an answer. The first move must be the right one, or win at once; later every move is right after which the
    /// solver proves the win.
    ///
    /// # Errors
    /// [`Refusal`] when the move is not legal or the puzzle is solved; nothing changes then.
    pub fn answer(&mut self, at: Spot) -> Result<Judgement, Refusal> {
        let Some(expected) = self.hint() else {
            return Err(Refusal::GameOver);
        };
        let mut after = self.game.clone();
        after.play(Step::stone(at))?;
        if self.kind == Kind::Defend {
            return Ok(if at == expected {
                self.finish(after)
            } else {
                Judgement::Wrong(solver_of(after.stones()).wins_by_threats().line())
            });
        }
        // A row may be completed at either end.
        if after.outcome().is_some_and(|end| end.winner.is_some()) {
            return Ok(self.finish(after));
        }
        if at != expected && self.is_first {
            return Ok(Judgement::Wrong(Vec::new()));
        }
        let rest = if at == expected {
            self.ahead[1..].to_vec()
        } else {
            solver_of(after.stones()).loses_to_threats().line()
        };
        Ok(self.defend(after, &rest))
    }

    /// The answer that has led to this position solves the puzzle.
    fn finish(&mut self, after: Gomoku) -> Judgement {
        self.game = after;
        self.ahead.clear();
        Judgement::Solved
    }

    /// Plays the defence, the first move of `rest`. Where nothing follows it, the answer did not win.
    fn defend(&mut self, mut after: Gomoku, rest: &[Spot]) -> Judgement {
        let Some((&reply, ahead)) = rest.split_first() else {
            return Judgement::Wrong(Vec::new());
        };
        if ahead.is_empty() || after.play(Step::stone(reply)).is_err() {
            return Judgement::Wrong(Vec::new());
        }
        self.game = after;
        self.ahead = ahead.to_vec();
        self.is_first = false;
        Judgement::Right(reply)
    }
}

/// The solver for a position.
pub(super) fn solver_of(stones: &Stones) -> WinSolver {
    WinSolver::new(stones, TABLE_BYTES, NODES, &StopSignal::new())
}
