//! Everything that a person has practised.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Refusal;
use crate::puzzles::Puzzle;

use super::drill::Drill;
use super::rating::Rating;

/// Attempts and drills that are kept; the oldest ones go first.
const MOST_ATTEMPTS: usize = 5000;
const MOST_DRILLS: usize = 500;

/// An attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attempted {
    /// The puzzle by its name.
    pub puzzle: String,
    /// The day.
    pub day: u32,
    /// Was it solved, without a wrong answer and without help?
    pub solved: bool,
    /// How long it took.
    #[serde(default)]
    pub seconds: u32,
}

/// What a person has practised. Fields that are not there are as at the beginning, and unknown ones are not looked at, so that
/// older and newer programs read each other's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// The rating by puzzles.
    pub rating: Rating,
    /// The attempts at puzzles, oldest first.
    pub(crate) attempts: Vec<Attempted>,
    /// How many steps of each chapter were done.
    pub learned: BTreeMap<String, usize>,
    /// Mistakes to practise.
    pub drills: Vec<Drill>,
}

impl Progress {
    /// Reads it from its text.
    ///
    /// # Errors
    /// As [`Progress::of`]
    pub(crate) fn read(text: &str) -> Result<Self, Refusal> {
        Self::of(serde_json::from_str(text).map_err(|_| Refusal::Damaged(None))?)
    }

    /// Reads it from its JSON.
    ///
    /// # Errors
    /// [`Refusal::NoProgress`] for something else, and [`Refusal::Damaged`]
    pub(crate) fn of(value: Value) -> Result<Self, Refusal> {
        if !value.get("rating").is_some_and(Value::is_object) {
            return Err(Refusal::NoProgress);
        }
        let progress: Self = serde_json::from_value(value).map_err(|_| Refusal::Damaged(None))?;
        let is_sound = |drill: &Drill| {
            drill.position.game().is_ok() && drill.before.is_finite() && drill.after.is_finite()
        };
        if progress.rating.is_sound() && progress.drills.iter().all(is_sound) {
            Ok(progress)
        } else {
            Err(Refusal::Damaged(None))
        }
    }

    /// Has nothing been practised yet?
    pub(crate) fn is_empty(&self) -> bool {
        self.attempts.is_empty() && self.learned.is_empty() && self.drills.is_empty()
    }

    /// So many steps of a chapter were done.
    pub(crate) fn learn(&mut self, chapter: &str, steps: usize) {
        let known = self.learned.entry(chapter.to_string()).or_default();
        *known = steps.max(*known);
    }

    /// The puzzles that were solved.
    pub(crate) fn solved(&self) -> BTreeSet<&str> {
        let solved = self.attempts.iter().filter(|attempt| attempt.solved);
        solved.map(|attempt| attempt.puzzle.as_str()).collect()
    }

    /// The rating on a day. Attempts may be told later than those of days after them.
    pub(crate) fn rating_on(&self, today: u32) -> Rating {
        let days = self.attempts.iter().map(|attempt| attempt.day);
        let last = days.max().unwrap_or(today);
        self.rating.rested(today.saturating_sub(last))
    }

    /// A puzzle was tried. The first attempt changes the rating; later ones are practice. One that is known with all its parts
    /// is told again, by a page that heard no answer or by two pages, and counts once.
    pub(crate) fn attempt(&mut self, puzzle: &Puzzle, attempt: Attempted) {
        let is_it = |known: &Attempted| known.puzzle == puzzle.id;
        if !self.attempts.iter().any(is_it) {
            let opponent = Rating::of_grade(puzzle.grade);
            self.rating = self.rating_on(attempt.day).after(opponent, attempt.solved);
        }
        self.attempts.retain(|known| *known != attempt);
        self.attempts.push(attempt);
        let over = self.attempts.len().saturating_sub(MOST_ATTEMPTS);
        self.attempts.drain(..over);
    }

    /// The days up to today on each of which a puzzle was solved. Today may still come.
    pub(crate) fn streak(&self, today: u32) -> u32 {
        let solved = self.attempts.iter().filter(|attempt| attempt.solved);
        let days: BTreeSet<u32> = solved.map(|attempt| attempt.day).collect();
        let last = if days.contains(&today) {
            today
        } else {
            today.saturating_sub(1)
        };
        let run = (0..=last).rev().take_while(|day| days.contains(day));
        u32::try_from(run.count()).unwrap_or(u32::MAX)
    }

    /// Of these puzzles the one that was not tried yet whose rating is nearest; of equal ones the first. Where all were tried,
    /// one that was not solved, and then any: that which was tried longest ago.
    pub(crate) fn next<'p>(
        &self,
        puzzles: impl Iterator<Item = &'p Puzzle>,
        today: u32,
    ) -> Option<&'p Puzzle> {
        let rating = self.rating_on(today).value;
        let solved = self.solved();
        puzzles.min_by_key(|puzzle| {
            let is_it = |attempt: &Attempted| attempt.puzzle == puzzle.id;
            let last = self.attempts.iter().rposition(is_it);
            let far = (Rating::of_grade(puzzle.grade).value - rating).abs();
            (solved.contains(puzzle.id.as_str()), last, far as u64)
        })
    }

    /// Adds mistakes; those that are known are to be asked as early as these, unless they were answered on that day.
    pub(crate) fn add_drills(&mut self, drills: Vec<Drill>) {
        for drill in drills {
            match self.drills.iter_mut().find(|known| known.is_same(&drill)) {
                Some(known) if known.is_answered_on(drill.due) => {}
                Some(known) => known.due = known.due.min(drill.due),
                None => self.drills.push(drill),
            }
        }
        let over = self.drills.len().saturating_sub(MOST_DRILLS);
        self.drills.drain(..over);
    }

    /// The mistake that is to be asked on a day: the one that waits longest.
    pub(crate) fn due(&self, today: u32) -> Option<usize> {
        let due = self.drills.iter().enumerate();
        let due = due.filter(|(_, drill)| drill.due <= today);
        let first = due.min_by_key(|(_, drill)| drill.due);
        first.map(|(place, _)| place)
    }

    /// How many are to be asked on a day.
    pub(crate) fn count_due(&self, today: u32) -> usize {
        let due = self.drills.iter().filter(|drill| drill.due <= today);
        due.count()
    }

    /// A mistake was answered, if it was to be asked: a further attempt on the same day is practice. It goes when it is
    /// understood. Says whether anything has changed.
    pub(crate) fn answer_drill(&mut self, answered: &Drill, right: bool, today: u32) -> bool {
        let is_it = |drill: &Drill| drill.due <= today && drill.is_same(answered);
        let Some(place) = self.drills.iter().position(is_it) else {
            return false;
        };
        if !self.drills[place].answered(right, today) {
            self.drills.remove(place);
        }
        true
    }
}
