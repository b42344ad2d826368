//! What a person types and is told, the same on the full screen and by lines.

use std::io::{self, BufRead, Read};

use kagetsu_notation::narrow;

use crate::game::{Ask, Cell, Choice, Colour, Game, GameMove, Picture, Refusal, Seat, Spot, Step};
use crate::gomoku::Gomoku;
use crate::registry::write_position;
use crate::session::{Event, Session};
use crate::table::{Command, Table};
use crate::text::{Catalogue, Message, choice_key};

use super::vocabulary::{Typed, of_chinese, of_word};

/// Longest line that is typed, in bytes; the rest of a longer one is dropped.
pub(super) const LONGEST_LINE: usize = 4096;

/// Do two people play at this keyboard?
pub(super) fn are_two_people(session: &Session) -> bool {
    Seat::BOTH.into_iter().all(|seat| session.is_person(seat))
}

/// A question with the colour of whoever is asked, where two people play at this keyboard.
fn with_colour(session: &Session, question: Message) -> Message {
    if !are_two_people(session) {
        return question;
    }
    let game = session.game();
    let colour = game.colour(game.to_act());
    let line = Message::new("said-line").with_word("colour", colour.name());
    line.with_message("text", question)
}

/// What the game asks, in words; `your_move` is the key for a move.
pub(super) fn question(session: &Session, your_move: &str) -> Message {
    let game = session.game();
    match game.ask() {
        Ask::Move => {
            let gomoku = game.downcast_ref::<Gomoku>();
            let colour = game.to_move().name();
            if gomoku.is_some_and(|gomoku| !gomoku.opening_is_done()) {
                // One player lays stones of both colours.
                let number = game.picture().moves.len() + 1;
                let message = Message::new("ask-stone").with("number", &number);
                return message.with_word("colour", colour);
            }
            let must_pass = game.move_input().must_pass;
            let key = if must_pass {
                "ask-must-pass"
            } else {
                your_move
            };
            Message::new(key).with_word("colour", colour)
        }
        Ask::Choose(_) => Message::new(match game.to_act() {
            Seat::First if are_two_people(session) => "ask-choose-first",
            Seat::Second if are_two_people(session) => "ask-choose-second",
            _ => "ask-choose",
        }),
        Ask::Announce(most) => {
            with_colour(session, Message::new("ask-announce").with("most", &most))
        }
        Ask::Offer(left) => with_colour(session, Message::new("ask-offer").with("left", &left)),
        Ask::Pick(_) => with_colour(session, Message::new("ask-pick")),
        Ask::Nothing => Message::new("ask-nothing"),
    }
}

/// The line with plain letters, digits and signs in the place of those of double width, which input methods of East Asia write,
/// and with the word for a Chinese one; the name of a file stays as it is.
pub(super) fn narrowed(line: &str) -> String {
    let end_of_word = line.find(char::is_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at(end_of_word);
    let word = narrow(word);
    let word = of_chinese(&word).map_or(word, String::from);
    match word.to_ascii_lowercase().as_str() {
        "save" | "replace" | "load" => word + rest,
        _ => word + &narrow(rest),
    }
}

/// The next line that is not empty, without blanks at its ends and as [`narrowed`] makes it; nothing at the end of the input.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    loop {
        let mut bytes = Vec::new();
        let mut limited = input.by_ref().take(LONGEST_LINE as u64);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = kagetsu_kernel::file::without_mark(&line).trim();
        if !line.is_empty() {
            return Ok(Some(narrowed(line)));
        }
    }
}

/// What a line without blanks at its ends asks for. Single letters stand for the words that are typed most.
pub(super) fn read(line: &str) -> Typed<'_> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    match (word.as_str(), rest.to_ascii_lowercase().as_str()) {
        ("save" | "replace", _) => Typed::Save {
            path: rest,
            replaces: word == "replace",
        },
        ("load", _) => Typed::Load(rest),
        ("new", _) => Typed::New(rest),
        ("board", "") => Typed::Board(None),
        ("board", "on") => Typed::Board(Some(true)),
        ("board", "off") => Typed::Board(Some(false)),
        ("silent", "" | "on") => Typed::Silent(true),
        ("silent", "off") => Typed::Silent(false),
        (_, "") => of_word(&word).unwrap_or(Typed::Step(line)),
        _ => Typed::Step(line),
    }
}

/// The command of a typed line at the table, if it is one there.
pub(super) fn command_of(typed: Typed<'_>, table: &Table) -> Option<Command> {
    let session = table.session();
    Some(match typed {
        Typed::Hint => Command::Hint,
        // Two persons at one keyboard: the other one agrees.
        Typed::Draw => match session.draw_asked() {
            Some(asked) if session.is_person(asked) => Command::AnswerDraw { agrees: true },
            _ => Command::OfferDraw,
        },
        Typed::Undo => Command::Undo,
        Typed::Redo => Command::Redo,
        Typed::Resign => Command::Resign,
        Typed::Rematch => Command::Rematch,
        // While an opening lasts, the word answers what it asks.
        Typed::Swap if !session.in_opening() => Command::Exchange,
        Typed::TakeOver(by) if table.trouble().is_some() => Command::TakeOver { by },
        _ => return None,
    })
}

/// What there is to see on the board, for those who do not look at it: all pieces of both colours by name, row by row from the
/// top, where rows stand between semicolons; and the moves that can be made, where they are few.
pub(super) fn stone_list(game: &dyn Game) -> Vec<Message> {
    let picture = game.picture();
    let of_colour = |wanted: Colour| {
        let mut count = 0;
        let mut rows = Vec::new();
        for y in 0..picture.height {
            let spots = (0..picture.width).map(|x| Spot::new(x, y));
            let is_wanted = |spot: &Spot| picture.cell(*spot) == Cell::Piece(wanted);
            let names: Vec<String> = spots
                .filter(is_wanted)
                .map(|spot| picture.name(spot))
                .collect();
            count += names.len();
            if !names.is_empty() {
                rows.push(names.join(" "));
            }
        }
        let points = if rows.is_empty() {
            "–".to_string()
        } else {
            rows.join("; ")
        };
        Message::new("terminal-stones")
            .with_word("colour", wanted.name())
            .with("count", &count)
            .with("points", &points)
    };
    let stones = Colour::BOTH.into_iter().map(of_colour);
    stones.chain(few_moves(game)).collect()
}

/// The moves that can be made where they are few: the legal ones of some games, and the fifths that are offered.
fn few_moves(game: &dyn Game) -> Option<Message> {
    let moves: Vec<GameMove> = match game.ask() {
        Ask::Move => {
            let paths = game.move_input().paths?;
            paths.into_iter().map(|path| path.spots).collect()
        }
        Ask::Pick(offered) => offered,
        _ => return None,
    };
    let names: Vec<String> = moves.into_iter().map(|mv| game.write_move(mv)).collect();
    let message = || Message::new("terminal-moves").with("moves", &names.join(" "));
    (!names.is_empty()).then(message)
}

/// How many discs of Black and White there are.
pub(super) fn discs(counts: [u32; 2]) -> Message {
    let [black, white] = counts;
    let discs = Message::new("terminal-discs");
    discs.with("black", &black).with("white", &white)
}

/// The last move or pass.
pub(super) fn last_move(session: &Session) -> Message {
    let is_move = |event: &&Event| {
        matches!(
            event,
            Event::Moved { .. } | Event::Passed { .. } | Event::Picked { .. }
        )
    };
    let history = session.history();
    let found = history.iter().rfind(is_move);
    found.map_or(Message::new("terminal-no-last"), Event::message)
}

/// How the game has ended; nothing while it goes on.
pub(super) fn result(session: &Session) -> Option<Message> {
    let outcome = session.outcome()?;
    Some(session.ended(outcome).message())
}

/// That the game is over, and how; nothing while it goes on.
pub(super) fn end_of_game(session: &Session, texts: &Catalogue) -> Option<Message> {
    let result = texts.say(&result(session)?);
    Some(Message::new("terminal-over").with("result", &result))
}

/// What stays on the terminal after a game: the game as one line that can be pasted elsewhere and its result, or the line that
/// goes on with it while it is not over. Nothing of a game without a step.
pub(super) fn farewell(session: &Session, texts: &Catalogue) -> Option<String> {
    if session.steps().is_empty() {
        return None;
    }
    let moves = write_position(session);
    if let Some(result) = result(session) {
        return Some(format!("{moves}\n{}\n", texts.say(&result)));
    }
    let unfinished = texts.word("terminal-unfinished");
    let mut told = format!("{unfinished}\nload {moves}\n");
    if session.in_opening() {
        // A line has no procedure, and none of its decisions.
        told += &texts.word("terminal-opening-lost");
        told.push('\n');
    }
    Some(told)
}

/// The moves of a line that holds several, such as `h8 i9`; none for any other line.
fn several_moves<'l>(line: &'l str, game: &dyn Game) -> Vec<&'l str> {
    let is_between = |sign: char| sign.is_whitespace() || sign == ',';
    let words: Vec<&str> = line
        .split(is_between)
        .filter(|word| !word.is_empty())
        .collect();
    let is_move = |text: &str| {
        let read = game.read_move(text);
        matches!(read, Ok(_) | Err(Refusal::OffBoard(_)))
    };
    // Some games have moves of several words.
    if words.len() > 1 && !is_move(line) && words.iter().all(|word| is_move(word)) {
        words
    } else {
        Vec::new()
    }
}

/// The parts of a line that mean a step each: several moves of two people, or the line itself.
pub(super) fn split_steps<'l>(line: &'l str, session: &Session) -> Vec<&'l str> {
    let moves = several_moves(line, session.game());
    // Where an opponent answers in between, nothing of them is played.
    if moves.is_empty() || !are_two_people(session) {
        vec![line]
    } else {
        moves
    }
}

/// The step that a line means in a game, or why it means none.
pub(super) fn typed_step(line: &str, game: &dyn Game) -> Result<Step, Message> {
    let at = game.read_move(line);
    match (step_of(line, &game.ask(), at.clone().ok()), at) {
        (Some(step), _) => Ok(step),
        (None, Err(refusal @ Refusal::OffBoard(_))) => Err(refusal.message()),
        (None, Ok(_)) => Err(Refusal::WrongStep.message()),
        (None, Err(_)) if choice_of(line).is_some() => Err(Message::new("terminal-no-choice")),
        (None, Err(_)) => {
            let key = if several_moves(line, game).is_empty() {
                "terminal-unknown"
            } else {
                "terminal-one-move"
            };
            Err(Message::new(key).with_quoted("text", line))
        }
    }
}

const fn word_of(choice: Choice) -> &'static str {
    match choice {
        Choice::Keep => "keep",
        Choice::Swap => "swap",
        Choice::PlaceTwo => "two",
        Choice::OfferTen => "ten",
    }
}

fn choice_of(word: &str) -> Option<Choice> {
    let is_it = |choice: &Choice| word.eq_ignore_ascii_case(word_of(*choice));
    Choice::ALL.into_iter().find(is_it)
}

/// How the opening goes, while it lasts.
pub(super) fn opening_line(session: &Session) -> Option<Message> {
    let setup = session.setup().gomoku().filter(|_| session.in_opening())?;
    Some(Message::new(format!("opening-line-{}", setup.opening)))
}

/// Where the stone may lie, if the opening limits that: the square of the marked points by two corners, also for those who do
/// not see the board.
fn zone(picture: &Picture) -> Option<Message> {
    let zone = picture.zone.as_ref()?;
    let (columns, rows) = (zone.iter().map(|at| at.x), zone.iter().map(|at| at.y));
    let from = Spot::new(columns.clone().min()?, rows.clone().max()?);
    let to = Spot::new(columns.max()?, rows.min()?);
    Some(zone_between(picture, [from, to]))
}

/// That the stone must lie between two corners.
pub(super) fn zone_between(picture: &Picture, corners: [Spot; 2]) -> Message {
    let [from, to] = corners.map(|corner| picture.name(corner));
    if from == to {
        Message::new("terminal-zone-point").with("at", &from)
    } else {
        let square = Message::new("terminal-zone").with("from", &from);
        square.with("to", &to)
    }
}

/// What the question of an opening leaves to choose: where the stone may lie, or the choices.
pub(super) fn choice_lines(game: &dyn Game, texts: &Catalogue) -> Vec<String> {
    let Ask::Choose(choices) = game.ask() else {
        let zone = zone(&game.picture());
        return Vec::from_iter(zone.map(|zone| texts.say(&zone)));
    };
    lines_of_choices(&choices, texts)
}

/// One choice a line with its number, its word and what it means.
pub(super) fn lines_of_choices(choices: &[Choice], texts: &Catalogue) -> Vec<String> {
    let line = |(index, &choice): (usize, &Choice)| {
        let meaning = texts.word(choice_key(choice));
        format!("{} {}: {meaning}", index + 1, word_of(choice))
    };
    choices.iter().enumerate().map(line).collect()
}

/// The step that a line means; `at` is the move that it names, if it names one.
fn step_of(line: &str, ask: &Ask, at: Option<GameMove>) -> Option<Step> {
    let line = line.to_ascii_lowercase();
    let choice = choice_of(&line);
    match ask {
        Ask::Choose(choices) => {
            let number = line
                .parse()
                .ok()
                .and_then(|number: usize| number.checked_sub(1));
            let numbered = number.and_then(|number| choices.get(number).copied());
            choice.or(numbered).map(Step::Choose)
        }
        Ask::Announce(_) => line.parse().ok().map(Step::Announce),
        Ask::Move if matches!(line.as_str(), "pass" | "p") => Some(Step::Pass),
        other => at.map(|at| other.step_of(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::WORDS;
    use super::*;

    #[test]
    fn words_are_read_in_either_case_and_points_are_no_words() {
        assert_eq!(read("Undo"), Typed::Undo);
        assert_eq!(read("h"), Typed::Hint);
        assert_eq!(read("?"), Typed::Help);
        assert_eq!(read("board"), Typed::Board(None));
        assert_eq!(read("board OFF"), Typed::Board(Some(false)));
        assert_eq!(read("Silent On"), Typed::Silent(true));
        assert_eq!(read("new renju 15"), Typed::New("renju 15"));
        for step in ["h8", "u3", "q15", "j10 k11", "0-2", "undo it", "swap2", ""] {
            assert_eq!(read(step), Typed::Step(step));
        }
        let path = "My games/one two.sgf";
        let saved = |replaces| Typed::Save { path, replaces };
        assert_eq!(read("SAVE  My games/one two.sgf"), saved(false));
        assert_eq!(read("replace My games/one two.sgf"), saved(true));
        assert_eq!(read("load x"), Typed::Load("x"));
        assert_eq!(read("load"), Typed::Load(""));
    }

    #[test]
    fn letters_of_double_width_and_chinese_words_are_plain_ones_but_in_names_of_files() {
        for (line, plain) in [
            ("？", "?"),
            ("ｈ８，ｉ９", "h8,i9"),
            ("ｎｅｗ　ｒｅｎｊｕ １５", "new renju 15"),
            ("ｓａｖｅ 对局（１）.sgf", "save 对局（１）.sgf"),
            ("LOAD 对局（１）.sgf", "LOAD 对局（１）.sgf"),
            ("保存　对局（１）.sgf", "save　对局（１）.sgf"),
            ("新对局　ｒｅｎｊｕ １５", "new renju 15"),
            ("悔棋", "undo"),
        ] {
            assert_eq!(narrowed(line), plain);
            let mut input = line.as_bytes();
            let read = next_line(&mut input).expect("a text");
            assert_eq!(read.as_deref(), Some(plain));
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        let mut input = "\u{feff}\n\u{feff} undo \n".as_bytes();
        let line = next_line(&mut input).expect("a text");
        assert_eq!(line.as_deref(), Some("undo"));
    }

    #[test]
    fn every_word_of_the_vocabulary_is_read() {
        let ask = Ask::Choose(Choice::ALL.to_vec());
        for word in WORDS {
            for name in [Some(word.name), word.short].into_iter().flatten() {
                let is_step = [&ask, &Ask::Move]
                    .iter()
                    .any(|ask| step_of(name, ask, None).is_some());
                let is_known = !matches!(read(name), Typed::Step(_));
                assert!(is_known || is_step, "{name}");
            }
        }
    }

    #[test]
    fn choices_are_typed_as_words_or_numbers() {
        let ask = Ask::Choose(vec![Choice::Keep, Choice::Swap, Choice::PlaceTwo]);
        for (line, choice) in [
            ("2", Some(Choice::Swap)),
            ("TWO", Some(Choice::PlaceTwo)),
            ("4", None),
            ("0", None),
            ("h8", None),
        ] {
            assert_eq!(
                step_of(line, &ask, None),
                choice.map(Step::Choose),
                "{line}"
            );
        }
        assert_eq!(
            step_of("12", &Ask::Announce(12), None),
            Some(Step::Announce(12))
        );
    }
}
