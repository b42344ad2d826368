//! The games of files that puzzles are made from. All are of one rule and board size, and begin on the empty board.

use std::fmt::Display;
use std::io;
use std::path::Path;

use kagetsu_analysis::source::{ReadOptions, SourceGame};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::ShowPath as _;

use crate::error::CommandError;
use crate::game_reader::GameReader;
use crate::source::file_input;

/// Most lines of a library of `RenLib` that are searched.
const LIBRARY_LINES: usize = 1000;

/// Games of one rule on one board.
#[derive(Debug, Default)]
pub(super) struct SourceGames {
    /// The rule, once a game or an option has given it.
    pub(super) rule: Option<Rule>,
    /// The board size, once a game or an option has given it.
    pub(super) size: Option<BoardSize>,
    /// The moves of each game, up to the one that ends it.
    pub(super) moves: Vec<Vec<Point>>,
}

impl SourceGames {
    /// An empty list with the rule and size of the options.
    pub(super) fn new(rule: Option<Rule>, size: Option<BoardSize>) -> Self {
        Self {
            rule,
            size,
            ..Self::default()
        }
    }

    /// Adds the games of a file that can be used.
    pub(super) fn add(&mut self, path: &Path, reader: &mut GameReader<'_>) -> io::Result<()> {
        let Some(input) = reader.usable(file_input(path))? else {
            return Ok(());
        };
        let options = ReadOptions {
            rule: self.rule,
            size: self.size,
            library_lines: LIBRARY_LINES,
            ..ReadOptions::default()
        };
        reader.each(input.title(), input.games(&options), |game, notes| {
            let game = game.map_err(|error| input.game_error(error))?;
            // They may tell why the game cannot be used.
            notes.add(input.name.as_deref(), &game.notes);
            self.take(path, game)
        })
    }

    fn take(&mut self, path: &Path, game: SourceGame) -> Result<(), CommandError> {
        let wrong = |what: String| {
            CommandError::input(format!("'{}': {}: {what}", path.shown(), game.place()))
        };
        let different = |found: &dyn Display, wanted: &dyn Display| {
            wrong(format!("it is {found}, but {wanted} is wanted"))
        };
        let (rule, size) = (game.start.rule(), game.start.size());
        if let Some(wanted) = self.rule.filter(|&wanted| wanted != rule) {
            return Err(different(&rule, &wanted));
        }
        if let Some(wanted) = self.size.filter(|&wanted| wanted != size) {
            return Err(different(&size, &wanted));
        }
        if !game.begins_as_usual() {
            return Err(wrong(
                "it begins with stones on the board or with a move of White".to_string(),
            ));
        }
        (self.rule, self.size) = (Some(rule), Some(size));
        // A game is searched up to its first pass: puzzles have none.
        let moves = game.moves.into_iter().map_while(|step| step);
        self.moves.push(moves.collect());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_not_wanted_is_told_by_its_line() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.txt");
        std::fs::write(&path, "# two games\nh8i9\nBOARD 7,7,1 DONE\n").expect("the disk has room");
        let (mut games, mut said) = (SourceGames::default(), Vec::new());
        let added = games.add(&path, &mut GameReader::new(&mut said));
        added.expect("memory suffices");
        assert_eq!(games.moves.len(), 1);
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("': line 3: it begins with"), "{said}");
    }
}
