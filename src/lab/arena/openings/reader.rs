//! Reads a file or folder of openings, in any of the known formats.
//!
//! In a folder, each `*.psq` file is one opening. A file is a collection of SGF games if its name ends with `.sgf` or
//! its text begins with a parenthesis. It is a game in Piskvork's format if its name ends with `.psq` or its text
//! begins as such a game does. Libraries, journals, PGN with moves and the files of other programs are read as the common
//! reader reads them. Any other file is a list of lines, each in one of the formats of a line.

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};
use kagetsu_kernel::{ShowPath as _, quote};
use std::fs;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::encoding::text_of;
use kagetsu_notation::reader::{self, Kind, ReadError, ReadGame};
use kagetsu_notation::sgf::game_name;
use kagetsu_notation::{SgfFault, SgfGame, SgfOptions, psq, read_psq, read_sgf_with};

use super::check::check_opening;
use super::line::{moves_on, parse_line};

/// The settings of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rule of the games.
    pub rule: Rule,
    /// Their board.
    pub size: BoardSize,
    /// Largest number of stones to take from each opening, for files of whole games. Further stones are ignored.
    pub stones: Option<usize>,
}

/// Why openings cannot be read, in one sentence with their place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpeningError(String);

/// An opening before its check.
struct RawOpening {
    /// Number of its line, or of the game, from one.
    line: usize,
    text: String,
    /// Its stones, or in one sentence why it cannot be used.
    points: Result<Vec<Point>, String>,
}

/// Most lines of a library of `RenLib` that are openings.
const MAX_LIBRARY_LINES: usize = 100_000;

/// Reads and checks the openings of a file, or of all `*.psq` files of a folder in the order of their names; at least one.
/// Each is its stones in playing order, Black first.
///
/// # Errors
/// [`OpeningError`] when a file cannot be read, an opening is malformed or breaks the rule, or there is none.
pub fn read_openings(path: &Path, options: &ReadOptions) -> Result<Vec<Vec<Point>>, OpeningError> {
    let mut found = Vec::new();
    for file in files(path)? {
        let bytes = read_regular_file(&file, MAX_TEXT_BYTES).map_err(unreadable(&file))?;
        found.extend(openings_of(&bytes, &file, options)?);
    }
    not_empty(found, path)
}

/// Reads and checks the openings in the bytes of a file; its name tells the form and where an error is.
///
/// # Errors
/// As [`read_openings`].
pub fn parse_openings(
    bytes: &[u8],
    file: &Path,
    options: &ReadOptions,
) -> Result<Vec<Vec<Point>>, OpeningError> {
    not_empty(openings_of(bytes, file, options)?, file)
}

fn openings_of(
    bytes: &[u8],
    file: &Path,
    options: &ReadOptions,
) -> Result<Vec<Vec<Point>>, OpeningError> {
    let text = text_of(bytes, None);
    // The reader refuses what is no text.
    let games = games(bytes, file, options)?;
    let entries = games.unwrap_or_else(|| entries(bytes, &text, file, options.size));
    entries
        .into_iter()
        .map(|entry| judge(entry, file, options))
        .collect()
}

fn not_empty(openings: Vec<Vec<Point>>, path: &Path) -> Result<Vec<Vec<Point>>, OpeningError> {
    if openings.is_empty() {
        let path = path.shown();
        return Err(OpeningError(format!(
            "'{path}' holds no opening that can be used"
        )));
    }
    Ok(openings)
}

fn unreadable(path: &Path) -> impl Fn(std::io::Error) -> OpeningError {
    move |error| OpeningError(format!("cannot read '{}': {error}", path.shown()))
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn files(path: &Path) -> Result<Vec<PathBuf>, OpeningError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable(path))? {
        let file = entry.map_err(unreadable(path))?.path();
        if has_extension(&file, "psq") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Splits a file into its openings. `text` are its bytes, decoded.
fn entries(bytes: &[u8], text: &str, file: &Path, size: BoardSize) -> Vec<RawOpening> {
    if has_extension(file, "sgf") || text.trim_start().starts_with('(') {
        sgf_entries(bytes, text, size)
    } else if has_extension(file, "psq") || psq::is_psq(text) {
        vec![psq_entry(text, size)]
    } else {
        line_entries(text, size)
    }
}

/// The openings of a file in a form that is no list of lines, SGF or psq; `None` for those.
fn games(
    bytes: &[u8],
    file: &Path,
    options: &ReadOptions,
) -> Result<Option<Vec<RawOpening>>, OpeningError> {
    let of_reader = reader::ReadOptions {
        rule: Some(options.rule),
        size: Some(options.size),
        library_lines: MAX_LIBRARY_LINES,
        ..reader::ReadOptions::default()
    };
    let form = |error: ReadError| OpeningError(format!("'{}': {error}", file.shown()));
    let opened = reader::Source::new(bytes, None).map_err(form)?;
    let is_of_reader = matches!(
        opened.kind(),
        Kind::RenLib | Kind::Journal | Kind::Pgn | Kind::Gomotur | Kind::YixinSave
    );
    if !is_of_reader {
        return Ok(None);
    }
    let opening = |game: ReadGame| {
        let number = game.number;
        let points = if !game.start.stones().is_empty() || !game.start.blocked().is_empty() {
            Err("it begins with stones on the board".to_string())
        } else {
            let points = game.steps.iter().copied().collect::<Option<Vec<_>>>();
            points
                .ok_or_else(|| "it holds a pass".to_string())
                .and_then(|points| on_board(game.start.size(), options.size, points))
        };
        of_line(number, &format!("game {number}"), points)
    };
    let games = opened.games(&of_reader);
    let openings = games.map(|game| game.map(opening).map_err(form));
    openings.collect::<Result<_, _>>().map(Some)
}

fn of_line(line: usize, text: &str, points: Result<Vec<Point>, String>) -> RawOpening {
    RawOpening {
        line,
        text: quote(text.trim()),
        points,
    }
}

fn line_entries(text: &str, size: BoardSize) -> Vec<RawOpening> {
    let lines = (1..).zip(text.lines());
    lines
        .filter_map(|(number, line)| Some((number, moves_on(line)?)))
        .map(|(number, moves)| of_line(number, moves, parse_line(moves, size)))
        .collect()
}

fn psq_entry(text: &str, size: BoardSize) -> RawOpening {
    let (line, points) = match read_psq(text) {
        Ok(game) => (1, on_board(game.size, size, game.moves)),
        Err(error) => (error.line(), Err(error.to_string())),
    };
    let own = text.lines().nth(line - 1).unwrap_or_default();
    of_line(line, own, points)
}

fn sgf_entries(bytes: &[u8], text: &str, size: BoardSize) -> Vec<RawOpening> {
    let lines: Vec<&str> = text.lines().collect();
    let open = SgfOptions {
        size: Some(size),
        ..SgfOptions::default()
    };
    // Each game names its own encoding, so that the text, which is decoded, would be decoded again.
    let games = read_sgf_with(bytes, open).into_iter();
    games
        .map(|game| {
            let (line, points) = match game {
                Ok(game) => {
                    let own = game.size.unwrap_or(size);
                    let plain = |()| game.plain_moves().map_err(|fault| fault.to_string());
                    let moves = of_gomoku(&game).and_then(plain);
                    let points = moves.and_then(|moves| on_board(own, size, moves));
                    (game.line, points)
                }
                Err(error) => (error.line, Err(error.fault.to_string())),
            };
            let text = lines.get(line - 1).copied().unwrap_or_default();
            of_line(line, text, points)
        })
        .collect()
}

/// Refuses a game that says that it is of another kind. One that says nothing is taken for an opening of the rule.
fn of_gomoku(game: &SgfGame) -> Result<(), String> {
    if let Some(SgfFault::OtherGame { number }) = &game.doubt {
        return Err(format!(
            "the game is GM[{number}]{}, but openings are of Gomoku or Renju, GM[4]",
            game_name(number)
        ));
    }
    Ok(())
}

fn on_board(found: BoardSize, wanted: BoardSize, points: Vec<Point>) -> Result<Vec<Point>, String> {
    if found == wanted {
        Ok(points)
    } else {
        Err(format!(
            "the opening is for a {found} board, but the games are on {wanted}"
        ))
    }
}

/// Checks an opening against the rule.
fn judge(
    entry: RawOpening,
    file: &Path,
    options: &ReadOptions,
) -> Result<Vec<Point>, OpeningError> {
    let RawOpening { line, text, points } = entry;
    let checked = points.and_then(|mut points| {
        points.truncate(options.stones.unwrap_or(usize::MAX));
        check_opening(&points, options.rule, options.size).map(|()| points)
    });
    let file = file.shown();
    checked.map_err(|fault| OpeningError(format!("{file}:{line}: {fault}: '{text}'")))
}
