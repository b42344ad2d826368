//! Positions as a BOARD block of the Gomocup protocol, read by the words of the protocol itself.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::gomocup::{
    BlockEntry, BoardBlock, CellOwner, EntryForm, Pair, join_commas, own_side, parse_number,
    parse_setting, parse_size, split_verb,
};
use kagetsu_kernel::quote;

use crate::read_options::ReadOptions;

use super::error::{PositionTextError, at};

/// Commands of the protocol that begin a block, or with which a text may begin before it.
const BEGINNINGS: [&str; 2] = ["BOARD", YIXIN_BEGINNING];
/// The one of Yixin-Board.
const YIXIN_BEGINNING: &str = "YXBOARD";
const BEFORE: [&str; 4] = ["START", "RECTSTART", "INFO", "RESTART"];
const END: &str = "DONE";
/// Most words of a text that are looked at for a block.
const MAX_WORDS: usize = 2000;

fn is_one_of(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Does a text that says something first on this line hold a block?
pub(crate) fn is_block(text: &str, line: &str) -> bool {
    let has_word = |names: &[&str]| {
        let mut words = text.split_whitespace().take(MAX_WORDS);
        words.any(|word| is_one_of(word, names))
    };
    let word = first_word(line);
    is_one_of(word, &BEGINNINGS)
        || is_one_of(word, &BEFORE) && has_word(&BEGINNINGS)
        || has_word(&[END]) && begins_with_entry(line)
}

/// Does the line begin with three numbers with commas between them?
fn begins_with_entry(line: &str) -> bool {
    let joined = join_commas(line);
    let numbers: Option<Vec<i64>> = first_word(&joined).split(',').map(parse_number).collect();
    numbers.is_some_and(|numbers| numbers.len() == 3)
}

/// Does a block end on the line on which it begins?
pub(crate) fn is_one_line(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let begins = |line: &str| is_one_of(first_word(line), &BEGINNINGS);
    begins(first) && split_at(first, &[END]).is_some() && lines.next().is_some_and(begins)
}

/// What stands before and after the first of these words.
fn split_at<'t>(text: &'t str, names: &[&str]) -> Option<(&'t str, &'t str)> {
    let mut begin = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let end = begin + word.len();
        if is_one_of(word.trim_end(), names) {
            return Some((&text[..begin], &text[end..]));
        }
        begin = end;
    }
    None
}

/// The commands of a text, of which several may stand on a line.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines() {
        for (index, word) in line.split_whitespace().enumerate() {
            match commands.last_mut() {
                Some(command) if index > 0 && !is_one_of(word, &BEFORE) => {
                    command.extend([" ", word]);
                }
                _ => commands.push(word.to_string()),
            }
        }
    }
    commands
}

/// What the commands before a block say of the board and the rule, and whether they name one. Others are passed over. `rule` is
/// the rule of a number.
fn settings(
    text: &str,
    options: ReadOptions,
    rule: fn(i64) -> Rule,
) -> Result<(ReadOptions, bool), PositionTextError> {
    let (mut found, mut told) = (options, None);
    for command in commands(text) {
        let (verb, arguments) = split_verb(&command);
        match verb.as_str() {
            "START" | "RECTSTART" => {
                let sides = parse_size(arguments).and_then(cell);
                let (width, height) =
                    sides.ok_or_else(|| PositionTextError::Start(quote(&command)))?;
                found.size = Some(BoardSize::new(width, height)?);
            }
            "INFO" => {
                let setting = parse_setting(arguments)
                    .filter(|&(key, number)| key.eq_ignore_ascii_case("rule") && number >= 0);
                told = setting.map(|(_, number)| rule(number)).or(told);
            }
            _ => {}
        }
    }
    found.rule = told.or(found.rule);
    Ok((found, told.is_some()))
}

/// Does a command show that the manager speaks as Yixin-Board does, whose rules have other numbers?
fn is_yixin(command: &str) -> bool {
    let (verb, arguments) = split_verb(command);
    let key = parse_setting(arguments).map(|(key, _)| key);
    let tells_detail = key.is_some_and(|key| key.eq_ignore_ascii_case("show_detail"));
    verb.starts_with("YX") || verb == "INFO" && tells_detail
}

/// The two numbers, if neither is negative.
fn cell(Pair { first, second }: Pair) -> Option<(usize, usize)> {
    usize::try_from(first)
        .ok()
        .zip(usize::try_from(second).ok())
}

/// A block that was read.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) position: Position,
    /// A command before it names the rule.
    pub(crate) has_rule: bool,
}

/// Reads a block, with or without its first word, and with the commands that managers send before it.
pub(crate) fn parse(text: &str, options: ReadOptions) -> Result<Block, PositionTextError> {
    let (before, block) = split_at(text, &BEGINNINGS).unwrap_or(("", text));
    let begins_so = first_word(&text[before.len()..]).eq_ignore_ascii_case(YIXIN_BEGINNING);
    let rule = if begins_so || commands(before).iter().any(|command| is_yixin(command)) {
        Rule::of_yixin
    } else {
        Rule::of_mask
    };
    let (options, has_rule) = settings(before, options, rule)?;
    let (entries, after) = split_at(block, &[END]).ok_or(PositionTextError::NoDone)?;
    if !first_word(after).is_empty() {
        return Err(PositionTextError::AfterDone(quote(first_word(after))));
    }
    let mut block = BoardBlock::default();
    block.read(entries, EntryForm::Owned);
    if let Some(fault) = block.fault {
        return Err(PositionTextError::Entry(fault));
    }
    let owners = block.entries.iter().filter_map(|entry| entry.owner);
    let own = options.side.unwrap_or_else(|| own_side(owners));
    let mut position = options.empty_board();
    // A pass counts as a turn and lays no stone.
    for &BlockEntry { pair, owner } in block
        .entries
        .iter()
        .filter(|entry| entry.pair != Pair::PASS)
    {
        let word = format!("{},{}", pair.first, pair.second);
        let point = point(pair, position.size(), &word)?;
        match owner {
            Some(CellOwner::Own) => position.place(point, own),
            Some(CellOwner::Opponent) => position.place(point, own.opponent()),
            Some(CellOwner::Nobody) | None => position.block(point),
        }
        .map_err(at(&word))?;
    }
    position.set_side_to_move(own);
    Ok(Block { position, has_rule })
}

fn point(pair: Pair, size: BoardSize, word: &str) -> Result<Point, PositionTextError> {
    let point = cell(pair).and_then(|(x, y)| size.point(x, y));
    point.ok_or_else(|| PositionTextError::OffBoard {
        point: word.to_string(),
        size,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_kernel::Side;

    fn read(text: &str) -> Result<Position, PositionTextError> {
        let first = text.lines().next().unwrap_or_default();
        assert!(is_block(text, first), "{text}");
        let block = parse(text, ReadOptions::default())?;
        assert_eq!(block.has_rule, text.contains("INFO rule"), "{text}");
        Ok(block.position)
    }

    #[test]
    fn a_block_is_read_as_the_protocol_reads_it() {
        for (text, size, stones, rule) in [
            (
                "START 20 15\nBOARD\n19,14,1\nDONE",
                (20, 15),
                1,
                Rule::Freestyle,
            ),
            ("RECTSTART 6,5\nBOARD\nDONE\n", (6, 5), 0, Rule::Freestyle),
            (
                "START 15\nINFO folder C:\\brain data\nINFO rule 4\nABOUT\nBOARD\n7, 7, 1\nDONE",
                (15, 15),
                1,
                Rule::Renju,
            ),
            (
                "START 9 INFO rule 1 board 7,7,1 8,8,2 done",
                (9, 9),
                2,
                Rule::Standard,
            ),
            ("7, 7, 1\n8, 8, 2\nDONE", (15, 15), 2, Rule::Freestyle),
            (
                "START 9\nINFO rule 3\nBOARD\nDONE",
                (9, 9),
                0,
                Rule::Standard,
            ),
            ("START 9\nINFO rule 6\nBOARD\nDONE", (9, 9), 0, Rule::Renju),
            (
                "START 9\nINFO rule 11\nBOARD\nDONE",
                (9, 9),
                0,
                Rule::CaroExact,
            ),
            (
                "START 9\nINFO rule 2\nyxboard\ndone",
                (9, 9),
                0,
                Rule::Renju,
            ),
            (
                "START 9\nINFO show_detail 0\nINFO rule 2\nBOARD\nDONE",
                (9, 9),
                0,
                Rule::Renju,
            ),
            (
                "START 9\nyxshowinfo\nINFO rule 2\nBOARD\nDONE",
                (9, 9),
                0,
                Rule::Renju,
            ),
            (
                "START 9\nINFO rule 2\nBOARD\nDONE",
                (9, 9),
                0,
                Rule::Freestyle,
            ),
        ] {
            let position = read(text).expect(text);
            let sides = (position.size().width(), position.size().height());
            let found = (sides, position.stones().len(), position.rule());
            assert_eq!(found, (size, stones, rule), "{text}");
        }
    }

    #[test]
    fn a_pass_counts_as_a_turn() {
        let position = read("-1,-1,2\n7,7,2\n8,8,1\nDONE").expect("a block");
        let stones = position.stones();
        assert_eq!((stones.len(), stones[0].1), (2, Side::Black));
        assert_eq!(position.side_to_move(), Side::White);
    }

    #[test]
    fn a_board_that_there_is_not_is_refused() {
        for (text, words) in [
            ("START x\nBOARD\nDONE", "'START x' names no board"),
            ("START -5\nBOARD\nDONE", "'START -5' names no board"),
            ("BOARD\n-1,0,1\nDONE", "the point -1,0 is not on"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.contains(words), "{fault}");
        }
    }
}
