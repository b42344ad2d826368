//! The line on standard error that shows a person that one long task goes on.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(200);
/// What the line says.
const TEMPLATE: &str = "{spinner} {elapsed} (Ctrl-C ends it)";

/// The line, if somebody can see it. It goes when it is finished or dropped.
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
