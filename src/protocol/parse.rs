//! The parser from lines to commands. It is a pure function that accepts every line of bytes.
//!
//! Three things span lines: blocks up to `DONE`, the file name that follows some commands, and quoted text.

use super::arguments::{
    join_commas, parse_bias, parse_count, parse_entry, parse_forbid, parse_pair, parse_size,
};
use super::command::{BlockKind, BoardBlock, Command, Dialect};
use super::info::{parse_evaluation, parse_info};
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
    BoardBlock(BlockKind, BoardBlock),
    Path(fn(String) -> Command),
    /// The rest of a quoted text, with the number of bytes that it may still have.
    Quoted(usize),
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
            Expecting::Quoted(left) => self.quoted(&text, left),
            Expecting::BoardBlock(kind, block) => {
                let word = first_word(&text);
                if known_word(&word).is_some() {
                    // After `END` nobody reads an answer.
                    if word != END {
                        take(Command::BrokenBlock(kind));
                    }
                    self.command(&text, line.is_cut, &mut take);
                } else {
                    self.block(kind, block, &text, &mut take);
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
                let evaluation = parse_evaluation(arguments).map(str::to_string);
                let command = evaluation
                    .map(Command::Evaluation)
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
                self.block(kind, BoardBlock::default(), arguments, take);
            }
            Some(Word::CountedBlock(kind)) => {
                let (count, rest) = arguments
                    .split_once(char::is_whitespace)
                    .unwrap_or((arguments, ""));
                let kind = kind(parse_count(count));
                self.block(kind, BoardBlock::default(), rest, take);
            }
            Some(Word::NBest) => take(Command::NBest(parse_count(arguments))),
            Some(Word::Balance(count)) => take(Command::Balance(count, parse_bias(arguments))),
            Some(Word::Forbid) => {
                let malformed = Command::Malformed("YXFORBID add x y side");
                take(parse_forbid(arguments).unwrap_or(malformed));
            }
            Some(Word::Path(make)) => self.expecting = Expecting::Path(make),
            Some(Word::Quoted(make)) => {
                if let Some((_, quoted)) = arguments.split_once('"') {
                    self.quoted(quoted, MAX_QUOTED);
                }
                take(make());
            }
            None if is_stray(&upper) => {}
            None => take(Command::Unknown(echo(&upper))),
        }
    }

    /// Reads entries of a block. `DONE` completes the block.
    fn block(
        &mut self,
        kind: BlockKind,
        mut block: BoardBlock,
        text: &str,
        take: &mut impl FnMut(Command),
    ) {
        for token in join_commas(text).split_whitespace() {
            if token.eq_ignore_ascii_case("DONE") {
                take(Command::Block(kind, block));
                return;
            }
            match parse_entry(token) {
                Some(entry) if block.entries.len() < MAX_ENTRIES => block.entries.push(entry),
                _ if block.fault.is_none() => block.fault = Some(echo(token)),
                _ => {}
            }
        }
        self.expecting = Expecting::BoardBlock(kind, block);
    }

    /// Skips text up to the closing quote. List lines after it are ignored as stray lines.
    fn quoted(&mut self, text: &str, left: usize) {
        if !closes_quote(text) && text.len() < left {
            self.expecting = Expecting::Quoted(left - text.len() - 1);
        }
    }
}

/// Does the text hold a quote that ends a quoted text? A backslash takes the meaning of the sign after it.
fn closes_quote(text: &str) -> bool {
    let mut is_escaped = false;
    text.chars().any(|symbol| {
        let closes = symbol == '"' && !is_escaped;
        is_escaped = symbol == '\\' && !is_escaped;
        closes
    })
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
    use super::super::command::{BlockEntry, CellOwner, DatabaseRequest, Pair};
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
        let edited = Command::Database(DatabaseRequest::Other("YXEDITTEXTDATABASE"));
        for text in [
            "\"one\nEND\n\ntwo\" 7,7\n8,8",
            "\"one\" 7,7",
            "\"he said \\\"no\\\"\nEND\nand \\\\\" 7,7",
        ] {
            let lines = format!("yxedittextdatabase {text}\ndone\nABOUT\n");
            let expected = [edited.clone(), Command::About];
            assert_eq!(parse(lines.as_bytes()), expected, "{text}");
        }
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
