//! The trace of a playout in the words of the board.

use kagetsu_gomoku::search::{MoveTerms, NodeView, PlayoutTrace, Proved};

use crate::game::{Spot, TreePosition, TreeStep, Value, WeighedMove};

/// Moves that are told of the root, and of each position after it.
const MOST_MOVES: [usize; 2] = [12, 6];
/// Numbers are told to so many places.
const PLACES: f64 = 1e4;

fn short(number: f32) -> f64 {
    (f64::from(number) * PLACES).round() / PLACES
}

/// A known result as a value.
pub const fn value_of(proved: Proved) -> Value {
    match proved {
        Proved::Win(plies) => Value::WinIn(plies),
        Proved::Draw => Value::Draw,
        Proved::Loss(plies) => Value::LossIn(plies),
    }
}

/// The last one of so many playouts, where `spot` is the place of a move.
pub fn tree_step<M: Copy + PartialEq>(
    playouts: u32,
    trace: &PlayoutTrace<M>,
    spot: impl Fn(M) -> Spot,
) -> TreeStep {
    let way = &trace.playout.path;
    let told = |views: &[NodeView<M>]| {
        let steps = (0..).map(|step| (MOST_MOVES[usize::from(step > 0)], way.get(step)));
        let told = views.iter().zip(steps);
        told.map(|(view, (most, followed))| position(view, most, followed, &spot))
            .collect()
    };
    TreeStep {
        playouts,
        way: way.iter().map(|&point| spot(point).into()).collect(),
        before: told(&trace.before),
        after: told(&trace.after),
    }
}

/// A position with so many of its moves, the best first; the one that was `followed` is among them.
fn position<M: Copy + PartialEq>(
    view: &NodeView<M>,
    most: usize,
    followed: Option<&M>,
    spot: &impl Fn(M) -> Spot,
) -> TreePosition {
    let mut left: Vec<&MoveTerms<M>> = view.moves.iter().collect();
    // A known win stands above those that are still looked at, what else is known below them.
    let key = |terms: &MoveTerms<M>| match terms.proved {
        Some(Proved::Win(plies)) => (2, -f32::from(plies)),
        None => (1, terms.value + terms.bonus),
        Some(known) => (0, known.value()),
    };
    let is_followed = |terms: &&MoveTerms<M>| Some(&terms.point) == followed;
    let mut moves = Vec::new();
    while moves.len() < most && !left.is_empty() {
        // The first of the greatest: those with greater priors stand before.
        let mut best = 0;
        for (place, terms) in left.iter().enumerate() {
            if key(terms) > key(left[best]) {
                best = place;
            }
        }
        let is_last = moves.len() + 1 == most;
        if let Some(place) = left.iter().position(is_followed).filter(|_| is_last) {
            best = place;
        }
        moves.push(left.remove(best));
    }
    TreePosition {
        colour: view.side,
        visits: view.visits,
        value: short(view.value),
        evaluation: short(view.evaluation),
        result: view.proved.map(value_of),
        count: view.moves.len(),
        moves: moves
            .into_iter()
            .map(|terms| WeighedMove {
                at: spot(terms.point).into(),
                visits: terms.visits,
                prior: short(terms.prior),
                value: short(terms.value),
                bonus: short(terms.bonus),
                result: terms.proved.map(value_of),
            })
            .collect(),
    }
}
