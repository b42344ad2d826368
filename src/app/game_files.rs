//! The files of games in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_arena::tournament::folder::JOURNAL_FILE;
use kagetsu_kernel::ShowPath as _;

use super::error::CommandError;

/// Endings of the files of a folder that hold games.
const ENDINGS: [&str; 6] = ["sgf", "psq", "lib", "pgn", "rec", "sav"];

/// All files that arguments stand for: themselves, and of folders what [`games_below`] finds.
pub(super) fn game_files(arguments: &[PathBuf]) -> Vec<Result<PathBuf, CommandError>> {
    let files = |argument: &PathBuf| {
        if argument.is_dir() {
            games_below(argument)
        } else {
            vec![Ok(argument.clone())]
        }
    };
    arguments.iter().flat_map(files).collect()
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
    use crate::error::BAD_INPUT;
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
        let empty = folder.path().join("empty");
        let read = game_files(&[empty, all.join("note.txt"), all.clone()]);
        let (read, faults): (Vec<_>, Vec<_>) = read.into_iter().partition(Result::is_ok);
        let read: Vec<PathBuf> = read.into_iter().flatten().collect();
        let names = [
            "note.txt",
            "a.sgf",
            "b/x.psq",
            "c.SGF",
            "played/games.jsonl",
        ];
        assert_eq!(read, names.map(|name| all.join(name)));
        let [Err(error)] = &faults[..] else {
            panic!("one folder has no games: {faults:?}");
        };
        let said = error.to_string();
        assert!(said.contains("there are no games in the folder"), "{said}");
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

    /// A line of a journal of tournaments.
    fn record(game: usize, moves: &str) -> String {
        format!(
            "{{\"schema\":2,\"game\":{game},\"pair\":0,\"black\":\"a\",\"white\":\"b\",\"rule\":\"freestyle\",\"size\":15,\
             \"result\":\"draw\",\"reason\":\"five\",\"moves\":\"{moves}\",\"opening\":2,\"ms\":[],\"remarks\":[],\
             \"memory_kib\":[null,null]}}\n"
        )
    }

    #[test]
    fn what_cannot_be_used_is_named_and_the_rest_is_measured_and_searched() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        for place in ["games", "empty"] {
            fs::create_dir(folder.join(place)).expect("the disk has room");
        }
        let played = [
            record(0, "h8i9j10"),
            record(1, "h8h8h9"),
            record(2, "h8h9j8"),
        ]
        .concat();
        for (name, text) in [
            ("games/a.sgf", "(;GM[1])"),
            ("games/b.sgf", "(;GM[4]SZ[15]RU[freestyle];B[hh];W[ii])"),
            ("games/c.sgf", "(;GM[4]SZ[15]RU[freestyle];B[hh];W[hh])"),
            ("played.jsonl", played.as_str()),
        ] {
            fs::write(folder.join(name), text).expect("the disk has room");
        }
        let [games, empty] = ["games", "empty"].map(|name| folder.join(name));
        let files = format!(
            "{} {} none.sgf played.jsonl",
            games.display(),
            empty.display()
        );
        for (line, first, last) in [
            ("puzzles --nodes 9", "", ""),
            (
                "forecast --after-opening --nodes 9",
                "positions   2\n",
                "left out    5 files or games that cannot be used\n",
            ),
        ] {
            let ran = run_in(folder, &format!("{line} {files}"));
            assert_eq!(ran.code, i32::from(BAD_INPUT), "{line}: {}", ran.err);
            let is_whole = ran.out.starts_with(first) && ran.out.ends_with(last);
            assert!(is_whole, "{line}: {}", ran.out);
            for expected in ["GM[1]", "c.sgf'", "no games in the folder", "'none.sgf'"] {
                assert!(ran.err.contains(expected), "{line}: {}", ran.err);
            }
            assert_eq!(ran.err.matches("error: ").count(), 5, "{line}: {}", ran.err);
        }
        let files = format!("none.sgf {}", empty.display());
        for command in ["puzzles", "forecast"] {
            refused(folder, &format!("{command} {files}"), "'none.sgf'");
        }
    }
}
