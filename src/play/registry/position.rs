//! A position as one line of text, which stands in links and is pasted. Gomoku begins with its rule, such as
//! `renju 15 h8 i9 j10`; the other games begin with their name: `reversi f5d6c3`, `connect6 j10 k11j9`,
//! `oxhorn 0-2 8-7`. At a table of Reversi a list of its moves may also stand alone.

use kagetsu_reversi::record::{self, parse_moves};

use crate::game::{Colour, Kind, Refusal, Step};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::session::{AnySetup, PlayedStep, Position, Session};
use crate::siblings::Reversi;

use super::gomoku_record;
use super::text_fault::of_reversi_moves;

/// The position of a session with the moves that led to it.
pub(crate) fn write(session: &Session) -> String {
    if let Some((setup, game)) = session.gomoku() {
        return write_gomoku(setup, game, session.steps());
    }
    let text = format!("{} {}", session.game().kind(), moves(session));
    text.trim().to_string()
}

/// That of a game of gomoku. Set-up stones stand before the moves, as in `black:h8,i9 white:j10 to-move:white`.
fn write_gomoku(setup: &Setup, game: &Gomoku, taken: &[PlayedStep]) -> String {
    let mut parts = vec![setup.rule.to_string()];
    parts.push(if setup.width == setup.height {
        setup.width.to_string()
    } else {
        format!("{}x{}", setup.width, setup.height)
    });
    for colour in Colour::BOTH {
        let own = setup.stones.iter().filter(|&&(_, owner)| owner == colour);
        let names: Vec<String> = own.map(|&(at, _)| game.name(at)).collect();
        if !names.is_empty() {
            parts.push(format!("{}:{}", colour.name(), names.join(",")));
        }
    }
    if setup.to_move != Colour::Black {
        parts.push(format!("to-move:{}", setup.to_move.name()));
    }
    for taken in taken {
        match taken.step {
            Step::Move(spots) | Step::Pick(spots) => parts.push(game.name(spots.last())),
            Step::Pass => parts.push("pass".to_string()),
            Step::Choose(_) | Step::Announce(_) | Step::Offer(_) => {}
        }
    }
    parts.join(" ")
}

/// The moves of a game other than gomoku.
pub(super) fn moves(session: &Session) -> String {
    let game = session.game();
    if let Some(game) = game.downcast_ref::<Reversi>() {
        return game.record().moves_text();
    }
    let steps = session.steps().iter().filter_map(|taken| match taken.step {
        Step::Move(spots) => Some(game.write_move(spots).replace(' ', "")),
        _ => None,
    });
    steps.collect::<Vec<String>>().join(" ")
}

/// Is it a list of moves of Reversi and nothing else, such as `f5d6c3` or `F5 D6`?
pub(super) fn is_reversi(text: &str) -> bool {
    let signs = text.bytes().filter(|sign| !sign.is_ascii_whitespace());
    let signs: Vec<u8> = signs.collect();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let may_be = !signs.is_empty() && signs.chunks(2).all(is_square);
    // The same letters and digits may be moves of gomoku.
    may_be && parse_moves(record::Position::START, text).is_ok()
}

/// Whether the text begins as a position does.
pub(crate) fn is_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word = first.starts_with(|sign: char| sign.is_ascii_alphabetic());
    is_word && (first.parse::<Rule>().is_ok() || first.parse::<Kind>().is_ok()) || is_reversi(text)
}

/// The position of a game of Reversi that begins as usual.
pub(super) fn of_reversi(game: &record::Game) -> Position {
    let setup = AnySetup::Plain {
        game: Kind::Reversi,
    };
    let steps = Reversi::steps(game);
    Position { setup, steps }
}

fn read_reversi(text: &str) -> Result<Position, Refusal> {
    let game = parse_moves(record::Position::START, text).map_err(of_reversi_moves)?;
    Ok(of_reversi(&game))
}

/// Reads what [`write()`] has written.
///
/// # Errors
/// [`Refusal`]; whether the moves are legal is looked at in Reversi alone.
pub(crate) fn read(text: &str) -> Result<Position, Refusal> {
    let text = text.trim();
    if is_reversi(text) {
        return read_reversi(text);
    }
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(game) = first.parse::<Kind>().ok().filter(|kind| !kind.has_setup()) else {
        return gomoku_record::read_line(text);
    };
    if game == Kind::Reversi {
        return read_reversi(rest);
    }
    let setup = AnySetup::Plain { game };
    let start = setup.start()?;
    let steps = rest.split_whitespace().map(|word| {
        let spots = start.read_move(word)?;
        Ok(Step::Move(spots))
    });
    let steps = steps.collect::<Result<_, Refusal>>()?;
    Ok(Position { setup, steps })
}
