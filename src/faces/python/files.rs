//! Files of games, and datasets as the bytes of arrays.

use std::path::PathBuf;

use kagetsu_gomoku::board::Side;
use kagetsu_notation::reader::{ReadOptions, Source};
use kagetsu_notation::record::GameResult;
use kagetsu_training::dataset::DatasetReader;
use pyo3::types::{PyBytes, PyDict, PyDictMethods};
use pyo3::{Bound, PyResult, Python, pyclass, pyfunction};

use crate::board::Board;
use crate::value_error;

/// The score of a position of a game without scores: no score is so low.
const NO_SCORE: i16 = i16::MIN;

/// A game that was read. Whether its moves are legal is not looked at.
#[pyclass(module = "kagetsu", frozen, get_all)]
pub(crate) struct Game {
    /// Where it begins: usually the empty board.
    start: Board,
    /// The moves, `None` for a pass.
    moves: Vec<Option<String>>,
    /// The players, as far as the text names them.
    black: Option<String>,
    white: Option<String>,
    /// `black`, `white` or `draw`; `None` where the text tells none.
    result: Option<&'static str>,
}

/// The games of a text: SGF, psq, PGN with moves, lists of moves and the other forms that the program reads.
#[pyfunction]
pub(crate) fn read_games(text: &str) -> PyResult<Vec<Game>> {
    let source = Source::of_text(text);
    let options = ReadOptions::default();
    source
        .games(&options)
        .map(|game| {
            let game = game.map_err(value_error)?;
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
            Ok(Game {
                start,
                moves,
                black,
                white,
                result,
            })
        })
        .collect()
}

/// Bytes of the numbers of a list.
fn bytes<T, const N: usize>(list: &[T], bytes_of: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    list.iter().flat_map(bytes_of).collect()
}

/// The positions of a dataset of `datagen` as the bytes of little-endian arrays, for the side to move: `stones` (1 own, -1 the
/// other's), `move` (the cell, row by row), `score`, `result` (1, 0, -1), `game`; and `shape`, `rule`.
#[pyfunction]
pub(crate) fn read_dataset(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let reader = DatasetReader::open(&path).map_err(value_error)?;
    let (rule, size) = (reader.header().rule, reader.header().size);
    let (mut stones, mut moves, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    let (mut results, mut games) = (Vec::new(), Vec::new());
    for (number, game) in (0_u32..).zip(reader) {
        let game = game.map_err(value_error)?;
        let mut cells = vec![0_i8; size.area()];
        let mut side = Side::Black;
        let sign = |side: Side| if side == Side::Black { 1 } else { -1 };
        let cell = |point: kagetsu_gomoku::geometry::Point| point.y() * size.width() + point.x();
        for &point in &game.opening {
            cells[cell(point)] = sign(side);
            side = side.opponent();
        }
        for ply in &game.plies {
            stones.extend(
                cells
                    .iter()
                    .map(|stone| (stone * sign(side)).cast_unsigned()),
            );
            moves.push(cell(ply.point) as i16);
            scores.push(if game.scored { ply.score } else { NO_SCORE });
            results.push((2.0 * game.result.points(side) - 1.0) as i8);
            games.push(number);
            cells[cell(ply.point)] = sign(side);
            side = side.opponent();
        }
    }
    let arrays = PyDict::new(py);
    arrays.set_item("rule", rule.name())?;
    arrays.set_item("shape", (moves.len(), size.height(), size.width()))?;
    arrays.set_item("stones", PyBytes::new(py, &stones))?;
    arrays.set_item(
        "move",
        PyBytes::new(py, &bytes(&moves, |&cell| cell.to_le_bytes())),
    )?;
    arrays.set_item(
        "score",
        PyBytes::new(py, &bytes(&scores, |score: &i16| score.to_le_bytes())),
    )?;
    arrays.set_item(
        "result",
        PyBytes::new(py, &bytes(&results, |result: &i8| result.to_le_bytes())),
    )?;
    arrays.set_item(
        "game",
        PyBytes::new(py, &bytes(&games, |game: &u32| game.to_le_bytes())),
    )?;
    Ok(arrays)
}
