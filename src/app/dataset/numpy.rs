//! A dataset as numpy arrays: a folder of `.npy` files with one entry for each position.

use std::fs;
use std::io;
use std::path::Path;

use crate::error::CommandError;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::Outputs;
use kagetsu_training::dataset::TrainingGame;

use super::npy::Array;

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
        for position in game.positions(self.size) {
            for stone in position.stones {
                self.stones.push(stone)?;
            }
            self.moves.push(position.cell)?;
            self.scores.push(position.score)?;
            self.deeper.push(position.deeper)?;
            self.results.push(position.result)?;
            self.best.push(position.is_best)?;
            self.games.push(self.count)?;
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
}
