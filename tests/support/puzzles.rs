//! Reader of the puzzles in `tests/data/puzzles`: positions in which the side to move wins by fours.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::Rows;
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;

use super::cases::parsed;

/// A position with a win by fours.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, with the side to move that wins.
    pub position: Position,
    /// Plies to the five at most.
    pub plies: usize,
}

fn read_puzzle(line: &str) -> Result<Puzzle, String> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[rule, board, turn, distance, moves] = fields.as_slice() else {
        return Err(format!("expected five fields: {line}"));
    };
    let options = ReadOptions {
        rule: Some(parsed(rule)?),
        size: Some(parsed(board)?),
        side: Some(parsed(turn)?),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    Ok(Puzzle {
        position: parse_position(moves, &options).map_err(|error| error.to_string())?,
        plies: parsed(distance)?,
    })
}

/// All stored puzzles.
///
/// # Errors
/// Quotes a line that is no puzzle.
pub fn puzzles() -> Result<Vec<Puzzle>, String> {
    [
        include_str!("../data/puzzles/freestyle.txt"),
        include_str!("../data/puzzles/standard.txt"),
        include_str!("../data/puzzles/renju.txt"),
        include_str!("../data/puzzles/caro.txt"),
        include_str!("../data/puzzles/caro-exact.txt"),
    ]
    .into_iter()
    .flat_map(str::lines)
    .filter(|line| !line.is_empty() && !line.starts_with('#'))
    .map(read_puzzle)
    .collect()
}
