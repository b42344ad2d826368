//! The right answers of steps by the rules, the solver and the engine, for the proofs.

use std::collections::BTreeSet;
use std::sync::Arc;

use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_oxhorn::{Rules, Table};

use super::chapter::Step;
use super::goal::Goal;
use crate::game::{
    Cell, Colour, EndReason, Game, GameMove, Kind, Picture, Seat, Spot, Step as Played,
};
use crate::gomoku::proof::{SolverAnswer, WinSolver};
use crate::gomoku::{Gomoku, Stones};
use crate::player::{EnginePlayer, GomokuPlayer};
use crate::siblings::Oxhorn;
use crate::text::foul_key;

/// Memory and nodes of the solver for a question.
const BYTES: usize = 1 << 20;
const NODES: u64 = 400_000;
/// Win rate from which on a side is said to be better.
const BETTER: f64 = 0.6;

/// The game after each legal move, by the name of the move.
fn after_moves(game: &dyn Game) -> Vec<(String, Box<dyn Game>)> {
    let moves = game.legal().into_iter().filter_map(|step| match step {
        Played::Move(mv) => Some(mv),
        _ => None,
    });
    let after = |mv: GameMove| {
        let mut after = game.clone_box();
        after.play(Played::Move(mv)).expect("a legal move");
        (game.write_move(mv), after)
    };
    moves.map(after).collect()
}

/// The moves after which something holds.
fn moves_where(game: &dyn Game, holds: impl Fn(&dyn Game) -> bool) -> BTreeSet<String> {
    let after = after_moves(game).into_iter();
    let right = after.filter(|(_, after)| holds(after.as_ref()));
    right.map(|(name, _)| name).collect()
}

/// The moves that end the game for this reason.
fn moves_to(game: &dyn Game, reason: EndReason) -> BTreeSet<String> {
    moves_where(game, |after| {
        after.outcome().is_some_and(|end| end.reason == reason)
    })
}

pub(super) fn stones(game: &dyn Game) -> &Stones {
    let game: &Gomoku = game.downcast_ref().expect("a game of gomoku");
    game.stones()
}

/// Has the side that moved last won, or does it win by fours after every answer?
fn is_won(game: &dyn Game) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.reason == EndReason::Row;
    }
    let mut answers = after_moves(game).into_iter().map(|(_, after)| after);
    answers.all(|after| after.outcome().is_none() && wins_by_fours(after.as_ref()))
}

/// Does the side to move win by fours?
fn wins_by_fours(game: &dyn Game) -> bool {
    let mut proof = WinSolver::new(stones(game), BYTES, NODES, &StopSignal::new());
    match proof.wins_by_fours() {
        SolverAnswer::Yes(_) => true,
        SolverAnswer::No => false,
        SolverAnswer::Open => panic!("the solver does not know"),
    }
}

fn names(picture: &Picture, spots: impl IntoIterator<Item = Spot>) -> BTreeSet<String> {
    spots.into_iter().map(|at| picture.name(at)).collect()
}

fn free(picture: &Picture) -> Vec<Spot> {
    Spot::all(picture.width, picture.height)
        .filter(|&at| picture.cell(at) == Cell::Empty)
        .collect()
}

/// The rows of six points of a board of Connect6 without a stone of one colour, as the empty points that the other would need;
/// those that need at most two.
fn threats(picture: &Picture, attacker: Colour) -> Vec<BTreeSet<Spot>> {
    const ROW: i16 = 6;
    let mut all = Vec::new();
    for y in 0..i16::from(picture.height) {
        for x in 0..i16::from(picture.width) {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let end = (x + (ROW - 1) * right, y + (ROW - 1) * down);
                let last = (i16::from(picture.width), i16::from(picture.height));
                if end.0 >= last.0 || end.1 < 0 || end.1 >= last.1 {
                    continue;
                }
                let row = (0..ROW).map(|n| Spot::new((x + n * right) as u8, (y + n * down) as u8));
                let cells: Vec<(Spot, Cell)> = row.map(|at| (at, picture.cell(at))).collect();
                let usable = [Cell::Empty, Cell::Piece(attacker)];
                if cells.iter().any(|(_, cell)| !usable.contains(cell)) {
                    continue;
                }
                let empty = cells.iter().filter(|(_, cell)| *cell == Cell::Empty);
                let empty: BTreeSet<Spot> = empty.map(|&(at, _)| at).collect();
                if (1..=2).contains(&empty.len()) {
                    all.push(empty);
                }
            }
        }
    }
    all
}

/// The sets of so many stones that stop all threats.
fn covers(threats: &[BTreeSet<Spot>], stones: usize) -> BTreeSet<BTreeSet<Spot>> {
    let Some(threat) = threats.first() else {
        return BTreeSet::from([BTreeSet::new()]);
    };
    let mut all = BTreeSet::new();
    if stones == 0 {
        return all;
    }
    for &at in threat {
        let rest: Vec<_> = threats
            .iter()
            .filter(|row| !row.contains(&at))
            .cloned()
            .collect();
        for mut cover in covers(&rest, stones - 1) {
            cover.insert(at);
            all.insert(cover);
        }
    }
    all
}

/// Pairs of points by their names.
fn pairs(picture: &Picture, sets: impl IntoIterator<Item = BTreeSet<Spot>>) -> BTreeSet<String> {
    let sets = sets.into_iter();
    sets.map(|set| {
        names(picture, set)
            .into_iter()
            .collect::<Vec<_>>()
            .join(" ")
    })
    .collect()
}

/// What perfect play is worth for the side that moved last.
fn value_for_mover(game: &dyn Game) -> i8 {
    let game: &Oxhorn = game.downcast_ref().expect("a game of ox-horn chess");
    let state = game.state();
    let solution = Table::new(Rules::default()).solution(state);
    solution.for_side(state.side().opponent())
}

fn corner_moves(game: &dyn Game) -> BTreeSet<String> {
    let corners = ["a1", "h1", "a8", "h8"].map(String::from);
    let moves = moves_where(game, |_| true);
    moves
        .into_iter()
        .filter(|name| corners.contains(name))
        .collect()
}

fn is_better(game: &dyn Game) -> &'static str {
    let mut player = GomokuPlayer::new(Arc::new(WallClock::start()));
    let line = player.judge(game, &StopSignal::new()).expect("a value");
    let black = match game.to_move() {
        Colour::Black => line.rate,
        Colour::White => 1.0 - line.rate,
    };
    if black >= BETTER {
        "black"
    } else if black <= 1.0 - BETTER {
        "white"
    } else {
        "nobody"
    }
}

fn choice_of(step: &Step, goal: Goal, game: &dyn Game) -> String {
    let picture = game.picture();
    let mark = step.marks().expect("marks").first().copied();
    match goal {
        Goal::Reason => {
            let mark = mark.expect("a mark");
            let known = picture.forbidden.iter().find(|(at, _)| *at == mark);
            known
                .map_or("learn-allowed", |known| foul_key(known.1))
                .to_string()
        }
        Goal::Better => is_better(game).to_string(),
        Goal::Acts => match game.to_act() {
            Seat::First => "learn-first",
            Seat::Second => "learn-second",
        }
        .to_string(),
        Goal::Needed => {
            let threats = threats(&picture, game.to_move().opponent());
            let needed = (1..=4).find(|&count| !covers(&threats, count).is_empty());
            needed.expect("a number").to_string()
        }
        Goal::Turned => {
            let mark = mark.expect("a mark");
            let paths = game.move_input().paths.expect("few moves");
            let path = paths.iter().find(|path| path.spots == mark.into());
            path.expect("a legal move").flips.len().to_string()
        }
        Goal::Lead => match game.outcome().expect("the end").winner {
            Some(Seat::First) => "black",
            Some(Seat::Second) => "white",
            None => "learn-draw",
        }
        .to_string(),
        _ => panic!("{goal:?} is no choice"),
    }
}

/// The right answers by the rules, the solver or the engine.
pub(super) fn right_answers(step: &Step, goal: Goal) -> BTreeSet<String> {
    let game = step.game().expect("a position");
    let game = game.as_ref();
    let picture = game.picture();
    let mover = game.to_move();
    match goal {
        Goal::Five => moves_to(game, EndReason::Row),
        Goal::OpenFour => names(&picture, stones(game).open_fours(mover)),
        Goal::Stop if game.kind() == Kind::Gomoku => names(&picture, stones(game).stops()),
        Goal::Stop => pairs(&picture, covers(&threats(&picture, mover.opponent()), 2)),
        Goal::Hold => moves_where(game, |after| !wins_by_fours(after)),
        Goal::Force => moves_where(game, is_won),
        Goal::Fouls => names(&picture, picture.forbidden.iter().map(|&(at, _)| at)),
        Goal::Legal | Goal::LegalAll => moves_where(game, |_| true),
        Goal::Twin => {
            let legal = game.legal();
            let free = free(&picture).into_iter();
            let twins = free.filter(|&at| !legal.contains(&Played::Offer(at.into())));
            let offered = &picture.offered;
            names(&picture, twins.filter(|at| !offered.contains(at)))
        }
        Goal::Six => pairs(&picture, threats(&picture, mover)),
        Goal::Corner => corner_moves(game),
        Goal::GivesCorner => moves_where(game, |after| !corner_moves(after).is_empty()),
        Goal::Silence => moves_where(game, |after| after.move_input().must_pass),
        Goal::Trap => moves_to(game, EndReason::Trapped),
        Goal::Escape => moves_to(game, EndReason::Escaped),
        Goal::Best => {
            let after = after_moves(game);
            let best = after
                .iter()
                .map(|(_, after)| value_for_mover(after.as_ref()));
            let best = best.max().expect("a move");
            moves_where(game, |after| value_for_mover(after) == best)
        }
        _ => BTreeSet::from([choice_of(step, goal, game)]),
    }
}
