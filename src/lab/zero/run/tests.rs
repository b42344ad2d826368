//! Tests of runs: the same bytes in any way, and what is said of damage.

use std::fmt::Debug;

use kagetsu_kernel::FileLock;

use super::networks::{ADAM, NETWORK};
use super::*;
use crate::learn::TrainingState;

/// Threads that learn.
const THREADS: usize = 2;

/// A run of two generations of tic-tac-toe.
pub(super) fn tiny() -> Recipe {
    Recipe {
        games: 6,
        playouts: 12,
        quick_playouts: 12,
        ..Recipe::small()
    }
}

/// Refused as bad input, in these words.
pub(super) fn check_refused<T: Debug>(result: Result<T, RunError>, words: &str) {
    let error = result.expect_err(words);
    assert!(
        error.to_string().contains(words) && error.is_bad_input(),
        "{error}"
    );
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let names = [
        "0000/network.safetensors",
        "0001/network.safetensors",
        "0002/network.safetensors",
    ];
    names
        .iter()
        .map(|name| fs::read(folder.join(name)).expect("the file"))
        .collect()
}

#[test]
fn a_run_has_the_same_bytes_on_any_number_of_threads_and_shards_and_goes_on() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let (stop, recipe) = (StopSignal::new(), tiny());
    let mut results = Vec::new();
    for (number, (shards, threads)) in [("1", 1), ("1", 3), ("2", 2)].into_iter().enumerate() {
        let folder = parent.path().join(number.to_string());
        for generation in 0..2 {
            // Opened anew each time, as after a kill.
            let run = Run::open(&folder, Some(&recipe)).expect("a run");
            let count: u64 = shards.parse().expect("a number");
            for shard in 1..=count {
                let shard = format!("{shard}/{shards}").parse().expect("a shard");
                run.play(generation, shard, threads, &stop, &|_| ())
                    .expect("games");
            }
            let learned = Run::open(&folder, None)
                .expect("a run")
                .learn(generation, MissingState::Refused, THREADS, &stop)
                .expect("a network");
            assert!(learned.positions > 20 && learned.losses.policy > 0.0);
        }
        results.push(files(&folder));
    }
    assert!(results.iter().all(|files| *files == results[0]));
    assert_ne!(results[0][0], results[0][2]);
}

#[test]
fn a_run_of_reversi_has_the_same_bytes_on_any_number_of_threads() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let recipe = Recipe {
        rules: "8x8,reversi".to_string(),
        blocks: 1,
        games: 2,
        playouts: 4,
        passes: 1,
        symmetries: true,
        ..tiny()
    };
    let results = [1, 2].map(|threads| {
        let folder = parent.path().join(threads.to_string());
        let run = Run::open(&folder, Some(&recipe)).expect("a run");
        let stop = StopSignal::new();
        run.play(0, Shard::WHOLE, threads, &stop, &|_| ())
            .expect("games");
        assert!(
            run.games(0)
                .expect("games")
                .iter()
                .all(|game| game.moves.len() > 40)
        );
        run.learn(0, MissingState::Refused, threads, &stop)
            .expect("a network");
        let names = ["0000/games-1-of-1.jsonl", "0001/network.safetensors"];
        names.map(|name| fs::read(folder.join(name)).expect("the file"))
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn what_is_wrong_with_a_run_is_said_and_nothing_is_lost() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("run");
    let run = Run::open(&folder, Some(&tiny())).expect("a run");
    check_refused(run.network(7), "generation 7 has no network");
    let other = Recipe {
        playouts: 13,
        ..tiny()
    };
    let opened = Run::open(&folder, Some(&other));
    check_refused(opened, "differs in playouts: give");
    let stop = StopSignal::new();
    run.play(0, "1/2".parse().expect("a shard"), 1, &stop, &|_| ())
        .expect("games");
    let error = run
        .learn(0, MissingState::Refused, THREADS, &StopSignal::new())
        .expect_err("half of the games are missing");
    let said = error.to_string();
    assert!(
        said.contains("3 of its 6 games") && said.ends_with("--generation 0 --shard 2/2"),
        "{said}"
    );
    let path = folder.join("0000/games-1-of-2.jsonl");
    let whole = fs::read_to_string(&path).expect("the games");
    for (from, to) in [
        ("\"moves\":[", "\"moves\":[99,"),
        ("\"result\":", "\"result\":3,\"x\":"),
        ("{", ""),
    ] {
        fs::write(&path, whole.replacen(from, to, 1)).expect("the disk has room");
        check_refused(run.games(0), "line 1");
    }
    fs::write(folder.join("0000/network.safetensors"), b"nothing").expect("the disk has room");
    check_refused(run.network(0), "is no network of this run");
    let raised = StopSignal::new();
    raised.raise();
    fs::remove_file(folder.join("0000/network.safetensors")).expect("it is there");
    fs::remove_file(&path).expect("it is there");
    let stopped = run.play(0, "2/2".parse().expect("a shard"), 2, &raised, &|_| ());
    assert!(matches!(stopped, Err(RunError::Interrupted)));
    assert!(!folder.join("0000/games-2-of-2.jsonl").exists());
}

/// A run whose first generation was played and learned.
pub(super) fn begun(folder: &Path) -> Run {
    let run = Run::open(folder, Some(&tiny())).expect("a run");
    let stop = StopSignal::new();
    run.play(0, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    run.learn(0, MissingState::Refused, THREADS, &StopSignal::new())
        .expect("a network");
    run
}

#[test]
fn a_file_is_no_folder_of_a_run() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("file");
    fs::write(&path, "mine").expect("the disk has room");
    let opened = Run::open(&path, Some(&tiny()));
    check_refused(opened, "is a file: give the name of a folder");
    check_refused(Run::open(parent.path(), None), "holds no run of learning");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
    // Nor is a folder that holds something else. Hidden files do no harm.
    let opened = Run::open(parent.path(), Some(&tiny()));
    check_refused(opened, "holds other files and no run");
    fs::rename(&path, parent.path().join(".file")).expect("it is there");
    Run::open(parent.path(), Some(&tiny())).expect("a run");
    // One is made in a folder that is there.
    let nowhere = parent.path().join("missing");
    check_refused(Run::open(&nowhere, None), "there is no folder '");
    let opened = Run::open(&nowhere.join("run"), Some(&tiny()));
    check_refused(opened, "there is no folder '");
    assert!(!nowhere.exists());
}

#[test]
fn a_network_that_is_not_finite_is_neither_used_nor_kept() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let path = parent.path().join("0001/network.safetensors");
    let mut network = run.network(1).expect("it was learned");
    let stop = StopSignal::new();
    run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    network.weights_mut().fill(f32::MAX);
    fs::write(&path, network.to_bytes().expect("finite numbers")).expect("the disk has room");
    fs::remove_file(parent.path().join("0001").join(ADAM)).expect("the state of the other one");
    let learned = run.learn(1, MissingState::BegunAnew, THREADS, &stop);
    check_refused(learned, "from generation 1 has numbers");
    assert!(!run.has_network(2));
    // Games with it are played to their end all the same.
    fs::remove_file(parent.path().join("0001/games-1-of-1.jsonl")).expect("it is there");
    run.play(1, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    assert_eq!(run.games(1).expect("they are whole").len(), 6);
    network.weights_mut()[7] = f32::NAN;
    fs::write(&path, network.to_bytes().expect("any numbers")).expect("the disk has room");
    check_refused(run.network(1), "not finite");
}

#[test]
fn cut_off_games_are_named_and_played_again_once_they_are_away() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let path = parent.path().join("0000/games-1-of-1.jsonl");
    let whole = fs::read(&path).expect("the games");
    fs::write(&path, &whole[..whole.len() - 20]).expect("the disk has room");
    let error = run
        .learn(0, MissingState::Refused, THREADS, &StopSignal::new())
        .expect_err("the last game is cut off")
        .to_string();
    assert!(
        error.contains("line 6") && error.contains("without the file"),
        "{error}"
    );
    fs::remove_file(&path).expect("it is there");
    let stop = StopSignal::new();
    run.play(0, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    assert_eq!(fs::read(&path).expect("the games"), whole);
}

#[test]
fn games_of_other_shards_are_not_played_again() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = Run::open(parent.path(), Some(&tiny())).expect("a run");
    let stop = StopSignal::new();
    let play = |shard: &str| run.play(0, shard.parse().expect("a shard"), 1, &stop, &|_| ());
    let missing = || run.missing_shards(0).expect("its games can be read");
    assert_eq!(missing(), [Shard::WHOLE]);
    play("1/2").expect("the first half");
    assert_eq!(missing(), ["2/2".parse::<Shard>().expect("a shard")]);
    let error = play("1/1").expect_err("half of its games are there");
    assert!(error.to_string().contains("play the missing shards first"));
    play("2/2").expect("the other half");
    play("1/1").expect("all of its games are there");
    run.games(0).expect("each game is there once");
}

#[test]
fn two_processes_do_not_work_on_one_file() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let lock = |name: &str| {
        let lock = FileLock::try_beside(&parent.path().join(name)).expect("the disk has room");
        lock.expect("nobody else has it")
    };
    let _other = lock("0001/network.safetensors");
    let stop = StopSignal::new();
    let learned = run.learn(0, MissingState::Refused, THREADS, &stop);
    let _other = lock("0001/games-1-of-1.jsonl");
    let played = run.play(1, Shard::WHOLE, 1, &stop, &|_| ());
    check_refused(learned, "written by another process");
    check_refused(played, "written by another process");
}

#[test]
fn what_was_learned_and_measured_is_kept_beside_its_network() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    assert_eq!(run.generations().expect("they can be read"), [0, 1]);
    let learned = run
        .learned(1)
        .expect("it can be read")
        .expect("it was kept");
    assert!(learned.steps > 0 && learned.losses.policy > 0.0);
    assert_eq!(run.learned(0).expect("it can be read"), None);
    run.keep(1, "own.json", &[1, 2]).expect("the disk has room");
    let kept: Option<Vec<u32>> = run.kept(1, "own.json").expect("it can be read");
    assert_eq!(kept, Some(vec![1, 2]));
    fs::write(parent.path().join("0001/own.json"), "[1,").expect("the disk has room");
    check_refused(run.kept::<Vec<u32>>(1, "own.json"), "measured again");
}

#[test]
fn a_damaged_file_of_losses_is_not_said_to_be_measured_again() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    fs::write(parent.path().join("0001/learned.json"), "{").expect("the disk has room");
    let error = run.learned(1).expect_err("it is damaged").to_string();
    assert!(
        error.contains("the losses of this generation are not shown")
            && !error.contains("measured"),
        "{error}"
    );
}

#[test]
fn a_generation_without_positions_to_learn_from_is_an_error() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let recipe = Recipe {
        full_every: 1000,
        games: 2,
        ..tiny()
    };
    let run = Run::open(parent.path(), Some(&recipe)).expect("a run");
    let stop = StopSignal::new();
    run.play(0, Shard::WHOLE, 1, &stop, &|_| ()).expect("games");
    let learned = run.learn(0, MissingState::Refused, THREADS, &stop);
    check_refused(learned, "a smaller full_every");
    assert!(!run.has_network(1));
}

#[test]
fn a_folder_in_place_of_a_file_is_bad_input() {
    for name in [
        "recipe.toml",
        "0000/network.safetensors",
        "0000/games-1-of-1.jsonl",
        "0001/network.safetensors",
        "0001/learned.json",
    ] {
        let parent = tempfile::tempdir().expect("a temporary folder");
        begun(parent.path());
        let path = parent.path().join(name);
        fs::remove_file(&path).expect("it is there");
        fs::create_dir(&path).expect("the disk has room");
        let error = read_all(parent.path()).expect_err(name);
        assert!(error.is_bad_input(), "{name}: {error}");
    }
}

/// Opens every file of a run of one generation.
fn read_all(folder: &Path) -> Result<(), RunError> {
    let run = Run::open(folder, None)?;
    run.network(0)?;
    run.games(0)?;
    run.network(1)?;
    run.learned(1).map(|_| ())
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_named() {
    for (name, target) in [
        ("0001/network.safetensors", "network.safetensors"),
        ("0000/network.safetensors", "gone"),
        ("0001/learned.json", "learned.json"),
        ("recipe.toml", "gone"),
    ] {
        let parent = tempfile::tempdir().expect("a temporary folder");
        begun(parent.path());
        let path = parent.path().join(name);
        fs::remove_file(&path).expect("it is there");
        std::os::unix::fs::symlink(target, &path).expect("a link");
        check_refused(read_all(parent.path()), "is a link that leads to no file");
    }
}

#[test]
fn stopped_learning_leaves_nothing_and_is_made_up_for_with_the_same_bytes() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let path = parent.path().join("0001/network.safetensors");
    let whole = fs::read(&path).expect("the network");
    for name in ["network.safetensors", "learned.json"] {
        fs::remove_file(parent.path().join("0001").join(name)).expect("it is there");
    }
    let raised = StopSignal::new();
    raised.raise();
    let stopped = run.learn(0, MissingState::Refused, THREADS, &raised);
    assert!(matches!(stopped, Err(RunError::Interrupted)));
    let games = run.games(0).expect("they are whole");
    let network = run.network(0).expect("it knows nothing");
    let learned = learn(
        &mut TrainingState::new(network),
        run.recipe(),
        *run.rules(),
        &[games],
        1,
        Workers {
            threads: THREADS,
            stop: &raised,
        },
    );
    assert_eq!(learned, None);
    assert!(!path.exists() && !parent.path().join("0001/learned.json").exists());
    run.learn(0, MissingState::Refused, THREADS, &StopSignal::new())
        .expect("a network");
    assert_eq!(fs::read(&path).expect("the network"), whole);
}

#[test]
fn a_file_with_other_games_than_its_own_is_named() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let path = parent.path().join("0000/games-1-of-1.jsonl");
    let whole = fs::read_to_string(&path).expect("the games");
    let lines: Vec<&str> = whole.lines().collect();
    let stop = StopSignal::new();
    for (content, words) in [
        (String::new(), "lacks games 0 to 5, and the recipe "),
        (
            format!("{0}\n{0}\n{0}\n{1}\n", lines[0], lines[4]),
            "holds game 0 more than once, lacks games 1 to 3, 5, and the recipe says games = 6: ",
        ),
        (
            format!(
                "{whole}{}\n",
                lines[0].replacen("\"game\":0", "\"game\":18446744073709551615", 1)
            ),
            "holds game 18446744073709551615 of another shard",
        ),
    ] {
        fs::write(&path, content).expect("the disk has room");
        let learned = run
            .learn(0, MissingState::Refused, THREADS, &stop)
            .expect_err(words);
        let played = run
            .play(0, Shard::WHOLE, 1, &stop, &|_| ())
            .expect_err(words);
        for error in [learned, played] {
            let text = error.to_string();
            let names_it = text.contains("games-1-of-1.jsonl") && text.contains(words);
            assert!(names_it && error.is_bad_input(), "{text}");
        }
    }
    fs::write(&path, &whole).expect("the disk has room");
    let half = parent.path().join("0000/games-1-of-2.jsonl");
    fs::write(&half, format!("{}\n", lines[..3].join("\n"))).expect("the disk has room");
    let error = run.games(0).expect_err("some are there twice").to_string();
    assert!(
        error.contains("has game 0 twice") && error.contains("games-1-of-2.jsonl"),
        "{error}"
    );
    fs::remove_file(&path).expect("it is there");
    check_refused(run.games(0), "has 3 of its 6 games, without 3 to 5");
}

#[test]
fn a_shard_without_games_leaves_no_file() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    let shard = "1/1000000".parse().expect("a shard");
    let stop = StopSignal::new();
    let played = run.play(0, shard, 1, &stop, &|_| ());
    check_refused(played, "shard 1/1000000 has no games");
    assert!(!parent.path().join("0000/games-1-of-1000000.jsonl").exists());
}

#[test]
fn a_missing_generation_hides_no_later_one() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let run = begun(parent.path());
    for name in ["0003", "0005", "4294967295", "7", "new"] {
        let folder = parent.path().join(name);
        fs::create_dir(&folder).expect("the disk has room");
        fs::copy(
            parent.path().join("0001").join(NETWORK),
            folder.join(NETWORK),
        )
        .expect("a copy");
    }
    fs::create_dir(parent.path().join("0004")).expect("the disk has room");
    let found = run.generations().expect("they can be read");
    assert_eq!(found, [0, 1, 3, 5, u32::MAX]);
    let words = gaps(&found);
    assert_eq!(words.as_deref(), Some("generations 2, 4, 6 to 4294967294"));
    assert_eq!(gaps(&[0, 2]).as_deref(), Some("generation 1"));
    assert_eq!(gaps(&[0, 1, 2]), None);
}
