//! Tests of what a session tells of wins that are proved, and of defences.

use kagetsu_gomoku::board::Position;
use kagetsu_kernel::line_host::ResultUse;
use kagetsu_test_support::cases::point;

use super::talk::{Talk, is_pair};

/// Two twos of Black that cross where a stone makes two threes; White's stones are far away.
const CROSSING_TWOS: &str = "7,7,1 0,0,2 8,7,1 0,14,2 9,8,1 14,0,2 9,9,1 14,14,2";

/// The lines that tell of a proof.
fn proofs(said: &[String]) -> Vec<&str> {
    let means = ["VCF: ", "VCT: ", "All moves: "];
    said.iter()
        .filter_map(|line| line.strip_prefix("MESSAGE "))
        .filter(|text| means.iter().any(|word| text.starts_with(word)))
        .collect()
}

#[test]
fn a_proved_win_is_told_and_played() {
    for (settings, board) in [
        ("INFO vcthread 1", CROSSING_TWOS),
        ("INFO checkmate 2\nINFO show_detail 2", CROSSING_TWOS),
        (
            "INFO vcthread 1",
            "6,7,1 0,0,2 7,7,1 0,14,2 8,7,1 14,0,2 2,2,1 14,14,2",
        ),
    ] {
        let mut talk = Talk::new();
        talk.host.stops = false;
        talk.say(&format!("START 15\nINFO max_node 40000\n{settings}"));
        let said = talk.say(&format!("YXBOARD {board} DONE\nYXNBEST 1"));
        let proofs = proofs(&said);
        assert_eq!(proofs.len(), 1, "{said:?}");
        let (head, line) = proofs[0].rsplit_once(" | ").expect("a line stands last");
        let plies = line.split(' ').count();
        assert!(
            head.contains(&format!(": win +M{plies} ")) && plies % 2 == 1,
            "{said:?}"
        );
        let name = &line[..line.find(' ').expect("several moves")];
        let first = point(name).expect("a point");
        assert_eq!(
            said.last(),
            Some(&format!("{},{}", first.x(), first.y())),
            "{said:?}"
        );
        let evaluation = format!("Eval +M{plies}");
        assert!(said.iter().any(|line| line.contains(&evaluation)));
    }
}

#[test]
fn without_a_proof_nothing_is_claimed_and_a_move_is_played() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 3000");
    assert_eq!(proofs(&talk.say("BOARD 7,7,2 DONE")), [""; 0]);
    talk.say("INFO vcthread 1");
    let said = talk.say("BOARD 7,7,2 DONE");
    assert!(
        matches!(proofs(&said).as_slice(), [text] if text.starts_with("VCT: no win ")),
        "{said:?}"
    );
    assert!(said.last().is_some_and(|line| is_pair(line)));
    talk.say("INFO vcthread 2");
    let said = talk.say("BOARD 7,7,2 DONE");
    assert!(
        matches!(proofs(&said).as_slice(), [threats, all]
            if threats.starts_with("VCT: no win ") && all.starts_with("All moves: unknown ")),
        "{said:?}"
    );
    // A stop during the attempt: what it has shown is told with the answer, not before.
    talk.host.stops = true;
    let said = talk.say("BOARD 7,7,2 DONE");
    assert!(said.last().is_some_and(|line| is_pair(line)), "{said:?}");
    talk.host.result_use = ResultUse::Discard;
    assert_eq!(talk.say("BOARD 7,7,2 DONE"), [""; 0]);
    talk.host.result_use = ResultUse::Answer;
    talk.say("INFO vcthread 0");
    assert_eq!(proofs(&talk.say("BOARD 7,7,2 DONE")), [""; 0]);
}

#[test]
fn a_proved_win_is_played_whatever_several_lines_say() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 4000\nINFO vcthread 1");
    let said = talk.say(&format!("YXBOARD {CROSSING_TWOS} DONE\nYXNBEST 3"));
    assert!(proofs(&said)[0].starts_with("VCT: win +M"), "{said:?}");
    let lines = said.iter().filter(|line| line.starts_with("MESSAGE ("));
    assert!(lines.count() >= 3, "{said:?}");
    let after = Position::clone(talk.position());
    assert_eq!(after.stones().len(), 9);
}

#[test]
fn a_proved_win_that_begins_with_an_excluded_move_is_neither_told_nor_played() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 4000\nINFO vcthread 1");
    let ask = format!("YXBOARD {CROSSING_TWOS} DONE\nYXNBEST 1");
    let said = talk.say(&ask);
    assert!(proofs(&said)[0].starts_with("VCT: win +M"), "{said:?}");
    let won = said.last().cloned().unwrap_or_default();
    let said = talk.say(&format!("YXBLOCK {won} DONE\n{ask}"));
    assert_eq!(proofs(&said), [""; 0], "{said:?}");
    assert!(
        said.last()
            .is_some_and(|played| is_pair(played) && *played != won),
        "{said:?}"
    );
}

#[test]
fn defences_against_a_threat_are_told_and_one_is_played() {
    let mut talk = Talk::new();
    talk.host.stops = false;
    talk.say("START 15\nINFO max_node 20000\nINFO show_detail 1");
    let stones = "6,7,2 0,0,1 7,7,2 14,0,1 8,7,2";
    let said = talk.say(&format!("YXBOARD {stones} DONE\nYXSEARCHDEFEND"));
    let find = |start: &str| {
        said.iter()
            .find_map(|line| line.strip_prefix(&format!("MESSAGE {start}: ")))
            .unwrap_or_default()
    };
    assert!(find("Threat").starts_with("VCF in 3 | "), "{said:?}");
    let counts: Vec<usize> = find("Defences")
        .split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect();
    let all: usize = counts[..3].iter().sum();
    assert_eq!(all, 15 * 15 - 5, "{said:?}");
    let held: Vec<&str> = find("Hold").split(' ').collect();
    assert_eq!(held.len(), counts[0], "{said:?}");
    assert!(held.contains(&"f8") && held.contains(&"j8"), "{said:?}");
    // What comes after this line is the search's own opinion.
    let tried = said.iter().take_while(|line| !line.contains("Threat: "));
    let lost: Vec<&str> = tried
        .filter_map(|line| line.strip_prefix("MESSAGE REALTIME LOST "))
        .collect();
    assert_eq!(lost.len(), counts[2]);
    assert!(lost.contains(&"7,0") && !lost.contains(&"5,7"), "{said:?}");
    let played = said.last().map(String::as_str).unwrap_or_default();
    assert!(["5,7", "9,7"].contains(&played), "{said:?}");
    let quiet = talk.say("START 15\nYXBOARD 7,7,2 DONE\nYXSEARCHDEFEND");
    assert!(
        quiet
            .iter()
            .any(|line| line.starts_with("MESSAGE Threat: none by VCT ")),
        "{quiet:?}"
    );
}
