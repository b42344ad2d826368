//! The games of files: journals of tournaments, and every other form that games are read in, if they have results.

use std::fmt::Display;
use std::path::Path;

use kagetsu_analysis::source::{ReadOptions, SourceGame, games_of};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::encoding::text_of;
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::reader::Kind;
use kagetsu_notation::record::{GameRecord, GameResult};

use crate::error::CommandError;
use crate::notes::Notes;
use crate::source::file_input;

use super::sample::EndedGame;

/// The games of a file that have ended without a fault.
///
/// # Errors
/// When the file cannot be read, holds no game, or one that cannot be used.
pub(super) fn read(
    path: &Path,
    options: &ReadOptions,
    notes: &mut Notes,
) -> Result<Vec<EndedGame>, CommandError> {
    let input = file_input(path)?;
    let source = input
        .open(options.encoding)
        .map_err(|error| input.error(error))?;
    // Journals say more of a game than whether it can be read: a fault decides a game and says nothing of its positions.
    if source.kind() == Kind::Journal {
        return journal(path, text_of(&input.bytes, options.encoding).as_bytes());
    }
    let mut ended = Vec::new();
    for game in games_of(input.title(), &source, options) {
        let game = game.map_err(|error| input.game_error(error))?;
        notes.add(input.name.as_deref(), &game.notes);
        ended.extend(of_source(path, game)?);
    }
    Ok(ended)
}

fn journal(path: &Path, bytes: &[u8]) -> Result<Vec<EndedGame>, CommandError> {
    let sound = read_records(bytes).map_err(|error| {
        let name = path.shown();
        CommandError::input(format!("'{name}' is no journal of a tournament: {error}"))
    })?;
    if sound.records.is_empty() {
        return Err(CommandError::input(format!(
            "'{}' holds no game of a tournament: expected its games.jsonl",
            path.shown()
        )));
    }
    let counts =
        |record: &&GameRecord| record.fault.is_none() && record.result != GameResult::Unfinished;
    let ended = sound.records.iter().filter(counts);
    ended.map(|record| of_record(path, record)).collect()
}

fn of_record(path: &Path, record: &GameRecord) -> Result<EndedGame, CommandError> {
    let wrong = |error: &dyn Display| {
        CommandError::input(format!(
            "game {} of '{}': {error}",
            record.game,
            path.shown()
        ))
    };
    Ok(EndedGame {
        number: record.game as usize,
        rule: record.gomoku_rule().map_err(|error| wrong(&error))?,
        size: BoardSize::square(record.size).map_err(|error| wrong(&error))?,
        moves: record.points().map_err(|error| wrong(&error))?,
        opening: record.opening,
        result: record.result,
    })
}

/// A game up to its first pass, if its result is known.
fn of_source(path: &Path, game: SourceGame) -> Result<Option<EndedGame>, CommandError> {
    if !game.begins_as_usual() {
        return Err(CommandError::input(format!(
            "{} of '{}' begins with stones on the board or with a move of White",
            game.place(),
            path.shown()
        )));
    }
    let known = game.result();
    let result = known.filter(|result| *result != GameResult::Unfinished);
    Ok(result.map(|result| EndedGame {
        number: game.number,
        rule: game.start.rule(),
        size: game.start.size(),
        moves: game.moves.into_iter().map_while(|step| step).collect(),
        opening: game.opening,
        result,
    }))
}
