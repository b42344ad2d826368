//! Gomoku on the screen, by keys and typed words, and what the screen does to the terminal.

use kagetsu_test_support::ran::INTERRUPTED;
#[cfg(target_os = "linux")]
use kagetsu_test_support::scripted::Scripted;
use vt100::{MouseProtocolMode, Screen};

use super::Fault;
use super::screen::{CONTROL_C, DOWN, ENTER, RIGHT, SMALL, Terminal, UP, USUAL};

#[test]
fn two_persons_play_a_game() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("Your move: Black")?;
    // The cursor begins in the middle. Black plays to the right, White one row above.
    for (number, column) in ('h'..='k').enumerate() {
        terminal.press(ENTER)?;
        terminal.shows(&format!("{}. Black plays {column}8.", 2 * number + 1))?;
        terminal.press(UP)?;
        terminal.press(ENTER)?;
        terminal.shows(&format!("{}. White plays {column}9.", 2 * number + 2))?;
        terminal.press(DOWN)?;
        terminal.press(RIGHT)?;
    }
    terminal.press(ENTER)?;
    terminal.shows("Black wins: five in a row.")?;
    assert_eq!(terminal.stones(), 9);
    terminal.leave()
}

#[test]
fn typed_moves_are_played_and_stay_on_the_terminal() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("Your move: Black")?;
    // The letters of these columns are words as well.
    terminal.press(b"h9\r")?;
    terminal.shows("1. Black plays h9.")?;
    terminal.press(b"j10\r")?;
    terminal.shows("2. White plays j10.")?;
    terminal.press(b"q\r")?;
    terminal.shows("Type quit once more to leave")?;
    terminal.press(b"quit\r")?;
    terminal.ends()?;
    terminal.until("the screen of before", |screen| !screen.alternate_screen())?;
    terminal.shows("freestyle 15 h9 j10")?;
    terminal.shows("The game is not over.")
}

#[test]
fn a_long_paste_is_there_at_once_and_control_c_ends_one_without_an_end() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.until("pastes are marked", Screen::bracketed_paste)?;
    let long = "x".repeat(2_000);
    terminal.press(format!("\x1b[200~{long} tail\x1b[201~").as_bytes())?;
    terminal.shows("tail")?;
    terminal.press(b"\x1b[200~x")?;
    terminal.press(CONTROL_C)?;
    assert_eq!(terminal.left()?.code(), Some(INTERRUPTED));
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn keys_that_come_all_at_once_are_all_read() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("Your move: Black")?;
    // Letters that are typed and taken back, more of them than are read at once.
    terminal.press("x\x7f".repeat(1_500).as_bytes())?;
    terminal.press(b"quit\r")?;
    terminal.ends()
}

#[test]
fn stones_are_circles_where_the_locale_shows_them_in_one_column() -> Result<(), Fault> {
    for (locale, options, stone) in [
        ("ru_RU.UTF-8", &[][..], "[●]"),
        ("en_GB.utf8", &["--ascii"], "[X]"),
        ("ja_JP.UTF-8", &[], "[X]"),
        ("C", &[], "[X]"),
    ] {
        let arguments = [&["play", "--side", "both"], options].concat();
        let mut terminal = Terminal::start_command(USUAL, &arguments, locale)?;
        terminal.shows("? ")?;
        terminal.press(ENTER)?;
        terminal.shows(stone)?;
        terminal.leave()?;
    }
    Ok(())
}

#[test]
fn the_words_are_told_on_a_key_and_another_game_is_begun_by_one() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("> Black: You")?;
    terminal.press(b"?\r")?;
    terminal.shows("resign, x")?;
    terminal.shows("Esc or q goes back to the board")?;
    terminal.press(b"q")?;
    terminal.shows("Your move: Black")?;
    terminal.press(b"h8\rlast\rnew reversi\r")?;
    terminal.shows("Type it once more to begin another one")?;
    terminal.press(b"new reversi\r")?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    terminal.leave()
}

#[test]
fn kagetsu_answers_and_steps_are_taken_back() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--level", "1"])?;
    terminal.shows("Your move: Black")?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays")?;
    assert_eq!(terminal.stones(), 2);
    terminal.press(b"u\r")?;
    terminal.shows("2 steps taken back.")?;
    assert_eq!(terminal.stones(), 0);
    terminal.press(b"redo\r")?;
    terminal.shows("2 steps brought back.")?;
    assert_eq!(terminal.stones(), 2);
    // A taken point is refused, and nothing is lost.
    terminal.press(ENTER)?;
    terminal.shows("h8 is taken.")?;
    assert_eq!(terminal.stones(), 2);
    Ok(())
}

#[test]
fn the_board_comes_back_after_the_terminal_was_too_small() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("Your move: Black")?;
    terminal.press(ENTER)?;
    terminal.shows("1. Black plays h8.")?;
    terminal.resize(SMALL)?;
    // The size that the board needs.
    terminal.shows("The window is too small.")?;
    terminal.shows("30 x 7")?;
    terminal.resize(USUAL)?;
    terminal.shows("1. Black plays h8.")?;
    assert_eq!(terminal.stones(), 1);
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays i8.")
}

#[test]
fn control_c_and_kill_give_the_terminal_back() -> Result<(), Fault> {
    for is_killed in [false, true] {
        let mut terminal = Terminal::start(&["--side", "both"])?;
        terminal.shows("Your move: Black")?;
        assert!(terminal.screen(Screen::alternate_screen));
        assert_ne!(terminal.settings()?, terminal.before);
        if is_killed {
            terminal.terminate()?;
        } else {
            terminal.press(CONTROL_C)?;
        }
        assert_eq!(terminal.left()?.code(), Some(INTERRUPTED));
        terminal.until("the screen of before", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        })?;
        assert_eq!(terminal.settings()?, terminal.before);
        assert_eq!(terminal.text().trim(), "");
    }
    Ok(())
}

#[test]
fn control_c_ends_puzzles_as_it_ends_games() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--puzzles"])?;
    terminal.shows("win by fours.")?;
    terminal.press(CONTROL_C)?;
    assert_eq!(terminal.left()?.code(), Some(INTERRUPTED));
    Ok(())
}

#[test]
fn long_tasks_show_that_they_go_on_and_control_c_ends_them_with_what_was_found() -> Result<(), Fault>
{
    for (arguments, before, after) in [
        (&["move", "h8", "--time", "3600"][..], "", "move:  "),
        (&["solve", "h8i9", "--full", "--time", "3600"], "", ""),
        (&["perft", "9"], "depth 2: 50400", "depth 2: 50400"),
    ] {
        let mut terminal = Terminal::start_command(USUAL, arguments, "C.UTF-8")?;
        terminal.shows("(Ctrl-C ends it)")?;
        terminal.shows(before)?;
        terminal.press(CONTROL_C)?;
        terminal.shows(after)?;
        let left = terminal.left();
        left.map_err(|error| format!("{arguments:?}: {error}"))?;
    }
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_on_the_screen_is_asked_again() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine("illegal");
    let mut terminal = Terminal::start(&["--engine", &engine])?;
    terminal.shows("Your move: Black.")?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays b15.")?;
    terminal.press(DOWN)?;
    terminal.press(ENTER)?;
    terminal.shows("illegal wants to play h8, which is not legal.")?;
    terminal.shows("Type again to ask illegal again")?;
    terminal.press(b"again\r")?;
    terminal.shows("4. White plays d15.")?;
    terminal.leave()?;
    assert_eq!(scripted.running(), 0);
    Ok(())
}
