//! Games of gomoku for SGF, which holds every board, stones that lay there before the first move, and passes.

use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::{SgfRoot, WinKind, write_sgf_moves};

use crate::game::{Colour, Game, Refusal, Step};
use crate::gomoku::{Gomoku, Setup};
use crate::opening::Procedure;
use crate::session::Session;

use super::format::refused_at;

/// What a file says of a game.
#[derive(Clone, Debug)]
pub(crate) struct GomokuSgf {
    /// What the root says.
    pub root: SgfRoot,
    /// The moves of the game; no point is a pass.
    pub moves: Vec<(Colour, Option<Point>)>,
    /// Stones at its beginning that the players did not choose freely.
    pub opening: usize,
}

impl GomokuSgf {
    /// The game of a session.
    ///
    /// # Errors
    /// [`Refusal::NotInThisForm`] for other games.
    pub(crate) fn of(session: &Session) -> Result<Self, Refusal> {
        let (setup, _) = session.gomoku().ok_or(Refusal::NotInThisForm)?;
        Ok(Self {
            root: root(session, setup)?,
            moves: moves(session, setup)?,
            opening: stones_of_opening(session, setup),
        })
    }
}

/// The game of a session as the text of a file.
///
/// # Errors
/// [`Refusal::NotInThisForm`] for other games.
pub(super) fn write(session: &Session) -> Result<String, Refusal> {
    let game = GomokuSgf::of(session)?;
    Ok(write_sgf_moves(&game.root, &game.moves, game.opening))
}

fn root(session: &Session, setup: &Setup) -> Result<SgfRoot, Refusal> {
    let board = BoardSize::new(usize::from(setup.width), usize::from(setup.height));
    let stones = setup.stones.iter();
    let result = session.result();
    Ok(SgfRoot {
        board: board.map_err(|_| Refusal::NotInThisForm)?,
        rule: setup.rule.name().to_string(),
        procedure: (setup.opening != Procedure::Free).then(|| setup.opening.name().to_string()),
        event: None,
        names: Colour::BOTH.map(|colour| session.name_of(colour)),
        result,
        win: WinKind::of_end(result, session.reason(), session.fault().as_ref()),
        stones: stones.map(|&(at, colour)| (at.into(), colour)).collect(),
        first: setup.to_move,
    })
}

/// The stones and passes of a game, one after the other. Steps of an opening procedure that lay no stone are none of them.
fn moves(session: &Session, setup: &Setup) -> Result<Vec<(Colour, Option<Point>)>, Refusal> {
    let mut game = Gomoku::start(setup)?;
    let mut moves = Vec::new();
    for (index, taken) in session.steps().iter().enumerate() {
        let colour = game.to_move();
        game.play(taken.step).map_err(refused_at(index + 1))?;
        match taken.step {
            Step::Move(mv) | Step::Pick(mv) => moves.push((colour, Some(mv.last().into()))),
            Step::Pass => moves.push((colour, None)),
            Step::Choose(_) | Step::Announce(_) | Step::Offer(_) => {}
        }
    }
    Ok(moves)
}

/// Stones that their players did not choose freely: before the opening procedure was over, or as the record of the game says.
pub(super) fn stones_of_opening(session: &Session, setup: &Setup) -> usize {
    let Ok(mut game) = Gomoku::start(setup) else {
        return 0;
    };
    for taken in session.steps() {
        if game.opening_is_done() || game.play(taken.step).is_err() {
            break;
        }
    }
    game.move_count().max(session.given())
}
