//! Tests of positions whose value is known before the search.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::engine::{EngineError, SearchRequest, Thought};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::{KnownPosition, NullSearchObserver};
use kagetsu_kernel::table::Bound;
use kagetsu_kernel::{Score, StopSignal};
use kagetsu_test_support::searching::{depth, engine};

type Outcome = Result<(), Box<dyn std::error::Error>>;

const DEPTH: u32 = 7;
/// A value that no quiet position has.
const GREAT: i32 = 2_000;

/// A quiet position of four stones.
fn quiet(rule: Rule) -> Result<Position, Box<dyn std::error::Error>> {
    let moves = [(7, 7), (8, 8), (9, 6), (6, 5)].map(|(x, y)| Point::at(x, y));
    Ok(Position::from_moves(BoardSize::square(15)?, rule, moves)?)
}

fn after(position: &Position, moves: &[Point]) -> Result<Position, Box<dyn std::error::Error>> {
    let mut after = position.clone();
    for &point in moves {
        after.play(point)?;
    }
    Ok(after)
}

fn decided(position: Position, score: Score) -> KnownPosition {
    KnownPosition {
        position,
        score,
        bound: Bound::Exact,
        depth: 0,
        best: None,
        is_proved: true,
    }
}

fn search(position: &Position, known: &[KnownPosition]) -> Result<Thought, EngineError> {
    let (limits, stop) = (depth(DEPTH), StopSignal::new());
    let request = SearchRequest {
        known,
        ..SearchRequest::new(position, &limits, &stop)
    };
    engine(1).answer(request, &mut NullSearchObserver)
}

#[test]
fn a_move_to_a_position_known_to_be_lost_is_not_chosen() -> Outcome {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let position = quiet(rule)?;
        let usual = search(&position, &[])?;
        let [first, second, ..] = usual.report.pv[..] else {
            return Err("a line of one move".into());
        };
        let replied = after(&position, &[first, second])?;
        let near = decided(after(&position, &[first])?, Score::win_in(40));
        let reply = decided(replied.clone(), Score::loss_in(39));
        let all_answers: Result<Vec<KnownPosition>, _> = replied
            .empty_points()
            .iter()
            .map(|answer| Ok(decided(after(&replied, &[answer])?, Score::win_in(38))))
            .collect::<Result<_, Box<dyn std::error::Error>>>();
        for known in [vec![near], vec![reply], all_answers?] {
            let thought = search(&position, &known)?;
            assert_ne!(thought.best, first, "{rule:?}, {} known", known.len());
            assert!(!thought.report.score.is_decided());
        }
    }
    Ok(())
}

#[test]
fn a_deeper_value_of_before_counts_and_a_shallower_does_not() -> Outcome {
    let position = quiet(Rule::Freestyle)?;
    let usual = search(&position, &[])?;
    let value = |depth| -> Result<Vec<KnownPosition>, Box<dyn std::error::Error>> {
        Ok(vec![KnownPosition {
            score: Score::evaluation(GREAT),
            bound: Bound::Lower,
            depth,
            is_proved: false,
            ..decided(after(&position, &[usual.best])?, Score::ZERO)
        }])
    };
    assert_ne!(search(&position, &value(60)?)?.best, usual.best);
    assert_eq!(search(&position, &value(0)?)?.best, usual.best);
    Ok(())
}

#[test]
fn a_known_win_is_chosen_and_told_with_its_distance() -> Outcome {
    let position = quiet(Rule::Freestyle)?;
    let point = Point::at(3, 3);
    let known = [decided(after(&position, &[point])?, Score::loss_in(30))];
    let thought = search(&position, &known)?;
    assert_eq!(
        (thought.best, thought.report.score),
        (point, Score::win_in(31))
    );
    Ok(())
}

#[test]
fn positions_that_the_search_does_not_meet_change_nothing() -> Outcome {
    let position = quiet(Rule::Renju)?;
    let usual = search(&position, &[])?;
    let mut passed = position.clone();
    passed.pass();
    let thought = search(&position, &[decided(passed, Score::win_in(5))])?;
    assert_eq!(thought.report.nodes, usual.report.nodes);
    assert_eq!(thought.report.pv, usual.report.pv);
    Ok(())
}
