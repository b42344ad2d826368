//! Fuzzing without coverage: every target takes its seeds, which hold all inputs that once were faults, and a fixed
//! number of changed ones. `fuzz/README.md` says how the same targets are run with coverage.

mod bodies;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use kagetsu_kernel::rng::Rng;

/// Changed inputs of each target.
const RUNS: usize = 400;
/// Most changes of one input.
const MAX_CHANGES: usize = 6;
/// Longest input that is kept while it is changed.
const MAX_BYTES: usize = 4096;
/// Pieces of text that matter to some parser.
const WORDS: [&[u8]; 12] = [
    b"START 15\n",
    b"BOARD\n",
    b"DONE\n",
    b"TURN 7,7\n",
    b"INFO ",
    b"(;GM[4]",
    b"h8",
    b"99999999999999999999",
    b"-1",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\r\n",
];

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzzing/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join(target))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let read = files.into_iter().map(fs::read);
    Ok(read.collect::<Result<_, _>>()?)
}

/// Changes an input at some places: bytes, pieces that are cut out, doubled or taken from another seed, words.
fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    for _ in 0..=rng.below(MAX_CHANGES) {
        let place = rng.below(bytes.len() + 1);
        let end = place + rng.below(bytes.len() - place + 1);
        match rng.below(6) {
            0 => bytes.insert(place, rng.below(256) as u8),
            1 => drop(bytes.drain(place..end)),
            2 => drop(bytes.splice(place..place, bytes[place..end].to_vec())),
            3 => drop(bytes.splice(
                place..end,
                other.iter().skip(rng.below(other.len() + 1)).copied(),
            )),
            4 => drop(bytes.splice(place..place, WORDS[rng.below(WORDS.len())].iter().copied())),
            _ => {
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << rng.below(8);
                }
            }
        }
        bytes.truncate(MAX_BYTES);
    }
}

fn run(target: &str) -> Result<(), Box<dyn Error>> {
    let (_, body) = *bodies::TARGETS
        .iter()
        .find(|(name, _)| *name == target)
        .ok_or("a target")?;
    let seeds = seeds(target)?;
    for seed in &seeds {
        body(seed);
    }
    let mut rng = Rng::new(1);
    for _ in 0..RUNS {
        let mut bytes = seeds[rng.below(seeds.len())].clone();
        let other = seeds[rng.below(seeds.len())].clone();
        change(&mut bytes, &other, &mut rng);
        body(&bytes);
    }
    Ok(())
}

macro_rules! targets {
    ($($test:ident: $target:literal,)+) => {
        $(
            #[test]
            fn $test() -> Result<(), Box<dyn Error>> {
                run($target)
            }
        )+

        #[test]
        fn every_target_is_tested() {
            let tested = [$($target),+];
            assert_eq!(bodies::TARGETS.map(|(name, _)| name), tested);
        }
    };
}

targets! {
    every_conversation_leaves_the_engine_ready: "session",
    every_position_is_read_or_refused: "positions",
    every_file_of_games_is_read_or_refused: "records",
    every_file_of_openings_is_read_or_refused: "openings",
    every_setting_is_read_or_refused: "configuration",
    every_dataset_is_read_or_refused: "dataset",
    every_network_is_read_or_refused: "network",
    every_database_is_read_or_refused: "database",
    every_move_is_taken_back_exactly: "board",
}
