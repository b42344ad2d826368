//! Tests of sessions without threads, input or output: their answers, and the position after them.

use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::eval::nnue::embedded_weights;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::line_host::LineSplitter;
use kagetsu_kernel::line_host::{ResultUse, Scope};
use kagetsu_kernel::{FakeClock, StopSignal};
use kagetsu_protocol::command::{BlockKind, Command};
use kagetsu_protocol::parse::Parser;
use kagetsu_protocol::{Host, Reply, Session};
use proptest::prelude::{ProptestConfig, any, prop, proptest};

/// Enough for a small table, so that many engines can be made.
const MEMORY: u64 = 32 << 20;

/// Writes the replies down; every search is told to stop as soon as it begins, unless it is to run out.
struct Recorder {
    replies: Vec<Reply>,
    scopes: Vec<Scope>,
    stops: bool,
    result_use: ResultUse,
}

impl Host for Recorder {
    fn reply(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    fn begin_search(&mut self, scope: Scope) -> StopSignal {
        self.scopes.push(scope);
        let stop = StopSignal::new();
        if self.stops {
            stop.raise();
        }
        stop
    }

    fn end_search(&mut self) -> ResultUse {
        self.result_use
    }
}

struct Talk {
    session: Session,
    host: Recorder,
    lines: LineSplitter,
    parser: Parser,
}

impl Talk {
    fn new() -> Self {
        let config = EngineConfig {
            max_memory: MEMORY,
            ..EngineConfig::default()
        };
        Self {
            session: Session::new(Engine::new(config, Arc::new(FakeClock::new())), 0),
            host: Recorder {
                replies: Vec::new(),
                scopes: Vec::new(),
                stops: true,
                result_use: ResultUse::Answer,
            },
            lines: LineSplitter::new(),
            parser: Parser::new(),
        }
    }

    fn commands(&mut self, bytes: &[u8]) -> Vec<Command> {
        let mut commands = Vec::new();
        self.lines.feed(bytes, |line| {
            self.parser.line(line, |command| commands.push(command));
        });
        commands
    }

    /// Obeys one command and returns what was said.
    fn obey(&mut self, command: Command) -> Vec<Reply> {
        self.session.handle(command, Duration::ZERO, &mut self.host);
        std::mem::take(&mut self.host.replies)
    }

    /// Sends lines and returns all that was said, as text.
    fn say(&mut self, text: &str) -> Vec<String> {
        let mut said = Vec::new();
        for command in self.commands(format!("{text}\n").as_bytes()) {
            said.extend(self.obey(command).iter().map(ToString::to_string));
        }
        said
    }

    fn position(&self) -> &Position {
        self.session.position().expect("START was accepted")
    }
}

fn stones(position: &Position) -> Vec<(usize, usize, Side)> {
    position
        .stones()
        .iter()
        .map(|&(point, side)| (point.x(), point.y(), side))
        .collect()
}

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

fn is_pair(line: &str) -> bool {
    line.split_once(',')
        .is_some_and(|(x, y)| x.parse::<usize>().is_ok() && y.parse::<usize>().is_ok())
}

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
        let first = kagetsu_gomoku::geometry::Rows::FromTop
            .parse(name, kagetsu_gomoku::geometry::BoardSize::LARGEST)
            .expect("a point");
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
    for question in ["", "7,7 8,7 9,9", "7,7 8,7 9,9 8,8 8,6"].iter().chain(&faulty) {
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
        assert!(others.len() == 8 && !others.contains(&fifths[0]), "{others:?}");
        let list: Vec<String> = fifths.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let list = list.join(" ");
        let said = talk.say(&format!("YXSOOSORVSTEP6 {four} {list} DONE"));
        let chosen = points_after(&said, "MESSAGE SOOSORV MOVE5C");
        assert!(chosen.len() == 1 && fifths.contains(&chosen[0]), "{said:?}");
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

/// Says what is wrong with the replies to a command.
fn faults(command: &Command, before: Option<&Position>, talk: &Talk, said: &[Reply]) -> String {
    let answers: Vec<&Reply> = said.iter().filter(|reply| reply.is_answer()).collect();
    let after = talk.session.position();
    for reply in said {
        let line = reply.to_string();
        if line.is_empty()
            || line.len() >= 1000
            || !line.bytes().all(|b| (b' '..=b'~').contains(&b))
        {
            return format!("a bad line: {line:?}");
        }
    }
    let is_kept = after.map(stones) == before.map(stones);
    let is_right = match (command, answers.as_slice()) {
        (Command::Start(_), [Reply::Ok]) => after.is_some_and(|now| now.stones().is_empty()),
        (Command::Start(_), [Reply::Error(_)]) => after.is_none(),
        (Command::TakeBack(_), [Reply::Ok]) => before.zip(after).is_some_and(is_taken_back),
        (Command::Restart, [Reply::Ok]) | (Command::Block(BlockKind::YxBoard, _), []) => true,
        // The last cell was taken, or the position has no room.
        (Command::Turn(_) | Command::Block(BlockKind::Board, _), [Reply::Error(text)])
            if text == "there is no legal move" || text == "every legal move is excluded" =>
        {
            true
        }
        (
            Command::Block(BlockKind::Swap2Board, _),
            [Reply::Move(_) | Reply::Moves(_) | Reply::Swap],
        )
        | (
            Command::Restart
            | Command::TakeBack(_)
            | Command::Block(..)
            | Command::BrokenBlock(_)
            | Command::Malformed(_)
            | Command::Swap2Step(_)
            | Command::SoosyrvOffer
            | Command::Forbid { .. }
            | Command::HashDump(_)
            | Command::HashLoad(_)
            | Command::PrintFeatures
            | Command::Book(_),
            [Reply::Error(_)],
        )
        | (Command::About, [Reply::About])
        | (Command::ShowForbid, [Reply::Forbid(_)])
        | (Command::Unknown(_), [Reply::Unknown(_)])
        | (
            Command::Info(_)
            | Command::End
            | Command::Stop(_)
            | Command::ShowInfo
            | Command::HashClear
            | Command::Block(
                BlockKind::Exclude(_) | BlockKind::Readmit(_) | BlockKind::Soosyrv(_),
                _,
            )
            | Command::ReadmitAll(_)
            | Command::Ignored(_)
            | Command::Swap2Step(_)
            | Command::SoosyrvOffer
            | Command::Forbid { .. }
            | Command::HashUsage
            | Command::PrintFeatures
            | Command::ReloadConfig
            | Command::Wish(_)
            | Command::Database(..)
            | Command::Log(_)
            | Command::Book(_),
            [],
        ) => is_kept,
        (Command::Balance(..), [Reply::Moves(points)]) => {
            points.last().is_some_and(|&point| is_last(after, point))
        }
        (_, [Reply::Move(point)]) => asks_for_move(command) && is_last(after, *point),
        (_, [Reply::Error(_)]) => asks_for_move(command) && is_kept,
        _ => false,
    };
    if is_right {
        String::new()
    } else {
        format!("{command:?} was answered with {said:?}, from {before:?} to {after:?}")
    }
}

fn asks_for_move(command: &Command) -> bool {
    matches!(
        command,
        Command::Begin
            | Command::Turn(_)
            | Command::Play(_)
            | Command::NBest(_)
            | Command::SearchDefend
            | Command::Balance(..)
            | Command::Block(BlockKind::Board, _)
    )
}

/// Has one stone gone, and does the turn change?
fn is_taken_back((before, after): (&Position, &Position)) -> bool {
    let is_there = |stone| before.stones().contains(stone);
    before.stones().len() == after.stones().len() + 1
        && after.stones().iter().all(is_there)
        && after.side_to_move() == before.side_to_move().opponent()
}

/// Is this point the latest stone, on a cell of its own?
fn is_last(position: Option<&Position>, point: Point) -> bool {
    position.is_some_and(|position| {
        let same = |&&(other, _): &&(Point, Side)| other == point;
        position.size().contains(point)
            && position
                .stones()
                .last()
                .is_some_and(|stone| stone.0 == point)
            && position.stones().iter().filter(same).count() == 1
            && !position.blocked().contains(&point)
    })
}

/// Sends bytes and checks every reply.
fn check(talk: &mut Talk, bytes: &[u8]) -> Result<(), String> {
    for command in talk.commands(bytes) {
        let before = talk.session.position().cloned();
        let said = talk.obey(command.clone());
        let fault = faults(&command, before.as_ref(), talk, &said);
        if !fault.is_empty() {
            return Err(fault);
        }
    }
    Ok(())
}

const LINES: &str = "START (5|6|15|23)|RECTSTART [5-7],[5-7]|RESTART|BEGIN\
    |(TURN|turn|PLAY|TAKEBACK) [0-6],[0-6]|BOARD|YXBOARD|SWAP2BOARD|[0-6],[0-6](,[0-4])?|DONE\
    |(BOARD|YXBOARD|SWAP2BOARD)( [0-6],[0-6],[123]){0,9} DONE\
    |INFO (rule [0-9]|timeout_turn (0|-1)|show_detail [0-4]|max_depth [0-9]|thread_num 1|vcthread -?[0-3]|pondering [01]|strength [0-9]{1,3}|nbestsym [01]|opening_seed [0-9]|checkmate 1|time_left [0-9]{2,12})\
    |yxshowinfo|yxnbest [0-5]|yxsearchdefend|yxbalance(one|two)( -?[0-9]{1,3})?|yxstop|yxshowforbid|yxhashclear|yxswap2step[123]|yxdraw|yxresign|yxfoo|yxdbtotxt\
    |yxsoosorvstep1|yxsoosorvstep[23456]( [0-9])?( [0-6],[0-6]){0,6} DONE|yxforbid (add|del) [0-7] [0-6] [012]|yxshowhashusage\
    |yxprintfeature|RELOADCONFIG|yxhash(dump|load)\n/no such folder/x|yxquerydatabase(all|allt|text|one)|TURN -1,-1|YXBOARD -1,-1,1 DONE\
    |yxblock(path)?(undo)?( [0-6],[0-6]){0,3} DONE|yxblock|yxblock(path)?reset\
    |ABOUT|END|FOO|TURN|TURN x|[ -~]{0,20}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_request_gets_its_one_answer(
        lines in prop::collection::vec(LINES, 0..40),
    ) {
        let mut talk = Talk::new();
        let text = format!("START 6\n{}\n", lines.join("\n"));
        let outcome = check(&mut talk, text.as_bytes());
        proptest::prop_assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut talk = Talk::new();
        let outcome = check(&mut talk, &bytes);
        proptest::prop_assert_eq!(outcome, Ok(()));
        let size = "START 6\nTURN 0,0\n";
        proptest::prop_assert_eq!(check(&mut talk, size.as_bytes()), Ok(()));
    }
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
