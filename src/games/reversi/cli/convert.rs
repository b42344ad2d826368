//! The command `convert`: games from one format of files to another.

use std::io::Write;
use std::path::{Path, PathBuf};

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, read_text_file, write_whole};

use super::error::CommandError;
use crate::reversi::record::{GameEntry, Position, ggf, parse_moves, sgf, wthor};

/// A format of files with games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Wthor,
    Ggf,
    Sgf,
    /// One game a line as `f5d6c3`; lines that begin with `#` are remarks.
    Moves,
}

/// Endings of the names of files with players and with tournaments.
const NAMES: [&str; 2] = ["jou", "trn"];

fn format_of(path: &Path) -> Result<Format, CommandError> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("wtb") => Ok(Format::Wthor),
        Some("ggf") => Ok(Format::Ggf),
        Some("sgf") => Ok(Format::Sgf),
        Some("txt") => Ok(Format::Moves),
        _ => Err(CommandError::content(path)(
            "the ending of the name tells no format: wtb, ggf, sgf and txt are known",
        )),
    }
}

pub(super) fn run(input: &Path, output: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let format = format_of(output)?;
    let entries = read(input)?;
    write(output, format, &entries)?;
    writeln!(out, "{} games", entries.len())?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<GameEntry>, CommandError> {
    let format = format_of(path)?;
    if format == Format::Wthor {
        return read_wthor(path);
    }
    let text = read_text_file(path).map_err(CommandError::file(path))?;
    match format {
        Format::Ggf => ggf::read(&text).map_err(CommandError::content(path)),
        Format::Sgf => sgf::read(&text).map_err(CommandError::content(path)),
        Format::Moves | Format::Wthor => read_moves(path, &text),
    }
}

fn read_moves(path: &Path, text: &str) -> Result<Vec<GameEntry>, CommandError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let game = parse_moves(Position::START, line)
                .map_err(|error| format!("line {}: {error}", index + 1))
                .map_err(CommandError::content(path))?;
            Ok(GameEntry {
                game,
                ..GameEntry::default()
            })
        })
        .collect()
}

/// The file of names beside a file of games, its ending in small or large letters.
fn beside(path: &Path, ending: &str) -> Option<PathBuf> {
    [ending.to_owned(), ending.to_ascii_uppercase()]
        .into_iter()
        .map(|ending| path.with_extension(ending))
        .find(|path| path.is_file())
}

fn read_wthor(path: &Path) -> Result<Vec<GameEntry>, CommandError> {
    let bytes =
        |path: &Path| read_regular_file(path, MAX_TEXT_BYTES).map_err(CommandError::file(path));
    let mut names = [Vec::new(), Vec::new()];
    let readers = [wthor::players, wthor::tournaments];
    for ((names, ending), read) in names.iter_mut().zip(NAMES).zip(readers) {
        if let Some(path) = beside(path, ending) {
            *names = read(&bytes(&path)?).map_err(CommandError::content(&path))?;
        }
    }
    let [players, tournaments] = names;
    wthor::read(&bytes(path)?, &players, &tournaments).map_err(CommandError::content(path))
}

fn write(path: &Path, format: Format, entries: &[GameEntry]) -> Result<(), CommandError> {
    let lines = |line: fn(&GameEntry) -> String| {
        let lines = entries.iter().map(|entry| line(entry) + "\n");
        lines.collect::<String>().into_bytes()
    };
    let bytes = match format {
        Format::Ggf => lines(ggf::text),
        Format::Sgf => lines(sgf::text),
        Format::Moves => {
            let odd = entries
                .iter()
                .position(|entry| entry.game.start() != Position::START);
            if let Some(index) = odd {
                let what = format!("game {} does not begin at the start position", index + 1);
                return Err(CommandError::content(path)(what));
            }
            lines(|entry| entry.game.moves_text())
        }
        Format::Wthor => {
            let files = wthor::write(entries).map_err(CommandError::content(path))?;
            for (ending, bytes) in NAMES.into_iter().zip([&files.players, &files.tournaments]) {
                write_bytes(&path.with_extension(ending), bytes)?;
            }
            files.games
        }
    };
    write_bytes(path, &bytes)
}

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    write_whole(path, |file| file.write_all(bytes)).map_err(CommandError::file(path))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn games_go_through_all_formats_and_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let lines = "# two games\nF5 D6 c3 D3\n\n1. f5 2. d6 C4\n";
        fs::write(path("a.txt"), lines).unwrap();
        let names = ["a.txt", "b.ggf", "c.sgf", "d.wtb", "e.SGF", "f.txt"];
        let mut out = Vec::new();
        for pair in names.windows(2) {
            run(&path(pair[0]), &path(pair[1]), &mut out).unwrap();
        }
        let text = fs::read_to_string(path("f.txt")).unwrap();
        assert_eq!(text, "f5d6c3d3\nf5d6c4\n");
        assert!(path("d.jou").is_file() && path("d.trn").is_file());
        assert_eq!(out, b"2 games\n".repeat(5));
    }

    #[test]
    fn errors_name_the_file_and_write_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.txt"), "f5d6\nf5f5\n").unwrap();
        fs::write(path("a.wtb"), "not a base").unwrap();
        let error = |from: &str, to: &str| {
            let error = run(&path(from), &path(to), &mut Vec::new()).unwrap_err();
            assert!(error.is_bad_input());
            error.to_string()
        };
        assert!(error("a.txt", "b.sgf").ends_with("a.txt: line 2: ply 2: white may not play f5"));
        assert!(error("a.wtb", "b.sgf").contains("a.wtb: the file has 10 bytes"));
        assert!(error("a.txt", "b.pgn").contains("b.pgn: the ending"));
        assert!(error("none.ggf", "b.sgf").contains("none.ggf: "));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
