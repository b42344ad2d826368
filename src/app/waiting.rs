//! The line on standard error that shows a person that a long task is still running.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Interval between two updates of the line.
const TICK: Duration = Duration::from_millis(200);
/// The text of the line.
const TEMPLATE: &str = "{spinner} {elapsed} {msg}(Ctrl-C ends it)";

/// The line, with room for a message that ends with a blank. It is hidden if standard error is not a terminal. It disappears when it is finished or dropped.
pub(super) fn waiting_line() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_spinner());
    let line = ProgressBar::new_spinner().with_style(style);
    line.enable_steady_tick(TICK);
    line
}
