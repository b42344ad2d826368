//! Games of files, whose format the endings of their names tell, and of texts.

use std::fmt::Display;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, WINDOWS_1252};
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, refuse_binary, without_mark};
use kagetsu_kernel::{counted, on_one_line};

use crate::record::{Game, GameEntry, Position, RecordForm, ggf, parse_moves, sgf, wthor};
use kagetsu_siblings::command::{CommandError, decoded_text_of};

/// A format of files with games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Wthor,
    Ggf,
    Sgf,
    /// One game a line as `f5d6c3`; `#` begins a remark.
    Moves,
}

/// Most games that are named of those that cannot be used.
const MOST_NAMED: usize = 5;
/// Endings of the names of files with players and with tournaments.
pub(super) const NAMES: [&str; 2] = ["jou", "trn"];
/// The names, but for their endings, that these files have in the archive of the federation, which has one pair for all years.
const ARCHIVE: [&str; 2] = ["wthor", "WTHOR"];

/// The games of a file, each with its name for messages, or why it cannot be used.
type Games = Vec<(String, Result<GameEntry, String>)>;

pub(super) fn format_of(path: &Path) -> Result<Format, CommandError> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("wtb") => Ok(Format::Wthor),
        Some("ggf") => Ok(Format::Ggf),
        Some("sgf") => Ok(Format::Sgf),
        Some("txt") => Ok(Format::Moves),
        Some(ending @ ("jou" | "trn")) => Err(CommandError::file(path)(format!(
            "a .{ending} file holds names: name the .wtb file beside it"
        ))),
        _ => Err(CommandError::file(path)(
            "the ending of the name tells no format: .wtb (WTHOR), .ggf, .sgf and .txt (a game a line) are known",
        )),
    }
}

/// An error if games were left out.
pub(super) fn all_are_used(used: usize, left_out: usize) -> Result<(), CommandError> {
    if left_out == 0 {
        return Ok(());
    }
    let all = used + left_out;
    let what = format!("{left_out} of {all} games cannot be used and are left out");
    Err(CommandError::input(what))
}

/// Games with their numbers in the text that they come from, and how many others cannot be used.
pub(super) type UsableGames = (Vec<(usize, GameEntry)>, usize);

/// The games of a file that another format can hold, at least one. The others are named.
pub(super) fn read_games(
    path: &Path,
    format: Format,
    err: &mut dyn Write,
) -> Result<UsableGames, CommandError> {
    usable(read(path)?, format, err).map_err(CommandError::file(path))
}

/// The games of a record in SGF or GGF that can be used, at least one. The others are named.
pub(super) fn read_record(
    form: RecordForm,
    text: &str,
    err: &mut dyn Write,
) -> Result<UsableGames, CommandError> {
    let games = form.read(text).map_err(CommandError::input)?;
    usable(numbered(games), Format::Sgf, err).map_err(CommandError::input)
}

/// The games that a format can hold, at least one. The first of the others are named, the rest counted.
fn usable(games: Games, format: Format, err: &mut dyn Write) -> Result<UsableGames, &'static str> {
    let (mut usable, mut left_out) = (Vec::new(), 0);
    for (number, (name, game)) in (1..).zip(games) {
        let game = game.and_then(|game| match unfit(&game.game, format) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(game),
        });
        match game {
            Ok(game) => usable.push((number, game)),
            Err(reason) => {
                left_out += 1;
                if left_out <= MOST_NAMED {
                    // What the file holds would command the terminal.
                    let reason = on_one_line(&reason);
                    let _ = writeln!(err, "{name} is left out: {reason}");
                }
            }
        }
    }
    if left_out > MOST_NAMED {
        let more = counted(left_out - MOST_NAMED, "more game");
        let _ = writeln!(err, "{more} left out");
    }
    if usable.is_empty() {
        return Err("no game in it can be used");
    }
    Ok((usable, left_out))
}

/// Why a format cannot hold a game.
fn unfit(game: &Game, format: Format) -> Option<&'static str> {
    let needs_start = matches!(format, Format::Moves | Format::Wthor);
    if needs_start && game.start() != Position::START {
        Some(
            "it does not begin at the start position, as this format wants it: .sgf and .ggf hold it",
        )
    } else if format == Format::Moves && game.plies().is_empty() {
        Some("it has no move, and this format holds moves alone")
    } else {
        None
    }
}

fn read(path: &Path) -> Result<Games, CommandError> {
    let format = format_of(path)?;
    if format == Format::Wthor {
        return read_wthor(path);
    }
    let bytes = read_regular_file(path, MAX_TEXT_BYTES).map_err(CommandError::file(path))?;
    refuse_binary(&bytes).map_err(CommandError::file(path))?;
    let text = decoded(&bytes);
    match format {
        Format::Ggf => ggf::FORM.read(&text),
        Format::Sgf => sgf::FORM.read(&text),
        Format::Moves | Format::Wthor => return Ok(read_moves(&text)),
    }
    .map(numbered)
    .map_err(CommandError::file(path))
}

/// The text that some words of a command line give, in any character set that [`decoded`] knows.
pub(super) fn text_of(words: &[String], input: impl Read) -> Result<String, CommandError> {
    decoded_text_of(words, input, |bytes| Ok(decoded(bytes)))
}

/// Where SGF names its character set.
const MARK: &[u8] = b"CA[";

/// A text in UTF-8, or else in the character set that `CA[..]` names, or else in windows-1252.
fn decoded(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes) {
        return without_mark(text).to_owned();
    }
    let named = bytes
        .windows(MARK.len())
        .position(|window| window == MARK)
        .and_then(|at| bytes[at + MARK.len()..].split(|&byte| byte == b']').next())
        .and_then(Encoding::for_label);
    let (text, _, _) = named.unwrap_or(WINDOWS_1252).decode(bytes);
    text.into_owned()
}

fn numbered<E: Display>(games: Vec<Result<GameEntry, E>>) -> Games {
    let named = |(index, game): (usize, Result<GameEntry, E>)| {
        let game = game.map_err(|error| error.to_string());
        (format!("game {}", index + 1), game)
    };
    games.into_iter().enumerate().map(named).collect()
}

fn read_moves(text: &str) -> Games {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index, line.split('#').next().unwrap_or_default()))
        .filter(|(_, moves)| !moves.trim().is_empty())
        .map(|(index, moves)| {
            let game = parse_moves(Position::START, moves).map(GameEntry::from);
            let name = format!("line {}", index + 1);
            (name, game.map_err(|error| error.to_string()))
        })
        .collect()
}

/// The file of names for a file of games: of the same name, or that of the whole archive in the same folder. Its ending may be
/// in small or large letters.
pub(super) fn beside(path: &Path, ending: &str) -> Option<PathBuf> {
    let endings = [ending.to_owned(), ending.to_ascii_uppercase()];
    let [small, large] = ARCHIVE.map(|name| path.with_file_name(name));
    [path.to_owned(), small, large]
        .into_iter()
        .flat_map(|path| endings.each_ref().map(|ending| path.with_extension(ending)))
        .find(|path| path.is_file())
}

fn read_wthor(path: &Path) -> Result<Games, CommandError> {
    let bytes =
        |path: &Path| read_regular_file(path, MAX_TEXT_BYTES).map_err(CommandError::file(path));
    let mut names = [Vec::new(), Vec::new()];
    let lengths = [wthor::PLAYER_BYTES, wthor::TOURNAMENT_BYTES];
    for ((names, ending), length) in names.iter_mut().zip(NAMES).zip(lengths) {
        if let Some(path) = beside(path, ending) {
            *names = wthor::names(&bytes(&path)?, length).map_err(CommandError::file(&path))?;
        }
    }
    let [players, tournaments] = names;
    wthor::read(&bytes(path)?, &players, &tournaments)
        .map(numbered)
        .map_err(CommandError::file(path))
}
