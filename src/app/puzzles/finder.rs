//! Finds the puzzles of one game.
//!
//! A position becomes a puzzle under three conditions. The side to move wins by the means of the kind, with a shortest
//! line of the wanted length. Exactly one first move wins by these means: the solver is asked about every other move, and
//! a question without an answer rejects the position. The move does not answer a threat of five. A win by a foul is a win
//! by fours of White in renju that does not exist in freestyle with the same stones. Puzzles of defence are found in
//! [`super::defending`]. Of successive positions of a side with puzzles of the kind, the earliest is kept.

use std::ops::RangeInclusive;

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::solver::{
    Order, Question, Solver, SolverLimits, Verdict, line_of_attack,
};
use kagetsu_kernel::{MIB, StopSignal, WallClock};
use kagetsu_play::puzzles::Kind;

/// Memory of the proof search for each question, in bytes: room for more nodes than its default limit.
const TABLE_BYTES: usize = 4 * MIB as usize;
/// Default memory of `solve` for one position, in bytes. With the same memory it finds the same line.
const SOLVE_BYTES: usize = 64 * MIB as usize;

/// The settings of the puzzles.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) kind: Kind,
    /// Moves of the winner in the line, the five included.
    pub(super) lengths: RangeInclusive<usize>,
    /// Most nodes to search for each question.
    pub(super) nodes: u64,
}

/// A position in which exactly one move wins, with the winning line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Puzzle {
    /// Number of the game, from one, and of the move that is asked for.
    pub(super) id: String,
    /// The moves of Black and White alternately.
    pub(super) moves: Vec<Point>,
    /// The line up to the five.
    pub(super) line: Vec<Point>,
}

impl Puzzle {
    /// Moves of the winner, the five included.
    pub(super) fn length(&self) -> usize {
        self.line.len().div_ceil(Side::BOTH.len())
    }

    /// The side that wins.
    pub(super) fn side(&self) -> Side {
        Side::BOTH[self.moves.len() % Side::BOTH.len()]
    }

    /// The stones of a side.
    pub(super) fn stones(&self, side: Side) -> impl Iterator<Item = Point> {
        let own = self.moves.iter().skip(side.index());
        own.step_by(Side::BOTH.len()).copied()
    }

    /// The position. Its stones are in the order of the table form, Black's first.
    pub(super) fn position(&self, board: &Board) -> Position {
        let mut position = Position::new(board.size(), board.rule());
        for side in Side::BOTH {
            for point in self.stones(side) {
                // The stones come from a legal position, so no point is used twice.
                let _ = position.place(point, side);
            }
        }
        position.set_side_to_move(self.side());
        position
    }
}

/// Finds puzzles. The puzzles of a game depend on that game alone.
#[derive(Debug)]
pub(super) struct Finder<'w> {
    wanted: &'w Wanted,
    stop: StopSignal,
    clock: WallClock,
    solver: Solver,
}

impl<'w> Finder<'w> {
    pub(super) fn new(wanted: &'w Wanted, stop: StopSignal) -> Self {
        Self {
            wanted,
            stop,
            clock: WallClock::start(),
            solver: Solver::with_bytes(TABLE_BYTES),
        }
    }

    /// The puzzles of a game in the order of its moves. The game is read up to its first illegal move.
    pub(super) fn find(&mut self, number: u64, mut board: Board, moves: &[Point]) -> Vec<Puzzle> {
        // Entries of earlier games would change which questions are answered within the limit.
        self.solver = Solver::with_bytes(TABLE_BYTES);
        let mut found = Vec::new();
        let mut told = [false; Side::BOTH.len()];
        for (index, &point) in moves.iter().enumerate() {
            if self.stop.is_raised() {
                break;
            }
            let told = &mut told[board.side_to_move().index()];
            let id = format!("{}.{}", number + 1, index + 1);
            match self.look(&mut board) {
                Look::Forced => {}
                Look::NotWon => *told = false,
                Look::Won(line) => {
                    let puzzle = Puzzle {
                        id,
                        moves: moves[..index].to_vec(),
                        line,
                    };
                    if !*told && let Some(puzzle) = self.judge(&mut board, puzzle) {
                        *told = true;
                        found.push(puzzle);
                    }
                }
            }
            if board.play(point) != Ok(Outcome::Running) {
                break;
            }
        }
        found
    }

    pub(super) fn ask(&mut self, board: &mut Board, question: Question) -> Verdict {
        let limits = SolverLimits {
            nodes: self.wanted.nodes,
            deadline: None,
            clock: &self.clock,
            stop: &self.stop,
        };
        self.solver.solve(board, question, limits).verdict
    }

    fn look(&mut self, board: &mut Board) -> Look {
        let side = board.side_to_move();
        if board.offers_five() {
            return Look::Forced;
        }
        if self.wanted.kind == Kind::Defend {
            return self.look_for_defence(board);
        }
        let by_fours = self.ask(board, Question::Fours(Order::Shortest));
        let verdict = match (by_fours, self.wanted.kind) {
            (Verdict::None, Kind::Threes) => self.ask(board, Question::Threats),
            // A win by other means is no puzzle and does not end the combination.
            (Verdict::Win(_), Kind::Threes) => return Look::Forced,
            (Verdict::Win(_), Kind::Foul) if !self.needs_foul(board) => return Look::NotWon,
            // Of the kind foul.
            (Verdict::Win(_), Kind::Fours) if self.needs_foul(board) => return Look::Forced,
            (verdict, _) => verdict,
        };
        let Verdict::Win(attack) = verdict else {
            return Look::NotWon;
        };
        debug_assert_eq!(board.side_to_move(), side);
        Look::Won(line_of_attack(board, &attack))
    }

    /// Whether there is no win by fours when Black has no forbidden points.
    fn needs_foul(&mut self, board: &Board) -> bool {
        if board.side_to_move() != Side::White || !board.rule().black_forbidden() {
            return false;
        }
        let mut free = Position::new(board.size(), Rule::Freestyle);
        for (point, side) in board.contents() {
            // The stones fit on the other board, which has the same size.
            let _ = match side {
                Some(side) => free.place(point, side),
                None => free.block(point),
            };
        }
        free.set_side_to_move(board.side_to_move());
        let mut free = Board::from_position(&free);
        self.ask(&mut free, Question::Fours(Order::Any)) == Verdict::None
    }

    /// The puzzle with the line that `solve` finds; `None` if the position is not a puzzle.
    fn judge(&mut self, board: &mut Board, mut puzzle: Puzzle) -> Option<Puzzle> {
        let first = *puzzle.line.first()?;
        if self.wanted.kind == Kind::Defend {
            // The first question has proved it already.
            return Some(puzzle);
        }
        if self.wanted.kind == Kind::Threes {
            let mut fresh = Solver::with_bytes(SOLVE_BYTES);
            std::mem::swap(&mut fresh, &mut self.solver);
            let mut alone = Board::from_position(&puzzle.position(board));
            self.ask(&mut alone, Question::Fours(Order::Any));
            let verdict = self.ask(&mut alone, Question::Threats);
            std::mem::swap(&mut fresh, &mut self.solver);
            let Verdict::Win(attack) = verdict else {
                return None;
            };
            puzzle.line = line_of_attack(&mut alone, &attack);
        }
        let fits = self.wanted.lengths.contains(&puzzle.length());
        let only = fits && puzzle.line.first() == Some(&first) && self.is_only_win(board, first);
        only.then_some(puzzle)
    }

    /// Whether every move but one is proved not to win.
    fn is_only_win(&mut self, board: &mut Board, first: Point) -> bool {
        let side = board.side_to_move();
        let others = *board.empty();
        others.iter().filter(|&point| point != first).all(|point| {
            if board.is_foul(side, point) {
                return true;
            }
            let four = board.threat(side, point) >= Threat::Four;
            if !four && self.wanted.kind != Kind::Threes {
                return true;
            }
            board.make(point);
            let refuted = self.is_refuted(board);
            board.unmake();
            refuted
        })
    }

    /// Whether the last move is proved not to win by the means.
    fn is_refuted(&mut self, board: &mut Board) -> bool {
        let defender = board.side_to_move();
        let attacker = defender.opponent();
        if board.count(defender, Threat::Five) > 0 {
            return true;
        }
        let is_four = board.count(attacker, Threat::Five) > 0;
        if self.wanted.kind == Kind::Threes {
            return !is_four && !self.may_threaten(board)
                || self.ask(board, Question::LossByThreats) == Verdict::None;
        }
        !is_four
            || board.five_defences(attacker).iter().any(|reply| {
                if board.is_foul(defender, reply) {
                    return false;
                }
                board.make(reply);
                let verdict = self.ask(board, Question::Fours(Order::Any));
                board.unmake();
                verdict == Verdict::None
            })
    }

    /// Whether the opponent may have a win by fours if the side to move passes.
    fn may_threaten(&mut self, board: &mut Board) -> bool {
        board.pass();
        let verdict = self.ask(board, Question::Fours(Order::Any));
        board.pass();
        verdict != Verdict::None
    }
}

/// The result of the first question about a position.
pub(super) enum Look {
    /// The position cannot be a puzzle: a side can make five, or fours win where a win by threes is wanted.
    Forced,
    /// There is no win of the kind, or none was found.
    NotWon,
    /// There is a win of the kind.
    Won(Vec<Point>),
}
