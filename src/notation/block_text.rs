//! Positions as a BOARD block of the Gomocup protocol.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::position_input::{PositionDefaults, PositionTextError, at, empty_board};

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellOwner {
    Own,
    Opponent,
    Nobody,
}

fn parse_entry(word: &str, size: BoardSize) -> Result<(Point, CellOwner), PositionTextError> {
    let bad = || PositionTextError::Entry(word.to_string());
    let (point, owner) = word.rsplit_once(',').ok_or_else(bad)?;
    let owner = match owner {
        "1" => CellOwner::Own,
        "2" => CellOwner::Opponent,
        "3" => CellOwner::Nobody,
        _ => return Err(bad()),
    };
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    let (x, y) = point.split_once(',').ok_or_else(bad)?;
    let point = size.point(number(x)?, number(y)?);
    let off_board = || PositionTextError::OffBoard {
        entry: word.to_string(),
        size,
    };
    Ok((point.ok_or_else(off_board)?, owner))
}

/// Reads a block, with or without its first word.
pub(crate) fn parse(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let mut position = empty_board(defaults)?;
    let size = position.size();
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.eq_ignore_ascii_case("BOARD"));
    let mut entries = Vec::new();
    loop {
        let word = words.next().ok_or(PositionTextError::NoDone)?;
        if word.eq_ignore_ascii_case("DONE") {
            break;
        }
        entries.push((word, parse_entry(word, size)?));
    }
    if let Some(word) = words.next() {
        return Err(PositionTextError::AfterDone(word.to_string()));
    }
    let own = defaults.side.unwrap_or_else(|| own_side(&entries));
    for (word, (point, owner)) in entries {
        match owner {
            CellOwner::Own => position.place(point, own),
            CellOwner::Opponent => position.place(point, own.opponent()),
            CellOwner::Nobody => position.block(point),
        }
        .map_err(at(word))?;
    }
    position.set_side_to_move(own);
    Ok(position)
}

/// The side of the own stones: told from the counts, and from the first stone where these fit no game.
fn own_side(entries: &[(&str, (Point, CellOwner))]) -> Side {
    let count = |wanted| {
        entries
            .iter()
            .filter(|&&(_, (_, owner))| owner == wanted)
            .count()
    };
    let (own, opponent) = (count(CellOwner::Own), count(CellOwner::Opponent));
    let first = entries
        .iter()
        .find(|&&(_, (_, owner))| owner != CellOwner::Nobody);
    let moved_first = match first {
        _ if own == opponent => true,
        _ if own + 1 == opponent => false,
        Some(&(_, (_, owner))) => owner == CellOwner::Own,
        None => true,
    };
    if moved_first {
        Side::Black
    } else {
        Side::White
    }
}
