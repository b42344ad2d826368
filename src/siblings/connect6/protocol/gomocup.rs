//! The Gomocup dialect: the words of the Gomocup protocol for Gomoku, with two points for a turn.

use kagetsu_kernel::gomocup::{
    BoardBlock, EntryForm, Pair, UNLIMITED_LEFT, about, clean, echo, is_stray, join_commas, millis,
    parse_pair, parse_setting, parse_size, split_verb, write_line,
};

use super::super::geometry::SIZE;
use super::super::turn::Turn;
use super::points::{State, cell, game, refusal, turn_text};
use super::session::{Action, Answer, Session, Setting};

/// The word of settings.
const INFO: &str = "INFO";
/// The last word of the manager.
const END: &str = "END";
/// The last word of a block.
const DONE: &str = "DONE";
/// The words that end a block. Any other word in it, but for `INFO`, is an entry that makes no sense.
const ENDS_OF_BLOCK: [&str; 12] = [
    DONE,
    END,
    "ABOUT",
    "BEGIN",
    "BOARD",
    "RECTSTART",
    "RESTART",
    "START",
    "STOP",
    "TAKEBACK",
    "TURN",
    "YXSTOP",
];
const NOT_STARTED: &str = "there is no board yet: send START first";
const OVER: &str = "the game is over";
const TURN_FORM: &str =
    "write the stones of a turn as X,Y X,Y, the first of the game as X,Y, from 0,0 to 18,18";

/// What is done about a line.
pub(super) fn line(session: &mut Session, line: &str) -> Vec<Action> {
    let text = clean(line.as_bytes());
    let (verb, arguments) = split_verb(&text);
    let mut actions = Vec::new();
    // A manager may send `INFO` at any time; it is no part of the block, and never answered.
    if session.gomocup.block.is_some() && verb != INFO {
        if verb == DONE || !ENDS_OF_BLOCK.contains(&verb.as_str()) {
            return told(stones(session, &text));
        }
        session.gomocup.block = None;
        // After `END` nobody reads an answer.
        if verb != END {
            actions.push(error("the block of BOARD has no DONE"));
        }
    }
    actions.extend(match verb.as_str() {
        INFO => info(arguments),
        "ABOUT" => vec![Action::Say(about(&session.name, env!("CARGO_PKG_VERSION")))],
        // The host has ended the search at the last three, and ends the talk at `END`.
        END | "STOP" | "YXSTOP" => Vec::new(),
        "BOARD" => {
            session.gomocup.block = Some(BoardBlock::default());
            told(stones(session, arguments))
        }
        "START" => told(start(session, parse_size(arguments))),
        "RECTSTART" => told(start(session, parse_pair(arguments))),
        "RESTART" | "BEGIN" | "TURN" | "TAKEBACK" if !session.gomocup.is_started => {
            vec![error(NOT_STARTED)]
        }
        "RESTART" => {
            session.new_game();
            ok()
        }
        "BEGIN" => told(begin(session)),
        "TURN" => told(play(session, arguments)),
        "TAKEBACK" => told(take_back(session, arguments)),
        _ if is_stray(&verb) => Vec::new(),
        _ => vec![answer("UNKNOWN", &echo(&verb))],
    });
    actions
}

/// Refuses a line of which only the beginning is known. Inside a block that is told after `DONE`, and `INFO` is never
/// answered.
pub(super) fn refuse(session: &mut Session, beginning: &str, fault: &str) -> Vec<Action> {
    let text = clean(beginning.as_bytes());
    let (verb, _) = split_verb(&text);
    if verb == INFO {
        return Vec::new();
    }
    let block = session.gomocup.block.take();
    if let Some(mut block) = block.filter(|_| !ENDS_OF_BLOCK.contains(&verb.as_str())) {
        block.fault.get_or_insert_with(|| fault.to_owned());
        session.gomocup.block = Some(block);
        return Vec::new();
    }
    vec![error(fault)]
}

fn answer(word: &str, text: &str) -> Action {
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = write_line(&mut line, word, text);
    Action::Say(line)
}

fn error(text: &str) -> Action {
    answer("ERROR", text)
}

fn told(answer: Answer) -> Vec<Action> {
    answer.unwrap_or_else(|text| vec![error(&text)])
}

fn ok() -> Vec<Action> {
    vec![Action::Say("OK".to_owned())]
}

fn start(session: &mut Session, sides: Option<Pair>) -> Answer {
    const SIDES: Pair = Pair {
        first: SIZE as i64,
        second: SIZE as i64,
    };
    session.gomocup = State::default();
    if sides != Some(SIDES) {
        return Err(format!("Connect6 is played on {SIZE}x{SIZE} points only"));
    }
    session.gomocup.is_started = true;
    session.new_game();
    Ok(ok())
}

/// Asks for a turn, unless the game is over.
fn think(session: &Session) -> Answer {
    match session.game.ending() {
        None => Ok(vec![Action::Think]),
        Some(_) => Err(OVER.to_owned()),
    }
}

fn begin(session: &Session) -> Answer {
    if !session.game.turns().is_empty() {
        return Err("BEGIN is for the empty board".to_owned());
    }
    think(session)
}

fn turn_of(arguments: &str) -> Result<Turn, String> {
    let pairs: Option<Vec<Pair>> = join_commas(arguments)
        .split_whitespace()
        .map(parse_pair)
        .collect();
    match pairs.as_deref() {
        Some(&[one]) => Ok(Turn::One(cell(one)?)),
        Some(&[a, b]) => {
            Turn::pair(cell(a)?, cell(b)?).ok_or_else(|| "both stones on one point".to_owned())
        }
        _ => Err(TURN_FORM.to_owned()),
    }
}

fn play(session: &mut Session, arguments: &str) -> Answer {
    let turn = turn_of(arguments)?;
    session.game.play(turn).map_err(refusal)?;
    think(session)
}

fn take_back(session: &mut Session, arguments: &str) -> Answer {
    let turn = turn_of(arguments)?;
    match session.game.turns().last() {
        Some(&last) if last == turn => {
            session.game.undo();
            Ok(ok())
        }
        Some(&last) => Err(format!("the last turn was {}", turn_text(last))),
        None => Err("the board is empty".to_owned()),
    }
}

/// Reads a line of a block.
fn stones(session: &mut Session, text: &str) -> Answer {
    let mut block = session.gomocup.block.take().unwrap_or_default();
    if block.read(text, EntryForm::Owned) {
        return set_up(session, &block);
    }
    session.gomocup.block = Some(block);
    Ok(Vec::new())
}

fn set_up(session: &mut Session, block: &BoardBlock) -> Answer {
    if !session.gomocup.is_started {
        return Err(NOT_STARTED.to_owned());
    }
    let game = game(block)?;
    if game.ending().is_some() {
        return Err(OVER.to_owned());
    }
    session.go_on_at(game);
    think(session)
}

/// Settings are never answered. Unknown keys and unreadable values are passed over.
fn info(arguments: &str) -> Vec<Action> {
    let Some((key, number)) = parse_setting(arguments) else {
        return Vec::new();
    };
    let positive = || (number > 0).then(|| millis(number));
    let setting = match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Setting::TurnTime((number >= 0).then(|| millis(number))),
        "timeout_match" => Setting::GameTime(positive()),
        "time_left" => Setting::TimeLeft((number < UNLIMITED_LEFT).then(|| millis(number))),
        "max_memory" => Setting::Memory((number > 0).then_some(number.unsigned_abs())),
        _ => return Vec::new(),
    };
    vec![Action::Set(setting)]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::super::board::Side;
    use super::super::session::Dialect;
    use super::*;

    fn session() -> Session {
        Session::new(Dialect::Gomocup, "Kagetsu")
    }

    fn say(text: &str) -> Vec<Action> {
        vec![Action::Say(text.to_owned())]
    }

    fn is_error(actions: &[Action]) -> bool {
        matches!(actions, [Action::Say(text)] if text.starts_with("ERROR "))
    }

    fn answer(session: &mut Session, turn: &str) -> String {
        session.answer(Turn::parse(turn).unwrap()).unwrap()
    }

    #[test]
    fn a_game_is_played_and_taken_back() {
        let mut session = session();
        assert_eq!(session.line("START 19\r"), say("OK"));
        assert_eq!(session.line("INFO game_type connect6"), []);
        assert_eq!(session.line("BEGIN"), [Action::Think]);
        assert_eq!(answer(&mut session, "JJ"), "9,9");
        assert_eq!(session.line("turn 8,8 10,10"), [Action::Think]);
        assert_eq!(answer(&mut session, "LJHJ"), "7,9 11,9");
        assert!(is_error(&session.line("TAKEBACK 8,8 10,10")));
        assert_eq!(session.line("TAKEBACK 11,9 7,9"), say("OK"));
        assert_eq!(session.line("TAKEBACK 8,8 10,10"), say("OK"));
        assert_eq!(session.line("TURN 0,0 18,18"), [Action::Think]);
        assert_eq!(session.line("RESTART"), say("OK"));
        assert_eq!(session.line("TURN 9,9"), [Action::Think]);
        assert_eq!(session.line("END"), []);
    }

    #[test]
    fn bad_turns_are_refused_and_change_nothing() {
        let mut session = session();
        assert!(is_error(&session.line("BEGIN")));
        session.line("START 19");
        for line in [
            "TURN",
            "TURN 7,7 8,8",
            "TURN 19,0",
            "TURN -1,-1",
            "TURN 7;7",
            "TURN 7,",
            "TURN 7,7,1",
            "TURN 18446744073709551616,0",
            "TAKEBACK 7,7",
        ] {
            assert!(is_error(&session.line(line)), "{line}");
        }
        assert_eq!(session.line("TURN 7,7"), [Action::Think]);
        answer(&mut session, "AABB");
        for line in [
            "TURN 3,3",
            "TURN 7,7 3,3",
            "TURN 3,3 3,3",
            "TURN 1,2 3,4 5,6",
            "BEGIN",
        ] {
            assert!(is_error(&session.line(line)), "{line}");
        }
        assert_eq!(session.game().turns().len(), 2);
        assert_eq!(session.line("FLY é now"), say("UNKNOWN FLY"));
        assert_eq!(session.line("\u{feff}Fly"), say("UNKNOWN FLY"));
    }

    #[test]
    fn other_boards_are_refused() {
        let mut session = session();
        for line in [
            "START",
            "START 15",
            "START 20",
            "START x",
            "RECTSTART 19,15",
            "START 19 15",
        ] {
            assert!(is_error(&session.line(line)), "{line}");
            assert!(is_error(&session.line("BEGIN")), "{line}");
        }
        for line in [
            "START 19",
            "START 19 19",
            "RECTSTART 19,19",
            "RECTSTART 19 19",
        ] {
            assert_eq!(session.line(line), say("OK"), "{line}");
        }
    }

    #[test]
    fn a_board_is_set_up_and_faults_are_named_at_its_end() {
        let mut session = session();
        session.line("START 19");
        for line in ["BOARD", "9,9,2", "8,8,1", "10,10,1", "3,3,2", "4,4,2"] {
            assert_eq!(session.line(line), [], "{line}");
        }
        assert_eq!(session.line("DONE"), [Action::Think]);
        assert_eq!(session.game().board().side(), Side::White);
        assert_eq!(session.game().board().count(), 5);
        assert_eq!(
            session.line("BOARD 0,0,1 1,1,2 2,2,2 DONE"),
            [Action::Think]
        );
        assert_eq!(session.game().board().side(), Side::Black);
        assert_eq!(session.line("BOARD DONE"), [Action::Think]);
        assert!(session.game().turns().is_empty());
        for block in [
            "BOARD 0,0,1 DONE",
            "BOARD 0,0,2 1,1,2 DONE",
            "BOARD 0,0,2 0,0,2 DONE",
            "BOARD 0,0,3 DONE",
            "BOARD 0,0 DONE",
            "BOARD 0,0,2 19,1,1 1,2,1 DONE",
            "BOARD 1,0,2 0,1,1 0,2,1 2,0,2 3,0,2 0,4,1 0,5,1 4,0,2 5,0,2 0,7,1 0,8,1 6,0,2 9,9,2 DONE",
        ] {
            assert!(is_error(&session.line(block)), "{block}");
        }
        let cut_off = session.line("BOARD 0,0,2");
        assert_eq!(cut_off, []);
        let [first, rest @ ..] = &session.line("ABOUT")[..] else {
            panic!("no answer")
        };
        assert!(is_error(std::slice::from_ref(first)) && rest.len() == 1);
        assert_eq!(session.line("TURN 7,7"), [Action::Think]);
        session.line("BOARD 0,0,2");
        assert_eq!(session.line("end"), []);
    }

    #[test]
    fn stones_and_done_outside_a_block_are_passed_over() {
        let mut session = session();
        for line in ["9,9,2", "8, 8, 1", "-1,-1", "7", "done", "", " \t"] {
            assert_eq!(session.line(line), [], "{line}");
        }
    }

    #[test]
    fn a_board_without_the_stones_of_the_game_begins_another_one() {
        let mut session = session();
        session.line("START 19");
        for (line, games) in [
            ("BOARD 9,9,2 DONE", 1),
            ("BOARD 9,9,2 8,8,1 7,7,1 3,3,2 4,4,2 DONE", 1),
            ("BOARD 0,0,1 9,9,2 8,8,2 DONE", 2),
            ("BOARD 0,0,1 9,9,2 8,8,2 DONE", 2),
            ("BOARD 0,0,2 DONE", 3),
            ("BOARD DONE", 4),
        ] {
            assert_eq!(session.line(line), [Action::Think], "{line}");
            assert_eq!(session.games_begun(), games, "{line}");
        }
    }

    #[test]
    fn a_line_of_a_block_that_makes_no_sense_is_named_at_its_end() {
        for odd in ["east", "h8", "x,1,2", "yxboard", "3,3"] {
            let mut session = session();
            session.line("START 19");
            for line in ["BOARD", "9,9,2", odd, "8,8,1"] {
                assert_eq!(session.line(line), [], "{odd}");
            }
            let fault = format!("ERROR '{odd}' is no entry: expected x,y,1 or x,y,2 or x,y,3");
            assert_eq!(session.line("DONE"), say(&fault));
            session.line("BOARD 9,9,2");
            assert_eq!(session.refuse(odd, "too long"), [], "{odd}");
            assert_eq!(session.line("DONE"), say("ERROR too long"));
        }
    }

    #[test]
    fn a_setting_within_a_block_is_obeyed_and_the_block_goes_on() {
        let mut session = session();
        session.line("START 19");
        assert_eq!(session.line("BOARD"), []);
        assert_eq!(session.line("9,9,2"), []);
        let turn = Setting::TurnTime(Some(Duration::from_millis(500)));
        assert_eq!(session.line("INFO timeout_turn 500"), [Action::Set(turn)]);
        assert_eq!(session.refuse("INFO evaluate 1,1", "too long"), []);
        assert_eq!(session.line("DONE"), [Action::Think]);
        assert_eq!(session.game().board().count(), 1);
    }

    #[test]
    fn settings_are_read_and_never_answered() {
        let set = |line: &str| match &session().line(line)[..] {
            [] => None,
            [Action::Set(setting)] => Some(*setting),
            other => panic!("{other:?}"),
        };
        let ms = Duration::from_millis;
        for (line, expected) in [
            (
                "INFO timeout_turn 500",
                Some(Setting::TurnTime(Some(ms(500)))),
            ),
            ("INFO timeout_turn 0", Some(Setting::TurnTime(Some(ms(0))))),
            ("INFO timeout_turn -1", Some(Setting::TurnTime(None))),
            (
                "info TIMEOUT_MATCH 9000",
                Some(Setting::GameTime(Some(ms(9000)))),
            ),
            ("INFO timeout_match 0", Some(Setting::GameTime(None))),
            ("INFO time_left -5", Some(Setting::TimeLeft(Some(ms(0))))),
            ("INFO time_left 2147483647", Some(Setting::TimeLeft(None))),
            (
                "INFO max_memory 83886080",
                Some(Setting::Memory(Some(83_886_080))),
            ),
            ("INFO max_memory 0", Some(Setting::Memory(None))),
            ("INFO rule 1", None),
            ("INFO game_type connect6", None),
            ("INFO timeout_turn soon", None),
            ("INFO timeout_turn", None),
            ("INFO", None),
        ] {
            assert_eq!(set(line), expected, "{line}");
        }
    }
}
