//! Joins the shards of a tournament, which several machines have played, to the folder that one machine would have made.

use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kagetsu_kernel::{Shard, ShardsFault, ShowPath as _};
use kagetsu_notation::record::GameRecord;

use crate::folder::differences;
use crate::manifest::Manifest;

use super::folder::{OutputFolder, TournamentFolderError, in_folder, read_tournament};

/// Why folders cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder cannot be read or written.
    #[error(transparent)]
    Folder(#[from] TournamentFolderError),
    /// The folders are no shards of one tournament, or not all of them, as one sentence tells.
    #[error("{0}")]
    Refused(String),
}

/// A folder with one shard.
struct Part<'a> {
    folder: &'a Path,
    shard: Shard,
    /// The settings of the whole tournament.
    whole: Manifest,
    /// The numbers of its games.
    numbers: Range<u32>,
    records: Vec<GameRecord>,
}

impl<'a> Part<'a> {
    fn read(folder: &'a Path) -> Result<Self, MergeError> {
        let (manifest, records) = read_tournament(folder)?;
        let numbers = manifest.game_numbers();
        let Some(shard) = manifest.shard else {
            return Err(refused(folder, "it is no shard of a tournament"));
        };
        if let Some(stranger) = records
            .iter()
            .find(|record| !numbers.contains(&record.game))
        {
            let game = stranger.game;
            return Err(refused(folder, format!("game {game} is of another shard")));
        }
        // No game occurs twice, so the number of games tells whether all are there.
        let (found, expected) = (records.len(), numbers.len());
        if found < expected {
            let reason = format!("it has {found} of its {expected} games: go on with --resume");
            return Err(refused(folder, reason));
        }
        let whole = Manifest {
            shard: None,
            run: None,
            // Shards may be played by several versions.
            version: env!("CARGO_PKG_VERSION").to_string(),
            ..manifest
        };
        Ok(Self {
            folder,
            shard,
            whole,
            numbers,
            records,
        })
    }
}

fn refused(folder: &Path, reason: impl Into<String>) -> MergeError {
    let (folder, reason) = (folder.shown(), reason.into());
    MergeError::Refused(format!("'{folder}' cannot be merged: {reason}"))
}

/// Reads all shards of a tournament, in any order, and writes the folder of the whole tournament, with the games in the
/// order of the schedule. Returns its settings and games.
///
/// # Errors
/// When a shard is missing, doubled, unfinished or of another tournament: nothing is written then. And when a game is damaged,
/// or a folder cannot be read or written: what is written then is no tournament, and another merge replaces it.
pub fn merge_shards(
    folders: &[PathBuf],
    out: &Path,
) -> Result<(Manifest, Vec<GameRecord>), MergeError> {
    let parts = folders.iter().map(|folder| Part::read(folder));
    let mut parts: Vec<Part<'_>> = parts.collect::<Result<_, _>>()?;
    let Some(first) = parts.first() else {
        return Err(MergeError::Refused("no folder to merge".to_string()));
    };
    // Files that one side does not tell are no difference, so all are compared with a shard that tells them.
    let tells_files = |part: &&Part<'_>| {
        part.whole
            .engines
            .iter()
            .any(|engine| !engine.files.is_empty())
    };
    let compared = parts.iter().find(tells_files).unwrap_or(first);
    for Part { folder, whole, .. } in &parts {
        let [was, is] = [&compared.whole, whole].map(serde_json::to_value);
        let differences = differences(was.unwrap_or_default(), is.unwrap_or_default());
        if !differences.is_empty() {
            let differences = differences.join("; ");
            let reason = format!("it is a shard of another tournament: {differences}");
            return Err(refused(folder, reason));
        }
    }
    let shards: Vec<_> = parts.iter().map(|part| (part.shard, ())).collect();
    if let Err(fault) = Shard::places(&shards) {
        return Err(match fault {
            ShardsFault::Foreign(place) => {
                let Part { folder, shard, .. } = &parts[place];
                let reason = format!("it is shard {shard}, and the first is {}", first.shard);
                refused(folder, reason)
            }
            ShardsFault::Twice(place) => {
                let Part { folder, shard, .. } = &parts[place];
                refused(folder, format!("shard {shard} is there already"))
            }
            ShardsFault::Missing(shard) => {
                MergeError::Refused(format!("shard {shard} of the tournament is missing"))
            }
        });
    }
    let manifest = compared.whole.clone();
    let records = parts.iter_mut();
    let records = records.flat_map(|part| mem::take(&mut part.records));
    let mut records: Vec<GameRecord> = records.collect();
    records.sort_by_key(|record| record.game);
    OutputFolder::write_merged(out, &manifest, &records).map_err(|error| {
        let TournamentFolderError::Moves { game, .. } = error else {
            return error;
        };
        match parts.iter().find(|part| part.numbers.contains(&game)) {
            Some(part) => in_folder(part.folder, error),
            None => error,
        }
    })?;
    Ok((manifest, records))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use kagetsu_notation::record::GameResult;

    use super::super::folder::{JOURNAL_FILE, MANIFEST_FILE};
    use super::*;
    use crate::schedule::{Format, Schedule};
    use crate::settings::{EngineSpec, GameSettings};
    use crate::statistics::test_records::record;

    /// The settings of a shard of a tournament without games.
    fn shard(shard: &str) -> Manifest {
        let engine = EngineSpec::new("engine", vec!["program".to_string()]);
        let game = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
        Manifest {
            games: 0,
            shard: Some(shard.parse().expect("a shard")),
            ..Manifest::new(vec![engine], game, &schedule())
        }
    }

    fn schedule() -> Schedule {
        Schedule::new(2, Format::RoundRobin, Vec::new(), 1).expect("a schedule")
    }

    /// The same, whose engine has a file with this digest.
    fn shard_of_file(number: &str, digest: &str) -> Manifest {
        let mut manifest = shard(number);
        manifest.engines[0].files = [("program".to_string(), digest.to_string())].into();
        manifest
    }

    fn write(folder: &Path, manifest: &Manifest) {
        fs::create_dir(folder).expect("a folder");
        let text = serde_json::to_string(manifest).expect("text");
        fs::write(folder.join(MANIFEST_FILE), text).expect("a file");
    }

    #[test]
    fn folders_that_are_not_the_shards_of_one_tournament_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let (mut other, mut whole, mut cut) = (shard("2/2"), shard("2/2"), shard("2/2"));
        other.seed = 9;
        whole.shard = None;
        cut.games = 12;
        for (name, manifest) in [
            ("one", shard("1/2")),
            ("two", shard("2/2")),
            ("third", shard("2/3")),
            ("other", other),
            ("whole", whole),
            ("cut", cut),
        ] {
            write(&path(name), &manifest);
        }
        for (names, message) in [
            (&["one"][..], "shard 2/2 of the tournament is missing"),
            (&["one", "one", "two"], "shard 1/2 is there already"),
            (&["one", "third"], "it is shard 2/3, and the first is 1/2"),
            (
                &["one", "other"],
                "it is a shard of another tournament: seed was 0 and is 9",
            ),
            (&["one", "whole"], "it is no shard of a tournament"),
            (
                &["one", "cut"],
                "it has 0 of its 6 games: go on with --resume",
            ),
        ] {
            let folders: Vec<PathBuf> = names.iter().map(|name| path(name)).collect();
            let error = merge_shards(&folders, &path("merged")).expect_err(message);
            assert!(error.to_string().contains(message), "{error}");
            assert!(!path("merged").exists(), "{message}");
        }
    }

    #[test]
    fn a_merge_that_was_broken_off_is_no_tournament_and_is_made_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let write_pair = |name: &str, pair: u32, moves: &str| {
            let games = [2 * pair, 2 * pair + 1].map(|game| GameRecord {
                game,
                moves: moves.to_string(),
                ..record(pair, "engine", "other", GameResult::Draw)
            });
            let lines = games.map(|game| serde_json::to_string(&game).expect("text") + "\n");
            fs::write(path(name).join(JOURNAL_FILE), lines.concat()).expect("a file");
        };
        let shards = [path("one"), path("two")];
        for (folder, number) in shards.iter().zip(["1/2", "2/2"]) {
            let manifest = shard(number);
            write(
                folder,
                &Manifest {
                    games: 4,
                    ..manifest
                },
            );
        }
        write_pair("one", 0, "");
        // The merge breaks off behind the games of the first shard.
        write_pair("two", 1, "h99");
        let merged = path("merged");
        let error = merge_shards(&shards, &merged).expect_err("a damaged game");
        let of_shard = format!("'{}': game 2 is damaged", shards[1].shown());
        assert!(error.to_string().contains(&of_shard), "{error}");

        let refused = [
            OutputFolder::resume(&merged, &shard("1/1"), &schedule()).map(drop),
            OutputFolder::create(&merged, &shard("1/1")).map(drop),
            read_tournament(&merged).map(drop),
        ];
        let said = refused.map(|result| result.expect_err("a part").to_string());
        for (said, reason) in said.iter().zip([
            "whose merge was broken off: give the same --merge again",
            "is not empty",
            "whose merge was broken off: give the same --merge again",
        ]) {
            assert!(said.contains(reason), "{said}");
        }

        write_pair("two", 1, "");
        merge_shards(&shards, &merged).expect("all games");
        let (manifest, records) = read_tournament(&merged).expect("a tournament");
        let games: Vec<u32> = records.iter().map(|record| record.game).collect();
        assert_eq!((manifest.shard, games), (None, vec![0, 1, 2, 3]));
        let again = merge_shards(&shards, &merged).expect_err("it is there already");
        assert!(again.to_string().contains("is not empty"), "{again}");
    }

    #[test]
    fn the_shard_whose_games_are_wrong_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let shards = [path("one"), path("two")];
        write(&shards[0], &shard("1/2"));
        write(&shards[1], &shard("2/2"));
        let game = record(0, "engine", "other", GameResult::Draw);
        let line = serde_json::to_string(&game).expect("text") + "\n";
        for (text, reason) in [
            ("?\n".to_string(), "line 1 of the journal is damaged"),
            (
                line.repeat(2),
                "line 2 of games.jsonl does not belong there",
            ),
        ] {
            fs::write(shards[1].join(JOURNAL_FILE), text).expect("a file");
            let error = merge_shards(&shards, &path("merged")).expect_err(reason);
            let said = format!("'{}': {reason}", shards[1].shown());
            assert!(error.to_string().starts_with(&said), "{error}");
        }
    }

    #[test]
    fn files_that_the_first_shard_does_not_tell_are_compared_and_kept() {
        for (last, is_of_one) in [("one", true), ("other", false)] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = |name: &str| folder.path().join(name);
            let shards = [path("first"), path("second"), path("third")];
            write(&shards[0], &shard("1/3"));
            write(&shards[1], &shard_of_file("2/3", "one"));
            write(&shards[2], &shard_of_file("3/3", last));
            let merged = merge_shards(&shards, &path("merged"));
            if is_of_one {
                let (manifest, _) = merged.expect("one tournament");
                assert_eq!(manifest.engines[0].files["program"], "one");
            } else {
                let error = merged.expect_err("another program").to_string();
                let difference = r#"engines[0].files.program was "one" and is "other""#;
                assert!(error.ends_with(difference), "{error}");
            }
        }
    }
}
