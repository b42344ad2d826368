//! A player without search that prefers threats. Its games have many fours and threes, for tests that need many
//! tactical positions. The same seed gives the same game.

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet};
use kagetsu_kernel::rng::Rng;

/// What a class of one's own counts against the same class of the opponent's, which counts four.
const OWN_WEIGHT: usize = 5;
const OTHER_WEIGHT: usize = 4;

/// A square board.
///
/// # Panics
/// When no board is so large or so small.
pub fn square(side: usize) -> BoardSize {
    rectangle(side, side)
}

/// A board of any shape.
///
/// # Panics
/// As [`square`].
pub fn rectangle(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("a legal size")
}

/// A game in which nobody makes five.
#[derive(Debug)]
pub struct Game {
    /// The game as rules see it.
    pub position: Position,
    /// The same on the board of the engine.
    pub board: Board,
    rng: Rng,
    noise: usize,
}

impl Game {
    /// A game on a board with some random blocked cells; the more noise, the more random the moves.
    pub fn new(size: BoardSize, rule: Rule, blocked: usize, noise: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut position = Position::new(size, rule);
        for _ in 0..blocked {
            // A cell that is blocked already stays so: their number need not be exact.
            let _ = position.block(Point::at(rng.below(size.width()), rng.below(size.height())));
        }
        Self {
            board: Board::from_position(&position),
            position,
            rng,
            noise,
        }
    }

    /// Plays on until there are so many stones, or no move is left that does not end the game.
    #[must_use]
    pub fn until(mut self, stones: usize) -> Self {
        while self.board.occupied() < stones && self.step().is_some() {}
        self
    }

    /// Plays one move that does not end the game. `None` when there is none.
    pub fn step(&mut self) -> Option<Point> {
        let side = self.board.side_to_move();
        let five_threatens = self.board.count(side.opponent(), Threat::Five) > 0;
        let mut moves = if five_threatens {
            self.board.five_defences(side.opponent())
        } else {
            self.board.candidates()
        };
        for point in moves {
            if self.board.threat(side, point) == Threat::Five || self.board.is_foul(side, point) {
                moves.remove(point);
            }
        }
        let best = self.liked(&moves)?;
        let outcome = self.board.play(best).ok()?;
        self.position.play(best).ok()?;
        (outcome == Outcome::Running).then_some(best)
    }

    fn liked(&mut self, moves: &PointSet) -> Option<Point> {
        let side = self.board.side_to_move();
        let rng = &mut self.rng;
        let worth = |of: Side, point: Point| match self.board.threat(of, point) {
            Threat::Foul => 0,
            threat => threat as usize,
        };
        moves.iter().max_by_key(|&point| {
            OWN_WEIGHT * worth(side, point)
                + OTHER_WEIGHT * worth(side.opponent(), point)
                + rng.below(self.noise)
        })
    }
}

/// Positions of careless games with `wanted` true, at most one of each game.
///
/// # Panics
/// When there are not so many.
pub fn positions_where(
    rule: Rule,
    size: BoardSize,
    count: usize,
    wanted: fn(&Board) -> bool,
) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..10_000 {
        if found.len() >= count {
            break;
        }
        let mut game = Game::new(size, rule, seed as usize % 2 * 3, 30, seed);
        while game.step().is_some() {
            if wanted(&game.board) {
                found.push(game.position);
                break;
            }
        }
    }
    assert_eq!(found.len(), count, "{rule} {size}");
    found
}
