//! What the commands of all games share: their streams, the signal of Ctrl-C, and texts as arguments.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, refuse_binary, without_mark};

pub use super::error::{CommandError, Fault, refuse_search_options};

/// Where a command writes, and how it hears of Ctrl-C.
pub struct Console<'a> {
    /// Results.
    pub out: &'a mut dyn Write,
    /// Remarks, and how far the work has come.
    pub err: &'a mut dyn Write,
    /// Gives a signal that Ctrl-C raises. A command that does not ask for it is ended by Ctrl-C at once.
    pub interrupt: &'a dyn Fn() -> StopSignal,
}

/// The streams of a protocol, which its threads keep for themselves.
pub struct Streams {
    /// What the other program says.
    pub input: Box<dyn BufRead + Send>,
    /// What it is answered.
    pub output: Box<dyn Write + Send>,
    /// Remarks for people.
    pub remarks: Box<dyn Write + Send>,
}

impl Streams {
    /// Those of the process.
    pub fn standard() -> Self {
        Self {
            input: Box::new(io::BufReader::new(io::stdin())),
            output: Box::new(io::stdout()),
            remarks: Box::new(io::stderr()),
        }
    }
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

impl fmt::Debug for Console<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console").finish_non_exhaustive()
    }
}

/// The file that a word names: `@FILE`; any name with a dot or a slash that is there; or a name with one dot, no digit before
/// the others and an ending of three letters or more, such as `game.txt`. Dots and slashes also separate moves (`1.JJ`,
/// `f5.d6.pass`).
fn file_of(word: &str) -> Option<&Path> {
    if let Some(name) = word.strip_prefix('@') {
        return Some(Path::new(name));
    }
    let path = Path::new(word);
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let has_ending = word.matches('.').count() == 1
        && !word.starts_with(|sign: char| sign.is_ascii_digit())
        && ending.len() > 2
        && ending.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_name = !word.contains(char::is_whitespace)
        && (has_ending || word.contains(['.', '/']) && path.exists());
    is_name.then_some(path)
}

/// The bytes of a stream, at most so many. A longer one is refused: the rest of it would be missed.
fn read_bounded(input: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the stream is too long.
    input
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        let fault = format!("there are more than {max_bytes} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, fault));
    }
    Ok(bytes)
}

fn utf8(bytes: &[u8]) -> io::Result<String> {
    str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// The text that some words of a command line give: the words themselves without blanks around them, `-` for the input,
/// `@FILE` or the name of a file.
///
/// # Errors
/// The input or the file cannot be read.
pub fn text_of(words: &[String], input: impl Read) -> Result<String, CommandError> {
    decoded_text_of(words, input, utf8)
}

/// As [`text_of`], where the input or the file may be written in other signs than those of UTF-8.
///
/// # Errors
/// As [`text_of`].
pub fn decoded_text_of(
    words: &[String],
    input: impl Read,
    decode: impl FnOnce(&[u8]) -> io::Result<String>,
) -> Result<String, CommandError> {
    let [word] = words else {
        return Ok(words.join(" ").trim().to_owned());
    };
    let name = word.strip_prefix('@').unwrap_or(word);
    let bytes = if word == "-" {
        read_bounded(input, MAX_TEXT_BYTES)
    } else if let Some(path) = file_of(word) {
        read_regular_file(path, MAX_TEXT_BYTES)
    } else {
        return Ok(word.trim().to_owned());
    };
    let text = bytes.and_then(|bytes| {
        refuse_binary(&bytes)?;
        Ok(without_mark(&decode(&bytes)?).to_owned())
    });
    let fault = match text {
        Ok(text) if !text.trim().is_empty() => return Ok(text),
        Ok(_) => format!("there is nothing in '{name}'"),
        Err(error) => format!("cannot read '{name}': {error}"),
    };
    Err(CommandError::input(fault))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_is_too_long_is_refused_whole() {
        let read = |max_bytes| read_bounded(&b"f5d6"[..], max_bytes);
        assert_eq!(read(4).expect("it is short"), b"f5d6");
        let error = read(3).expect_err("it is too long").to_string();
        assert_eq!(error, "there are more than 3 bytes");
    }

    #[test]
    fn a_text_is_given_in_three_ways() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("game");
        std::fs::write(&path, "\u{feff}from a file").expect("the disk has room");
        let text = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            text_of(&words, &b"from the input"[..])
        };
        assert_eq!(text(&["f5", "d6"]).expect("words"), "f5 d6");
        assert_eq!(text(&[" -----"]).expect("a word"), "-----");
        assert_eq!(text(&[" -----", "X"]).expect("words"), "----- X");
        assert_eq!(text(&["-"]).expect("the input"), "from the input");
        let at = format!("@{}", path.display());
        assert_eq!(text(&[&at]).expect("a file"), "from a file");
        let error = text(&["@/nowhere/none"]).expect_err("no file").to_string();
        assert!(
            error.starts_with("cannot read '/nowhere/none': "),
            "{error}"
        );
        std::fs::write(&path, " \n").expect("the disk has room");
        let error = text(&[&at]).expect_err("nothing in it").to_string();
        assert!(error.starts_with("there is nothing in '"), "{error}");
        assert!(text(&[&at[1..]]).is_err(), "it names a folder");
        assert!(text(&["none.txt"]).is_err(), "it has an ending");
        for word in [
            "1.f5",
            "1.JJ",
            "1.JJ2.IIKK",
            "1.JJIIKK",
            "f5.d6.pass",
            "f5.d6.c3",
            "1. f5 2. d6",
            "f5/d6 c3",
            "f5/d6/c3",
        ] {
            assert_eq!(text(&[word]).expect("moves"), word);
        }
    }
}
