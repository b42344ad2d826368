//! The positions whose scores are measured: some of each game, at random, or the one after its opening.

use std::path::Path;

use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::rng::Rng;
use kagetsu_notation::record::GameResult;

use crate::error::CommandError;

use super::args::ForecastArgs;

/// Half points in a point.
const HALVES: f64 = 2.0;

/// A position of a game, and the result of the game.
#[derive(Clone, Debug)]
pub(super) struct PredictionCase {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    pub(super) moves: Vec<Point>,
    /// Points of the side to move: 1, a half or 0.
    pub(super) points: f64,
    /// The number of its game among all games, from one.
    pub(super) game: usize,
}

impl PredictionCase {
    /// The position.
    pub(super) fn position(&self) -> Result<Position, EngineError> {
        let moves = self.moves.iter().copied();
        Ok(Position::from_moves(self.size, self.rule, moves)?)
    }
}

/// A game that has ended, without a fault.
#[derive(Debug)]
pub(super) struct EndedGame {
    /// Its number: in the schedule for a game of a tournament, else in the file, from one.
    pub(super) number: usize,
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    pub(super) moves: Vec<Point>,
    /// Number of moves that were given and not chosen.
    pub(super) opening: usize,
    pub(super) result: GameResult,
}

/// Chooses positions of some games.
#[derive(Debug)]
pub(super) struct Sampler<'a> {
    args: &'a ForecastArgs,
    rng: Rng,
    cases: Vec<PredictionCase>,
    /// Games so far.
    games: usize,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(args: &'a ForecastArgs) -> Self {
        Self {
            args,
            rng: Rng::new(args.seed),
            cases: Vec::new(),
            games: 0,
        }
    }

    /// Adds positions of a game.
    pub(super) fn add(&mut self, path: &Path, game: &EndedGame) -> Result<(), CommandError> {
        let EndedGame {
            rule, size, moves, ..
        } = game;
        let open = open_positions(*size, *rule, moves).map_err(|number| {
            CommandError::input(format!(
                "game {} of '{}': move {number} cannot be played",
                game.number,
                path.shown()
            ))
        })?;
        self.games += 1;
        for count in self.chosen(open, game.opening, moves.len()) {
            let to_move = Side::BOTH[count % 2];
            self.cases.push(PredictionCase {
                rule: *rule,
                size: *size,
                moves: moves[..count].to_vec(),
                points: f64::from(game.result.half_points(to_move)) / HALVES,
                game: self.games,
            });
        }
        Ok(())
    }

    /// Chooses positions of a game of `end` moves, by the number of moves before them. `counts` are those in which neither
    /// side can make five at once.
    fn chosen(&mut self, mut counts: Vec<usize>, opening: usize, end: usize) -> Vec<usize> {
        if self.args.after_opening {
            return (opening < end).then_some(opening).into_iter().collect();
        }
        let (stones, left) = (&self.args.stones.0, &self.args.left.0);
        counts.retain(|&count| {
            count >= opening && stones.contains(&count) && left.contains(&(end - count))
        });
        self.rng.shuffle(&mut counts);
        counts.truncate(self.args.per_game);
        counts
    }

    /// The chosen positions, at most the wanted number.
    pub(super) fn finish(mut self) -> Result<Vec<PredictionCase>, CommandError> {
        self.rng.shuffle(&mut self.cases);
        self.cases.truncate(self.args.positions);
        if self.cases.is_empty() {
            return Err(CommandError::input(
                "no position counts: the games are too short, have no result, or all had faults",
            ));
        }
        Ok(self.cases)
    }
}

/// The numbers of moves after which neither side can make five at once. The error is the number of a move that cannot be
/// played.
fn open_positions(size: BoardSize, rule: Rule, moves: &[Point]) -> Result<Vec<usize>, usize> {
    let mut board = Board::new(size, rule);
    let mut open = Vec::new();
    for (number, &point) in (1..).zip(moves) {
        if !size.contains(point) || !board.is_empty(point) {
            return Err(number);
        }
        board.make(point);
        if !board.offers_five() {
            open.push(number);
        }
    }
    Ok(open)
}
