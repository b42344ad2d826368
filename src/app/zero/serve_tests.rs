//! Tests of the conversation of a network with a manager.

use kagetsu_arena::remark;
use kagetsu_kernel::line_host::LineSplitter;
use kagetsu_notation::record::Remark;
use kagetsu_zero::NetworkShape;

use super::*;

/// A session of a network that has learned nothing.
fn session_of(rules: &str) -> Session {
    let shape = NetworkShape {
        blocks: 1,
        channels: 16,
        value_hidden: 16,
        auxiliary: 0,
    };
    let network = Box::leak(Box::new(Network::new(shape, 1)));
    Session::new(network, false, rules.parse().expect("good rules"))
}

fn session() -> Session {
    session_of("3x3,k=3")
}

/// The answers to lines, without messages.
fn answers(lines: &[u8]) -> Vec<String> {
    answers_of(&mut session(), lines)
}

fn answers_of(session: &mut Session, lines: &[u8]) -> Vec<String> {
    let stop = StopSignal::new();
    stop.raise();
    let mut said = said_of(session, lines, &stop);
    said.retain(|line| !line.starts_with("MESSAGE"));
    said
}

/// All lines that a session says.
fn said_of(session: &mut Session, lines: &[u8], stop: &StopSignal) -> Vec<String> {
    let (mut parser, mut commands) = (Parser::new(), Vec::new());
    LineSplitter::new().feed(lines, |line| {
        parser.line(line, |command| commands.push(command));
    });
    let answer = |command| match session.obey(command, stop) {
        Ok(answer) => answer.unwrap_or_default(),
        Err(fault) => format!("ERROR {fault}"),
    };
    let said: Vec<String> = commands.into_iter().map(answer).collect();
    let lines = said.iter().flat_map(|text| text.lines());
    lines.map(str::to_string).collect()
}

#[test]
fn a_point_off_the_board_is_an_error() {
    for point in [
        "1,18446744073709551615",
        "0,21846",
        "3,0",
        "0,3",
        "-1,0",
        "0,-9",
    ] {
        for command in ["TURN", "TAKEBACK"] {
            let found = answers(format!("START 3\n{command} {point}\n").as_bytes());
            assert!(
                found.len() == 2 && found[1].starts_with("ERROR"),
                "{found:?}"
            );
        }
        let found = answers(format!("START 3\nBOARD\n{point},2\nDONE\nBEGIN\n").as_bytes());
        assert!(
            found.len() == 3 && found[1].starts_with("ERROR"),
            "{found:?}"
        );
    }
}

#[test]
fn a_search_takes_what_the_manager_allows() {
    for (limit, least, most) in [
        (-1, SEARCH_BYTES, SEARCH_BYTES),
        (0, SEARCH_BYTES, SEARCH_BYTES),
        (1, LEAST_BYTES, LEAST_BYTES),
        (83_886_080, 50 << 20, 56 << 20),
        (i64::MAX, SEARCH_BYTES, SEARCH_BYTES),
    ] {
        let mut session = session();
        let text = format!("START 3\nINFO max_memory {limit}\nBEGIN\n");
        let found = answers_of(&mut session, text.as_bytes());
        assert!(
            found.iter().all(|line| !line.starts_with("ERROR")),
            "{found:?}"
        );
        assert!((least..=most).contains(&session.search_bytes()), "{limit}");
    }
}

/// The playouts of a search of an empty board after lines of a manager.
fn playouts(lines: &str) -> u64 {
    let mut session = session_of("9x9,k=5");
    answers_of(&mut session, format!("START 9\n{lines}\n").as_bytes());
    session.search(&StopSignal::new()).expect("no error").nodes
}

#[test]
fn limits_of_nodes_and_of_the_game_are_kept() {
    let no_time = "INFO timeout_turn 1000000000\nINFO timeout_match 0";
    assert_eq!(playouts(&format!("{no_time}\nINFO max_node 7")), 7);
    assert_eq!(playouts("INFO timeout_turn 0"), LEAST_PLAYOUTS);
    // The first move of a game does not take its whole time.
    let mut session = session();
    for (turn, game, left, most) in [
        (60_000, 60_000, 60_000, 3_000),
        (60_000, 60_000, 100, 10),
        (5_000, 0, 2_147_483_647, 5_000),
        (-1, 0, 2_147_483_647, 5_000),
    ] {
        for (key, value) in [
            (InfoKey::TimeoutTurn, turn),
            (InfoKey::TimeoutMatch, game),
            (InfoKey::TimeLeft, left),
        ] {
            session.set(InfoLine { key, value });
        }
        let game = Connect::new(Rules::new(15, 15, 5));
        let time = session.time(&session.limits(), &game).expect("a limit");
        assert!(time <= Duration::from_millis(most), "{time:?}");
    }
    // An increment alone is no time.
    let mut session = session_of("9x9,k=5");
    answers_of(
        &mut session,
        b"START 9\nINFO max_depth 8\nINFO time_increment 1000\n",
    );
    let game = Connect::new(Rules::new(9, 9, 5));
    assert!(session.time(&session.limits(), &game).is_some());
    // Its answer is due even if the input ends meanwhile.
    session.set(InfoLine {
        key: InfoKey::MaxNode,
        value: 100,
    });
    assert_eq!(session.scope(), Scope::Bounded);
}

#[test]
fn a_search_goes_on_with_the_tree_of_the_one_before() {
    const NODES: u32 = 300;
    let mut session = session_of("5x5,k=5");
    let stop = StopSignal::new();
    let limits = "INFO timeout_turn 1000000000\nINFO timeout_match 0";
    let lines = format!("START 5\n{limits}\nINFO max_node {NODES}\nBEGIN\n");
    said_of(&mut session, lines.as_bytes(), &stop);
    let own = session.game().expect("a game").played()[0];
    let visits = |session: &Session| session.memory.as_ref().expect("a tree").tree.visits();
    assert_eq!(visits(&session), NODES);
    let tree = &session.memory.as_ref().expect("a tree").tree;
    let reply = session.point(tree.line(own)[1]);
    let turn = format!("TURN {},{}\n", reply.x(), reply.y());
    said_of(&mut session, turn.as_bytes(), &stop);
    assert!(visits(&session) > NODES);
    // After moves that are taken back it begins anew.
    session.game().expect("a game").undo();
    session.game().expect("a game").undo();
    session.search(&stop).expect("no error");
    assert_eq!(visits(&session), NODES);
}

#[test]
fn another_rule_is_refused_when_it_is_told() {
    for (rules, own) in [
        ("5x5,k=5", Some(0)),
        ("5x5,k=5,exact", Some(1)),
        // The protocol has no rule for these.
        ("5x5,k=4", None),
        ("5x5,k=5,misere", None),
        ("5x5,k=5,gravity", None),
    ] {
        for rule in [0, 1, 4, 8] {
            let text = format!("INFO rule {rule}\nSTART 5\nBEGIN\n");
            let found = answers_of(&mut session_of(rules), text.as_bytes());
            let last = found.last().expect("an answer");
            assert_eq!(
                !last.starts_with("ERROR the network plays"),
                own == Some(rule),
                "{rules}, {rule}: {last}"
            );
        }
    }
    // This one is ignored.
    let text = b"INFO rule -1\nSTART 5\nBEGIN\n";
    let found = answers_of(&mut session_of("5x5,k=4"), text);
    assert!(!found[1].starts_with("ERROR"), "{found:?}");
}

#[test]
fn a_search_is_told_as_tournaments_read_it() {
    for (stones, score) in [
        // Two in a row and the third cell empty: a win in one.
        ("0,0,1\n0,1,2\n1,0,1\n1,1,2", "+M1"),
        // One cell is left, and nobody has a row.
        (
            "0,0,1\n1,0,2\n2,0,1\n1,1,2\n0,1,1\n2,1,2\n1,2,1\n0,2,2",
            "0",
        ),
    ] {
        let mut session = session();
        let lines = format!("INFO max_node 60\nSTART 3\nBOARD\n{stones}\nDONE\n");
        let said = said_of(&mut session, lines.as_bytes(), &StopSignal::new());
        let text = said.iter().find_map(|line| line.strip_prefix("MESSAGE "));
        let mut remark = Remark::default();
        remark::read(text.expect("a message"), &mut remark);
        assert_eq!(remark.score.as_deref(), Some(score), "{said:?}");
        assert_eq!(remark.depth, Some(1), "{said:?}");
    }
}

#[test]
fn a_board_is_read_to_its_end_with_its_colours() {
    for block in ["0,0,1\n1,0,1\n0,1,2\n1,1,2\n", "0,0,2\n1,1,1\n1,0,2\n"] {
        let found = answers(format!("START 3\nBOARD\n{block}DONE\n").as_bytes());
        assert!(
            found.len() == 2 && !found[1].starts_with("ERROR"),
            "{found:?}"
        );
    }
    for block in [
        "0,0,1\n",
        "0,0,2\n1,0,2\n",
        "0,0,3\n",
        "0,0,2\n0,0,1\n1,1,2\n",
        "x\n0,0,2\n",
        "0,0,1\n1,1,2\n1,0,1\n2,1,2\n2,0,1\n0,2,2\n",
    ] {
        let text = format!("START 3\nBOARD\n{block}DONE\nTURN 0,0\n");
        let found = answers(text.as_bytes());
        assert!(
            found.len() == 3 && found[1].starts_with("ERROR BOARD"),
            "{found:?}"
        );
        // The board is as before.
        assert!(!found[2].starts_with("ERROR"), "{found:?}");
    }
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut session = session_of("5x5,k=5");
    let lines = "START 5\nTURN 1,1\nINFO rule 1\nTURN 2,2\nBOARD\n3,3,2\nDONE\nINFO rule 0\nBOARD\n0,0,3\nDONE\n";
    let found = answers_of(&mut session, lines.as_bytes());
    assert!(
        found[2..].iter().all(|line| line.starts_with("ERROR")),
        "{found:?}"
    );
    let game = session.game.as_ref().expect("a game");
    assert_eq!(game.played().len(), 2);
    // A stone that ends the game, and a board on which it has ended.
    let mut session = session_of("3x3,k=3");
    answers_of(&mut session, b"START 3\n");
    for cell in [0, 3, 1, 4] {
        session.game().expect("a game").play(cell);
    }
    let lines = "TURN 2,0\nBOARD\n0,0,2\n0,1,1\n1,0,2\n1,1,1\n2,0,2\nDONE\n";
    let found = answers_of(&mut session, lines.as_bytes());
    assert_eq!(found, ["ERROR the game has ended"; 2]);
    let game = session.game.as_ref().expect("a game");
    assert_eq!(game.played(), [0, 3, 1, 4]);
}

#[test]
fn a_refused_start_leaves_no_board_and_foreign_lines_end_nothing() {
    let found = answers(b"START 3\nSTART 15\nTURN 0,0\nBEGIN\nRESTART\n\n\xff\xfe\nSTART 3\n");
    assert_eq!(found[0], "OK");
    assert!(found[1..5].iter().all(|line| line.starts_with("ERROR")));
    assert_eq!(found.last().map(String::as_str), Some("OK"), "{found:?}");
    assert!(!found.iter().any(|line| line == "UNKNOWN "));
}
