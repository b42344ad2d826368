//! Edits of a database that wait behind one another are written together, before anything else is done.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::search::DepthReport;
use kagetsu_kernel::StopSignal;
use kagetsu_protocol::database_request::DatabaseRequest;
use kagetsu_protocol::database_service::{Advice, BookChoice, DatabaseService, Subject};
use kagetsu_protocol::{Extras, Reply};

use super::serve::{Paper, serve_with};

/// Input that is there at once. The reading thread drops it, and with it the sender, when it has read all.
struct Whole {
    text: Cursor<String>,
    _sender: Sender<()>,
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

/// Counts edits, and begins with the first when all has been read.
#[derive(Debug)]
struct Ledger {
    read: Receiver<()>,
    waiting: usize,
    /// The numbers of edits that were written together.
    written: Arc<Mutex<Vec<usize>>>,
}

impl DatabaseService for Ledger {
    fn answer(&mut self, request: &DatabaseRequest, _: &Subject) -> Vec<Reply> {
        // The sender says nothing, it only goes.
        let _ = self.read.recv();
        if request.is_edit() {
            self.waiting += 1;
            return Vec::new();
        }
        vec![Reply::Message(format!("{} waiting", self.waiting))]
    }

    fn settle(&mut self) -> Vec<Reply> {
        let count = std::mem::take(&mut self.waiting);
        if count == 0 {
            return Vec::new();
        }
        self.written.lock().expect("nobody panics").push(count);
        vec![Reply::Message(format!("{count} written"))]
    }

    fn advise(&mut self, _: &Position, _: usize, _: &StopSignal) -> Result<Advice, String> {
        Ok(Advice::default())
    }

    fn remember(&mut self, _: &Position, _: &DepthReport) -> Result<(), String> {
        Ok(())
    }

    fn open_book(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn book_move(&mut self, _: &Position, _: u64) -> Result<Option<BookChoice>, String> {
        Ok(None)
    }
}

/// What is said to lines that are all there before the first request about the database, and how many edits were written
/// together each time.
fn said_and_written(lines: &str) -> (Vec<String>, Vec<usize>) {
    let (sender, read) = mpsc::channel();
    let written = Arc::<Mutex<Vec<usize>>>::default();
    let ledger = Ledger {
        read,
        waiting: 0,
        written: Arc::clone(&written),
    };
    let extras = Extras {
        database: Some(Box::new(ledger)),
        ..Extras::default()
    };
    let paper = Paper::default();
    let input = Whole {
        text: Cursor::new(lines.to_string()),
        _sender: sender,
    };
    serve_with(input, paper.clone(), extras).expect("there are threads");
    let counts = written.lock().expect("nobody panics").clone();
    (paper.lines(), counts)
}

#[test]
fn edits_that_wait_behind_one_another_are_written_together() {
    let edit = "yxedittextdatabase \"text\"\n7,7\ndone\n";
    let wrong = "yxdeletedatabaseone\n15,15\ndone\n";
    let query = "yxquerydatabasetext\n7,7\ndone\n";
    let edits = edit.repeat(2);
    let lines = format!("START 15\n{edits}{edit}{query}{edits}{wrong}{edit}FOO\n{edits}");
    let (said, written) = said_and_written(&lines);
    assert_eq!(written, [3, 2, 1, 2]);
    let said: Vec<&str> = said.iter().map(|line| line.trim_end()).collect();
    assert_eq!(
        said,
        [
            "OK",
            "MESSAGE 3 written",
            "MESSAGE 0 waiting",
            "MESSAGE 2 written",
            "ERROR YXDELETEDATABASEONE is dropped: 15,15 is not on the board",
            "MESSAGE 1 written",
            "UNKNOWN command FOO",
            "MESSAGE 2 written",
        ]
    );
    // The last lines before this end may stay unwritten, but no edit does.
    assert_eq!(said_and_written(&(lines + "END\n")).1, [3, 2, 1, 2]);
}
