//! Texts of which each line is a game or a position of its own: moves, rows of tables, links and lines of the page.

use std::collections::HashSet;

use kagetsu_gomoku::geometry::BoardSize;

use crate::read_options::ReadOptions;
use crate::text_forms::error::PositionTextError;
use crate::text_forms::{block, link, move_list, page_line, table};

use super::error::ReadFault;
use super::game::ReadGame;
use super::kind::Kind;

/// The lines that say something, with their numbers from one.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| {
        !line.trim().is_empty() && (!move_list::is_comment(line) || link::is_link(line.trim()))
    })
}

/// The first line that says something.
pub(super) fn first(text: &str) -> Option<&str> {
    content_lines(text).next().map(|(_, line)| line.trim())
}

/// Are the lines of a list of moves one game? They are if they are numbered on, or hold one move each, all different.
pub(super) fn are_one_game(text: &str) -> bool {
    let mut lines = content_lines(text).peekable();
    if lines
        .peek()
        .is_none_or(|(_, line)| move_list::leading_number(line) != Some(1))
    {
        return are_single_moves(text);
    }
    let mut last = 0;
    lines.all(|(_, line)| {
        let number = move_list::leading_number(line).filter(|&number| number > last);
        last = number.unwrap_or(last);
        number.is_some()
    })
}

fn are_single_moves(text: &str) -> bool {
    let mut seen = HashSet::new();
    let most = BoardSize::MAX_AREA;
    let all = content_lines(text).take(most + 1).all(|(_, line)| {
        let word = line.trim();
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let is_name =
            word.len() == digits + 1 && word.starts_with(|sign: char| sign.is_ascii_alphabetic());
        let is_pair = word.split_once(',').is_some_and(|(x, y)| {
            [x, y]
                .iter()
                .all(|part| part.trim().parse::<usize>().is_ok())
        });
        (is_name && digits > 0 || is_pair) && seen.insert(word.to_ascii_lowercase())
    });
    all && seen.len() > 1 && seen.len() <= most
}

/// One game or position in one of the forms of a line, or a link with it.
pub(super) fn read(line: &str, options: ReadOptions) -> Result<ReadGame, ReadFault> {
    let line = line.trim();
    if !link::is_link(line) {
        return read_form(line, options);
    }
    let inner = link::position_of(line).filter(|inner| !link::is_link(inner));
    let game = read_form(&inner.ok_or(ReadFault::Link)?, options)?;
    Ok(ReadGame {
        kind: Kind::Link,
        ..game
    })
}

fn read_form(line: &str, options: ReadOptions) -> Result<ReadGame, ReadFault> {
    if block::is_block(line, line) {
        return Ok(ReadGame::of_block(block::parse(line, options)?));
    }
    if page_line::is_page_line(line) {
        let (start, steps) = page_line::parse(line, options)?;
        return Ok(ReadGame {
            has_rule: true,
            ..ReadGame::new(Kind::PageLine, start, steps)
        });
    }
    if table::is_row(line) {
        let (id, position) = table::parse(line, options)?;
        return Ok(ReadGame {
            id: Some(id),
            ..ReadGame::new(Kind::Table, position, Vec::new())
        });
    }
    Ok(moves(line, options)?)
}

/// A game of moves.
pub(super) fn moves(text: &str, options: ReadOptions) -> Result<ReadGame, PositionTextError> {
    let start = options.empty_board();
    let steps = move_list::read(text, options.rows, start.size())?;
    Ok(ReadGame::new(Kind::Moves, start, steps))
}
