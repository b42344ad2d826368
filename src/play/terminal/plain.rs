//! The line interface: the board and messages out, moves and commands in.

use std::convert::identity;
use std::io::{BufRead, Write};
use std::sync::Arc;

use kagetsu_kernel::StopSignal;

use crate::game::{Refusal, Seat};
use crate::player::OutsidePrograms;
use crate::registry::Opponents;
use crate::session::{Event, Occupant};
use crate::table::{Command, Table, Who};
use crate::text::{Catalogue, Language, Message};

use super::board::draw;
use super::confirm::{Confirmation, Ending};
use super::error::PlayError;
use super::files::{read_game, save};
use super::new_game::read_new;
use super::options::Options;
use super::rules::rules_text;
use super::start::{start, table_line, texts_of};
use super::vocabulary::{FrontEnd, Typed, help};
use super::words::{
    choice_lines, command_of, discs, end_of_game, farewell, last_move, next_line, opening_line,
    question, read, result, split_steps, stone_list, typed_step,
};

struct Plain<W: Write> {
    table: Table,
    opponents: Opponents,
    stop: StopSignal,
    language: Language,
    texts: Catalogue,
    telling: Telling,
    confirmation: Confirmation,
    output: W,
}

/// What is told without being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Telling {
    /// The board after every step.
    board: bool,
    /// Moves, and whose turn it is.
    game: bool,
}

/// Messages of the table that are left out where only what is asked for is told: those for which typed words can ask. Decisions
/// of an opening and the moves that are offered in it are told.
const UNASKED: [&str; 4] = [
    "event-started",
    "event-moved",
    "event-passed",
    "event-picked",
];

/// Plays games by lines until `quit`, the end of the input, or the stop signal. The programs, if any, take the places of
/// Kagetsu in their order.
///
/// # Errors
/// [`PlayError`]; wrong moves and commands are answered instead.
pub fn run(
    options: &Options,
    programs: Option<Arc<dyn OutsidePrograms>>,
    stop: &StopSignal,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), PlayError> {
    let (table, opponents) = start(options, programs)?;
    let texts = texts_of(&table, options.language)?;
    let mut plain = Plain {
        table,
        opponents,
        stop: stop.clone(),
        language: options.language,
        texts,
        telling: Telling {
            board: true,
            game: true,
        },
        confirmation: Confirmation::new(options.confirms),
        output,
    };
    plain.say(&Message::new("terminal-start"))?;
    plain.go_on(0)?;
    while !stop.is_raised()
        && let Some(line) = next_line(&mut input)?
    {
        if plain.obey(&line)? == After::Quit {
            break;
        }
    }
    plain.leave()
}

/// Whether the program goes on after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    NextLine,
    Quit,
}

impl<W: Write> Plain<W> {
    /// Writes a text and ends its line, to be read at once.
    fn print(&mut self, text: &str) -> Result<(), PlayError> {
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        Ok(())
    }

    fn say(&mut self, message: &Message) -> Result<(), PlayError> {
        self.print(&self.texts.say(message))
    }

    /// Says goodbye. Where `quit` would have asked, as after Ctrl-D and Ctrl-C, it tells how the game goes on.
    fn leave(&mut self) -> Result<(), PlayError> {
        if self.stop.is_raised() {
            // The terminal has shown the key on this line.
            writeln!(self.output)?;
        }
        let session = self.table.session();
        let is_lost = self.confirmation.question(Ending::Quit, session).is_some();
        if is_lost && let Some(farewell) = farewell(session, &self.texts) {
            write!(self.output, "{farewell}")?;
        }
        self.say(&Message::new("terminal-bye"))
    }

    fn obey(&mut self, line: &str) -> Result<After, PlayError> {
        self.confirmation.begin_line();
        let typed = read(line);
        match typed {
            Typed::Quit if self.may(Ending::Quit)? => return Ok(After::Quit),
            Typed::Resign if !self.may(Ending::Resign)? => Ok(()),
            Typed::Rematch if !self.may(Ending::Rematch)? => Ok(()),
            // It waits for its second time.
            Typed::Quit => Ok(()),
            Typed::Help => self.help(),
            Typed::Board(None) => self.show_board(),
            Typed::Board(Some(follows)) => {
                self.telling.board = follows;
                self.show(follows)
            }
            Typed::Silent(is_silent) => {
                self.telling.game = !is_silent;
                self.say(&Message::new(if is_silent {
                    "terminal-silent-on"
                } else {
                    "terminal-silent-off"
                }))
            }
            Typed::Stones => {
                let lines = stone_list(self.table.session().game());
                lines.iter().try_for_each(|line| self.say(line))
            }
            Typed::Last => {
                let last = last_move(self.table.session());
                self.say(&last)
            }
            Typed::New(words) => self.begin(words),
            Typed::Rules => self.explain(),
            Typed::Save { path, replaces } => {
                let said = save(&self.table, path, replaces);
                if said.is_ok() {
                    self.confirmation.note_kept(self.table.session());
                }
                self.say(&said.unwrap_or_else(identity))
            }
            Typed::Load(path) => self.load(path),
            _ => match command_of(typed, &self.table) {
                Some(command) => self.order(command).map(drop),
                None => self.step(line),
            },
        }?;
        Ok(After::NextLine)
    }

    /// May a word end the running game? The first time it is asked for once more.
    fn may(&mut self, word: Ending) -> Result<bool, PlayError> {
        let Some(question) = self.confirmation.question(word, self.table.session()) else {
            return Ok(true);
        };
        self.say(&question).map(|()| false)
    }

    /// Gives the table a command as its owner, and prints what follows from it. Returns whether the table has obeyed.
    fn order(&mut self, command: Command) -> Result<bool, PlayError> {
        let printed = self.table.log().told();
        let changes_board = !matches!(command, Command::Hint | Command::OfferDraw);
        let is_new = matches!(command, Command::New(_));
        if let Err(refusal) = self.table.obey(Who::Owner, command.into()) {
            return self.say(&refusal.message()).map(|()| false);
        }
        if is_new {
            self.reword()?;
        }
        self.follow(printed)?;
        self.show(self.telling.board && changes_board)?;
        Ok(true)
    }

    /// Makes the steps that a line means: a move or an answer in the opening, or several moves of two people.
    fn step(&mut self, line: &str) -> Result<(), PlayError> {
        for text in split_steps(line, self.table.session()) {
            let step = match typed_step(text, self.table.session().game()) {
                Ok(step) => step,
                // Something else is asked: it is told again.
                Err(message) if message == Refusal::WrongStep.message() => return self.ask(),
                Err(message) => return self.say(&message),
            };
            if !self.order(Command::Step { step })? {
                break;
            }
        }
        Ok(())
    }

    /// Takes the words of the game at the table.
    fn reword(&mut self) -> Result<(), PlayError> {
        self.texts = texts_of(&self.table, self.language)?;
        Ok(())
    }

    /// Begins another game, unless that needs a second time. What cannot begin is told the first time.
    fn begin(&mut self, words: &str) -> Result<(), PlayError> {
        let new = match read_new(words, &self.table) {
            Ok(new) => new,
            Err(message) => return self.say(&message),
        };
        if !self.may(Ending::New)? {
            return Ok(());
        }
        self.order(Command::New(new)).map(drop)
    }

    fn help(&mut self) -> Result<(), PlayError> {
        let lines = help(&self.texts, &self.table, FrontEnd::Lines);
        self.print(&lines.join("\n"))
    }

    /// Opens the game of a file, unless that needs a second time. A file that cannot be opened is told the first time.
    fn load(&mut self, path: &str) -> Result<(), PlayError> {
        let text = match read_game(&self.table, path) {
            Ok(text) => text,
            Err(message) => return self.say(&message),
        };
        if !self.may(Ending::Load)? {
            return Ok(());
        }
        if let Err(refusal) = self.table.open(&text) {
            return self.say(&refusal.message());
        }
        self.confirmation.note_kept(self.table.session());
        self.reword()?;
        let session = self.table.session();
        let sides = Seat::BOTH.map(|seat| match session.occupant(seat) {
            Occupant::Kagetsu(_) => Some(Event::KagetsuSits {
                colour: session.game().colour(seat),
            }),
            _ => None,
        });
        for side in sides.into_iter().flatten() {
            self.say(&side.message())?;
        }
        // The table has told the moves of the file again: only the last message is news.
        self.go_on(self.table.log().told() - 1)
    }

    /// Follows the game until a person is to move, and tells the board and the question.
    fn go_on(&mut self, printed: usize) -> Result<(), PlayError> {
        self.follow(printed)?;
        self.show(self.telling.board)
    }

    /// Lets Kagetsu and the programs move until a person is to, and prints the messages of the table. `printed` is the
    /// number of messages that need not be printed any more.
    fn follow(&mut self, mut printed: usize) -> Result<(), PlayError> {
        loop {
            let session = self.table.session();
            let end = result(session);
            for message in self.table.log().after(printed).to_vec() {
                // The question that follows tells the end.
                let is_wanted = if self.telling.game {
                    Some(&message) != end.as_ref()
                } else {
                    !UNASKED.contains(&message.key.as_str())
                };
                if is_wanted {
                    self.say(&message)?;
                }
                if message.key == "event-started" && self.telling.game {
                    self.say_begun()?;
                }
            }
            printed = self.table.log().told();
            let running = self.opponents.running();
            let Some(task) = self.table.task(&running).filter(|_| !self.stop.is_raised()) else {
                break;
            };
            let task = task.stopped_by(self.stop.clone());
            if let Some(found) = task.run(&mut self.opponents, &mut |_| {}) {
                self.table.take(found);
            }
        }
        if let Some(name) = self.table.program_in_trouble() {
            let message = Message::new("terminal-trouble").with("name", &name);
            self.say(&message)?;
        }
        Ok(())
    }

    /// The question, below the board if `with_board`, as far as they are told without being asked for.
    fn show(&mut self, with_board: bool) -> Result<(), PlayError> {
        if !self.telling.game {
            return Ok(());
        }
        if with_board {
            return self.show_board();
        }
        self.ask()
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let game = self.table.session().game();
        let (picture, turn) = (game.picture(), game.move_input());
        self.print(&draw(&picture, &turn))?;
        if let Some(counts) = picture.counts {
            self.say(&discs(counts))?;
        }
        self.ask()
    }

    fn explain(&mut self) -> Result<(), PlayError> {
        let told = rules_text(self.table.session(), &self.texts)?;
        self.print(&format!("{told}\n"))
    }

    /// Tells what is asked, with what can be chosen.
    fn ask(&mut self) -> Result<(), PlayError> {
        let session = self.table.session();
        // The game may have ended by something else than a move.
        if let Some(over) = end_of_game(session, &self.texts) {
            return self.say(&over);
        }
        let asked = question(session, "ask-move");
        let choices = choice_lines(session.game(), &self.texts);
        self.say(&asked)?;
        choices.iter().try_for_each(|line| self.print(line))
    }

    /// Tells what has begun: what is played and by whom, and how the opening goes, while it lasts.
    fn say_begun(&mut self) -> Result<(), PlayError> {
        let session = self.table.session();
        let (begun, opening) = (table_line(session, &self.texts), opening_line(session));
        self.print(&begun)?;
        opening.map_or(Ok(()), |line| self.say(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{both, play, rif};
    use super::*;
    use crate::game::Kind;

    #[test]
    fn after_control_c_the_last_word_has_a_line_of_its_own() {
        let (stop, mut output) = (StopSignal::new(), Vec::new());
        stop.raise();
        run(&both(), None, &stop, &b""[..], &mut output).expect("the options are sound");
        let text = String::from_utf8(output).expect("the output is text");
        assert!(text.ends_with("\n\nGoodbye.\n"), "{text}");
    }

    #[test]
    fn where_few_moves_can_be_made_they_are_named_with_the_stones() {
        let reversi = Options {
            game: Kind::Reversi,
            ..both()
        };
        let offers = "h8\nh9\ni10\nkeep\nj10\ni9\nj9\nstones\n";
        for (options, script, moves) in [
            (&reversi, "stones\n", "Possible moves: d3 c4 f5 e6\n"),
            (&rif(), offers, "Possible moves: i9 j9\n"),
        ] {
            let text = play(options, script);
            assert!(text.contains(moves), "{text}");
        }
        assert!(!play(&both(), "stones\n").contains("Possible moves"));
    }

    #[test]
    fn the_silent_mode_tells_decisions_of_an_opening_and_no_moves() {
        let script = "silent on\nh8\nh9\ni10\nswap\nj10\ni9\nj9\nf9\ni9\ni9\nquit\n";
        let text = play(&rif(), script);
        assert!(text.contains("The colours are exchanged."), "{text}");
        assert!(text.contains("is offered."), "{text}");
        assert!(!text.contains("is picked."), "{text}");
    }

    #[test]
    fn a_person_types_what_ends_a_game_twice_and_a_script_once() {
        for (confirms, script, asked, ended) in [
            (
                true,
                "h8\nresign\nstones\nresign\ni9\nresign\n",
                "Type resign once more",
                None,
            ),
            (
                true,
                "resign\nresign\n",
                "Type resign once more",
                Some("resignation"),
            ),
            (
                true,
                "h8\nnew 9\nquit\nnew 9\nlast\n",
                "Type quit once more",
                Some("another game:\nload freestyle 15 h8\nGoodbye."),
            ),
            (true, "h8\nquit\nquit\n", "", Some("keeps it.\nGoodbye.")),
            // What was loaded is kept elsewhere, and a word ends it at once.
            (
                true,
                "load freestyle 15 h8\nnew 9\ne5\nquit\n",
                "Type quit once more",
                Some("load freestyle 9 e5\nGoodbye."),
            ),
            (
                true,
                "h8\nnew 9\nnew 9\nlast\n",
                "once more to begin another",
                Some("No move was made"),
            ),
            (
                true,
                "h8\nnew 15 swap2\nnew 15 swap2\ni9\n",
                "once more to begin another",
                Some("load freestyle 15 i9\nThe opening does not go on there"),
            ),
            (false, "resign\n", "", Some("resignation")),
            (false, "h8\nnew 9\nlast\n", "", Some("No move was made")),
        ] {
            let options = Options { confirms, ..both() };
            let text = play(&options, script);
            assert!(text.contains(asked), "{script}: {text}");
            match ended {
                Some(ended) => assert!(text.contains(ended), "{script}: {text}"),
                None => assert!(!text.contains("resignation"), "{script}: {text}"),
            }
            assert_eq!(text.contains("once more"), confirms, "{script}: {text}");
        }
    }
}
