//! The games of a source, one after the other.

use kagetsu_gomoku::geometry::BoardSize;

use crate::jsonl::{read_record, whole_json};
use crate::pgn::PgnGames;
use crate::read_options::{Lines, ReadOptions};
use crate::renlib::read_renlib_in;
use crate::sampled::{SampledGame, read_sample_bytes, read_sample_text};
use crate::sgf::{SgfGames, SgfOptions};
use crate::text_forms::{block, picture};

use super::convert;
use super::error::{ReadError, ReadFault};
use super::game::ReadGame;
use super::kind::Kind;
use super::lines;
use super::note::Note;
use super::source::{Body, Source};

type Reading = Result<ReadGame, ReadFault>;
/// With their numbers.
type Readings<'s> = Box<dyn Iterator<Item = (usize, Reading)> + 's>;

/// The games of a source. Each is read when it is asked for, so that collections of any length need little memory.
pub struct Games<'s> {
    kind: Kind,
    options: ReadOptions,
    /// The encoding, if it was guessed.
    guess: Option<Note>,
    readings: Readings<'s>,
    is_empty: bool,
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<ReadGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (number, reading) = match self.readings.next() {
            Some(next) => next,
            None if self.is_empty => (0, Err(ReadFault::Nothing)),
            None => return None,
        };
        self.is_empty = false;
        Some(match reading {
            Ok(mut game) => {
                game.number = number.max(1);
                game.notes.splice(..0, differences(&game, &self.options));
                game.notes.extend(self.guess.clone());
                Ok(game)
            }
            Err(fault) => Err(ReadError {
                kind: if matches!(fault, ReadFault::Form | ReadFault::Json(_)) {
                    Kind::Unknown
                } else {
                    self.kind
                },
                number,
                fault,
            }),
        })
    }
}

impl Source<'_> {
    /// The games, one after the other. Each is only read when it is asked for. A file without games gives one error.
    pub fn games(&self, options: &ReadOptions) -> Games<'_> {
        let options = *options;
        Games {
            kind: self.kind,
            options,
            guess: self.guessed.map(Note::Encoding),
            readings: match &self.body {
                Body::Bytes(bytes) => of_bytes(self, bytes, options),
                Body::Text(text) => of_text(self.kind, text, options),
            },
            is_empty: true,
        }
    }
}

/// What the game itself names otherwise than the options state.
fn differences(game: &ReadGame, options: &ReadOptions) -> impl Iterator<Item = Note> + use<> {
    let (of_game, stated) = (game.start.rule(), options.rule);
    let rule = stated.filter(|&stated| game.has_rule && stated != of_game);
    let rule = rule.map(|stated| Note::OtherRule { of_game, stated });
    let (of_game, stated) = (game.start.size(), options.size);
    let size = stated.filter(|&stated| stated != of_game);
    let size = size.map(|stated| Note::OtherSize { of_game, stated });
    rule.into_iter().chain(size)
}

/// The one game or position of a text or file.
///
/// # Errors
/// [`ReadError`], also when there are several games.
pub fn read_one(source: &Source, options: &ReadOptions) -> Result<ReadGame, ReadError> {
    let options = ReadOptions {
        lines: Lines::OneGame,
        ..*options
    };
    let mut games = source.games(&options);
    let refused = |fault| Err(ReadError::of_whole(source.kind, fault));
    match games.next() {
        None => refused(ReadFault::Nothing),
        Some(Ok(_)) if source.kind != Kind::RenLib && games.next().is_some() => {
            refused(ReadFault::Several)
        }
        Some(first) => first,
    }
}

fn one<'s>(reading: Reading) -> Readings<'s> {
    Box::new(std::iter::once((0, reading)))
}

fn all<'s>(readings: impl Iterator<Item = Reading> + 's) -> Readings<'s> {
    Box::new((1..).zip(readings))
}

fn samples<'s>(
    games: impl Iterator<Item = SampledGame> + 's,
    options: ReadOptions,
) -> Readings<'s> {
    all(games.map(move |game| Ok(convert::sampled(game, &options))))
}

fn of_bytes<'s>(source: &Source, bytes: &'s [u8], options: ReadOptions) -> Readings<'s> {
    match source.kind {
        Kind::RenLib => match read_renlib_in(bytes, options.encoding) {
            Ok(tree) => {
                let leaves = tree.leaves(options.library_lines.max(1)).into_iter();
                all(leaves.map(move |leaf| Ok(convert::library_line(&tree, leaf, &options))))
            }
            Err(error) => one(Err(ReadFault::Damaged(error))),
        },
        Kind::Samples => match read_sample_bytes(bytes) {
            Some(games) => samples(games, options),
            None => one(Err(ReadFault::Form)),
        },
        _ => {
            let of_sgf = SgfOptions {
                size: options.size,
                encoding: options.encoding,
                is_utf8: source.is_utf8,
            };
            let games = SgfGames::new(bytes, of_sgf);
            all(games.map(move |game| convert::sgf(game.map_err(|error| error.fault)?, &options)))
        }
    }
}

fn of_text(kind: Kind, text: &str, options: ReadOptions) -> Readings<'_> {
    match kind {
        Kind::Psq => one(convert::piskvork(text, &options)),
        Kind::Gomotur => one(convert::gomotur(text, &options)),
        Kind::YixinSave => one(convert::yixin_board(text, &options)),
        Kind::Samples => {
            let size = options.size.unwrap_or(BoardSize::STANDARD);
            match read_sample_text(text, size) {
                Ok(games) => samples(games.into_iter(), options),
                Err(error) => one(Err(ReadFault::Damaged(error))),
            }
        }
        Kind::Pgn => all(PgnGames::new(text).map(move |game| convert::pgn(game, &options))),
        Kind::Journal => match whole_json(text) {
            Some(kind) => one(Err(ReadFault::Json(kind))),
            None => journal(text, options),
        },
        Kind::Picture => one(picture::parse(text, options)
            .map(|(start, steps)| ReadGame::new(kind, start, steps))
            .map_err(ReadFault::from)),
        Kind::Block if !block::is_one_line(text) => one(block::parse(text, options)
            .map(ReadGame::of_block)
            .map_err(ReadFault::from)),
        Kind::Moves if options.lines == Lines::OneGame || lines::are_one_game(text) => {
            one(lines::moves(text, options).map_err(ReadFault::from))
        }
        _ => Box::new(
            lines::content_lines(text)
                .map(move |(number, line)| (number, lines::read(line, options))),
        ),
    }
}

/// The records of a journal. An incomplete last line comes from a killed runner and is left out.
fn journal(text: &str, options: ReadOptions) -> Readings<'_> {
    let lines = (1..).zip(text.split_inclusive('\n'));
    let told = lines.filter(|(_, line)| !line.trim().is_empty());
    Box::new(told.filter_map(move |(number, line)| {
        let record = read_record(line.as_bytes(), number);
        let is_whole = line.ends_with('\n') || number == 1;
        if record.is_err() && !is_whole {
            return None;
        }
        let game = record
            .map_err(ReadFault::from)
            .and_then(|record| convert::record(record, &options));
        Some((number, game))
    }))
}
