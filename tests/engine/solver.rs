//! Tests of the solver: it finds the stored wins and makes no false claim. Its certificates are checked by the slow
//! referee and by a verifier, which must find planted faults.

use std::sync::Arc;

use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::solver::verify::{CertificateError, verify, verify_loss};
use kagetsu_gomoku::search::solver::{
    Answers, Attack, DefenderReply, Order, OtherReplies, Question, Solver, Verdict, is_won,
    line_of_attack,
};
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;
use kagetsu_test_support::cases::point;
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::{Game, rectangle, square};
use kagetsu_test_support::puzzles::{Puzzle, puzzles};
use kagetsu_test_support::searching::{ask, picture};

const MEMORY: usize = 1 << 22;
/// Positions that a question may visit in a hunt.
const HUNT_NODES: u64 = 3_000;
/// Positions that the search for the shortest win may visit for a stored one.
const SHORTEST_NODES: u64 = 10_000;
/// The shortest win is asked for at one stored position in so many.
const SHORTEST_EVERY: usize = 3;
/// Most fours of a win whose shortness is checked by trying all.
const MOST_FOURS: usize = 6;
/// Parts of a tree that the slow referee walks through.
const REFEREE_MOVES: usize = 40;

fn position(rule: Rule, size: BoardSize, turn: Side, moves: &str) -> Position {
    let options = ReadOptions {
        rule: Some(rule),
        size: Some(size),
        side: Some(turn),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    parse_position(moves, &options).expect("a position")
}

/// Plays a certificate by the rules of the slow referee: every legal reply must be answered down to the five.
fn referee_accepts(position: &Position, attack: &Attack) -> bool {
    let attacker = position.side_to_move();
    if !legal_moves(position).contains(attack.point) {
        return false;
    }
    let wins = winner_after(position, attack.point) == Some(attacker);
    let mut next = position.clone();
    if next.play(attack.point).is_err() || wins != (attack.answers.rest == OtherReplies::Won) {
        return false;
    }
    wins || referee_accepts_answers(&next, &attack.answers)
}

fn referee_accepts_answers(position: &Position, answers: &Answers) -> bool {
    let attacker = position.side_to_move().opponent();
    let legal = legal_moves(position);
    !legal.is_empty()
        && legal.into_iter().all(|point| {
            let mut next = position.clone();
            if winner_after(position, point).is_some() || next.play(point).is_err() {
                return false;
            }
            let listed = answers.replies.iter().find(|reply| reply.point == point);
            match (listed, &answers.rest) {
                (Some(reply), _) => referee_accepts(&next, &reply.attack),
                (None, OtherReplies::Attack(attack)) => referee_accepts(&next, attack),
                (None, OtherReplies::Five) => legal_moves(&next)
                    .into_iter()
                    .any(|five| winner_after(&next, five) == Some(attacker)),
                (None, OtherReplies::Won) => false,
            }
        })
}

/// What must hold of every claim; tells whether there is one.
fn check_claim(position: &Position, verdict: &Verdict) -> Result<bool, String> {
    let mut board = Board::from_position(position);
    let fail = |what: String| Err(format!("{}\n{what}", picture(position)));
    match verdict {
        Verdict::Win(attack) => {
            if let Err(flaw) = verify(&board, attack, None) {
                return fail(flaw.to_string());
            }
            let line = line_of_attack(&mut board, attack);
            if line.len() > attack.plies()
                || line.len() > board.empty_count()
                || line.len().is_multiple_of(2)
            {
                return fail(format!("a line of {} moves", line.len()));
            }
            if attack.moves(REFEREE_MOVES) < REFEREE_MOVES / 10
                && !referee_accepts(position, attack)
            {
                return fail("the referee does not agree".to_string());
            }
            Ok(true)
        }
        Verdict::Loss(answers) => match verify_loss(&board, answers, None) {
            Ok(()) => Ok(true),
            Err(flaw) => fail(flaw.to_string()),
        },
        Verdict::None | Verdict::Unknown => Ok(false),
    }
}

#[test]
fn stored_wins_are_found_by_every_order_and_never_longer_when_the_shortest_is_asked_for()
-> Result<(), String> {
    let mut solver = Solver::with_bytes(MEMORY);
    let mut short = 0;
    for (number, Puzzle { position, plies }) in puzzles()?.into_iter().enumerate() {
        let mut board = Board::from_position(&position);
        let any = ask(
            &mut solver,
            &mut board,
            Question::Fours(Order::Any),
            u64::MAX,
        );
        assert!(check_claim(&position, &any)?, "{}", picture(&position));
        if number % SHORTEST_EVERY > 0 {
            continue;
        }
        let fours = Question::Fours(Order::Shortest);
        let shortest = ask(&mut solver, &mut board, fours, SHORTEST_NODES);
        if let (Verdict::Win(any), Verdict::Win(shortest)) = (&any, &shortest) {
            let least = any.plies().min(plies);
            assert!(shortest.plies() <= least, "{}", picture(&position));
            short += 1;
        }
        assert_ne!(shortest, Verdict::None, "{}", picture(&position));
    }
    assert!(short > 60, "only {short} shortest wins within the limit");
    Ok(())
}

/// Can the side to move win with so many fours? Every four is tried, without memory.
fn wins_with(board: &mut Board, fours: usize) -> bool {
    let side = board.side_to_move();
    if board.count(side, Threat::Five) > 0 {
        return true;
    }
    let must_answer = board.count(side.opponent(), Threat::Five) > 0;
    let moves = if must_answer {
        board.five_defences(side.opponent())
    } else {
        board.candidates()
    };
    let is_four = |point: Point| (Threat::Four..Threat::Five).contains(&board.threat(side, point));
    let made: Vec<Point> = moves.iter().filter(|&point| is_four(point)).collect();
    fours > 0
        && made.into_iter().any(|four| {
            board.make(four);
            let wins = board.count(side.opponent(), Threat::Five) == 0
                && board.five_defences(side).iter().all(|answer| {
                    board.make(answer);
                    let wins = wins_with(board, fours - 1);
                    board.unmake();
                    wins
                });
            board.unmake();
            wins
        })
}

#[test]
fn the_shortest_win_by_fours_has_the_fewest() -> Result<(), String> {
    let mut solver = Solver::with_bytes(MEMORY);
    let mut several = 0;
    let is_free = |puzzle: &Puzzle| puzzle.position.rule() == Rule::Freestyle;
    for Puzzle { position, .. } in puzzles()?.into_iter().filter(is_free) {
        let mut board = Board::from_position(&position);
        let fours = Question::Fours(Order::Shortest);
        let Verdict::Win(shortest) = ask(&mut solver, &mut board, fours, SHORTEST_NODES) else {
            continue;
        };
        let fours = shortest.plies() / 2;
        if (2..=MOST_FOURS).contains(&fours) {
            assert!(wins_with(&mut board, fours), "{}", picture(&position));
            assert!(!wins_with(&mut board, fours - 1), "{}", picture(&position));
            several += 1;
        }
    }
    assert!(several > 10, "only {several} wins by several fours");
    Ok(())
}

#[test]
fn claims_in_lively_games_hold_under_every_rule() -> Result<(), String> {
    let sizes = [square(15), square(20), square(9)];
    for rule in Rule::ALL {
        let mut solver = Solver::with_bytes(MEMORY);
        let (mut by_fours, mut by_threats) = (0, 0);
        for (seed, size) in (0..4).zip(sizes.into_iter().cycle()) {
            let mut game = Game::new(size, rule, seed as usize % 3, 30, 500 + seed);
            while game.step().is_some() && game.board.occupied() < 40 {
                for side in Side::BOTH {
                    let mut position = game.position.clone();
                    position.set_side_to_move(side);
                    let mut board = Board::from_position(&position);
                    let fours = Question::Fours(Order::Any);
                    let verdict = ask(&mut solver, &mut board, fours, HUNT_NODES);
                    if check_claim(&position, &verdict)? {
                        by_fours += 1;
                        continue;
                    }
                    let verdict = ask(&mut solver, &mut board, Question::Threats, HUNT_NODES);
                    by_threats += usize::from(check_claim(&position, &verdict)?);
                    let unchanged = board.difference(&Board::from_position(&position));
                    assert_eq!(unchanged, None, "{}", picture(&position));
                }
            }
        }
        assert!(
            by_fours > 10 && by_threats > 2,
            "{rule}: {by_fours} and {by_threats} claims are too few to mean anything"
        );
    }
    Ok(())
}

#[test]
fn play_finds_the_wins_by_fours_and_beyond_them_only_wins_by_threats() {
    use kagetsu_gomoku::search::threat_space::VcfSolver;
    use kagetsu_gomoku::search::threat_space::vcf;
    let mut solver = Solver::with_bytes(MEMORY);
    for rule in Rule::ALL {
        for seed in 0..6 {
            let mut game = Game::new(square(15), rule, 0, 25, 900 + seed);
            while game.step().is_some() && game.board.occupied() < 60 {
                let twin = VcfSolver::default().solve(&mut game.board, u64::MAX);
                let order = [Order::Any, Order::Shortest][seed as usize % 2];
                let verdict = ask(
                    &mut solver,
                    &mut game.board,
                    Question::Fours(order),
                    u64::MAX,
                );
                let [in_play, by_fours] = [
                    matches!(twin, vcf::VcfResult::Win(_)),
                    matches!(verdict, Verdict::Win(_)),
                ];
                // Play lets fours end in two threats at once.
                let mut beyond = || {
                    let question = Question::Threats;
                    let verdict = ask(&mut solver, &mut game.board, question, 1_000_000);
                    matches!(verdict, Verdict::Win(_))
                };
                let agree = in_play == (by_fours || in_play && beyond());
                assert!(agree, "{}", picture(&game.position));
            }
        }
    }
}

#[test]
fn small_boards_are_draws_and_full_ones_are_nothing() {
    let mut solver = Solver::with_bytes(MEMORY);
    for size in [square(5), square(6)] {
        let mut board = Board::new(size, Rule::Freestyle);
        for question in [Question::Everything, Question::Loss] {
            let verdict = ask(&mut solver, &mut board, question, 1_000_000);
            assert_eq!(verdict, Verdict::None, "{size} {question:?}");
        }
    }
    let moves = "a1a2b1b2c1c2d2d1e1e2a3a4b3b4c3c4d4d3e4e3a5b5c5d5";
    let late = position(Rule::Freestyle, square(5), Side::White, moves);
    let mut board = Board::from_position(&late);
    for question in [
        Question::Fours(Order::Any),
        Question::Threats,
        Question::Everything,
    ] {
        assert_eq!(
            ask(&mut solver, &mut board, question, 1_000_000),
            Verdict::None
        );
    }
}

#[test]
fn late_positions_have_their_true_value() -> Result<(), String> {
    const FREE: usize = 6;
    // Counted out by trying everything with the referee.
    fn value(position: &Position) -> Option<Side> {
        let side = position.side_to_move();
        let mut best = Some(side.opponent());
        let moves = legal_moves(position);
        if moves.is_empty() {
            return None;
        }
        for point in moves {
            let result = winner_after(position, point).or_else(|| {
                let mut next = position.clone();
                next.play(point).map_or(None, |()| value(&next))
            });
            if result == Some(side) {
                return result;
            }
            if result.is_none() {
                best = None;
            }
        }
        best
    }
    let mut solver = Solver::with_bytes(MEMORY);
    let mut decided = 0;
    for rule in Rule::ALL {
        for seed in 0..240 {
            let size = rectangle(7, 5 + seed as usize % 2);
            let mut game = Game::new(
                size,
                rule,
                0,
                [80, 1000][seed as usize / 2 % 2],
                7000 + seed,
            );
            while game.board.empty_count() > FREE && game.step().is_some() {}
            if game.board.empty_count() > FREE || is_won(&game.board, Side::Black) {
                continue;
            }
            let expected = value(&game.position);
            let turn = game.position.side_to_move();
            let win = ask(&mut solver, &mut game.board, Question::Everything, u64::MAX);
            let loss = ask(&mut solver, &mut game.board, Question::Loss, u64::MAX);
            let wins = check_claim(&game.position, &win)?;
            let no_hope = check_claim(&game.position, &loss)?;
            let known = (expected == Some(turn), expected == Some(turn.opponent()));
            assert_eq!((wins, no_hope), known, "{}", picture(&game.position));
            decided += usize::from(wins || no_hope);
        }
    }
    assert!(decided > 4, "{decided} decided positions are too few");
    Ok(())
}

/// Black has an open three on row 8 of the board and is to move: g8 or k8 makes an open four.
fn open_three() -> Position {
    position(Rule::Freestyle, square(15), Side::Black, "h8h1i8i1j8a15")
}

fn win(position: &Position) -> Attack {
    let mut board = Board::from_position(position);
    let mut solver = Solver::with_bytes(MEMORY);
    match ask(
        &mut solver,
        &mut board,
        Question::Fours(Order::Any),
        u64::MAX,
    ) {
        Verdict::Win(attack) => Attack::clone(&attack),
        other => panic!("no win: {other:?}"),
    }
}

#[test]
fn the_verifier_finds_planted_faults() {
    let position = open_three();
    let board = Board::from_position(&position);
    let fault =
        |board: &Board, attack: &Attack| verify(board, attack, None).map_err(|flaw| flaw.fault);
    let good = win(&position);
    assert_eq!(fault(&board, &good), Ok(()));
    let point = |text: &str| point(text).expect("a point");
    let with = |point: Point, replies: Vec<DefenderReply>, rest: OtherReplies| Attack {
        point,
        answers: Answers { replies, rest },
    };
    let planted = [
        // A move on a stone, one that wins nothing, and one that claims five too early.
        (
            with(point("h8"), vec![], OtherReplies::Five),
            CertificateError::IllegalAttack,
        ),
        (
            with(point("a1"), vec![], OtherReplies::Five),
            CertificateError::Unanswered,
        ),
        (
            with(point("g8"), vec![], OtherReplies::Won),
            CertificateError::NoWin,
        ),
        // A four with one end closed by distance: the reply that stops it is not answered.
        (
            with(point("l8"), vec![], OtherReplies::Five),
            CertificateError::Unanswered,
        ),
        // A reply on a stone, and an attack that stops before the five.
        (
            with(
                point("g8"),
                vec![DefenderReply {
                    point: point("h8"),
                    attack: Arc::new(good.clone()),
                }],
                OtherReplies::Five,
            ),
            CertificateError::IllegalReply,
        ),
        (
            with(
                point("g8"),
                vec![],
                OtherReplies::Attack(Arc::new(Attack::five(point("k8")))),
            ),
            CertificateError::Unanswered,
        ),
    ];
    for (attack, expected) in planted {
        assert_eq!(fault(&board, &attack), Err(expected), "{attack:?}");
        assert_eq!(board.difference(&Board::from_position(&position)), None);
    }
}

#[test]
fn the_verifier_sees_fives_and_fouls_of_the_defender() {
    // White has four in a row with an open end: a three of Black's is no threat.
    let losing = position(
        Rule::Freestyle,
        square(15),
        Side::Black,
        "h8a1i8b1a15c1b15d1",
    );
    let board = Board::from_position(&losing);
    let three = Attack {
        point: point("j8").expect("a point"),
        answers: Answers {
            replies: vec![],
            rest: OtherReplies::Attack(Arc::new(Attack::unstoppable(
                point("k8").expect("a point"),
            ))),
        },
    };
    assert!(verify(&board, &three, None).is_err());
}
