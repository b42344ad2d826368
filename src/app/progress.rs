//! What standard error shows a person of a long task: that it is still running, or how much of it is done.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Interval between two updates.
const TICK: Duration = Duration::from_millis(200);
/// The least time that is worth telling.
const LEAST_TOLD: Duration = Duration::from_secs(60);
/// The text of the line.
const TEMPLATE: &str = "{spinner} {elapsed} {msg}(Ctrl-C ends it)";

/// A line with room for a message that ends with a blank. It is hidden if standard error is not a terminal. It disappears
/// when it is finished or dropped.
pub(super) fn waiting_line() -> ProgressBar {
    shown(ProgressBar::new_spinner(), TEMPLATE)
}

/// A bar of so many things, such as `games`, of which some are done already. It is hidden and disappears as the line does.
pub(super) fn bar(length: u64, done: u64, unit: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}{{left}}");
    shown(ProgressBar::new(length).with_position(done), &template)
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("left", left));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// `, about 2 hours left at this speed`; nothing below [`LEAST_TOLD`].
pub(super) fn time_left(time: Duration) -> String {
    if time < LEAST_TOLD {
        String::new()
    } else {
        format!(", about {} left at this speed", HumanDuration(time))
    }
}

/// The time that is left, once it can be estimated.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let time = state.eta();
    if !time.is_zero() {
        let _ = write!(out, ", {:#} left", HumanDuration(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_hours_is_told_beforehand() {
        assert_eq!(time_left(Duration::from_secs(9)), "");
        let told = time_left(Duration::from_secs(7200));
        assert_eq!(told, ", about 2 hours left at this speed");
    }
}
