//! Games in files, as a terminal saves and loads them. What went wrong is a message for the person.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_regular_file, write_whole};
use kagetsu_notation::reader::Source;

use crate::registry::{Format, forms, is_position};
use crate::table::Table;
use crate::text::Message;

/// That a word needs the name of a file.
fn no_file(word: &str) -> Message {
    Message::new("terminal-no-file").with("word", word)
}

/// Bytes of a mebibyte.
const MIB: u64 = 1 << 20;

/// The marks that open and close a quotation: those that systems put round a name where it is copied or dragged, and those of
/// keyboards of East Asia.
const QUOTES: [(char, char); 8] = [
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('＂', '＂'),
    ('＇', '＇'),
];

/// The name of a file without the quotation marks round it.
///
/// # Errors
/// That a mark at its beginning is not closed.
fn unquoted(name: &str) -> Result<&str, Message> {
    let opened = |&(open, close): &(char, char)| Some((name.strip_prefix(open)?, close));
    let Some((rest, close)) = QUOTES.iter().find_map(opened) else {
        return Ok(name);
    };
    match rest.strip_suffix(close) {
        Some(inside) => Ok(inside),
        None if rest.contains(close) => Ok(name),
        None => Err(Message::new("terminal-file-quote").with_quoted("file", name)),
    }
}

/// The endings of the names of files.
const ENDINGS: [(&str, Format); 3] = [
    ("sgf", Format::Sgf),
    ("psq", Format::Psq),
    ("json", Format::Json),
];

/// What the system says of a file, in words for people where they are known; else by another text with its own words.
fn failed(name: &str, error: &io::Error, otherwise: &str) -> Message {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "terminal-file-missing",
        io::ErrorKind::PermissionDenied => "terminal-file-denied",
        io::ErrorKind::IsADirectory => "terminal-file-not-regular",
        _ => return Message::new(otherwise).with("why", &format!("{name}: {error}")),
    };
    Message::new(key).with("file", name)
}

fn format_of(path: &Path, forms: &[Format]) -> Option<Format> {
    let ending = path.extension()?.to_str()?;
    let known = |(name, _): &&(&str, Format)| name.eq_ignore_ascii_case(ending);
    let &(_, format) = ENDINGS.iter().find(known)?;
    forms.contains(&format).then_some(format)
}

/// Saves a game; its form follows from the name of the file. A file that is there already is only replaced if that is
/// wanted. Gives what is to be said.
///
/// # Errors
/// What is to be said where nothing was saved.
pub(super) fn save(table: &Table, name: &str, replaces: bool) -> Result<Message, Message> {
    let name = unquoted(name)?;
    if name.is_empty() {
        return Err(no_file(if replaces { "replace" } else { "save" }));
    }
    let path = Path::new(name);
    let known = forms(table.session());
    let Some(format) = format_of(path, &known) else {
        let has = |(_, format): &&(&str, Format)| known.contains(format);
        let forms: Vec<String> = ENDINGS
            .iter()
            .filter(has)
            .map(|(name, _)| format!(".{name}"))
            .collect();
        let message = Message::new("terminal-file-form").with_quoted("file", name);
        return Err(message.with("forms", &forms.join(" ")));
    };
    if path.symlink_metadata().is_ok() && !replaces {
        return Err(Message::new("terminal-file-exists").with("file", name));
    }
    let text = table.written(format)?;
    write_whole(path, |file| file.write_all(text.as_bytes())).map_err(|error| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let place = folder.map_or(name.into(), Path::to_string_lossy);
        failed(&place, &error, "terminal-save-failed")
    })?;
    // No form has the decisions of an opening, and only SGF has the study.
    let key = if table.session().in_opening() {
        "terminal-saved-opening"
    } else if table.loses_study(format) {
        "terminal-saved-study"
    } else {
        "terminal-saved"
    };
    Ok(Message::new(key).with("file", name))
}

/// The text of a file, whatever its encoding.
fn read_text(name: &str) -> Result<String, Message> {
    let path = Path::new(name);
    let about = |key: &str| Message::new(key).with("file", name);
    let bytes = read_regular_file(path, MAX_TEXT_BYTES).map_err(|error| match error.kind() {
        // A name that no file can have is refused with the same kind, in words of the system.
        io::ErrorKind::InvalidInput if path.exists() => about("terminal-file-not-regular"),
        io::ErrorKind::FileTooLarge => {
            about("terminal-file-too-large").with("most", &(MAX_TEXT_BYTES / MIB))
        }
        _ => failed(name, &error, "bad-file"),
    })?;
    let no_text = || about("terminal-file-no-text");
    let source = Source::new(&bytes, None).map_err(|_| no_text())?;
    source.text().map(Cow::into_owned).ok_or_else(no_text)
}

/// Reads the text of a file with a game that the table can open. A position on one line, as a game leaves it on the terminal,
/// is such a text itself.
///
/// # Errors
/// What is to be said.
pub(super) fn read_game(table: &Table, name: &str) -> Result<String, Message> {
    let name = unquoted(name)?;
    if name.is_empty() {
        return Err(no_file("load"));
    }
    let is_line = name.contains(char::is_whitespace) && is_position(name);
    let text = if is_line && !Path::new(name).exists() {
        name.to_string()
    } else {
        read_text(name)?
    };
    table.check_text(&text)?;
    Ok(text)
}

#[cfg(all(test, any(feature = "page", feature = "screen")))]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn quotation_marks_round_a_name_are_no_part_of_it() {
        let name = "C:\\My games\\a.sgf";
        for (open, close) in QUOTES {
            assert_eq!(unquoted(&format!("{open}{name}{close}")), Ok(name));
            let broken = format!("{open}a.sgf");
            let refused = unquoted(&broken).expect_err("it is not closed");
            assert_eq!(refused.key, "terminal-file-quote", "{broken}");
        }
        for name in ["a \"b\"", "\"a\" b.sgf", "「a」 b.sgf", "a\"", ""] {
            assert_eq!(unquoted(name), Ok(name));
        }
    }

    #[test]
    fn a_folder_is_refused_in_the_words_of_the_language() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().to_str().expect("a name in Unicode");
        let refused = read_text(name).expect_err("a folder");
        let said = Language::Zh.say(&refused).expect("the texts are sound");
        assert_eq!(said, format!("{name} 不是普通文件。"));
    }

    #[test]
    fn files_of_other_programs_are_read_in_their_encodings() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game");
        let path = path.to_str().expect("a name in Unicode");
        let read = |bytes: &[u8]| {
            std::fs::write(path, bytes).expect("the folder can be written");
            read_text(path)
        };
        for (bytes, expected) in [
            (
                &b"(;GM[4]CA[GBK]PB[\xca\xa4];B[hh])"[..],
                "(;GM[4]CA[GBK]PB[\u{80dc}];B[hh])",
            ),
            (
                &b"(;GM[4]PB[M\xfcller];B[hh])"[..],
                "(;GM[4]PB[M\u{fc}ller];B[hh])",
            ),
            (&b"h8 i9\r\n\x1a"[..], "h8 i9\r\n"),
        ] {
            assert_eq!(read(bytes), Ok(expected.to_string()));
        }
        // A library of RenLib, a picture, and a packed file.
        for bytes in [
            &b"\x78\x00\x77\x40"[..],
            b"\x89PNG\r\n\x1a\n\0",
            b"\x1f\x8b\x08\0\0",
        ] {
            let refused = read(bytes).expect_err("no text");
            assert_eq!(refused.key, "terminal-file-no-text");
        }
    }
}
