//! What the worker that keeps the table calls.

use std::cell::RefCell;
use std::sync::Arc;

use kagetsu_kernel::Clock;
use kagetsu_play::host::{BrowserHost, by_value};
use serde_json::json;

use crate::worker::{BrowserClock, put, take_text};

/// The status of HTTP (RFC 9110, section 15.3.1) of an answer that was not declined.
const OK: u16 = 200;

thread_local! {
    // The one table of the worker.
    static TABLE: RefCell<Option<BrowserHost>> = const { RefCell::new(None) };
}

fn with<T: Default>(act: impl FnOnce(&mut BrowserHost) -> T) -> T {
    TABLE.with_borrow_mut(|table| table.as_mut().map_or_else(T::default, act))
}

/// Begins with what was saved, which is the input, or anew where that is empty; states are counted from `revision` on. The
/// answer is why it cannot go on with what was saved, and empty where it can.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn begin(revision: u32) -> usize {
    let clock: Arc<dyn Clock> = Arc::new(BrowserClock);
    let text = take_text();
    let saved = (!text.is_empty()).then_some(text.as_str());
    put(match BrowserHost::new(saved, &clock, revision.into()) {
        Ok((host, damage)) => {
            TABLE.set(Some(host));
            damage.unwrap_or_default()
        }
        Err(fault) => fault.to_string(),
    })
}

/// Answers the request that is the input: an object with `status` and `text`.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let request = take_text();
    put(with(|table| {
        let (status, text) = match table.answer(&request) {
            Ok(text) => (OK, text),
            Err(declined) => (declined.status, declined.why),
        };
        json!({ "status": status, "text": text }).to_string()
    }))
}

/// The news since the last call: a list of kinds and texts.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn news() -> usize {
    put(with(|table| json!(table.take_news()).to_string()))
}

/// What is to be saved; empty where nothing has changed.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn unsaved() -> usize {
    put(with(|table| table.unsaved().unwrap_or_default()))
}

/// The next task; empty where there is none, or one is being done.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn next_task() -> usize {
    put(with(|table| {
        let task = table.next_task();
        task.map_or_else(String::new, |task| json!(task).to_string())
    }))
}

/// Is the running task no longer wanted?
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn is_stopped() -> bool {
    with(|table| table.should_stop_task())
}

/// The task has ended with what is the input; with nothing where that is empty.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn ended() {
    let found = by_value(&take_text()).ok();
    with(|table| table.finish_task(found));
}

/// The running task has found a line, which is the input.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn hear() {
    if let Ok(line) = by_value(&take_text()) {
        with(|table| table.hear(line));
    }
}

/// Milliseconds until a clock runs out; less than zero where none runs.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn time_left() -> f64 {
    with(|table| table.time_left()).map_or(-1.0, |left| left as f64)
}

/// Looks at the clocks.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn tick() {
    with(BrowserHost::tick);
}
