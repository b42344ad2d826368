//! Tests that the documents of the protocol agree with the program.

use std::fs;
use std::io;
use std::path::Path;

use kagetsu_notation::jsonl::read_records;
use kagetsu_notation::{FaultKind, GameRecord};
use kagetsu_protocol::info::key_table;
use serde_json::Value;

use kagetsu_test_support::process::{Heard, Process};

const BEGIN: &str = "<!-- keys: compared with the program by tests/protocol/docs.rs -->\n";
const EXAMPLE: &str = "<!-- example: played by tests/protocol/docs.rs -->\n\n```text\n";
const END: &str = "<!-- end of keys -->";

/// A page of the documents.
fn page(name: &str) -> io::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-docs");
    Ok(fs::read_to_string(folder.join(name))?.replace("\r\n", "\n"))
}

/// The block of a page that begins so.
fn block<'t>(page: &'t str, begin: &str) -> io::Result<&'t str> {
    let block = page.split_once(begin);
    let block = block.and_then(|(_, tail)| tail.split_once("```"));
    Ok(block.ok_or_else(|| io::Error::other("no example"))?.0)
}

#[test]
fn the_table_of_keys_is_the_one_of_the_program() -> io::Result<()> {
    let text = page("extensions.md")?;
    let table = text
        .split_once(BEGIN)
        .and_then(|(_, tail)| tail.split_once(END))
        .map(|(table, _)| table.trim());
    let expected = key_table();
    assert_eq!(
        table,
        Some(expected.trim()),
        "\nthe table should be\n{expected}"
    );
    Ok(())
}

/// Is the line a turn of Connect6: points with blanks between them?
fn is_turn(line: &str) -> bool {
    let is_number = |text: &str| text.parse::<u8>().is_ok_and(|number| number < 19);
    line.split(' ').all(|point| {
        let numbers = point.split_once(',');
        numbers.is_some_and(|(x, y)| is_number(x) && is_number(y))
    })
}

/// The turns of the server may be others than those of the page; what is sent afterwards names them as they are.
#[test]
fn the_example_of_connect6_is_played_as_it_is_written() -> io::Result<()> {
    let doc = page("connect6.md")?;
    let example = block(&doc, EXAMPLE)?;
    let mut server = Process::start(
        crate::PROGRAM,
        &["connect6", "serve", "--protocol", "gomocup"],
    )?;
    let mut turns: Vec<(&str, String)> = Vec::new();
    for line in example.lines() {
        if let Some(expected) = line.strip_prefix("> ") {
            let Heard::Line(answer) = server.hear()? else {
                return Err(io::Error::other("the server has left"));
            };
            if is_turn(expected) {
                let (words, answered) = (expected.split(' '), answer.split(' '));
                assert!(is_turn(&answer), "{answer}");
                assert_eq!(answered.count(), words.count(), "{answer}");
                turns.push((expected, answer));
            } else {
                assert_eq!(answer, expected);
            }
        } else if let Some(sent) = line.strip_prefix("< ") {
            let (verb, turn) = sent.split_once(' ').unwrap_or((sent, ""));
            let told = turns.iter().find(|(written, _)| *written == turn);
            let turn = told.map_or(turn, |(_, answered)| answered);
            server.send(format!("{verb} {turn}\n").as_bytes())?;
        }
    }
    assert!(turns.len() >= 3, "{turns:?}");
    assert!(server.wait()?.0.success());
    Ok(())
}

/// The cells of the table rows of a page that name a dialogue.
fn rows_with_dialogue(doc: &str) -> Vec<(&str, &str)> {
    let rows = doc.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [sent, _, dialogue] = cells[..] else {
            return None;
        };
        Some((sent.trim(), dialogue.trim().trim_matches('`')))
    })
    .collect()
}

#[test]
fn every_line_of_yixin_board_occurs_in_its_dialogue() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let doc = page("yixin-board.md")?;
    let rows = rows_with_dialogue(&doc);
    assert!(rows.len() > 70, "{}", rows.len());
    for (sent, dialogue) in rows {
        let path = folder.join(format!("tests/transcripts/{dialogue}.txt"));
        let text = fs::read_to_string(&path)?.to_lowercase();
        for line in sent.split('`').skip(1).step_by(2) {
            let line = line.to_lowercase();
            let count = if line.starts_with("info ") { 2 } else { 1 };
            let words: Vec<&str> = line.split(' ').take(count).collect();
            let start = format!("> {}", words.join(" "));
            let occurs = text.lines().any(|line| {
                let rest = line.strip_prefix(&start);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
            assert!(occurs, "{line} does not occur in {dialogue}");
        }
    }
    Ok(())
}

/// The names of all fields of a value, as the table of the document writes them.
fn fields(prefix: &str, value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                let path = format!("{prefix}{name}");
                fields(&format!("{path}."), value, names);
                names.push(path);
            }
        }
        Value::Array(list) => {
            for value in list {
                let prefix = prefix.trim_end_matches('.');
                fields(&format!("{prefix}[]."), value, names);
            }
        }
        _ => {}
    }
}

#[test]
fn the_example_of_a_game_is_one_and_every_field_is_described() -> io::Result<()> {
    let doc = page("games-jsonl.md")?;
    // The example stands on several lines.
    let example = block(&doc, "```json\n")?.lines();
    let line = example.map(str::trim).collect::<String>() + "\n";
    let sound = read_records(line.as_bytes()).map_err(io::Error::other)?;
    let [record]: [GameRecord; 1] = sound
        .records
        .try_into()
        .map_err(|_| io::Error::other("not one game"))?;
    let value = serde_json::to_value(&record)?;
    assert_eq!(serde_json::from_str::<Value>(&line)?, value);

    let mut names = Vec::new();
    fields("", &value, &mut names);
    assert!(record.fault.is_some() && names.len() > 18, "{names:?}");
    for name in names {
        assert!(
            doc.contains(&format!("\n| `{name}` | ")),
            "{name} is not described"
        );
    }
    for kind in FaultKind::ALL {
        assert!(
            doc.contains(&format!("\n| `{kind}` | ")),
            "{kind} is not described"
        );
    }
    Ok(())
}

#[test]
fn the_example_of_gtp_is_answered_as_it_is_written() -> io::Result<()> {
    let doc = page("gtp.md")?;
    let example = block(&doc, EXAMPLE)?;
    let mut server = Process::start(crate::PROGRAM, &["gtp", "--nodes", "1000"])?;
    for line in example.lines() {
        if let Some(expected) = line.strip_prefix('>') {
            let Heard::Line(answer) = server.hear()? else {
                panic!("no answer where the page has '{expected}'");
            };
            assert_eq!(answer.trim_end(), expected.trim());
        } else if let Some(command) = line.strip_prefix("< ") {
            server.send(format!("{command}\n").as_bytes())?;
        }
    }
    Ok(())
}
