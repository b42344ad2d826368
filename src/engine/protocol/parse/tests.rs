//! Tests of the parser.

use super::super::command::{BlockEntry, CellOwner, Pair};
use super::super::info::{InfoKey, InfoLine};
use super::*;
use kagetsu_kernel::gomocup::MAX_ENTRIES;
use kagetsu_kernel::line_host::{LineSplitter, Message, WEIGHT_BYTES};
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
        parse(b"\xef\xbb\xbfstart 15\r\nSTART\t15  15\rRectStart 30 ,20\n\n  turn 3 , 4 \nEnd\n"),
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
    let fault = |word: &str| format!("'{word}' is no entry: expected x,y,1 or x,y,2 or x,y,3");
    assert_eq!(block.fault, Some(fault("what")));
    for word in ["7,7,5", "7,7", "7,7,1,1", "7,x,1"] {
        let text = format!("BOARD\n{word}\nDONE\n");
        let Some(Command::Block(_, block)) = parse(text.as_bytes()).pop() else {
            unreachable!("the block is complete")
        };
        assert_eq!(block.fault, Some(fault(word)));
    }
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
fn a_block_goes_on_after_a_line_of_info() {
    let commands = parse(b"BOARD\n7,7,1\nINFO time_left 9000\n8,7,2\nDONE\n");
    let [Command::Info(_), Command::Block(BlockKind::Board, block)] = &commands[..] else {
        unreachable!("the line is obeyed, and the block is complete")
    };
    assert_eq!((block.entries.len(), block.fault.is_none()), (2, true));
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
    let label = DatabaseRequest::LabelPoint(pair(7, 8), "A 1".to_string());
    assert_eq!(
        parse(b"yxeditlabeldatabase 7,8 A 1\n3,4\ndone\n"),
        [Command::Database(label, list(&[(3, 4)]))]
    );
    let delete = DatabaseRequest::DeleteAll("WLINSTEP 3".to_string());
    assert_eq!(
        parse(b"yxdeletedatabaseall wlinstep 3\n3,4\ndone\n"),
        [Command::Database(delete, list(&[(3, 4)]))]
    );
    for (text, words) in [("", ""), (" w recursive", "W RECURSIVE")] {
        let lines = format!("yxdeletedatabaseall{text} done\nABOUT\n");
        let delete = DatabaseRequest::DeleteAll(words.to_string());
        let expected = [Command::Database(delete, list(&[])), Command::About];
        assert_eq!(parse(lines.as_bytes()), expected, "{lines}");
    }
    for lines in ["7 119  -5 12\n3,4\ndone\n", "7 119 -5\t12 3,4 done\n"] {
        let lines = format!("yxedittvddatabase {lines}");
        let edit = DatabaseRequest::Edit {
            mask: 7,
            label: 119,
            value: -5,
            depth: 12,
        };
        let expected = [Command::Database(edit, list(&[(3, 4)]))];
        assert_eq!(parse(lines.as_bytes()), expected, "{lines}");
    }
    let cut = Command::Malformed("a list of moves up to DONE");
    assert_eq!(
        parse(b"yxquerydatabaseall\n3,4\nABOUT\n"),
        [cut, Command::About]
    );
}

#[test]
fn a_waiting_command_weighs_as_much_as_its_text() {
    let long = "x".repeat(100 * WEIGHT_BYTES);
    for text in [
        format!("yxedittextdatabase \"{long}\" done\n"),
        format!("yxeditlabeldatabase 7,8 {long}\ndone\n"),
        format!("yxdbmerge\n{long}\n"),
        format!("yxhashdump\n{long}\n"),
        format!("INFO book {long}\n"),
    ] {
        let weights: Vec<usize> = parse(text.as_bytes()).iter().map(Message::weight).collect();
        assert_eq!(weights, [100], "{}", &text[..20]);
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
        assert_eq!(parse(bytes.as_bytes()), [Command::Ignored], "{line}");
    }
}

#[test]
fn the_log_takes_a_file_or_ends() {
    let log = |text: &str| Command::Log(text.to_string());
    for (line, name) in [
        ("INFO log it's a l\u{f6}g.txt \n", "it's a l\u{f6}g.txt"),
        ("info LOG C:\\a b\\off\n", "C:\\a b\\off"),
        ("INFO log ./off\n", "./off"),
        ("INFO log OFF\n", ""),
        ("INFO log\n", ""),
    ] {
        assert_eq!(parse(line.as_bytes()), [log(name)], "{line:?}");
    }
}

#[test]
fn over_long_lines_are_answered_once_at_most() {
    let long = vec![b'1'; 1 << 20];
    let line = |head: &[u8]| [head, &long, b"\n"].concat();
    assert_eq!(parse(&line(b"INFO folder ")), [Command::Ignored]);
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
