//! What the worker that searches calls.

use std::cell::RefCell;
use std::sync::Arc;

use kagetsu_play::host::{Task, by_value};
use kagetsu_play::registry::Opponents;
use serde_json::json;

use crate::worker::{BrowserClock, put, take_bytes, take_text};

#[expect(unsafe_code, reason = "a function of the worker")]
unsafe extern "C" {
    /// A line was found, whose text of so many bytes is the answer.
    safe fn tell(bytes: usize);
}

thread_local! {
    // Kagetsu's players, and the task that they do.
    static OPPONENTS: RefCell<Option<Opponents>> = const { RefCell::new(None) };
    static TASK: RefCell<Option<Task>> = const { RefCell::new(None) };
}

/// Takes a task, which is the input. The answer is the name of a file that is to be brought before it is done; empty where none
/// is missing. Kagetsu's choices depend on `seed`.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn take_task(seed: u32) -> usize {
    let task: Option<Task> = by_value(&take_text()).ok();
    let file = task.as_ref().and_then(Task::file);
    let missing = file.filter(|file| file.bytes().is_none());
    TASK.set(task);
    OPPONENTS.with_borrow_mut(|opponents| {
        let new = || Opponents::new(seed.into(), Arc::new(BrowserClock), None);
        opponents.get_or_insert_with(new);
    });
    put(missing.map_or_else(String::new, |file| file.name().to_string()))
}

/// Brings the file that the task needs, which is the input.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn bring() {
    let bytes = take_bytes();
    TASK.with_borrow(|task| {
        if let Some(file) = task.as_ref().and_then(Task::file) {
            file.bring(bytes.into());
        }
    });
}

/// Does the task. The answer is what was found; empty where nothing was.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn run() -> usize {
    let found = TASK.take().and_then(|task| {
        OPPONENTS.with_borrow_mut(|opponents| {
            task.run(opponents.as_mut()?, &mut |line| {
                tell(put(json!(line).to_string()));
            })
        })
    });
    put(found.map_or_else(String::new, |found| json!(found).to_string()))
}

/// The nodes of the bench of the engine, whose number must be that of the program; 0 where it cannot be searched.
#[cfg(feature = "bench")]
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn signature() -> f64 {
    kagetsu_gomoku::bench::signature().unwrap_or_default() as f64
}
