//! Drawing the board and the lines below it.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::game::{Ask, Cell, Choice, Colour, Grid, MoveInput, Picture, Refusal, Spot};
use crate::opening::Procedure;
use crate::session::Mover;
use crate::terminal::board::{mark, net_letter, row_number};
use crate::terminal::confirm::Ending;
use crate::terminal::words::{
    choice_lines, discs, end_of_game, lines_of_choices, opening_line, question, result,
    zone_between,
};
use crate::text::Message;

use super::app::{App, CELL_WIDTH};
use super::side::LEAST_WIDTH;
use super::wrap::wrap;

/// Columns of the row numbers.
const MARGIN: u16 = 3;
/// Columns between the board and what stands beside it.
const GAP: u16 = 2;
/// Most rows of the line that is typed.
const MOST_TYPED: usize = 4;
/// What stands before it where its front has no room.
const CUT: &str = "> ...";
/// Fewest rows and columns of a larger board that are shown at a time.
const LEAST: u16 = 3;
/// Rows of the board that go before what helps beginners.
const BEFORE_HELP: u16 = 8;

/// The first of `all` rows, or columns, that is shown where `shown` fit: it moves only as far as it must to show one.
const fn first_shown(before: u8, wanted: u8, all: u8, shown: u8) -> u8 {
    let low = (wanted + 1).saturating_sub(shown);
    let first = if before < low {
        low
    } else if before > wanted {
        wanted
    } else {
        before
    };
    let last = all.saturating_sub(shown);
    if first > last { last } else { first }
}

/// Rows with the names of the columns.
const fn letter_rows(picture: &Picture) -> u16 {
    match picture.grid {
        Grid::Net { .. } => 0,
        Grid::Lines(_) | Grid::Squares(_) => 1,
    }
}

impl App {
    /// Draws everything and remembers where the board lies, for the mouse. All that is asked is shown; of a board that has no
    /// room beside it, the part round the cursor, or nothing.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        if let Some(pager) = &mut self.pager {
            let close = self.texts.word("terminal-help-close");
            pager.draw(frame, &close);
            self.board = Rect::default();
            return;
        }
        let game = self.session().game();
        let (picture, turn) = (game.picture(), game.move_input());
        let area = frame.area();
        let letters = letter_rows(&picture);
        let (width, height) = (u16::from(picture.width), u16::from(picture.height));
        let of_board = height.min(BEFORE_HELP) + letters;
        let below = self.below(area.width, area.height, of_board);
        let text = below.len() as u16 + letters;
        let columns = (area.width.saturating_sub(MARGIN) / CELL_WIDTH).min(width);
        let rows = area.height.saturating_sub(text).min(height);
        let wide = area.width.max(width.min(LEAST) * CELL_WIDTH + MARGIN);
        let high = area.height.max(self.least_rows(&picture, wide));
        self.is_too_small = (wide, high) != (area.width, area.height);
        if self.is_too_small {
            self.draw_needed(frame, wide, high);
            return;
        }
        let is_part = columns < width || rows < height;
        let part = is_part.then(|| wrap(&self.texts.word("terminal-part"), area.width));
        // It is said where that leaves enough of the board.
        let has_room = |part: &Vec<String>| rows >= height.min(LEAST) + part.len() as u16;
        let part = part.filter(has_room).unwrap_or_default();
        let rows = rows - part.len() as u16;
        let shown = rows.max(1) as u8;
        self.first = (
            first_shown(self.first.0, self.cursor.x, picture.width, columns as u8),
            first_shown(self.first.1, self.cursor.y, picture.height, shown),
        );
        let (left, top) = self.first;
        self.board = Rect::new(area.x + MARGIN, area.y, columns * CELL_WIDTH, rows);
        let (xs, ys) = (left..left + columns as u8, top..top + rows as u8);
        let mut lines: Vec<Line<'_>> = ys
            .map(|y| self.row(&picture, &turn, xs.clone(), y))
            .collect();
        if letters > 0 && rows > 0 {
            let names = xs.map(|x| format!(" {} ", char::from(b'a' + x)));
            lines.push(Line::from(format!("   {}", names.collect::<String>())));
        }
        let beside = lines.len() as u16;
        // Input methods write where the cursor of the terminal is, and magnifiers follow it.
        let is_typed = !self.typed.is_empty() || rows == 0;
        let cursor = match below.last().filter(|_| is_typed) {
            Some(typed) => (
                (Span::raw(typed.as_str()).width() as u16).min(area.width - 1),
                beside + (part.len() + below.len() - 1) as u16,
            ),
            None => (
                MARGIN + u16::from(self.cursor.x - left) * CELL_WIDTH + CELL_WIDTH / 2,
                u16::from(self.cursor.y - top),
            ),
        };
        frame.set_cursor_position((area.x + cursor.0, area.y + cursor.1));
        lines.extend(part.into_iter().map(Line::from));
        lines.extend(below.into_iter().map(Line::from));
        frame.render_widget(Paragraph::new(lines), area);
        let left = MARGIN + columns * CELL_WIDTH + GAP;
        let room = area.width.saturating_sub(left);
        if room >= LEAST_WIDTH {
            let side = Rect::new(area.x + left, area.y, room, beside);
            let lines = self.side(room, beside);
            frame.render_widget(Paragraph::new(lines), side);
        }
    }

    /// Draws which size is needed, and what is typed.
    fn draw_needed(&mut self, frame: &mut Frame<'_>, wide: u16, high: u16) {
        let area = frame.area();
        let why = self.texts.word("terminal-too-small");
        let size = format!("{wide} x {high}");
        let texts = [why, size, format!("> {}", self.typed)];
        let lines = texts.iter().flat_map(|text| wrap(text, area.width));
        let lines: Vec<Line<'_>> = lines.map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
        self.board = Rect::default();
    }

    /// Fewest rows of a window so many columns wide, whatever has come of the game: a part of the board with the question for
    /// a move has room, and in its place all else that is asked.
    fn least_rows(&self, picture: &Picture, columns: u16) -> u16 {
        let rows = |text: &str| wrap(text, columns).len();
        let rows_of = |message: &Message| rows(&self.texts.say(message));
        let most = |rows: &[usize]| rows.iter().copied().max().unwrap_or_default();
        let of_ask = |key: &str| {
            most(&Colour::BOTH.map(|side| {
                // Every stone of an opening has a number of one digit.
                let ask = Message::new(key).with("number", &1);
                rows_of(&ask.with_word("colour", side.name()))
            }))
        };
        let all = u32::from(picture.width) * u32::from(picture.height);
        let counts = picture.counts.map_or(0, |_| rows_of(&discs([all; 2])));
        let board = u16::from(picture.height).min(LEAST) + letter_rows(picture);
        let ending = most(&Ending::ALL.map(|word| rows_of(&word.question()))) + counts;
        let setup = self.session().setup().gomoku();
        let (opening, choosing) = if setup.is_some_and(|setup| setup.opening != Procedure::Free) {
            // No names are longer than those of the top row.
            let top = [Spot::new(0, 0), Spot::new(picture.width - 1, 0)];
            let zone = rows_of(&zone_between(picture, top));
            let choices = lines_of_choices(&Choice::ALL, &self.texts);
            let of_choices: usize = choices.iter().map(|choice| rows(choice)).sum();
            let choose = ["ask-choose", "ask-choose-first", "ask-choose-second"];
            let choosing = most(&choose.map(|key| rows_of(&Message::new(key)))) + of_choices;
            (of_ask("ask-stone") + zone, choosing)
        } else {
            (0, 0)
        };
        let asks = most(&[of_ask("ask-your-move"), opening]);
        let moving = usize::from(board) + asks + counts;
        // Beside them stand the message, which may be the question itself, and the line that is typed.
        most(&[moving + 2, ending + 1, choosing + 2]) as u16
    }

    fn row(&self, picture: &Picture, turn: &MoveInput, xs: Range<u8>, y: u8) -> Line<'static> {
        let number = Span::raw(format!("{:>2} ", row_number(picture, y)));
        let cells = xs.map(|x| self.cell(picture, turn, Spot::new(x, y)));
        Line::from(std::iter::once(number).chain(cells).collect::<Vec<_>>())
    }

    fn cell(&self, picture: &Picture, turn: &MoveInput, at: Spot) -> Span<'static> {
        let number = picture.number(at).filter(|_| self.look.numbers);
        let forbidden = picture.forbidden.iter().any(|&(spot, _)| spot == at);
        let mark = match (picture.cell(at), number, &picture.grid) {
            // Numbers say nothing of pieces that move on.
            (Cell::Piece(colour), _, Grid::Net { .. }) => net_letter(colour).to_string(),
            (Cell::Empty, _, Grid::Net { .. }) => picture.name(at),
            (Cell::Piece(_), Some(number), _) => number.to_string(),
            (Cell::Piece(colour), None, _) if self.look.circles => match colour {
                Colour::Black => "●".to_string(),
                Colour::White => "○".to_string(),
            },
            _ => match mark(picture, turn, at).to_ascii_uppercase() {
                '.' if self.look.circles => "·".to_string(),
                other => other.to_string(),
            },
        };
        let last = picture.last().contains(&at);
        // Brackets say it without colours too.
        let (left, right) = if at == self.cursor {
            ('[', ']')
        } else if self.chosen.contains(&at) {
            ('<', '>')
        } else if last {
            ('(', ')')
        } else {
            (' ', ' ')
        };
        // A number of two digits has room for one bracket, and one of three for none.
        let text = match mark.chars().count() {
            1 => format!("{left}{mark}{right}"),
            2 => format!("{left}{mark}"),
            _ => mark,
        };
        Span::styled(text, self.style(picture, at, forbidden))
    }

    fn style(&self, picture: &Picture, at: Spot, forbidden: bool) -> Style {
        let mut style = Style::default();
        if picture.winning.contains(&at) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let is_net = matches!(picture.grid, Grid::Net { .. });
        if is_net || !self.look.coloured {
            return match picture.cell(at) {
                Cell::Piece(_) if !self.look.coloured => style.add_modifier(Modifier::BOLD),
                Cell::Piece(Colour::Black) => style.fg(Color::White).bg(Color::Red),
                Cell::Piece(Colour::White) => style.fg(Color::White).bg(Color::Blue),
                Cell::Empty | Cell::Missing => style,
            };
        }
        let style = style.bg(match picture.grid {
            Grid::Squares(_) => Color::Green,
            _ => Color::Yellow,
        });
        match picture.cell(at) {
            Cell::Missing => Style::default(),
            Cell::Piece(Colour::Black) => style.fg(Color::Black),
            Cell::Piece(Colour::White) => style.fg(Color::White).add_modifier(Modifier::BOLD),
            Cell::Empty if forbidden => style.fg(Color::Red),
            Cell::Empty => style.fg(Color::DarkGray),
        }
    }

    /// The lines below the board, so many columns wide and at most so many. The last ones are the line that is typed. What
    /// helps beginners is left out where the board would have fewer rows than these.
    fn below(&self, columns: u16, most: u16, of_board: u16) -> Vec<String> {
        let end = result(self.session());
        let mut lines = Vec::new();
        // After the end the question tells it.
        let over = Refusal::GameOver.message();
        let is_told = |end: &Message| self.message == *end || self.message == over;
        if !end.as_ref().is_some_and(is_told) {
            lines = wrap(&self.texts.say(&self.message), columns);
        }
        let mut texts = Vec::new();
        // One question at a time.
        if !self.asks_again() {
            texts.push(self.texts.say(&self.question()));
            if self.person_acts() {
                texts.extend(choice_lines(self.session().game(), &self.texts));
            }
        }
        if let Some(counts) = self.session().game().picture().counts {
            texts.push(self.texts.say(&discs(counts)));
        }
        let asked: Vec<String> = texts.iter().flat_map(|text| wrap(text, columns)).collect();
        let room = usize::from(most).saturating_sub(asked.len());
        let mut typed = wrap(&format!("> {}", self.typed), columns);
        let hidden = typed.len().saturating_sub(room.clamp(1, MOST_TYPED));
        typed.drain(..hidden);
        if hidden > 0 {
            let rest = typed[0].chars().skip(CUT.len());
            typed[0] = CUT.chars().chain(rest).collect();
        }
        lines.truncate(room.saturating_sub(typed.len()));
        lines.extend(asked);
        let rows = usize::from(most.saturating_sub(of_board));
        for help in self.helps() {
            let help = wrap(&self.texts.say(&help), columns);
            if lines.len() + help.len() + typed.len() <= rows {
                lines.extend(help);
            }
        }
        lines.extend(typed);
        lines
    }

    /// What helps beginners: how an opening goes, and the keys.
    fn helps(&self) -> Vec<Message> {
        let session = self.session();
        let opening = opening_line(session).filter(|_| {
            // Where there is something to choose, that says more.
            !matches!(session.game().ask(), Ask::Choose(_)) && session.outcome().is_none()
        });
        opening.into_iter().chain([self.keys()]).collect()
    }

    /// The keys that do something in this game now.
    fn keys(&self) -> Message {
        if let Some(name) = self.table.program_in_trouble() {
            return Message::new("terminal-trouble-keys").with("name", &name);
        }
        Message::new("terminal-keys")
    }

    fn question(&self) -> Message {
        let game = self.session().game();
        if let Some(over) = end_of_game(self.session(), &self.texts) {
            return over;
        }
        if let Some(name) = self.table.program_in_trouble() {
            return Message::new("trouble-next").with("name", &name);
        }
        if let Some(Mover::Program(name)) = self.mover() {
            return Message::new("program-thinking").with("name", &name);
        }
        if !self.person_acts() {
            return Message::new("thinking");
        }
        match game.ask() {
            Ask::Move if !self.chosen.is_empty() && !game.move_input().must_pass => {
                let picture = game.picture();
                let names: Vec<String> = self.chosen.iter().map(|&at| picture.name(at)).collect();
                let key = match picture.grid {
                    Grid::Net { .. } => "ask-step-to",
                    _ => "ask-second-stone",
                };
                Message::new(key).with("at", &names.join(" "))
            }
            _ => question(self.session(), "ask-your-move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::layout::Position;

    use super::super::tests::{both, shown, with};
    use super::*;
    use crate::gomoku::Rule;
    use crate::terminal::Options;
    use crate::text::Language;

    #[test]
    fn the_cursor_of_the_terminal_is_on_the_board_or_behind_what_is_typed() {
        let mut app = with(&Options { size: 9, ..both() });
        let mut terminal = Terminal::new(TestBackend::new(60, 20)).expect("memory suffices");
        let mut drawn = |app: &mut App| {
            terminal.draw(|frame| app.draw(frame)).expect("it is drawn");
            terminal.get_cursor_position().expect("it has a cursor")
        };
        assert_eq!(drawn(&mut app), Position::new(16, 4));
        app.typed = "h8".to_string();
        assert_eq!(drawn(&mut app).x, 4);
        // Of a long line the end is shown, behind a sign that it is one.
        app.typed = "x".repeat(4000);
        let at = drawn(&mut app);
        assert!(at.x < 60 && at.y < 20 && app.board.height > 0, "{at}");
        let lines = app.below(60, 20, 0);
        let begin = lines.len() - MOST_TYPED;
        assert!(lines[begin].starts_with("> ...x"), "{lines:?}");
    }

    #[test]
    fn a_window_of_the_size_that_is_needed_shows_the_board() {
        let mut app = with(&both());
        let mut drawn = |width: u16, height: u16| {
            let text = shown(&mut app, width, height);
            (text, app.board.height > 0)
        };
        for (width, height) in [(80, 6), (80, 2), (20, 6), (11, 30), (10, 20)] {
            let (text, is_shown) = drawn(width, height);
            assert!(!is_shown, "{width} x {height}: {text}");
            let (wide, high) = text.split_once(" x ").expect("a size");
            let wide = wide.rsplit([' ', '\n']).next().unwrap_or_default();
            let high = high.split([' ', '\n']).next().unwrap_or_default();
            let [wide, high]: [u16; 2] = [wide, high].map(|side| side.parse().expect("a number"));
            assert!(drawn(wide, high).1, "{wide} x {high}");
            // It is no larger than it must be.
            assert!(wide == width || !drawn(wide - 1, high).1);
            assert!(high == height || !drawn(wide, high - 1).1);
        }
    }

    #[test]
    fn a_window_of_the_size_that_is_needed_shows_the_board_where_a_stone_is_limited() {
        let mut app = with(&Options {
            rule: Rule::Renju,
            opening: Procedure::Rif,
            ..both()
        });
        app.obey("h8");
        let picture = app.session().game().picture();
        for width in [20, 40, 80] {
            let height = app.least_rows(&picture, width);
            let text = shown(&mut app, width, height);
            assert!(app.board.height >= LEAST, "{width} x {height}: {text}");
        }
    }

    #[test]
    fn what_kagetsu_chooses_is_not_asked_of_the_person() {
        let mut app = with(&Options {
            opening: Procedure::Swap,
            ..Options::default()
        });
        for line in ["h8", "h9", "i9"] {
            app.obey(line);
        }
        assert!(matches!(app.session().game().ask(), Ask::Choose(_)));
        assert_eq!(app.question(), Message::new("thinking"));
    }

    #[test]
    fn the_line_that_is_typed_is_there_on_a_small_screen() {
        for language in Language::ALL {
            for opening in Procedure::ALL {
                let mut app = with(&Options {
                    rule: Rule::Renju,
                    opening,
                    language,
                    ..both()
                });
                for line in ["h8", "new 9"] {
                    app.obey(line);
                    app.typed = "9".to_string();
                    let text = shown(&mut app, 40, 15);
                    assert!(app.board.height >= LEAST, "{language} {opening}: {text}");
                    assert!(text.contains("> 9 "), "{language} {opening}: {text}");
                }
            }
        }
    }

    #[test]
    fn numbers_of_moves_are_as_wide_as_stones() {
        let mut app = with(&both());
        app.look.numbers = true;
        // Rows with gaps, so that nobody wins.
        let width = usize::from(MARGIN + 15 * CELL_WIDTH);
        let columns = ["a", "c", "e", "g", "i", "k", "m"];
        let names = (1..=15).flat_map(|row| columns.map(|column| format!("{column}{row}")));
        for name in names {
            app.obey(&name);
            let game = app.session().game();
            let (picture, turn) = (game.picture(), game.move_input());
            for y in 0..picture.height {
                let row = app.row(&picture, &turn, 0..picture.width, y);
                assert_eq!(row.width(), width, "{name}: {row}");
            }
        }
        assert!(app.session().steps().len() > 100);
    }

    #[test]
    fn pieces_that_move_on_are_letters_where_stones_have_had_numbers() {
        let mut app = with(&Options::default());
        for line in ["numbers", "new oxhorn both", "0-2"] {
            app.obey(line);
        }
        let game = app.session().game();
        let (picture, turn) = (game.picture(), game.move_input());
        let moved = app.cell(&picture, &turn, picture.last()[0]);
        assert!(moved.content.contains('R'), "{moved:?}");
    }

    #[test]
    fn the_part_that_is_shown_holds_the_cursor() {
        for shown in 1..=15 {
            let mut first = 0;
            for wanted in [7, 0, 14, 3, 9, 8] {
                first = first_shown(first, wanted, 15, shown);
                assert!((first..first + shown).contains(&wanted));
                assert!(first + shown <= 15);
            }
        }
    }
}
