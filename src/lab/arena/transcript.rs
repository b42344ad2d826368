//! The last lines between manager and engine, kept as evidence of a fault.

use std::collections::VecDeque;

use kagetsu_kernel::on_one_line;

use super::game_log::GameLog;

/// Number of lines that are kept.
const LINES: usize = 40;
/// Number of characters of a line that are kept.
const WIDTH: usize = 300;

/// Who wrote a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The manager.
    Manager,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    EngineError,
}

/// A bounded list of lines, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    lines: VecDeque<String>,
    /// Where all lines go as well.
    pub(crate) log: Option<GameLog>,
}

impl Transcript {
    /// Adds a line.
    pub(crate) fn add(&mut self, writer: Writer, text: &str) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        let sign = match writer {
            Writer::Manager => '>',
            Writer::Engine => '<',
            Writer::EngineError => '!',
        };
        if let Some(log) = &self.log {
            log.add(sign, text);
        }
        let mut line = format!("{sign} ");
        line.extend(on_one_line(text).chars().take(WIDTH));
        if text.chars().nth(WIDTH).is_some() {
            line.push_str("...");
        }
        self.lines.push_back(line);
    }

    /// The lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_cut() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.add(Writer::Manager, &format!("TURN {number},0"));
        }
        transcript.add(Writer::Engine, &"x".repeat(1000));
        let lines = transcript.lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[LINES - 2], "> TURN 99,0");
        assert!(lines[LINES - 1].starts_with("< xxx") && lines[LINES - 1].ends_with("x..."));
        assert!(lines[LINES - 1].len() < 310);
    }
}
