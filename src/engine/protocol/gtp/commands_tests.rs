//! Tests of whole conversations by GTP.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_kernel::FakeClock;

use super::super::state::GtpLimits;
use super::*;

fn gtp(limits: GtpLimits) -> Gtp {
    let engine = Engine::new(EngineConfig::default(), Arc::new(FakeClock::new()));
    let size = BoardSize::square(15).expect("a usual size");
    Gtp::new(engine, size, Rule::Freestyle, limits)
}

/// What is answered to these lines, one text for each.
fn talk(lines: &[&str]) -> Vec<String> {
    let mut gtp = gtp(GtpLimits {
        nodes: Some(500),
        ..GtpLimits::default()
    });
    let mut answers = Vec::new();
    for line in lines {
        let mut said = Vec::new();
        gtp.line(line, &StopSignal::new(), &mut |text| {
            said.push(text.to_owned());
        });
        answers.push(said.join("|"));
    }
    answers
}

/// The last answer to these lines.
fn last(lines: &[&str]) -> String {
    talk(lines).pop().unwrap_or_default()
}

#[test]
fn a_game_is_played_and_taken_back() {
    let answers = talk(&[
        "1 boardsize 15",
        "clear_board",
        "play b H8",
        "2 genmove w",
        "undo",
        "undo",
        "undo",
    ]);
    assert_eq!(answers[0], "=1\n");
    assert!(answers[3].starts_with("=2 "), "{}", answers[3]);
    assert_eq!(answers[6], "? cannot undo\n");
}

#[test]
fn a_search_of_few_nodes_of_a_small_depth_or_of_a_short_time_ends_by_itself() {
    let none = GtpLimits::default();
    for (limits, scope) in [
        (none, Scope::Bounded),
        (
            GtpLimits {
                depth: Some(8),
                ..none
            },
            Scope::Bounded,
        ),
        (
            GtpLimits {
                depth: Some(200),
                ..none
            },
            Scope::Unbounded,
        ),
        (
            GtpLimits {
                nodes: Some(500),
                ..none
            },
            Scope::Bounded,
        ),
        (
            GtpLimits {
                turn: Some(Duration::from_secs(3600)),
                ..none
            },
            Scope::Unbounded,
        ),
    ] {
        assert_eq!(gtp(limits).scope("genmove b"), scope, "{limits:?}");
    }
}

#[test]
fn the_time_of_the_side_that_is_asked_for_bounds_a_search() {
    let mut gtp = gtp(GtpLimits::default());
    for line in ["time_settings 600 0 0", "time_left w 30 0"] {
        gtp.line(line, &StopSignal::new(), &mut |_| {});
    }
    for (line, scope) in [
        ("genmove b", Scope::Unbounded),
        ("3 genmove w", Scope::Bounded),
        ("kata-genmove_analyze", Scope::Unbounded),
    ] {
        assert_eq!(gtp.scope(line), scope, "{line}");
    }
}

const FOUR: [&str; 8] = [
    "play b H8",
    "play w A1",
    "play b J8",
    "play w A3",
    "play b K8",
    "play w A5",
    "play b L8",
    "play w A7",
];

#[test]
fn the_end_of_a_game_is_told_to_both_sides() {
    let ends = |rest: &[&str]| last(&[&FOUR[..], rest].concat());
    assert_eq!(
        ends(&["final_score"]),
        "? cannot score: the game is not over\n"
    );
    let won = ends(&["genmove b"]);
    assert!(won == "= M8\n" || won == "= G8\n", "{won}");
    for (command, answer) in [
        ("final_score", "= B+1\n"),
        ("gogui-rules_final_result", "= black has won\n"),
        ("gogui-rules_legal_moves", "=\n"),
        ("genmove w", "= resign\n"),
        ("genmove b", "= pass\n"),
        ("play w O1", "? illegal move: O1: the game is over\n"),
    ] {
        assert_eq!(ends(&["play b M8", command]), answer, "{command}");
    }
    assert_eq!(
        ends(&["play b M8", "undo", "gogui-rules_final_result"]),
        "=\n"
    );
    // The pass is a move of the game, which is taken back first.
    let passed = ["play b M8", "genmove b"];
    let undone = |rest: &[&str]| ends(&[&passed[..], rest, &["final_score"]].concat());
    assert_eq!(undone(&["undo"]), "= B+1\n");
    assert!(undone(&["undo", "undo"]).starts_with("? cannot score"));
}

#[test]
fn a_game_that_is_too_long_is_no_illegal_move() {
    let passes = vec!["play b pass"; 2000];
    for command in ["play b A1", "play w pass"] {
        let answer = last(&[&passes[..], &[command]].concat());
        assert_eq!(answer, "? a game has at most 2000 moves and passes\n");
    }
}

#[test]
fn a_rule_is_set_in_the_middle_of_a_game_and_forbidden_points_are_refused() {
    let stones = ["play b H9", "play b H10", "play b J8", "play b K8"];
    let at = |rest: &[&str]| last(&[&stones[..], rest].concat());
    assert_eq!(at(&["kata-set-rules renju", "kata-get-rules"]), "= renju\n");
    assert_eq!(
        at(&["kata-set-rules renju", "play b H8"]),
        "? illegal move: H8: the point is forbidden: double three\n"
    );
    assert_eq!(at(&["kata-set-rules renju", "play w H8"]), "=\n");
    assert_eq!(at(&["play b H8"]), "=\n");
    assert!(at(&["kata-set-rules go"]).starts_with("? 'go' is not a rule"));
    // A move back the game still is of the rule that has come.
    let six = "set_position b A1 b B1 b C1 b D1 b E1 b F1";
    let rules = [
        "kata-set-rules standard",
        six,
        "play w A3",
        "kata-set-rules freestyle",
    ];
    for end in ["final_score", "undo"] {
        assert_eq!(
            last(&[&rules[..], &[end, "final_score"]].concat()),
            "= B+1\n"
        );
    }
}

#[test]
fn a_move_that_is_only_considered_changes_nothing() {
    let answers = talk(&["play b H8", "showboard", "reg_genmove w", "showboard"]);
    assert!(answers[2].starts_with("= "), "{answers:?}");
    assert_eq!(answers[1], answers[3]);
    assert!(answers[1].contains("H J K"), "{}", answers[1]);
}

#[test]
fn a_set_up_with_a_fault_leaves_the_position_as_it_was() {
    let answers = talk(&[
        "set_position b H8 w J9 b H9",
        "showboard",
        "set_position b H8 w H8",
        "showboard",
    ]);
    assert_eq!(answers[0], "=\n");
    assert_eq!(answers[2], "? H8: the point is not empty\n");
    assert_eq!(answers[1], answers[3]);
    assert!(last(&["set_position b H8 w"]).starts_with("? set_position takes pairs"));
}

#[test]
fn stones_are_set_up_in_any_order() {
    // H8 is forbidden once the others stand, and Black has five in a row before the last stone.
    let renju = "w H11 w H7 w L8 w G8 b H9 b H10 b J8 b K8 b H8";
    let five = "b H8 b J8 b K8 b L8 b M8 w C3 w C4 w C5 w C6";
    for (rule, stones, score) in [
        ("renju", renju, "? cannot score"),
        ("freestyle", five, "= B+1"),
    ] {
        let rule = format!("kata-set-rules {rule}");
        let set = |stones: &[&str], asked: &str| {
            last(&[&rule, &format!("set_position {}", stones.join(" ")), asked])
        };
        let mut words: Vec<&str> = stones.split(' ').collect();
        for _ in 0..words.len() / 2 {
            words.rotate_left(2);
            assert!(set(&words, "final_score").starts_with(score), "{words:?}");
            let turn = if words[words.len() - 2] == "b" {
                "= white\n"
            } else {
                "= black\n"
            };
            assert_eq!(set(&words, "gogui-rules_side_to_move"), turn);
        }
    }
    assert_eq!(last(&["set_position b H8", "undo"]), "? cannot undo\n");
}

#[test]
fn other_boards_are_set_and_impossible_ones_are_refused() {
    // GoGui reads one number, or two with a blank between them.
    assert_eq!(last(&["boardsize 22", "gogui-rules_board_size"]), "= 22\n");
    assert_eq!(
        last(&["boardsize 20 15", "gogui-rules_board_size"]),
        "= 20 15\n"
    );
    assert_eq!(last(&["rectangular_boardsize 20 15", "play b U15"]), "=\n");
    for size in [
        "boardsize 4",
        "boardsize 99999999999999999999",
        "boardsize x",
        "boardsize",
    ] {
        assert!(last(&[size]).starts_with("? unacceptable size: "), "{size}");
    }
    let told = last(&["boardsize -1"]);
    assert_eq!(told, "? unacceptable size: '-1' is no number of lines\n");
}

#[test]
fn a_search_that_is_told_of_ends_with_its_move() {
    let answer = last(&["play b H8", "7 kata-genmove_analyze w 1 maxmoves 2"]);
    let lines: Vec<&str> = answer.split('|').collect();
    assert_eq!(lines[0], "=7");
    assert!(lines[1].starts_with("info move ") && lines[1].contains(" pv "));
    let chosen = lines.last().expect("an answer");
    assert!(
        chosen.starts_with("play ") && chosen.ends_with('\n'),
        "{answer}"
    );
}

#[test]
fn a_search_that_is_told_of_ends_its_answer_also_without_a_move() {
    let passes = vec!["play b pass"; 1999];
    let asked = ["play b H8", "7 kata-genmove_analyze w 1 maxmoves 2"];
    let answer = last(&[&passes[..], &asked].concat());
    let is_ended = answer.starts_with("=7|info move ") && answer.ends_with('|');
    assert!(is_ended && !answer.contains("2000"), "{answer}");
}

#[test]
fn every_analysis_offered_to_gogui_is_answered_and_plays_nothing() {
    let offered = last(&["gogui-analyze_commands"]);
    let offered = offered.trim_start_matches("= ").trim_end();
    for line in offered.lines() {
        let command = line.split('/').nth(2).expect("a command");
        let command = command.replace("%m", "b");
        let answers = talk(&[
            "kata-set-rules renju",
            "set_position b H9 w A1 b H10 w A3 b J8 w A5 b K8 w A7",
            "showboard",
            &command,
            "showboard",
        ]);
        assert_eq!(answers[2], answers[4], "{command}");
        let answer = &answers[3];
        match command.as_str() {
            "kagetsu-forbidden" => assert_eq!(answer, "= H8\n"),
            "final_score" => assert!(answer.starts_with("? cannot score"), "{answer}"),
            "kagetsu-compare b" => {
                let lines: Vec<&str> = answer.lines().collect();
                assert!(lines[0].starts_with("= LABEL "), "{answer}");
                let labels = lines[0].split_whitespace().skip(2).collect::<Vec<_>>();
                assert!(labels.len() >= 2 && labels.len() % 2 == 0, "{answer}");
                assert!(lines[1].starts_with("TEXT black "), "{answer}");
            }
            _ => assert!(answer.starts_with("= "), "{command}: {answer}"),
        }
    }
}

#[test]
fn an_analysis_goes_on_until_the_next_line_and_is_closed_by_it() {
    let mut gtp = gtp(GtpLimits::default());
    let stop = StopSignal::new();
    let mut said = Vec::new();
    let mut hear = |text: &str| said.push(text.to_owned());
    gtp.line(
        "3 lz-analyze b 1 maxmoves 2 allow b M8,G8 1",
        &stop,
        &mut hear,
    );
    // All moves but two are left out: the search ends with a proof or with the signal.
    stop.raise();
    assert!(gtp.wants_to_think_on());
    gtp.think_on(&stop, &mut hear);
    assert!(!gtp.wants_to_think_on());
    gtp.line("", &stop, &mut hear);
    gtp.line("4 name", &stop, &mut hear);
    assert_eq!(said.first().map(String::as_str), Some("=3"));
    assert_eq!(said[said.len() - 2..], ["", "=4 Kagetsu\n"]);
    assert!(
        said[1..said.len() - 2]
            .iter()
            .all(|line| line.starts_with("info "))
    );
}

#[test]
fn bad_lines_get_errors_and_lose_nothing() {
    for (line, answer) in [
        (
            "play x H8",
            "? 'x' is not a side: expected black or white\n",
        ),
        (
            "play b I8",
            "? 'I8' is not a point: expected A1 to P15, without the letter I\n",
        ),
        ("play b", "? play takes a colour and a point\n"),
        ("genmove", "? expected a colour\n"),
        ("nonsense", "? unknown command 'nonsense'\n"),
        (
            "gogui-rules_nonsense",
            "? unknown command 'gogui-rules_nonsense'\n",
        ),
        (
            "time_settings 60 0",
            "? time_settings takes three numbers\n",
        ),
        (
            "set_game Chess",
            "? 'Chess' is not played: expected Gomoku\n",
        ),
        (
            "kata-analyze b nonsense",
            "? 'nonsense' is not known: expected a side, a time in hundredths of a second, interval, minmoves, maxmoves, avoid, allow or rootInfo\n",
        ),
        ("known_command nonsense", "= false\n"),
        ("", ""),
        ("# a remark", ""),
    ] {
        assert_eq!(last(&["play b H8", line]), answer, "{line}");
        let after = last(&["play b H8", line, "play w H8"]);
        assert!(after.contains("the point is not empty"), "{line}: {after}");
    }
}

#[test]
fn words_of_any_length_are_quoted_on_one_line() {
    let long = format!("\u{1b}{}", "x".repeat(1_000));
    for command in [
        "",
        "set_game ",
        "boardsize ",
        "play b ",
        "play ",
        "time_settings 0 1 ",
        "kata-analyze b ",
        "kata-set-rules ",
    ] {
        let answer = last(&[&format!("{command}{long}")]);
        let is_cut = answer.starts_with("? ") && answer.chars().count() < 300;
        assert!(is_cut && !answer.contains('\u{1b}'), "{answer}");
    }
}

#[test]
fn every_listed_command_is_known() {
    for command in COMMANDS {
        let answer = last(&[command]);
        assert!(!answer.contains("unknown command"), "{command}: {answer}");
        assert_eq!(last(&[&format!("known_command {command}")]), "= true\n");
    }
}
