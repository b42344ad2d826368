//! Games in files, as a terminal saves and loads them. What went wrong is a message for the person.

use std::io::{self, Write};
use std::path::Path;

use kagetsu_kernel::file::{NewFile, read_text_file};

use crate::registry::{Format, forms, is_position};
use crate::table::Table;
use crate::text::Message;

/// That a word needs the name of a file.
fn no_file(word: &str) -> Message {
    Message::new("terminal-no-file").with("word", word)
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

fn write(text: &str, path: &Path) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Saves a game; its form follows from the name of the file. A file that is there already is only replaced if that is
/// wanted. Gives what is to be said.
///
/// # Errors
/// What is to be said where nothing was saved.
pub(super) fn save(table: &Table, name: &str, replaces: bool) -> Result<Message, Message> {
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
    let text = table.written(format).map_err(|refusal| refusal.message())?;
    write(&text, path).map_err(|error| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let place = folder.map_or(name.into(), Path::to_string_lossy);
        failed(&place, &error, "terminal-save-failed")
    })?;
    Ok(Message::new("terminal-saved").with("file", name))
}

/// Reads the text of a file with a game that the table can open. A position on one line, as a game leaves it on the terminal,
/// is such a text itself.
///
/// # Errors
/// What is to be said.
pub(super) fn read_game(table: &Table, name: &str) -> Result<String, Message> {
    if name.is_empty() {
        return Err(no_file("load"));
    }
    let path = Path::new(name);
    let text = if name.contains(char::is_whitespace) && is_position(name) && !path.exists() {
        name.to_string()
    } else {
        read_text_file(path).map_err(|error| failed(name, &error, "bad-file"))?
    };
    let checked = table.check_text(&text);
    checked.map_err(|refusal| refusal.message())?;
    Ok(text)
}
