//! The full-screen game: cursor keys, mouse, pastes, resizing, colours where the terminal has them. Kagetsu thinks on another
//! thread and keys are read on a third one, so that the screen never waits. The terminal is restored at the end, after an
//! error, after a panic, and when the stop signal ends the game.

mod app;
mod draw;
mod pager;
mod side;
#[cfg(test)]
mod tests;
mod typed;
mod worker;
mod wrap;

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use kagetsu_kernel::StopSignal;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event as Input,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::disable_raw_mode;

use crate::player::OutsidePrograms;

use super::error::PlayError;
use super::options::Options;
use app::{After, App};

/// How long the screen waits for a key before it looks for Kagetsu's answer.
const PAUSE: Duration = Duration::from_millis(100);

/// Gives the terminal back, however the game ends.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back to the shell.
fn restore() {
    // There is nobody left to tell when the terminal is gone.
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableBracketedPaste,
        Show
    );
    let _ = ratatui::try_restore();
}

/// Lets the terminal read lines again without writing to it, which might wait for ever.
pub fn leave_raw_mode() {
    // There is nobody left to tell when the terminal is gone.
    let _ = disable_raw_mode();
}

/// Asks the terminal for clicks and pastes. Without marks a paste is a flood of keys, and its empty lines play where the cursor
/// is. Consoles of Windows have no such marks.
fn ask_for_events() -> io::Result<()> {
    execute!(io::stdout(), EnableMouseCapture)?;
    if cfg!(unix) {
        execute!(io::stdout(), EnableBracketedPaste)?;
    }
    #[cfg(unix)]
    signal_at_control_c()?;
    Ok(())
}

/// Lets Ctrl-C be a signal of the system: as a key it would be lost in a paste whose end mark is missing. Ctrl-Z stays a key,
/// because the terminal is given back before the program stops.
#[cfg(unix)]
fn signal_at_control_c() -> io::Result<()> {
    use nix::sys::termios::{
        _POSIX_VDISABLE, LocalFlags, SetArg, SpecialCharacterIndices, tcgetattr, tcsetattr,
    };

    let input = io::stdin();
    let mut settings = tcgetattr(&input)?;
    settings.local_flags.insert(LocalFlags::ISIG);
    for key in [
        SpecialCharacterIndices::VSUSP,
        SpecialCharacterIndices::VQUIT,
    ] {
        settings.control_chars[key as usize] = _POSIX_VDISABLE;
    }
    tcsetattr(&input, SetArg::TCSANOW, &settings)?;
    Ok(())
}

/// Reads keys, clicks and pastes on a thread of its own: of a paste that has begun, the reader waits for the end without a
/// limit. The thread ends with the first key after the game.
fn read_inputs() -> io::Result<Receiver<io::Result<Input>>> {
    let (sender, inputs) = channel();
    let work = move || while sender.send(event::read()).is_ok() {};
    thread::Builder::new().spawn(work)?;
    Ok(inputs)
}

/// Plays on the whole terminal until the player quits or the stop signal is raised. On Windows Ctrl-C raises it; elsewhere
/// Ctrl-C is SIGINT, and the caller needs a handler that raises it. The programs, if any, take the places of Kagetsu in their
/// order. Afterwards `output` gets the moves and the result, or the line that goes on with the game.
///
/// # Errors
/// [`PlayError`]
pub fn run(
    options: &Options,
    programs: Option<Arc<dyn OutsidePrograms>>,
    stop: &StopSignal,
    output: &mut dyn Write,
) -> Result<(), PlayError> {
    let mut app = App::new(options, programs)?;
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        before(panic);
    }));
    let played = on_screen(&mut app, stop);
    if let Some(farewell) = app.farewell() {
        output.write_all(farewell.as_bytes())?;
        output.flush()?;
    }
    played
}

fn on_screen(app: &mut App, stop: &StopSignal) -> Result<(), PlayError> {
    // Its drop would report what fails to a standard error that may be gone, and panic.
    let mut terminal = ManuallyDrop::new(ratatui::try_init()?);
    let _restore = Restore;
    ask_for_events()?;
    play(&mut terminal, app, stop)
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, stop: &StopSignal) -> Result<(), PlayError> {
    let inputs = read_inputs()?;
    let mut stale = true;
    let mut has_input = false;
    while !stop.is_raised() {
        stale |= app.hear();
        if std::mem::take(&mut stale) {
            terminal.draw(|frame| app.draw(frame))?;
        }
        match inputs.recv_timeout(PAUSE) {
            Ok(input) => {
                (stale, has_input) = (true, true);
                match app.handle(&input?) {
                    After::Stay => {}
                    After::Redraw => redraw(terminal)?,
                    After::Suspend => suspend(terminal)?,
                    After::Quit => break,
                    After::Interrupt => stop.raise(),
                }
            }
            Err(RecvTimeoutError::Timeout) => check_terminal(std::mem::take(&mut has_input))?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        }
    }
    Ok(())
}

/// Fails if the terminal is gone: the reader of events does not notice that. After an input it also wakes that reader, which
/// takes 1,024 bytes of a flood of keys and looks for more only when the system reports input again. Linux does so when
/// settings of the terminal are set.
fn check_terminal(after_input: bool) -> io::Result<()> {
    #[cfg(unix)]
    {
        use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};

        let input = io::stdin();
        let same = tcgetattr(&input)?;
        if after_input {
            tcsetattr(&input, SetArg::TCSANOW, &same)?;
        }
    }
    #[cfg(not(unix))]
    let _ = after_input;
    Ok(())
}

/// Clears the screen, so that all of it is drawn next.
fn redraw(terminal: &mut DefaultTerminal) -> io::Result<()> {
    let area = terminal.get_frame().area();
    // `Terminal::clear` asks where the cursor is, which not every terminal answers.
    terminal.resize(area)
}

/// Gives the terminal to the shell until that brings the game back, where the system knows such a thing.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, raise};
        use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};

        terminal.show_cursor()?;
        restore();
        raise(Signal::SIGTSTP)?;
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        ask_for_events()?;
    }
    redraw(terminal)
}
