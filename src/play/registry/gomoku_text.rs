//! A position of gomoku as one line of text: rule, size, set-up stones if there are any, and the moves, such as
//! `renju 15 h8 i9 j10`. Set-up stones stand before the moves as `black:h8,i9 white:j10 to-move:white`.

use crate::game::{Colour, Refusal, Step};
use crate::gomoku::{Gomoku, Setup};
use crate::session::PlayedStep;

/// A turn without a stone.
const PASS: &str = "pass";
const TO_MOVE: &str = "to-move";

/// The position of a game with the moves that led to it.
pub(super) fn write(setup: &Setup, game: &Gomoku, taken: &[PlayedStep]) -> String {
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
        parts.push(format!("{TO_MOVE}:{}", setup.to_move.name()));
    }
    for taken in taken {
        match taken.step {
            Step::Move(spots) | Step::Pick(spots) => parts.push(game.name(spots.last())),
            Step::Pass => parts.push(PASS.to_string()),
            Step::Choose(_) | Step::Announce(_) | Step::Offer(_) => {}
        }
    }
    parts.join(" ")
}

fn size(text: &str) -> Option<(u8, u8)> {
    match text.split_once('x') {
        Some((width, height)) => Some((width.parse().ok()?, height.parse().ok()?)),
        None => text.parse().ok().map(|side| (side, side)),
    }
}

/// Reads what [`write()`] has written.
///
/// # Errors
/// [`Refusal`]; whether the moves are legal is not looked at.
pub(super) fn read(text: &str) -> Result<(Setup, Vec<Step>), Refusal> {
    let mut words = text.split_whitespace();
    let wrong = |part: &str| Refusal::TextPart(part.to_string());
    let (Some(rule), Some(side)) = (words.next(), words.next()) else {
        return Err(Refusal::NoGame);
    };
    let rule = rule.parse().map_err(|_| wrong(rule))?;
    let (width, height) = size(side).ok_or_else(|| wrong(side))?;
    let mut setup = Setup {
        height,
        ..Setup::square(rule, width)
    };
    // Names of points depend on the height of the board only.
    let board = Gomoku::start(&setup).map_err(|_| wrong(side))?;
    let point = |name: &str| board.read_spot(name).map_err(|_| wrong(name));
    let mut steps = Vec::new();
    for word in words {
        match word.split_once(':') {
            Some((TO_MOVE, side)) => {
                setup.to_move = side.parse().map_err(|_| wrong(word))?;
            }
            Some((owner, names)) => {
                let owner = owner.parse().map_err(|_| wrong(word))?;
                for name in names.split(',') {
                    setup.stones.push((point(name)?, owner));
                }
            }
            None if word == PASS => steps.push(Step::Pass),
            None => steps.push(Step::stone(point(word)?)),
        }
    }
    Ok((setup, steps))
}
