//! Tests of all forms of a review, on one that is made here.

use kagetsu_kernel::StopSignal;
use kagetsu_notation::{SgfNodes, SgfOptions, read_sgf};
use serde_json::Value;

use super::{
    GameHead, GameReport, MoveRecord, Record, StartRecord, moves_table, page, players_table,
    read_journal, sgf,
};
use crate::review::{Grade, Plan, review};
use crate::search::{Effort, Searcher};
use crate::source::{ReadOptions, read_games};

/// Two games; the first has a name that could end an element of a page.
const TEXT: &str = "(;GM[4]SZ[15]PB[</script><b>]PW[B];B[hh];W[lh];B[ih];W[aa];B[jh];W[oo];B[kh];W[oa];B[cc];W[gh])
(;GM[4]SZ[15]RE[B+];B[hh];W[hi])";

struct Made {
    heads: Vec<GameHead>,
    tasks: Vec<usize>,
    games: Vec<GameReport>,
    lines: String,
}

fn made() -> Made {
    let options = ReadOptions::default();
    let effort = Effort {
        nodes: Some(300),
        lines: 2,
        ..Effort::default()
    };
    let games = read_games("a [1].sgf", TEXT.as_bytes(), &options);
    let plan = Plan::new(games.into_iter().flatten().collect(), effort);
    let mut searcher = Searcher::new(1);
    let mut made = Made {
        heads: Vec::new(),
        tasks: plan.tasks_by_game(),
        games: Vec::new(),
        lines: String::new(),
    };
    let mut task = 0;
    for (number, game) in plan.games().iter().enumerate() {
        let head = GameHead::new(number, &plan);
        let mut records = vec![Record::Game(head.clone())];
        let mut report = GameReport {
            head: head.clone(),
            moves: Vec::new(),
        };
        for _ in 0..made.tasks[number] {
            let found = review(&plan, task, &mut searcher, &StopSignal::new());
            let record = MoveRecord::new(&found.expect("a task"), game);
            records.push(Record::Move(record.clone()));
            report.moves.push(record);
            task += 1;
        }
        records.push(Record::Summary(report.summary()));
        for record in records {
            made.lines += &serde_json::to_string(&record).expect("a record is JSON");
            made.lines.push('\n');
        }
        made.heads.push(head);
        made.games.push(report);
    }
    made
}

#[test]
fn every_form_tells_the_same_review() {
    let made = made();
    journals_go_on_wherever_they_are_cut(&made);
    every_field_is_described(&made);
    sgf_is_read_back(&made);
    the_page_needs_nothing_else(&made);
    tables_have_a_row_for_each(&made);
}

fn journals_go_on_wherever_they_are_cut(made: &Made) {
    let all: usize = made.tasks.iter().sum();
    let whole = read_journal(&made.lines, &made.heads, &made.tasks).expect("our own lines");
    assert_eq!(
        (&whole.games, whole.tasks, whole.bytes),
        (&made.games, all, made.lines.len())
    );
    for cut in (0..made.lines.len())
        .filter(|&cut| made.lines.is_char_boundary(cut))
        .step_by(97)
    {
        let readable = read_journal(&made.lines[..cut], &made.heads, &made.tasks)
            .expect("only the end is cut");
        assert!(readable.bytes <= cut && readable.tasks < all);
        let again = read_journal(&made.lines[..readable.bytes], &made.heads, &made.tasks);
        assert_eq!(again.ok(), Some(readable), "cut at {cut}");
    }
    let mut others = made.heads.clone();
    others[1].effort.nodes = Some(301);
    assert!(read_journal(&made.lines, &others, &made.tasks).is_err());
    let twice = format!("{0}{0}", made.lines);
    assert!(read_journal(&twice, &made.heads, &made.tasks).is_err());
    assert!(read_journal("{}\n", &made.heads, &made.tasks).is_err());
    // Whoever goes on with it would cut all of another file off.
    for foreign in ["(;GM[4]SZ[15];B[hh])", "{", " "] {
        let found = read_journal(foreign, &made.heads, &made.tasks);
        assert_eq!(found.is_ok(), foreign == "{", "{foreign}");
    }
    assert!(read_journal("{", &[], &[]).is_err());
}

/// The names of all fields of a value, as the document writes them.
fn fields(prefix: &str, value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                names.push(format!("{prefix}{name}"));
                fields(&format!("{prefix}{name}."), value, names);
            }
        }
        Value::Array(list) => {
            for value in list {
                fields(
                    &format!("{}[].", prefix.trim_end_matches('.')),
                    value,
                    names,
                );
            }
        }
        _ => {}
    }
}

fn every_field_is_described(made: &Made) {
    let document = include_str!("../../../protocol-docs/analyse-json.md");
    let mut names = Vec::new();
    for line in made.lines.lines() {
        let value: Value = serde_json::from_str(line).expect("a record is JSON");
        fields("", &value, &mut names);
    }
    names.retain(|name| !name.starts_with("effort."));
    assert!(names.len() > 100);
    for name in names {
        assert!(
            document.contains(&format!("`{name}`")),
            "{name} is not described"
        );
    }
    let example = document
        .split("```json\n")
        .nth(1)
        .and_then(|tail| tail.split("```").next());
    let example: Record =
        serde_json::from_str(example.expect("an example")).expect("it is a record");
    assert!(matches!(example, Record::Move(record) if record.played.is_some()));
}

#[test]
fn the_review_is_added_to_the_game_of_the_owner() {
    let made = made();
    let own = "(;FF[4]GM[4]SZ[15]PB[A]EV[Cup]C[root];B[hh]C[mine]LB[aa:1];W[lh](;B[ih];W[aa];B[jh];W[oo];B[kh];W[oa];B[cc];W[gh])(;B[jj]C[side]))";
    let nodes = |text: &str| SgfNodes::read(text.as_bytes(), 1, SgfOptions::default()).ok();
    let review = |game: &GameReport, text: &str, before| {
        sgf(std::slice::from_ref(game), |_| Some((nodes(text)?, before)))
    };
    let text = review(&made.games[0], own, 0);
    for kept in [
        "EV[Cup]",
        "C[root]",
        "LB[aa:1]",
        "C[mine\n\n",
        "C[side]",
        "(;B[jj]",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let again = read_sgf(text.as_bytes()).remove(0).expect("a game");
    assert_eq!(again.steps.len(), made.games[0].head.moves.len());
    let before = nodes(own).expect("a game").nodes().len();
    assert!(nodes(&text).expect("a game").nodes().len() > before);
    // A file that holds another game by now is left alone.
    let other = "(;GM[4]SZ[15]C[other];B[aa])";
    assert!(!review(&made.games[0], other, 0).contains("C[other]"));
    a_review_takes_the_place_of_an_earlier_one(&made.games[0], &text, &review);
    a_reviewed_position_stands_in_its_game(&made.games[0], &text, &review);
}

type Reviewing<'f> = &'f dyn Fn(&GameReport, &str, usize) -> String;

fn a_review_takes_the_place_of_an_earlier_one(game: &GameReport, text: &str, review: Reviewing) {
    assert_eq!(review(game, text, 0), text);
    let mut milder = game.clone();
    for record in &mut milder.moves {
        if let Some(played) = &mut record.played {
            (played.class, played.missed_win, played.into_loss) = (Grade::Good, false, false);
        }
    }
    let again = review(&milder, text, 0);
    for gone in ["mistake", "BM[", "TR[", "better"] {
        assert!(
            text.contains(gone) && !again.contains(gone),
            "{gone}: {again}"
        );
    }
    assert!(again.contains("C[mine\n\ngood\n"), "{again}");
}

#[test]
fn a_review_takes_nothing_away_that_another_one_did_not_write() {
    let game = &made().games[0];
    let is_fault = |record: &&MoveRecord| record.fault().is_some() && record.side == "black";
    let fault = game.moves.iter().rfind(is_fault).expect("a fault");
    let best = MoveRecord {
        played: None,
        ..fault.clone()
    };
    let mut game = game.clone();
    game.head.moves.truncate(1);
    game.moves = vec![fault.clone(), best.clone()];
    let own = "(;GM[4]SZ[15]C[best: mine (9 %, score 1)];B[hh]BM[1]TR[oa]C[good
black wins 1.0 % (score 1), loss 0.0 %])";
    let review = |game: &GameReport, text: &str| {
        let nodes = SgfNodes::read(text.as_bytes(), 1, SgfOptions::default());
        sgf(std::slice::from_ref(game), |_| {
            Some((nodes.clone().ok()?, 0))
        })
    };
    let first = review(&game, own);
    assert!(
        first.contains("\n\nbest\\: ") && first.contains("(;B["),
        "{first}"
    );
    let mut milder = game;
    milder.moves.truncate(1);
    let played = milder.moves[0].played.as_mut().expect("a move");
    (played.class, played.missed_win, played.into_loss) = (Grade::Good, false, false);
    let second = review(&milder, &first);
    let whole_comment = "C[good\nblack wins 1.0 % (score 1), loss 0.0 %\n\ngood\n";
    for kept in ["best: mine", "BM[1]", "TR[oa]C", whole_comment] {
        assert!(second.contains(kept), "{kept}: {second}");
    }
    for gone in ["best\\: ", "better", "(;B"] {
        assert!(!second.contains(gone), "{gone}: {second}");
    }
    // A variation to which somebody adds something is his.
    let grown = first.replace("))\n", ";W[oo]C[mine]))\n");
    let kept = review(&milder, &grown);
    assert!(
        kept.contains(";W[oo]C[mine]") && !kept.contains("better"),
        "{kept}"
    );
}

#[test]
fn no_node_shows_the_start_where_the_first_move_stands_in_the_root() {
    let mut game = made().games.remove(0);
    game.head.moves.clear();
    game.moves = vec![MoveRecord {
        played: None,
        ..game.moves.remove(0)
    }];
    let nodes = SgfNodes::read(b"(;GM[4]SZ[15]B[hh];W[lh])", 1, SgfOptions::default());
    let text = sgf(&[game], |_| Some((nodes.clone().ok()?, 0)));
    assert!(text.contains("B[hh]") && !text.contains("best"), "{text}");
}

fn a_reviewed_position_stands_in_its_game(game: &GameReport, text: &str, review: Reviewing) {
    let mut position = game.clone();
    position.head.start = Some(StartRecord {
        black: game.head.moves[..1].to_vec(),
        white: game.head.moves[1..2].to_vec(),
        blocked: Vec::new(),
        side: "black".to_string(),
    });
    position.head.moves.clear();
    position.moves = vec![MoveRecord {
        played: None,
        ..game.moves[2].clone()
    }];
    let at = review(&position, text, 2);
    let nodes = SgfNodes::read(at.as_bytes(), 1, SgfOptions::default()).expect("a game");
    let comment = nodes.nodes()[2].text("C").expect("a comment");
    assert!(comment.contains("\n\nbest: "), "{comment}");
    assert_eq!(
        at.matches("\n\nbest\\: ").count(),
        text.matches("\n\nbest\\: ").count() + 1
    );
    assert_eq!(review(&position, &at, 2), at);
    let other = "(;GM[4]SZ[15]C[other];B[aa];W[bb])";
    assert!(!review(&position, other, 2).contains("C[other]"));
}

#[test]
fn a_game_that_white_begins_on_an_empty_board_keeps_its_sides() {
    let text = b"(;GM[4]SZ[15]PL[W];W[hh];B[ii])";
    let games = read_games("x", text, &ReadOptions::default());
    let plan = Plan::new(games.into_iter().flatten().collect(), Effort::default());
    let head = GameHead::new(0, &plan);
    let side = head.start.as_ref().map(|start| start.side.as_str());
    assert_eq!(side, Some("white"));
    let moves = Vec::new();
    let written = sgf(&[GameReport { head, moves }], |_| None);
    assert!(written.contains(";W[hh]"), "{written}");
}

#[test]
fn no_fault_is_marked_where_nobody_chose_the_move_or_it_stands_in_the_root() {
    let game = &made().games[0];
    let is_fault = |record: &&MoveRecord| record.fault().is_some();
    let fault = game.moves.iter().find(is_fault).expect("a fault");
    let (mut first, mut given) = (game.clone(), game.clone());
    first.moves = vec![MoveRecord {
        ply: 1,
        ..fault.clone()
    }];
    let root = "(;GM[4]SZ[15]B[hh];W[lh];B[ih];W[aa];B[jh];W[oo];B[kh];W[oa];B[cc];W[gh])";
    let marked = sgf(&[first], |_| {
        let nodes = SgfNodes::read(root.as_bytes(), 1, SgfOptions::default());
        Some((nodes.ok()?, 0))
    });
    assert!(marked.contains("better"), "{marked}");
    assert_eq!(marked.matches("(;").count(), 1, "no variation: {marked}");
    for record in &mut given.moves {
        record.opening = true;
    }
    given.head.opening = given.moves.len() - 1;
    let text = sgf(&[given], |_| None);
    let again = read_sgf(text.as_bytes()).remove(0).expect("a game");
    assert_eq!(again.opening, again.steps.len());
    for mark in ["BM[", "DO[", "TR[", "better"] {
        assert!(!text.contains(mark), "{mark}: {text}");
    }
}

fn sgf_is_read_back(made: &Made) {
    let text = sgf(&made.games, |_| None);
    let games = read_sgf(text.as_bytes());
    assert_eq!(games.len(), made.games.len(), "{text}");
    for (game, report) in games.iter().zip(&made.games) {
        let game = game.as_ref().expect("a game");
        assert_eq!(game.steps.len(), report.head.moves.len());
        assert_eq!(game.result, report.head.result);
    }
    let moves = made.games.iter().flat_map(|game| &game.moves);
    let faults = moves.filter_map(MoveRecord::fault).count();
    assert!(faults > 0);
    // The two games, and two parts for each fault.
    assert_eq!(text.matches("\n(;").count() + 1, 2 + 2 * faults, "{text}");
    assert_eq!(
        games[0]
            .as_ref()
            .ok()
            .and_then(|game| game.names[0].clone())
            .as_deref(),
        Some("</script><b>")
    );
}

fn the_page_needs_nothing_else(made: &Made) {
    let page = page(&made.games).expect("a review is JSON");
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data and the script"
    );
    let addresses: Vec<&str> = page
        .match_indices("http")
        .map(|(at, _)| &page[at..at + 26])
        .collect();
    for address in addresses {
        assert!(
            address.starts_with("http://www.w3.org/2000/svg") || address.starts_with("http-equiv"),
            "{address}"
        );
    }
    for part in [
        "/*style*/",
        "/*script*/",
        "/*data*/",
        "src=",
        "@import",
        "url(",
    ] {
        assert!(!page.contains(part), "{part}");
    }
}

fn tables_have_a_row_for_each(made: &Made) {
    let table = moves_table(&made.games[0].moves);
    let is_row = |line: &&str| line.contains(" black ") || line.contains(" white ");
    assert_eq!(
        table.lines().filter(is_row).count(),
        made.tasks[0],
        "{table}"
    );
    assert!(
        table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
    assert!(
        table.contains("missed win") && table.contains("into a loss"),
        "{table}"
    );
    let players = made.games[0].summary().players;
    assert!(players[0].missed_wins > 0 && players[1].into_losses > 0);
    assert!(players_table(&players).contains("</script><b>"));
}
