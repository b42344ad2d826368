//! Gives the games of files and folders one after the other. What cannot be used is named, the others are read all the same.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use indicatif::ProgressBar;

use kagetsu_analysis::source::{ReadOptions, SourceGame, games_of};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{ShowPath as _, counted};

use crate::error::{BAD_INPUT, CommandError};
use crate::faults::{Faults, tell_fault, unusable_in_words};
use crate::game_files::games_below;
use crate::interrupt::COMPLETE;
use crate::notes::Notes;
use crate::progress::waiting_line;
use crate::source::{Input, file_input, input};

use super::cli::CollectionArgs;

/// Games between two looks at the line for people.
const TOLD: u64 = 1000;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// Games that were taken.
    pub(super) games: u64,
    /// Games of another rule than the one that is asked for.
    pub(super) other_rules: u64,
    /// Files and games that cannot be used.
    pub(super) unusable: u64,
    /// Games that were taken, by the size of the board.
    boards: BTreeMap<String, u64>,
}

impl Collected {
    /// The exit code.
    pub(super) const fn exit_code(&self) -> u8 {
        if self.unusable > 0 {
            BAD_INPUT
        } else {
            COMPLETE
        }
    }

    /// Tells if no game is on a board of the size that is asked for.
    pub(super) fn tell_other_boards(
        &self,
        asked: BoardSize,
        err: &mut dyn Write,
    ) -> io::Result<()> {
        if self.games == 0 || self.boards.contains_key(&asked.to_string()) {
            return Ok(());
        }
        let boards: Vec<String> = self
            .boards
            .iter()
            .map(|(size, games)| format!("{size} ({})", counted(*games, "game")))
            .collect();
        writeln!(
            err,
            "note: no game is on a board of {asked}; there are {}, and --size names another board",
            boards.join(", ")
        )
    }

    /// Writes at the end of a table what was left out, if anything was; a command may have left out more.
    pub(super) fn write_left_out(
        &self,
        more: Option<String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut parts: Vec<String> = more.into_iter().collect();
        if self.other_rules > 0 {
            parts.push(format!(
                "{} of other rules",
                counted(self.other_rules, "game")
            ));
        }
        if self.unusable > 0 {
            parts.push(unusable_in_words(self.unusable));
        }
        if parts.is_empty() {
            return Ok(());
        }
        writeln!(out, "left out: {}", parts.join(", "))
    }
}

/// Reads all games. Whoever prints one suspends the line for people.
///
/// # Errors
/// What `take` fails with, and [`CommandError`] when there is no game at all.
pub(super) fn each_game(
    args: &CollectionArgs,
    err: &mut dyn Write,
    mut take: impl FnMut(&SourceGame, &ProgressBar) -> Result<(), CommandError>,
) -> Result<Collected, CommandError> {
    let mut reading = Reading {
        options: ReadOptions {
            rule: args.rule,
            size: args.size,
            encoding: args.encoding,
            library_lines: args.library_lines,
            ..ReadOptions::default()
        },
        collected: Collected::default(),
        notes: Notes::default(),
        line: waiting_line(),
    };
    for word in &args.files {
        if !word.is_dir() {
            reading.file(word, input(&[word]), err, &mut take)?;
            continue;
        }
        for file in games_below(word) {
            match file {
                Ok(file) => reading.file(&file, file_input(&file), err, &mut take)?,
                Err(error) => reading.fault(err, &error.to_string())?,
            }
        }
    }
    reading.line.finish_and_clear();
    reading.notes.print(err)?;
    let collected = reading.collected;
    if collected.games == 0 {
        let rule = args.rule.filter(|_| collected.other_rules > 0);
        let of = rule.map_or_else(String::new, |rule| format!(" of {rule}"));
        let names = args.files.iter().map(|file| file.shown().to_string());
        let names: Vec<String> = names.collect();
        return Err(CommandError::input(format!(
            "there is no game{of} that can be used in {}",
            names.join(", ")
        )));
    }
    Ok(collected)
}

struct Reading {
    options: ReadOptions,
    collected: Collected,
    notes: Notes,
    line: ProgressBar,
}

impl Reading {
    /// Tells of a file or game that cannot be used.
    fn fault(&mut self, err: &mut dyn Write, text: &str) -> io::Result<()> {
        self.collected.unusable += 1;
        self.line.suspend(|| tell_fault(text, err))
    }

    /// Gives the games of a file.
    fn file(
        &mut self,
        path: &Path,
        input: Result<Input, CommandError>,
        err: &mut dyn Write,
        take: &mut dyn FnMut(&SourceGame, &ProgressBar) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let name = path.to_string_lossy();
        let file: &str = &name;
        let input = match input {
            Ok(input) if input.name.is_some() => input,
            Ok(_) => return Ok(self.fault(err, &format!("there is no file or folder '{file}'"))?),
            Err(error) => return Ok(self.fault(err, &error.to_string())?),
        };
        let source = match input.open(self.options.encoding) {
            Ok(source) => source,
            Err(error) => return Ok(self.fault(err, &format!("'{file}': {error}"))?),
        };
        let (mut faults, mut has_games) = (Faults::default(), false);
        for game in games_of(file, &source, &self.options) {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    self.collected.unusable += 1;
                    let text = format!("'{file}': {error}");
                    self.line.suspend(|| faults.tell(&text, err))?;
                    continue;
                }
            };
            has_games = true;
            let asked = self.options.rule;
            if asked.is_some_and(|rule| rule != game.start.rule()) {
                self.collected.other_rules += 1;
                continue;
            }
            self.notes.add(Some(file), &game.notes);
            self.collected.games += 1;
            let board = game.start.size().to_string();
            *self.collected.boards.entry(board).or_default() += 1;
            if self.collected.games.is_multiple_of(TOLD) {
                let games = counted(self.collected.games, "game");
                self.line.set_message(format!("{games} "));
            }
            take(&game, &self.line)?;
        }
        let summed_up = || faults.sum_up(file, has_games, err);
        Ok(self.line.suspend(summed_up)?)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;

    use crate::in_process::run;
    use crate::interrupt::COMPLETE;

    #[test]
    fn a_file_of_a_folder_is_read_whatever_its_name_is() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(OsStr::from_bytes(b"\xc6\xe5.sgf"));
        fs::write(&path, "(;GM[4]SZ[15];B[hh];W[ii])").expect("the disk has room");
        for name in [folder.path(), path.as_path()] {
            let words = [OsStr::new("games"), OsStr::new("moves"), name.as_os_str()];
            let ran = run(words.into_iter().map(OsString::from));
            assert_eq!(ran.code, i32::from(COMPLETE), "{}", ran.err);
            assert!(ran.out.contains("in 1 game\n"), "{}", ran.out);
        }
    }
}
