//! The engine for C and for languages that call C: the functions of `kagetsu.h`, which describes each of them.
//! Nothing is decided here; `game.rs` has what the calls do, and this file what C hands over.

mod game;

use std::ffi::{CStr, CString, c_char, c_int};
use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kagetsu_gomoku::board::{Game, Outcome, Rule};
use kagetsu_gomoku::engine::{Engine, Thought};
use kagetsu_gomoku::eval::win_probability;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{Side, StopSignal};

use game::{Fault, check, new_engine, new_game, play, think};

/// The answers of functions that can fail, and of questions that have two answers.
const DONE: c_int = 0;
const FAILED: c_int = -1;
/// Sides and results, as `kagetsu.h` numbers them.
const RUNNING: c_int = 0;
const BLACK: c_int = 1;
const WHITE: c_int = 2;
const DRAW: c_int = 3;

/// The number of `KAGETSU_API` in `kagetsu.h`.
const API: c_int = 1;

/// The version, with the zero that ends texts of C.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// What a pointer of C leads to. Several threads may use it: a search waits for the one before, and nothing waits for a search.
struct Handle {
    state: Mutex<State>,
    engine: Mutex<Engine>,
    /// Ends the searches that are called from now on.
    stop: Mutex<StopSignal>,
}

struct State {
    game: Game,
    /// What was wrong with the last call that failed.
    fault: CString,
}

/// A move that was found, as `kagetsu.h` has it.
#[repr(C)]
struct Found {
    x: c_int,
    y: c_int,
    win: f64,
    plies: c_int,
    depth: c_int,
    nodes: u64,
}

impl Found {
    fn of(game: &Game, thought: &Thought) -> Self {
        let (position, report) = (game.position(), &thought.report);
        Self {
            x: thought.best.x() as c_int,
            y: thought.best.y() as c_int,
            win: win_probability(position.rule(), report.score, position.stones().len()),
            plies: report.score.signed_distance().unwrap_or(0),
            depth: report.depth as c_int,
            nodes: report.nodes,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Handle {
    fn new(threads: u32, mebibytes: u32) -> Self {
        Self {
            state: Mutex::new(State {
                game: Game::new(BoardSize::STANDARD, Rule::Freestyle),
                fault: CString::default(),
            }),
            engine: Mutex::new(new_engine(threads, mebibytes)),
            stop: Mutex::default(),
        }
    }

    /// What ends a search that is called now.
    fn signal(&self) -> StopSignal {
        lock(&self.stop).clone()
    }

    /// Ends the searches that were called, those that still wait as well.
    fn stop_all(&self) {
        std::mem::take(&mut *lock(&self.stop)).raise();
    }

    /// What a call answers. Keeps what was wrong with it.
    fn answer(&self, result: Result<(), Fault>) -> c_int {
        match result {
            Ok(()) => DONE,
            Err(fault) => {
                // The words of a fault may quote a text of the caller, which has no zero within it.
                lock(&self.state).fault = CString::new(fault.to_string()).unwrap_or_default();
                FAILED
            }
        }
    }

    /// Finds the best move of the position as it is now. The game may go on meanwhile.
    fn think(&self, nodes: u64, seconds: f64, stop: &StopSignal) -> Result<Found, Fault> {
        let game = lock(&self.state).game.clone();
        let thought = think(&game, &mut lock(&self.engine), nodes, seconds, stop)?;
        Ok(Found::of(&game, &thought))
    }
}

const fn side(side: Side) -> c_int {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

/// Does something with the game, where there is one.
fn act(game: Option<&Handle>, act: impl FnOnce(&mut Game) -> Result<(), Fault>) -> c_int {
    game.map_or(FAILED, |handle| {
        let result = act(&mut lock(&handle.state).game);
        handle.answer(result)
    })
}

/// A number that is too small for a column or row is one that is too large.
fn place(number: c_int) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_version() -> *const c_char {
    VERSION.as_ptr().cast()
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_api() -> c_int {
    API
}

// A game is `None` where C hands over NULL. kagetsu.h asks for what `kagetsu_new` has given and `kagetsu_free` has not taken.

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_new(threads: u32, mebibytes: u32) -> *mut Handle {
    Box::into_raw(Box::new(Handle::new(threads, mebibytes)))
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_free(game: Option<Box<Handle>>) {
    drop(game);
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_error(game: Option<&Handle>) -> *const c_char {
    game.map_or(c"there is no game".as_ptr(), |handle| {
        // The text stays where it is until the next call that fails.
        lock(&handle.state).fault.as_ptr()
    })
}

#[expect(unsafe_code, reason = "C hands over a pointer to a text")]
#[unsafe(no_mangle)]
unsafe extern "C" fn kagetsu_begin(
    game: Option<&Handle>,
    width: c_int,
    height: c_int,
    rule: *const c_char,
) -> c_int {
    let rule = if rule.is_null() {
        None
    } else {
        // SAFETY: kagetsu.h asks for a text that ends with a zero, and it is read during the call only.
        unsafe { CStr::from_ptr(rule) }.to_str().ok()
    };
    // What is less than nothing is nothing, which is no size of a board either.
    let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
    act(game, |game| {
        *game = new_game(width, height, rule.ok_or(Fault::NoText)?)?;
        Ok(())
    })
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_check(game: Option<&Handle>, x: c_int, y: c_int) -> c_int {
    act(game, |game| check(game, place(x), place(y)))
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_play(game: Option<&Handle>, x: c_int, y: c_int) -> c_int {
    act(game, |game| play(game, place(x), place(y)))
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_undo(game: Option<&Handle>) -> c_int {
    act(game, |game| Ok(game.undo()?))
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_result(game: Option<&Handle>) -> c_int {
    game.map_or(FAILED, |handle| match lock(&handle.state).game.outcome() {
        Outcome::Running => RUNNING,
        Outcome::Win(winner) => side(winner),
        Outcome::Draw => DRAW,
    })
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_side_to_move(game: Option<&Handle>) -> c_int {
    game.map_or(FAILED, |handle| {
        side(lock(&handle.state).game.position().side_to_move())
    })
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_best_move(
    game: Option<&Handle>,
    nodes: u64,
    seconds: f64,
    best: Option<&mut MaybeUninit<Found>>,
) -> c_int {
    game.map_or(FAILED, |handle| {
        // Before the call waits for another one.
        let stop = handle.signal();
        let found = best.ok_or(Fault::NoPlace).and_then(|best| {
            best.write(handle.think(nodes, seconds, &stop)?);
            Ok(())
        });
        handle.answer(found)
    })
}

#[expect(unsafe_code, reason = "the names are those of kagetsu.h")]
#[unsafe(no_mangle)]
extern "C" fn kagetsu_stop(game: Option<&Handle>) {
    if let Some(handle) = game {
        handle.stop_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_that_were_called_before_are_stopped_and_no_other() {
        let handle = Handle::new(1, 0);
        let before = [handle.signal(), handle.signal()];
        handle.stop_all();
        assert!(before.iter().all(StopSignal::is_raised));
        assert!(!handle.signal().is_raised());
    }

    #[test]
    fn the_game_goes_on_while_the_engine_thinks() {
        let handle = Handle::new(1, 0);
        let thinking = lock(&handle.engine);
        assert_eq!(kagetsu_play(Some(&handle), 7, 7), DONE);
        assert_eq!(kagetsu_check(Some(&handle), 7, 7), FAILED);
        assert_eq!(kagetsu_undo(Some(&handle)), DONE);
        drop(thinking);
    }
}
