//! Tests of wins by fours: the solver finds the stored ones, and every win that it claims is a win. Every claim is
//! replayed against all legal replies. The slow referee checks the lines as well.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kagetsu_gomoku::board::{Board, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::threat_space::vcf::VcfResult;
use kagetsu_gomoku::search::threat_space::{Situation, VcfSolver};
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;
use kagetsu_test_support::cases::point;
use kagetsu_test_support::claims::holds_against_all_replies;
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::{Game, rectangle, square};
use kagetsu_test_support::puzzles::{Puzzle, puzzles};
use kagetsu_test_support::searching::picture;

/// Positions that the solver may visit for a stored puzzle.
const PUZZLE_NODES: u64 = 200_000;
/// Positions that the solver may visit at every position of a hunt.
const HUNT_NODES: u64 = 20_000;
/// The same for a search that has little to spare, as at a leaf.
const LEAF_NODES: u64 = 60;
const PUZZLES_PER_RULE: usize = 48;
const SHORTEST_PUZZLE: usize = 5;

/// The slow referee's verdict on a line: every move legal, nobody wins before the last, which wins for the first
/// mover.
fn check_line(position: &Position, line: &[Point]) -> Result<(), String> {
    let attacker = position.side_to_move();
    let mut replay = position.clone();
    for (index, &point) in line.iter().enumerate() {
        let fail = |what: &str| format!("move {} of {line:?}, {point:?}, {what}", index + 1);
        if !legal_moves(&replay).contains(point) {
            return Err(fail("is not legal"));
        }
        let winner = winner_after(&replay, point);
        let expected = (index + 1 == line.len()).then_some(attacker);
        if winner != expected {
            return Err(fail("does not end the game as it should"));
        }
        replay.play(point).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// What is wrong with the solver's claim in a position; `Ok` tells the distance if there is a claim.
fn check_claim(position: &Position, limit: u64) -> Result<Option<usize>, String> {
    check_claim_on(&mut Board::from_position(position), position, limit)
}

/// The same with the board of the position, which it leaves as it is.
fn check_claim_on(
    board: &mut Board,
    position: &Position,
    limit: u64,
) -> Result<Option<usize>, String> {
    let VcfResult::Win(plies) = VcfSolver::default().solve(board, limit) else {
        return Ok(None);
    };
    let fail = |what: String| format!("{}\n{what}", picture(position));
    if plies > board.empty_count() {
        return Err(fail(format!(
            "win in {plies}, free {}",
            board.empty_count()
        )));
    }
    let line = VcfSolver::default()
        .solve_with_line(board, limit)
        .ok_or_else(|| fail("a win without a line".to_string()))?;
    if line.len() != plies || line.len() % 2 == 0 {
        return Err(fail(format!("win in {plies}, line {line:?}")));
    }
    check_line(position, &line).map_err(&fail)?;
    if !holds_against_all_replies(board, line[0], plies) {
        return Err(fail(format!("win in {plies} by {line:?} does not hold")));
    }
    let unchanged = board.difference(&Board::from_position(position));
    unchanged.map_or(Ok(Some(plies)), |difference| Err(fail(difference)))
}

/// Does White's line at some move leave Black only forbidden points to stop a five?
fn wins_by_foul(position: &Position, line: &[Point]) -> bool {
    let attacker = position.side_to_move();
    let mut board = Board::from_position(position);
    line.iter().any(|&point| {
        board.make(point);
        let defender = board.side_to_move();
        let stops = board.five_defences(attacker);
        defender != attacker
            && !stops.is_empty()
            && stops.iter().all(|stop| board.is_foul(defender, stop))
    })
}

#[test]
fn stored_puzzles_are_solved_and_every_claim_holds() -> Result<(), String> {
    let puzzles = puzzles()?;
    for rule in Rule::ALL {
        let count = puzzles
            .iter()
            .filter(|puzzle| puzzle.position.rule() == rule)
            .count();
        assert!(count >= PUZZLES_PER_RULE, "{rule}: {count} puzzles");
    }
    for puzzle in puzzles {
        let plies = check_claim(&puzzle.position, PUZZLE_NODES)?;
        let shown = picture(&puzzle.position);
        assert!(
            plies.is_some_and(|plies| plies >= SHORTEST_PUZZLE),
            "{shown}"
        );
        // A solver that gets better may find a shorter win, but none that gets worse passes.
        assert!(plies.is_some_and(|plies| plies <= puzzle.plies), "{shown}");
    }
    Ok(())
}

#[test]
fn every_claim_in_lively_games_holds() -> Result<(), String> {
    /// So many that every size meets every number of blocked cells, every noise and both limits.
    const GAMES: usize = 30;
    let sizes = [
        square(15),
        square(20),
        square(9),
        rectangle(6, 13),
        rectangle(5, 22),
    ];
    for rule in Rule::ALL {
        let (mut claims, mut by_two_threats) = (0, 0);
        for (number, size) in sizes.into_iter().cycle().take(GAMES).enumerate() {
            let blocked = [0, size.area() / 40, size.area() / 12][number % 3];
            let noise = [12, 30, 60][number / 2 % 3];
            let limit = [LEAF_NODES, HUNT_NODES][number / 3 % 2];
            let mut game = Game::new(size, rule, blocked, noise, number as u64);
            while game.step().is_some() && game.board.occupied() < blocked + 90 {
                for side in Side::BOTH {
                    let mut position = game.position.clone();
                    position.set_side_to_move(side);
                    let mut board = Board::from_position(&position);
                    let claim = check_claim_on(&mut board, &position, limit)?;
                    claims += usize::from(claim.is_some());
                    let situation = Situation::of(&board);
                    by_two_threats += usize::from(situation == Situation::WinByTwoThreats);
                }
            }
        }
        assert!(
            claims > 200,
            "{rule}: {claims} claims are too few to mean anything"
        );
        assert!(
            by_two_threats > 2,
            "{rule}: {by_two_threats} of them by two threats at once"
        );
    }
    Ok(())
}

#[test]
fn every_claim_on_nearly_full_boards_fits_into_the_free_points() -> Result<(), String> {
    let sizes = [square(5), square(6), rectangle(5, 8), rectangle(7, 6)];
    for rule in Rule::ALL {
        let mut near_the_end = 0;
        for (number, size) in sizes.into_iter().cycle().take(1000).enumerate() {
            let mut game = Game::new(
                size,
                rule,
                number % 3,
                [80, 1000][number / 4 % 2],
                1000 + number as u64,
            );
            while game.step().is_some() {
                let free = game.board.empty_count();
                if free > 9 {
                    continue;
                }
                for side in Side::BOTH {
                    let mut position = game.position.clone();
                    position.set_side_to_move(side);
                    if check_claim(&position, HUNT_NODES)?.is_some_and(|plies| plies + 2 > free) {
                        near_the_end += 1;
                    }
                }
            }
        }
        assert!(near_the_end > 12, "{rule}: {near_the_end} claims");
    }
    Ok(())
}

#[test]
fn wins_found_near_a_stone_are_wins() -> Result<(), String> {
    for rule in Rule::ALL {
        let (mut near, mut all) = (0, 0);
        let mut solver = VcfSolver::default();
        for seed in 0..10 {
            let mut game = Game::new(square(15), rule, 4, 25, 3000 + seed);
            while game.step().is_some() && game.board.occupied() < 70 {
                let claim = check_claim(&game.position, HUNT_NODES)?;
                all += usize::from(claim.is_some());
                let Some(anchor) = game.board.recent(2) else {
                    continue;
                };
                // A smaller search may prefer a longer way to the same win.
                let verdict = solver.solve_near(&mut game.board, anchor, LEAF_NODES);
                if let VcfResult::Win(plies) = verdict {
                    near += 1;
                    let shown = picture(&game.position);
                    assert!(plies <= game.board.empty_count(), "{plies}: {shown}");
                    assert!(claim.is_some(), "{anchor:?}: {shown}");
                }
            }
            solver = VcfSolver::default();
        }
        assert!(near * 2 > all && near <= all, "{rule}: {near} of {all}");
    }
    Ok(())
}

#[test]
fn remembered_refutations_change_no_verdict() {
    for rule in Rule::ALL {
        for seed in 0..20 {
            let mut game = Game::new(square(15), rule, 0, 30, 2000 + seed);
            let mut solver = VcfSolver::default();
            while game.step().is_some() && game.board.occupied() < 80 {
                let remembering = solver.solve(&mut game.board, HUNT_NODES);
                let fresh = VcfSolver::default().solve(&mut game.board, HUNT_NODES);
                // Memory saves positions, so it may only turn an unknown into an answer.
                assert!(
                    remembering == fresh || fresh == VcfResult::Unknown,
                    "{remembering:?}, not {fresh:?}: {}",
                    picture(&game.position)
                );
            }
        }
    }
}

pub(super) fn drawn(rule: Rule, side: Side, rows: &str) -> Result<Position, String> {
    let options = ReadOptions {
        rule: Some(rule),
        side: Some(side),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    parse_position(rows, &options).map_err(|error| error.to_string())
}

fn holds(position: &Position, first: &str, plies: usize) -> Result<bool, String> {
    let mut board = Board::from_position(position);
    let holds = holds_against_all_replies(&mut board, point(first)?, plies);
    let difference = board.difference(&Board::from_position(position));
    difference.map_or(Ok(holds), Err)
}

#[test]
fn planted_false_claims_are_refuted() -> Result<(), String> {
    let open_three = "
        . . . . . . . .
        . . . . . . . .
        . . X X X . . .
        . . . . . . . .
        . . . . . . . .";
    let position = drawn(Rule::Freestyle, Side::Black, open_three)?;
    assert!(holds(&position, "f3", 3)?, "an open four wins");
    assert!(!holds(&position, "f3", 2)?, "but not in two plies");
    assert!(!holds(&position, "f3", 0)?, "nor at once");
    assert!(!holds(&position, "c3", 9)?, "a stone lies there");
    assert!(!holds(&position, "k3", 9)?, "not on the board");
    assert!(
        !holds(&position, "a5", 9)?,
        "a quiet move lets the three be stopped"
    );
    assert!(
        !holds(&position, "g3", 9)?,
        "a broken four is stopped in its gap"
    );
    assert!(holds(
        &drawn(Rule::Renju, Side::Black, open_three)?,
        "f3",
        3
    )?);

    let counter = "
        . . . . . . . .
        . O O O O . . .
        . . X X X . . .
        . . . . . . . .
        . . . . . . . .";
    let position = drawn(Rule::Freestyle, Side::Black, counter)?;
    assert!(!holds(&position, "f3", 9)?, "White makes five first");

    let full = "
        O X O X O
        X O X O X
        . X X X .
        X O O O X
        X O X . O";
    let position = drawn(Rule::Freestyle, Side::Black, full)?;
    assert!(
        !holds(&position, "a3", 9)?,
        "a four with one end is stopped"
    );

    let draw = "
        X O O X O X
        O X X O X O
        . X X X . .
        O X O O X O
        O O X X O X";
    let position = drawn(Rule::Standard, Side::Black, draw)?;
    assert!(holds(&position, "e3", 3)?, "three free points are enough");
    let mut fuller = position.clone();
    fuller
        .place(Point::at(5, 2), Side::White)
        .map_err(|error| error.to_string())?;
    assert!(!holds(&fuller, "e3", 3)?, "the other end is stopped");
    Ok(())
}

const CROSSED_THREES: &str = "
    . . . . . . . . . .
    . . . . . O . . . .
    . . . . . X . . . .
    . . . . . X . . . .
    . . . . . X . . . .
    . O X X X . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .";

#[test]
fn black_does_not_win_through_a_forbidden_point() -> Result<(), String> {
    let renju = drawn(Rule::Renju, Side::Black, CROSSED_THREES)?;
    assert!(
        !legal_moves(&renju).contains(Point::at(5, 5)),
        "two fours at once"
    );
    assert_eq!(check_claim(&renju, HUNT_NODES)?, None);
    assert!(!holds(&renju, "f6", 9)?);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact] {
        let position = drawn(rule, Side::Black, CROSSED_THREES)?;
        assert_eq!(check_claim(&position, HUNT_NODES)?, Some(3), "{rule}");
    }
    Ok(())
}

const OVERLINE_STOP: &str = "
    . . . . . . . . . . .
    . . . . . . . X . . .
    . . . . . . . X . . .
    . . . . . . . X . . .
    . . . X O O O . . . .
    . . . . . . . X . . .
    . . . . . . . X . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn white_wins_by_forcing_black_onto_a_forbidden_point() -> Result<(), String> {
    let mut renju = drawn(Rule::Renju, Side::Black, OVERLINE_STOP)?;
    assert!(
        !legal_moves(&renju).contains(Point::at(7, 4)),
        "a row of six"
    );
    // White's fourth stone beyond the gap leaves Black only the gap itself.
    renju.set_side_to_move(Side::White);
    assert_eq!(check_claim(&renju, HUNT_NODES)?, Some(3));
    assert!(holds(&renju, "i5", 3)?);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact] {
        let position = drawn(rule, Side::White, OVERLINE_STOP)?;
        assert!(!holds(&position, "i5", 3)?, "{rule}: the gap can be closed");
    }
    Ok(())
}

#[test]
fn some_renju_puzzles_are_won_by_forbidden_points() -> Result<(), String> {
    let mut by_foul = 0;
    for puzzle in puzzles()? {
        let position = puzzle.position;
        if position.rule() != Rule::Renju {
            continue;
        }
        let line = VcfSolver::default()
            .solve_with_line(&mut Board::from_position(&position), PUZZLE_NODES)
            .ok_or_else(|| picture(&position))?;
        if wins_by_foul(&position, &line) {
            assert_eq!(position.side_to_move(), Side::White);
            by_foul += 1;
        }
    }
    assert!(by_foul >= 6, "{by_foul}");
    Ok(())
}

/// Finds new puzzles and writes them to `tests/data/puzzles`. Run it by hand: `cargo test --release --test engine
/// -- --ignored`. It gives the same files as long as board and solver behave as they did.
#[test]
#[ignore = "writes the data files"]
fn harvest() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/puzzles");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let places = [
        (square(15), 20),
        (square(20), 18),
        (square(9), 3),
        (rectangle(12, 17), 3),
        (square(22), 3),
        (rectangle(5, 22), 1),
    ];
    for rule in Rule::ALL {
        let mut text = format!(
            "# Wins by fours for {rule}, found in games of a careless player by the test `harvest` in tests/engine/puzzles.rs.\n\
             # rule | size | side to move | plies to five at most | moves\n\n"
        );
        for (size, count) in places {
            let mut seed = size.area() as u64 * 100_000;
            let mut found = 0;
            while found < count {
                seed += 1;
                // Every third puzzle must be long; in renju every fourth must be won by a forbidden point.
                let shortest = if found % 3 == 2 { 9 } else { SHORTEST_PUZZLE };
                let by_foul = rule == Rule::Renju && found % 4 == 3;
                if let Some(puzzle) = puzzle_of_game(size, rule, seed, shortest, by_foul) {
                    found += 1;
                    let moves: String = puzzle
                        .position
                        .stones()
                        .iter()
                        .map(|&(point, _)| Rows::FromTop.name(point, size))
                        .collect();
                    writeln!(
                        text,
                        "{rule} | {size} | {} | {} | {moves}",
                        puzzle.position.side_to_move(),
                        puzzle.plies
                    )
                    .map_err(|error| error.to_string())?;
                }
            }
        }
        fs::write(folder.join(format!("{rule}.txt")), text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The first position of a game that is won by fours, but not at once.
fn puzzle_of_game(
    size: BoardSize,
    rule: Rule,
    seed: u64,
    shortest: usize,
    by_foul: bool,
) -> Option<Puzzle> {
    let mut game = Game::new(size, rule, 0, 25, seed);
    let mut solver = VcfSolver::default();
    while game.step().is_some() {
        if let VcfResult::Win(plies) = solver.solve(&mut game.board, PUZZLE_NODES / 10) {
            let line = solver.solve_with_line(&mut game.board, PUZZLE_NODES / 10)?;
            let wanted = plies >= shortest && (!by_foul || wins_by_foul(&game.position, &line));
            let puzzle = Puzzle {
                position: game.position,
                plies,
            };
            return wanted.then_some(puzzle);
        }
    }
    None
}
