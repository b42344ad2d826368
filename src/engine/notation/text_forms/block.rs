//! Positions as a BOARD block of the Gomocup protocol.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::input::{PositionDefaults, PositionTextError, at, empty_board};

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellOwner {
    Own,
    Opponent,
    Nobody,
}

/// Commands of the protocol that begin a block, or may stand before it.
const BEGINNINGS: [&str; 2] = ["BOARD", "YXBOARD"];
const BEFORE: [&str; 4] = ["START", "RECTSTART", "INFO", "RESTART"];
const END: &str = "DONE";

fn is_one_of(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Does a text whose first word is this one hold a block?
pub(crate) fn is_block(text: &str, word: &str) -> bool {
    let has_word = |names: &[&str]| {
        let mut words = text.split_whitespace().take(MAX_WORDS);
        words.any(|word| is_one_of(word, names))
    };
    is_one_of(word, &BEGINNINGS)
        || is_one_of(word, &BEFORE) && has_word(&BEGINNINGS)
        || parse_numbers(word).is_some() && has_word(&[END])
}

/// Most words of a text that are looked at for a block.
const MAX_WORDS: usize = 2000;

/// Does a block end on the line on which it begins?
pub(crate) fn is_one_line(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let ends = first.split_whitespace().any(|word| is_one_of(word, &[END]));
    let begins = first
        .split_whitespace()
        .next()
        .is_some_and(|word| is_one_of(word, &BEGINNINGS));
    begins
        && ends
        && lines.next().is_some_and(|next| {
            next.split_whitespace()
                .next()
                .is_some_and(|word| is_one_of(word, &BEGINNINGS))
        })
}

/// Three numbers with commas between them.
fn parse_numbers(word: &str) -> Option<()> {
    let mut parts = word
        .split(',')
        .map(|part| part.trim().parse::<usize>().is_ok());
    let are_three = parts.by_ref().take(3).filter(|&is| is).count() == 3;
    (are_three && parts.next().is_none()).then_some(())
}

/// What the commands before a block say of the board and the rule.
fn settings<'t>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    defaults: PositionDefaults,
) -> Result<PositionDefaults, PositionTextError> {
    let mut found = defaults;
    while let Some(word) = words.peek().copied() {
        if is_one_of(word, &BEGINNINGS) {
            words.next();
            break;
        }
        if is_one_of(word, &["START", "RECTSTART"]) {
            words.next();
            let text = words.next().unwrap_or_default();
            let sides = text.replace(',', "x");
            let size = sides
                .parse()
                .map_err(|_| PositionTextError::Entry(format!("{word} {text}")))?;
            found.size = Some(size);
        } else if word.eq_ignore_ascii_case("INFO") {
            words.next();
            let key = words.next().unwrap_or_default();
            let value =
                words.next_if(|word| !is_one_of(word, &BEFORE) && !is_one_of(word, &BEGINNINGS));
            let number = value.and_then(|value| value.parse().ok());
            if key.eq_ignore_ascii_case("rule")
                && let Some(rule) = number.and_then(Rule::from_number)
            {
                found.rule = rule;
            }
        } else if word.eq_ignore_ascii_case("RESTART") {
            words.next();
        } else {
            break;
        }
    }
    Ok(found)
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

/// Reads a block, with or without its first word, and with the commands that managers send before it.
pub(crate) fn parse(text: &str, defaults: PositionDefaults) -> Result<Position, PositionTextError> {
    let mut words = text.split_whitespace().peekable();
    let defaults = settings(&mut words, defaults)?;
    let mut position = empty_board(defaults)?;
    let size = position.size();
    let mut entries = Vec::new();
    loop {
        let word = words.next().ok_or(PositionTextError::NoDone)?;
        if is_one_of(word, &[END]) {
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
