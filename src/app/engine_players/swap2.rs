//! The opening procedure Swap2 between a game at the table and an engine: what its answer to `SWAP2BOARD` means.

use kagetsu_arena::swap2::Choice as Swap2Choice;
use kagetsu_play::game::{Ask, Choice, Colour, Game, Step};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::player::OutsideFault;

use super::conversation::spot;

/// The steps that the answer means. Its word for exchanging means that the engine takes Black, one stone that it takes White.
pub(super) fn swap2_steps(game: &Gomoku, answer: Swap2Choice) -> Result<Vec<Step>, OutsideFault> {
    let own = game.colour(game.to_act());
    let take = |colour| {
        Step::Choose(if own == colour {
            Choice::Keep
        } else {
            Choice::Swap
        })
    };
    let points = match answer {
        Swap2Choice::Swap => return Ok(vec![take(Colour::Black)]),
        Swap2Choice::Place(points) => points,
    };
    let mut steps = match (game.ask(), points.len()) {
        (Ask::Choose(_), 1) => vec![take(Colour::White)],
        (Ask::Choose(_), _) => vec![Step::Choose(Choice::PlaceTwo)],
        _ => Vec::new(),
    };
    for point in points {
        steps.push(Step::stone(spot(point)?));
    }
    Ok(steps)
}
