//! One function for each target of fuzzing. It takes any bytes, and panics when the program breaks an invariant.
//! `cargo test` runs them on mutated seeds, cargo-fuzz with coverage; nothing here depends on either.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use kagetsu_analysis::database::json::{read_line, read_lines};
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::source::{ReadOptions, read_games};
use kagetsu_arena::manifest::Manifest;
use kagetsu_arena::openings::{ReadOptions as OpeningOptions, parse_openings};
use kagetsu_arena::tuning::{parameters_text, read_parameters};
use kagetsu_gomoku::board::{Board, Diagram, Position, Rule};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::eval::nnue::{Weights, embedded_weights};
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::line_host::LineSplitter;
use kagetsu_kernel::line_host::{ResultUse, Scope};
use kagetsu_kernel::{FakeClock, StopSignal};
use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::renlib::read_renlib;
use kagetsu_notation::{read_psq, read_sgf, write_psq, write_sgf};
use kagetsu_protocol::parse::Parser;
use kagetsu_protocol::{Host, Reply, Session};
use kagetsu_training::dataset::DatasetReader;

/// Memory of an engine that answers at once.
const MEMORY: u64 = 25 << 20;
/// Digits of the longest number that a session obeys: some ten megabytes.
const MAX_DIGITS: usize = 7;
/// Longest reply that managers take.
const MAX_REPLY: usize = 1000;
/// Length of a checksum, in bytes.
const CHECKSUM_BYTES: usize = 4;
/// Lines of a library that are followed.
const LIBRARY_LINES: usize = 50;
/// Most moves of a game on the board.
const MAX_MOVES: usize = 60;

/// A target: its name, which is that of its folder of seeds, and its body.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets.
pub(crate) const TARGETS: [Target; 9] = [
    ("session", session),
    ("positions", positions),
    ("records", records),
    ("openings", openings),
    ("configuration", configuration),
    ("dataset", dataset),
    ("network", network),
    ("database", database),
    ("board", board),
];

/// The manager's side of a session whose searches are told to stop as soon as they begin.
struct Manager;

impl Host for Manager {
    fn reply(&mut self, reply: Reply) {
        let line = reply.to_string();
        assert!(line.len() <= MAX_REPLY, "a reply of {} bytes", line.len());
        assert!(
            !line.contains(['\n', '\r']),
            "a reply of several lines: {line:?}"
        );
    }

    fn begin_search(&mut self, _: Scope) -> StopSignal {
        let stop = StopSignal::new();
        stop.raise();
        stop
    }

    fn end_search(&mut self) -> ResultUse {
        ResultUse::Answer
    }
}

/// The bytes with long numbers shortened, so that no line asks for a table whose making takes longer than all the rest.
fn with_short_numbers(bytes: &[u8]) -> Vec<u8> {
    let mut digits = 0;
    let mut is_kept = |byte: &u8| {
        digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
        digits <= MAX_DIGITS
    };
    bytes.iter().copied().filter(|byte| is_kept(byte)).collect()
}

/// A conversation with a manager. All of it is understood as it is; a session obeys it with short numbers. Whatever was
/// said before, a game can be begun afterwards.
pub(crate) fn session(bytes: &[u8]) {
    let (mut lines, mut parser) = (LineSplitter::new(), Parser::new());
    lines.feed(bytes, |line| parser.line(line, drop));
    obey(&with_short_numbers(bytes));
}

/// A session that obeys a conversation.
fn obey(bytes: &[u8]) {
    let config = EngineConfig {
        max_memory: MEMORY,
        max_threads: 1,
        ..EngineConfig::default()
    };
    let engine = Engine::new(config, Arc::new(FakeClock::new()));
    let mut session = Session::new(engine, 0);
    let (mut lines, mut parser) = (LineSplitter::new(), Parser::new());
    // A text in quotes takes every line up to its last quote, and a block those up to DONE.
    for part in [bytes, b"\n\"\nDONE\nSTART 6\nTURN 0,0\n"] {
        let mut commands = Vec::new();
        lines.feed(part, |line| {
            parser.line(line, |command| commands.push(command));
        });
        for command in commands {
            session.handle(command, std::time::Duration::ZERO, &mut Manager);
        }
    }
    let stones = session
        .position()
        .map_or(0, |position| position.stones().len());
    assert_eq!(
        stones,
        2,
        "no game begins after {:?}",
        String::from_utf8_lossy(bytes)
    );
}

/// A position as text. What is understood is drawn, and the picture is understood as well.
pub(crate) fn positions(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(position) = parse_position(&text, &ReadOptions::default()) else {
        return;
    };
    let options = ReadOptions {
        size: Some(position.size()),
        side: Some(position.side_to_move()),
        ..ReadOptions::default()
    };
    let picture = Diagram::new(&position).to_string();
    let again = parse_position(&picture, &options).expect("a picture of a position");
    let placed = |position: &Position| {
        let mut stones = position.stones().to_vec();
        stones.sort_unstable_by_key(|&(point, side)| (point, side.index()));
        (stones, position.blocked().len(), position.side_to_move())
    };
    assert_eq!(placed(&again), placed(&position), "{text:?}");
}

/// Files of games in every form.
pub(crate) fn records(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = (read_sgf(bytes), read_psq(&text), read_renlib(bytes));
    if let Ok(read) = read_records(bytes) {
        for record in &read.records {
            if let (Ok(psq), Ok(sgf)) =
                (write_psq(record, "event"), write_sgf(record, Some("event")))
            {
                let moves = record.points().expect("they were written");
                let psq = read_psq(&psq).expect("a written game is read");
                assert_eq!(psq.moves, moves);
                assert_eq!(read_sgf(sgf.as_bytes()).len(), 1, "{sgf:?}");
            }
        }
    }
    let options = ReadOptions {
        library_lines: LIBRARY_LINES,
        ..ReadOptions::default()
    };
    for game in read_games("file", bytes, &options).into_iter().flatten() {
        assert!(game.moves.iter().flatten().count() <= BoardSize::MAX * BoardSize::MAX);
    }
}

/// Files of openings. What is accepted can be played.
pub(crate) fn openings(bytes: &[u8]) {
    let size = BoardSize::square(15).expect("a legal size");
    for (index, rule) in Rule::ALL.into_iter().enumerate() {
        let options = OpeningOptions {
            rule,
            size,
            stones: Some(MAX_MOVES),
        };
        let name = ["lines.txt", "games.sgf", "game.psq"][index % 3];
        let Ok(openings) = parse_openings(bytes, Path::new(name), &options) else {
            continue;
        };
        for opening in openings {
            let mut position = Position::new(size, rule);
            for point in opening {
                position.play(point).expect("an opening that was accepted");
            }
        }
    }
}

/// Settings: parameters of a tuning, the settings of a tournament, lines of `INFO`.
pub(crate) fn configuration(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(parameters) = read_parameters(&text) {
        let again =
            read_parameters(&parameters_text(&parameters)).expect("a list that was written");
        assert_eq!(again.len(), parameters.len());
    }
    if let Ok(manifest) = serde_json::from_str::<Manifest>(&text) {
        let written = serde_json::to_string(&manifest).expect("settings can be written");
        let again: Manifest = serde_json::from_str(&written).expect("settings that were written");
        assert_eq!(again, manifest);
    }
    let mut info = b"START 9\nINFO ".to_vec();
    for &byte in bytes {
        info.push(byte);
        if byte == b'\n' {
            info.extend(b"INFO ");
        }
    }
    session(&info);
}

/// CRC-32 as datasets and networks have it.
fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// A dataset with sound checksums: the first bytes say rule, size and number of games, the rest are the games.
fn sound_dataset(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&[rule, width, height, games], games_bytes) = bytes.split_first_chunk::<4>()?;
    let mut file = b"\x89KGD\r\n\x1a\n\x01\x00".to_vec();
    file.extend([rule % 10, 5 + width % 18, 5 + height % 18]);
    file.extend([0; 7]);
    file.extend(checksum(&file));
    let mut before = 0_u64;
    for (count, block) in [(games, games_bytes), (0, &[][..])] {
        let mut head = b"KGDB".to_vec();
        head.extend(u32::from(count).to_le_bytes());
        head.extend(u32::try_from(block.len()).ok()?.to_le_bytes());
        head.extend(before.to_le_bytes());
        head.extend(checksum(block));
        let sum = checksum(&head);
        file.extend(head);
        file.extend(sum);
        file.extend(block);
        before += u64::from(count);
    }
    Some(file)
}

/// Files of games to learn from: as they are, and as the contents of a file with sound checksums.
pub(crate) fn dataset(bytes: &[u8]) {
    for file in [Some(bytes.to_vec()), sound_dataset(bytes)]
        .into_iter()
        .flatten()
    {
        if let Ok(reader) = DatasetReader::new(file.as_slice()) {
            let _ = reader.count();
        }
        if let Ok(reader) = DatasetReader::new(file.as_slice()) {
            for game in reader.checked().flatten() {
                assert!(game.opening.len() + game.plies.len() <= BoardSize::MAX * BoardSize::MAX);
            }
        }
    }
}

/// The network of the program with some bytes changed, and a sound checksum. Each change is five bytes: place and value.
fn changed_network(changes: &[u8]) -> Vec<u8> {
    let size = BoardSize::square(15).expect("a legal size");
    let mut bytes = embedded_weights(Rule::Standard, size).to_bytes();
    let covered = bytes.len() - CHECKSUM_BYTES;
    for change in changes.chunks_exact(5) {
        let place = u32::from_le_bytes([change[0], change[1], change[2], change[3]]);
        bytes[place as usize % covered] = change[4];
    }
    bytes
}

/// Files of a network: as they are, with a sound checksum, and made from that of the program. What is read is written
/// again.
pub(crate) fn network(bytes: &[u8]) {
    let raw = bytes.to_vec();
    let mut files = vec![raw.clone(), raw];
    if let Some(changes) = bytes.strip_prefix(b"change") {
        files.push(changed_network(changes));
    }
    for file in &mut files[1..] {
        if let Some(covered) = file.len().checked_sub(CHECKSUM_BYTES) {
            let sum = checksum(&file[..covered]);
            file[covered..].copy_from_slice(&sum);
        }
    }
    for file in &files {
        if let Ok(weights) = Weights::from_bytes(file) {
            let written = weights.to_bytes();
            let again = Weights::from_bytes(&written).expect("a network that was written");
            assert!(again.to_bytes() == written, "it is not read as written");
        }
    }
}

/// Lines of a database, and its file.
pub(crate) fn database(bytes: &[u8]) {
    let _ = read_line(bytes);
    let _ = read_lines(BufReader::new(bytes)).count();
    if !bytes.starts_with(b"redb") {
        return;
    }
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), bytes).expect("the file can be written");
    if let Ok(reader) = Reader::open(file.path()) {
        let _ = reader.view().count();
        let _ = reader.view().entries().map(Iterator::count);
    }
    let after = fs::read(file.path()).expect("the file is still there");
    assert!(after == bytes, "a damaged database was altered");
}

/// Stones made and unmade: each byte is a point or takes a stone back. The board always equals one that is built anew.
pub(crate) fn board(bytes: &[u8]) {
    let Some((&[rule, width, height], moves)) = bytes.split_first_chunk::<3>() else {
        return;
    };
    let length =
        |byte: u8| BoardSize::MIN + usize::from(byte) % (BoardSize::MAX - BoardSize::MIN + 1);
    let size = BoardSize::new(length(width), length(height)).expect("sides in range");
    let mut board = Board::new(size, Rule::ALL[usize::from(rule) % Rule::ALL.len()]);
    let mut before = Vec::new();
    for &byte in moves.iter().take(MAX_MOVES) {
        let empty = board.empty_count();
        if byte >= 0xc0 || empty == 0 {
            if let Some(earlier) = before.pop() {
                board.unmake();
                assert_eq!(board.difference(&earlier), None);
            }
        } else if let Some(point) = board.empty().iter().nth(usize::from(byte) % empty) {
            before.push(board.clone());
            board.make(point);
            assert_eq!(board.difference(&board.rebuilt()), None);
        }
    }
    while let Some(earlier) = before.pop() {
        board.unmake();
        assert_eq!(board.difference(&earlier), None);
    }
}
