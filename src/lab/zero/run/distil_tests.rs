//! Tests of networks that are distilled, and of what follows them.

use kagetsu_kernel::Shard;

use super::super::MissingState;
use super::super::tests::{begun, check_refused, tiny};
use super::*;
use crate::game::Rules;
use crate::recipe::Recipe;

/// Threads that learn.
const THREADS: usize = 2;

/// Positions of tic-tac-toe after a first move, all with the same label.
fn positions() -> LabelledPositions {
    let mut positions = LabelledPositions::new(Rules::new(3, 3, 3));
    for first in [0, 2, 6, 8] {
        positions
            .add(&[first], &[(4, 1.0)], -0.5)
            .expect("a position");
    }
    positions
}

#[test]
fn a_network_is_distilled_and_learns_further_from_games_of_its_own() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let recipe = Recipe {
        passes: 1000,
        ..tiny()
    };
    let run = Run::open(parent.path(), Some(&recipe)).expect("a run");
    let stop = StopSignal::new();
    let (learned, losses) = run
        .distil(&positions(), &positions(), THREADS, &stop)
        .expect("a network");
    assert_eq!(learned.positions, 4);
    // All want the centre, and expect the same.
    assert!(losses.policy < 0.2 && losses.value < 0.1, "{losses:?}");
    assert_eq!(run.generations().expect("they can be read"), [0, 1]);
    let origins = [0, 1, 2].map(|generation| run.origin(generation).expect("its folder"));
    let games = format!("distilled and {} games", recipe.games);
    assert_eq!(
        origins.map(|own| own.to_string()),
        ["0 games", "distilled", games.as_str()]
    );
    run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    let further = run
        .learn(1, MissingState::Refused, THREADS, &stop)
        .expect("a network");
    assert!(further.positions > 4);
    // It is made again where it is missing, and no games take its place.
    let before = run
        .network(1)
        .expect("a network")
        .to_bytes()
        .expect("bytes");
    for name in ["network.safetensors", "learned.json"] {
        fs::remove_file(parent.path().join("0001").join(name)).expect("it is there");
    }
    let played = run.play(0, Shard::WHOLE, 1, &stop, &|_| ());
    check_refused(played, "has no games before generation 1");
    let learned = run.learn(0, MissingState::Refused, THREADS, &stop);
    check_refused(learned, "has no games before generation 1");
    run.distil(&positions(), &positions(), THREADS, &stop)
        .expect("a network");
    assert_eq!(
        run.network(1)
            .expect("a network")
            .to_bytes()
            .expect("bytes"),
        before
    );
    // The same from nothing again.
    let other = tempfile::tempdir().expect("a temporary folder");
    let again = Run::open(other.path(), Some(&recipe)).expect("a run");
    again
        .distil(&positions(), &positions(), THREADS, &stop)
        .expect("a network");
    let network = |run: &Run| {
        run.network(1)
            .expect("a network")
            .to_bytes()
            .expect("bytes")
    };
    assert_eq!(network(&run), network(&again));
}

#[test]
fn a_run_whose_distilling_was_stopped_may_begin_with_games() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = Run::open(parent.path(), Some(&tiny())).expect("a run");
    let (stop, raised) = (StopSignal::new(), StopSignal::new());
    raised.raise();
    let distil = |stop: &StopSignal| run.distil(&positions(), &positions(), THREADS, stop);
    let stopped = distil(&raised);
    assert!(matches!(stopped, Err(RunError::Interrupted)));
    run.play(0, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    // One that was distilled already stays so.
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = Run::open(parent.path(), Some(&tiny())).expect("a run");
    let distil = |stop: &StopSignal| run.distil(&positions(), &positions(), THREADS, stop);
    distil(&stop).expect("a network");
    fs::remove_file(parent.path().join("0001/network.safetensors")).expect("it is there");
    let stopped = distil(&raised);
    assert!(matches!(stopped, Err(RunError::Interrupted)));
    let played = run.play(0, Shard::WHOLE, 1, &stop, &|_| ());
    check_refused(played, "has no games before generation 1");
}

#[test]
fn the_state_of_a_distilled_network_comes_back_by_distilling_alone() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = Run::open(parent.path(), Some(&tiny())).expect("a run");
    let stop = StopSignal::new();
    let distil = || run.distil(&positions(), &positions(), THREADS, &stop);
    distil().expect("a network");
    run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    let learn = || run.learn(1, MissingState::Refused, THREADS, &stop);
    learn().expect("a network");
    let network = |generation: u32| {
        let network = run.network(generation).expect("a network");
        network.to_bytes().expect("bytes")
    };
    let whole = [1, 2].map(network);
    let path =
        |generation: u32, name: &str| parent.path().join(format!("{generation:04}")).join(name);
    for (generation, name) in [(2, "network.safetensors"), (1, "adam.safetensors")] {
        fs::remove_file(path(generation, name)).expect("it is there");
    }
    let error = learn().expect_err("there is no state").to_string();
    assert!(
        error.contains("Move network.safetensors of generation 1 to another place")
            && error.contains("`zero distil`"),
        "{error}"
    );
    // What the message says gives the same bytes.
    fs::remove_file(path(1, "network.safetensors")).expect("it is there");
    distil().expect("a network");
    learn().expect("a network");
    assert_eq!([1, 2].map(network), whole);
}

#[test]
fn what_has_begun_is_not_distilled_over() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let network = || fs::read(parent.path().join("0001/network.safetensors")).expect("the file");
    let before = network();
    let distilled = run.distil(&positions(), &positions(), THREADS, &StopSignal::new());
    check_refused(distilled, "has games or a network");
    assert_eq!(network(), before);
}

#[test]
fn places_that_are_no_files_are_found_before_positions_are_read() {
    for name in ["learned.json", "adam.safetensors"] {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let run = Run::open(parent.path(), Some(&tiny())).expect("a run");
        run.check_distilling().expect("nothing is in the way");
        fs::create_dir_all(parent.path().join("0001").join(name)).expect("a folder");
        check_refused(run.check_distilling(), name);
    }
}

#[test]
fn a_run_without_its_first_games_is_not_taken_for_a_distilled_one() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    fs::remove_file(parent.path().join("0000/games-1-of-1.jsonl")).expect("it is there");
    let stop = StopSignal::new();
    run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    assert!(matches!(
        run.learn(1, MissingState::Refused, THREADS, &stop),
        Err(RunError::Games(_))
    ));
}
