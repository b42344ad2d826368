//! The command `book`.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Subcommand, value_parser};
use kagetsu_kernel::seconds::Seconds;
use kagetsu_kernel::{FileLock, ShowPath as _, counted};

use super::games::text_of;
use super::position::game_of;
use super::serving::{new_brain, read_book};
use crate::board::{Board, canonical};
use crate::book::{Book, Growth, Step, Values, file, grow, step};
use crate::record::opening_names;
use kagetsu_siblings::command::{CommandError, Console};
use kagetsu_siblings::kept_file::KeptFile;

/// What can be done with a book.
#[derive(Clone, Debug, Subcommand)]
pub enum BookCommand {
    /// Add positions to a book, or begin one. Ctrl-C ends the work, and the same command continues it.
    Grow {
        /// The file.
        file: PathBuf,
        /// Positions of the whole book.
        #[arg(long, default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
        positions: u32,
        /// Plies of each search.
        #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(2..=60))]
        depth: u8,
        /// Positions with fewer empty squares are not added.
        #[arg(long, default_value_t = 36, value_parser = value_parser!(u32).range(0..=60))]
        empties: u32,
        /// Stop after this time, when the position that is being searched is finished.
        #[arg(long, value_name = "SECONDS")]
        time: Option<Seconds>,
    },
    /// Check a book: its checksum, its moves, and that every position can be reached from the start.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Show the moves of a position, best first.
    Show {
        /// The file.
        file: PathBuf,
        /// Moves from the start, such as f5d6c3; `-` reads them from standard input, `@FILE` from a file.
        moves: Vec<String>,
    },
}

/// Bytes of the table: small, because it is emptied before every search.
const TABLE_BYTES: usize = 4 << 20;
/// The file is written after so many new positions.
const SAVE_INTERVAL: usize = 20;

pub(super) fn run(
    command: &BookCommand,
    input: impl Read,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    match command {
        BookCommand::Grow {
            file,
            positions,
            depth,
            empties,
            time,
        } => {
            let growth = Growth {
                depth: *depth,
                least_empties: *empties,
            };
            let positions = *positions as usize;
            grow_file(file, positions, time.map(|time| time.0), growth, console)
        }
        BookCommand::Check { file } => check(file, console.out),
        BookCommand::Show { file, moves } => show(file, &text_of(moves, input)?, console.out),
    }
}

fn grow_file(
    path: &Path,
    positions: usize,
    time: Option<Duration>,
    growth: Growth,
    console: &mut Console<'_>,
) -> Result<(), CommandError> {
    let mut kept = KeptFile::continued(path)?;
    // The one that writes last would lose what the other has found.
    let _lock = FileLock::beside(path).map_err(CommandError::file(path))?;
    let mut book = if path.exists() {
        read_book(path)?
    } else {
        Book::default()
    };
    let mut brain = new_brain(None, TABLE_BYTES)?;
    let begin = brain.clock().now();
    let stop = (console.interrupt)();
    while book.len() < positions {
        let spent = brain.clock().now().saturating_sub(begin);
        if time.is_some_and(|time| spent >= time) || !grow(&mut book, &mut brain, growth, &stop) {
            break;
        }
        if book.len().is_multiple_of(SAVE_INTERVAL) {
            kept.save(file::text(&book).as_bytes())?;
        }
    }
    if book.is_empty() && stop.is_raised() {
        return Err(CommandError::Interrupted(format!(
            "no position was searched, and '{}' is not written",
            path.shown()
        )));
    }
    kept.save(file::text(&book).as_bytes())?;
    if stop.is_raised() {
        return Err(CommandError::Interrupted(format!(
            "{} kept",
            counted(book.len(), "position")
        )));
    }
    writeln!(console.out, "{}", counted(book.len(), "position"))?;
    Ok(())
}

/// Positions that cannot be reached from the start by moves of the book.
fn unreachable(book: &Book) -> usize {
    let mut seen = BTreeSet::new();
    let mut open = vec![canonical(Board::START).0];
    while let Some(board) = open.pop() {
        let Some(entry) = book.get(board) else {
            continue;
        };
        if seen.insert(board) {
            let steps = entry
                .moves
                .iter()
                .filter_map(|&(square, _)| step(board, square));
            open.extend(steps.filter_map(Step::board));
        }
    }
    book.len() - seen.len()
}

fn check(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let book = read_book(path)?;
    let lost = unreachable(&book);
    if lost > 0 {
        let what = format!(
            "{} cannot be reached from the start",
            counted(lost, "position")
        );
        return Err(CommandError::file(path)(what));
    }
    let empties = book.iter().map(|(board, _)| board.empties());
    let longest = empties
        .min()
        .map_or(0, |least| Board::START.empties() - least);
    let value = Values::of(&book).get(canonical(Board::START).0);
    let value = value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:+}"));
    writeln!(
        out,
        "{}, up to ply {longest}, the start is worth {value}",
        counted(book.len(), "position")
    )?;
    Ok(())
}

fn show(path: &Path, moves: &str, out: &mut dyn Write) -> Result<(), CommandError> {
    let book = read_book(path)?;
    let game = game_of(moves)?;
    if let Some(name) = opening_names::name_of(&game) {
        writeln!(out, "{name}")?;
    }
    let values = Values::of(&book);
    match values.moves(&book, game.position().board()) {
        None => writeln!(out, "the position is not in the book")?,
        Some((depth, moves)) => {
            for (square, value) in moves {
                writeln!(out, "{square} {value:+}")?;
            }
            writeln!(out, "depth {depth}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_kernel::StopSignal;

    use super::*;
    use kagetsu_siblings::command::Fault;
    use kagetsu_siblings::testing::written;

    const GROWTH: Growth = Growth {
        depth: 2,
        least_empties: 40,
    };

    fn grown(path: &Path, positions: usize) -> String {
        let (result, out, _) = written(|console| grow_file(path, positions, None, GROWTH, console));
        result.unwrap();
        out
    }

    #[test]
    fn a_book_without_time_is_written_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let none = Some(Duration::ZERO);
        let (result, out, _) = written(|console| grow_file(&path, 3, none, GROWTH, console));
        result.unwrap();
        assert_eq!(out, "0 positions\n");
        assert_eq!(grown(&path, 3), "3 positions\n");
    }

    /// The error of a book that cannot grow. `interrupt` gives the signal of Ctrl-C.
    fn refused(path: &Path, positions: usize, interrupt: &dyn Fn() -> StopSignal) -> CommandError {
        let mut console = Console {
            out: &mut std::io::sink(),
            err: &mut std::io::sink(),
            interrupt,
        };
        grow_file(path, positions, None, GROWTH, &mut console).unwrap_err()
    }

    #[test]
    fn a_book_is_grown_by_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let text = grown(&path, 3);
        let lock = FileLock::beside(&path).unwrap();
        let error = refused(&path, 5, &StopSignal::new);
        assert_eq!(error.fault(), Fault::Input);
        assert!(
            error
                .to_string()
                .ends_with("is in use: another process writes it"),
            "{error}"
        );
        drop(lock);
        grown(&path, 5);
        assert_eq!(
            (text.as_str(), fs::read_dir(folder.path()).unwrap().count()),
            ("3 positions\n", 1)
        );
    }

    #[test]
    fn ctrl_c_keeps_what_has_grown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let stop = StopSignal::new();
        stop.raise();
        let refused = || refused(&path, 5, &|| stop.clone());
        assert_eq!(refused().fault(), Fault::Interrupted);
        assert!(!path.exists());
        grown(&path, 3);
        assert_eq!(refused().to_string(), "interrupted: 3 positions kept");
    }

    #[test]
    fn a_book_that_cannot_be_written_is_a_fault_of_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let interrupt = || {
            fs::create_dir(&path).unwrap();
            StopSignal::new()
        };
        let error = refused(&path, 1, &interrupt);
        assert_eq!(error.fault(), Fault::System, "{error}");
    }

    #[test]
    fn a_book_is_grown_checked_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        assert_eq!(grown(&path, 10), "10 positions\n");
        assert_eq!(grown(&path, 25), "25 positions\n");
        let other = folder.path().join("other");
        grown(&other, 25);
        assert_eq!(fs::read(&path).unwrap(), fs::read(other).unwrap());
        let mut out = Vec::new();
        check(&path, &mut out).unwrap();
        show(&path, "", &mut out).unwrap();
        show(&path, "f5d6", &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with("25 positions, up to ply "), "{out}");
        assert!(
            out.contains("\nc4 ") && out.contains("Perpendicular\n"),
            "{out}"
        );
    }

    #[test]
    fn a_damaged_book_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        grown(&path, 3);
        let text = fs::read_to_string(&path).unwrap().replace(":+", ":-");
        fs::write(&path, &text).unwrap();
        let error = check(&path, &mut Vec::new()).unwrap_err();
        assert!(error.fault() == Fault::Input && error.to_string().contains("the book is damaged"));
        let command = BookCommand::Grow {
            file: path.clone(),
            positions: 5,
            depth: 2,
            empties: 40,
            time: None,
        };
        let (result, ..) = written(|console| run(&command, &b""[..], console));
        assert!(result.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
