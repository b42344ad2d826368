//! Practice at the table: the progress of its owner, with commands and a view of its own, and the mistake that is asked. Whoever
//! shows the table keeps the progress and says which day it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{Colour, Game, Kind, Picture, Refusal, Spot, Spots, Turn};
use crate::practice::{Attempted, Drill, Progress, Rating, daily};
use crate::puzzles::Puzzles;
use crate::text::Message;

use super::lesson::MISTAKE;
use super::table::Table;

/// Longest time of an attempt that is kept, in seconds: a day.
const LONGEST: u32 = 86_400;

/// A request about practice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PracticeRequest {
    /// Today, in days from 1 January 1970 by the calendar of the person.
    pub day: u32,
    /// What is wanted.
    #[serde(flatten)]
    pub wish: PracticeWish,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum PracticeWish {
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
        /// Oldest first.
        spots: Vec<Spot>,
    },
    /// Takes what was kept elsewhere, where nothing was practised here yet.
    Restore {
        /// The progress as it was kept.
        progress: Value,
    },
}

/// A mistake that is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrillView {
    /// Which game.
    pub game: Kind,
    /// The position before it.
    pub picture: Picture,
    /// The colour to move.
    pub to_move: Colour,
    /// How a move is clicked.
    pub turn: Turn,
    /// The name of the move that was played, and its clicks.
    pub played: String,
    /// The clicks.
    pub played_spots: Spots,
    /// The name of the best answer to that, as far as it is known.
    pub reply: Option<String>,
    /// The name of a better move.
    pub better: String,
    /// Its clicks.
    pub better_spots: Spots,
    /// Expected share of wins of the side that moves, with the better move.
    pub before: f64,
    /// The same with the move that was played.
    pub after: f64,
}

/// What an answer to a mistake was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drilled {
    /// Which answer it was, counted from 1.
    pub number: u64,
    /// The name of the move.
    pub name: String,
    /// Is it good enough?
    pub good: bool,
    /// Expected share of wins that it leaves; nothing when the move is not legal.
    pub rate: Option<f64>,
}

/// What there is to see of practice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PracticeView {
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
    /// How many mistakes were added.
    pub added: Option<usize>,
    /// The mistake that is asked.
    pub drill: Option<DrillView>,
    /// The number of the answer that is being judged; see [`Drilled`].
    pub judging: u64,
    /// All of it, to be kept.
    pub progress: Progress,
}

/// The mistake that is asked, and an answer to it.
#[derive(Clone, Debug)]
struct Asked {
    drill: Drill,
    day: u32,
    /// The answer that is to be judged.
    answer: Option<Spots>,
}

/// The state of practice.
#[derive(Debug, Default)]
pub(super) struct Practice {
    progress: Progress,
    asked: Option<Asked>,
    /// Answers to mistakes so far.
    answers: u64,
    drilled: Option<Drilled>,
    unsaved: bool,
}

impl Practice {
    /// What the last answer to a mistake was worth.
    pub(super) const fn drilled(&self) -> Option<&Drilled> {
        self.drilled.as_ref()
    }

    /// The answer that is to be judged, with the position.
    pub(super) fn question(&self) -> Option<(Box<dyn Game>, Spots)> {
        let asked = self.asked.as_ref()?;
        Some((asked.drill.game().ok()?, asked.answer?))
    }

    /// The answer leaves this share of wins; nothing when it is not legal.
    pub(super) fn judged(&mut self, spots: Spots, rate: Option<f64>) {
        let Some(asked) = &mut self.asked else {
            return;
        };
        if asked.answer.take_if(|answer| *answer == spots).is_none() {
            return;
        }
        let good = rate.is_some_and(|rate| asked.drill.before - rate < MISTAKE);
        let name = asked.drill.game().map(|game| game.write_move(spots));
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

fn view_of(drill: &Drill) -> Result<DrillView, Refusal> {
    let game = drill.game()?;
    let mut after = game.boxed();
    let played = after.play(game.ask().step(drill.played));
    let reply = drill.reply.filter(|_| played.is_ok());
    Ok(DrillView {
        reply: reply.map(|reply| after.write_move(reply)),
        game: game.kind(),
        picture: game.picture(),
        to_move: game.to_move(),
        turn: game.turn(),
        played: game.write_move(drill.played),
        played_spots: drill.played,
        better: game.write_move(drill.better),
        better_spots: drill.better,
        before: drill.before,
        after: drill.after,
    })
}

impl Table {
    /// Takes what was practised before, and tells what was wrong with it.
    pub fn with_progress(&mut self, progress: Progress, said: Option<Message>) {
        self.practice.progress = progress;
        if let Some(said) = said {
            self.log.push(said);
        }
    }

    /// The progress, if it has changed since it was asked for the last time.
    pub fn unsaved_progress(&mut self) -> Option<Progress> {
        let unsaved = std::mem::take(&mut self.practice.unsaved);
        unsaved.then(|| self.practice.progress.clone())
    }

    /// The days from which on mistakes are to be asked.
    pub fn days_of_drills(&self) -> Vec<u32> {
        let drills = self.practice.progress.drills.iter();
        drills.map(|drill| drill.due).collect()
    }

    /// Does what is wanted, and gives what there is to see then.
    ///
    /// # Errors
    /// A message on why it cannot be; nothing has changed then.
    pub fn practise(
        &mut self,
        request: PracticeRequest,
        puzzles: &Puzzles,
    ) -> Result<PracticeView, Message> {
        let PracticeRequest { day, wish } = request;
        let mut added = None;
        let before = self.practice.progress.clone();
        let progress = &mut self.practice.progress;
        match wish {
            PracticeWish::Show => {}
            PracticeWish::Attempt {
                puzzle,
                solved,
                seconds,
            } => {
                let known = puzzles.find(&puzzle);
                let known = known.ok_or_else(|| Message::new("practice-no-puzzle"))?;
                let seconds = seconds.min(LONGEST);
                let attempt = Attempted {
                    puzzle,
                    day,
                    solved,
                    seconds,
                };
                progress.attempt(known, attempt);
            }
            PracticeWish::Learned { chapter, steps } => progress.learn(&chapter, steps),
            PracticeWish::KeepMistakes => {
                let drills = self.drills_of_review(day);
                added = Some(self.practice.progress.add_drills(drills));
            }
            PracticeWish::Drill => self.ask_drill(day),
            PracticeWish::AnswerDrill { spots } => self.answer_drill(&spots)?,
            PracticeWish::Restore { progress: kept } => {
                let kept = Progress::of(kept)
                    .map_err(|fault| Message::new("practice-damaged").with("why", &fault))?;
                if progress.is_empty() {
                    *progress = kept;
                }
            }
        }
        self.practice.unsaved |= self.practice.progress != before;
        Ok(self.practice_view(day, puzzles, added))
    }

    fn practice_view(&self, day: u32, puzzles: &Puzzles, added: Option<usize>) -> PracticeView {
        let Practice {
            progress,
            asked,
            answers,
            ..
        } = &self.practice;
        let Rating { value, deviation } = progress.rating_on(day);
        let solved = progress.solved().into_iter().map(String::from);
        let all = puzzles.list();
        let of_the_day = all.get(daily(day, all.len()));
        let asked = asked.as_ref().map(|asked| view_of(&asked.drill));
        PracticeView {
            rating: [value.round() as i32, deviation.round() as i32],
            streak: progress.streak(day),
            solved: solved.collect(),
            learned: progress.learned.clone(),
            daily: of_the_day.map(|puzzle| puzzle.id.clone()),
            next: progress.next(puzzles, day).map(|puzzle| puzzle.id.clone()),
            drills: [progress.count_due(day), progress.drills.len()],
            added,
            drill: asked.and_then(Result::ok),
            judging: *answers,
            progress: progress.clone(),
        }
    }

    /// The mistakes that the review has found, as they are to be practised from today on.
    fn drills_of_review(&self, day: u32) -> Vec<Drill> {
        let session = &self.session;
        let steps = |number: usize| session.taken().iter().take(number).map(|taken| taken.step);
        let mistakes = self.lesson.view(session).mistakes.into_iter();
        let drills = mistakes.map(|mistake| Drill {
            setup: session.setup().clone(),
            steps: steps(mistake.step).collect(),
            played: mistake.spots,
            better: mistake.better_spots,
            reply: self.lesson.reply(mistake.step),
            before: mistake.before,
            after: mistake.after,
            stage: 0,
            due: day,
        });
        drills.collect()
    }

    fn ask_drill(&mut self, day: u32) {
        let place = self.practice.progress.due(day);
        let drill = place.and_then(|place| self.practice.progress.drills.get(place));
        self.practice.asked = drill.cloned().map(|drill| Asked {
            drill,
            day,
            answer: None,
        });
        self.practice.drilled = None;
    }

    /// A move instead of the mistake that is asked. The better move that is known needs no search.
    fn answer_drill(&mut self, spots: &[Spot]) -> Result<(), Message> {
        let none = || Message::new("practice-no-drill");
        let helpless = self.is_without_help();
        let practice = &mut self.practice;
        let asked = practice.asked.as_mut().ok_or_else(none)?;
        let game = asked.drill.game().map_err(|refusal| refusal.message())?;
        let mv = game.clicks(spots).map_err(|refusal| refusal.message())?;
        let Some(mv) = mv else {
            return Ok(());
        };
        let mut after = game.boxed();
        let played = after.play(game.ask().step(mv));
        played.map_err(|refusal| refusal.message())?;
        practice.answers += 1;
        asked.answer = Some(mv);
        let (better, before) = (asked.drill.better, asked.drill.before);
        let (played, after) = (asked.drill.played, asked.drill.after);
        if mv == better {
            practice.judged(mv, Some(before));
        } else if mv == played {
            practice.judged(mv, Some(after));
        } else if helpless {
            asked.answer = None;
            return Err(Refusal::NoHelp.message());
        }
        Ok(())
    }
}
