//! What stands beside the board where there is room: who plays, the moves, and what was said last.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::session::Event;
use crate::terminal::start::{seat_line, seats_by_colour};

use super::app::App;
use super::wrap::wrap;

/// Fewest columns that are of use.
pub(super) const LEAST_WIDTH: u16 = 24;
/// Columns of a move with its number.
const MOVE_WIDTH: usize = 9;
/// Most lines of messages.
const MOST_SAID: usize = 5;

impl App {
    fn seats(&self, columns: u16) -> Vec<Line<'static>> {
        let session = self.session();
        let of_seat = |seat| {
            let acts = session.to_act() == Some(seat);
            let sign = if acts { '>' } else { ' ' };
            let text = format!("{sign} {}", seat_line(session, seat, &self.texts));
            let style = if acts {
                Style::default().add_modifier(Modifier::BOLD)
            } else {
                Style::default()
            };
            let lines = wrap(&text, columns).into_iter();
            lines.map(move |line| Line::from(Span::styled(line, style)))
        };
        let seats = seats_by_colour(session).into_iter();
        seats.flat_map(of_seat).collect()
    }

    /// The moves with their numbers, as many beside each other as have room.
    fn moves(&self, columns: u16) -> Vec<String> {
        let mut number = 0;
        let mut names = Vec::new();
        for event in self.session().history() {
            let name = match event {
                Event::Moved { at, .. } | Event::Picked { at } => at,
                // As on the stones and in the messages, a pass has no number.
                Event::Passed { .. } => {
                    names.push(self.texts.word("pass"));
                    continue;
                }
                _ => continue,
            };
            number += 1;
            names.push(format!("{number}. {name}"));
        }
        // Letters of East Asia are two columns wide.
        let width = |name: &String| Span::raw(name.as_str()).width();
        let widest = names.iter().map(width).fold(MOVE_WIDTH, usize::max) + 1;
        let across = (usize::from(columns) / widest).max(1);
        let padded = |name: &String| format!("{name}{}", " ".repeat(widest - width(name)));
        let row = |row: &[String]| row.iter().map(padded).collect::<String>();
        let rows = names.chunks(across).map(row);
        rows.map(|row| row.trim_end().to_string()).collect()
    }

    /// All of it in so many columns and rows. Of the moves, the last ones are shown, and earlier ones where the list is
    /// scrolled back.
    pub(super) fn side(&mut self, columns: u16, rows: u16) -> Vec<Line<'static>> {
        let mut lines = self.seats(columns);
        lines.push(Line::default());
        let messages = self.table.log().messages();
        // The newest one stands below the board, unless another was said since.
        let is_below = messages.last() == Some(&self.message) || self.session().outcome().is_some();
        let mut said = Vec::new();
        for message in messages.iter().rev().skip(usize::from(is_below)) {
            let mut text = wrap(&self.texts.say(message), columns);
            if said.len() + text.len() > MOST_SAID {
                break;
            }
            text.append(&mut said);
            said = text;
        }
        let moves = self.moves(columns);
        let taken = lines.len() + said.len() + 1;
        let room = usize::from(rows).saturating_sub(taken);
        let hidden = moves.len().saturating_sub(room);
        self.scrolled = self.scrolled.min(hidden);
        let first = hidden - self.scrolled;
        let shown = moves.into_iter().skip(first).take(room);
        lines.extend(shown.map(Line::from));
        let gap = usize::from(rows).saturating_sub(lines.len() + said.len());
        lines.extend((0..gap).map(|_| Line::default()));
        let soft = Style::default().add_modifier(Modifier::DIM);
        let said = said.into_iter();
        lines.extend(said.map(|text| Line::from(Span::styled(text, soft))));
        lines.truncate(usize::from(rows));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{both, with};
    use super::*;
    use crate::terminal::Options;
    use crate::text::Language;

    #[test]
    fn moves_stand_below_each_other_also_beside_wide_letters() {
        let mut app = with(&Options {
            language: Language::Zh,
            ..both()
        });
        for line in ["h8", "h9", "pass", "i9"] {
            app.obey(line);
        }
        let rows = app.moves(LEAST_WIDTH);
        for (row, name) in rows.iter().zip(["2. h9", "3. i9"]) {
            let (before, _) = row.split_once(name).expect("the move is there");
            assert_eq!(Span::raw(before).width(), MOVE_WIDTH + 1, "{row}");
        }
        assert_eq!(rows.len(), 2);
    }
}
