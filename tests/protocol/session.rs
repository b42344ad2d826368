//! Tests of sessions without threads, input or output: their answers, and the position after them.

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::eval::nnue::embedded_weights;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_kernel::line_host::{ResultUse, Scope};

use super::talk::{Talk, is_pair, stones};

#[test]
fn own_and_opponent_become_black_and_white() {
    let mut talk = Talk::new();
    talk.say("START 15\nYXBOARD 7,7,1 8,8,2 DONE");
    assert_eq!(
        stones(talk.position()),
        [(7, 7, Side::Black), (8, 8, Side::White)]
    );
    assert_eq!(talk.position().side_to_move(), Side::Black);
    talk.say("YXBOARD 7,7,2 DONE");
    assert_eq!(stones(talk.position()), [(7, 7, Side::Black)]);
    assert_eq!(talk.position().side_to_move(), Side::White);
    talk.say("BOARD 7,7,2 8,8,1 9,9,2 DONE");
    let after = stones(talk.position());
    assert_eq!(after.len(), 4);
    assert_eq!(after[3].2, Side::White);
    assert_eq!(talk.position().side_to_move(), Side::Black);
}

#[test]
fn turns_alternate_from_the_first_stone_on() {
    let mut talk = Talk::new();
    talk.say("START 15\nTURN 0,0\nTURN 14,14");
    let sides: Vec<Side> = stones(talk.position())
        .iter()
        .map(|stone| stone.2)
        .collect();
    assert_eq!(sides, [Side::Black, Side::White, Side::Black, Side::White]);
    talk.say("RESTART\nBEGIN\nTURN 0,0");
    let sides: Vec<Side> = stones(talk.position())
        .iter()
        .map(|stone| stone.2)
        .collect();
    assert_eq!(sides, [Side::Black, Side::White, Side::Black]);
}

#[test]
fn stones_are_taken_back_in_any_order() {
    for order in [["0,2", "8,8"], ["8,8", "0,2"]] {
        let mut talk = Talk::new();
        talk.say("START 15\nPLAY 7,7\nPLAY 0,0\nPLAY 8,8\nPLAY 0,2");
        talk.say(&order.map(|point| format!("TAKEBACK {point}")).join("\n"));
        assert_eq!(talk.position().side_to_move(), Side::Black, "{order:?}");
    }
}

#[test]
fn a_dropped_answer_is_not_said() {
    let mut talk = Talk::new();
    talk.say("START 15\nINFO show_detail 3");
    talk.host.result_use = ResultUse::Discard;
    assert_eq!(talk.say("BEGIN"), [""; 0]);
    assert_eq!(stones(talk.position()), []);
}

#[test]
fn only_searches_without_any_limit_are_unbounded() {
    let mut talk = Talk::new();
    talk.say("START 15");
    for (settings, scope) in [
        ("", Scope::Bounded),
        (
            "INFO timeout_turn -1\nINFO timeout_match -1",
            Scope::Unbounded,
        ),
        ("INFO max_depth 100", Scope::Unbounded),
        ("INFO max_depth 3", Scope::Bounded),
        ("INFO max_depth 0\nINFO max_node 10", Scope::Bounded),
        ("INFO max_node -1", Scope::Unbounded),
        ("INFO timeout_match 1000", Scope::Bounded),
    ] {
        talk.say(settings);
        talk.host.scopes.clear();
        talk.say("RESTART\nBEGIN");
        assert_eq!(talk.host.scopes, [scope], "{settings}");
    }
}

#[test]
fn the_rule_of_the_moment_is_played() {
    let mut talk = Talk::new();
    talk.say("START 15\nINFO rule 2\nBEGIN");
    assert_eq!(talk.position().rule(), Rule::Freestyle);
    talk.say("YXHASHCLEAR\nTURN 0,0");
    assert_eq!(talk.position().rule(), Rule::Renju);
    talk.say("INFO rule 9\nRESTART");
    assert_eq!(talk.position().rule(), Rule::CaroExact);
}

#[test]
fn info_lines_come_in_whole_groups_and_only_when_asked_for() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_depth 2");
    let plain = talk.say("BOARD 7,7,2 DONE");
    assert!(
        plain[..plain.len() - 1]
            .iter()
            .all(|line| line.starts_with("MESSAGE Depth ")),
        "{plain:?}"
    );
    for (detail, wants_realtime, wants_info) in
        [(1, true, false), (2, false, true), (3, true, true)]
    {
        let said = talk.say(&format!(
            "INFO show_detail {detail}\nYXBOARD 7,7,2 DONE\nYXNBEST 3"
        ));
        let move_lines = said.iter().filter(|line| is_pair(line)).count();
        assert_eq!(move_lines, 1);
        assert!(said.last().is_some_and(|line| is_pair(line)));
        let info: Vec<&str> = said
            .iter()
            .filter_map(|line| line.strip_prefix("INFO "))
            .collect();
        let count = |text: &str| info.iter().filter(|line| **line == text).count();
        assert_eq!(info.is_empty(), !wants_info);
        assert_eq!(info.len(), 12 * count("PV DONE"));
        assert_eq!(count("PV 0"), usize::from(wants_info));
        let is_realtime = |line: &String| line.starts_with("MESSAGE REALTIME ");
        assert!(wants_realtime || !said.iter().any(is_realtime));
    }
}

#[test]
fn excluded_points_are_played_neither_in_a_game_nor_in_an_analysis() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 300");
    let mut excluded = Vec::new();
    for question in [
        "TURN 7,7",
        "BOARD 7,7,2 DONE",
        "YXBOARD 7,7,2 DONE\nYXNBEST 3",
    ] {
        for _ in 0..5 {
            talk.say("RESTART");
            let said = talk.say(question);
            let played = said.last().cloned().unwrap_or_default();
            assert!(is_pair(&played) && !excluded.contains(&played), "{said:?}");
            assert_eq!(talk.say(&format!("yxblock {played} done")), [""; 0]);
            excluded.push(played);
        }
    }
    talk.say("yxblockreset\nRESTART\nINFO max_node 300");
    let said = talk.say("TURN 7,7");
    assert!(said.last().is_some_and(|played| excluded.contains(played)));
}

#[test]
fn swap2_leaves_the_game_alone() {
    let mut talk = Talk::new();
    talk.say("START 15\nTURN 7,7");
    let before = talk.position().clone();
    let faulty = ["7,7 7,7", "7,7 99,99 8,8", "7,7 x 8,8"];
    for question in ["", "7,7 8,7 9,9", "7,7 8,7 9,9 8,8 8,6"]
        .iter()
        .chain(&faulty)
    {
        let said = talk.say(&format!("SWAP2BOARD {question} DONE"));
        let answers = said.iter().filter(|line| !line.starts_with("MESSAGE "));
        assert_eq!(answers.count(), 1, "{said:?}");
        assert_eq!(
            said[0].starts_with("ERROR SWAP2BOARD is dropped: "),
            faulty.contains(question),
            "{said:?}"
        );
        assert_eq!(talk.position(), &before);
    }
}

/// The points after a word, in lines such as `MESSAGE SOOSORV MOVE5 7 8`.
fn points_after(said: &[String], word: &str) -> Vec<(usize, usize)> {
    let numbers = said.iter().filter_map(|line| line.strip_prefix(word));
    numbers
        .filter_map(|rest| {
            let mut numbers = rest.split_whitespace().map(str::parse);
            let pair = (numbers.next()?.ok()?, numbers.next()?.ok()?);
            Some(pair)
        })
        .collect()
}

#[test]
fn an_opening_by_the_rule_of_soosyrv_follows_the_rule() {
    for stops in [true, false] {
        let mut talk = Talk::new();
        talk.host.stops = stops;
        talk.say(
            "INFO max_node 1500\nINFO rule 2\nINFO opening_seed 5\nYXSHOWINFO\nSTART 15\nTURN 3,3",
        );
        let before = talk.position().clone();
        let said = talk.say("YXSOOSORVSTEP1");
        let mut stones = points_after(&said, "MESSAGE SOOSORV MOVE1");
        stones.extend(points_after(&said, "MESSAGE SOOSORV MOVE2"));
        stones.extend(points_after(&said, "MESSAGE SOOSORV MOVE3"));
        assert_eq!((stones.len(), stones[0]), (3, (7, 7)), "{said:?}");
        for (&(x, y), distance) in stones.iter().zip([0, 1, 2]) {
            assert!(x.abs_diff(7).max(y.abs_diff(7)) <= distance, "{said:?}");
        }

        // The middle row is a mirror of these stones.
        let four = "7,7 6,7 8,7 9,7";
        let said = talk.say("YXSOOSORVSTEP3 7,7 6,7 8,7 DONE");
        let fourth = points_after(&said, "MESSAGE SOOSORV MOVE4");
        assert_eq!(fourth.len(), 1, "{said:?}");
        let said = talk.say(&format!("YXSOOSORVSTEP5 8 {four} DONE"));
        let fifths = points_after(&said, "MESSAGE SOOSORV MOVE5 ");
        assert_eq!(fifths.len(), 8, "{said:?}");
        assert!(said.contains(&"MESSAGE SOOSORV MOVE5 DONE".to_string()));
        let mirrored = fifths.iter().map(|&(x, y)| (x, 14 - y));
        assert!(
            mirrored
                .filter(|twin| twin.1 != 7)
                .all(|twin| !fifths.contains(&twin))
        );
        // White can ask for eight, and excluded points are not offered.
        let (x, y) = fifths[0];
        let ask = format!("YXBLOCK {x},{y} DONE\nYXSOOSORVSTEP5 99 {four} DONE\nYXBLOCKRESET");
        let others = points_after(&talk.say(&ask), "MESSAGE SOOSORV MOVE5 ");
        assert!(
            others.len() == 8 && !others.contains(&fifths[0]),
            "{others:?}"
        );
        let list: Vec<String> = fifths.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let list = list.join(" ");
        let said = talk.say(&format!("YXSOOSORVSTEP6 {four} {list} DONE"));
        let chosen = points_after(&said, "MESSAGE SOOSORV MOVE5C");
        assert!(chosen.len() == 1 && fifths.contains(&chosen[0]), "{said:?}");
        // White takes no excluded one.
        let list = list.split_once(' ').map_or("", |(_, second)| second);
        let ask =
            format!("YXBLOCK {list} DONE\nYXSOOSORVSTEP6 {four} {x},{y} {list} DONE\nYXBLOCKRESET");
        let chosen = points_after(&talk.say(&ask), "MESSAGE SOOSORV MOVE5C");
        assert_eq!(chosen, [fifths[0]]);
        assert_eq!(talk.position(), &before);
    }
}

#[test]
fn equal_moves_are_listed_once_if_asked() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    let ask = "INFO max_node 3000\nSTART 15\nINFO show_detail 2\nYXBOARD 7,7,2 DONE\nYXNBEST 8";
    let first_points = |said: &[String]| {
        let mut points: Vec<(usize, usize)> = Vec::new();
        for line in said
            .iter()
            .filter_map(|line| line.strip_prefix("INFO BESTLINE "))
        {
            let numbers: Vec<usize> = line
                .split([' ', ','])
                .take(2)
                .filter_map(|number| number.parse().ok())
                .map(|number: usize| number.abs_diff(7))
                .collect();
            points.push((numbers[0].min(numbers[1]), numbers[0].max(numbers[1])));
        }
        points.split_off(points.len() - 8)
    };
    let mut classes = |setting: &str| {
        let mut classes = first_points(&talk.say(&format!("{setting}\n{ask}")));
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    };
    // One stone in the middle: of the moves beside it four and four are equal.
    assert_eq!(classes("INFO nbestsym 0"), 8);
    assert!(classes("INFO nbestsym 1") < 8);
}

#[test]
fn thinking_on_the_opponents_time_pauses_and_ends() {
    let mut talk = Talk::new();
    talk.say("START 15\nTURN 7,7");
    assert!(!talk.session.wants_to_ponder());
    talk.say("INFO pondering 1\nINFO max_node 300\nTURN 0,0");
    let stopped = StopSignal::new();
    stopped.raise();
    for line in ["INFO time_left 1000", "YXSHOWFORBID", "ABOUT"] {
        assert!(talk.session.wants_to_ponder());
        talk.session.ponder(&stopped);
        talk.say(line);
    }
    talk.say("INFO pondering 0");
    assert!(!talk.session.wants_to_ponder());
    talk.say("INFO pondering 1");
    assert!(talk.session.wants_to_ponder());
    let before = talk.position().clone();
    talk.session.ponder(&StopSignal::new());
    assert_eq!(talk.position(), &before);
    assert!(!talk.session.wants_to_ponder());
    talk.say("TURN 0,14");
    assert!(talk.session.wants_to_ponder());
    talk.say("YXSTOP");
    assert!(!talk.session.wants_to_ponder());
    let won = "0,0,1 0,14,2 1,0,1 1,14,2 2,0,1 2,14,2 3,0,1 14,14,2";
    talk.host.stops = false;
    assert_eq!(
        talk.say(&format!("BOARD {won} DONE"))
            .last()
            .map(String::as_str),
        Some("4,0")
    );
    assert!(!talk.session.wants_to_ponder());
}

#[test]
fn a_table_is_written_and_read() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("table");
    let path = path.display();
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 300\nBEGIN");
    let written = talk.say(&format!("YXHASHDUMP\n{path}"));
    let count = written[0]
        .strip_prefix("MESSAGE ")
        .and_then(|text| text.split(' ').next());
    let count = count.unwrap_or_default();
    assert!(
        count.parse().is_ok_and(|count: u64| count > 10),
        "{written:?}"
    );
    let mut other = Talk::new();
    let read = other.say(&format!("START 15\nYXHASHLOAD\n{path}"));
    assert_eq!(
        read[1],
        format!("MESSAGE {count} entries are read from '{path}'")
    );
    let refused = other.say(&format!("INFO rule 1\nSTART 15\nYXHASHLOAD\n{path}"));
    assert!(refused[1].starts_with("ERROR "), "{refused:?}");
    Ok(())
}

#[test]
fn rows_come_first_after_yxshowinfo() {
    let mut talk = Talk::new();
    talk.say("YXSHOWINFO\nSTART 12 7");
    let size = talk.position().size();
    assert_eq!(Ok(size), BoardSize::new(7, 12));
    talk.say("YXBOARD 6,11,2 DONE");
    assert_eq!(stones(talk.position()), [(6, 11, Side::Black)]);
}

#[test]
fn forbidden_points_are_told_for_renju_with_black_to_move() {
    let mut talk = Talk::new();
    let double_three = "5,7,1 0,0,2 6,7,1 0,14,2 7,5,1 14,0,2 7,6,1 14,14,2";
    talk.say(&format!(
        "START 15\nINFO rule 4\nYXBOARD {double_three} DONE"
    ));
    assert_eq!(talk.say("YXSHOWFORBID"), ["FORBID 0707."]);
    talk.say("INFO rule 0");
    assert_eq!(talk.say("YXSHOWFORBID"), ["FORBID ."]);
}

#[test]
fn an_evaluation_that_cannot_be_used_is_refused_at_once_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (good, bad) = (path("good network.kgn"), path("bad.kgn"));
    let size = BoardSize::square(15).expect("a legal size");
    let bytes = embedded_weights(Rule::Freestyle, size).to_bytes();
    std::fs::write(&good, &bytes).expect("the folder can be written to");
    std::fs::write(&bad, &bytes[..bytes.len() - 1]).expect("the folder can be written to");

    let mut talk = Talk::new();
    assert_eq!(talk.say("START 15"), ["OK"]);
    assert_eq!(talk.say(&format!("INFO evaluation {good}")), [""; 0]);
    assert_eq!(talk.say("PLAY 7,7"), ["7,7"]);
    let said = talk.say(&format!("INFO evaluation {bad}")).join("\n");
    assert!(
        said.starts_with("ERROR the evaluation") && said.contains("cut short"),
        "{said}"
    );
    assert_eq!(stones(talk.position()), [(7, 7, Side::Black)]);
    assert_eq!(talk.say("PLAY 8,8"), ["8,8"]);
    for missing in [path("missing.kgn"), path("")] {
        let said = talk.say(&format!("INFO evaluation {missing}"));
        assert!(
            said.len() == 1 && said[0].starts_with("ERROR the evaluation"),
            "{said:?}"
        );
    }
    assert_eq!(talk.say("INFO evaluation\nPLAY 8,9"), ["8,9"]);
}
