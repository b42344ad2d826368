//! Games and positions as plain text: a game of moves on each line, or one position as a picture or a BOARD block.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_notation::position_text::{PositionDefaults, parse_position};

use super::game::{SourceGame, UnusableGame};

/// Side of the board when nothing says it.
const DEFAULT_SIDE: usize = 15;

/// Reads a text. Empty lines and those that begin with `#` are left out. The number of a game is that of its line.
pub(super) fn read(
    text: &str,
    defaults: PositionDefaults,
) -> Vec<(usize, Result<SourceGame, UnusableGame>)> {
    if is_one_position(text) {
        let game = parse_position(text, defaults)
            .map_err(UnusableGame::from)
            .and_then(|start| SourceGame::new(start, Vec::new()));
        return vec![(1, game)];
    }
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, read_moves(line, defaults)))
        .collect()
}

/// Only moves have letters and numbers, and no dots.
fn is_one_position(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next().is_some_and(|first| {
        let word = first.split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case("BOARD")
            || first.contains('.')
            || !first.contains(|sign: char| sign.is_ascii_digit() || sign == '#')
    })
}

fn read_moves(line: &str, defaults: PositionDefaults) -> Result<SourceGame, UnusableGame> {
    let size = match defaults.size {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    let moves = Rows::FromBottom.parse_moves(line, size)?;
    SourceGame::new(Position::new(size, defaults.rule), moves)
}
