//! A dataset as numpy arrays: a folder of `.npy` files with one entry for each position.

use std::fs;
use std::io;
use std::path::Path;

use crate::error::CommandError;
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::Outputs;
use kagetsu_training::dataset::TrainingGame;

use super::npy::Array;

/// Values of the stones in a position, for the side to move.
const OWN: i8 = 1;
const OTHER: i8 = -1;
/// Where there is no score, in a game without scores or without a second label: no score is so low.
const NO_SCORE: i16 = i16::MIN;

/// The arrays of a folder, filled position by position.
pub(super) struct Arrays {
    size: BoardSize,
    /// Positions, rows, columns: the stones.
    stones: Array<i8>,
    /// The cell of the move, row by row.
    moves: Array<i16>,
    scores: Array<i16>,
    /// The scores of the second labels.
    deeper: Array<i16>,
    results: Array<i8>,
    /// Whether the move was the best that the search found.
    best: Array<bool>,
    /// The number of the game.
    games: Array<u32>,
    count: u32,
}

impl Arrays {
    /// Makes the folder and the arrays for this number of positions.
    pub(super) fn create(
        folder: &Path,
        outputs: &mut Outputs,
        size: BoardSize,
        positions: u64,
    ) -> Result<Self, CommandError> {
        if !folder.is_dir() {
            fs::create_dir(folder).map_err(CommandError::uncreated(folder.shown()))?;
        }
        let mut file = |name: &str| outputs.begin(&folder.join(name).with_extension("npy"));
        let list = [positions];
        let planes = [positions, size.height() as u64, size.width() as u64];
        Ok(Self {
            size,
            stones: Array::new(file("stones")?, &planes)?,
            moves: Array::new(file("move")?, &list)?,
            scores: Array::new(file("score")?, &list)?,
            deeper: Array::new(file("deeper")?, &list)?,
            results: Array::new(file("result")?, &list)?,
            best: Array::new(file("is_best")?, &list)?,
            games: Array::new(file("game")?, &list)?,
            count: 0,
        })
    }

    /// Adds the positions of a game.
    pub(super) fn add(&mut self, game: &TrainingGame) -> io::Result<()> {
        let mut cells: Vec<Option<Side>> = vec![None; self.size.area()];
        let mut side = Side::Black;
        for &point in &game.opening {
            cells[self.cell(point)] = Some(side);
            side = side.opponent();
        }
        for ply in &game.plies {
            for stone in &cells {
                self.stones.push(match stone {
                    None => 0,
                    Some(owner) if *owner == side => OWN,
                    Some(_) => OTHER,
                })?;
            }
            let cell = self.cell(ply.point);
            self.moves.push(cell as i16)?;
            self.scores
                .push(if game.scored { ply.score } else { NO_SCORE })?;
            let deeper = ply.deeper.first().map(|best| best.score);
            self.deeper.push(deeper.unwrap_or(NO_SCORE))?;
            // 1 for a win, 0 for a draw, -1 for a loss.
            let result = 2.0 * game.result.points(side) - 1.0;
            self.results.push(result as i8)?;
            self.best.push(ply.is_best)?;
            self.games.push(self.count)?;
            cells[cell] = Some(side);
            side = side.opponent();
        }
        self.count += 1;
        Ok(())
    }

    /// Closes the files and returns the number of games. None takes its place before all are complete.
    pub(super) fn finish(self) -> Result<u32, CommandError> {
        let files = [
            self.stones.complete()?,
            self.moves.complete()?,
            self.scores.complete()?,
            self.deeper.complete()?,
            self.results.complete()?,
            self.best.complete()?,
            self.games.complete()?,
        ];
        for file in files {
            file.finish()?;
        }
        Ok(self.count)
    }

    const fn cell(&self, point: Point) -> usize {
        point.y() * self.size.width() + point.x()
    }
}
