//! Tests of a program that the system suspends and lets go on, as a terminal does at Ctrl-Z and a machine that sleeps: the
//! game goes on, and a limit of time that has passed meanwhile ends the search.

#![cfg(unix)]

use std::error::Error;
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use kagetsu_test_support::process::{Heard, Process};

type Checked = Result<(), Box<dyn Error>>;

const SIDE: u8 = 15;
/// Longer than the turn of the test with a limit.
const SUSPENDED: Duration = Duration::from_millis(1500);

/// A game, and which cells are taken.
struct Game {
    engine: Process,
    taken: Vec<[u8; 2]>,
}

impl Game {
    fn begin(settings: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut engine = Process::start(crate::PROGRAM, &[])?;
        engine.send(format!("START {SIDE}\n").as_bytes())?;
        for setting in settings {
            engine.send(format!("INFO {setting}\n").as_bytes())?;
        }
        let game = Self {
            engine,
            taken: Vec::new(),
        };
        assert_eq!(game.engine.hear()?, Heard::Line("OK".to_string()));
        Ok(game)
    }

    /// Puts a stone on the first free cell.
    fn turn(&mut self) -> Checked {
        let cells = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y]));
        let free = cells.into_iter().find(|cell| !self.taken.contains(cell));
        let [x, y] = free.ok_or("the board is full")?;
        self.taken.push([x, y]);
        Ok(self.engine.send(format!("TURN {x},{y}\n").as_bytes())?)
    }

    /// Waits until the engine says something of its search, or answers by a move to a free cell. Says whether the search goes
    /// on.
    fn hear_of_the_search(&mut self) -> Result<bool, Box<dyn Error>> {
        let Heard::Line(line) = self.engine.hear()? else {
            return Err("the engine has left".into());
        };
        if line.starts_with("MESSAGE") {
            return Ok(true);
        }
        let (x, y) = line.split_once(',').ok_or(line.clone())?;
        let cell = [x.parse()?, y.parse()?];
        assert!(cell.iter().all(|&place| place < SIDE), "{line}");
        assert!(!self.taken.contains(&cell), "{line}");
        self.taken.push(cell);
        Ok(false)
    }

    /// Checks that the next answer is a move to a free cell.
    fn hear_move(&mut self) -> Checked {
        while self.hear_of_the_search()? {}
        Ok(())
    }

    /// Suspends the engine, does something, and lets it go on.
    fn suspend(&mut self, meanwhile: impl FnOnce(&mut Self) -> Checked) -> Checked {
        let engine = Pid::from_raw(i32::try_from(self.engine.id())?);
        kill(engine, Signal::SIGSTOP)?;
        let state = waitpid(engine, Some(WaitPidFlag::WUNTRACED))?;
        assert_eq!(state, WaitStatus::Stopped(engine, Signal::SIGSTOP));
        meanwhile(self)?;
        Ok(kill(engine, Signal::SIGCONT)?)
    }

    fn end(mut self) -> Checked {
        self.engine.send(b"END\n")?;
        let (status, errors) = self.engine.wait()?;
        assert!(status.success() && errors.is_empty(), "{status} {errors}");
        Ok(())
    }
}

#[test]
fn a_game_goes_on_after_a_pause_between_moves() -> Checked {
    for pondering in ["pondering 0", "pondering 1"] {
        let mut game = Game::begin(&["max_node 2000", "thread_num 2", pondering])?;
        for _ in 0..3 {
            game.turn()?;
            game.hear_move()?;
            // The turn waits in the pipe.
            game.suspend(Game::turn)?;
            game.hear_move()?;
        }
        game.end()?;
    }
    Ok(())
}

#[test]
fn a_search_goes_on_after_a_pause() -> Checked {
    let mut game = Game::begin(&["timeout_turn -1", "timeout_match -1", "thread_num 2"])?;
    game.turn()?;
    assert!(game.hear_of_the_search()?);
    game.suspend(|_| Ok(()))?;
    game.engine.send(b"YXSTOP\n")?;
    game.hear_move()?;
    game.turn()?;
    assert!(game.hear_of_the_search()?);
    // A request to stop that comes meanwhile is not lost.
    game.suspend(|game| Ok(game.engine.send(b"YXSTOP\n")?))?;
    game.hear_move()?;
    game.end()
}

#[test]
fn a_search_whose_time_has_passed_in_a_pause_answers() -> Checked {
    let mut game = Game::begin(&["timeout_turn 1000", "thread_num 2"])?;
    for _ in 0..2 {
        game.turn()?;
        // On a busy machine the time may be over before anything is said.
        if game.hear_of_the_search()? {
            game.suspend(|_| {
                thread::sleep(SUSPENDED);
                Ok(())
            })?;
            game.hear_move()?;
        }
    }
    game.end()
}
