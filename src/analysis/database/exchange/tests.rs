//! Tests of the forms: what is written is read, and damaged bytes get an error.

use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_notation::encoding::TextEncoding;

use super::super::entry::{Bound, Entry, Label};
use super::super::key::{Canonical, PositionKey};
use super::binary::{DEFAULT_ENCODING, Packing, is_yixin_database};
use super::{ExchangeError, YixinRecord, binary, export, text};

fn position(rule: Rule, cells: &[(usize, usize)]) -> Position {
    let size = BoardSize::square(15).expect("a legal size");
    let mut position = Position::new(size, rule);
    for &(x, y) in cells {
        position.play(Point::at(x, y)).expect("an empty point");
    }
    position
}

fn pair(rule: Rule, cells: &[(usize, usize)], entry: Entry) -> (PositionKey, Entry) {
    (Canonical::new(&position(rule, cells)).key, entry)
}

fn samples() -> Vec<(PositionKey, Entry)> {
    let mark = |mark: &str| Entry {
        mark: mark.to_string(),
        ..Entry::default()
    };
    let mut samples = vec![
        pair(Rule::Renju, &[], Entry::default()),
        pair(
            Rule::Renju,
            &[(7, 7)],
            Entry {
                value: Some(-35),
                bound: Bound::Lower,
                depth: 14,
                text: "a \"comment\"\nof two, lines\\ \u{e9}".to_string(),
                ..Entry::default()
            },
        ),
        pair(Rule::Standard, &[(7, 7), (7, 8)], mark("!")),
        pair(Rule::Renju, &[(7, 7), (8, 8)], mark("I7 best")),
        pair(
            Rule::Freestyle,
            &[(0, 0), (1, 4), (3, 2)],
            Entry {
                value: Some(29_990),
                depth: 3,
                label: Some(Label::Win),
                ..Entry::default()
            },
        ),
        pair(
            Rule::Freestyle,
            &[(0, 0), (1, 4), (3, 2), (9, 9)],
            Entry {
                label: Some(Label::Loss),
                ..Entry::default()
            },
        ),
    ];
    let mut passed = position(Rule::Renju, &[(7, 7)]);
    passed.set_side_to_move(kagetsu_gomoku::board::Side::Black);
    samples.push((Canonical::new(&passed).key, mark("x")));
    samples.sort_by(|one, other| one.0.cmp(&other.0));
    samples
}

fn exported() -> Vec<YixinRecord> {
    let all = samples().into_iter().map(Ok::<_, ExchangeError>);
    let exported = export(all).expect("no entry fails");
    assert_eq!(exported.left_out, 0);
    exported.records
}

fn read_binary(bytes: &[u8], encoding: TextEncoding) -> Result<Vec<YixinRecord>, ExchangeError> {
    let records = binary::records(bytes, encoding)?;
    records
        .map(|record| record.map(|record| record.1))
        .collect()
}

fn read_text(text: &str) -> Result<Vec<YixinRecord>, ExchangeError> {
    let records = text::records(text.as_bytes(), DEFAULT_ENCODING);
    records
        .map(|record| record.map(|record| record.1))
        .collect()
}

fn all_entries(records: &[YixinRecord]) -> Result<Vec<(PositionKey, Entry)>, ExchangeError> {
    let mut found = Vec::new();
    for record in records {
        found.extend(record.entries(1)?);
    }
    Ok(found)
}

/// Entries joined by position, as a database does it.
fn joined(found: Vec<(PositionKey, Entry)>) -> Vec<(PositionKey, Entry)> {
    let mut joined: std::collections::BTreeMap<PositionKey, Entry> =
        std::collections::BTreeMap::new();
    for (key, entry) in found {
        joined.entry(key).or_default().merge(entry);
    }
    joined.into_iter().collect()
}

#[test]
fn what_is_exported_is_imported() {
    let records = exported();
    for packing in [Packing::Plain, Packing::Lz4] {
        let bytes = binary::write(&records, packing).expect("every record can be written");
        assert!(is_yixin_database(&bytes));
        let read = read_binary(&bytes, DEFAULT_ENCODING).expect("our own bytes");
        assert_eq!(read, records);
        assert_eq!(joined(all_entries(&read).expect("positions")), samples());
    }
    let lines = text::write(&records);
    assert!(text::is_yixin_text(lines.as_bytes()));
    assert_eq!(read_text(&lines).expect("our own lines"), records);
}

#[test]
fn positions_that_cannot_be_written_are_counted() {
    let mut odd = position(Rule::Renju, &[(7, 7), (7, 8), (0, 0)]);
    odd.take_back(Point::at(7, 8)).expect("a stone");
    let caro = position(Rule::Caro, &[(7, 7)]);
    let mut blocked = position(Rule::Freestyle, &[(7, 7)]);
    blocked.block(Point::at(1, 1)).expect("an empty point");
    let all = [odd, caro, blocked].map(|position| {
        let key = Canonical::new(&position).key;
        Ok::<_, ExchangeError>((key, Entry::default()))
    });
    let exported = export(all).expect("no entry fails");
    assert_eq!((exported.left_out, exported.records.len()), (3, 0));
}

#[test]
fn old_texts_are_read_in_their_encoding() {
    // One record on 15x15 without stones and without a record that names UTF-8; the text is GBK for two signs.
    let bytes = [
        1, 0, 0, 0, 3, 0, 2, 15, 15, 9, 0, 0xff, 0, 0, 0, 0, 0xd6, 0xd0, 0xb9, 0xfa,
    ];
    let read = read_binary(&bytes, TextEncoding::GBK).expect("one record");
    assert_eq!(read[0].text, "\u{4e2d}\u{56fd}");
    let lines = b"index,key,label,value,depth,bound,text\n0,r-15-15---b,(null),0,0,none,\"\xd6\xd0\xb9\xfa\"\n";
    let mut read = text::records(&lines[..], TextEncoding::GBK);
    let (_, record) = read.next().expect("one record").expect("it can be read");
    assert_eq!(record.text, "\u{4e2d}\u{56fd}");
}

#[test]
fn a_record_has_the_number_of_its_place_in_the_file() {
    // A record without a key, one about the file, and one on 15x15 with two stones on a point.
    let bytes = [
        3_u8, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 7, 0, 2, 15, 15, 7, 7, 7, 7, 0, 0,
    ];
    let lines =
        "index,key,label,value,depth,bound,text\n\n0,r-15-15-h8-h8-b,(null),0,0,none,\"\"\n";
    let mut of_bytes = binary::records(&bytes[..], DEFAULT_ENCODING).expect("a head");
    let mut of_lines = text::records(lines.as_bytes(), DEFAULT_ENCODING);
    for record in [of_bytes.next(), of_lines.next()] {
        let (index, record) = record.expect("one record").expect("it can be read");
        let error = record.entries(index).expect_err("two stones on a point");
        assert!(error.to_string().starts_with("record 3: "), "{error}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let whole = binary::write(&exported(), Packing::Plain).expect("every record can be written");
    for end in 0..whole.len() {
        let error = read_binary(&whole[..end], DEFAULT_ENCODING).expect_err("it is cut");
        assert!(matches!(error, ExchangeError::Truncated(_)), "{error}");
    }
    let longer = [&whole[..], &[0]].concat();
    let error = read_binary(&longer, DEFAULT_ENCODING).expect_err("a byte too many");
    assert!(matches!(error, ExchangeError::Surplus(1)), "{error}");
    let lines = text::write(&exported());
    for (good, bad, expected) in [
        ("exact", "exakt", "no bound is called 'exakt'"),
        ("renju", "renju", ""),
        ("r-15-15", "r-15-99", "99"),
        (",29990,", ",x,", "'x' is no number"),
        ("h8", "h99", "is no position"),
    ] {
        let wrong = lines.replacen(good, bad, 1);
        match read_text(&wrong) {
            Ok(_) => assert_eq!(expected, "", "{bad}"),
            Err(error) => assert!(error.to_string().contains(expected), "{error}"),
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_are_fatal(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = is_yixin_database(&bytes);
        if let Ok(records) = read_binary(&bytes, DEFAULT_ENCODING) {
            let _ = all_entries(&records);
        }
    }

    #[test]
    fn no_damage_is_fatal(at in any::<usize>(), value in any::<u8>(), is_packed in any::<bool>()) {
        let packing = if is_packed { Packing::Lz4 } else { Packing::Plain };
        let mut bytes = binary::write(&exported(), packing).expect("every record can be written");
        let at = at % bytes.len();
        bytes[at] = value;
        if let Ok(records) = read_binary(&bytes, DEFAULT_ENCODING) {
            let _ = all_entries(&records);
        }
    }

    #[test]
    fn damaged_lines_are_not_fatal(at in any::<usize>(), value in "[ -~\u{e9}]") {
        let mut lines: Vec<char> = text::write(&exported()).chars().collect();
        let at = at % lines.len();
        lines[at] = value.chars().next().unwrap_or(' ');
        if let Ok(records) = read_text(&lines.iter().collect::<String>()) {
            let _ = all_entries(&records);
        }
    }

    #[test]
    fn random_positions_come_back(
        cells in prop::collection::hash_set(0..225_usize, 0..40),
        value in -29_000..29_000_i32,
        depth in 0..8_000_u16,
        words in "[a-z \n,\"\\\\]{0,30}",
    ) {
        let cells: Vec<(usize, usize)> = cells.iter().map(|cell| (cell % 15, cell / 15)).collect();
        let entry = Entry { value: Some(value), depth, text: words, ..Entry::default() };
        let before = vec![pair(Rule::Standard, &cells, entry)];
        let exported = export(before.clone().into_iter().map(Ok::<_, ExchangeError>));
        let records = exported.expect("no entry fails").records;
        let bytes = binary::write(&records, Packing::Plain).expect("every record can be written");
        let read = read_binary(&bytes, DEFAULT_ENCODING).expect("our own bytes");
        prop_assert_eq!(&read_text(&text::write(&read)).expect("our own lines"), &read);
        let after = all_entries(&read).expect("positions");
        prop_assert!(after == before || before[0].1.value == Some(0), "{:?}", after);
    }
}

#[test]
fn a_mark_without_a_position_before_it_is_left_out_and_the_rest_is_written() {
    let mut odd = position(Rule::Freestyle, &[(7, 7), (9, 5), (8, 8)]);
    odd.pass();
    let entry = Entry {
        mark: "AB".to_string(),
        ..Entry::default()
    };
    let pairs = [
        (Canonical::new(&odd).key, entry),
        pair(Rule::Freestyle, &[(7, 7)], Entry::default()),
    ];
    let exported = export(pairs.into_iter().map(Ok::<_, std::io::Error>)).expect("entries");
    assert_eq!(exported.left_out, 1);
    assert!(binary::write(&exported.records, Packing::Plain).is_ok());
}
