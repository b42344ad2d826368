//! Reads the files. A file that cannot be used is named on standard error, and the others are still read.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::iter;
use std::ops::Range;
use std::path::Path;

use kagetsu_analysis::source::{GameEnd, GameError, ReadOptions, SourceGame, UnusableGame};
use kagetsu_gomoku::board::IllegalMove;
use kagetsu_gomoku::geometry::Point;
use kagetsu_notation::reader::{ReadError, ReadFault};

use crate::error::CommandError;
use crate::game_files::games_below;
use crate::game_reader::{GameCounts, GameReader};
use crate::source::{Input, file_input, input, looks_like_a_file};

use super::args::AnalyseArgs;

/// What was in a source that is no file: nobody can read it again.
#[derive(Debug)]
pub(super) struct KeptSource {
    /// Its games among all: several sources may have the same name.
    pub(super) games: Range<usize>,
    pub(super) bytes: Vec<u8>,
    /// It was typed, so that it is UTF-8 whatever it says.
    pub(super) is_typed: bool,
}

/// Reads the games of all files. Returns them with the sources that are no files.
pub(super) fn read(
    args: &AnalyseArgs,
    err: &mut dyn Write,
) -> io::Result<(Vec<SourceGame>, Vec<KeptSource>, GameCounts)> {
    let options = ReadOptions {
        rule: args.rule,
        size: args.size,
        encoding: args.encoding,
        library_lines: args.library_lines as usize,
        ..ReadOptions::default()
    };
    let mut reader = GameReader::new(err);
    let (mut games, mut kept) = (Vec::<SourceGame>::new(), Vec::new());
    for input in inputs(args) {
        let Some(input) = reader.usable(input)? else {
            continue;
        };
        let before = games.len();
        reader.each(input.title(), input.games(&options), |game, notes| {
            let game = game.and_then(|game| from_move(game, args.at));
            let game = game.map_err(|error| input.game_error(error))?;
            notes.add(input.name.as_deref(), &game.notes);
            games.push(game);
            Ok(())
        })?;
        if args.sgf.is_some() && !input.is_file {
            kept.push(KeptSource {
                games: before..games.len(),
                is_typed: input.name.is_none(),
                bytes: input.bytes,
            });
        }
    }
    Ok((games, kept, reader.finish()?))
}

/// What the arguments stand for, one after the other; a folder for the games below it.
fn inputs(args: &AnalyseArgs) -> impl Iterator<Item = Result<Input, CommandError>> {
    let of = |words: Vec<&OsStr>| -> Box<dyn Iterator<Item = Result<Input, CommandError>>> {
        match words[..] {
            [word] if Path::new(word).is_dir() => {
                let files = games_below(Path::new(word)).into_iter();
                Box::new(files.map(|file| file_input(&file?)))
            }
            _ => Box::new(iter::once(input(&words))),
        }
    };
    arguments(args).into_iter().flat_map(of)
}

/// The arguments, each for itself; together if none of them is a file, so that moves need no quotes.
fn arguments(args: &AnalyseArgs) -> Vec<Vec<&OsStr>> {
    let words: Vec<&OsStr> = args.files.iter().map(AsRef::as_ref).collect();
    let is_number = |word: &str| word.trim_end_matches('.').parse::<u32>().is_ok();
    let is_file = |word: &&OsStr| {
        Path::new(word).exists()
            || word.to_str().is_none_or(|text| {
                text == "-" || text.starts_with('@') || looks_like_a_file(text) && !is_number(text)
            })
    };
    if words.iter().any(is_file) {
        return words.into_iter().map(|word| vec![word]).collect();
    }
    vec![words]
}

/// The position after so many moves instead of the game.
fn from_move(game: SourceGame, at: Option<usize>) -> Result<SourceGame, GameError> {
    let Some(asked) = at else {
        return Ok(game);
    };
    let moves = game.moves.len();
    if asked > moves {
        return Err(GameError::Read(ReadError {
            kind: game.kind,
            number: game.number,
            fault: ReadFault::After { moves, asked },
        }));
    }
    let position = game.position(asked);
    let start = match (game.end, game.moves.last()) {
        // No board shows that a forbidden move has ended the game.
        (GameEnd::Forbidden(foul), Some(&Some(point))) if asked == moves => {
            let illegal = IllegalMove::Forbidden(point, foul);
            let number = moves;
            Err(UnusableGame::Move { number, illegal })
        }
        _ => SourceGame::new(position, Vec::<Point>::new()),
    };
    match start {
        Ok(start) => Ok(SourceGame {
            source: game.source,
            kind: game.kind,
            number: game.number,
            names: game.names,
            result: game.result,
            notes: game.notes,
            sgf: game.sgf.map(|_| asked),
            ..start
        }),
        Err(fault) => Err(GameError::Rules {
            kind: game.kind,
            number: game.number,
            fault,
        }),
    }
}
