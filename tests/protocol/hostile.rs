//! Hostile and odd conversations: whatever comes down the pipe, the engine answers plainly, goes on, and ends in order.
//! `data/hostile.txt` is the list.

use std::error::Error;

use super::serve::answers;
use super::talk::is_pair;

const LIST: &str = include_str!("../data/hostile.txt");

/// The bytes that a line of the list stands for.
fn bytes_of(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((repeated, after)) = rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
            .filter(|(repeated, _)| repeated.contains('*'))
        {
            let (unit, count) = repeated.rsplit_once('*').ok_or("a count")?;
            bytes.extend(bytes_of(unit)?.repeat(count.parse()?));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\x") {
            bytes.push(u8::from_str_radix(after.get(..2).ok_or("two digits")?, 16)?);
            rest = &after[2..];
        } else if let Some(after) = rest.strip_prefix("\\t") {
            bytes.push(b'\t');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\r") {
            bytes.push(b'\r');
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
            bytes.extend(first.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Ok(bytes)
}

/// Is the line what the list expects?
fn is_expected(line: &str, expected: &str) -> bool {
    match expected {
        "MOVE" => is_pair(line),
        _ => match expected.strip_suffix("...") {
            Some(start) => line.starts_with(start),
            None => line == expected,
        },
    }
}

#[test]
fn every_conversation_goes_on_and_ends_in_order() -> Result<(), Box<dyn Error>> {
    let mut wrong = Vec::new();
    for case in LIST.lines().filter(|line| !line.starts_with('#')) {
        let (sent, expected) = case.split_once(" => ").ok_or("a case")?;
        let mut input = b"INFO max_node 200\nINFO max_memory 67108864\n".to_vec();
        for line in sent.split(" ; ") {
            input.extend(bytes_of(line)?);
            input.push(b'\n');
        }
        // The thread that reads answers the one, the thread of the session the other.
        input.extend(b"ABOUT\nFOO\n");
        let said = answers(input);
        let (about, said): (Vec<&str>, Vec<&str>) = said
            .iter()
            .map(|line| line.trim_end_matches('\n'))
            .partition(|line| line.starts_with("name="));
        let expected = expected.split(" ; ").filter(|&answer| answer != "-");
        let expected: Vec<&str> = expected.chain(["UNKNOWN command FOO"]).collect();
        let is_right = about.len() == 1
            && said.len() == expected.len()
            && said
                .iter()
                .zip(expected)
                .all(|(line, expected)| is_expected(line, expected));
        if !is_right {
            wrong.push(format!("{case}\n    {said:?} {about:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
