//! Chapters and their steps, from `chapters.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Ask, Colour, Foul, Game, Kind, Picture, Refusal, Spot, Step as Played};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::opening::Procedure;
use crate::siblings::{Connect6, Oxhorn, Reversi};

use super::goal::Goal;

const SHIPPED: &str = include_str!("chapters.json");
/// Side of the board of gomoku where none is named: small enough for a telephone.
const USUAL_SIDE: u8 = 9;

/// What is wrong with the chapters. Those of the program are sound, as tests show.
#[derive(Debug, thiserror::Error)]
#[error("the chapters are damaged: {0}")]
pub struct ChapterFault(#[from] serde_json::Error);

/// A chapter as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    #[serde(default)]
    game: Kind,
    rule: Option<Rule>,
    #[serde(default = "usual_side")]
    size: u8,
    #[serde(default)]
    opening: Procedure,
    window: Option<String>,
    steps: Vec<WrittenStep>,
}

const fn usual_side() -> u8 {
    USUAL_SIDE
}

/// A step as it is written; points and moves by their names, between blanks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenStep {
    rule: Option<Rule>,
    black: String,
    white: String,
    turn: Option<Colour>,
    played: String,
    marks: String,
    about: Option<Foul>,
    goal: Option<Goal>,
    options: Vec<String>,
    answers: Vec<String>,
    wrong: BTreeMap<String, String>,
}

/// A step of a chapter: a text, a board, and mostly a task.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    game: Kind,
    rule: Rule,
    size: u8,
    opening: Procedure,
    written: WrittenStep,
    window: Option<String>,
    /// The key of its text.
    pub(super) text: String,
}

/// A chapter.
#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    /// Its name in links and in keys of texts.
    pub id: String,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A chapter as it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Listed {
    id: String,
    /// How many steps it has.
    steps: usize,
    /// Steps that explain a forbidden point.
    about: BTreeMap<usize, Foul>,
}

/// All chapters.
#[derive(Clone, Debug)]
pub(crate) struct Chapters(Vec<Chapter>);

impl Chapters {
    /// The chapters of the program.
    ///
    /// # Errors
    /// None, as a test shows, unless the file in the sources was damaged.
    pub(crate) fn shipped() -> Result<Self, ChapterFault> {
        let written: Vec<Written> = serde_json::from_str(SHIPPED)?;
        Ok(Self(written.into_iter().map(Chapter::of).collect()))
    }

    /// In the order in which they are offered.
    #[cfg(test)]
    pub(crate) fn list(&self) -> &[Chapter] {
        &self.0
    }

    /// What there is to choose from.
    pub(crate) fn listed(&self) -> Vec<Listed> {
        let listed = |chapter: &Chapter| {
            let numbered = chapter.steps.iter().enumerate();
            let about = numbered.filter_map(|(number, step)| Some((number, step.written.about?)));
            Listed {
                id: chapter.id.clone(),
                steps: chapter.steps.len(),
                about: about.collect(),
            }
        };
        self.0.iter().map(listed).collect()
    }

    /// The chapter of a name.
    pub(crate) fn chapter(&self, id: &str) -> Option<&Chapter> {
        self.0.iter().find(|chapter| chapter.id == id)
    }

    /// The chapters that explain a game, its rule and its opening, the simplest first.
    pub(crate) fn of_game(&self, game: Kind, rule: Rule, opening: Procedure) -> Vec<&Chapter> {
        let own = match (game, rule) {
            (Kind::Gomoku, Rule::Freestyle) => "",
            (Kind::Gomoku, Rule::Renju) => "renju",
            (Kind::Gomoku, _) => "rules",
            _ => game.name(),
        };
        let basics = if game.has_setup() { "five" } else { "" };
        let wanted = [basics, own, opening.name()];
        wanted.iter().filter_map(|id| self.chapter(id)).collect()
    }
}

impl Chapter {
    fn of(written: Written) -> Self {
        let usual = written.rule.unwrap_or_default();
        let step = |(number, step): (usize, WrittenStep)| Step {
            game: written.game,
            rule: step.rule.unwrap_or(usual),
            size: written.size,
            opening: written.opening,
            window: written.window.clone(),
            text: format!("learn-{}-{number}", written.id),
            written: step,
        };
        Self {
            steps: (1..).zip(written.steps).map(step).collect(),
            id: written.id,
        }
    }
}

/// The spots of names between blanks.
fn spots(picture: &Picture, names: &str) -> Result<Vec<Spot>, Refusal> {
    let unknown = |name: &str| Refusal::OffBoard(name.to_string());
    let names = names.split_whitespace();
    names
        .map(|name| picture.spot(name).ok_or_else(|| unknown(name)))
        .collect()
}

/// A step of a game by its name: a move, a number or a decision, whichever is asked.
fn played(game: &dyn Game, word: &str) -> Result<Played, Refusal> {
    if let Ok(choice) = serde_json::from_value(word.into()) {
        return Ok(Played::Choose(choice));
    }
    let ask = game.ask();
    match word.parse() {
        Ok(number) if matches!(ask, Ask::Announce(_)) => Ok(Played::Announce(number)),
        _ => Ok(ask.step_of(game.read_move(word)?)),
    }
}

impl Step {
    /// The game that it shows.
    ///
    /// # Errors
    /// [`Refusal`] with what cannot be; the steps of the program have none.
    pub(crate) fn game(&self) -> Result<Box<dyn Game>, Refusal> {
        let mut game = self.set_up()?;
        for word in self.written.played.split_whitespace() {
            let step = played(game.as_ref(), word)?;
            game.play(step)?;
        }
        Ok(game)
    }

    fn empty_board(&self) -> Result<Picture, Refusal> {
        Ok(match self.game {
            Kind::Gomoku => Gomoku::start(&Setup::square(self.rule, self.size))?.picture(),
            Kind::Connect6 => Connect6::default().picture(),
            Kind::Reversi => Reversi::default().picture(),
            Kind::Oxhorn => Oxhorn::default().picture(),
        })
    }

    fn set_up(&self) -> Result<Box<dyn Game>, Refusal> {
        let board = self.empty_board()?;
        let mut stones = Vec::new();
        for (names, colour) in [
            (&self.written.black, Colour::Black),
            (&self.written.white, Colour::White),
        ] {
            let of_colour = spots(&board, names)?;
            stones.extend(of_colour.into_iter().map(|at| (at, colour)));
        }
        let to_move = self.written.turn.unwrap_or(Colour::Black);
        Ok(match self.game {
            Kind::Gomoku => {
                let setup = Setup {
                    stones,
                    to_move,
                    ..Setup::square(self.rule, self.size).with_opening(self.opening)
                };
                Box::new(Gomoku::start(&setup)?)
            }
            Kind::Connect6 => Box::new(Connect6::set_up(&stones, to_move)?),
            Kind::Reversi => Box::new(Reversi::set_up(&stones, to_move)?),
            Kind::Oxhorn => Box::new(Oxhorn::set_up(&stones, to_move)?),
        })
    }

    /// Which game it is about.
    pub(crate) const fn kind(&self) -> Kind {
        self.game
    }

    /// The task; nothing where there is only something to read.
    pub(crate) const fn goal(&self) -> Option<Goal> {
        self.written.goal
    }

    /// The forbidden points that it explains.
    #[cfg(test)]
    pub(crate) const fn about(&self) -> Option<Foul> {
        self.written.about
    }

    /// The right answers: names of moves or points, or words to choose.
    pub(crate) fn answers(&self) -> &[String] {
        &self.written.answers
    }

    /// Wrong answers that have a text of their own, by its key.
    pub(crate) const fn wrong(&self) -> &BTreeMap<String, String> {
        &self.written.wrong
    }

    /// The words to choose from, by the keys of their texts; numbers stand for themselves.
    pub(crate) fn options(&self) -> Vec<String> {
        if !self.written.options.is_empty() {
            return self.written.options.clone();
        }
        let usual = self.goal().map_or(&[][..], Goal::options);
        usual.iter().map(ToString::to_string).collect()
    }

    /// The marked points.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`]; the steps of the program have none.
    pub(crate) fn marks(&self) -> Result<Vec<Spot>, Refusal> {
        spots(&self.empty_board()?, &self.written.marks)
    }

    /// Two opposite corners of the part of the board that is shown; nothing where all of it is.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`]; the steps of the program have none.
    pub(crate) fn window(&self) -> Result<Option<[Spot; 2]>, Refusal> {
        let Some(window) = &self.window else {
            return Ok(None);
        };
        match spots(&self.empty_board()?, window)?.as_slice() {
            &[one, other] => Ok(Some([one, other])),
            _ => Err(Refusal::OffBoard(window.clone())),
        }
    }
}
