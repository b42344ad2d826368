//! The parser from lines to commands. It is a pure function that accepts every line of bytes.
//!
//! Three things span lines: blocks up to `DONE`, the file name that follows some commands, and quoted text.

use kagetsu_kernel::gomocup::{
    EntryForm, clean, echo, is_stray, parse_pair, parse_size, split_verb,
};
use kagetsu_kernel::line_host::{InputLine, LineParser};

use super::arguments::{
    parse_bias, parse_count, parse_edit, parse_forbid, parse_label, words_and_points,
};
use super::command::{BlockKind, BoardBlock, Command};
use super::database_request::{DatabaseFile, DatabaseRequest};
use super::info::{BOOK, EVALUATION, LOG, LOG_OFF, parse_info, parse_path};
use super::words::{END, Word, known_word};

/// Largest length of a quoted text, in bytes. After it the parser no longer waits for the closing quote.
pub const MAX_QUOTED: usize = 64 << 10;
/// The meaning of the next line.
#[derive(Clone, Debug, Default)]
enum Expecting {
    #[default]
    Command,
    BoardBlock(Opened, BoardBlock),
    Path(fn(String) -> Command),
    DatabaseFile(DatabaseFile),
    /// The rest of a comment in quotes, after what there is of it.
    Comment(String),
}

/// What a list belongs to.
#[derive(Clone, Debug)]
enum Opened {
    Block(BlockKind),
    Database(DatabaseRequest),
}

impl Opened {
    /// What its entries look like.
    const fn form(&self) -> EntryForm {
        match self {
            Self::Block(BlockKind::Board | BlockKind::YxBoard) => EntryForm::Owned,
            Self::Block(_) | Self::Database(_) => EntryForm::Point,
        }
    }

    fn complete(self, block: BoardBlock) -> Command {
        match self {
            Self::Block(kind) => Command::Block(kind, block),
            Self::Database(request) => Command::Database(request, block),
        }
    }

    /// What another command in place of the rest of the list means.
    const fn broken(&self) -> Command {
        match self {
            Self::Block(kind) => Command::BrokenBlock(*kind),
            Self::Database(_) => Command::Malformed("a list of moves up to DONE"),
        }
    }
}

/// Turns lines into commands, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    expecting: Expecting,
}

impl Parser {
    /// A parser for the start of a conversation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads one line and passes its commands to `take`: none, one, or two if a command interrupts a block.
    pub fn line(&mut self, line: InputLine<'_>, mut take: impl FnMut(Command)) {
        let text = clean(line.bytes);
        match std::mem::take(&mut self.expecting) {
            Expecting::Command => self.command(&text, line.is_cut, &mut take),
            Expecting::Path(make) => take(make(text)),
            Expecting::DatabaseFile(what) => {
                let request = DatabaseRequest::File(what, text);
                take(Command::Database(request, BoardBlock::default()));
            }
            Expecting::Comment(before) => self.comment(before, &text, &mut take),
            Expecting::BoardBlock(opened, block) => {
                let (word, _) = split_verb(&text);
                match known_word(&word) {
                    // A manager may send it at any time. It has no answer that could be taken for that of the block, unless it
                    // names a file that cannot be read.
                    Some(Word::Info) => {
                        self.command(&text, line.is_cut, &mut take);
                        self.expecting = Expecting::BoardBlock(opened, block);
                    }
                    Some(_) => {
                        // After `END` nobody reads an answer.
                        if word != END {
                            take(opened.broken());
                        }
                        self.command(&text, line.is_cut, &mut take);
                    }
                    None => self.block(opened, block, &text, &mut take),
                }
            }
        }
    }

    fn command(&mut self, text: &str, is_cut: bool, take: &mut impl FnMut(Command)) {
        let (upper, arguments) = split_verb(text);
        match known_word(&upper) {
            Some(Word::Info) => {
                let command = file_key(arguments, is_cut)
                    .or_else(|| parse_info(arguments).map(Command::Info));
                take(command.unwrap_or(Command::Ignored));
            }
            Some(_) if is_cut => take(Command::Malformed("a shorter line")),
            Some(Word::Start) => take(Command::Start(parse_size(arguments).ok_or("START size"))),
            Some(Word::RectStart) => {
                let sides = parse_pair(arguments).ok_or("RECTSTART width,height");
                take(Command::Start(sides));
            }
            Some(Word::Point(make, usage)) => {
                take(parse_pair(arguments).map_or(Command::Malformed(usage), make));
            }
            Some(Word::Bare(make)) => take(make()),
            Some(Word::BoardBlock(kind)) => {
                self.block(Opened::Block(kind), BoardBlock::default(), arguments, take);
            }
            Some(Word::CountedBlock(kind)) => {
                let (count, rest) = arguments
                    .split_once(char::is_whitespace)
                    .unwrap_or((arguments, ""));
                let opened = Opened::Block(kind(parse_count(count)));
                self.block(opened, BoardBlock::default(), rest, take);
            }
            Some(Word::NBest) => take(Command::NBest(parse_count(arguments))),
            Some(Word::Balance(count)) => take(Command::Balance(count, parse_bias(arguments))),
            Some(Word::Forbid) => {
                let malformed = Command::Malformed("YXFORBID add x y side");
                take(parse_forbid(arguments).unwrap_or(malformed));
            }
            Some(Word::Path(make)) => self.expecting = Expecting::Path(make),
            Some(Word::DatabaseFile(what)) => self.expecting = Expecting::DatabaseFile(what),
            Some(Word::DatabaseComment) => match arguments.split_once('"') {
                Some((_, quoted)) => self.comment(String::new(), quoted, take),
                None => take(Command::Malformed("YXEDITTEXTDATABASE \"text\"")),
            },
            Some(Word::Database(request)) => self.request(request, arguments, take),
            Some(Word::DatabaseDelete) => {
                let (words, rest) = words_and_points(arguments);
                self.request(DatabaseRequest::DeleteAll(words), rest, take);
            }
            Some(Word::DatabaseEdit) => match parse_edit(arguments) {
                Some((request, rest)) => self.request(request, rest, take),
                None => take(Command::Malformed(
                    "YXEDITTVDDATABASE mask label value depth",
                )),
            },
            Some(Word::DatabaseLabel) => match parse_label(arguments) {
                Some(request) => self.request(request, "", take),
                None => take(Command::Malformed("YXEDITLABELDATABASE x,y text")),
            },
            None if is_stray(&upper) => {}
            None => take(Command::Unknown(echo(&upper))),
        }
    }

    /// A request about a database, with its list if it has one.
    fn request(&mut self, request: DatabaseRequest, rest: &str, take: &mut impl FnMut(Command)) {
        if request.has_list() {
            self.block(Opened::Database(request), BoardBlock::default(), rest, take);
        } else {
            take(Command::Database(request, BoardBlock::default()));
        }
    }

    /// Reads entries of a block. `DONE` completes the block.
    fn block(
        &mut self,
        opened: Opened,
        mut block: BoardBlock,
        text: &str,
        take: &mut impl FnMut(Command),
    ) {
        if block.read(text, opened.form()) {
            take(opened.complete(block));
        } else {
            self.expecting = Expecting::BoardBlock(opened, block);
        }
    }

    /// Reads a comment up to its closing quote. The list begins after it on the same line.
    fn comment(&mut self, mut before: String, text: &str, take: &mut impl FnMut(Command)) {
        match text_up_to_quote(text, &mut before) {
            Some(rest) => self.request(DatabaseRequest::Comment(before), rest, take),
            None if before.len() < MAX_QUOTED => {
                before.push('\n');
                self.expecting = Expecting::Comment(before);
            }
            None => take(Command::Malformed("a shorter comment")),
        }
    }
}

impl LineParser for Parser {
    type Message = Command;

    fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(Command)) {
        Self::line(self, line, take);
    }
}

/// The command of a key of `INFO` whose value is the name of a file.
fn file_key(arguments: &str, is_cut: bool) -> Option<Command> {
    let named = |key| parse_path(arguments, key).map(str::to_string);
    let command = named(EVALUATION)
        .map(Command::Evaluation)
        .or_else(|| named(BOOK).map(Command::Book))
        .or_else(|| named(LOG).map(log_command))?;
    Some(if is_cut {
        Command::Malformed("a shorter line")
    } else {
        command
    })
}

fn log_command(name: String) -> Command {
    Command::Log(if name.eq_ignore_ascii_case(LOG_OFF) {
        String::new()
    } else {
        name
    })
}

/// Adds a text up to the closing quote to `before`, and returns what follows the quote. `None` if there is no such quote. A
/// backslash takes the meaning of the sign after it.
fn text_up_to_quote<'t>(text: &'t str, before: &mut String) -> Option<&'t str> {
    let mut is_escaped = false;
    for (at, symbol) in text.char_indices() {
        match symbol {
            '"' if !is_escaped => return text.get(at + 1..),
            '\\' if !is_escaped => {
                is_escaped = true;
                continue;
            }
            _ => before.push(symbol),
        }
        is_escaped = false;
    }
    None
}

#[cfg(test)]
mod tests;
