//! The games of files: journals of tournaments, and every other form that games are read in, if they have results.

use std::fmt::Display;
use std::io;
use std::path::Path;

use kagetsu_analysis::source::{ReadOptions, SourceGame, games_of};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::ShowPath as _;
use kagetsu_notation::encoding::text_of;
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::reader::Kind;
use kagetsu_notation::record::{GameRecord, GameResult};

use crate::error::CommandError;
use crate::game_reader::GameReader;
use crate::source::file_input;

use super::sample::EndedGame;

/// Gives the games of a file that have ended without a fault to `take`, which fails for one that cannot be used.
pub(super) fn read(
    path: &Path,
    options: &ReadOptions,
    reader: &mut GameReader<'_>,
    mut take: impl FnMut(&EndedGame) -> Result<(), CommandError>,
) -> io::Result<()> {
    let Some(input) = reader.usable(file_input(path))? else {
        return Ok(());
    };
    let opened = input.open(options.encoding);
    let opened = opened.map_err(|error| input.error(error));
    let Some(source) = reader.usable(opened)? else {
        return Ok(());
    };
    // Journals say more of a game than whether it can be read: a fault decides a game and says nothing of its positions.
    if source.kind() == Kind::Journal {
        let records = journal(path, text_of(&input.bytes, options.encoding).as_bytes());
        let records = reader.usable(records)?.unwrap_or_default();
        return reader.each(input.title(), &records, |record, _| {
            of_record(path, record)?.iter().try_for_each(&mut take)
        });
    }
    let games = games_of(input.title(), &source, options);
    reader.each(input.title(), games, |game, notes| {
        let game = game.map_err(|error| input.game_error(error))?;
        notes.add(input.name.as_deref(), &game.notes);
        of_source(path, game)?.iter().try_for_each(&mut take)
    })
}

fn journal(path: &Path, bytes: &[u8]) -> Result<Vec<GameRecord>, CommandError> {
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
    Ok(sound.records)
}

/// A game of a tournament, if it has ended without a fault.
fn of_record(path: &Path, record: &GameRecord) -> Result<Option<EndedGame>, CommandError> {
    if record.fault.is_some() || record.result == GameResult::Unfinished {
        return Ok(None);
    }
    let wrong = |error: &dyn Display| {
        CommandError::input(format!(
            "game {} of '{}': {error}",
            record.game,
            path.shown()
        ))
    };
    Ok(Some(EndedGame {
        number: record.game as usize,
        rule: record.gomoku_rule().map_err(|error| wrong(&error))?,
        size: BoardSize::square(record.size).map_err(|error| wrong(&error))?,
        moves: record.points().map_err(|error| wrong(&error))?,
        opening: record.opening,
        result: record.result,
    }))
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
