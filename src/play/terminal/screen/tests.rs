//! The screen on a terminal in memory.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::registry::Kind;
use crate::terminal::{Begins, Options};

use super::app::{After, App};

fn app(begins: Begins) -> App {
    let options = Options {
        begins,
        side: 9,
        ..Options::default()
    };
    App::new(&options, None).expect("the options are sound")
}

fn shown(app: &mut App, width: u16, height: u16) -> String {
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
    let mut app = app(Begins::Both);
    let empty = shown(&mut app, 60, 20);
    assert!(empty.contains(" 5  ·  ·  ·  · [·] ·"), "{empty}");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Left);
    let text = shown(&mut app, 60, 20);
    assert!(text.contains("[·](X)"), "{text}");
    assert!(text.contains("1. Black plays e5."), "{text}");
    // The second column of the top row.
    click(&mut app, 7, 0);
    assert!(shown(&mut app, 60, 20).contains("2. White plays b9."));
    press(&mut app, KeyCode::Char('n'));
    assert!(shown(&mut app, 60, 20).contains(" 1 "));
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.session.taken().len(), 1);
    click(&mut app, 59, 19);
    assert_eq!(app.session.taken().len(), 1);
    assert_eq!(press(&mut app, KeyCode::Char('q')), After::Quit);
}

#[test]
fn every_size_of_the_terminal_is_drawn() {
    let mut app = app(Begins::Both);
    for width in [1, 5, 20, 29, 30, 31, 80, 200] {
        for height in [1, 5, 9, 10, 11, 24, 60] {
            shown(&mut app, width, height);
            click(&mut app, width - 1, height - 1);
        }
    }
}

#[test]
fn control_c_quits_and_the_cursor_stays_on_the_board() {
    let mut app = app(Begins::Both);
    for code in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right] {
        for _ in 0..30 {
            press(&mut app, code);
        }
    }
    assert_eq!((app.cursor.x, app.cursor.y), (8, 8));
    let quit = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(app.handle(&Input::Key(quit)), After::Quit);
}

#[test]
fn kagetsu_answers_on_its_own_thread() {
    let mut app = app(Begins::Kagetsu);
    let answered = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        app.hear()
    });
    assert!(answered);
    assert_eq!(app.session.taken().len(), 1);
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
        let options = Options {
            game,
            begins: Begins::Both,
            ..Options::default()
        };
        let mut app = App::new(&options, None).expect("the options are sound");
        let text = shown(&mut app, 120, 40);
        assert_eq!(text.contains("p pass"), pass, "{game}: {text}");
        assert_eq!(text.contains("n numbers"), numbers, "{game}: {text}");
        assert!(text.contains("h hint"), "{game}: {text}");
        // A key that is not named does nothing.
        press(&mut app, KeyCode::Char('n'));
        assert_eq!(app.numbers, numbers, "{game}");
    }
}

#[test]
fn a_running_game_is_given_up_by_two_presses() {
    let mut app = app(Begins::Both);
    press(&mut app, KeyCode::Enter);
    let text = shown(&mut app, 120, 20);
    assert!(text.contains("x resign, m rematch"), "{text}");
    for (key, asked) in [('x', "once more to resign"), ('m', "once more to begin")] {
        press(&mut app, KeyCode::Char(key));
        let text = shown(&mut app, 120, 20);
        assert!(text.contains(asked), "{text}");
        // Another key in between takes it back.
        press(&mut app, KeyCode::Up);
        press(&mut app, KeyCode::Char(key));
        assert!(app.session.outcome().is_none());
        assert_eq!(app.session.taken().len(), 1);
    }
    press(&mut app, KeyCode::Char('m'));
    assert_eq!(app.session.taken().len(), 0);
    press(&mut app, KeyCode::Char('x'));
    press(&mut app, KeyCode::Char('x'));
    assert!(app.session.outcome().is_some());
    assert!(!shown(&mut app, 120, 20).contains("x resign"));
    press(&mut app, KeyCode::Char('m'));
    assert!(app.session.outcome().is_none());
}
