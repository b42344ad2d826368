//! Drawing the board and the lines below it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::game::{Ask, Cell, Colour, Game, Grid, Picture, Spot, Turn};
use crate::session::Mover;
use crate::terminal::board::{mark, net_letter};
use crate::text::{Message, choice_key};

use super::app::{App, CELL_WIDTH};

/// Columns of the row numbers.
const MARGIN: u16 = 3;
/// Lines below the board.
const BELOW: u16 = 7;

/// The colour of a piece on a board of named points.
const fn net_colour(colour: Colour) -> Color {
    match colour {
        Colour::Black => Color::Red,
        Colour::White => Color::Blue,
    }
}

impl App {
    /// Draws everything and remembers where the board lies, for the mouse.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let game = self.session.game();
        let (picture, turn) = (game.picture(), game.turn());
        let area = frame.area();
        let width = u16::from(picture.width) * CELL_WIDTH;
        let height = u16::from(picture.height);
        if area.width < width + MARGIN || area.height < height + 1 {
            let why = self.texts.word("terminal-too-small");
            let text = format!("{why}\n{} x {}", width + MARGIN, height + 1 + BELOW);
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            self.board = Rect::default();
            return;
        }
        self.board = Rect::new(area.x + MARGIN, area.y, width, height);
        let mut lines: Vec<Line<'_>> = (0..picture.height)
            .map(|y| self.row(&picture, &turn, y))
            .collect();
        if !matches!(picture.grid, Grid::Net { .. }) {
            let letters = (0..picture.width).map(|x| format!(" {} ", char::from(b'a' + x)));
            lines.push(Line::from(format!("   {}", letters.collect::<String>())));
        }
        let top = Rect::new(area.x, area.y, area.width, height + 1);
        frame.render_widget(Paragraph::new(lines), top);
        let below = Rect::new(
            area.x,
            top.bottom(),
            area.width,
            area.bottom() - top.bottom(),
        );
        let text = Paragraph::new(self.below()).wrap(Wrap { trim: true });
        frame.render_widget(text, below);
    }

    fn row(&self, picture: &Picture, turn: &Turn, y: u8) -> Line<'static> {
        let number = match &picture.grid {
            Grid::Net { .. } => String::new(),
            Grid::Lines(_) | Grid::Squares(_) => {
                let name = picture.name(Spot::new(0, y));
                name.get(1..).unwrap_or_default().to_string()
            }
        };
        let number = Span::raw(format!("{number:>2} "));
        let cells = (0..picture.width).map(|x| self.cell(picture, turn, Spot::new(x, y)));
        Line::from(std::iter::once(number).chain(cells).collect::<Vec<_>>())
    }

    fn cell(&self, picture: &Picture, turn: &Turn, at: Spot) -> Span<'static> {
        let number = picture.number(at).filter(|_| self.numbers);
        let forbidden = picture.forbidden.iter().any(|&(spot, _)| spot == at);
        let zone = picture.zone.as_ref().is_some_and(|zone| zone.contains(&at));
        let mark = match (picture.cell(at), number, &picture.grid) {
            (Cell::Piece { .. }, Some(number), _) => number.to_string(),
            (Cell::Piece { colour, .. }, None, Grid::Net { .. }) => net_letter(colour).to_string(),
            (Cell::Empty, _, Grid::Net { .. }) => picture.name(at),
            (Cell::Empty, ..) if zone => "+".to_string(),
            _ => match mark(picture, turn, at).to_ascii_uppercase() {
                '.' => "·".to_string(),
                other => other.to_string(),
            },
        };
        let last = picture.last().contains(&at);
        // Brackets say it without colours too.
        let text = if at == self.cursor {
            format!("[{mark:^1}]")
        } else if self.chosen.contains(&at) {
            format!("<{mark:^1}>")
        } else if last {
            format!("({mark:^1})")
        } else {
            format!("{mark:^3}")
        };
        Span::styled(text, self.style(picture, at, forbidden))
    }

    fn style(&self, picture: &Picture, at: Spot, forbidden: bool) -> Style {
        let mut style = Style::default();
        if picture.winning.contains(&at) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let is_net = matches!(picture.grid, Grid::Net { .. });
        if !self.coloured {
            return match picture.cell(at) {
                Cell::Piece { .. } => style.add_modifier(Modifier::BOLD),
                Cell::Empty | Cell::Missing => style,
            };
        }
        if is_net {
            return match picture.cell(at) {
                Cell::Piece { colour, .. } => style.fg(Color::White).bg(net_colour(colour)),
                Cell::Empty | Cell::Missing => style,
            };
        }
        let style = style.bg(match picture.grid {
            Grid::Squares(_) => Color::Green,
            _ => Color::Yellow,
        });
        match picture.cell(at) {
            Cell::Missing => Style::default(),
            Cell::Piece {
                colour: Colour::Black,
                ..
            } => style.fg(Color::Black),
            Cell::Piece {
                colour: Colour::White,
                ..
            } => style.fg(Color::White).add_modifier(Modifier::BOLD),
            Cell::Empty if forbidden => style.fg(Color::Red),
            Cell::Empty => style.fg(Color::DarkGray),
        }
    }

    fn below(&self) -> Vec<Line<'static>> {
        let mut lines = vec![
            Line::from(self.texts.say(&self.message)),
            Line::from(self.texts.say(&self.question())),
        ];
        for (index, choice) in self.choices().into_iter().enumerate() {
            let text = self.texts.word(choice_key(choice));
            lines.push(Line::from(format!("{} {text}", index + 1)));
        }
        if let Some([black, white]) = self.session.game().picture().counts {
            let discs = Message::new("terminal-discs");
            let discs = discs.with("black", &black).with("white", &white);
            lines.push(Line::from(self.texts.say(&discs)));
        }
        lines.push(Line::from(self.texts.say(&self.keys())));
        lines
    }

    /// The keys that do something in this game now.
    fn keys(&self) -> Message {
        if let Some((_, name)) = self.trouble() {
            return Message::new("terminal-trouble-keys").with("name", name);
        }
        let game = self.session.game();
        let mut further = String::new();
        if game.kind().has_passes() {
            further += &self.texts.word("terminal-key-pass");
        }
        if game.picture().has_numbers() {
            further += &self.texts.word("terminal-key-numbers");
        }
        if self.session.outcome().is_none() {
            further += &self.texts.word("terminal-key-resign");
        }
        further += &self.texts.word("terminal-key-rematch");
        Message::new("terminal-keys").with("further", &further)
    }

    fn question(&self) -> Message {
        let game = self.session.game();
        let colour = match game.to_move() {
            Colour::Black => "black",
            Colour::White => "white",
        };
        if self.session.outcome().is_some() {
            return Message::new("ask-nothing");
        }
        if let Some((_, name)) = self.trouble() {
            return Message::new("trouble-next").with("name", name);
        }
        if let Some(Mover::Program(name)) = self.mover() {
            return Message::new("program-thinking").with("name", &name);
        }
        match game.ask() {
            Ask::Move if !self.person_acts() => Message::new("thinking"),
            Ask::Move if game.turn().must_pass => {
                Message::new("ask-must-pass").with_word("colour", colour)
            }
            Ask::Move if !self.chosen.is_empty() => {
                let picture = game.picture();
                let names: Vec<String> = self.chosen.iter().map(|&at| picture.name(at)).collect();
                let key = match picture.grid {
                    Grid::Net { .. } => "ask-step-to",
                    _ => "ask-second-stone",
                };
                Message::new(key).with("at", &names.join(" "))
            }
            Ask::Move => Message::new("ask-your-move").with_word("colour", colour),
            Ask::Choose(_) => Message::new("ask-choose"),
            Ask::Announce(most) => Message::new("ask-announce").with("most", &most),
            Ask::Offer(left) => Message::new("ask-offer").with("left", &left),
            Ask::Pick(_) => Message::new("ask-pick"),
            Ask::Nothing => Message::new("ask-nothing"),
        }
    }
}
