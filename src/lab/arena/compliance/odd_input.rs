//! Checks with unusual or wrong input, and input that no manager sends, the same for all protocols. The engine must report it
//! or ignore it, and then play on.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::Point;

use super::conversation::{Conversation, Failure, Subject};
use super::examinee::{Examinee, board_after, empty_board};

/// Lines of nonsense: signs, letters of other alphabets, control characters, numbers out of any range.
const GARBAGE: [&str; 8] = [
    "!\"#$%&'()*+,-./",
    "\u{1}\u{2}\u{7f}\t\u{b}",
    "\u{0}\u{0}",
    "\u{82b1}\u{6708} \u{1f600}",
    "-1 -1 -1",
    "18446744073709551616 99999999999999999999999",
    "=",
    "?",
];

/// Length of a very long line, in bytes.
const LONG: usize = 20_000;

/// A running engine for another game than Gomoku, by its protocol.
pub(super) trait Player: Sized {
    /// Lines that look like those of the protocol and are none.
    const NEARLY: &'static [&'static str];

    /// Starts the engine for games of short searches.
    fn start_game(subject: Subject<'_>) -> Result<Self, Failure>;

    /// What is said.
    fn conversation(&mut self) -> &mut Conversation;

    /// It still answers and plays.
    fn plays_on(&mut self) -> Result<(), Failure>;
}

/// After these lines the engine plays on.
pub(super) fn plays_on_after<P: Player>(subject: Subject<'_>, lines: &str) -> Result<(), Failure> {
    let mut player = P::start_game(subject)?;
    player.conversation().say(lines);
    player.plays_on()
}

/// Lines of nonsense do no harm.
pub(super) fn garbage<P: Player>(subject: Subject<'_>) -> Result<(), Failure> {
    plays_on_after::<P>(subject, &[&GARBAGE[..], P::NEARLY].concat().join("\n"))
}

/// A very long line does no harm.
pub(super) fn long_line<P: Player>(subject: Subject<'_>) -> Result<(), Failure> {
    plays_on_after::<P>(subject, &"X".repeat(LONG))
}

/// `quit` ends it.
pub(super) fn quit<P: Player>(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = P::start_game(subject)?;
    player.conversation().say("quit");
    player.conversation().ends()
}

/// The end of its input ends it.
pub(super) fn end_of_input<P: Player>(subject: Subject<'_>) -> Result<(), Failure> {
    let mut player = P::start_game(subject)?;
    player.conversation().hang_up();
    player.conversation().ends()
}

/// The engine still plays.
fn plays_on(examinee: &mut Examinee) -> Result<(), Failure> {
    examinee.expect("START 15", "OK")?;
    examinee.0.say("INFO timeout_turn 500");
    examinee.legal_move("BEGIN", &mut empty_board(Rule::Freestyle)?)?;
    Ok(())
}

/// A board that is far too large is refused.
pub(super) fn huge_board(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    examinee.expect_word("START 1000", "ERROR")?;
    plays_on(&mut examinee)
}

/// An unknown command is answered with `UNKNOWN`.
pub(super) fn unknown_command(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.expect_word("FLYTOTHEMOON now", "UNKNOWN")?;
    plays_on(&mut examinee)
}

/// A stone outside the board is refused.
pub(super) fn off_board(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.expect_word("TURN 15,15", "ERROR")?;
    plays_on(&mut examinee)
}

/// A stone on a taken point is refused.
pub(super) fn occupied(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    let mut board = board_after(Rule::Freestyle, &[Point::at(7, 7)])?;
    examinee.legal_move("TURN 7,7", &mut board)?;
    examinee.expect_word("TURN 7,7", "ERROR")?;
    plays_on(&mut examinee)
}

/// The engine survives lines of nonsense.
pub(super) fn nonsense(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.expect_word("TURN somewhere", "ERROR")?;
    plays_on(&mut examinee)
}

/// Commands may be written in lower case.
pub(super) fn lower_case(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    examinee.expect("start 15", "OK")?;
    examinee.0.say("info timeout_turn 500");
    examinee.legal_move("begin", &mut empty_board(Rule::Freestyle)?)?;
    Ok(())
}

/// Lines may end with CR LF, as on Windows.
pub(super) fn line_ends(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start(subject)?;
    examinee.0.say_raw("START 15\r");
    examinee.expect("\nINFO timeout_turn 500\r", "OK")?;
    let mut board = board_after(Rule::Freestyle, &[Point::at(7, 7)])?;
    examinee.legal_move("BOARD\r\n7,7,2\r\nDONE\r", &mut board)?;
    Ok(())
}

/// A very long line is answered with `UNKNOWN`, and the engine still plays.
pub(super) fn long_lines(subject: Subject<'_>) -> Result<(), Failure> {
    let mut examinee = Examinee::start_game(subject, Rule::Freestyle)?;
    examinee.expect_word(&"X".repeat(LONG), "UNKNOWN")?;
    plays_on(&mut examinee)
}
