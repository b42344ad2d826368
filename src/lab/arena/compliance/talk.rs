//! Checks of the ordinary conversation: the start, moves, and the commands that every manager sends.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::counted;

use super::super::dialogue::parse_swap2;
use super::super::swap2::Choice;
use super::conversation::{Failure, Subject};
use super::examinee::{Examinee, board_after, empty_board, position};

/// `START` is answered with exactly `OK`.
pub(super) fn start(subject: Subject<'_>) -> Result<(), Failure> {
    Examinee::start(subject)?.expect("START 15", "OK")
}

/// `START` with every board size of the official tournament is answered with `OK`, in one process.
pub(super) fn sizes(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    examinee.expect("START 20", "OK")?;
    examinee.expect("START 15", "OK")
}

/// `ABOUT` is answered with one line that holds the name.
pub(super) fn about(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    let answer = examinee.ask("ABOUT")?;
    if !answer.to_ascii_lowercase().contains("name=\"") {
        return Err(format!("the answer '{answer}' has no name=\"...\""));
    }
    examinee.stays_quiet()
}

/// `BEGIN`, then `TURN`.
pub(super) fn begin_and_turn(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let mut board = empty_board(Rule::Freestyle)?;
    let mut request = "BEGIN".to_string();
    for _ in 0..3 {
        examinee.legal_move(&request, &mut board)?;
        let reply = board.candidates().first().ok_or("the board is full")?;
        board.play(reply).map_err(|error| error.to_string())?;
        request = format!("TURN {},{}", reply.x(), reply.y());
    }
    Ok(())
}

/// The first move by `TURN`: the engine has White.
pub(super) fn turn_first(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let mut board = board_after(Rule::Freestyle, &[Point::at(7, 7)])?;
    examinee.legal_move("TURN 7,7", &mut board)?;
    Ok(())
}

/// `BOARD` sets up a position, again and again in the same game.
pub(super) fn board(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    for moves in ["h8i9j10", "h8i9", "a1o15h8h9"] {
        let (request, mut board) = position(Rule::Freestyle, moves)?;
        examinee.legal_move(&request, &mut board)?;
    }
    Ok(())
}

/// The official manager begins games with an empty `BOARD`.
pub(super) fn empty_block(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.legal_move("BOARD\nDONE", &mut empty_board(Rule::Freestyle)?)?;
    Ok(())
}

/// `RESTART` begins a new game.
pub(super) fn restart(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.legal_move("BEGIN", &mut empty_board(Rule::Freestyle)?)?;
    examinee.expect("RESTART", "OK")?;
    examinee.legal_move("BEGIN", &mut empty_board(Rule::Freestyle)?)?;
    Ok(())
}

/// `TAKEBACK` takes stones back, the newest first.
pub(super) fn take_back(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let board = board_after(Rule::Freestyle, &[Point::at(7, 7)])?;
    let point = examinee.legal_move("TURN 7,7", &mut board.clone())?;
    examinee.expect(&format!("TAKEBACK {},{}", point.x(), point.y()), "OK")?;
    examinee.expect("TAKEBACK 7,7", "OK")?;
    let mut board = board_after(Rule::Freestyle, &[Point::at(6, 6)])?;
    examinee.legal_move("TURN 6,6", &mut board)?;
    Ok(())
}

/// `INFO` is never answered, whatever its key.
pub(super) fn info(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    examinee.expect("START 15", "OK")?;
    examinee.0.say(
        "INFO max_memory 83886080\nINFO game_type 1\nINFO no_such_key 5\nINFO time_left 2147483647",
    );
    examinee.stays_quiet()
}

/// One request gets one move and no other answer.
pub(super) fn one_answer(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.stays_quiet()?;
    examinee.legal_move("BEGIN", &mut empty_board(Rule::Freestyle)?)?;
    examinee.stays_quiet()
}

/// Standard error stays empty: some managers never read it, others take it for answers.
pub(super) fn silent_errors(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.legal_move("BEGIN", &mut empty_board(Rule::Freestyle)?)?;
    examinee.stays_quiet()?;
    match examinee.0.errors() {
        0 => Ok(()),
        lines => Err(format!(
            "wrote {} to standard error",
            counted(lines, "line")
        )),
    }
}

/// `RECTSTART` is obeyed or refused.
pub(super) fn rectangle(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    let answer = examinee.ask("RECTSTART 20,15")?;
    let word = answer.split_whitespace().next().unwrap_or_default();
    if answer == "OK" || matches!(word, "ERROR" | "UNKNOWN") {
        Ok(())
    } else {
        Err(format!("RECTSTART was answered '{answer}'"))
    }
}

/// `SWAP2BOARD` is answered as the rule wants, in all three of its steps.
pub(super) fn swap2(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Standard)?;
    for (stones, allowed) in [
        ("", &[3][..]),
        (" 7,7 8,7 9,9", &[0, 1, 2]),
        (" 7,7 8,7 9,9 8,8 8,6", &[0, 1]),
    ] {
        let answer = examinee.ask(&format!("SWAP2BOARD{stones} DONE").replace(' ', "\n"))?;
        let count = match parse_swap2(&answer) {
            Some(Choice::Swap) => 0,
            Some(Choice::Place(points)) => points.len(),
            None => return Err(format!("'{answer}' is no answer to SWAP2BOARD")),
        };
        if !allowed.contains(&count) {
            return Err(format!(
                "'{answer}' is not allowed after the stones '{stones}'"
            ));
        }
    }
    Ok(())
}

/// `END` ends the process.
pub(super) fn end(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.0.say("END");
    examinee.0.ends()
}

/// The end of its input ends the process: the manager has gone.
pub(super) fn end_of_input(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.0.hang_up();
    examinee.0.ends()
}
