//! Games in files, as a terminal saves and loads them. What went wrong is a message for the person.

use std::io::{self, Write};
use std::path::Path;

use kagetsu_kernel::file::{NewFile, read_text_file};

use crate::registry::{Format, forms};
use crate::table::Table;
use crate::text::Message;

/// The endings of the names of files.
const ENDINGS: [(&str, Format); 3] = [
    ("sgf", Format::Sgf),
    ("psq", Format::Psq),
    ("json", Format::Json),
];

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
        return Err(Message::new("terminal-no-file"));
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
    let failed = |why: &dyn std::fmt::Display| {
        Message::new("terminal-save-failed").with("why", &format!("{name}: {why}"))
    };
    let text = table.written(format).map_err(|error| failed(&error))?;
    write(&text, path).map_err(|error| failed(&error))?;
    Ok(Message::new("terminal-saved").with("file", name))
}

/// Reads the text of a file.
///
/// # Errors
/// What is to be said.
pub(super) fn read(name: &str) -> Result<String, Message> {
    if name.is_empty() {
        return Err(Message::new("terminal-no-file"));
    }
    let unusable = |error| Message::new("bad-file").with("why", &format!("{name}: {error}"));
    read_text_file(Path::new(name)).map_err(unusable)
}
