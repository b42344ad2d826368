//! Reads a file or folder of openings, in any of the known formats.
//!
//! In a folder, each `*.psq` file is one opening. A file is a collection of SGF games if its name ends with `.sgf` or
//! its text begins with a parenthesis. It is a game in Piskvork's format if its name ends with `.psq` or its text
//! begins as such a game does. Libraries, journals, PGN with moves and the files of other programs are read as the common
//! reader reads them. Any other file is a list of lines, each in one of the formats of a line.

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};
use std::fs;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::encoding::text_of;
use kagetsu_notation::reader::{self, Kind, ReadGame};
use kagetsu_notation::{SgfFault, SgfGame, psq, read_psq, read_sgf};

use super::check::{OpeningFault, check_opening};
use super::error::{FilePlace, OpeningError};
use super::line::{is_comment, parse_line};

/// An opening and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The stones in playing order, Black first.
    pub points: Vec<Point>,
    /// The line that it was read from.
    pub place: FilePlace,
}

/// The treatment of openings that cannot be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BadOpenings {
    /// The first one is an error.
    #[default]
    Refuse,
    /// They are left out and reported.
    Skip,
}

/// The settings of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rule of the games.
    pub rule: Rule,
    /// Their board.
    pub size: BoardSize,
    /// Largest number of stones to take from each opening, for files of whole games. Further stones are ignored.
    pub stones: Option<usize>,
    /// The treatment of openings that cannot be used.
    pub bad: BadOpenings,
}

/// The openings of a file.
#[derive(Debug, Default)]
pub struct OpeningFile {
    /// The openings that can be used, in the order of the file; at least one.
    pub openings: Vec<Opening>,
    /// The errors of the openings that were skipped.
    pub skipped: Vec<OpeningError>,
}

/// An opening before its check.
struct RawOpening {
    place: FilePlace,
    text: String,
    points: Result<Vec<Point>, OpeningFault>,
}

/// Most characters of a bad line that an error quotes.
const QUOTED: usize = 100;
/// Most lines of a library of `RenLib` that are openings.
const MAX_LIBRARY_LINES: usize = 100_000;

/// Reads and checks the openings of a file, or of all `*.psq` files of a folder in the order of their names.
///
/// # Errors
/// [`OpeningError`] when a file cannot be read, or no opening can be used. Unless bad openings are to be skipped, also
/// for the first opening that is malformed or breaks the rule.
pub fn read_openings(path: &Path, options: &ReadOptions) -> Result<OpeningFile, OpeningError> {
    let mut found = OpeningFile::default();
    for file in files(path)? {
        let bytes = read_regular_file(&file, MAX_TEXT_BYTES).map_err(unreadable(&file))?;
        found.add(&bytes, &file, options)?;
    }
    found.not_empty(path)
}

/// Reads and checks the openings in the bytes of a file; its name tells the form and where an error is.
///
/// # Errors
/// As [`read_openings`].
pub fn parse_openings(
    bytes: &[u8],
    file: &Path,
    options: &ReadOptions,
) -> Result<OpeningFile, OpeningError> {
    let mut found = OpeningFile::default();
    found.add(bytes, file, options)?;
    found.not_empty(file)
}

impl OpeningFile {
    /// Adds the openings of a file.
    fn add(
        &mut self,
        bytes: &[u8],
        file: &Path,
        options: &ReadOptions,
    ) -> Result<(), OpeningError> {
        let text = text_of(bytes, None);
        // The reader refuses what is no text.
        let games = games(bytes, file, options)?;
        let entries = games.unwrap_or_else(|| entries(&text, file, options.size));
        for entry in entries {
            match judge(entry, options) {
                Ok(opening) => self.openings.push(opening),
                Err(error) if options.bad == BadOpenings::Skip => self.skipped.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn not_empty(self, path: &Path) -> Result<Self, OpeningError> {
        if self.openings.is_empty() {
            let path = path.to_path_buf();
            return Err(OpeningError::Nothing { path });
        }
        Ok(self)
    }
}

fn unreadable(path: &Path) -> impl Fn(std::io::Error) -> OpeningError {
    move |source| OpeningError::Read {
        path: path.to_path_buf(),
        source,
    }
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

/// Splits a file into its openings.
fn entries(text: &str, file: &Path, size: BoardSize) -> Vec<RawOpening> {
    if has_extension(file, "sgf") || text.trim_start().starts_with('(') {
        sgf_entries(text, file, size)
    } else if has_extension(file, "psq") || psq::is_psq(text) {
        vec![psq_entry(text, file, size)]
    } else {
        line_entries(text, file, size)
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
    let form = |source| OpeningError::Form {
        path: file.to_path_buf(),
        source,
    };
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
            Err(OpeningFault::NotEmpty)
        } else {
            let points = game.steps.iter().copied().collect::<Option<Vec<_>>>();
            points
                .ok_or(OpeningFault::Pass)
                .and_then(|points| on_board(game.start.size(), options.size, points))
        };
        entry(file, number, &format!("game {number}"), points)
    };
    let games = opened.games(&of_reader);
    let openings = games.map(|game| game.map(opening).map_err(form));
    openings.collect::<Result<_, _>>().map(Some)
}

fn entry(
    file: &Path,
    line: usize,
    text: &str,
    points: Result<Vec<Point>, OpeningFault>,
) -> RawOpening {
    let own = text.lines().nth(line - 1).unwrap_or_default();
    of_line(file, line, own, points)
}

fn of_line(
    file: &Path,
    line: usize,
    text: &str,
    points: Result<Vec<Point>, OpeningFault>,
) -> RawOpening {
    RawOpening {
        place: FilePlace {
            file: file.to_path_buf(),
            line,
        },
        text: text.trim().chars().take(QUOTED).collect(),
        points,
    }
}

fn line_entries(text: &str, file: &Path, size: BoardSize) -> Vec<RawOpening> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !is_comment(line))
        .map(|(index, line)| of_line(file, index + 1, line, parse_line(line, size)))
        .collect()
}

fn psq_entry(text: &str, file: &Path, size: BoardSize) -> RawOpening {
    match read_psq(text) {
        Ok(game) => entry(file, 1, text, on_board(game.size, size, game.moves)),
        Err(error) => entry(file, error.line(), text, Err(error.into())),
    }
}

fn sgf_entries(text: &str, file: &Path, size: BoardSize) -> Vec<RawOpening> {
    let games = read_sgf(text.as_bytes()).into_iter();
    games
        .map(|game| match game {
            Ok(game) => {
                let own = game.size.unwrap_or(size);
                let moves = of_gomoku(&game).and_then(|()| Ok(game.plain_moves()?));
                let points = moves.and_then(|moves| on_board(own, size, moves));
                entry(file, game.line, text, points)
            }
            Err(error) => entry(file, error.line, text, Err(error.fault.into())),
        })
        .collect()
}

/// Refuses a game that says that it is of another kind. One that says nothing is taken for an opening of the rule.
fn of_gomoku(game: &SgfGame) -> Result<(), OpeningFault> {
    if let Some(SgfFault::OtherGame { number }) = &game.doubt {
        let number = number.clone();
        return Err(OpeningFault::OtherGame { number });
    }
    Ok(())
}

fn on_board(
    found: BoardSize,
    wanted: BoardSize,
    points: Vec<Point>,
) -> Result<Vec<Point>, OpeningFault> {
    if found == wanted {
        Ok(points)
    } else {
        Err(OpeningFault::Size { found, wanted })
    }
}

/// Checks an opening against the rule.
fn judge(entry: RawOpening, options: &ReadOptions) -> Result<Opening, OpeningError> {
    let RawOpening {
        place,
        text,
        points,
    } = entry;
    let checked = points.and_then(|mut points| {
        points.truncate(options.stones.unwrap_or(usize::MAX));
        check_opening(&points, options.rule, options.size).map(|()| points)
    });
    match checked {
        Ok(points) => Ok(Opening { points, place }),
        Err(fault) => Err(OpeningError::Bad { place, fault, text }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};
    use tempfile::TempDir;

    use super::*;

    fn options() -> ReadOptions {
        ReadOptions {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a legal size"),
            stones: None,
            bad: BadOpenings::Refuse,
        }
    }

    fn folder(files: &[(&str, &[u8])]) -> TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).expect("the disk has room");
        }
        folder
    }

    /// Stones and line of each opening in a file.
    fn read(
        name: &str,
        bytes: &[u8],
        options: &ReadOptions,
    ) -> Result<Vec<(String, usize)>, String> {
        let folder = folder(&[(name, bytes)]);
        let path = folder.path().join(name);
        let found = read_openings(&path, options).map_err(|error| {
            let text = error.to_string();
            text.replace(&*path.to_string_lossy(), name)
        })?;
        let openings = found.openings.iter();
        Ok(openings
            .map(|opening| {
                (
                    super::super::line::pos_line(&opening.points),
                    opening.place.line,
                )
            })
            .collect())
    }

    fn expect(name: &str, text: &str, expected: &[(&str, usize)]) {
        let expected = expected.iter();
        let expected = expected.map(|&(stones, line)| (stones.to_string(), line));
        assert_eq!(
            read(name, text.as_bytes(), &options()),
            Ok(expected.collect()),
            "{text}"
        );
    }

    #[test]
    fn every_form_is_known_by_name_or_content() {
        let lines =
            "\u{feff}# a comment\r\n\r\n0,0, -1,1\r\n// another\r\n; and another\r\n h8 i9 \r\n";
        expect("book.txt", lines, &[("h8g9", 3), ("h8i9", 6)]);
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\na\nb\n-1\n";
        expect("one.psq", psq, &[("h8i9", 1)]);
        expect("one.txt", psq, &[("h8i9", 1)]);
        let sgf = "(;GM[4]SZ[15];B[hh])\n(;GM[4]\n;B[aa];W[bb])";
        expect("two.sgf", sgf, &[("h8", 1), ("a1b2", 2)]);
        expect("two", sgf, &[("h8", 1), ("a1b2", 2)]);
        let wide: Vec<u8> = lines.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let expected = [("h8g9".to_string(), 3), ("h8i9".to_string(), 6)];
        assert_eq!(read("wide.txt", &wide, &options()), Ok(expected.to_vec()));
    }

    #[test]
    fn libraries_and_journals_are_read_as_everywhere() {
        let library = [0x78, 0x00, 0x79, 0xc0, 0x69, 0x40];
        let read = read("a.lib", &library, &options()).expect("a library");
        assert_eq!(read, [("h8i8".to_string(), 1), ("h8i7".to_string(), 2)]);
        // As RenLib writes it: with the head of its format, in a file on the disk.
        let head = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
        let folder = folder(&[("b.lib", &[&head[..], &library[..]].concat())]);
        let found = read_openings(&folder.path().join("b.lib"), &options());
        assert_eq!(found.expect("a library").openings.len(), 2);
        let pgn = "[Event \"a\"]\n[Size \"15\"]\n\n1. h8 i9 2. j10 *\n";
        expect("a.pgn", pgn, &[("h8i7j6", 1)]);
    }

    #[test]
    fn a_folder_gives_its_games_in_the_order_of_their_names() {
        let game = |column: u8| format!("Piskvorky 15x15, 0:0, 0\n{column},1,0\n").into_bytes();
        let (first, second) = (game(1), game(2));
        let folder = folder(&[
            ("b.psq", &second),
            ("a.PSQ", &first),
            ("c.txt", b"no opening"),
        ]);
        let found = read_openings(folder.path(), &options()).expect("two games");
        let first = |opening: &Opening| opening.points[0].x();
        let columns: Vec<usize> = found.openings.iter().map(first).collect();
        assert_eq!(columns, [0, 1]);
    }

    #[test]
    fn bad_openings_are_named_with_file_line_and_text() {
        for (name, text, expected) in [
            (
                "a",
                "0,0\n0,0, 0,0\n",
                "a:2: stone 2: the point is not empty: '0,0, 0,0'",
            ),
            ("a", "#\nh8,", "a:2: ',' is not a point of the 15x15 board"),
            (
                "a",
                "\n0,0,1\n",
                "a:2: there are 3 numbers, but each stone needs two: '0,0,1'",
            ),
            (
                "a.psq",
                "Piskvorky 20x20, 0:0, 0\n",
                "a.psq:1: the opening is for a 20x20 board",
            ),
            (
                "a.psq",
                "Piskvorky 15x15, 0:0, 0\n1,99,0\n",
                "a.psq:2: line 2 is not a move",
            ),
            (
                "a.sgf",
                "(;GM[4]SZ[15])\n(;GM[4];W[aa])",
                "a.sgf:2: move 1 is by white",
            ),
            (
                "a.sgf",
                "(;GM[4]SZ[19])",
                "a.sgf:1: the opening is for a 19x19 board",
            ),
            (
                "a.sgf",
                "(;GM[2]SZ[15];B[hh])",
                "a.sgf:1: the game is GM[2] (Othello), but openings are of Gomoku or Renju",
            ),
            ("a", "(;GM[1]SZ[15];B[hh])", "a:1: the game is GM[1] (Go)"),
            (
                "a.sgf",
                "(;GM[4];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])",
                "a.sgf:1: stone 9 already wins for black: of whole games --opening-stones takes",
            ),
            ("a", "# nothing\n", "'a' holds no opening"),
            ("a.sgf", "nothing", "'a.sgf' holds no opening"),
            ("a", "p16", "a:1: 'p16' is not a point of the 15x15 board"),
        ] {
            let found = read(name, text.as_bytes(), &options()).expect_err(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
        let missing = read_openings(Path::new("no/such/file"), &options());
        let missing = missing.expect_err("there is no such file").to_string();
        assert!(
            missing.starts_with("cannot read 'no/such/file': "),
            "{missing}"
        );
    }

    #[test]
    fn bad_openings_can_be_skipped_and_long_ones_cut() {
        let text = b"0,0\nrubbish\n0,0, 0,0\n1,1, 2,2, 2,2\n";
        let folder = folder(&[("book", text)]);
        let skip = ReadOptions {
            stones: Some(2),
            bad: BadOpenings::Skip,
            ..options()
        };
        let found = read_openings(&folder.path().join("book"), &skip).expect("two openings");
        assert_eq!(found.openings.len(), 2);
        assert_eq!(found.openings[1].points.len(), 2);
        let lines = found.skipped.iter().map(|error| match error {
            OpeningError::Bad { place, .. } => place.line,
            _ => 0,
        });
        assert_eq!(lines.collect::<Vec<_>>(), [2, 3]);
    }

    proptest! {
        #[test]
        fn no_file_is_fatal(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let text = String::from_utf8_lossy(&bytes);
            for name in ["a.sgf", "a.psq", "a"] {
                for entry in entries(&text, Path::new(name), options().size) {
                    prop_assert!(entry.place.line > 0);
                    let _ = judge(entry, &options());
                }
            }
        }
    }
}
