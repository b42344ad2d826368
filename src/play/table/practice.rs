//! Practice at the table: the progress of its owner, with commands and a view of its own, and the mistake that is asked. Whoever
//! shows the table keeps the progress and says which day it is.

use std::collections::BTreeMap;

use kagetsu_kernel::grade::{Grade, MISTAKE};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{Colour, GameMove, Kind, MoveInput, Picture, Refusal, Spot};
use crate::practice::{Drill, Progress};
use crate::session::Position;

/// A request about practice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PracticeRequest {
    /// Today, in days from 1 January 1970 by the calendar of the person.
    pub day: u32,
    /// What is wanted.
    #[serde(flatten)]
    pub command: PracticeCommand,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub(crate) enum PracticeCommand {
    /// What there is.
    Show,
    /// A puzzle was tried.
    Attempt {
        /// Its name.
        puzzle: String,
        /// Was it solved, without a wrong answer and without help?
        solved: bool,
        /// How long it took.
        #[serde(default)]
        seconds: u32,
    },
    /// Steps of a chapter were done.
    Learned {
        /// The chapter.
        chapter: String,
        /// How many of its steps.
        steps: usize,
    },
    /// The mistakes that the review has found are to be practised.
    KeepMistakes,
    /// The mistake that is to be asked next.
    Drill,
    /// A move instead of that mistake, by its clicks.
    AnswerDrill {
        /// The number of that mistake; see [`DrillView`]. Another page may have asked for another one since.
        drill: u64,
        /// Oldest first.
        spots: Vec<Spot>,
    },
    /// Takes what was kept elsewhere, where nothing was practised here yet, or no more attempts are known.
    Restore {
        /// The progress as it was kept.
        progress: Value,
    },
}

/// A mistake that is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DrillView {
    /// Its number, which an answer to it names.
    pub number: u64,
    /// Which game.
    pub game: Kind,
    /// The position before it.
    pub picture: Picture,
    /// The colour to move.
    pub to_move: Colour,
    /// How a move is clicked.
    pub turn: MoveInput,
    /// May it be somebody else's?
    pub foreign: bool,
    /// The name of the move that was played, and its clicks.
    pub played: String,
    /// The clicks.
    pub played_spots: GameMove,
    /// How much it gave away.
    pub grade: Grade,
    /// The name of the best answer to that, as far as it is known.
    pub reply: Option<String>,
    /// The name of a better move.
    pub better: String,
    /// Its clicks.
    pub better_spots: GameMove,
    /// Win rate of the side that moves, with the better move.
    pub before: f64,
    /// The same with the move that was played.
    pub after: f64,
}

/// What an answer to a mistake was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Drilled {
    /// Which answer it was, counted from 1.
    pub number: u64,
    /// The name of the move.
    pub name: String,
    /// Is it good enough?
    pub good: bool,
    /// Win rate that it leaves; nothing when the move is not legal.
    pub rate: Option<f64>,
}

/// What there is to see of practice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PracticeView {
    /// The rating, rounded, and its deviation.
    pub rating: [i32; 2],
    /// Days in a row on which a puzzle was solved.
    pub streak: u32,
    /// Names of the puzzles that were solved.
    pub solved: Vec<String>,
    /// How many steps of each chapter were done.
    pub learned: BTreeMap<String, usize>,
    /// The puzzle of the day.
    pub daily: Option<String>,
    /// The next puzzle near the rating.
    pub next: Option<String>,
    /// Mistakes to be asked today, and all that are practised.
    pub drills: [usize; 2],
    /// The mistake that is asked.
    pub drill: Option<DrillView>,
    /// The number of the answer that is being judged; see `Drilled`.
    pub judging: u64,
    /// All of it, to be kept.
    pub progress: Progress,
}

/// The mistake that is asked, and an answer to it.
#[derive(Clone, Debug)]
pub(super) struct AskedDrill {
    pub(super) drill: Drill,
    pub(super) day: u32,
    /// The answer that is to be judged.
    pub(super) answer: Option<GameMove>,
}

/// The state of practice.
#[derive(Debug, Default)]
pub(super) struct Practice {
    pub(super) progress: Progress,
    pub(super) asked: Option<AskedDrill>,
    /// The number of the mistake that is asked: another one has another number.
    pub(super) number: u64,
    /// Answers to mistakes so far.
    pub(super) answers: u64,
    pub(super) drilled: Option<Drilled>,
    /// Has anything changed that is to be kept?
    pub(super) unsaved: bool,
}

impl Practice {
    /// The answer that is to be judged, with the position.
    pub(super) fn question(&self) -> Option<(&Position, GameMove)> {
        let asked = self.asked.as_ref()?;
        Some((&asked.drill.position, asked.answer?))
    }

    /// The answer leaves this win rate; nothing when it is not legal.
    pub(super) fn judged(&mut self, spots: GameMove, rate: Option<f64>) {
        let Some(asked) = &mut self.asked else {
            return;
        };
        if asked.answer.take_if(|answer| *answer == spots).is_none() {
            return;
        }
        let good = rate.is_some_and(|rate| asked.drill.before - rate < MISTAKE);
        let name = asked
            .drill
            .position
            .game()
            .map(|game| game.write_move(spots));
        self.drilled = Some(Drilled {
            number: self.answers,
            name: name.unwrap_or_default(),
            good,
            rate,
        });
        let (drill, day) = (asked.drill.clone(), asked.day);
        self.unsaved |= self.progress.answer_drill(&drill, good, day);
    }
}

impl DrillView {
    /// What there is to see of a mistake.
    ///
    /// # Errors
    /// [`Refusal`] where its position cannot be.
    pub(super) fn of(drill: &Drill, number: u64) -> Result<Self, Refusal> {
        let game = drill.position.game()?;
        let mut after = game.clone_box();
        let played = after.play(game.ask().step_of(drill.played));
        let reply = drill.reply.filter(|_| played.is_ok());
        Ok(Self {
            number,
            reply: reply.map(|reply| after.write_move(reply)),
            game: game.kind(),
            picture: game.picture(),
            to_move: game.to_move(),
            turn: game.move_input(),
            foreign: drill.foreign,
            played: game.write_move(drill.played),
            played_spots: drill.played,
            grade: Grade::of_loss(drill.before - drill.after),
            better: game.write_move(drill.better),
            better_spots: drill.better,
            before: drill.before,
            after: drill.after,
        })
    }
}
