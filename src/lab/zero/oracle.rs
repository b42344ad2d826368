//! Games that are small enough to look at everything, and what the tree search makes of them.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use kagetsu_gomoku::board::Outcome;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{NoClock, Side, StopSignal};
use kagetsu_reversi::engine::Brain;
use kagetsu_reversi::eval::Learned;
use kagetsu_tree::{Descent, Tree, TreeSettings};

use crate::{Connect, EvaluatedGame, Game, Reversi, Rules, UniformEvaluator};

/// Results of positions by their cells, for Black: 1, 0 or -1.
pub(crate) type Known = HashMap<Vec<Option<Side>>, i8>;

fn cells(game: &Connect) -> Vec<Option<Side>> {
    (0..game.cells())
        .map(|cell| game.stone(cell as u16))
        .collect()
}

fn worth(side: Side) -> i8 {
    match side {
        Side::Black => 1,
        Side::White => -1,
    }
}

/// The result for Black, by looking at everything. How many stones there are says whose turn it is.
pub(crate) fn result(game: &mut Connect, known: &mut Known) -> i8 {
    match game.outcome() {
        Outcome::Win(side) => return worth(side),
        Outcome::Draw => return 0,
        Outcome::Running => {}
    }
    let position = cells(game);
    if let Some(&result) = known.get(&position) {
        return result;
    }
    let sign = worth(game.side_to_move());
    let mut best = -1;
    let moves: Vec<u16> = game.legal_moves().collect();
    for cell in moves {
        game.play(cell);
        best = best.max(sign * result(game, known));
        game.undo();
    }
    known.insert(position, sign * best);
    sign * best
}

/// Searches until the position is proved; the result and that of the best move, for Black.
fn proved<G: Game + Debug>(game: &G) -> (i8, u16) {
    let sign = worth(game.side_to_move());
    let mut tree = Tree::new(TreeSettings::default(), 1 << 26);
    let mut evaluated = EvaluatedGame::new(game.clone(), UniformEvaluator);
    for _ in 0..2_000_000 {
        if let Some(proved) = tree.proved() {
            return (sign * proved.value() as i8, tree.moves()[0].point);
        }
        tree.playout(&mut evaluated);
    }
    panic!("not proved: {game:?}");
}

/// The same by descent.
fn proved_by_descent<G: Game>(game: &G) -> (i8, u16) {
    let sign = worth(game.side_to_move());
    let mut tree = Descent::new(1 << 28);
    let mut evaluated = EvaluatedGame::new(game.clone(), UniformEvaluator);
    let search = tree.search(&mut evaluated, u32::MAX, &StopSignal::new());
    search.expect("not stopped");
    let proved = tree.proved().expect("everything can be looked at");
    (sign * proved.value() as i8, tree.moves()[0].point)
}

#[test]
fn tic_tac_toe_is_never_lost_from_any_of_its_positions() {
    let mut known = Known::new();
    let mut game = Connect::new(Rules::new(3, 3, 3));
    assert_eq!(result(&mut game, &mut known), 0);
    // All of them once, by the moves that lead there.
    let mut seen = HashSet::new();
    let mut waiting = vec![game];
    while let Some(game) = waiting.pop() {
        if !seen.insert(cells(&game)) {
            continue;
        }
        let moves: Vec<u16> = game.legal_moves().collect();
        for cell in moves {
            let mut next = game.clone();
            next.play(cell);
            waiting.push(next);
        }
        if game.outcome() == Outcome::Running {
            let expected = known
                .get(&cells(&game))
                .copied()
                .expect("all were looked at");
            for (found, best) in [proved(&game), proved_by_descent(&game)] {
                assert_eq!(found, expected, "{:?}", game.played());
                let mut after = game.clone();
                after.play(best);
                let kept = result(&mut after, &mut known);
                assert_eq!(kept, expected, "{:?}", after.played());
            }
        }
    }
    assert_eq!(seen.len(), 5_478);
}

#[test]
fn proofs_are_what_looking_at_everything_finds_by_any_rules() {
    let mut results = [0; 3];
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let (columns, rows) = (2 + rng.below(4), 2 + rng.below(4));
        let mut rules = Rules::new(columns, rows, 2 + rng.below(columns.max(rows) - 1));
        (rules.stones, rules.first_stones) = (1 + rng.below(3), 1 + rng.below(3));
        rules.torus = rng.below(3) == 0;
        rules.misere = rng.below(3) == 0;
        rules.gravity = rng.below(3) == 0;
        if rng.below(3) == 0 {
            rules.exactness = crate::game::Exactness::Exactly;
        }
        let mut game = Connect::new(rules);
        // Few cells are left, or as many as were when the game ended.
        let left = 1 + rng.below(6);
        while game.cells() - game.played().len() > left {
            let moves: Vec<u16> = game.legal_moves().collect();
            game.play(moves[rng.below(moves.len())]);
            if game.outcome() != Outcome::Running {
                game.undo();
                break;
            }
        }
        if game.cells() - game.played().len() > 7 {
            continue;
        }
        let expected = result(&mut game, &mut Known::new());
        assert_eq!(proved(&game).0, expected, "{rules}: {:?}", game.played());
        let by_descent = proved_by_descent(&game).0;
        assert_eq!(by_descent, expected, "{rules}: {:?}", game.played());
        results[(expected + 1) as usize] += 1;
    }
    assert!(results.iter().all(|&count| count > 300), "{results:?}");
}

#[test]
fn proofs_of_reversi_are_those_of_its_exact_solver() {
    const EMPTIES: u32 = 6;
    let mut brain = Brain::new(&Learned::nothing(), 1 << 20, Arc::new(NoClock));
    let (mut results, mut passed) = ([0; 3], 0);
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut game = Reversi::START;
        while game.board().empties() > EMPTIES && game.outcome() == Outcome::Running {
            let side = game.side_to_move();
            let moves: Vec<u16> = game.legal_moves().collect();
            game.play(moves[rng.below(moves.len())]);
            passed += u32::from(game.side_to_move() == side);
        }
        if game.outcome() != Outcome::Running {
            continue;
        }
        let solution = brain.solve(game.board(), &StopSignal::new());
        let score = solution.expect("not stopped").score.signum() as i8;
        let expected = worth(game.side_to_move()) * score;
        assert_eq!(proved(&game).0, expected, "{game:?}");
        assert_eq!(proved_by_descent(&game).0, expected, "{game:?}");
        results[(expected + 1) as usize] += 1;
    }
    assert!(
        results.iter().all(|&count| count > 0) && passed > 0,
        "{results:?} {passed}"
    );
}
