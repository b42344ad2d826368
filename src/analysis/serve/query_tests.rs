//! Tests of single lines.

use std::time::Duration;

use proptest::prelude::proptest;
use serde_json::json;

use super::*;

fn defaults() -> QueryDefaults {
    QueryDefaults {
        rule: None,
        size: BoardSize::square(15).expect("a legal size"),
        effort: Effort {
            time: Some(Duration::from_secs(1)),
            ..Effort::default()
        },
        longest: None,
    }
}

fn query(line: &str) -> Query {
    match Request::parse(line, &defaults()) {
        Ok(Parsed {
            request: Request::Analyse(query),
            ..
        }) => *query,
        other => panic!("{line}: {other:?}"),
    }
}

/// The fields that are wrong, with what is said.
fn faults(line: &str) -> Vec<(Option<&'static str>, String)> {
    let error = Request::parse(line, &defaults()).expect_err(line);
    let faults = error.faults.into_iter();
    faults.map(|fault| (fault.field, fault.error)).collect()
}

#[test]
fn all_fields_are_read() {
    let all = query(
        r#"{"id":"a","moves":"h8i9","rule":"renju","size":"15x13","analyzeTurns":[0,2],"maxNodes":9,
        "maxDepth":3,"lines":4,"exclude":["h9"],"initialStones":[["W","a1"]],"initialPlayer":"black"}"#,
    );
    assert_eq!(
        (all.game.start.rule(), all.turns.as_slice()),
        (Rule::Renju, &[0, 2][..])
    );
    assert_eq!(
        (all.game.moves.len(), all.game.start.stones().len()),
        (2, 1)
    );
    assert_eq!(all.excluded.len(), 1);
    let expected = Effort {
        depth: Some(3),
        nodes: Some(9),
        lines: 4,
        ..Effort::default()
    };
    assert_eq!(all.effort, expected);
    let few = query(r#"{"id":"b","moves":["h8"],"size":19,"lines":2}"#);
    assert_eq!(
        (few.turns.as_slice(), few.game.start.size().width()),
        (&[1][..], 19)
    );
    let expected = Effort {
        lines: 2,
        ..defaults().effort
    };
    assert_eq!(few.effort, expected);
}

#[test]
fn other_forms_of_the_same_query_are_read_alike() {
    let plain = query(r#"{"id":1,"moves":"h8i9j10","rule":"renju","size":"20x15"}"#);
    for line in [
        r#"{"id":1,"moves":"H8 I9, J10","rules":"RENJU","size":[20,15]}"#,
        r#"{"id":1,"moves":["h8","I9"," j10 "],"rule":4,"size":"20X15"}"#,
        r#"{"id":1,"moves":[["B","h8"],["w","i9"],["black","j10"]],"rule":" Renju ","boardXSize":20,"boardYSize":15.0}"#,
        r#"{"id":1,"moves":"h8;i9;j10","rule":"4","size":"20x15","maxNodes":null,"analyzeTurns":[3,3]}"#,
        r#"{"id":1,"moves":"1. h8 i9 2. j10","rule":"renju","size":"20x15"}"#,
        r#"{"id":1,"moves":"7,7 8,6 9,5","rule":"renju","size":"20x15"}"#,
        r#"{"id":1,"moves":"h8-i9-j10","rule":"renju","size":"20x15"}"#,
    ] {
        let other = query(line);
        assert_eq!(other.game.moves, plain.game.moves, "{line}");
        assert_eq!(other.game.start, plain.game.start, "{line}");
        assert_eq!(other.turns, plain.turns, "{line}");
    }
    for moves in [
        r#"[["W","h8"]]"#,
        r#""(;GM[4]PL[W];W[hh])""#,
        r#""(;GM[4]PL[W])""#,
    ] {
        let white = query(&format!(r#"{{"id":1,"moves":{moves}}}"#));
        assert_eq!(white.game.mover(0).to_string(), "white", "{moves}");
    }
}

#[test]
fn a_game_that_does_not_say_its_kind_is_read_by_the_stated_rule() {
    const MOVES: &str = r#""moves":"(;SZ[15];B[hh];W[ii])""#;
    let stated = query(&format!(r#"{{"id":1,"rule":"renju",{MOVES}}}"#));
    assert_eq!(stated.game.start.rule(), Rule::Renju);
    assert_eq!(stated.game.moves.len(), 2);
    let open = format!(r#"{{"id":1,{MOVES}}}"#);
    let [(field, error)] = &faults(&open)[..] else {
        panic!("one fault");
    };
    assert_eq!(*field, Some("moves"));
    assert!(error.contains("GM[4] is missing"), "{error}");
    // The command line can state it as well.
    let of_command = QueryDefaults {
        rule: Some(Rule::Caro),
        ..defaults()
    };
    assert!(Request::parse(&open, &of_command).is_ok());
}

#[test]
fn ids_are_kept_as_they_were_sent() {
    for id in [json!("a"), json!(37), json!(-1), json!(2.5), json!("37")] {
        assert_eq!(query(&json!({ "id": id }).to_string()).id, id);
        let wrong = json!({"id": id, "lines": 0}).to_string();
        let error = Request::parse(&wrong, &defaults()).expect_err("no lines");
        assert_eq!(error.id, Some(id));
    }
    for line in ["{}", "[1]", "null", "\"x\"", "{", r#"{"id":null}"#] {
        let error = Request::parse(line, &defaults()).expect_err(line);
        assert_eq!(error.id, None, "{line}");
    }
}

/// Fields of a query, the one that is wrong, and part of what is said.
const WRONG: &[(&str, &str, &str)] = &[
    (r#""rule":"go""#, "rule", "'go' is not a rule"),
    (r#""rules":{"ko":"x"}"#, "rules", "is not a rule"),
    (r#""rule":4,"rules":4"#, "rules", "not both"),
    (
        r#""moves":"BOARD 7,7,1 DONE""#,
        "moves",
        "initialStones takes",
    ),
    (
        r#""moves":"(;GM[4]AB[hh]PL[W];W[ii])""#,
        "moves",
        "initialStones takes",
    ),
    (
        r#""initialPlayer":"B","moves":"(;GM[4]PL[W];W[hh])""#,
        "moves",
        "it is the turn of black",
    ),
    (
        r#""initialPlayer":"B","moves":"(;GM[4]PL[W])""#,
        "initialPlayer",
        "the moves say that white begins",
    ),
    (
        r#""moves":"(;GM[4]RU[renju];B[hh])""#,
        "moves",
        "the moves are of renju, not of freestyle",
    ),
    (r#""size":4"#, "size", "4x4 is not supported"),
    (r#""size":3.14"#, "size", "3.14 is not a board size"),
    (r#""size":[15]"#, "size", "[15] is not a board size"),
    (r#""size":true"#, "size", "true is not a board size"),
    (r#""boardXSize":15"#, "boardYSize", "beside it"),
    (
        r#""boardXSize":0,"boardYSize":15"#,
        "boardXSize",
        "0 is not a whole number",
    ),
    (
        r#""boardXSize":15,"boardYSize":"x""#,
        "boardYSize",
        "\"x\" is not a whole number",
    ),
    (
        r#""moves":"h8h8""#,
        "moves",
        "move 2: the point is not empty",
    ),
    (r#""moves":["h8",5]"#, "moves", "move 2: 5 is not a stone"),
    (r#""moves":["z9"]"#, "moves", "move 1: 'z9' is not a point"),
    (r#""moves":7"#, "moves", "7 is not a list of moves"),
    (
        r#""moves":[["B","h8"],["B","i9"]]"#,
        "moves",
        "the turn of white",
    ),
    (
        r#""moves":[["B","h8"],"i9"]"#,
        "moves",
        "all moves or for none",
    ),
    (
        r#""moves":"h8","analyzeTurns":[2]"#,
        "analyzeTurns",
        "no turn 2",
    ),
    (
        r#""analyzeTurns":[-1]"#,
        "analyzeTurns",
        "-1 is not a number of moves",
    ),
    (
        r#""analyzeTurns":[0.5]"#,
        "analyzeTurns",
        "0.5 is not a number of moves",
    ),
    (
        r#""analyzeTurns":0"#,
        "analyzeTurns",
        "0 is not a list of numbers",
    ),
    (r#""analyzeTurns":[]"#, "analyzeTurns", "names no turn"),
    (
        r#""moves":"h8a1i8a2j8a3k8a4l8b9""#,
        "moves",
        "move 10: the game is over after move 9",
    ),
    (
        r#""maxTime":-1"#,
        "maxTime",
        "-1 is not a number of seconds",
    ),
    (r#""maxTime":0"#, "maxTime", "0 is not a number of seconds"),
    (
        r#""maxNodes":0"#,
        "maxNodes",
        "0 is not a whole number from 1 up",
    ),
    (
        r#""maxNodes":1e30"#,
        "maxNodes",
        "is not a whole number from 1 up",
    ),
    (
        r#""maxNodes":"9""#,
        "maxNodes",
        "\"9\" is not a whole number",
    ),
    (r#""maxDepth":0"#, "maxDepth", "0 is not a whole number"),
    (r#""lines":0"#, "lines", "0 is not a whole number"),
    (r#""action":"sleep""#, "action", "\"sleep\" is no action"),
    (r#""action":3"#, "action", "3 is no action"),
    (
        r#""action":"terminate""#,
        "terminateId",
        "needs the terminateId",
    ),
    (
        r#""initialStones":[["X","h8"]]"#,
        "initialStones",
        "stone 1: 'X' is not a side",
    ),
    (
        r#""initialStones":[["B","h8"],["W","h8"]]"#,
        "initialStones",
        "stone 2: h8: the point is not empty",
    ),
    (
        r#""initialStones":"h8""#,
        "initialStones",
        "is not a list of pairs",
    ),
    (
        r#""initialStones":[["B","a1"],["B","b1"],["B","c1"],["B","d1"],["B","e1"]]"#,
        "initialStones",
        "the game is over",
    ),
    (r#""initialPlayer":"green""#, "initialPlayer", "not a side"),
    (r#""initialPlayer":1"#, "initialPlayer", "1 is not a string"),
    (r#""exclude":["zz"]"#, "exclude", "'zz' is not a point"),
    (r#""exclude":9"#, "exclude", "9 is not a list of points"),
];

#[test]
fn what_is_wrong_is_said_with_its_field() {
    for &(fields, field, expected) in WRONG {
        let line = format!("{{\"id\":\"a\",{fields}}}");
        let faults = faults(&line);
        let [(found, error)] = faults.as_slice() else {
            panic!("{line}: {faults:?}");
        };
        assert!(error.contains(expected), "{line}: {error}");
        assert_eq!(*found, Some(field), "{line}");
    }
    let of_line = |line: &str| faults(line).swap_remove(0);
    assert_eq!(of_line("{").0, None);
    assert!(of_line("[1,2]").1.starts_with("[1,2] is not a query"));
    assert_eq!(of_line(r#"{"moves":"h8"}"#).0, Some("id"));
    assert_eq!(of_line(r#"{"id":[1]}"#).0, Some("id"));
    for twice in [
        r#""moves":"h8","moves":"i9""#,
        r#""moves":"h8","mov\u0065s":null"#,
    ] {
        let found = of_line(&format!("{{\"id\":\"a\",{twice}}}"));
        let expected = "the field 'moves' is given twice".to_string();
        assert_eq!(found, (None, expected), "{twice}");
    }
}

#[test]
fn several_faults_are_all_named() {
    let all = faults(r#"{"id":"a","maxNodes":0,"lines":-1,"rule":"go","size":3}"#);
    let mut fields: Vec<_> = all.into_iter().filter_map(|(field, _)| field).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["lines", "maxNodes", "rule", "size"]);
}

#[test]
fn unknown_fields_are_named_and_other_actions_understood() {
    let parsed = |line: &str| Request::parse(line, &defaults()).expect(line);
    let query = parsed(r#"{"id":"a","maxVisits":3,"komi":0}"#);
    assert_eq!(query.unknown, ["komi", "maxVisits"]);
    let stop = parsed(r#"{"id":"c","action":"terminate","terminateId":5}"#);
    assert!(matches!(stop.request, Request::Terminate { of, .. } if of == 5));
    let all = parsed(r#"{"id":"c","action":"terminate_all"}"#);
    assert!(matches!(all.request, Request::TerminateAll { .. }));
    let version = parsed(r#"{"id":"c","action":"query_version"}"#);
    assert!(matches!(version.request, Request::Version { .. }));
}

proptest! {
    #[test]
    fn no_line_is_fatal(line in ".{0,60}", near in "[{}\\[\\]\":,a-z0-9]{0,40}") {
        let _ = Request::parse(&line, &defaults());
        let _ = Request::parse(&format!("{{\"id\":\"a\",{near}}}"), &defaults());
    }
}
