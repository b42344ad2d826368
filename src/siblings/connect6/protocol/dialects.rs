//! A line of the other program, answered by the dialect that it speaks: here those of the SAU platform and of Cloudict,
//! whose turns are letters without separators.

use super::super::board::Side;
use super::super::game::Game;
use super::super::geometry::{Cell, SIZE};
use super::super::turn::Turn;
use super::gomocup;
use super::session::{Action, Answer, Dialect, Session, Setting, side_of, unknown};

/// The words of Cloudict's dialect.
const WORDS: &str = "name, new black|white, move XXXX, black XXXX, white XXXX, next, depth D, vcf, unvcf, print, stop, quit";
/// Deepest search that it can ask for, in turns.
const MAX_DEPTH: u32 = 9;

impl Session {
    /// Takes a line and says what is to be done.
    pub(crate) fn line(&mut self, line: &str) -> Vec<Action> {
        let words = line.trim_ascii();
        if words.is_empty() {
            return Vec::new();
        }
        // No line has a third word: what follows the second one makes it a wrong argument.
        let (verb, argument) = words
            .split_once(|sign: char| sign.is_ascii_whitespace())
            .unwrap_or((words, ""));
        let argument = argument.trim_ascii_start();
        let result = match self.dialect {
            Dialect::Sau => sau(self, verb, argument),
            Dialect::Cloudict => cloudict(self, verb, argument),
            Dialect::Gomocup => Ok(gomocup::line(self, line)),
        };
        result.unwrap_or_else(|error| vec![Action::Remark(error)])
    }

    /// Refuses a line that is not read: only Gomocup has words for that.
    pub(crate) fn refuse(&mut self, beginning: &str, fault: &str) -> Vec<Action> {
        match self.dialect {
            Dialect::Sau | Dialect::Cloudict => vec![Action::Remark(fault.to_owned())],
            Dialect::Gomocup => gomocup::refuse(self, beginning, fault),
        }
    }
}

/// Answers `name?`, `new black`, `new white`, `move XYXY`, `end`, `quit`, and words that concern other games.
fn sau(session: &mut Session, verb: &str, argument: &str) -> Answer {
    let unknown = || unknown(verb, argument);
    match verb {
        "name?" => Ok(vec![Action::Say(format!("name {}", session.name))]),
        "new" => Ok(session.begin(side_of(argument).ok_or_else(unknown)?)),
        "move" => session.opponent_plays(argument),
        "end" => {
            session.own = None;
            Ok(Vec::new())
        }
        "error" => Ok(vec![Action::Remark(
            "the platform refused our last turn".to_owned(),
        )]),
        // The host has ended the search at `stop`, and ends the talk at `quit`; the others belong to phantom Go.
        "stop" | "quit" | "accept" | "refuse" | "take" | "taked" => Ok(Vec::new()),
        _ => Err(unknown()),
    }
}

/// Answers Cloudict: stones may be set one turn at a time with `black` and `white`, and `next` asks for the turn of whoever
/// is to move.
fn cloudict(session: &mut Session, verb: &str, argument: &str) -> Answer {
    let unknown = || unknown(verb, argument);
    match verb {
        "name" => Ok(vec![Action::Say(format!("name {}", session.name))]),
        "new" => Ok(session.begin(side_of(argument).ok_or_else(unknown)?)),
        "move" => session.opponent_plays(argument),
        "black" => set(session, Side::Black, argument),
        "white" => set(session, Side::White, argument),
        "next" => {
            session.own = Some(session.game.board().side());
            Ok(session.think())
        }
        "depth" => match argument.parse() {
            Ok(depth @ 1..=MAX_DEPTH) => Ok(vec![Action::Set(Setting::Depth(depth))]),
            _ => Err(unknown()),
        },
        "vcf" => Ok(vec![Action::Set(Setting::Threats(true))]),
        "unvcf" => Ok(vec![Action::Set(Setting::Threats(false))]),
        "print" => Ok(picture(&session.game)
            .into_iter()
            .map(Action::Say)
            .collect()),
        "help" => Ok(vec![Action::Say(WORDS.to_owned())]),
        // The host has ended the search, and ends the talk at the last two.
        "stop" | "quit" | "exit" => Ok(Vec::new()),
        _ => Err(unknown()),
    }
}

/// Sets a turn of one side without an answer. We then play the other side.
fn set(session: &mut Session, side: Side, text: &str) -> Answer {
    session.take_turn(side, Turn::parse(text)?)?;
    session.own = Some(side.opponent());
    Ok(Vec::new())
}

/// The board as lines of text, row A first: `X` black, `O` white.
fn picture(game: &Game) -> Vec<String> {
    let letter = |along: usize| char::from(b'A' + along as u8);
    let sign = |cell: Cell| {
        let stone = Side::BOTH
            .into_iter()
            .find(|&side| game.board().stones(side).contains(cell.index()));
        match stone {
            Some(Side::Black) => 'X',
            Some(Side::White) => 'O',
            None => '.',
        }
    };
    let row = |row: usize| {
        let signs = (0..SIZE)
            .filter_map(|column| Cell::at(column, row))
            .map(sign);
        format!("{} {}", letter(row), signs.collect::<String>())
    };
    let head = format!("  {}", (0..SIZE).map(letter).collect::<String>());
    std::iter::once(head).chain((0..SIZE).map(row)).collect()
}
