//! The files of the games of a generation: each shard holds its own games, in order, and all shards together hold every game
//! once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{MAX_JOURNAL_BYTES, read_long_text_file};
use kagetsu_kernel::{Shard, ShowPath as _};

use crate::game::GameRules;
use crate::learn::{GameRecord, ReadGameError};

use super::error::{RunError, is_there, refused};

const PREFIX: &str = "games-";
const BETWEEN: &str = "-of-";
pub(super) const EXTENSION: &str = "jsonl";
/// What to do with a damaged file.
const PLAYED_AGAIN: &str =
    "without the file the same games are played again, by `zero run` or `zero play`";
/// Most runs of numbers, or names, in a message.
const MOST_NAMED: usize = 5;

/// The name of the file of a shard.
pub(super) fn file_name(shard: Shard) -> String {
    let shard = shard.to_string().replace('/', BETWEEN);
    format!("{PREFIX}{shard}.{EXTENSION}")
}

/// The shard of a file; `None` if another program gave it its name.
pub(super) fn shard_of(path: &Path) -> Option<Shard> {
    let name = path.file_stem()?.to_str()?.strip_prefix(PREFIX)?;
    name.replace(BETWEEN, "/").parse().ok()
}

/// The runs of some numbers, each with its first and its last one.
fn runs_of(numbers: impl IntoIterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// Runs of numbers in words, with what has these numbers: `game 3`, `games 0, 2 to 5`.
pub(super) fn numbered(noun: &str, runs: Vec<(u64, u64)>) -> String {
    let ending = match *runs.as_slice() {
        [(first, last)] if first == last => "",
        _ => "s",
    };
    format!("{noun}{ending} {}", named(runs))
}

/// Runs of numbers in words: `0, 2 to 5`.
fn named(runs: Vec<(u64, u64)>) -> String {
    first_of(runs.into_iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first} to {last}")
        }
    }))
}

/// The first of some names, and whether there are others.
pub(super) fn first_of(names: impl IntoIterator<Item = String>) -> String {
    let mut names = names.into_iter();
    let mut words: Vec<String> = names.by_ref().take(MOST_NAMED).collect();
    if names.next().is_some() {
        words.push("others".to_string());
    }
    words.join(", ")
}

/// What is wrong with the games of one file, which is to hold those of a shard or, if it names none, each number once. A whole
/// generation has so many.
fn fault(games: &[GameRecord], shard: Option<Shard>, all: u64) -> Option<String> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for game in games {
        *counts.entry(game.game).or_default() += 1;
    }
    let repeated = || counts.iter().filter(|(_, count)| **count > 1);
    let wanted = shard.map(|shard| shard.range(all));
    let possible = wanted.clone().unwrap_or(0..all);
    let mut faults = Vec::new();
    let mut add = |verb: &str, numbers: &[u64], words: &str| {
        if !numbers.is_empty() {
            let games = numbered("game", runs_of(numbers.iter().copied()));
            faults.push(format!("{verb} {games}{words}"));
        }
    };
    let numbers: Vec<u64> = repeated().map(|(&number, _)| number).collect();
    add("holds", &numbers, " more than once");
    let missing = wanted.unwrap_or_default();
    let missing: Vec<u64> = missing
        .filter(|number| !counts.contains_key(number))
        .collect();
    add("lacks", &missing, "");
    let foreign = counts.keys().copied();
    let foreign: Vec<u64> = foreign
        .filter(|number| !possible.contains(number))
        .collect();
    let words = match shard {
        Some(_) => " of another shard",
        None => " beyond those of its generation",
    };
    add("holds", &foreign, words);
    (!faults.is_empty()).then(|| faults.join(", "))
}

/// The games of a file, played by these rules; a whole generation has so many.
pub(super) fn read_file(
    path: &Path,
    rules: GameRules,
    all: u64,
) -> Result<Vec<GameRecord>, RunError> {
    let text = read_long_text_file(path, MAX_JOURNAL_BYTES).map_err(refused(path))?;
    let mut games = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let wrong = |error: ReadGameError| {
            RunError::Input(format!(
                "'{}', line {line}: {error}; {PLAYED_AGAIN}",
                path.shown()
            ))
        };
        games.push(GameRecord::read(text, rules).map_err(wrong)?);
    }
    match fault(&games, shard_of(path), all) {
        None => Ok(games),
        Some(fault) => Err(RunError::Input(format!(
            "'{}' {fault}, and the recipe says games = {all}: {PLAYED_AGAIN}",
            path.shown()
        ))),
    }
}

/// The paths of what a folder holds, in the order of the names. Hidden files are no part of a run: macOS puts one beside every
/// file of a folder that it packs.
pub(super) fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok::<_, io::Error>(entry?.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    paths.retain(|path| !is_hidden(path));
    paths.sort();
    Ok(paths)
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}

pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

/// The files of games in the folder of a generation, by their names; none where the folder is missing.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    if !is_there(folder)? {
        return Ok(Vec::new());
    }
    let mut files = listed(folder).map_err(refused(folder))?;
    files.retain(|path| has_extension(path, EXTENSION));
    Ok(files)
}

/// A shard in which a generation with these files was begun, otherwise the only one.
pub(super) fn begun_shard(files: &[PathBuf]) -> Shard {
    let begun = files.iter().find_map(|path| shard_of(path));
    begun.unwrap_or(Shard::WHOLE)
}

/// The games in the files of a generation by their numbers, all or some of them.
pub(super) fn read_found(
    files: &[PathBuf],
    generation: u32,
    rules: GameRules,
    all: u64,
) -> Result<BTreeMap<u64, GameRecord>, RunError> {
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    let mut sources: BTreeMap<u64, PathBuf> = BTreeMap::new();
    for path in files {
        for game in read_file(path, rules, all)? {
            let number = game.game;
            if let Some(other) = sources.insert(number, path.clone()) {
                return Err(RunError::Input(format!(
                    "generation {generation} has game {number} twice, in '{}' and in '{}': keep one of the files, and play the \
                     shards that are missing then",
                    other.shown(),
                    path.shown()
                )));
            }
            games.insert(number, game);
        }
    }
    Ok(games)
}

/// The shards of the run of a shard that have these numbers of games, which are in order.
pub(super) fn shards_with(
    numbers: impl IntoIterator<Item = u64>,
    begun: Shard,
    all: u64,
) -> Vec<Shard> {
    let numbers = numbers.into_iter();
    let mut shards: Vec<Shard> = numbers.map(|number| begun.holding(number, all)).collect();
    shards.dedup();
    shards
}

/// All games of a generation, in order. It was begun in the shards of the run of this one.
pub(super) fn whole(
    games: BTreeMap<u64, GameRecord>,
    generation: u32,
    all: u64,
    begun: Shard,
) -> Result<Vec<GameRecord>, RunError> {
    if games.keys().copied().eq(0..all) {
        return Ok(games.into_values().collect());
    }
    let missing = || (0..all).filter(|number| !games.contains_key(number));
    let shards = shards_with(missing(), begun, all);
    Err(RunError::Games(format!(
        "generation {generation} has {} of its {all} games, without {}: play the missing shards first, by `zero play` with \
         --generation {generation} --shard {}",
        games.keys().filter(|number| **number < all).count(),
        named(runs_of(missing())),
        first_of(shards.iter().map(Shard::to_string))
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_named_in_runs() {
        for (numbers, words) in [
            (vec![], ""),
            (vec![3], "3"),
            (vec![0, 2, 3, 4, 5], "0, 2 to 5"),
            (vec![1, 3, 5, 7, 9, 11, 13], "1, 3, 5, 7, 9, others"),
        ] {
            assert_eq!(named(runs_of(numbers)), words);
        }
    }

    #[test]
    fn a_shard_comes_back_from_the_name_of_its_file() {
        for text in ["1/1", "2/8"] {
            let shard: Shard = text.parse().expect("a shard");
            assert_eq!(shard_of(Path::new(&file_name(shard))), Some(shard));
        }
        assert_eq!(shard_of(Path::new("games-0-of-2.jsonl")), None);
        assert_eq!(shard_of(Path::new("mine.jsonl")), None);
    }

    #[test]
    fn a_file_that_names_no_shard_holds_games_of_the_generation_alone() {
        let games = |numbers: &[u64]| -> Vec<GameRecord> {
            let game = |&game: &u64| GameRecord {
                game,
                moves: Vec::new(),
                result: 0,
                searches: Vec::new(),
                valued: Vec::new(),
                playouts: None,
            };
            numbers.iter().map(game).collect()
        };
        assert_eq!(fault(&games(&[0, 2]), None, 3), None);
        let fault = fault(&games(&[0, 3]), None, 3);
        assert_eq!(
            fault.as_deref(),
            Some("holds game 3 beyond those of its generation")
        );
    }

    #[test]
    fn a_generation_without_a_folder_has_no_games() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = files(&folder.path().join("0005")).expect("nothing to read");
        assert!(files.is_empty());
    }

    #[test]
    fn hidden_files_beside_those_of_a_run_are_left_out() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let games = folder.path().join("games-1-of-1.jsonl");
        for path in [&games, &folder.path().join("._games-1-of-1.jsonl")] {
            fs::write(path, b"\x00\x05\x16\xff").expect("the disk has room");
        }
        assert_eq!(files(folder.path()).expect("it can be read"), [games]);
    }
}
