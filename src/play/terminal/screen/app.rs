//! What the screen knows and how it reacts to keys, mouse and answers.

use std::sync::Arc;

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::game::{Cell, Refusal, Spot};
use crate::player::OutsidePrograms;
use crate::registry::RunningProgram;
use crate::session::{Mover, Session, Ticket};
use crate::table::{Command, Table, Who};
use crate::terminal::confirm::Confirmation;
use crate::terminal::error::PlayError;
use crate::terminal::options::Options;
use crate::terminal::start::{start, texts_of};
use crate::terminal::vocabulary::Typed;
use crate::terminal::words::{LONGEST_LINE, farewell, read};
use crate::text::{Catalogue, Language, Message};

use super::pager::{Pager, Reading};
use super::worker::{Done, Worker};

/// Columns of the screen for one point.
pub(super) const CELL_WIDTH: u16 = 3;

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The game goes on.
    Stay,
    /// It goes on, on a screen that is drawn anew.
    Redraw,
    /// It goes on when the shell brings it back.
    Suspend,
    /// The player leaves.
    Quit,
    /// The player leaves as by a signal.
    Interrupt,
}

/// The spot nearest to the middle of the board, where the cursor begins.
pub(super) fn middle(session: &Session) -> Spot {
    let picture = session.game().picture();
    let (x, y) = (picture.width / 2, picture.height / 2);
    let columns = (0..picture.width).map(|column| Spot::new(column, y));
    columns
        .filter(|&spot| picture.cell(spot) != Cell::Missing)
        .min_by_key(|spot| spot.x.abs_diff(x))
        .unwrap_or(Spot::new(x, y))
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Numbers on the stones?
    pub(super) numbers: bool,
    /// Circles for stones?
    pub(super) circles: bool,
    /// Colours?
    pub(super) coloured: bool,
}

/// The state of the screen.
#[derive(Debug)]
pub(super) struct App {
    pub(super) table: Table,
    pub(super) texts: Catalogue,
    pub(super) cursor: Spot,
    /// Clicks of a move that needs more of them.
    pub(super) chosen: Vec<Spot>,
    /// The state in which they were made.
    chosen_in: Ticket,
    /// What is said below the board.
    pub(super) message: Message,
    /// The line that is being typed.
    pub(super) typed: String,
    /// A text that takes the whole screen.
    pub(super) pager: Option<Pager>,
    /// How many rows the list of moves is scrolled back.
    pub(super) scrolled: usize,
    pub(super) look: Look,
    /// Is the window too small for what the game asks? Nothing typed is obeyed there but `quit`.
    pub(super) is_too_small: bool,
    /// The cells of the screen on which the points of the board were drawn.
    pub(super) board: Rect,
    /// The first column and row that are shown.
    pub(super) first: (u8, u8),
    pub(super) language: Language,
    worker: Worker,
    /// Does the worker do something?
    is_busy: bool,
    /// The programs that run.
    running: Vec<RunningProgram>,
    pub(super) confirmation: Confirmation,
}

impl App {
    pub(super) fn new(
        options: &Options,
        programs: Option<Arc<dyn OutsidePrograms>>,
    ) -> Result<Self, PlayError> {
        let (table, opponents) = start(options, programs)?;
        let mut app = Self {
            cursor: middle(table.session()),
            texts: texts_of(&table, options.language)?,
            chosen: Vec::new(),
            chosen_in: table.session().ticket(),
            table,
            message: Message::new(""),
            typed: String::new(),
            pager: None,
            scrolled: 0,
            look: Look {
                numbers: false,
                circles: options.circles,
                // The custom of https://no-color.org.
                coloured: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            },
            is_too_small: false,
            board: Rect::default(),
            first: (0, 0),
            language: options.language,
            worker: Worker::start(opponents)?,
            is_busy: false,
            running: Vec::new(),
            confirmation: Confirmation::new(true),
        };
        app.go_on(0);
        Ok(app)
    }

    /// The game with its seats.
    pub(super) const fn session(&self) -> &Session {
        self.table.session()
    }

    /// Who moves by itself now.
    pub(super) fn mover(&self) -> Option<Mover> {
        let seat = self.session().to_act()?;
        self.session().mover(seat)
    }

    /// Gives a command at the table. The message says why it was refused.
    pub(super) fn order(&mut self, command: Command) {
        let told = self.table.log().told();
        match self.table.obey(Who::Owner, command.into()) {
            Ok(()) => self.go_on(told),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.message = refusal.message();
    }

    /// Shows the last message of the table after the first `told` ones, if there is one, and gives the worker the next task.
    pub(super) fn go_on(&mut self, told: usize) {
        if let Some(message) = self.table.log().after(told).last() {
            self.message = message.clone();
            self.scrolled = 0;
        }
        let state = self.session().ticket();
        if std::mem::replace(&mut self.chosen_in, state) != state {
            self.chosen.clear();
        }
        if !self.is_busy
            && let Some(task) = self.table.task(&self.running)
        {
            self.is_busy = true;
            self.worker.ask(task);
        }
    }

    /// Takes what the worker has found, if anything; says whether the screen has changed.
    pub(super) fn hear(&mut self) -> bool {
        let Some(Done { found, running }) = self.worker.done() else {
            return false;
        };
        self.is_busy = false;
        self.running = running;
        let told = self.table.log().told();
        if let Some(found) = found {
            self.table.take(found);
        }
        let is_hint = |message: &Message| message.key == "event-hint";
        let is_told = self.table.log().after(told).iter().any(is_hint);
        if let Some(spots) = self.table.hint().filter(|_| is_told) {
            self.cursor = spots.as_slice()[0];
        }
        self.go_on(told);
        true
    }

    /// Is a person to act?
    pub(super) fn person_acts(&self) -> bool {
        let session = self.session();
        session.to_act().is_some_and(|seat| session.is_person(seat))
    }

    /// Says that the game is over, or that it is not the person's turn.
    pub(super) fn refuse_turn(&mut self) {
        let refusal = match self.session().outcome() {
            Some(_) => Refusal::GameOver,
            None => Refusal::NotYourTurn,
        };
        self.refuse(&refusal);
    }

    fn play_at(&mut self, at: Spot) {
        self.cursor = at;
        if !self.person_acts() {
            return self.refuse_turn();
        }
        // A chosen spot is given up by choosing it again.
        if let Some(place) = self.chosen.iter().position(|&spot| spot == at) {
            self.chosen.truncate(place);
            return;
        }
        let game = self.session().game();
        let clicks: Vec<Spot> = self.chosen.iter().copied().chain([at]).collect();
        match game.move_from_clicks(&clicks) {
            Ok(None) => self.chosen = clicks,
            Ok(Some(_)) => self.order(Command::Click { spots: clicks }),
            // A click that begins anew, such as on another piece.
            Err(refusal) => match game.move_from_clicks(&[at]) {
                Ok(None) if !self.chosen.is_empty() => self.chosen = vec![at],
                _ => self.refuse(&refusal),
            },
        }
    }

    fn step_cursor(&mut self, way: (i8, i8)) {
        self.cursor = self.session().game().picture().neighbour(self.cursor, way);
    }

    /// The spot at a cell of the screen, if the board has one there.
    fn spot_at(&self, column: u16, row: u16) -> Option<Spot> {
        if !self.board.contains((column, row).into()) {
            return None;
        }
        let (x, y) = ((column - self.board.x) / CELL_WIDTH, row - self.board.y);
        let spot = Spot::new(self.first.0 + x as u8, self.first.1 + y as u8);
        let is_there = self.session().game().picture().cell(spot) != Cell::Missing;
        is_there.then_some(spot)
    }

    /// A click plays, or closes a text.
    fn click(&mut self, column: u16, row: u16) {
        if self.pager.take().is_some() {
            return;
        }
        if let Some(at) = self.spot_at(column, row) {
            self.play_at(at);
        }
    }

    /// The wheel is a key of the pager, or else of the list of moves.
    fn scroll(&mut self, of_pager: KeyCode, of_moves: KeyCode) {
        let code = if self.pager.is_some() {
            of_pager
        } else {
            of_moves
        };
        self.press(code.into());
    }

    /// Puts a letter behind what is typed, unless that is too long already.
    fn push(&mut self, letter: char) {
        if self.typed.len() < LONGEST_LINE {
            self.typed.push(letter);
        }
    }

    /// Puts a text behind what is typed, as one line. Nothing of it is done before Enter.
    fn paste(&mut self, text: &str) {
        self.pager = None;
        for letter in text.trim_end().chars() {
            self.push(if letter.is_control() { ' ' } else { letter });
        }
    }

    /// Reacts to a key, the mouse, a paste or a resize.
    pub(super) fn handle(&mut self, input: &Input) -> After {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => return self.press(*key),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
                MouseEventKind::ScrollUp => self.scroll(KeyCode::Up, KeyCode::PageUp),
                MouseEventKind::ScrollDown => self.scroll(KeyCode::Down, KeyCode::PageDown),
                _ => {}
            },
            Input::Paste(text) => self.paste(text),
            _ => {}
        }
        After::Stay
    }

    /// Letters and digits collect in a line, and Enter does what the line says. So nothing else is played than what was
    /// typed, whatever letters the columns have.
    fn press(&mut self, key: KeyEvent) -> After {
        // Windows tells AltGr, which makes letters, as both keys.
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL)
            && !key.modifiers.contains(KeyModifiers::ALT);
        let code = match key.code {
            KeyCode::Char('c') if is_control => return After::Interrupt,
            KeyCode::Char('l') if is_control => return After::Redraw,
            KeyCode::Char('z') if is_control => return After::Suspend,
            // Some terminals send these for Backspace and Enter.
            KeyCode::Char('h') if is_control => KeyCode::Backspace,
            KeyCode::Char('j') if is_control => KeyCode::Enter,
            code => code,
        };
        if let Some(pager) = &mut self.pager {
            if pager.press(code) == Reading::Ends {
                self.pager = None;
            }
            return After::Stay;
        }
        match code {
            KeyCode::PageUp => self.scrolled += 1,
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::Left => self.step_cursor((-1, 0)),
            KeyCode::Right => self.step_cursor((1, 0)),
            KeyCode::Up => self.step_cursor((0, -1)),
            KeyCode::Down => self.step_cursor((0, 1)),
            KeyCode::Esc if self.typed.is_empty() => self.chosen.clear(),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::F(1) => self.show_help(),
            KeyCode::Enter if self.is_too_small => {
                let line = std::mem::take(&mut self.typed);
                // There is no room to ask, and the game stays as a line on the terminal.
                if read(line.trim()) == Typed::Quit {
                    return After::Quit;
                }
            }
            KeyCode::Enter if !self.typed.trim().is_empty() => {
                let line = std::mem::take(&mut self.typed);
                return self.obey(line.trim());
            }
            KeyCode::Enter => {
                self.typed.clear();
                self.play_at(self.cursor);
            }
            KeyCode::Char(' ') if self.typed.is_empty() && !self.is_too_small => {
                self.play_at(self.cursor);
            }
            KeyCode::Char(letter) if !is_control => self.push(letter),
            _ => {}
        }
        After::Stay
    }

    /// What stays on the terminal after the screen.
    pub(super) fn farewell(&self) -> Option<String> {
        farewell(self.session(), &self.texts)
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.table.close();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::crossterm::event::MouseEvent;

    use super::super::tests::{both, shown, with};
    use super::*;
    use crate::game::Kind;

    fn app(game: Kind) -> App {
        with(&Options { game, ..both() })
    }

    fn point(app: &mut App, kind: MouseEventKind, column: u16) {
        let mouse = MouseEvent {
            kind,
            column,
            row: 0,
            modifiers: KeyModifiers::NONE,
        };
        app.handle(&Input::Mouse(mouse));
    }

    #[test]
    fn a_small_window_asks_or_obeys_nothing_but_quit() {
        let enter = |app: &mut App, line: &str| {
            app.typed = line.to_string();
            app.handle(&Input::Key(KeyCode::Enter.into()))
        };
        let mut app = app(Kind::Gomoku);
        // The size that is needed is the same whatever is asked.
        for line in ["h8", "quit", "new 9", "numbers", "i9"] {
            assert!(shown(&mut app, 20, 6).contains("20 x 7"), "{line}");
            assert_eq!(enter(&mut app, "j10"), After::Stay);
            app.handle(&Input::Key(KeyCode::Char(' ').into()));
            let before = app.session().steps().len();
            shown(&mut app, 20, 7);
            assert_eq!(enter(&mut app, line), After::Stay);
            let text = shown(&mut app, 20, 7);
            let is_asked = ["quit", "new 9"].contains(&line);
            assert_eq!(text.contains("once"), is_asked, "{text}");
            assert_eq!(text.contains("Your move"), !is_asked, "{text}");
            let played = app.session().steps().len() - before;
            let is_move = ["h8", "i9"].contains(&line);
            assert_eq!(played, usize::from(is_move), "{line}");
        }
        assert_eq!(app.session().steps().len(), 2);
        shown(&mut app, 20, 6);
        assert_eq!(enter(&mut app, "quit"), After::Quit);
    }

    #[test]
    fn every_hint_takes_the_cursor_to_its_move() {
        let (mut app, corner) = (app(Kind::Gomoku), Spot::new(0, 0));
        for _ in 0..2 {
            app.cursor = corner;
            app.obey("hint");
            let mut pauses = 0..10_000;
            while !app.hear() && pauses.next().is_some() {
                std::thread::sleep(Duration::from_millis(5));
            }
            assert_ne!(app.cursor, corner);
        }
    }

    #[test]
    fn a_chosen_stone_stays_until_the_game_changes() {
        let mut app = app(Kind::Connect6);
        app.play_at(app.cursor);
        app.play_at(Spot::new(0, 0));
        app.obey("draw");
        let shown = (app.message.key.as_str(), app.chosen.len());
        assert_eq!(shown, ("event-draw-offered", 1));
        app.obey("undo");
        assert!(app.chosen.is_empty());
    }

    #[test]
    fn control_h_and_control_j_are_backspace_and_enter() {
        let mut app = app(Kind::Gomoku);
        app.typed = "h89".to_string();
        for letter in ['h', 'j'] {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
            app.handle(&Input::Key(key));
        }
        assert_eq!(app.session().steps().len(), 1);
    }

    #[test]
    fn after_the_end_the_keys_are_told_that_it_is_over() {
        let mut app = app(Kind::Gomoku);
        app.order(Command::Resign);
        app.handle(&Input::Key(KeyCode::Enter.into()));
        assert_eq!(app.message, Refusal::GameOver.message());
        // Words of the line interface mean nothing here.
        app.obey("board off");
        assert_ne!(app.message, Refusal::GameOver.message());
        app.obey("hint");
        assert_eq!(app.message, Refusal::GameOver.message());
    }

    #[test]
    fn a_click_beside_the_spots_of_a_board_is_none() {
        let mut app = app(Kind::Oxhorn);
        let (picture, before) = (app.session().game().picture(), app.cursor);
        let width = u16::from(picture.width);
        app.board = Rect::new(0, 0, width * CELL_WIDTH, 1);
        let is_missing = |x: &u8| picture.cell(Spot::new(*x, 0)) == Cell::Missing;
        let missing = (0..picture.width).find(is_missing).expect("it is no grid");
        let left = MouseEventKind::Down(MouseButton::Left);
        point(&mut app, left, u16::from(missing) * CELL_WIDTH);
        assert_eq!(app.cursor, before);
    }

    #[test]
    fn the_wheel_moves_a_text_or_the_list_of_moves() {
        let mut app = app(Kind::Gomoku);
        point(&mut app, MouseEventKind::ScrollUp, 0);
        assert_eq!(app.scrolled, 1);
        point(&mut app, MouseEventKind::ScrollDown, 0);
        assert_eq!(app.scrolled, 0);
        app.handle(&Input::Key(KeyCode::F(1).into()));
        let begin = app.pager.clone();
        point(&mut app, MouseEventKind::ScrollDown, 0);
        assert_ne!(app.pager, begin);
        point(&mut app, MouseEventKind::ScrollUp, 0);
        assert_eq!(app.pager, begin);
    }
}
