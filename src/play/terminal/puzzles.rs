//! Puzzles by lines: answers and commands in, the board and judgements out.

use std::io::{BufRead, Write};

use crate::game::{Colour, Game, Spot};
use crate::gomoku::Rule;
use crate::puzzles::{Attempt, Judgement, Kind, Puzzle, Puzzles};
use crate::session::Event;
use crate::text::{Catalogue, Language, Message};

use super::board::draw;
use super::lines::next_line;
use super::plain::PlayError;
use super::words::{Typed, read, stones};

/// Which puzzles of a list; what is absent leaves all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleChoice {
    /// The rule.
    pub rule: Option<Rule>,
    /// The kind.
    pub kind: Option<Kind>,
    /// The grade, from 1 to 10.
    pub grade: Option<u8>,
}

impl PuzzleChoice {
    fn has(self, puzzle: &Puzzle) -> bool {
        self.rule.is_none_or(|rule| rule == puzzle.rule)
            && self.kind.is_none_or(|kind| kind == puzzle.kind)
            && self.grade.is_none_or(|grade| grade == puzzle.grade)
    }
}

/// What follows a line.
enum Then {
    Stay,
    Next,
}

struct Solving<W: Write> {
    attempt: Attempt,
    kind: Kind,
    texts: Catalogue,
    output: W,
}

/// Why nothing of a list is chosen.
fn nothing_chosen(puzzles: &Puzzles, choice: PuzzleChoice, texts: &Catalogue) -> Message {
    let has_rule = |rule| puzzles.list().iter().any(|puzzle| puzzle.rule == rule);
    match choice.rule {
        Some(rule) if !has_rule(rule) => {
            let name = |rule: Rule| format!("short-{rule}");
            let known = Rule::ALL.into_iter().filter(|&known| has_rule(known));
            let rules: Vec<String> = known.map(|known| texts.word(&name(known))).collect();
            let message = Message::new("terminal-no-puzzle-rule").with_word("rule", &name(rule));
            message.with("rules", &rules.join(", "))
        }
        _ => Message::new("terminal-no-puzzle"),
    }
}

/// Gives the chosen puzzles of a list one after the other until `quit`, the last one, or the end of the input.
///
/// # Errors
/// [`PlayError`]; wrong answers and commands are answered instead.
pub fn run_puzzles(
    puzzles: &Puzzles,
    choice: PuzzleChoice,
    language: Language,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), PlayError> {
    let texts = Catalogue::of(language)?;
    let mut chosen = puzzles.list().iter();
    let mut next = || chosen.find(|puzzle| choice.has(puzzle));
    let Some(first) = next() else {
        let why = nothing_chosen(puzzles, choice, &texts);
        return Err(PlayError::NoPuzzle(texts.say(&why)));
    };
    let mut solving = Solving {
        attempt: Attempt::new(first)?,
        kind: first.kind,
        texts,
        output,
    };
    solving.say(&Message::new("terminal-puzzle-help"))?;
    solving.show()?;
    while let Some(line) = next_line(&mut input)? {
        if read(&line) == Typed::Quit {
            break;
        }
        if let Then::Stay = solving.obey(&line)? {
            continue;
        }
        let Some(puzzle) = next() else {
            solving.say(&Message::new("terminal-no-puzzle-left"))?;
            break;
        };
        solving.attempt = Attempt::new(puzzle)?;
        solving.kind = puzzle.kind;
        solving.show()?;
    }
    solving.say(&Message::new("terminal-bye"))
}

const fn key_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

impl<W: Write> Solving<W> {
    fn say(&mut self, message: &Message) -> Result<(), PlayError> {
        writeln!(self.output, "{}", self.texts.say(message))?;
        self.output.flush()?;
        Ok(())
    }

    fn name(&self, at: Spot) -> String {
        self.attempt.game().name(at)
    }

    fn names(&self, spots: &[Spot]) -> String {
        let names: Vec<String> = spots.iter().map(|&at| self.name(at)).collect();
        names.join(" ")
    }

    fn show(&mut self) -> Result<(), PlayError> {
        let game = self.attempt.game();
        let (picture, colour) = (game.picture(), game.to_move());
        writeln!(self.output, "{}", draw(&picture, &game.turn()))?;
        let goal = format!("puzzle-goal-{}", self.kind);
        self.say(&Message::new(goal).with_word("colour", key_of(colour)))
    }

    fn obey(&mut self, line: &str) -> Result<Then, PlayError> {
        match line.to_ascii_lowercase().as_str() {
            "help" | "?" => self.say(&Message::new("terminal-puzzle-help"))?,
            "board" => self.show()?,
            "next" => return Ok(Then::Next),
            "stones" => {
                let [black, white] = stones(self.attempt.game());
                self.say(&black)?;
                self.say(&white)?;
            }
            "hint" => {
                let at = self.attempt.hint().map(|at| self.name(at));
                let at = at.unwrap_or_default();
                self.say(&Event::Hint { at }.message())?;
            }
            "solution" => {
                let moves = self.names(self.attempt.solution());
                self.say(&Message::new("terminal-solution").with("moves", &moves))?;
            }
            lower => match self.attempt.game().read_spot(lower) {
                Ok(at) => return self.answer(at),
                Err(refusal) => self.say(&refusal.message())?,
            },
        }
        Ok(Then::Stay)
    }

    fn answer(&mut self, at: Spot) -> Result<Then, PlayError> {
        let name = self.name(at);
        match self.attempt.answer(at) {
            Err(refusal) => self.say(&refusal.message())?,
            Ok(Judgement::Solved) => {
                self.say(&Message::new("puzzle-solved").with("at", &name))?;
                return Ok(Then::Next);
            }
            Ok(Judgement::Right(reply)) => {
                let other = key_of(self.attempt.game().to_move().other());
                let right = Message::new("puzzle-right").with("at", &name);
                let right = right.with_word("colour", other);
                self.say(&right.with("reply", &self.name(reply)))?;
                self.show()?;
            }
            Ok(Judgement::Wrong(line)) if line.is_empty() => {
                self.say(&Message::new("puzzle-wrong").with("at", &name))?;
            }
            Ok(Judgement::Wrong(line)) => {
                let lost = Message::new("terminal-refuted").with("at", &name);
                self.say(&lost.with("moves", &self.names(&line)))?;
            }
        }
        Ok(Then::Stay)
    }
}
