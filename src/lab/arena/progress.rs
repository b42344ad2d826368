//! The progress line of a long job: updated in place on a terminal, written as separate lines elsewhere.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use kagetsu_notation::record::{Fault, GameRecord};

/// Shortest time between two plain lines.
const PLAIN_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which the line on a terminal is redrawn while nothing happens.
const TICK: Duration = Duration::from_millis(500);
const TEMPLATE: &str = "{spinner} {pos}/{len} {msg}";

/// Whether a line must be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Only if enough time has passed since the last line.
    WhenDue,
    /// In any case.
    Always,
}

/// The time to the end of a job, with a comma before it. Empty if it is not known, or nothing is left.
pub(crate) fn to_go(remaining: Option<Duration>) -> String {
    match remaining {
        Some(left) if left >= Duration::from_secs(1) => {
            format!(", {} to go", HumanDuration(left))
        }
        Some(left) if !left.is_zero() => ", less than a second to go".to_owned(),
        _ => String::new(),
    }
}

/// A line that names the fault of a game, if it has one.
pub(crate) fn fault_line(record: &GameRecord) -> Option<String> {
    let Fault {
        engine,
        kind,
        detail,
        ..
    } = record.fault.as_ref()?;
    Some(format!(
        "fault of '{engine}' in game {}: {kind}: {detail}",
        record.game
    ))
}

/// Shows the progress of a job.
pub struct ProgressLine<'a> {
    output: Output<'a>,
}

enum Output<'a> {
    Terminal(ProgressBar),
    Plain {
        out: &'a mut dyn Write,
        last: Option<Instant>,
    },
}

impl fmt::Debug for ProgressLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgressLine").finish_non_exhaustive()
    }
}

impl<'a> ProgressLine<'a> {
    /// On standard error if that is a terminal, else as lines on `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        if !io::stderr().is_terminal() {
            return Self::plain(out);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Self {
            output: Output::Terminal(bar),
        }
    }

    /// Always as lines on `out`.
    pub fn plain(out: &'a mut dyn Write) -> Self {
        Self {
            output: Output::Plain { out, last: None },
        }
    }

    /// Shows how much is done, with further text. Errors of the output are ignored.
    pub(crate) fn show(
        &mut self,
        done: u64,
        total: u64,
        text: &dyn fmt::Display,
        urgency: Urgency,
    ) {
        match &mut self.output {
            Output::Terminal(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message(text.to_string());
            }
            Output::Plain { out, last } => {
                let due = last.is_none_or(|last| last.elapsed() >= PLAIN_INTERVAL);
                if due || urgency == Urgency::Always {
                    *last = Some(Instant::now());
                    let _ = writeln!(out, "{done}/{total} {text}");
                }
                let _ = out.flush();
            }
        }
    }

    /// Prints lines that stay, above the progress line if there is one. The text must end with a line end.
    pub fn print(&mut self, text: &str) {
        match &mut self.output {
            Output::Terminal(bar) => bar.println(text.trim_end()),
            Output::Plain { out, .. } => {
                let _ = out.write_all(text.as_bytes());
                let _ = out.flush();
            }
        }
    }

    /// Removes the progress line from the terminal.
    pub fn clear(&mut self) {
        if let Output::Terminal(bar) = &self.output {
            bar.finish_and_clear();
        }
    }
}
