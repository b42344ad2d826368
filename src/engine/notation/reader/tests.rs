//! What is written is read back, and nothing that is damaged is fatal.

use std::borrow::Cow;

use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

use kagetsu_gomoku::board::{Board, Diagram, Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};

use super::{Kind, Lines, Note, ReadGame, ReadOptions, Source, read_one};
use crate::record::GameRecord;
use crate::renlib::{RenLibNode, RenLibTree, write_renlib};
use crate::text::samples::games;
use crate::{write_psq, write_sgf};

/// Small files of every kind.
const SEEDS: [&[u8]; 12] = [
    b"(;FF[4]GM[4]SZ[15]CA[Shift_JIS]PB[\x94\x5c];B[hh]C[\x95\x5c];W[ii](;B[jj])(;B[]))",
    b"(;GM[4]SZ[15:15]AB[hh:ii]AW[jj]PL[W];W[kk];B[tt])(;GM[1])",
    b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,120\nA\nB\n-1\n1,Renju\n",
    b"A\nB\n7,7,0\n8,8,0\n0\n",
    b"15\n15\n2\n7 7\n6 8\n",
    b",h8,2\nh8,i7,0\n",
    b"[Event \"x\"]\n[Black \"A\"]\n\n1. h8 i9 {c} (1. g7) 2. j10 1-0\n",
    b"  1 H8   2 I9\n  3 J10\n",
    b"X=Black O=White\n  A B C D E\n5 . . . . . 5\n4 . X O . . 4\n3 . . . . . 3\n2 . . . . . 2\n1 . . . . . 1\n1 B4 2 C4\nBlack to move\n",
    b"START 15\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\nDONE\n",
    b"https://example.org/#position=renju_15_h8_i9",
    b"no. 1\tblack\tH8 H9\tI9\nno. 2\twhite\tH8\tI9\n",
];

fn all(bytes: &[u8], options: &ReadOptions) -> Vec<Result<ReadGame, String>> {
    match Source::new(bytes, options.encoding) {
        Ok(source) => {
            let games = source.games(options);
            games
                .map(|game| game.map_err(|error| error.to_string()))
                .collect()
        }
        Err(error) => vec![Err(error.to_string())],
    }
}

fn one(bytes: &[u8]) -> ReadGame {
    let mut games = all(bytes, &ReadOptions::default());
    assert_eq!(games.len(), 1, "{}", String::from_utf8_lossy(bytes));
    games.remove(0).expect("a game")
}

fn is_that(game: &ReadGame, record: &GameRecord) {
    let moves: Vec<_> = record
        .points()
        .expect("points")
        .into_iter()
        .map(Some)
        .collect();
    assert_eq!(game.steps, moves);
    assert_eq!(Some(game.start.rule()), record.rule.gomoku());
    assert_eq!(BoardSize::square(record.size), Ok(game.start.size()));
    let names = [&record.black, &record.white].map(|name| Some(name.clone()));
    assert_eq!(game.names, names);
}

proptest! {
    #[test]
    fn games_that_are_written_are_read_back(record in games()) {
        let sgf = write_sgf(&record, Some("Cup")).expect("points");
        is_that(&one(sgf.as_bytes()), &record);
        let psq = write_psq(&record, "Cup").expect("points");
        is_that(&one(psq.as_bytes()), &record);
        let json = serde_json::to_string(&record).expect("a record") + "\n";
        is_that(&one(json.as_bytes()), &record);
        is_that(&one(format!("\n{json}").as_bytes()), &record);
    }

    #[test]
    fn libraries_that_are_written_are_read_back(record in games()) {
        let size = BoardSize::square(15).expect("a legal size");
        let points: Vec<Point> = record.points().expect("points").into_iter().filter(|&point| size.contains(point)).collect();
        let mut tree = RenLibTree::new();
        let mut node = 0;
        for &point in &points {
            node = tree.child(node, RenLibNode { point: Some(point), ..RenLibNode::default() });
        }
        let bytes = write_renlib(&tree, None).expect("a usual encoding").0;
        if !points.is_empty() {
            let game = one(&bytes);
            prop_assert_eq!(game.steps, points.into_iter().map(Some).collect::<Vec<_>>());
            prop_assert_eq!(game.start.rule(), Rule::Renju);
        }
    }

    #[test]
    fn pictures_with_marks_are_read_back(record in games()) {
        let size = BoardSize::square(record.size).expect("a legal size");
        let mut position = Position::new(size, Rule::Renju);
        for point in record.points().expect("points") {
            position.play(point).expect("the points are distinct");
        }
        let board = Board::from_position(&position);
        let marks = board.fouls(kagetsu_gomoku::board::Side::Black);
        let text = Diagram::new(&position).with_marks(marks).to_string();
        let again = one(text.as_bytes());
        let sorted = |position: &Position| {
            let mut stones = position.stones().to_vec();
            stones.sort_unstable_by_key(|&(point, side)| (point, side.index()));
            stones
        };
        prop_assert_eq!(again.kind, Kind::Picture);
        prop_assert_eq!(sorted(&again.start), sorted(&position));
    }

    #[test]
    fn no_damage_is_fatal(
        seed in 0..SEEDS.len(),
        changes in prop::collection::vec((any::<usize>(), any::<u8>(), 0..3_u8), 0..6),
        one_game in any::<bool>(),
    ) {
        let mut bytes = SEEDS[seed].to_vec();
        for (place, byte, how) in changes {
            let place = place % bytes.len().max(1);
            match how {
                0 if !bytes.is_empty() => bytes[place] = byte,
                1 => bytes.insert(place.min(bytes.len()), byte),
                _ => bytes.truncate(place),
            }
        }
        let lines = if one_game { Lines::OneGame } else { Lines::GameEach };
        let options = ReadOptions { lines, library_lines: 9, ..ReadOptions::default() };
        let games = all(&bytes, &options);
        prop_assert!(!games.is_empty() || one_game || bytes.is_empty());
        for game in games.into_iter().flatten() {
            let _ = game.position(None, None);
        }
    }
}

#[test]
fn every_seed_is_read() {
    let mut kinds = Vec::new();
    for seed in SEEDS {
        let game = all(seed, &ReadOptions::default()).remove(0);
        let game =
            game.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(seed)));
        kinds.push(game.kind);
    }
    let expected = [
        Kind::Sgf,
        Kind::Sgf,
        Kind::Psq,
        Kind::Gomotur,
        Kind::YixinSave,
        Kind::Samples,
        Kind::Pgn,
        Kind::Moves,
        Kind::Picture,
        Kind::Block,
        Kind::Link,
        Kind::Table,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn lines_may_end_with_cr_alone() {
    for seed in SEEDS.iter().filter(|seed| !seed.starts_with(b"(")) {
        let text = String::from_utf8_lossy(seed);
        let [usual, other] = [text.to_string(), text.replace('\n', "\r")]
            .map(|text| all(text.as_bytes(), &ReadOptions::default()));
        assert_eq!(other, usual, "{text}");
    }
}

#[test]
fn a_list_of_moves_is_one_game_where_its_lines_say_so() {
    let lengths = |text: &str| {
        let games = all(text.as_bytes(), &ReadOptions::default());
        games
            .iter()
            .map(|game| game.as_ref().map_or(0, |game| game.steps.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(lengths("h8 i9\nj10 k11 l12\n"), [2, 3]);
    assert_eq!(lengths("  1 H8      2 I9\n  3 J10\n"), [3]);
    assert_eq!(lengths("1. h8 i9\n2. j10 k11\n3. g7\n"), [5]);
    assert_eq!(lengths("1. h8 i9\n1. j10 k11\n"), [2, 2]);
    assert_eq!(lengths("h8\ni9\nj10\n"), [3]);
    assert_eq!(lengths("7,7\n8,8\n"), [2]);
    assert_eq!(lengths("h8\nh8\n"), [1, 1]);
    let options = ReadOptions::default();
    assert_eq!(
        read_one(&Source::of_text("h8 i9\nj10"), &options)
            .map(|game| game.steps.len())
            .ok(),
        Some(3)
    );
    assert_eq!(
        read_one(&Source::of_text(""), &options)
            .map(|game| game.steps.len())
            .ok(),
        Some(0)
    );
}

#[test]
fn every_form_tells_a_rule_and_a_board_that_are_not_the_stated_ones() {
    let options = ReadOptions {
        rule: Some(Rule::Freestyle),
        size: BoardSize::square(15).ok(),
        ..ReadOptions::default()
    };
    for text in [
        "renju 9 e5",
        "#position=renju_9_e5",
        "START 9\nINFO rule 4\nBOARD\n4,4,1\nDONE\n",
        "(;GM[4]SZ[9]RU[renju];B[ee])",
    ] {
        let game = all(text.as_bytes(), &options).remove(0).expect("a game");
        let [Note::OtherRule { .. }, Note::OtherSize { .. }] = &game.notes[..] else {
            panic!("{text}: {:?}", game.notes)
        };
    }
}

#[test]
fn a_fault_names_its_line_behind_blank_lines() {
    let text = b"\n\nPiskvorky 15x15, 11:11, 0\n99,9,0\n7,7,0\n-1\n";
    let error = all(text, &ReadOptions::default()).remove(0);
    let error = error.expect_err("no move of the board");
    assert!(error.contains("line 4 is not a move"), "{error}");
}

#[test]
fn a_game_without_an_end_is_told_with_its_number() {
    let text = b"(;GM[4];B[hh])\n(;GM[4];B[hh];W[i\n(;GM[4];B[jj]\n(;GM[4];B[kk])";
    let games = all(text, &ReadOptions::default());
    let numbers = games.iter().map(|game| Some(game.as_ref().ok()?.number));
    assert!(numbers.eq([Some(1), None, None, Some(4)]));
    for (game, expected) in [
        (1, "game 2: the text that begins on line 2 has no end"),
        (2, "game 3: the game has no end"),
    ] {
        let error = games[game].as_ref().expect_err(expected);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_end_of_a_text_of_dos_is_none_of_it() {
    let options = ReadOptions::default();
    let steps = |bytes: &[u8]| -> Vec<_> {
        let games = all(bytes, &options).into_iter();
        games.map(|game| game.map(|game| game.steps)).collect()
    };
    for text in SEEDS {
        assert_eq!(steps(&[text, b"\x1a\x1a"].concat()), steps(text));
    }
    let typed = read_one(&Source::of_text("h8 i9\u{1a}"), &options).expect("a game");
    assert_eq!(typed.steps.len(), 2);
}

#[test]
fn a_file_is_text_in_the_encoding_of_its_game() {
    let text = |bytes: &[u8]| {
        let source = Source::new(bytes, None).expect("a known form");
        source.text().map(Cow::into_owned)
    };
    for (bytes, expected) in [
        (
            &b"(;GM[4]CA[GBK]PB[\xca\xa4];B[hh])"[..],
            "(;GM[4]CA[GBK]PB[\u{80dc}];B[hh])",
        ),
        (
            &b"(;GM[4]PB[M\xfcller]PW[J\xf6rg];B[hh])"[..],
            "(;GM[4]PB[M\u{fc}ller]PW[J\u{f6}rg];B[hh])",
        ),
        (&b"\xff\xfeh\x008\x00"[..], "h8"),
    ] {
        assert_eq!(text(bytes).as_deref(), Some(expected));
    }
    assert_eq!(text(&[0x78, 0x00, 0x77, 0x40]), None);
}

#[test]
fn a_link_in_a_link_is_none() {
    let nested = format!("{}h8", "#/".repeat(50_000));
    for text in [
        &nested[..],
        "https://example.org/?moves=https://example.org/?h8",
    ] {
        let error = all(text.as_bytes(), &ReadOptions::default())
            .remove(0)
            .expect_err("a link");
        assert!(error.contains("link"), "{error}");
    }
}

#[test]
fn notes_tell_what_was_taken() {
    let notes = |text: &[u8], rule: Option<Rule>| {
        let options = ReadOptions {
            rule,
            ..ReadOptions::default()
        };
        let game = all(text, &options).remove(0).expect("a game");
        (game.start.rule(), game.notes)
    };
    let known = notes(b"(;GM[4]SZ[15]RU[Soosorv-7];B[hh])", None);
    assert_eq!(known, (Rule::Renju, Vec::new()));
    let (rule, unknown) = notes(b"(;GM[4]SZ[15]RU[house];B[hh])", None);
    assert_eq!(rule, Rule::Freestyle);
    assert!(matches!(&unknown[..], [Note::UnknownRule { text, .. }] if text == "house"));
    assert_eq!(
        notes(b"(;GM[4]SZ[15]RU[house];B[hh])", Some(Rule::Caro)),
        (Rule::Caro, Vec::new())
    );
    let (rule, other) = notes(b"(;GM[4]SZ[15]RU[renju];B[hh])", Some(Rule::Caro));
    assert_eq!((rule, other.len()), (Rule::Renju, 1));
    let (_, guessed) = notes(
        b"(;GM[4]SZ[15]RU[renju]PB[\xcd\xf5\xd0\xa1\xc3\xf7];B[hh])",
        None,
    );
    assert!(matches!(guessed[..], [Note::Encoding(encoding)] if encoding.name() == "GBK"));
}

#[test]
fn a_text_that_is_decoded_already_is_not_decoded_again() {
    let text = "(;GM[4]SZ[15]CA[Shift_JIS]PB[能登];B[hh])";
    let source = Source::of_text(text);
    let game = source
        .games(&ReadOptions::default())
        .next()
        .expect("a game")
        .expect("a game");
    assert_eq!(game.names[0].as_deref(), Some("能登"));
    let wide: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(one(&wide).names[0].as_deref(), Some("能登"));
}

#[test]
fn large_files_are_read_game_by_game() {
    let stones = "(;GM[4]SZ[15]".to_string() + &"AB[aa]".repeat(100_000) + ")";
    let game = one(stones.as_bytes());
    assert_eq!(game.start.stones().len(), 1);
    let many = "(;GM[4]SZ[15];B[hh])\n".repeat(50_000);
    let source = Source::new(many.as_bytes(), None).expect("SGF");
    let last = source
        .games(&ReadOptions::default())
        .last()
        .expect("a game")
        .expect("a game");
    assert_eq!(last.number, 50_000);
}
