//! Tests of networks that are learned further or again, and of the states of the optimiser beside them.

use kagetsu_kernel::{Shard, StopSignal};
use tempfile::TempDir;

use super::super::tests::{begun, check_refused};
use super::*;

/// Threads that learn.
const THREADS: usize = 2;

/// A run that has learned some networks.
struct Grown {
    run: Run,
    stop: StopSignal,
    _folder: TempDir,
}

impl Grown {
    fn new(networks: u32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let grown = Self {
            run: begun(folder.path()),
            stop: StopSignal::new(),
            _folder: folder,
        };
        for generation in 1..networks {
            let played = grown
                .run
                .play(generation, Shard::WHOLE, 1, &grown.stop, &|_| ());
            played.expect("games");
            grown.learn(generation).expect("a network");
        }
        grown
    }

    fn path(&self, generation: u32, name: &str) -> PathBuf {
        self.run.generation(generation).join(name)
    }

    fn remove(&self, generation: u32, name: &str) {
        fs::remove_file(self.path(generation, name)).expect("it is there");
    }

    /// The bytes of all networks from the first that was learned.
    fn networks(&self) -> Vec<Vec<u8>> {
        let newest = self.run.generations().expect("they can be read").pop();
        (1..=newest.expect("the first"))
            .map(|generation| fs::read(self.path(generation, NETWORK)).expect("the network"))
            .collect()
    }

    /// The generations that have a state of the optimiser.
    fn states(&self) -> Vec<u32> {
        let all = self.run.begun_generations().expect("they can be read");
        all.into_iter()
            .filter(|&generation| self.path(generation, ADAM).exists())
            .collect()
    }

    fn learn(&self, generation: u32) -> Result<Learned, RunError> {
        self.run
            .learn(generation, MissingState::Refused, THREADS, &self.stop)
    }

    /// Learns what is missing up to a generation, as `zero run` does.
    fn learn_missing(&self, networks: u32) -> Result<(), RunError> {
        let missing = |generation: &u32| !self.run.has_network(generation + 1);
        for generation in (0..networks).filter(missing) {
            self.learn(generation)?;
        }
        Ok(())
    }

    fn is_refused(&self, generation: u32, words: &str) {
        let missing = MissingState::Refused;
        let error = self.run.check_learning(generation, missing);
        let error = error.expect_err("before the games are played").to_string();
        let later = self.learn(generation).expect_err(words);
        assert!(
            error == later.to_string() && error.contains(words) && later.is_bad_input(),
            "{error}"
        );
    }
}

#[test]
fn learning_goes_on_with_the_state_of_the_optimiser() {
    let grown = Grown::new(3);
    assert_eq!(grown.states(), [2, 3]);
    let whole = grown.networks();
    // The newest network can be learned again, with and without its state.
    for lost in [&[NETWORK][..], &[NETWORK, ADAM]] {
        for name in lost {
            grown.remove(3, name);
        }
        grown.learn_missing(3).expect("a network");
        assert_eq!(
            (grown.networks(), grown.states()),
            (whole.clone(), vec![2, 3])
        );
    }
    // With a damaged state there are no steps.
    let state = grown.path(2, ADAM);
    let bytes = fs::read(&state).expect("the state");
    fs::write(&state, &bytes[..bytes.len() / 2]).expect("the disk has room");
    check_refused(grown.learn(2), "is no state of the optimiser");
    fs::copy(grown.path(3, ADAM), &state).expect("the disk has room");
    check_refused(grown.learn(2), "of another network");
    assert_eq!(grown.networks(), whole);
}

#[test]
fn a_network_is_not_learned_again_without_the_state_that_it_was_learned_with() {
    let grown = Grown::new(4);
    let whole = grown.networks();
    // One that is missing in the middle, with the state that was beside it and without.
    grown.remove(3, NETWORK);
    grown.is_refused(2, "of generations 1 to 2, and the same is learned again");
    grown.remove(3, ADAM);
    grown.is_refused(2, "of generations 1 to 2, and the same is learned again");
    // What the message says gives the same bytes, and leaves no more states than before.
    for generation in 1..=2 {
        grown.remove(generation, NETWORK);
    }
    grown.learn_missing(4).expect("they are learned again");
    assert_eq!(
        (grown.networks(), grown.states()),
        (whole.clone(), vec![3, 4])
    );
    // A state that is missing alone.
    grown.remove(4, ADAM);
    let played = grown.run.play(4, Shard::WHOLE, 1, &grown.stop, &|_| ());
    played.expect("games");
    grown.is_refused(4, "of generation 4, and the same is learned again");
    grown.remove(4, NETWORK);
    grown.learn_missing(5).expect("networks");
    assert_eq!(grown.networks()[..4], whole);
    let unbroken = grown.networks();
    // One may go on without it, if one says so: to another network.
    for name in [NETWORK, ADAM] {
        grown.remove(5, name);
    }
    grown.remove(4, ADAM);
    let anew = MissingState::BegunAnew;
    assert!(grown.run.check_learning(4, anew).expect("it may begin"));
    let learned = grown.run.learn(4, anew, THREADS, &grown.stop);
    learned.expect("a network");
    assert_ne!(grown.networks(), unbroken);
    assert!(!grown.run.check_learning(5, anew).expect("it has a state"));
    // A network that is there is not replaced by another one.
    let whole = grown.networks();
    let learned = grown.run.learn(2, anew, THREADS, &grown.stop);
    check_refused(learned, "take its");
    assert_eq!(grown.networks(), whole);
}

#[test]
fn generations_that_the_run_has_not_reached_and_damaged_states_are_refused_before_games() {
    let grown = Grown::new(2);
    for generation in [3, 70_000, u32::MAX] {
        for missing in [MissingState::Refused, MissingState::BegunAnew] {
            let checked = grown.run.check_learning(generation, missing);
            check_refused(checked, "no network yet");
        }
    }
    fs::copy(grown.path(1, ADAM), grown.path(2, ADAM)).expect("the disk has room");
    let checked = grown.run.check_learning(2, MissingState::Refused);
    check_refused(checked, "of another network");
}

#[test]
fn games_that_are_missing_in_the_window_are_told() {
    let grown = Grown::new(2);
    grown.remove(1, "games-1-of-1.jsonl");
    check_refused(grown.learn(2), "generation 1 has 0 of its 6 games");
}

#[test]
fn the_first_network_is_learned_again_without_any_state() {
    let grown = Grown::new(3);
    let whole = grown.networks();
    grown.remove(1, NETWORK);
    let measured = grown.path(1, MEASURED);
    fs::write(&measured, "{}").expect("the disk has room");
    assert!(
        !grown
            .run
            .check_learning(0, MissingState::Refused)
            .expect("it needs none")
    );
    grown.learn_missing(3).expect("a network");
    assert_eq!((grown.networks(), grown.states()), (whole, vec![2, 3]));
    // What was measured of the lost network is forgotten.
    assert!(!measured.exists());
}

#[test]
fn a_folder_in_the_place_of_a_file_is_refused_before_learning() {
    for (generation, name) in [
        (0, ADAM),
        (1, ADAM),
        (2, ADAM),
        (2, NETWORK),
        (2, LEARNED),
        (2, MEASURED),
    ] {
        let grown = Grown::new(1);
        let played = grown.run.play(1, Shard::WHOLE, 1, &grown.stop, &|_| ());
        played.expect("games");
        let path = grown.path(generation, name);
        if path.exists() {
            fs::remove_file(&path).expect("it is there");
        }
        fs::create_dir_all(&path).expect("the disk has room");
        grown.is_refused(1, "it is not a regular file");
        fs::remove_dir(&path).expect("nothing was written in it");
    }
}
