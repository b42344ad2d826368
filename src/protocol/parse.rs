//! The parser from lines to commands. It is a pure function that accepts every line of bytes.
//!
//! Three things span lines: blocks up to `DONE`, the file name that follows some commands, and quoted text.

use super::arguments::{
    join_commas, parse_bias, parse_count, parse_edit, parse_entry, parse_forbid, parse_label,
    parse_pair, parse_size, words_and_points,
};
use super::command::{BlockKind, BoardBlock, Command, Dialect};
use super::database_request::{DatabaseFile, DatabaseRequest};
use super::info::{BOOK, EVALUATION, parse_info, parse_path};
use super::lines::InputLine;
use super::words::{END, Word, known_word};

/// Largest number of entries of a block that are kept: twice the number of points of the largest board.
pub const MAX_ENTRIES: usize = 968;
/// Largest length of a quoted text, in bytes. After it the parser no longer waits for the closing quote.
pub const MAX_QUOTED: usize = 64 << 10;
/// Largest number of characters of unreadable text that an answer quotes.
const MAX_ECHO: usize = 40;

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
                let word = first_word(&text);
                if known_word(&word).is_some() {
                    // After `END` nobody reads an answer.
                    if word != END {
                        take(opened.broken());
                    }
                    self.command(&text, line.is_cut, &mut take);
                } else {
                    self.block(opened, block, &text, &mut take);
                }
            }
        }
    }

    fn command(&mut self, text: &str, is_cut: bool, take: &mut impl FnMut(Command)) {
        let upper = first_word(text);
        let arguments = text
            .split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest.trim());
        match known_word(&upper) {
            Some(Word::Info) => {
                let named = |key| parse_path(arguments, key).map(str::to_string);
                let command = named(EVALUATION)
                    .map(Command::Evaluation)
                    .or_else(|| named(BOOK).map(Command::Book))
                    .or_else(|| parse_info(arguments).map(Command::Info));
                take(command.unwrap_or(Command::Ignored(Dialect::Gomocup)));
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
                Some(request) => self.request(request, "", take),
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
        for token in join_commas(text).split_whitespace() {
            if token.eq_ignore_ascii_case("DONE") {
                take(opened.complete(block));
                return;
            }
            match parse_entry(token) {
                Some(entry) if block.entries.len() < MAX_ENTRIES => block.entries.push(entry),
                _ if block.fault.is_none() => block.fault = Some(echo(token)),
                _ => {}
            }
        }
        self.expecting = Expecting::BoardBlock(opened, block);
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

/// True for blank lines, lines of numbers and `DONE` outside a block. They belong to something that was ignored.
fn is_stray(upper: &str) -> bool {
    upper == "DONE"
        || upper
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b",-+.".contains(&byte))
}

/// The text of a line, without control bytes and byte order marks, with tabs as blanks, and trimmed.
fn clean(bytes: &[u8]) -> String {
    const BYTE_ORDER_MARK: char = '\u{feff}';
    let text: String = String::from_utf8_lossy(bytes)
        .chars()
        .map(|symbol| if symbol == '\t' { ' ' } else { symbol })
        .filter(|&symbol| !symbol.is_control() && symbol != BYTE_ORDER_MARK)
        .collect();
    text.trim().to_string()
}

fn first_word(text: &str) -> String {
    text.split_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase()
}

/// The beginning of a text, for use in an answer.
fn echo(text: &str) -> String {
    text.chars().take(MAX_ECHO).collect()
}

#[cfg(test)]
mod tests {
    use super::super::command::{BlockEntry, CellOwner, Pair};
    use super::super::info::{InfoKey, InfoLine};
    use super::super::lines::LineSplitter;
    use super::*;
    use proptest::prelude::{any, prop, proptest};

    fn parse(bytes: &[u8]) -> Vec<Command> {
        let (mut splitter, mut parser) = (LineSplitter::new(), Parser::new());
        let mut commands = Vec::new();
        splitter.feed(bytes, |line| {
            parser.line(line, |command| commands.push(command));
        });
        commands
    }

    fn pair(first: i64, second: i64) -> Pair {
        Pair { first, second }
    }

    fn board(entries: &[(i64, i64, CellOwner)]) -> Command {
        let entries = entries
            .iter()
            .map(|&(x, y, owner)| BlockEntry {
                pair: pair(x, y),
                owner: Some(owner),
            })
            .collect();
        Command::Block(
            BlockKind::Board,
            BoardBlock {
                entries,
                fault: None,
            },
        )
    }

    #[test]
    fn commands_are_read_in_any_case_with_any_blanks_and_line_ends() {
        assert_eq!(
            parse(
                b"\xef\xbb\xbfstart 15\r\nSTART\t15  15\rRectStart 30 ,20\n\n  turn 3 , 4 \nEnd\n"
            ),
            [
                Command::Start(Ok(pair(15, 15))),
                Command::Start(Ok(pair(15, 15))),
                Command::Start(Ok(pair(30, 20))),
                Command::Turn(pair(3, 4)),
                Command::End,
            ]
        );
        assert_eq!(parse(b"B\0E\0G\0I\0N\0\n"), [Command::Begin]);
        assert_eq!(parse(b"BEGIN"), []);
    }

    #[test]
    fn arguments_that_make_no_sense_are_malformed() {
        for line in [
            "TURN",
            "TURN 5",
            "TURN 5,",
            "TURN a,b",
            "turn 5,5,1",
            "TURN 5 5 5",
        ] {
            let bytes = format!("{line}\n");
            assert_eq!(
                parse(bytes.as_bytes()),
                [Command::Malformed("TURN x,y")],
                "{line}"
            );
        }
        for line in ["START", "START x", "START 15 x", "START ,"] {
            let bytes = format!("{line}\n");
            assert_eq!(
                parse(bytes.as_bytes()),
                [Command::Start(Err("START size"))],
                "{line}"
            );
        }
        for line in [
            "RECTSTART",
            "RECTSTART 15",
            "RECTSTART 15,",
            "RECTSTART 15,15,15",
        ] {
            let bytes = format!("{line}\n");
            assert_eq!(
                parse(bytes.as_bytes()),
                [Command::Start(Err("RECTSTART width,height"))],
                "{line}"
            );
        }
        assert_eq!(
            parse(b"START 99999999999999999999\n"),
            [Command::Start(Ok(pair(i64::MAX, i64::MAX)))]
        );
    }

    #[test]
    fn blocks_may_stand_on_one_line_or_on_many() {
        let expected = board(&[(7, 7, CellOwner::Own), (8, 7, CellOwner::Opponent)]);
        for text in [
            "BOARD\r\n7,7,1\r\n8,7,2\r\nDONE\r\n",
            "board 7,7,1 8,7,2 done\n",
            "BOARD 7,7,1\n 8 , 7 , 2\n\nDone junk\n",
        ] {
            assert_eq!(
                parse(text.as_bytes()),
                std::slice::from_ref(&expected),
                "{text}"
            );
        }
        assert_eq!(parse(b"BOARD\n7,7,1\n"), []);
    }

    #[test]
    fn a_bad_line_in_a_block_is_remembered_and_skipped() {
        let Some(Command::Block(_, block)) = parse(b"BOARD\n7,7,1\nwhat\n1\n8,7,2\nDONE\n").pop()
        else {
            unreachable!("the block is complete")
        };
        assert_eq!(block.entries.len(), 2);
        assert_eq!(block.fault.as_deref(), Some("what"));
        let long: String = "1,1,1 ".repeat(100_000);
        let many = format!("BOARD\n{long}\nDONE\n");
        assert!(matches!(
            &parse(many.as_bytes())[..],
            [Command::Block(_, block)] if block.entries.len() == MAX_ENTRIES
        ));
    }

    #[test]
    fn a_command_cuts_a_block_off() {
        assert_eq!(
            parse(b"BOARD\n7,7,1\nBEGIN\n"),
            [Command::BrokenBlock(BlockKind::Board), Command::Begin]
        );
    }

    #[test]
    fn nothing_is_said_of_a_block_after_the_end() {
        for block in ["BOARD", "YXBOARD", "SWAP2BOARD"] {
            let text = format!("{block}\n7,7,1\nend\n");
            assert_eq!(parse(text.as_bytes()), [Command::End]);
        }
    }

    #[test]
    fn stray_lines_are_silent_and_unknown_words_are_not() {
        assert_eq!(parse(b"7,7\n7,7,1\n-1\ndone\n\n\n"), []);
        assert_eq!(
            parse(b"proboard\n7,7\nDONE\n"),
            [Command::Unknown("PROBOARD".to_string())]
        );
        assert_eq!(parse(b"\xff\xfe\n").len(), 1);
    }

    #[test]
    fn file_names_are_one_line_and_quoted_texts_end_at_their_quote() {
        assert_eq!(
            parse(b"yxhashdump\r\nEND of it\r\nABOUT\r\n"),
            [Command::HashDump("END of it".to_string()), Command::About]
        );
        let list = |points: &[(i64, i64)]| BoardBlock {
            entries: points
                .iter()
                .map(|&(x, y)| BlockEntry {
                    pair: pair(x, y),
                    owner: None,
                })
                .collect(),
            fault: None,
        };
        for (text, comment) in [
            ("\"one\nEND\n\ntwo\" 7,7\n8,8", "one\nEND\n\ntwo"),
            ("\"one\" 7,7 8,8", "one"),
            (
                "\"he said \\\"no\\\"\nEND\nand \\\\\" 7,7\n8,8",
                "he said \"no\"\nEND\nand \\",
            ),
        ] {
            let lines = format!("yxedittextdatabase {text}\ndone\nABOUT\n");
            let request = DatabaseRequest::Comment(comment.to_string());
            let expected = [
                Command::Database(request, list(&[(7, 7), (8, 8)])),
                Command::About,
            ];
            assert_eq!(parse(lines.as_bytes()), expected, "{text}");
        }
        let label = DatabaseRequest::LabelPoint((7, 8), "A 1".to_string());
        assert_eq!(
            parse(b"yxeditlabeldatabase 7,8 A 1\n3,4\ndone\n"),
            [Command::Database(label, list(&[(3, 4)]))]
        );
        let delete = DatabaseRequest::DeleteAll("WLINSTEP 3".to_string());
        assert_eq!(
            parse(b"yxdeletedatabaseall wlinstep 3\n3,4\ndone\n"),
            [Command::Database(delete, list(&[(3, 4)]))]
        );
        let cut = Command::Malformed("a list of moves up to DONE");
        assert_eq!(
            parse(b"yxquerydatabaseall\n3,4\nABOUT\n"),
            [cut, Command::About]
        );
    }

    #[test]
    fn info_lines_are_read_or_ignored() {
        assert_eq!(
            parse(b"Info TIMEOUT_TURN -1\n"),
            [Command::Info(InfoLine {
                key: InfoKey::TimeoutTurn,
                value: -1
            })]
        );
        for line in [
            "INFO",
            "INFO rule",
            "INFO rule x",
            "INFO folder c:\\a b",
            "INFO what 1",
        ] {
            let bytes = format!("{line}\n");
            assert_eq!(
                parse(bytes.as_bytes()),
                [Command::Ignored(Dialect::Gomocup)],
                "{line}"
            );
        }
    }

    #[test]
    fn over_long_lines_are_answered_once_at_most() {
        let long = vec![b'1'; 1 << 20];
        let line = |head: &[u8]| [head, &long, b"\n"].concat();
        assert_eq!(
            parse(&line(b"INFO folder ")),
            [Command::Ignored(Dialect::Gomocup)]
        );
        assert_eq!(
            parse(&line(b"TURN 1,")),
            [Command::Malformed("a shorter line")]
        );
        assert_eq!(parse(&line(b"x")).len(), 1);
        assert_eq!(parse(&line(b"")), []);
    }

    proptest! {
        #[test]
        fn any_bytes_are_parsed(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            parse(&bytes);
        }

        #[test]
        fn any_cut_of_the_stream_gives_the_same_commands(
            text in "(START 15|TURN 3,4|BOARD|1,2,1|DONE|YXNBEST 3|x\"|\r|\n){0,20}",
            at in 0usize..100,
        ) {
            let bytes = text.as_bytes();
            let (head, tail) = bytes.split_at(at.min(bytes.len()));
            let (mut splitter, mut parser) = (LineSplitter::new(), Parser::new());
            let mut commands = Vec::new();
            for piece in [head, tail] {
                splitter.feed(piece, |line| parser.line(line, |command| commands.push(command)));
            }
            proptest::prop_assert_eq!(commands, parse(bytes));
        }
    }
}
