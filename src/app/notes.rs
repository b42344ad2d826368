//! The notes on the games of files: each is told once, with the first file to which it applies and the number of the others.

use std::io::{self, Write};

use kagetsu_kernel::{counted, on_one_line};
use kagetsu_notation::reader::Note;

/// Most different notes that are printed.
const MAX_NOTES: usize = 10;

/// A note and its files.
#[derive(Debug)]
struct FileNote {
    note: Note,
    /// `None` for a text that is no file.
    first: Option<String>,
    /// The last file to which it applies; files come one after the other.
    last: Option<String>,
    others: usize,
}

/// The different notes.
#[derive(Debug, Default)]
pub(super) struct Notes {
    notes: Vec<FileNote>,
}

impl Notes {
    /// Adds the notes of a game of a file.
    pub(super) fn add(&mut self, file: Option<&str>, notes: &[Note]) {
        let file = file.map(str::to_string);
        for note in notes {
            if let Some(known) = self.notes.iter_mut().find(|known| known.note == *note) {
                if known.last != file {
                    known.others += 1;
                    known.last.clone_from(&file);
                }
            } else if self.notes.len() < MAX_NOTES {
                self.notes.push(FileNote {
                    note: note.clone(),
                    first: file.clone(),
                    last: file.clone(),
                    others: 0,
                });
            }
        }
    }

    /// Prints them.
    pub(super) fn print(&self, err: &mut dyn Write) -> io::Result<()> {
        for FileNote {
            note,
            first,
            others,
            ..
        } in &self.notes
        {
            let more = match others {
                0 => String::new(),
                others => format!(" and {}", counted(*others, "other file")),
            };
            let of = first.as_ref().map(|first| format!("'{first}'{more}: "));
            let text = format!("{}{note}", of.unwrap_or_default());
            writeln!(err, "note: {}", on_one_line(&text))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_its_first_file_and_the_number_of_the_others() {
        let mut notes = Notes::default();
        for (file, move_number) in [("a", 3), ("a", 3), ("b", 3), ("c", 3), ("c", 4)] {
            notes.add(Some(file), &[Note::SetUpAfter(move_number)]);
        }
        let mut said = Vec::new();
        notes.print(&mut said).expect("memory suffices");
        assert_eq!(
            String::from_utf8_lossy(&said),
            "note: 'a' and 2 other files: stones are set after move 3: the game is taken from there\n\
             note: 'c': stones are set after move 4: the game is taken from there\n"
        );
    }
}
