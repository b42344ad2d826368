//! Where positions and games come from: an argument itself, a file that it names, or standard input.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use kagetsu_analysis::source::{GameError, SourceGame, games_of};
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file};
use kagetsu_kernel::on_one_line;
use kagetsu_notation::encoding::TextEncoding;
use kagetsu_notation::position_text::PositionTextError;
use kagetsu_notation::reader::{Lines, ReadError, ReadFault, ReadOptions, Source};

use super::error::CommandError;

const STDIN: &str = "-";
const FILE_SIGN: char = '@';
/// Name of a text that is an argument itself.
const TYPED: &str = "argument";

/// What an argument stands for.
#[derive(Debug)]
pub(super) struct Input {
    /// The file or standard input; `None` for a text that is the argument itself.
    pub(super) name: Option<String>,
    /// It can be read again by its name.
    pub(super) is_file: bool,
    /// What is in it.
    pub(super) bytes: Vec<u8>,
}

impl Input {
    /// What is in it, with its kind. A text that is the argument itself is UTF-8, whatever it says.
    ///
    /// # Errors
    /// As [`Source::new`].
    pub(super) fn open(&self, encoding: Option<TextEncoding>) -> Result<Source<'_>, ReadError> {
        match (&self.name, std::str::from_utf8(&self.bytes)) {
            (None, Ok(text)) => Ok(Source::of_text(text)),
            _ => Source::new(&self.bytes, encoding),
        }
    }

    /// Its name in answers.
    pub(super) fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(TYPED)
    }

    /// Its games. A text that is the argument itself is one.
    pub(super) fn games(&self, options: &ReadOptions) -> Vec<Result<SourceGame, GameError>> {
        let lines = match self.name {
            Some(_) => Lines::GameEach,
            None => Lines::OneGame,
        };
        match self.open(options.encoding) {
            Ok(source) => games_of(self.title(), &source, &ReadOptions { lines, ..*options }),
            Err(error) => vec![Err(error.into())],
        }
    }

    /// Why a game of it cannot be used.
    pub(super) fn game_error(&self, error: GameError) -> CommandError {
        match (error, &self.name) {
            (GameError::Read(error), _) => self.error(error),
            (error, Some(name)) => in_file(name, &error),
            (error, None) => CommandError::input(error),
        }
    }

    /// An error of reading it. A typed text that cannot be read and can only be the name of a file is one that is not there.
    pub(super) fn error(&self, error: ReadError) -> CommandError {
        // Each game of a file may have a fault: its bytes are not looked at again for every one.
        if let Some(name) = &self.name {
            return in_file(name, &error);
        }
        let text = String::from_utf8_lossy(&self.bytes);
        // The signs of a path may stand between sound moves.
        let is_position = matches!(
            error.fault,
            ReadFault::Text(PositionTextError::Stray(_)) | ReadFault::After { .. }
        );
        if !is_position && looks_like_a_file(&text) {
            no_file(&text)
        } else {
            CommandError::input(error)
        }
    }
}

fn in_file(name: &str, error: &dyn Error) -> CommandError {
    CommandError::input(format!("'{}': {error}", on_one_line(name)))
}

fn no_file(name: &str) -> CommandError {
    let name = name.trim();
    CommandError::input(format!(
        "there is no file '{name}'; a position is written as moves such as h8i9j10, or as a picture"
    ))
}

/// The words of an argument as one input. `-` stands for standard input, `@FILE` and the name of an existing file for what
/// it holds, all others for themselves. What is not Unicode can only be the name of a file. No words are an empty text.
///
/// # Errors
/// When there are words and nothing but blanks in them, no name is behind the `@`, a file or standard input cannot be read, or
/// there is nothing but blanks in it.
pub(super) fn input(words: &[impl AsRef<OsStr>]) -> Result<Input, CommandError> {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    let argument = words.join(OsStr::new(" "));
    let file = Path::new(&argument);
    let Some(text) = argument.to_str() else {
        return file_input(file);
    };
    if text == STDIN {
        let all = read_bounded(&mut io::stdin().lock());
        return read_input("standard input", false, all);
    }
    match named_file(text) {
        Some("") => Err(no_file(text)),
        Some(name) => file_input(Path::new(name)),
        None if !text.is_empty() && file.exists() => file_input(file),
        // As of a variable of the shell that is not set.
        None if !words.is_empty() && text.trim().is_empty() => Err(CommandError::input(
            "the argument is empty: give moves such as h8i9j10 or the name of a file, or leave it out",
        )),
        None => Ok(Input {
            name: None,
            is_file: false,
            bytes: text.into(),
        }),
    }
}

/// What is in a file.
///
/// # Errors
/// When it cannot be read, or there is nothing but blanks in it.
pub(super) fn file_input(path: &Path) -> Result<Input, CommandError> {
    // Another name than that of Unicode is told as well as it can be, and leads nowhere.
    let is_file = path.to_str().is_some();
    let read = read_regular_file(path, MAX_TEXT_BYTES);
    read_input(&path.to_string_lossy(), is_file, read)
}

/// What was read from a file or standard input of this name.
fn read_input(name: &str, is_file: bool, read: io::Result<Vec<u8>>) -> Result<Input, CommandError> {
    let shown = on_one_line(name);
    let bytes = read.map_err(CommandError::unreadable(&shown))?;
    if bytes.trim_ascii().is_empty() {
        return Err(CommandError::input(format!(
            "there is nothing in '{shown}'"
        )));
    }
    Ok(Input {
        name: Some(name.to_string()),
        is_file,
        bytes,
    })
}

/// The file that an argument names by the sign for it.
pub(super) fn named_file(argument: &str) -> Option<&str> {
    argument.strip_prefix(FILE_SIGN)
}

/// All bytes of a stream, if they are not more than a text file may have.
fn read_bounded(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    input.take(MAX_TEXT_BYTES + 1).read_to_end(&mut all)?;
    if all.len() as u64 > MAX_TEXT_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("there are more than {MAX_TEXT_BYTES} bytes"),
        ));
    }
    Ok(all)
}

/// Whether a text that is no position can only be the name of a file: one line with a path separator or a dot.
pub(super) fn looks_like_a_file(text: &str) -> bool {
    let is_line = !text.contains(['\n', '\r', '\t', '(']);
    is_line && !text.contains("://") && text.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    use kagetsu_notation::reader::read_one;

    use super::*;

    #[test]
    fn a_missing_file_is_no_position() {
        for name in [
            "games.txt",
            "problem.sgf",
            "my/file",
            "a.b.json",
            "C:\\position",
            "my lost game.txt",
            "Game No. 5",
            "final round.2026-11-30",
        ] {
            let input = input(&[name]).expect("a text");
            let source = input.open(None).expect("a text");
            let error = read_one(&source, &ReadOptions::default()).expect_err(name);
            let said = input.error(error).to_string();
            assert!(
                said.starts_with(&format!("there is no file '{name}'")),
                "{said}"
            );
        }
        for position in [
            "h8i9j10",
            "h8 i9",
            "BOARD 7,7,1 DONE",
            "# from a/b.txt\nh8 i9",
            "1. h8 i9",
            "https://example.org/#/h8i9",
            "(;GM[4]SZ[15]DT[2026/11/30];B[hh])",
        ] {
            let input = input(&[position]).expect("a text");
            let source = input.open(None).expect("a text");
            assert!(
                read_one(&source, &ReadOptions::default()).is_ok(),
                "{position}"
            );
        }
    }

    #[test]
    fn an_empty_argument_is_refused_and_none_is_an_empty_text() {
        for empty in ["", " \n"] {
            let error = input(&[empty]).expect_err("nothing").to_string();
            assert!(error.starts_with("the argument is empty"), "{error}");
        }
        let none = input(&[] as &[&str]).expect("a text");
        assert_eq!((none.name, none.bytes), (None, Vec::new()));
    }

    #[test]
    fn files_are_read_with_and_without_the_sign() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("one.txt");
        std::fs::write(&path, "h8i9").expect("the disk has room");
        let name = path.display().to_string();
        for argument in [name.clone(), format!("@{name}")] {
            assert_eq!(input(&[&argument]).expect("a file").bytes, b"h8i9");
        }
        std::fs::write(&path, "\n").expect("the disk has room");
        let refused = |name: &str| input(&[name]).expect_err(name).to_string();
        assert_eq!(refused(&name), format!("there is nothing in '{name}'"));
        let folder = folder.path().display().to_string();
        assert!(refused(&folder).starts_with(&format!("cannot read '{folder}': ")));
    }

    /// As an archive from a Windows with another encoding leaves it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_unicode_is_that_of_a_file() {
        use std::os::unix::ffi::OsStrExt as _;

        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(OsStr::from_bytes(b"\xc6\xe5.txt"));
        std::fs::write(&path, "h8i9").expect("the disk has room");
        let read = input(&[path]).expect("a file");
        assert_eq!(read.bytes, b"h8i9");
        assert!(!read.is_file, "the name that is told leads nowhere");
    }
}
