//! The files of games in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_arena::tournament::folder::JOURNAL_FILE;
use kagetsu_kernel::ShowPath as _;

use super::error::CommandError;

/// Endings of the files of a folder that hold games.
const ENDINGS: [&str; 6] = ["sgf", "psq", "lib", "pgn", "rec", "sav"];

/// All files that arguments stand for: themselves, and of folders the files of games below them.
///
/// # Errors
/// The first of [`games_below`].
pub(super) fn game_files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    for argument in arguments {
        if argument.is_dir() {
            for file in games_below(argument) {
                files.push(file?);
            }
        } else {
            files.push(argument.clone());
        }
    }
    Ok(files)
}

/// The files of games in a folder and in those below it, in the order of their names. Links to folders are not followed. Of the
/// folder of a tournament its journal alone is taken: the other files hold the same games. A folder that cannot be read has its
/// error in the list, and so has the whole folder if there are no games in it.
pub(super) fn games_below(folder: &Path) -> Vec<Result<PathBuf, CommandError>> {
    let mut files = Vec::new();
    add_games_below(folder, &mut files);
    if files.is_empty() {
        files.push(Err(CommandError::input(format!(
            "there are no games in the folder '{}': of a folder {JOURNAL_FILE} or the files .{} are read",
            folder.shown(),
            ENDINGS.join(", .")
        ))));
    }
    files
}

fn add_games_below(folder: &Path, files: &mut Vec<Result<PathBuf, CommandError>>) {
    let journal = folder.join(JOURNAL_FILE);
    if journal.is_file() {
        files.push(Ok(journal));
        return;
    }
    let entry = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?.is_dir()))
    };
    let entries: io::Result<Vec<(PathBuf, bool)>> =
        fs::read_dir(folder).and_then(|entries| entries.map(entry).collect());
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return files.push(Err(CommandError::unreadable(folder.shown())(error))),
    };
    entries.sort();
    for (path, is_folder) in entries {
        if is_folder {
            add_games_below(&path, files);
            continue;
        }
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
            files.push(Ok(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_process::{refused, run_in};

    #[test]
    fn folders_stand_for_the_games_below_them() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let all = folder.path().join("all");
        for place in ["all/b", "all/played", "empty"] {
            fs::create_dir_all(folder.path().join(place)).expect("the disk has room");
        }
        for name in [
            "c.SGF",
            "b/x.psq",
            "a.sgf",
            "note.txt",
            "played/games.jsonl",
            "played/games.sgf",
        ] {
            fs::write(all.join(name), "(;GM[4]SZ[15]RU[renju]RE[B+];B[hh];W[ii])")
                .expect("the disk has room");
        }
        let read = game_files(&[all.join("note.txt"), all.clone()]).expect("games");
        let names = [
            "note.txt",
            "a.sgf",
            "b/x.psq",
            "c.SGF",
            "played/games.jsonl",
        ];
        assert_eq!(read, names.map(|name| all.join(name)));
        let empty = folder.path().join("empty");
        let error = game_files(&[all, empty]).expect_err("no games");
        assert!(
            error
                .to_string()
                .contains("there are no games in the folder"),
            "{error}"
        );
    }

    #[test]
    fn the_games_of_a_folder_are_measured_and_searched_for_puzzles() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let games = folder.join("games");
        fs::create_dir(&games).expect("the disk has room");
        fs::write(
            games.join("a.sgf"),
            "(;GM[4]SZ[15]RU[renju]RE[B+];B[hh];W[ii])",
        )
        .expect("the disk has room");
        let games = games.display();
        refused(folder, &format!("forecast {games}"), "no position counts");
        let ran = run_in(folder, &format!("puzzles {games} --nodes 9"));
        assert!(
            ran.err.contains("these games hold no such puzzle"),
            "{}",
            ran.err
        );
        let line = format!("puzzles {games} --force --out {games}/a.sgf");
        refused(folder, &line, "is an input");
    }
}
