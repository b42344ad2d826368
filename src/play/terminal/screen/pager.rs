//! A pager: a text that takes the whole screen for a while, such as the words that can be typed, and is read as in `less`.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::wrap::wrap;

/// The text and the first line of it that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pager {
    text: String,
    first: usize,
    /// Rows that were shown last.
    rows: usize,
}

/// Whether the text is still read after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Goes,
    Ends,
}

impl Pager {
    pub(super) const fn new(text: String) -> Self {
        Self {
            text,
            first: 0,
            rows: 1,
        }
    }

    /// Moves the text, or ends it. Other letters do nothing: of a line that is typed blindly the rest might be played.
    pub(super) const fn press(&mut self, key: KeyCode) -> Reading {
        let page = if self.rows > 1 { self.rows - 1 } else { 1 };
        self.first = match key {
            KeyCode::Down => self.first.saturating_add(1),
            KeyCode::Up => self.first.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.first.saturating_add(page),
            KeyCode::PageUp => self.first.saturating_sub(page),
            KeyCode::Home => 0,
            // The next drawing shows the last lines.
            KeyCode::End => usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(1) | KeyCode::Char('q' | 'Q') => {
                return Reading::Ends;
            }
            _ => self.first,
        };
        Reading::Goes
    }

    /// Draws as much as there is room for, and below it how to go back.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, close: &str) {
        let area = frame.area();
        let mut foot = wrap(close, area.width);
        let lines = wrap(&self.text, area.width);
        self.rows = usize::from(area.height).saturating_sub(foot.len() + 1);
        self.first = self.first.min(lines.len().saturating_sub(self.rows));
        let mut shown: Vec<String> = lines.into_iter().skip(self.first).take(self.rows).collect();
        shown.push(String::new());
        shown.append(&mut foot);
        let shown: Vec<Line<'_>> = shown.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(shown), area);
    }
}
