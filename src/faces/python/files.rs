//! Files of games, and datasets as the bytes of arrays.

use std::path::PathBuf;

use kagetsu_kernel::StopSignal;
use kagetsu_notation::reader::{ReadGame, ReadOptions, Source};
use kagetsu_notation::record::GameResult;
use kagetsu_training::dataset::{DatasetReader, ReadDatasetError};
use pyo3::types::{PyByteArray, PyDict, PyDictMethods, PyTuple};
use pyo3::{Bound, IntoPyObject, PyResult, Python, pyclass, pyfunction, pymethods};

use crate::board::Board;
use crate::value_error;
use crate::waiting::interruptible;

/// A game that was read. Whether its moves are legal is not looked at.
#[pyclass(module = "kagetsu", frozen, get_all, new = "from_fields")]
pub(crate) struct Game {
    /// Where it begins: usually the empty board.
    start: Board,
    /// The moves, `None` for a pass.
    moves: Vec<Option<String>>,
    /// The players, as far as the text names them.
    black: Option<String>,
    white: Option<String>,
    /// `black`, `white` or `draw`; `None` where the text tells none.
    result: Option<String>,
}

impl Game {
    fn of(game: ReadGame) -> Self {
        let start = Board::of(game.start);
        let name = |point| start.name(point);
        let moves = game.steps.iter().map(|step| step.map(name)).collect();
        let [black, white] = game.names;
        let result = match game.result {
            Some(GameResult::Black) => Some("black"),
            Some(GameResult::White) => Some("white"),
            Some(GameResult::Draw) => Some("draw"),
            Some(GameResult::Unfinished) | None => None,
        };
        Self {
            start,
            moves,
            black,
            white,
            result: result.map(str::to_owned),
        }
    }
}

#[pymethods]
impl Game {
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let start = self.start.clone();
        (start, &self.moves, &self.black, &self.white, &self.result).into_pyobject(py)
    }
}

/// The games of a text: SGF, psq, PGN with moves, lists of moves and the other forms that the program reads.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, text: &str) -> PyResult<Vec<Game>> {
    interruptible(py, &StopSignal::new(), |stop| {
        let source = Source::of_text(text);
        let games = source.games(&ReadOptions::default());
        games
            .take_while(|_| !stop.is_raised())
            .map(|game| game.map(Game::of).map_err(value_error))
            .collect()
    })?
}

/// The positions of a dataset, as the arrays have them.
#[derive(Default)]
struct Positions {
    stones: Vec<u8>,
    moves: Vec<i16>,
    scores: Vec<i16>,
    results: Vec<i8>,
    games: Vec<u32>,
}

impl Positions {
    /// Reads them, until the signal.
    fn read(reader: DatasetReader, stop: &StopSignal) -> Result<Self, ReadDatasetError> {
        let size = reader.header().size;
        let mut positions = Self::default();
        for (number, game) in (0_u32..).zip(reader) {
            if stop.is_raised() {
                break;
            }
            for position in game?.positions(size) {
                let stones = position.stones.into_iter();
                positions.stones.extend(stones.map(i8::cast_unsigned));
                positions.moves.push(position.cell);
                positions.scores.push(position.score);
                positions.results.push(position.result);
                positions.games.push(number);
            }
        }
        Ok(positions)
    }
}

/// Bytes of the numbers of a list.
fn bytes<T: Copy, const N: usize>(list: &[T], bytes_of: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    list.iter().flat_map(|&number| bytes_of(number)).collect()
}

/// The positions of a dataset of `datagen` as the bytes of little-endian arrays, for the side to move: `stones` (1 own, -1 the
/// other's), `move` (the cell, row by row), `score`, `result` (1, 0, -1), `game`; and the `shape` of `stones`.
#[pyfunction]
pub(crate) fn read_dataset(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let reader = DatasetReader::open(&path).map_err(value_error)?;
    let size = reader.header().size;
    let read = interruptible(py, &StopSignal::new(), |stop| Positions::read(reader, stop))?;
    let read = read.map_err(value_error)?;
    let arrays = PyDict::new(py);
    arrays.set_item("shape", (read.moves.len(), size.height(), size.width()))?;
    // Arrays may be written to, and so may these bytes.
    let put = |name: &str, bytes: &[u8]| arrays.set_item(name, PyByteArray::new(py, bytes));
    put("stones", &read.stones)?;
    put("move", &bytes(&read.moves, i16::to_le_bytes))?;
    put("score", &bytes(&read.scores, i16::to_le_bytes))?;
    put("result", &bytes(&read.results, i8::to_le_bytes))?;
    put("game", &bytes(&read.games, u32::to_le_bytes))?;
    Ok(arrays)
}
