//! Files whose positions are stored. A file is read to its end before anything of it is stored.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use kagetsu_analysis::database::entry::Entry;
use kagetsu_analysis::database::exchange::binary::{DEFAULT_ENCODING, is_yixin_database};
use kagetsu_analysis::database::exchange::text::is_yixin_text;
use kagetsu_analysis::database::exchange::{ExchangeError, YixinRecord, binary, text};
use kagetsu_analysis::database::json::{BYTE_ORDER_MARK, read_lines};
use kagetsu_analysis::database::key::PositionKey;
use kagetsu_analysis::database::library;
use kagetsu_analysis::database::writer::{MergeCounts, Writer};
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, binary_kind, read_regular_file, require_regular_file};
use kagetsu_notation::SgfFault;
use kagetsu_notation::encoding::TextEncoding;
use kagetsu_notation::reader::{self, Kind, ReadFault, ReadOptions};
use kagetsu_notation::renlib::{is_renlib, read_renlib_in};

use crate::error::CommandError;

/// The forms of files that hold positions.
const FORMS: &str = "JSON lines (as `database export` writes them), libraries of RenLib (.lib), databases of Yixin-Board and \
    Rapfi (.db, .csv)";
/// Bytes at the start of a file that decide its format.
const PROBE_BYTES: u64 = 1 << 16;

/// A file that has been found right. Most are read again when they are stored, because there may be more in them than
/// memory holds.
#[derive(Debug)]
pub(crate) enum Source {
    /// JSON lines.
    Lines(PathBuf),
    /// A database of Yixin-Board or Rapfi.
    Yixin(Yixin),
    /// The positions of a library.
    Entries(Vec<(PositionKey, Entry)>),
}

/// A database of Yixin-Board or Rapfi.
#[derive(Debug)]
pub(crate) struct Yixin {
    path: PathBuf,
    is_text: bool,
    encoding: TextEncoding,
}

type Pair = Result<(PositionKey, Entry), CommandError>;
/// A record with its number in the file.
type Numbered = Result<(usize, YixinRecord), ExchangeError>;

impl Source {
    /// Reads a file to its end. The rule is that of a library, the encoding that of texts that are not UTF-8.
    pub(crate) fn open(
        path: &Path,
        rule: Rule,
        encoding: Option<TextEncoding>,
    ) -> Result<Self, CommandError> {
        let unreadable = || CommandError::unreadable(path.shown());
        require_regular_file(path).map_err(unreadable())?;
        let mut probe = Vec::new();
        File::open(path)
            .and_then(|file| file.take(PROBE_BYTES).read_to_end(&mut probe))
            .map_err(unreadable())?;
        if is_renlib(&probe) {
            let bytes = read_regular_file(path, MAX_TEXT_BYTES).map_err(unreadable())?;
            return library(&bytes, rule, encoding, path);
        }
        let is_text = is_yixin_text(&probe);
        if is_text || is_yixin_database(&probe) {
            let yixin = Yixin {
                path: path.to_path_buf(),
                is_text,
                encoding: encoding.unwrap_or(DEFAULT_ENCODING),
            };
            yixin.entries()?.try_for_each(|pair| pair.map(drop))?;
            return Ok(Self::Yixin(yixin));
        }
        let text = probe.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&probe);
        match text.trim_ascii_start().first() {
            None => {
                let file = path.shown();
                return Err(CommandError::input(format!("there is nothing in '{file}'")));
            }
            Some(b'{') => {}
            Some(_) => return Err(foreign(path, &probe).unwrap_or_else(unreadable())),
        }
        lines(path)?.try_for_each(|line| line.map(drop))?;
        Ok(Self::Lines(path.to_path_buf()))
    }

    /// Stores the positions.
    pub(crate) fn store(self, writer: &mut Writer) -> Result<MergeCounts, CommandError> {
        match self {
            Self::Lines(path) => writer.merge_all(lines(&path)?),
            Self::Yixin(yixin) => writer.merge_all(yixin.entries()?),
            Self::Entries(entries) => writer.merge_all(entries.into_iter().map(Ok)),
        }
    }
}

impl Yixin {
    fn entries(&self) -> Result<impl Iterator<Item = Pair> + use<>, CommandError> {
        let name = self.path.shown().to_string();
        let wrong = move |error: ExchangeError| {
            CommandError::input(format!("cannot use '{name}': {error}"))
        };
        let file = BufReader::new(open_file(&self.path)?);
        let records: Box<dyn Iterator<Item = Numbered>> = if self.is_text {
            Box::new(text::records(file, self.encoding))
        } else {
            Box::new(binary::records(file, self.encoding).map_err(&wrong)?)
        };
        Ok(records.flat_map(move |record| {
            let entries = record.and_then(|(index, record)| record.entries(index));
            let pairs: Vec<Pair> = match entries {
                Ok(entries) => entries.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(wrong(error))],
            };
            pairs
        }))
    }
}

/// What is said of a file that holds no positions; `probe` is its beginning.
fn foreign(path: &Path, probe: &[u8]) -> io::Result<CommandError> {
    let file = path.shown();
    if let Some(kind) = binary_kind(probe) {
        let text = format!("'{file}' is {kind}; `database import` reads {FORMS}");
        return Ok(CommandError::input(text));
    }
    let bytes = read_regular_file(path, MAX_TEXT_BYTES)?;
    let source = reader::Source::new(&bytes, None).ok();
    let of_games = source.filter(|source| {
        matches!(
            source.kind(),
            Kind::Sgf | Kind::Psq | Kind::Pgn | Kind::Gomotur | Kind::YixinSave
        )
    });
    let Some(source) = of_games else {
        let text = format!("'{file}' is none of the files that hold positions: {FORMS}");
        return Ok(CommandError::input(text));
    };
    let mut games = source.games(&ReadOptions::default());
    Ok(CommandError::input(match games.next() {
        // `book grow` takes a game that does not say its kind.
        Some(Err(error)) if !matches!(error.fault, ReadFault::Sgf(SgfFault::NoGame)) => format!(
            "'{file}' is no file of positions, and cannot be read as games: {error}; `database import` reads {FORMS}"
        ),
        _ => format!(
            "'{file}' is a game ({}), which has moves and no values to store: `book grow --openings {file} --opening-stones 6` \
             searches the position after its first stones and stores what it finds; `database import` reads {FORMS}",
            source.kind()
        ),
    }))
}

fn open_file(path: &Path) -> Result<File, CommandError> {
    File::open(path).map_err(CommandError::unreadable(path.shown()))
}

fn library(
    bytes: &[u8],
    rule: Rule,
    encoding: Option<TextEncoding>,
    path: &Path,
) -> Result<Source, CommandError> {
    let file = path.shown();
    let tree = read_renlib_in(bytes, encoding)
        .map_err(|error| CommandError::input(format!("cannot read '{file}': {error}")))?;
    let entries = library::entries(&tree, rule)
        .map_err(|error| CommandError::input(format!("cannot use '{file}': {error}")))?;
    Ok(Source::Entries(entries))
}

fn lines(path: &Path) -> Result<impl Iterator<Item = Pair> + use<>, CommandError> {
    let name = path.shown().to_string();
    let lines = read_lines(BufReader::new(open_file(path)?));
    Ok(lines.map(move |(line, entry)| {
        entry.map_err(|error| CommandError::input(format!("line {line} of '{name}': {error}")))
    }))
}
