//! The line interface: the board and messages out, moves and commands in.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{StopSignal, WallClock};

use crate::game::{Ask, Refusal, Seat};
use crate::player::{Allowance, OutsidePrograms};
use crate::puzzles::PuzzleFault;
use crate::registry::{Asked, Opponents};
use crate::session::{Event, Mover, Occupant, Session, TimeRules};
use crate::text::{Catalogue, CatalogueError, Language, Message};

use super::board::draw;
use super::files::{load, save};
use super::lines::next_line;
use super::options::{Options, OptionsError};
use super::words::{Successor, Typed, question, read, several, step_of};

/// Why the line interface ended early.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The options make no sense.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// No game can start so, or a step of Kagetsu's was refused.
    #[error(transparent)]
    Game(#[from] Refusal),
    /// The texts cannot be read.
    #[error(transparent)]
    Texts(#[from] CatalogueError),
    /// The list of puzzles is damaged.
    #[error("the list of puzzles is damaged: {0}")]
    Puzzles(#[from] PuzzleFault),
    /// There is no such puzzle, in the language of the options.
    #[error("{0}")]
    NoPuzzle(String),
    /// Input or output failed.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// The game goes on.
const fn stay((): ()) -> After {
    After::Stay
}

struct Plain<W: Write> {
    session: Session,
    opponents: Opponents,
    /// Games that were begun before.
    games: u64,
    /// The seat and the name of a program that has no answer.
    trouble: Option<(Seat, String)>,
    stop: StopSignal,
    language: Language,
    texts: Catalogue,
    output: W,
}

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
    options.check()?;
    let clock = Arc::new(WallClock::start());
    let rules = TimeRules::default();
    let names = programs.as_ref().map(|known| known.names());
    let seats = options.seats(&names.unwrap_or_default())?;
    let session = Session::new(options.setup(), seats, rules, clock.clone())?;
    let words = options.game.words();
    let mut plain = Plain {
        session,
        opponents: Opponents::new(options.seed.unwrap_or_else(drawn_seed), clock, programs),
        games: 0,
        trouble: None,
        stop: stop.clone(),
        language: options.language,
        texts: Catalogue::of(options.language)?.reworded(words),
        output,
    };
    plain.say(&Message::new("terminal-help"))?;
    plain.go_on(&[Event::Started])?;
    while !stop.is_raised()
        && let Some(line) = next_line(&mut input)?
    {
        if plain.obey(&line)? == After::Quit {
            break;
        }
    }
    plain.say(&Message::new("terminal-bye"))
}

/// What follows a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Stay,
    Quit,
}

impl<W: Write> Plain<W> {
    fn say(&mut self, message: &Message) -> Result<(), PlayError> {
        let text = self.texts.say(message);
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<After, PlayError> {
        let seat = self.session.own_seat();
        let choosing = matches!(self.session.game().ask(), Ask::Choose(_));
        let answer = match read(line) {
            Typed::Quit => return Ok(After::Quit),
            Typed::Help => return self.say(&Message::new("terminal-help")).map(stay),
            Typed::Board => return self.show().map(stay),
            Typed::Rules => return self.explain().map(stay),
            Typed::Hint => return self.hint().map(stay),
            Typed::Draw => return self.draw(seat).map(stay),
            Typed::TakeOver(by) if self.trouble.is_some() => return self.take_over(by).map(stay),
            Typed::Save { path, replaces } => {
                let said = save(&self.session, path, replaces);
                return self.say(&said).map(stay);
            }
            Typed::Load(path) => return self.load(path).map(stay),
            Typed::Undo => self.session.undo(),
            Typed::Redo => self.session.redo(),
            Typed::Resign => self.session.resign(seat),
            Typed::Rematch => {
                self.games += 1;
                self.session.rematch()
            }
            Typed::Swap if !choosing => self.session.exchange_sides(),
            Typed::Swap | Typed::Numbers | Typed::TakeOver(_) | Typed::Step(_) => {
                return self.step(seat, line).map(stay);
            }
        };
        self.follow(answer).map(stay)
    }

    fn follow(&mut self, answer: Result<Vec<Event>, Refusal>) -> Result<(), PlayError> {
        match answer {
            Ok(events) => self.go_on(&events),
            Err(refusal) => self.say(&refusal.message()),
        }
    }

    /// A step of the game.
    fn step(&mut self, seat: Seat, line: &str) -> Result<(), PlayError> {
        let game = self.session.game();
        let at = game.read_move(&line.to_ascii_lowercase());
        let answer = match (step_of(line, &game.ask(), at.clone().ok()), at) {
            (Some(step), _) => self.session.act(seat, step),
            (None, Err(refusal @ Refusal::OffBoard(_))) => Err(refusal),
            (None, Ok(_)) => Err(Refusal::WrongStep),
            (None, Err(_)) if !several(line, game).is_empty() => return self.steps(line),
            (None, Err(_)) => {
                let message = Message::new("terminal-unknown").with("text", line);
                return self.say(&message);
            }
        };
        self.follow(answer)
    }

    /// Several moves on a line. Two people play them one after the other; where an opponent answers in between, nothing is
    /// played.
    fn steps(&mut self, line: &str) -> Result<(), PlayError> {
        let is_person = |seat| *self.session.occupant(seat) == Occupant::Person;
        if !Seat::BOTH.into_iter().all(is_person) {
            return self.say(&Message::new("terminal-one-move").with("text", line));
        }
        for word in several(line, self.session.game()) {
            let game = self.session.game();
            let at = game.read_move(&word.to_ascii_lowercase());
            let step = at.map(|at| step_of(word, &game.ask(), Some(at)));
            let seat = self.session.own_seat();
            let answer = match step {
                Ok(Some(step)) => self.session.act(seat, step),
                Ok(None) => Err(Refusal::WrongStep),
                Err(refusal) => Err(refusal),
            };
            let is_played = answer.is_ok();
            self.follow(answer)?;
            if !is_played {
                break;
            }
        }
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), PlayError> {
        match load(&self.session, path) {
            Ok((session, events)) => {
                self.games += 1;
                self.texts = Catalogue::of(self.language)?.reworded(session.game().kind().words());
                self.session = session;
                // All but the last are history.
                self.go_on(&events[events.len().saturating_sub(1)..])
            }
            Err(message) => self.say(&message),
        }
    }

    fn hint(&mut self) -> Result<(), PlayError> {
        let game = self.session.game();
        let kagetsu = self.opponents.kagetsu(game.kind(), self.games);
        match kagetsu.hint(game, &self.stop) {
            Some(step) => self.say(&Message::hint(game, step)),
            None => self.say(&Refusal::GameOver.message()),
        }
    }

    fn draw(&mut self, seat: Seat) -> Result<(), PlayError> {
        let events = match self.session.offer_draw(seat) {
            Ok(events) => events,
            Err(refusal) => return self.say(&refusal.message()),
        };
        self.go_on(&events)?;
        let other = seat.other();
        let mover = self.session.mover(other);
        let Some(mover) = mover.filter(|_| self.session.outcome().is_none()) else {
            return Ok(());
        };
        let accepts = match mover {
            Mover::Kagetsu(level) => {
                let game = self.session.game();
                let kagetsu = self.opponents.kagetsu(game.kind(), self.games);
                kagetsu.set_level(level);
                kagetsu.accepts_draw(game, &self.stop)
            }
            // Programs know no draws by agreement.
            Mover::Program(_) => false,
        };
        let events = self.session.answer_draw(other, accepts)?;
        self.go_on(&events)
    }

    /// Somebody moves for the seat of a program that has no answer.
    fn take_over(&mut self, by: Successor) -> Result<(), PlayError> {
        if let (Some((seat, _)), Some(occupant)) = (self.trouble.take(), by.occupant()) {
            self.session.seat(seat, occupant);
        }
        self.go_on(&[])
    }

    /// Tells what happened and lets Kagetsu and the programs answer for their seats.
    fn go_on(&mut self, events: &[Event]) -> Result<(), PlayError> {
        self.trouble = None;
        for event in events {
            self.say(&event.message())?;
        }
        while let Some(seat) = self.session.to_act() {
            let Some(mover) = self.session.mover(seat) else {
                break;
            };
            let asked = Asked {
                game: self.session.game(),
                seat,
                number: self.games,
                allowance: Allowance::default(),
            };
            let answer = self
                .opponents
                .answer(asked, &mover, &self.stop, &mut |_| {});
            let events = match (answer, mover) {
                (Ok(Some(step)), _) => self.session.act(seat, step)?,
                (Ok(None), _) => self.session.fail(seat)?,
                (Err(fault), Mover::Program(name)) => {
                    self.say(&fault.message(&name))?;
                    self.say(&Message::new("terminal-trouble").with("name", &name))?;
                    self.trouble = Some((seat, name));
                    break;
                }
                (Err(_), Mover::Kagetsu(_)) => break,
            };
            for event in events {
                self.say(&event.message())?;
            }
        }
        self.show()
    }

    /// Ends programs whose game is over.
    fn dismiss(&mut self) {
        for program in self.opponents.running() {
            if self.session.outcome().is_some() || program.number != self.games {
                self.opponents.dismiss(program.seat);
            }
        }
    }

    fn show(&mut self) -> Result<(), PlayError> {
        self.dismiss();
        let game = self.session.game();
        let (picture, turn) = (game.picture(), game.turn());
        writeln!(self.output, "{}", draw(&picture, &turn))?;
        if let Some([black, white]) = picture.counts {
            let discs = Message::new("terminal-discs");
            self.say(&discs.with("black", &black).with("white", &white))?;
        }
        let message = self.question();
        self.say(&message)
    }

    fn explain(&mut self) -> Result<(), PlayError> {
        let rules = self.session.game().kind().rules(self.language);
        writeln!(self.output, "{}", rules.trim())?;
        Ok(())
    }

    fn question(&self) -> Message {
        // The game may have ended by something else than a move.
        if self.session.outcome().is_some() {
            return Message::new("ask-nothing");
        }
        question(self.session.game(), "ask-move")
    }
}
