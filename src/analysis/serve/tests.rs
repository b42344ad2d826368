//! Tests of the server with whole inputs.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::{QueryDefaults, serve};
use crate::search::Effort;

fn defaults() -> QueryDefaults {
    QueryDefaults {
        rule: None,
        size: "15".parse().expect("a legal size"),
        effort: Effort {
            time: Some(Duration::from_millis(1)),
            ..Effort::default()
        },
        longest: None,
    }
}

fn answers(input: &str, threads: usize) -> Vec<Value> {
    let mut out = Vec::new();
    let input = Cursor::new(input.as_bytes().to_vec());
    serve(input, &mut out, &defaults(), threads).expect("memory takes all text");
    let text = String::from_utf8(out).expect("JSON is UTF-8");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect()
}

/// What an answer is about, and the fields that it has.
fn shape(answer: &Value) -> String {
    let keys: BTreeSet<&String> = answer
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
        .collect();
    let [id, turn, side, error] = ["id", "turn", "side", "error"].map(|field| &answer[field]);
    let lines = answer["lines"]
        .as_array()
        .is_some_and(|lines| !lines.is_empty());
    format!("{id} {turn} {side} {error} {lines} {keys:?}")
}

#[test]
fn the_example_of_the_document_works() {
    let document = include_str!("../../../protocol-docs/analyse-queries.md");
    let blocks: Vec<&str> = document
        .split("```text\n")
        .skip(1)
        .filter_map(|tail| tail.split("```").next())
        .collect();
    let [input, output] = blocks.as_slice() else {
        panic!("an input and an output");
    };
    let mut expected: Vec<String> = output
        .lines()
        .map(|line| shape(&serde_json::from_str(line).expect("the document shows JSON")))
        .collect();
    expected.sort();
    for threads in [1, 3] {
        let mut found: Vec<String> = answers(input, threads).iter().map(shape).collect();
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn every_field_of_answers_is_described() {
    let document = include_str!("../../../protocol-docs/analyse-queries.md");
    let input = "{\"id\":\"a\",\"moves\":\"h8i9\",\"analyzeTurns\":[0,1,2],\"maxTime\":3600}\n{\"id\":\"b\",\"action\":\"terminate\",\"terminateId\":\"a\"}\n{}\n{\"id\":1,\"action\":\"query_version\"}\n{\"id\":2,\"lines\":0,\"size\":0}\n{\"id\":3,\"komi\":7,\"moves\":\"h8a1i8a2j8a3k8a4l8\"}\n{\"id\":4,\"action\":\"terminate_all\"}";
    let all = answers(input, 1);
    let found: Vec<&Value> = all.iter().filter(|answer| answer["id"] == "a").collect();
    assert_eq!(found.len(), 3);
    assert!(
        found.iter().all(|answer| answer["terminated"] == true),
        "{found:?}"
    );
    assert!(
        found.iter().any(|answer| answer["noResults"] == true),
        "{found:?}"
    );
    let named: BTreeSet<&String> = all
        .iter()
        .filter_map(serde_json::Value::as_object)
        .flat_map(serde_json::Map::keys)
        .collect();
    for field in ["warning", "more", "end", "winner", "version", "terminateId"] {
        assert!(
            named.iter().any(|name| *name == field),
            "{field} is not sent"
        );
    }
    for answer in &all {
        for field in answer.as_object().into_iter().flat_map(|map| map.keys()) {
            assert!(
                document.contains(&format!("`{field}`")),
                "{field} is not described"
            );
        }
    }
}

#[test]
fn an_id_is_free_again_and_excluded_moves_are_not_found() {
    let twice = "{\"id\":\"a\",\"maxTime\":3600,\"analyzeTurns\":[0]}\n{\"id\":\"a\",\"maxNodes\":50}\n{\"id\":\"b\",\"action\":\"terminate\",\"terminateId\":\"a\"}";
    let errors = answers(twice, 1);
    assert!(
        errors
            .iter()
            .any(|answer| answer["error"] == "a query with this id is still running")
    );
    // All moves of a small board but one.
    let all: Vec<String> = (0..25)
        .map(|at| format!("{}{}", (b'a' + at % 5) as char, at / 5 + 1))
        .collect();
    let query = |exclude: &[String]| {
        json!({"id": "c", "size": 5, "maxNodes": 50, "exclude": exclude}).to_string()
    };
    let one = answers(&query(&all[1..]), 1);
    assert_eq!(one[0]["lines"][0]["moves"][0], "a1");
    let none = answers(&query(&all), 1);
    assert_eq!(
        (&none[0]["lines"], &none[0]["win"]),
        (&json!([]), &Value::Null)
    );
}

/// An output that is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_it() {
    let input = "{\"id\":\"a\",\"maxNodes\":50}\n".repeat(200);
    let ended = serve(Cursor::new(input.into_bytes()), &mut Closed, &defaults(), 2);
    assert_eq!(
        ended.map_err(|error| error.kind()),
        Err(io::ErrorKind::BrokenPipe)
    );
}

#[test]
fn what_was_not_searched_is_not_answered_as_if() {
    let few = answers("{\"id\":\"a\",\"moves\":\"h8i9\",\"maxNodes\":1}", 1);
    let [answer] = few.as_slice() else {
        panic!("{few:?}");
    };
    assert_eq!(
        (&answer["win"], &answer["lines"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(answer["noResults"], true);
    let none = answers("{\"id\":\"a\",\"maxNodes\":0}", 1);
    assert_eq!(none[0]["field"], "maxNodes");
}

#[test]
fn a_position_after_the_end_of_the_game_says_so() {
    let five = "h8a1i8a2j8a3k8a4l8";
    let foul = "g8a1h9a3h7c1i8o15h8";
    for (moves, rule, end, winner) in [
        (five, "freestyle", "five", json!("black")),
        (foul, "renju", "double-three", json!("white")),
    ] {
        let query =
            json!({"id": 7, "moves": moves, "rule": rule, "analyzeTurns": [8, 9], "maxNodes": 50});
        let found = answers(&query.to_string(), 1);
        assert_eq!(found.len(), 2);
        assert!(found[0]["lines"][0]["moves"].is_array(), "{found:?}");
        assert_eq!(found[0].get("end"), None);
        assert_eq!(
            (&found[1]["end"], &found[1]["winner"]),
            (&json!(end), &winner)
        );
        assert_eq!(
            (&found[1]["win"], &found[1]["id"]),
            (&Value::Null, &json!(7))
        );
    }
}

#[test]
fn an_unknown_field_is_warned_about_and_the_query_answered() {
    let found = answers("{\"id\":\"a\",\"maxVisits\":3,\"maxNodes\":50}", 1);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        (&found[0]["field"], &found[0]["id"]),
        (&json!("maxVisits"), &json!("a"))
    );
    assert!(found[0]["warning"].is_string() && found[1]["lines"].is_array());
}

#[test]
fn many_unknown_fields_long_names_and_long_ids_make_no_long_answers() {
    let fields: Vec<String> = (0..1000).map(|number| format!("\"a{number}\":0")).collect();
    let line = |id: &str, fields: &str| format!("{{\"id\":\"{id}\",{fields}}}");
    let found = answers(
        &line("a", &format!("{},\"maxNodes\":50", fields.join(","))),
        1,
    );
    assert_eq!(found.len(), 17, "{found:?}");
    let last = found[15]["warning"].as_str().expect("a text");
    assert!(last.contains("and 984 others are not known"), "{last}");
    assert!(found[16]["lines"].is_array());
    let long = format!("\"{}\":0,\"maxNodes\":50", "b".repeat(1000));
    let found = answers(&line("a", &long), 1);
    let field = found[0]["field"].as_str().expect("a text");
    assert!(
        field.starts_with("bbb") && found[0].to_string().len() < 400,
        "{found:?}"
    );
    let found = answers(&line(&"i".repeat(257), "\"maxNodes\":50"), 1);
    let error = found[0]["error"].as_str().expect("a text");
    assert!(
        found.len() == 1 && error.contains("257 bytes: expected at most 256"),
        "{found:?}"
    );
}

#[test]
fn numbers_and_strings_are_different_ids() {
    let lines = "{\"id\":7,\"maxTime\":3600}\n{\"id\":\"7\",\"maxNodes\":50}\n{\"id\":8,\"action\":\"terminate\",\"terminateId\":7}";
    let found = answers(lines, 2);
    assert!(
        found.iter().all(|answer| answer.get("error").is_none()),
        "{found:?}"
    );
    let stopped = found
        .iter()
        .find(|answer| answer["id"] == 7)
        .expect("an answer");
    assert_eq!(stopped["terminated"], true);
}
