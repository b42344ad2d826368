//! Tests of training on a small scale: games are made, a network is trained on them, and the network plays.
//! `scripts/learn.sh` does the same in full size.

use std::error::Error;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use kagetsu_gomoku::board::{Board, Outcome, Position, Rule, Side};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::eval::nnue::{Network, Weights, embedded_weights};
use kagetsu_gomoku::eval::{Evaluator, Nnue, PolicyScores};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FakeClock, SearchLimits, StopSignal};
use kagetsu_test_support::ran::FINE;
use kagetsu_training::dataset::TrainingGame;
use kagetsu_training::network::{
    DataSplit, NetworkLosses, SampleRules, SampleSet, TrainSettings, Trained, TrainingRecord, train,
};
use kagetsu_training::selfplay::{SelfPlaySettings, SelfPlayer};
use tempfile::tempdir;

use super::ran::run_in;

type TestResult = Result<(), Box<dyn Error>>;

fn board_size() -> BoardSize {
    BoardSize::square(15).expect("a legal size")
}

fn games(rule: Rule, count: u64) -> Vec<TrainingGame> {
    let settings = SelfPlaySettings {
        rule,
        size: board_size(),
        nodes: 60..=200,
        tree_percent: 0,
        seed: 11,
    };
    let mut player = SelfPlayer::new(&settings, StopSignal::new());
    (0..count)
        .map(|number| player.game(number).expect("the board is large enough"))
        .collect()
}

/// A network without sense, of the same kinds of sides as that of the program.
fn random_network(rule: Rule) -> Weights {
    let mut rng = Rng::new(5);
    let mut weights = embedded_weights(rule, board_size());
    for side in &mut weights.sides {
        for table in side.tables_mut() {
            for number in table[1..].as_flattened_mut() {
                *number = rng.below(401) as i16 - 200;
            }
        }
        for number in side.head.parameters_mut() {
            *number = rng.below(2001) as f32 * 4e-4 - 0.4;
        }
        assert!(side.is_sound());
    }
    weights
}

fn learn(rule: Rule, games: &[TrainingGame], reference: &Weights) -> Trained {
    let mut set = SampleSet::new(rule, 1, SampleRules::default());
    let empty = Board::new(board_size(), rule);
    set.add(&empty, games, DataSplit::Both(0.2));
    assert!(set.is_usable());
    let settings = TrainSettings {
        epochs: 12,
        batch: 128,
        ..TrainSettings::default()
    };
    train(&set, &settings, None, &|_| reference.clone(), &mut |_| {
        ControlFlow::Continue(())
    })
    .expect("nothing breaks it off")
}

/// Points of the first engine in games of both colours from some openings.
fn points(first: &mut Engine, second: &mut Engine, openings: &[TrainingGame], rule: Rule) -> f64 {
    let mut points = 0.0;
    for opening in openings {
        for side in Side::BOTH {
            points += match winner([first, second], side, &opening.opening, rule) {
                Some(winner) if winner == side => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    points
}

/// Plays a game in which the first engine has a side.
fn winner(engines: [&mut Engine; 2], first: Side, opening: &[Point], rule: Rule) -> Option<Side> {
    let [one, other] = engines;
    let mut position = Position::new(board_size(), rule);
    let mut board = Board::new(board_size(), rule);
    for &point in opening {
        position.play(point).ok()?;
        board.make(point);
    }
    let limits = SearchLimits {
        nodes: Some(300),
        ..SearchLimits::default()
    };
    loop {
        let engine = if position.side_to_move() == first {
            &mut *one
        } else {
            &mut *other
        };
        let stop = StopSignal::new();
        let thought = engine
            .think(&position, &limits, &stop, &mut NullSearchObserver)
            .ok()?;
        position.play(thought.best).ok()?;
        match board.play(thought.best) {
            Ok(Outcome::Win(side)) => return Some(side),
            Ok(Outcome::Running) => {}
            Ok(Outcome::Draw) | Err(_) => return None,
        }
    }
}

fn engine(weights: Weights) -> Engine {
    let config = EngineConfig {
        max_memory: 32 << 20,
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(config, Arc::new(FakeClock::new()));
    engine.replace_evaluation(weights);
    engine
}

#[test]
fn a_learned_network_beats_a_random_one() {
    let rule = Rule::Freestyle;
    let games = games(rule, 200);
    let random = random_network(rule);
    let trained = learn(rule, &games, &random);
    let (first, last) = (trained.curve[0], trained.curve[trained.curve.len() - 1]);
    let (learned, reference) = (trained.held_out, trained.reference);
    // So few games are soon learned by heart: on held-out games the epoch that is kept counts.
    for (first, last, kept) in [
        (first.value, last.value, learned.value),
        (first.policy, last.policy, learned.policy),
    ] {
        assert!(last[0] < first[0], "{:?}", trained.curve);
        assert!(kept < first[1], "{:?}", trained.curve);
    }
    assert!(
        learned.value < reference.value - 0.05,
        "{learned:?} {reference:?}"
    );
    assert!(
        learned.policy < reference.policy - 0.5,
        "{learned:?} {reference:?}"
    );
    assert!(learned.top > reference.top, "{learned:?} {reference:?}");

    let openings = &games[..6];
    let score = points(
        &mut engine(trained.weights),
        &mut engine(random),
        openings,
        rule,
    );
    assert!(score >= 9.0, "{score} of 12");
}

#[test]
fn both_sides_of_renju_are_learned_apart() {
    let rule = Rule::Renju;
    // Each of the two kinds of sides learns from one half of the positions.
    let trained = learn(
        rule,
        &games(rule, 60),
        &embedded_weights(rule, board_size()),
    );
    let [black, white] = &trained.weights.sides[..] else {
        unreachable!("renju has two kinds of sides");
    };
    assert_ne!(black, white);
    // So few games are soon learned by heart: the values of other positions gain nothing.
    let (first, kept) = (trained.curve[0], trained.held_out);
    let last = trained.curve[trained.curve.len() - 1];
    assert!(last.value[0] < first.value[0], "{:?}", trained.curve);
    assert!(kept.policy < first.policy[1], "{:?}", trained.curve);
}

/// After moves and undone moves, values and policy scores equal those computed from the board alone, for the network in
/// the program and for any other.
#[test]
fn values_kept_up_to_date_are_those_of_the_board() {
    for rule in Rule::ALL {
        let random = random_network(rule);
        for mut kept in [
            Nnue::new(rule, board_size()),
            Nnue::with(Network::from(&random)),
        ] {
            let mut fresh = kept.clone();
            let mut rng = Rng::new(rule.number().into());
            let mut board = Board::new(board_size(), rule);
            kept.refresh(&board);
            for _ in 0..200 {
                let points: Vec<Point> = board.candidates().iter().collect();
                if board.occupied() > 0 && (points.is_empty() || rng.below(4) == 0) {
                    board.unmake();
                    kept.undo(board.made());
                } else {
                    board.make(points[rng.below(points.len())]);
                }
                if rng.below(3) == 0 {
                    // Nobody asks: the stones are counted later.
                    continue;
                }
                fresh.refresh(&board);
                assert_eq!(kept.evaluate(&board), fresh.evaluate(&board), "{rule}");
                let [one, other] = [&mut kept, &mut fresh].map(|eval| {
                    let mut policy_scores = PolicyScores::new_const();
                    eval.policy_scores(&board, board.candidates(), &mut policy_scores);
                    policy_scores
                });
                assert_eq!(one, other, "{rule}");
            }
        }
    }
}

#[test]
fn the_command_writes_the_same_network_for_any_number_of_threads() -> TestResult {
    let folder = tempdir()?;
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name));
    let datagen = "datagen --games 40 --nodes 60..120 --tree 20 --out games.kgd";
    run_in(folder, datagen)?.ends(FINE);

    let train = |rest: &str| {
        let line = format!("train --data games.kgd --decided --epochs=2 {rest}");
        Ok::<_, io::Error>(run_in(folder, &line)?.ends(FINE).out)
    };
    let figures = "--loss-curve losses.svg --calibration calibration.svg";
    let summary = train(&format!("{figures} --out one.kgn --threads 1"))?;
    train("--out two.kgn --threads 3")?;
    assert_eq!(read("one.kgn")?, read("two.kgn")?);
    for figure in ["losses.svg", "calibration.svg"] {
        assert!(fs::read_to_string(folder.join(figure))?.contains("</svg>"));
    }
    assert!(summary.contains("policy loss"), "{summary}");

    let weights = Weights::from_bytes(&read("one.kgn")?)?;
    assert_eq!(weights.rule, Rule::Freestyle);
    let record: TrainingRecord = serde_json::from_str(&weights.record)?;
    assert_eq!(record.data[0].name, "games.kgd");
    assert_eq!(
        (record.data[0].games, record.data[0].sha256.len()),
        (40, 64)
    );
    assert_eq!(record.data[0].size, "15x15");
    let note: serde_json::Value = serde_json::from_str(&record.data[0].note)?;
    assert_eq!(
        (&note["nodes"], &note["seed"], &note["tree"]),
        (&"60..120".into(), &1.into(), &20.into())
    );
    assert_eq!(record.games.iter().sum::<usize>(), 40);
    assert_eq!(record.settings.epochs, 2);

    train("--start one.kgn --out three.kgn")?;
    let more = Weights::from_bytes(&read("three.kgn")?)?.record;
    let (first, more): (_, TrainingRecord) = (record, serde_json::from_str(&more)?);
    assert_eq!(
        (first.start, more.start.map(|hash| hash.len())),
        (None, Some(64))
    );
    let loss = |losses: Option<NetworkLosses>| losses.map_or(f64::NAN, |losses| losses.value);
    assert!(loss(more.training) < loss(first.training));
    let counted: usize = first.samples.positions.iter().sum();
    assert!(counted > 40 && first.held_out.is_some() && first.before.is_some());

    assert_refused(folder)
}

/// What `train` refuses, with games and a network without a neighbour layer in the folder.
fn assert_refused(folder: &Path) -> TestResult {
    fs::copy(folder.join("games.kgd"), folder.join("twin.kgd"))?;
    let datagen = "datagen --rule renju --games 2 --nodes 60 --out renju.kgd";
    run_in(folder, datagen)?.ends(FINE);
    for (arguments, expected) in [
        ("games.kgd renju.kgd", "games of renju"),
        ("one.kgn", "not a dataset"),
        ("games.kgd twin.kgd", "the same games as 'games.kgd'"),
        ("games.kgd --epochs=0", "need --start"),
        ("games.kgd --parts=policy", "need --start"),
        (
            "games.kgd --start one.kgn --parts=neighbours",
            "has no neighbour layer",
        ),
        ("games.kgd --start games.kgd", "not a network to begin with"),
        ("games.kgd --held-out-share 0", "nothing to learn from"),
    ] {
        let line = format!("train --out never.kgn --data {arguments}");
        run_in(folder, &line)?.refused(expected);
    }
    Ok(())
}

#[test]
fn without_an_epoch_a_network_is_only_measured() -> TestResult {
    let folder = tempdir()?;
    let folder = folder.path();
    run_in(folder, "datagen --games 20 --nodes 60 --out games.kgd")?.ends(FINE);
    let random = random_network(Rule::Freestyle);
    fs::write(folder.join("before.kgn"), random.to_bytes())?;
    let line = "train --data games.kgd --epochs 0 --start before.kgn --out after.kgn";
    let summary = run_in(folder, line)?.out;
    assert!(summary.contains("error of calibration"), "{summary}");
    let after = Weights::from_bytes(&fs::read(folder.join("after.kgn"))?)?;
    assert_eq!(after.sides, random.sides);
    Ok(())
}
