//! Tests of the full-screen game in a terminal: the program runs on a pseudo-terminal, and a model of a screen shows
//! what a person would see.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use kagetsu_test_support::scripted::Scripted;
use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser, Screen};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// How long the screen may take to show something. No test depends on less.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often it is looked at.
const PAUSE: Duration = Duration::from_millis(5);
/// Columns and rows of a usual terminal.
const USUAL: PtySize = size(80, 24);
/// Columns and rows of one that is large enough for a board of 19 by 19.
const WIDE: PtySize = size(100, 32);
/// Columns and rows of one that has no room for a board.
const SMALL: PtySize = size(30, 6);

/// Columns of a board of 15 by 15 with its row numbers.
const BOARD_COLUMNS: usize = 3 + 3 * 15;

const UP: &[u8] = b"\x1b[A";
const DOWN: &[u8] = b"\x1b[B";
const RIGHT: &[u8] = b"\x1b[C";
const LEFT: &[u8] = b"\x1b[D";
const ENTER: &[u8] = b"\r";
const CONTROL_C: &[u8] = b"\x03";

/// A terminal with the program on it. The program is ended when it is dropped.
struct Terminal {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    parser: Arc<Mutex<Parser>>,
}

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn locked(parser: &Mutex<Parser>) -> MutexGuard<'_, Parser> {
    parser.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Terminal {
    /// Starts the game on a usual terminal.
    fn start(options: &[&str]) -> Result<Self, Fault> {
        let pair = native_pty_system().openpty(USUAL)?;
        Self::start_on(pair, options)
    }

    fn start_on(pair: PtyPair, options: &[&str]) -> Result<Self, Fault> {
        Self::start_command(pair, &[&["play"], options].concat(), "C")
    }

    fn start_command(pair: PtyPair, arguments: &[&str], locale: &str) -> Result<Self, Fault> {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", locale);
        let (rows, columns) = (USUAL.rows.try_into()?, USUAL.cols.try_into()?);
        let parser = Arc::new(Mutex::new(Parser::new(rows, columns, 0)));
        let mut output = pair.master.try_clone_reader()?;
        let shown = parser.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The output ends with the terminal.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                locked(&shown).process(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer()?;
        let child = pair.slave.spawn_command(command)?;
        Ok(Self {
            pair,
            child,
            keyboard,
            parser,
        })
    }

    fn screen<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(locked(&self.parser).screen())
    }

    fn text(&self) -> String {
        self.screen(Screen::contents)
    }

    /// Looks at the screen until something is so.
    fn until(&self, what: &str, is_so: impl Fn(&Screen) -> bool) -> Result<(), Fault> {
        let begin = Instant::now();
        while !self.screen(&is_so) {
            if begin.elapsed() > PATIENCE {
                return Err(format!("never: {what}; the screen:\n{}", self.text()).into());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn shows(&self, text: &str) -> Result<(), Fault> {
        self.until(text, |screen| screen.contents().contains(text))
    }

    fn press(&mut self, key: &[u8]) -> Result<(), Fault> {
        self.keyboard.write_all(key)?;
        Ok(self.keyboard.flush()?)
    }

    fn resize(&self, to: PtySize) -> Result<(), Fault> {
        locked(&self.parser).set_size(to.rows.try_into()?, to.cols.try_into()?);
        Ok(self.pair.master.resize(to)?)
    }

    /// Moves the cursor from one field to another. Rows are numbered from the top here.
    fn walk(&mut self, from: (u8, u8), to: (u8, u8)) -> Result<(), Fault> {
        for (begin, end, back, forth) in [(from.0, to.0, LEFT, RIGHT), (from.1, to.1, UP, DOWN)] {
            for _ in 0..begin.abs_diff(end) {
                self.press(if end < begin { back } else { forth })?;
            }
        }
        Ok(())
    }

    /// Number of stones on a board of 15 by 15.
    fn stones(&self) -> usize {
        let text = self.text();
        let board = text.lines().take(15);
        let is_stone = |&mark: &char| matches!(mark, 'X' | 'O');
        let row = |row: &str| row.chars().take(BOARD_COLUMNS).filter(is_stone).count();
        board.map(row).sum()
    }

    /// Waits until the program has ended, successfully.
    fn ends(&mut self) -> Result<(), Fault> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                assert!(status.success(), "{status}");
                return Ok(());
            }
            if begin.elapsed() > PATIENCE {
                return Err("the program does not leave".into());
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Leaves the screen, be the game over or not.
fn leave(terminal: &mut Terminal) -> Result<(), Fault> {
    terminal.press(b"quit\r")?;
    // The second word is not read where the first one has ended the program.
    let _ = terminal.press(b"quit\r");
    Ok(())
}

/// Is the line discipline what it is for a shell, as far as `before` tells?
fn settings(master: &dyn MasterPty) -> Result<String, Fault> {
    let settings = master.get_termios().ok_or("the terminal has no settings")?;
    Ok(format!("{settings:?}"))
}

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
    leave(&mut terminal)?;
    terminal.ends()
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
fn stones_are_circles_where_the_locale_shows_them_in_one_column() -> Result<(), Fault> {
    for (locale, options, stone) in [
        ("ru_RU.UTF-8", &[][..], "[●]"),
        ("en_GB.utf8", &["--ascii"], "[X]"),
        ("ja_JP.UTF-8", &[], "[X]"),
        ("C", &[], "[X]"),
    ] {
        let pair = native_pty_system().openpty(USUAL)?;
        let arguments = [&["play", "--side", "both"], options].concat();
        let mut terminal = Terminal::start_command(pair, &arguments, locale)?;
        terminal.shows("? ")?;
        terminal.press(ENTER)?;
        terminal.shows(stone)?;
        leave(&mut terminal)?;
        terminal.ends()?;
    }
    Ok(())
}

#[test]
fn the_words_are_told_on_a_key_and_another_game_is_begun_by_one() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--side", "both"])?;
    terminal.shows("> Black: You")?;
    terminal.press(b"?\r")?;
    terminal.shows("resign, x")?;
    terminal.shows("Any key goes back to the board")?;
    terminal.press(b" ")?;
    terminal.shows("Your move: Black")?;
    terminal.press(b"h8\rlast\rnew reversi\r")?;
    terminal.shows("Type it once more to begin another one")?;
    terminal.press(b"new reversi\r")?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

#[test]
fn the_language_follows_the_environment() -> Result<(), Fault> {
    for (variables, option, is_chinese) in [
        (&[("LANG", "zh_CN.UTF-8")][..], None, true),
        (&[("LANG", "zh_CN.UTF-8")], Some("en"), false),
        (&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], None, false),
        (
            &[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW"), ("LANG", "de_DE")],
            None,
            true,
        ),
        (&[("LANG", "de_DE.UTF-8")], None, false),
        (&[], Some("zh"), true),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"));
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command
            .args(["play", "--plain"])
            .envs(variables.iter().copied());
        if let Some(language) = option {
            command.args(["--lang", language]);
        }
        let output = command.stdin(Stdio::null()).output()?;
        let text = String::from_utf8(output.stdout)?;
        assert_eq!(
            text.contains("再见"),
            is_chinese,
            "{variables:?} {option:?}"
        );
        // So does an error of the board, here one that is too small for the opening.
        let refused = command.args(["--size", "7", "--opening", "rif"]).output()?;
        assert_eq!(refused.status.code(), Some(2));
        let text = String::from_utf8(refused.stderr)?;
        assert_eq!(text.contains("棋盘"), is_chinese, "{text}");
    }
    Ok(())
}

#[test]
fn options_that_a_game_does_not_have_are_refused() -> Result<(), Fault> {
    for (options, part) in [
        (&["--game", "reversi", "--size", "10"][..], "--size"),
        (&["--game", "reversi", "--rule", "renju"], "--rule"),
        (&["--game", "oxhorn", "--opening", "free"], "--opening"),
        (&["--game", "chess"], "connect6"),
        (&["--rule", "chess"], "caro-exact"),
        (&["--opening", "rof"], "taraguchi-10"),
        (&["--level", "11"], "auto"),
        (&["--side", "green"], "both"),
        (&["--puzzles", "--rule", "caro"], "Freestyle, Renju"),
        (&["--puzzles", "--size", "9"], "--puzzles FILE"),
        (&["--puzzles", "nothing.tsv"], "nothing.tsv"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
            .args(["play", "--plain", "--lang", "en"])
            .args(options)
            .stdin(Stdio::null())
            .output()?;
        let text = String::from_utf8(output.stderr)?;
        assert_eq!(output.status.code(), Some(2), "{options:?}: {text}");
        assert!(text.contains(part), "{options:?}: {text}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
    Ok(())
}

#[test]
fn a_game_for_a_closed_pipe_ends_silently() -> Result<(), Fault> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args(["play", "--plain", "--side", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    // The program may have ended before it reads this.
    let _ = child
        .stdin
        .take()
        .map(|mut input| input.write_all(b"h8\nquit\n"));
    let output = child.wait_with_output()?;
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8(output.stderr)?, "");
    Ok(())
}

/// The games that start without a seed.
#[test]
fn two_starts_without_a_seed_are_two_games() -> Result<(), Fault> {
    let script = "h8\nquit\n";
    let answers = |options: &[&str]| -> Result<BTreeSet<String>, Fault> {
        (0..12).map(|_| plain(options, script)).collect()
    };
    assert!(answers(&["--level", "1"])?.len() > 1);
    assert_eq!(answers(&["--level", "1", "--seed", "5"])?.len(), 1);
    Ok(())
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
    terminal.shows("48 x ")?;
    terminal.resize(USUAL)?;
    terminal.shows("1. Black plays h8.")?;
    assert_eq!(terminal.stones(), 1);
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays i8.")
}

#[test]
fn control_c_gives_the_terminal_back() -> Result<(), Fault> {
    let pair = native_pty_system().openpty(USUAL)?;
    let before = settings(&*pair.master)?;
    let mut terminal = Terminal::start_on(pair, &["--side", "both"])?;
    terminal.shows("Your move: Black")?;
    assert!(terminal.screen(Screen::alternate_screen));
    assert_ne!(settings(&*terminal.pair.master)?, before);
    terminal.press(CONTROL_C)?;
    terminal.ends()?;
    terminal.until("the screen of before", |screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == MouseProtocolMode::None
    })?;
    assert_eq!(settings(&*terminal.pair.master)?, before);
    assert_eq!(terminal.text().trim(), "");
    Ok(())
}

#[test]
fn a_game_of_reversi_begins_with_four_discs() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "reversi", "--side", "both"])?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    terminal.shows("Your move: Black")?;
    // The cursor begins on e5, which is taken; f5 is legal.
    terminal.press(ENTER)?;
    terminal.shows("e5 is taken.")?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("1. Black plays f5.")?;
    terminal.shows("Discs: 4 black, 1 white.")?;
    // A pass where there are moves is refused.
    terminal.press(b"pass\r")?;
    terminal.shows("passing is not allowed")?;
    terminal.press(b"u\r")?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

/// Column and row of a name such as `f5`, both from zero.
fn field(name: &str) -> (u8, u8) {
    match name.as_bytes() {
        &[column, row] => (column - b'a', row - b'1'),
        _ => panic!("{name:?} names no square"),
    }
}

#[test]
fn a_game_of_reversi_by_keys() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "reversi", "--side", "both"])?;
    terminal.shows("Your move: Black")?;
    let mut cursor = field("e5");
    // The shortest game there is: White loses every disc.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    for (number, (name, colour)) in moves
        .iter()
        .zip(["Black", "White"].iter().cycle())
        .enumerate()
    {
        terminal.walk(cursor, field(name))?;
        cursor = field(name);
        terminal.press(ENTER)?;
        // The last move leaves its place to the result.
        if number + 1 < moves.len() {
            terminal.shows(&format!("{}. {colour} plays {name}.", number + 1))?;
        }
    }
    terminal.shows("Black wins: more discs.")?;
    terminal.shows("Discs: 13 black, 0 white.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

/// A game of two persons after Black's first stone, which the cursor is on.
fn connect6_after_the_first_stone() -> Result<Terminal, Fault> {
    let pair = native_pty_system().openpty(WIDE)?;
    let mut terminal = Terminal::start_on(pair, &["--game", "connect6", "--side", "both"])?;
    terminal.resize(WIDE)?;
    terminal.shows("Your move: Black")?;
    terminal.press(ENTER)?;
    terminal.shows("1. Black plays j10.")?;
    Ok(terminal)
}

#[test]
fn a_game_of_connect6_by_keys() -> Result<(), Fault> {
    let mut terminal = connect6_after_the_first_stone()?;
    // Black goes on along the row, White scatters stones two rows below it.
    let turns: [([(u8, u8); 2], &str); 6] = [
        ([(9, 11), (11, 11)], "2. White plays j8 l8."),
        ([(10, 9), (11, 9)], "3. Black plays k10 l10."),
        ([(13, 11), (15, 11)], "4. White plays n8 p8."),
        ([(12, 9), (13, 9)], "5. Black plays m10 n10."),
        ([(9, 13), (11, 13)], "6. White plays j6 l6."),
        ([(14, 9), (15, 9)], "Black wins: six in a row."),
    ];
    let mut cursor = (9, 9);
    for (stones, said) in turns {
        for stone in stones {
            terminal.walk(cursor, stone)?;
            cursor = stone;
            terminal.press(ENTER)?;
        }
        terminal.shows(said)?;
    }
    leave(&mut terminal)?;
    terminal.ends()
}

#[test]
fn a_turn_of_connect6_has_two_stones() -> Result<(), Fault> {
    let mut terminal = connect6_after_the_first_stone()?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("k10 is chosen")?;
    // Chosen again, it is given up.
    terminal.press(ENTER)?;
    terminal.shows("Your move: White")?;
    terminal.press(ENTER)?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays k10 l10.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

/// Moves the cursor to a point of the horn from anywhere: to the tip, down the left side, and over to the right.
fn walk_the_horn(terminal: &mut Terminal, point: u8) -> Result<(), Fault> {
    const ROWS: u8 = 6;
    let (row, is_right) = match point {
        0 | 1 => (point, false),
        _ => (point / 2 + 1, point % 2 == 1),
    };
    let up = (0..ROWS).map(|_| UP);
    let down = (0..row).map(|_| DOWN);
    let over = is_right.then_some(RIGHT);
    for key in up.chain(down).chain(over) {
        terminal.press(key)?;
    }
    Ok(())
}

#[test]
fn a_game_of_ox_horn_chess_by_keys() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "oxhorn", "--side", "both"])?;
    terminal.shows("Your move: Red")?;
    let steps = [(0, 2), (8, 7), (2, 4), (7, 5), (4, 6), (9, 7), (6, 8)];
    for (number, ((from, to), colour)) in
        steps.iter().zip(["Red", "Blue"].iter().cycle()).enumerate()
    {
        for &point in [from, to] {
            walk_the_horn(&mut terminal, point)?;
            terminal.press(ENTER)?;
        }
        if number + 1 < steps.len() {
            terminal.shows(&format!("{}. {colour} steps {from}-{to}.", number + 1))?;
        }
    }
    terminal.shows("Red wins: Red has got past both blue pieces.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

#[test]
fn a_game_of_ox_horn_chess_is_resigned() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "oxhorn", "--side", "both"])?;
    terminal.shows("Your move: Red")?;
    // Red walks down the left side; Blue steps aside.
    let walk: [(&[&[u8]], &str); 2] = [
        (&[UP, UP, UP, UP, ENTER, DOWN, ENTER], "1. Red steps 0-1."),
        (&[DOWN, DOWN, DOWN, DOWN, ENTER], "is chosen"),
    ];
    for (keys, said) in walk {
        for key in keys {
            terminal.press(key)?;
        }
        terminal.shows(said)?;
    }
    terminal.press(b"resign\r")?;
    terminal.shows("Type resign once more to give up.")?;
    terminal.press(b"x\r")?;
    terminal.shows("Red wins: resignation.")?;
    leave(&mut terminal)?;
    terminal.ends()
}

/// What the game by lines says to a script.
fn plain(options: &[&str], script: &str) -> Result<String, Fault> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args(["play", "--plain"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    child
        .stdin
        .take()
        .ok_or("there is no input")?
        .write_all(script.as_bytes())?;
    let output = child.wait_with_output()?;
    assert!(output.status.success(), "{}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn every_sibling_is_played_plain() -> Result<(), Fault> {
    for (options, script, expected) in [
        (
            &["--game", "reversi", "--side", "both"][..],
            "e6\nf6\nc4\ne7\ne8\nd8\ng6\nf8\na1\npass\nquit\n",
            &[
                "Black has no legal move and must pass.",
                "a1 would turn no disc over",
                "Black has no legal move and passes.",
            ][..],
        ),
        (
            &["--game", "connect6", "--side", "both"],
            "j10\nj9\nk11 l12\nresign\nquit\n",
            &[
                "This turn has 2 stones.",
                "2. White plays k11 l12.",
                "White wins: resignation.",
            ],
        ),
        (
            &["--game", "oxhorn", "--side", "both"],
            "0-2\n8-7\n2-4\n7-5\n4-6\n9-7\n6-8\nquit\n",
            &[
                "1. Red steps 0-2.",
                "Red wins: Red has got past both blue pieces.",
            ],
        ),
        (
            &["--game", "oxhorn", "--level", "10"],
            "hint\n0-2\nundo\nrules\nquit\n",
            &[
                "Hint: 0-",
                "2. Blue steps",
                "Red has won when its number is higher than those of both blue pieces.",
            ],
        ),
    ] {
        let text = plain(options, script)?;
        for part in expected {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
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
        let pair = native_pty_system().openpty(USUAL)?;
        let mut terminal = Terminal::start_command(pair, arguments, "C.UTF-8")?;
        terminal.shows("(Ctrl-C ends it)")?;
        terminal.shows(before)?;
        terminal.press(CONTROL_C)?;
        terminal.shows(after)?;
        let begin = Instant::now();
        while terminal.child.try_wait()?.is_none() {
            assert!(begin.elapsed() < PATIENCE, "{arguments:?} does not end");
            thread::sleep(PAUSE);
        }
    }
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn programs_play_by_lines() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let [ok, crash] = ["ok", "crash"].map(|manner| scripted.engine(manner));
    let text = plain(&["--engine", &crash], "h8\nh9\nagain\nquit\n")?;
    for part in [
        "2. White plays b15.",
        "crash has ended by itself",
        "The game is not lost. Type again to ask crash again",
        "4. White plays d15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // It ends by itself once in its folder.
    let other = Scripted::new()?;
    let crash = other.engine("crash");
    let text = plain(&["--engine", &crash], "h8\nh9\nPERSON\nc1\nquit\n")?;
    assert!(text.contains("4. White plays c1."), "{text}");
    // Two of them fill the row of a small board, and then there is no point left in it.
    let two = ok.replace("name=ok", "name=two");
    let options = [
        "--engine", &ok, "--engine", &two, "--side", "none", "--size", "9",
    ];
    let text = plain(&options, "quit\n")?;
    for part in [
        "9. Black plays i9.",
        "two wants to play j9, which is not legal.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert_eq!(scripted.running(), 0);
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_opens_by_swap2() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let ok = scripted.engine("ok");
    let swap2 = ["--engine", &ok, "--opening", "swap2"];
    // It lays three stones, the person two more, and it takes Black.
    let first = [&swap2[..], &["--side", "white"]].concat();
    let text = plain(&first, "two\na1\na2\na3\nquit\n")?;
    for part in [
        "3. Black plays j6.",
        "4. White plays a1.",
        "The colours stay.",
        "6. White plays a3.",
        "7. Black plays g15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // The person lays three, it lays two more, and the person takes White.
    let second = [&swap2[..], &["--side", "black"]].concat();
    let text = plain(&second, "h8\nh9\ni10\nswap\nc3\nquit\n")?;
    for part in [
        "Two more stones will be placed",
        "4. White plays f10.",
        "5. Black plays g6.",
        "The colours are exchanged.",
        "6. White plays c3.",
        "7. Black plays g15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    Ok(())
}

/// Sends a signal to the program and waits until it and the engine have ended.
#[cfg(target_os = "linux")]
fn interrupted(options: &[&str], lines: &str) -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine("silent").replace("0.2", "50");
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args([&["play", "--plain", "--engine", &engine], options].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    input.write_all(lines.as_bytes())?;
    let begin = Instant::now();
    let until = |is_so: &mut dyn FnMut() -> Result<bool, Fault>| {
        while !is_so()? {
            if begin.elapsed() > PATIENCE {
                return Err::<(), Fault>("never".into());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    };
    until(&mut || Ok(scripted.running() == 1))?;
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status()?;
    until(&mut || Ok(child.try_wait()?.is_some()))?;
    until(&mut || Ok(scripted.running() == 0))
}

#[test]
#[cfg(target_os = "linux")]
fn no_program_outlives_control_c() -> Result<(), Fault> {
    // While the person thinks, and while the program does.
    interrupted(&[], "h8\n")?;
    interrupted(&[], "h8\nh9\n")
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
    leave(&mut terminal)?;
    terminal.ends()?;
    assert_eq!(scripted.running(), 0);
    Ok(())
}
