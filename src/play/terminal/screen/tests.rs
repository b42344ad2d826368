//! The screen on a terminal in memory.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::game::Kind;
use crate::opening::Procedure;
pub(super) use crate::terminal::tests::both;
use crate::terminal::{Begins, Options, words::LONGEST_LINE};
use crate::text::Language;

use super::app::{After, App};

pub(super) fn with(options: &Options) -> App {
    App::new(options, None).expect("the options are sound")
}

fn app(begins: Begins) -> App {
    with(&Options {
        begins,
        size: 9,
        ..Options::default()
    })
}

pub(super) fn shown(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory suffices");
    terminal
        .draw(|frame| app.draw(frame))
        .expect("it can be drawn");
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(usize::from(width));
    let row =
        |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect();
    rows.map(row).collect::<Vec<String>>().join("\n")
}

fn press(app: &mut App, code: KeyCode) -> After {
    app.handle(&Input::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn type_line(app: &mut App, line: &str) -> After {
    for letter in line.chars() {
        assert_eq!(press(app, KeyCode::Char(letter)), After::Stay);
    }
    press(app, KeyCode::Enter)
}

fn click(app: &mut App, column: u16, row: u16) -> After {
    app.handle(&Input::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }))
}

#[test]
fn keys_and_mouse_play() {
    let mut app = app(Begins::Two);
    let empty = shown(&mut app, 60, 20);
    assert!(empty.contains(" 5  .  .  .  . [.] ."), "{empty}");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Left);
    let text = shown(&mut app, 60, 20);
    assert!(text.contains("[.](X)"), "{text}");
    assert!(text.contains("1. Black plays e5."), "{text}");
    // The second column of the top row.
    click(&mut app, 7, 0);
    assert!(shown(&mut app, 60, 20).contains("2. White plays b9."));
    type_line(&mut app, "n");
    assert!(shown(&mut app, 60, 20).contains(" 1 "));
    type_line(&mut app, "u");
    assert_eq!(app.session().steps().len(), 1);
    click(&mut app, 59, 19);
    assert_eq!(app.session().steps().len(), 1);
    assert_eq!(type_line(&mut app, "q"), After::Stay);
    assert!(shown(&mut app, 60, 20).contains("Type quit once more"));
    assert_eq!(type_line(&mut app, "quit"), After::Quit);
}

#[test]
fn every_size_of_the_terminal_is_drawn() {
    let mut app = app(Begins::Two);
    for width in [1, 5, 20, 29, 30, 31, 80, 200] {
        for height in [1, 5, 9, 10, 11, 24, 60] {
            shown(&mut app, width, height);
            click(&mut app, width - 1, height - 1);
        }
    }
}

#[test]
fn keys_with_control_act_at_once_and_the_cursor_stays_on_the_board() {
    let mut app = app(Begins::Two);
    for code in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right] {
        for _ in 0..30 {
            press(&mut app, code);
        }
    }
    assert_eq!((app.cursor.x, app.cursor.y), (8, 8));
    let what_follows = [After::Redraw, After::Suspend, After::Interrupt];
    for (letter, after) in "lzc".chars().zip(what_follows) {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert_eq!(app.handle(&Input::Key(key)), after);
    }
}

#[test]
fn kagetsu_answers_on_its_own_thread() {
    let mut app = app(Begins::Kagetsu);
    let begin = Instant::now();
    while !app.hear() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no answer");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(app.session().steps().len(), 1);
    assert!(app.person_acts());
}

#[test]
fn the_keys_are_those_of_the_game() {
    for (game, pass, numbers) in [
        (Kind::Gomoku, true, true),
        (Kind::Connect6, false, true),
        (Kind::Reversi, true, true),
        (Kind::Oxhorn, false, false),
    ] {
        let mut app = with(&Options { game, ..both() });
        assert!(shown(&mut app, 120, 40).contains("? names the words"));
        type_line(&mut app, "?");
        let text = shown(&mut app, 120, 40);
        assert_eq!(text.contains("\npass, p "), pass, "{game}: {text}");
        assert_eq!(text.contains("\nnumbers, n "), numbers, "{game}: {text}");
        assert!(text.contains("\nhint, h "), "{game}: {text}");
        press(&mut app, KeyCode::Esc);
        assert!(!shown(&mut app, 120, 40).contains("hint, h"));
        // A word that is not named does nothing.
        type_line(&mut app, "numbers");
        assert_eq!(app.look.numbers, numbers, "{game}");
    }
}

#[test]
fn a_running_game_is_ended_by_a_word_typed_twice() {
    let mut app = app(Begins::Two);
    press(&mut app, KeyCode::Enter);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.sgf");
    std::fs::write(&path, "(;GM[4]SZ[15];B[hh];W[ii])").expect("the disk has room");
    let load = format!("load {}", path.display());
    // What cannot be opened is told at once.
    type_line(&mut app, "load nothing.sgf");
    assert!(shown(&mut app, 120, 20).contains("no file or folder"));
    for (word, asked) in [
        ("resign", "once more to give up"),
        ("m", "once more to begin another"),
        ("quit", "once more to leave"),
        (&load, "once more to open"),
        ("new renju", "once more to begin another"),
    ] {
        assert_eq!(type_line(&mut app, word), After::Stay);
        let text = shown(&mut app, 120, 20);
        assert!(text.contains(asked), "{text}");
        // Another word in between takes it back.
        type_line(&mut app, "numbers");
        assert_eq!(type_line(&mut app, word), After::Stay);
        type_line(&mut app, "numbers");
        assert!(app.session().outcome().is_none());
        assert_eq!(app.session().steps().len(), 1);
    }
    type_line(&mut app, "rematch");
    type_line(&mut app, "m");
    assert_eq!(app.session().steps().len(), 0);
    // Nothing is lost without a step.
    assert_eq!(type_line(&mut self::app(Begins::Two), "q"), After::Quit);
    for is_over in [false, true, true] {
        type_line(&mut app, "x");
        assert_eq!(app.session().outcome().is_some(), is_over);
    }
    assert_eq!(shown(&mut app, 120, 20).matches("game is over").count(), 1);
    type_line(&mut app, "m");
    assert!(app.session().outcome().is_none());
}

#[test]
fn a_game_that_was_saved_is_left_at_the_first_word() {
    let mut app = app(Begins::Two);
    press(&mut app, KeyCode::Enter);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.sgf");
    type_line(&mut app, &format!("save {}", path.display()));
    // To give up is no way to leave it.
    type_line(&mut app, "resign");
    assert!(app.session().outcome().is_none());
    assert_eq!(type_line(&mut app, "quit"), After::Quit);
}

#[test]
fn nothing_else_is_played_than_what_was_typed() {
    let mut app = with(&both());
    // Columns whose letters are words as well.
    for (number, at) in ["j10", "h8", "H9", "u1", "q", "n1", "a1"]
        .into_iter()
        .enumerate()
    {
        type_line(&mut app, at);
        let shown = shown(&mut app, 80, 24);
        let played = match at {
            "u1" => "u1 is not on the board.".to_string(),
            "q" => "Type quit once more".to_string(),
            _ => format!("plays {}.", at.to_ascii_lowercase()),
        };
        assert!(shown.contains(&played), "{number}: {shown}");
    }
    assert_eq!(app.session().steps().len(), 5);
    // What is typed is shown, corrected and given up.
    for letter in ['k', '1', '2'] {
        press(&mut app, KeyCode::Char(letter));
    }
    assert!(shown(&mut app, 80, 24).contains("> k12"));
    press(&mut app, KeyCode::Backspace);
    assert!(shown(&mut app, 80, 24).contains("> k1 "));
    press(&mut app, KeyCode::Esc);
    assert!(!shown(&mut app, 80, 24).contains("> k"));
    type_line(&mut app, "k11x");
    assert!(shown(&mut app, 80, 24).contains("is not a command"));
    type_line(&mut app, "ｋ１１，l12");
    assert_eq!(app.session().steps().len(), 7);
    let alt_gr = KeyModifiers::CONTROL | KeyModifiers::ALT;
    app.handle(&Input::Key(KeyEvent::new(KeyCode::Char('@'), alt_gr)));
    assert_eq!(app.typed, "@");
}

#[test]
fn a_paste_is_one_line_that_waits_for_enter() {
    let mut app = app(Begins::Two);
    app.handle(&Input::Paste("a1\r\nb2\n\nc3\n".to_string()));
    assert_eq!(app.session().steps().len(), 0);
    assert_eq!(press(&mut app, KeyCode::Enter), After::Stay);
    assert_eq!(app.session().steps().len(), 3);
    app.handle(&Input::Paste("x".repeat(2 * LONGEST_LINE)));
    assert_eq!(app.typed.len(), LONGEST_LINE);
}

#[test]
fn nothing_is_cut_off_on_a_small_screen() {
    let small = |options: &Options| {
        let mut app = with(options);
        app.cursor.y = 0;
        app
    };
    let mut swap2 = small(&Options {
        opening: Procedure::Swap2,
        ..both()
    });
    for at in ["h8", "h9", "i8"] {
        type_line(&mut swap2, at);
    }
    let text = shown(&mut swap2, 60, 20);
    for part in [
        "1 keep: Keep",
        "2 swap: Exchange",
        "3 two: Place two more stones",
        "? ",
        "The board goes on",
        "> ",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    type_line(&mut swap2, "3");
    assert!(shown(&mut swap2, 60, 20).contains("Two more stones will be placed"));
    for game in Kind::ALL {
        let mut app = small(&Options { game, ..both() });
        for (width, height) in [(60, 20), (40, 15), (80, 24)] {
            let text = shown(&mut app, width, height);
            assert!(
                text.contains("Your move") || text.contains("Your turn"),
                "{game}: {text}"
            );
            assert!(text.contains("> "), "{game}: {text}");
            // The cursor is on the part that is shown, wherever it goes.
            for code in [KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Left] {
                for _ in 0..25 {
                    press(&mut app, code);
                    let text = shown(&mut app, width, height);
                    assert!(text.contains('['), "{game}: {text}");
                }
            }
        }
    }
    let chinese = Options {
        language: Language::Zh,
        ..both()
    };
    assert!(
        shown(&mut small(&chinese), 60, 20)
            .replace(' ', "")
            .contains("列出命令")
    );
}

#[test]
fn the_moves_stay_when_the_screen_is_left() {
    let mut app = app(Begins::Two);
    assert_eq!(app.farewell(), None);
    for at in ["e5", "d4"] {
        type_line(&mut app, at);
    }
    let unfinished = "The game is not over. To go on with it, type in another game:\n\
                      load freestyle 9 e5 d4\n";
    assert_eq!(app.farewell().as_deref(), Some(unfinished));
    for _ in 0..2 {
        type_line(&mut app, "resign");
    }
    let over = "freestyle 9 e5 d4\nWhite wins: resignation.\n";
    assert_eq!(app.farewell().as_deref(), Some(over));
}

#[test]
fn players_moves_and_messages_stand_beside_the_board() {
    let mut app = with(&both());
    for at in ["h8", "i9", "h7", "h9", "h9"] {
        type_line(&mut app, at);
    }
    let text = shown(&mut app, 80, 24);
    for part in [
        "h9 is taken.",
        "4. White plays h9.",
        "> Black: You",
        "White: You",
        "1. h8",
        "4. h9",
        "3. Black plays h7.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // Many moves: the last ones are shown, and the keys that turn pages show the first ones.
    for column in 'a'..='o' {
        for row in [1, 2, 14, 15] {
            type_line(&mut app, &format!("{column}{row}"));
            if app.session().outcome().is_some() {
                type_line(&mut app, "u");
                break;
            }
        }
    }
    let last = app.session().steps().len();
    let text = shown(&mut app, 80, 24);
    assert!(
        text.contains(&format!("{last}. ")) && !text.contains(" 1. h8"),
        "{text}"
    );
    for _ in 0..100 {
        press(&mut app, KeyCode::PageUp);
    }
    assert!(shown(&mut app, 80, 24).contains(" 1. h8"));
    press(&mut app, KeyCode::PageDown);
    // Where there is no room, the board has the whole width.
    assert!(!shown(&mut app, 60, 24).contains("White: You"));
}

#[test]
fn kagetsu_is_named_with_its_level() {
    let mut app = app(Begins::Person);
    assert!(shown(&mut app, 80, 24).contains("White: Kagetsu 4, casual player"));
}

#[test]
fn stones_are_circles_where_they_are_one_column_wide() {
    let mut app = with(&Options {
        circles: true,
        ..both()
    });
    type_line(&mut app, "h8");
    type_line(&mut app, "i9");
    let text = shown(&mut app, 60, 24);
    assert!(
        text.contains("[○]") && text.contains(" ● ") && text.contains('·'),
        "{text}"
    );
}

#[test]
fn another_game_is_begun_by_a_word_with_its_choices() {
    let mut app = app(Begins::Two);
    type_line(&mut app, "new reversi");
    assert!(shown(&mut app, 80, 24).contains("Discs: 2 black, 2 white."));
    type_line(&mut app, "new renju 19 white level 2");
    let text = shown(&mut app, 100, 30);
    assert!(
        text.contains("White: You") && text.contains("Black: Kagetsu 2"),
        "{text}"
    );
    assert!(text.contains("19  ."), "{text}");
    // A number is a size, also one that rules have in the protocol.
    for (words, size) in [
        ("new freestyle 9", 9),
        ("new 8", 8),
        ("new 9x9", 9),
        ("new renju 15x15", 15),
    ] {
        type_line(&mut app, words);
        let setup = app
            .session()
            .setup()
            .gomoku()
            .map(|setup| (setup.width, setup.height));
        assert_eq!(setup, Some((size, size)), "{words}");
    }
    for (words, said) in [
        ("new level", "\"level\" is no game"),
        ("new level 11", "\"level 11\" is no game"),
        ("new 99", "A board has 5 to 22 points a side, not 99."),
        ("new 300", "A board has 5 to 22 points a side, not 300."),
        ("new 9x12", "such as 9 or 9x9, not 9x12."),
        ("new 9x", "\"9x\" is no game"),
        ("new rif 7", "points a side, not 7."),
        ("new 9 9 9", "\"9\" after \"9\" is one word too many"),
        ("new 9 15", "\"15\" after \"9\" is one word too many"),
        ("new renju caro", "\"caro\" after \"renju\""),
        ("new level 3 level 5", "\"5\" after \"3\""),
        ("new black white", "\"white\" after \"black\""),
        ("new reversi connect6", "\"connect6\" after \"reversi\""),
        ("new -9", "\"-9\" is no game"),
        ("new 0", "A board has 5 to 22 points a side, not 0."),
    ] {
        type_line(&mut app, words);
        let text = shown(&mut app, 100, 30);
        assert!(text.contains(said), "{said}: {text}");
    }
    // In a running game what cannot begin is told at once, and the game stays.
    type_line(&mut app, "new 9 both");
    type_line(&mut app, "a1");
    type_line(&mut app, "new 99");
    assert!(shown(&mut app, 100, 30).contains("not 99."));
    assert_eq!(app.session().steps().len(), 1);
}

#[test]
fn texts_that_take_the_screen_are_read_to_their_end_and_closed() {
    let mut app = app(Begins::Two);
    type_line(&mut app, "rules");
    let text = shown(&mut app, 60, 12);
    assert!(
        text.contains("Each side lays one stone") && text.contains("Esc or q goes back"),
        "{text}"
    );
    let mut pages = vec![text];
    loop {
        press(&mut app, KeyCode::PageDown);
        let page = shown(&mut app, 60, 12);
        if pages.last() == Some(&page) {
            break;
        }
        pages.push(page);
    }
    assert!(pages.len() > 2, "{pages:?}");
    // Of a line that is typed blindly nothing is played, and the letter that closes a text does not stay.
    type_line(&mut app, "d4 e5");
    type_line(&mut app, "e5");
    type_line(&mut app, "rules");
    click(&mut app, 4, 0);
    assert_eq!(app.session().steps().len(), 1);
    type_line(&mut app, "stones");
    let text = shown(&mut app, 60, 20);
    assert!(
        text.contains("Black, 1: e5") && text.contains("White, 0: –"),
        "{text}"
    );
    press(&mut app, KeyCode::Char('q'));
    type_line(&mut app, "last");
    assert!(shown(&mut app, 60, 20).contains("1. Black plays e5."));
}
