//! Joins the shards of a tournament, which several machines have played, to the folder that one machine would have made.

use std::path::{Path, PathBuf};

use kagetsu_kernel::{Shard, ShardsFault, ShowPath as _};
use kagetsu_notation::record::GameRecord;

use crate::folder::differences;
use crate::manifest::Manifest;

use super::folder::{OutputFolder, TournamentFolderError, read_tournament};

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
/// When a shard is missing, doubled, unfinished or of another tournament, or a folder cannot be read or written. Nothing
/// is written then but by a failure of the system.
pub fn merge_shards(
    folders: &[PathBuf],
    out: &Path,
) -> Result<(Manifest, Vec<GameRecord>), MergeError> {
    let parts = folders.iter().map(|folder| Part::read(folder));
    let parts: Vec<Part<'_>> = parts.collect::<Result<_, _>>()?;
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
    let mut records: Vec<GameRecord> = parts.into_iter().flat_map(|part| part.records).collect();
    records.sort_by_key(|record| record.game);
    let mut folder = OutputFolder::create(out, &manifest)?;
    for record in &records {
        folder.append(record)?;
    }
    Ok((manifest, records))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::super::folder::MANIFEST_FILE;
    use super::*;
    use crate::schedule::{Format, Schedule};
    use crate::settings::{EngineSpec, GameSettings};

    /// The settings of a shard of a tournament without games.
    fn shard(shard: &str) -> Manifest {
        let engine = EngineSpec::new("engine", vec!["program".to_string()]);
        let game = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
        let schedule = Schedule::new(2, Format::RoundRobin, Vec::new(), 1).expect("a schedule");
        Manifest {
            games: 0,
            shard: Some(shard.parse().expect("a shard")),
            ..Manifest::new(vec![engine], game, &schedule)
        }
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
