//! Samples are written here as their description says, and read back.

use std::io::Write;
use std::path::Path;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};
use proptest::prelude::*;

use super::*;
use crate::dataset::{TrainingGame, TrainingResult};

/// Moves, and how many of them the opening has.
type Played = (Vec<Point>, usize, TrainingResult);

const BLACK: TrainingResult = TrainingResult::Win(Side::Black);
const WHITE: TrainingResult = TrainingResult::Win(Side::White);

fn size() -> BoardSize {
    BoardSize::square(15).expect("a legal size")
}

fn points(text: &str) -> Vec<Point> {
    Rows::FromTop.parse_moves(text, size()).expect("points")
}

/// A five of Black, a five of White, and a game that was broken off.
fn played() -> Vec<Played> {
    vec![
        (points("d8d4e8e4f8g2g8i3h8"), 3, BLACK),
        (points("a1d4c1e4e1f4g1g4i1h4"), 0, WHITE),
        (points("h8i7j6g9i8"), 2, TrainingResult::Draw),
    ]
}

/// Number of a result for the side that moves with so many stones on the board.
fn outcome(result: TrainingResult, stones: usize) -> u32 {
    let mover = [Side::Black, Side::White][stones % 2];
    (2.0 * result.points(mover)) as u32
}

fn packed(point: Point) -> u16 {
    (point.x() * 32 + point.y()) as u16
}

/// The moves of which there are samples, every `step`th after the opening.
fn sampled(moves: usize, opening: usize, step: usize) -> impl Iterator<Item = usize> {
    (opening..moves).step_by(step)
}

fn csv_of(games: &[Played], step: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for (moves, opening, result) in games {
        for at in sampled(moves.len(), *opening, step) {
            let names = |moves: &[Point]| Rows::FromTop.names(moves, size(), "");
            let (before, next) = (names(&moves[..at]), names(&moves[at..=at]));
            write!(text, "{before},{next},{}\r\n", outcome(*result, at)).expect("it takes all");
        }
    }
    text
}

fn bin_of(games: &[Played], rule: Rule, step: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (moves, opening, result) in games {
        for at in sampled(moves.len(), *opening, step) {
            // The colour stands above the point.
            let played = u32::from(packed(moves[at])) | (at as u32 % 2) << 10;
            let head = outcome(*result, at) | (at as u32) << 2 | 15 << 11 | rule.number() << 16;
            bytes.extend((head | played << 19).to_le_bytes());
            bytes.extend(
                moves[..at]
                    .iter()
                    .flat_map(|&point| packed(point).to_le_bytes()),
            );
        }
    }
    bytes
}

/// With a second move of every search.
fn binpack_of(games: &[Played]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (moves, opening, result) in games {
        let (before, after) = moves.split_at(*opening);
        let stones = (moves.len() as u64) << 12 | (before.len() as u64) << 22;
        let head = 15 | u64::from(outcome(*result, before.len())) << 8 | stones | 5 << 32;
        bytes.extend((head | (2 * after.len() as u64) << 46).to_le_bytes());
        bytes.extend(before.iter().flat_map(|&point| packed(point).to_le_bytes()));
        for &point in after {
            for (point, flags) in [(point, 1), (Point::at(14, 14), 2)] {
                bytes.extend((packed(point) << 6 | flags).to_le_bytes());
                bytes.extend((-77_i16).to_le_bytes());
            }
        }
    }
    bytes
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let info = FrameInfo::new()
        .block_size(BlockSize::Max64KB)
        .block_mode(BlockMode::Linked);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(bytes).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn of_kind(rule: Rule) -> WantedKind {
    WantedKind {
        rule: Some(rule),
        size: Some(size()),
    }
}

fn read(bytes: &[u8], form: SampleForm, wanted: WantedKind) -> Result<Vec<TrainingGame>, String> {
    let reader = SampleReader::new(bytes, form, wanted).map_err(|error| error.to_string())?;
    reader
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}

fn check(games: &[TrainingGame], expected: &[Played]) {
    assert_eq!(games.len(), expected.len());
    for (game, (moves, opening, result)) in games.iter().zip(expected) {
        assert_eq!(
            (&game.opening[..], game.result),
            (&moves[..*opening], *result)
        );
        let plies: Vec<Point> = game.plies.iter().map(|ply| ply.point).collect();
        assert_eq!(plies, moves[*opening..]);
        assert!(!game.scored && game.plies.iter().all(|ply| ply.is_best));
    }
}

#[test]
fn every_form_tells_the_same_games() {
    let played = played();
    let any = WantedKind::default();
    let forms = [
        (
            csv_of(&played, 1),
            SampleForm::Csv,
            of_kind(Rule::Freestyle),
        ),
        (bin_of(&played, Rule::Freestyle, 1), SampleForm::Bin, any),
        (binpack_of(&played), SampleForm::Binpack, any),
    ];
    for (bytes, form, wanted) in forms {
        for bytes in [compressed(&bytes), bytes] {
            let games = read(&bytes, form, wanted).expect("sound samples");
            check(&games, &played);
        }
    }
}

#[test]
fn moves_between_samples_belong_to_the_game() {
    let played = played();
    for step in 2..=4 {
        let bytes = bin_of(&played, Rule::Standard, step);
        let games = read(&bytes, SampleForm::Bin, WantedKind::default()).expect("sound samples");
        let mut expected = played.clone();
        for (moves, opening, _) in &mut expected {
            let last = sampled(moves.len(), *opening, step).last();
            moves.truncate(last.expect("a sample") + 1);
        }
        check(&games, &expected);
    }
}

#[test]
fn a_long_file_is_unpacked_block_by_block() {
    let played: Vec<Played> = std::iter::repeat_with(played)
        .take(1500)
        .flatten()
        .collect();
    let bytes = bin_of(&played, Rule::Freestyle, 1);
    assert!(bytes.len() > 200_000);
    let games = read(&compressed(&bytes), SampleForm::Bin, WantedKind::default());
    check(&games.expect("sound samples"), &played);
}

#[test]
fn other_kinds_are_refused_or_left_out() {
    let played = played();
    let mut bytes = bin_of(&played, Rule::Freestyle, 1);
    bytes.extend(bin_of(&played, Rule::Renju, 1));
    let error = read(&bytes, SampleForm::Bin, WantedKind::default()).expect_err("two kinds");
    assert!(
        error.contains("of renju 15x15, those before are of freestyle 15x15"),
        "{error}"
    );
    let mut reader = SampleReader::new(&bytes[..], SampleForm::Bin, of_kind(Rule::Renju))
        .expect("there are some");
    let games: Result<Vec<_>, _> = reader.by_ref().collect();
    check(&games.expect("sound samples"), &played);
    let counts = reader.counts();
    assert_eq!((counts.samples, counts.others, counts.fouls), (19, 19, 0));
    let error = read(&bytes, SampleForm::Bin, of_kind(Rule::Caro)).expect_err("none");
    assert_eq!(error, "it has no samples of caro 15x15, but 38 others");
    let error = read(b"h8,i9,1", SampleForm::Csv, WantedKind::default()).expect_err("no kind");
    assert!(error.contains("--rule and --size"), "{error}");
}

#[test]
fn a_game_ends_before_a_forbidden_move() {
    // Black's last move makes two open threes at once.
    let moves = points("g8a1f8a15h7o1h6o15h8");
    let games = vec![(moves.clone(), 2, WHITE), (moves, 8, WHITE)];
    let bytes = bin_of(&games, Rule::Renju, 1);
    let mut reader =
        SampleReader::new(&bytes[..], SampleForm::Bin, WantedKind::default()).expect("samples");
    let read: Vec<_> = reader.by_ref().collect::<Result<_, _>>().expect("sound");
    let mut expected = games[..1].to_vec();
    expected[0].0.pop();
    check(&read, &expected);
    assert_eq!(reader.counts().fouls, 2);
}

#[test]
fn a_forbidden_move_that_does_not_lose_is_of_another_rule() {
    let moves = points("g8a1f8a15h7o1h6o15h8");
    for result in [BLACK, TrainingResult::Draw] {
        for opening in [2, 8] {
            let bytes = bin_of(&[(moves.clone(), opening, result)], Rule::Renju, 1);
            let error = read(&bytes, SampleForm::Bin, WantedKind::default()).expect_err("a foul");
            assert!(
                error.contains("move 9 is forbidden to Black") && error.contains("another rule?"),
                "{error}"
            );
        }
    }
}

#[test]
fn whole_games_are_not_joined() {
    // Each begins where the one before has ended.
    let games: Vec<Played> = [(3, 1), (5, 3), (5, 3)]
        .map(|(length, opening)| (points("h8i7j6g9i8")[..length].to_vec(), opening, BLACK))
        .into();
    let bytes = binpack_of(&games);
    let read = read(&bytes, SampleForm::Binpack, WantedKind::default()).expect("sound samples");
    check(&read, &games);
}

#[test]
fn blank_lines_and_a_byte_order_mark_are_no_samples() {
    let csv = |text: &str| read(text.as_bytes(), SampleForm::Csv, of_kind(Rule::Freestyle));
    let plain = csv("h8i7,j6,2\nh8i7j6g9,i8,2").expect("two samples");
    assert_eq!(plain.len(), 1);
    for text in [
        "h8i7,j6,2\nh8i7j6g9,i8,2\n\n",
        "h8i7,j6,2\r\nh8i7j6g9,i8,2\r\n\r\n \r\n",
        "\u{feff}h8i7,j6,2\n\nh8i7j6g9,i8,2\n",
        "\u{feff}\nh8i7,j6,2\nh8i7j6g9,i8,2",
    ] {
        assert_eq!(csv(text).as_ref(), Ok(&plain), "{text:?}");
    }
    for empty in ["\n\n", "\u{feff}", "\u{feff}\r\n"] {
        assert_eq!(csv(empty), Err("it has no samples".to_string()));
    }
    let error = csv("h8i7,j6,2\n\u{feff}h8i7j6g9,i8,2").expect_err("a mark inside");
    assert!(error.starts_with("sample 2: "), "{error}");
}

#[test]
fn samples_that_cannot_be_are_refused_with_their_number() {
    let csv = |text: &str| read(text.as_bytes(), SampleForm::Csv, of_kind(Rule::Freestyle));
    let lines = [
        ("", "it has no samples"),
        (
            "h8i9,j10",
            "sample 1: 'h8i9,j10' is not position,move,result",
        ),
        (
            ",h8,1\nh8,z9,1",
            "sample 2: 'z9' is not a point of the 15x15 board",
        ),
        (",h8,1\nh8,i16,1", "sample 2: 'i16' is not a point"),
        ("h8,h8,1", "sample 1: move 2: the point is not empty"),
        (",h8,3", "sample 1: 3 is not a result"),
        ("h8,i9,x", "is not position,move,result"),
        ("a1a2b1b2c1c2d1d2e1,h8,0", "goes on after move 9"),
        (
            "a1a2b1b2c1c2d1d2,e1,0",
            "sample 1: move 9 ends the game with another result",
        ),
    ];
    for (text, expected) in lines {
        let error = csv(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    let long = "h8".repeat(4000);
    assert_eq!(
        csv(&long),
        Err("sample 1: the line is longer than any sample".to_string())
    );
    let games = played();
    let whole = [bin_of(&games, Rule::Freestyle, 1), binpack_of(&games)];
    let any = WantedKind::default();
    for (bytes, form) in whole.iter().zip([SampleForm::Bin, SampleForm::Binpack]) {
        let cut = &bytes[..bytes.len() - 1];
        let error = read(cut, form, any).expect_err("it is cut");
        assert!(
            error.ends_with("it is cut off; those before it are whole"),
            "{error}"
        );
        let packed = compressed(bytes);
        for length in [5, 7, packed.len() / 2, packed.len() - 1] {
            let error = read(&packed[..length], form, any).expect_err("it is cut");
            assert!(error.contains("cannot unpack (lz4)"), "{length}: {error}");
        }
        let mut foreign = bytes.clone();
        foreign[1] = 0x10;
        assert!(read(&foreign, form, any).is_err());
    }
    let pass = [&binpack_of(&games[2..])[..12], &[9, 0, 0, 0].repeat(6)[..]].concat();
    let error = read(&pass, SampleForm::Binpack, any).expect_err("a pass");
    assert_eq!(
        error,
        "sample 1: it has a pass, which these games do not know"
    );
    let mut fewer = binpack_of(&games[2..]);
    fewer[1] ^= 0x10;
    let error = read(&fewer, SampleForm::Binpack, any).expect_err("a wrong number");
    assert_eq!(
        error,
        "sample 1: it has 5 stones at its end where 4 are due"
    );
}

#[test]
fn the_ending_of_a_name_tells_the_form() {
    let form = |name: &str| SampleForm::of_name(Path::new(name));
    for (name, expected) in [
        ("sample.csv", Some(SampleForm::Csv)),
        ("a.b/sample.bin.lz4", Some(SampleForm::Bin)),
        ("SAMPLE.BIN", Some(SampleForm::Bin)),
        ("x.binpack.lz4", Some(SampleForm::Binpack)),
        ("lz4", None),
        ("games.lz4", None),
        ("games.kgd", None),
    ] {
        assert_eq!(form(name), expected, "{name}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let name = |bytes: &[u8]| Path::new(std::ffi::OsStr::from_bytes(bytes)).to_path_buf();
        for (bytes, expected) in [
            (&b"\xff.csv"[..], Some(SampleForm::Csv)),
            (b"a\xffb.BIN.Lz4", Some(SampleForm::Bin)),
            (b"a.bin\xff", None),
        ] {
            assert_eq!(SampleForm::of_name(&name(bytes)), expected);
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for form in [SampleForm::Csv, SampleForm::Bin, SampleForm::Binpack] {
            for start in [&[][..], &[0x04, 0x22, 0x4d, 0x18]] {
                let bytes = [start, &bytes].concat();
                drop(read(&bytes, form, WantedKind::default()));
                drop(read(&bytes, form, of_kind(Rule::Renju)));
            }
        }
    }
}
