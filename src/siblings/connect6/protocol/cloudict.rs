//! The dialect of Cloudict: stones may be set one turn at a time with `black` and `white`, and `next` asks for the turn
//! of whoever is to move.

use super::super::board::Side;
use super::super::game::Game;
use super::super::geometry::{Cell, SIZE};
use super::super::turn::Turn;
use super::session::{Action, LineError, Session, Setting, quoted, side_of};

const WORDS: &str = "name, new black|white, move XXXX, black XXXX, white XXXX, next, depth D, vcf, unvcf, print, stop, quit";
/// Deepest search that can be asked for, in turns.
const MAX_DEPTH: u32 = 9;

pub(super) fn line(
    session: &mut Session,
    verb: &str,
    argument: &str,
) -> Result<Vec<Action>, LineError> {
    let unknown = || LineError::Unknown(quoted(verb, argument));
    match verb {
        "name" => Ok(vec![Action::Say(format!("name {}", session.name))]),
        "new" => Ok(session.begin(side_of(argument).ok_or_else(unknown)?)),
        "move" => session.opponent_plays(argument),
        "black" => set(session, Side::Black, argument),
        "white" => set(session, Side::White, argument),
        "next" if session.game.ending().is_none() => {
            session.own = Some(session.game.board().side());
            Ok(vec![Action::Think])
        }
        "next" => Err(LineError::NoGame),
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
fn set(session: &mut Session, side: Side, text: &str) -> Result<Vec<Action>, LineError> {
    let turn = Turn::parse(text)?;
    if session.game.board().side() != side {
        return Err(LineError::OutOfTurn(side));
    }
    session.game.play(turn)?;
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
