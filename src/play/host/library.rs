//! The puzzles and the chapters, and what a page asks about them.

use std::borrow::Cow;
use std::fmt::Display;

use serde_json::{Value, json};

use crate::game::Refusal;
use crate::learn::{Chapters, LearnView, Request as LearnRequest, Step};
use crate::puzzles::Puzzles;
use crate::table::{PracticeCommand, PracticeRequest, Table};
use crate::text::Language;

use super::puzzle::{self, OwnPuzzles, PuzzleRequest, PuzzleView};

/// What is asked is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// The status of HTTP (RFC 9110, section 15) for it.
    pub status: u16,
    /// Why; the key of a text of the catalogue where there is one.
    pub why: Cow<'static, str>,
}

impl Declined {
    pub(super) const BAD_REQUEST: u16 = 400;
    pub(super) const NOT_FOUND: u16 = 404;
    pub(super) const CONFLICT: u16 = 409;
    pub(super) const UNPROCESSABLE: u16 = 422;
    /// A file of the program must be brought first; the reason is its name (RFC 4918, section 11.4).
    pub(super) const FAILED_DEPENDENCY: u16 = 424;
    pub(super) const INTERNAL_ERROR: u16 = 500;

    pub(super) const fn new(status: u16, why: &'static str) -> Self {
        Self {
            status,
            why: Cow::Borrowed(why),
        }
    }

    /// Declined for a reason that has a text in every language: `why` is its key.
    pub(crate) fn refused(refusal: &Refusal) -> Self {
        Self {
            status: Self::CONFLICT,
            why: refusal.message().key.into(),
        }
    }

    /// Declined because of an error.
    pub(super) fn because(status: u16, error: &dyn Display) -> Self {
        Self {
            status,
            why: error.to_string().into(),
        }
    }
}

/// The puzzles and the chapters of the program.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    puzzles: Puzzles,
    chapters: Chapters,
}

impl Library {
    /// Those that come with the program.
    ///
    /// # Errors
    /// [`Declined`] where they are damaged; the files of the program are sound.
    pub(crate) fn shipped() -> Result<Self, Declined> {
        fn damaged(fault: impl Display) -> Declined {
            Declined::because(Declined::INTERNAL_ERROR, &fault)
        }
        Ok(Self {
            puzzles: Puzzles::shipped().map_err(damaged)?,
            chapters: Chapters::shipped().map_err(damaged)?,
        })
    }

    /// The puzzles to choose from.
    pub(crate) fn list_puzzles(&self) -> Value {
        json!(puzzle::list(&self.puzzles))
    }

    /// A puzzle, or a judgement of an answer to it; the solver may take seconds. `help_is_forbidden` says that a guest
    /// plays: the position of a row could be that of the game.
    ///
    /// # Errors
    /// [`Declined`]
    pub(crate) fn puzzle(
        &self,
        asked: &PuzzleRequest,
        help_is_forbidden: bool,
    ) -> Result<PuzzleView, Declined> {
        if asked.row.is_some() && help_is_forbidden {
            return Err(Declined::refused(&Refusal::NoHelp));
        }
        let own = asked.row.as_deref().map(puzzle::own);
        let found = match &own {
            Some(own) => own.as_ref().ok(),
            None => self.puzzles.find(&asked.id),
        };
        let none = || Declined::new(Declined::NOT_FOUND, "practice-no-puzzle");
        let wrong = |_| Declined::new(Declined::CONFLICT, "practice-wrong-answers");
        puzzle::answer(found.ok_or_else(none)?, asked).map_err(wrong)
    }

    /// The puzzles of a file of the person's, which are not kept here.
    pub(crate) fn own_puzzles(asked: &OwnPuzzles) -> Value {
        match puzzle::list_own(asked) {
            Ok(listed) => json!({ "puzzles": listed }),
            Err(fault) => json!({ "fault": fault.message() }),
        }
    }

    /// Practice of the owner at a table.
    ///
    /// # Errors
    /// [`Declined`] for a step of a chapter that there is not.
    pub(crate) fn practise(
        &self,
        table: &mut Table,
        asked: PracticeRequest,
    ) -> Result<Value, Declined> {
        if let PracticeCommand::Learned { chapter, steps } = &asked.command {
            self.step(chapter, steps.wrapping_sub(1))?;
        }
        Ok(match table.practise(asked, &self.puzzles) {
            Ok(view) => json!({ "practice": view }),
            Err(message) => json!({ "refused": message }),
        })
    }

    /// The chapters to choose from, with all their texts.
    pub(crate) fn chapters(&self, language: Language) -> Value {
        let texts = language.chapters_file().text().unwrap_or_default();
        json!({ "chapters": self.chapters.listed(), "texts": texts })
    }

    /// A step of a chapter, or a judgement of an answer to it.
    ///
    /// # Errors
    /// [`Declined`]
    pub(crate) fn learn(&self, asked: &LearnRequest) -> Result<LearnView, Declined> {
        let view = self.step(&asked.chapter, asked.step)?.view(asked);
        view.map_err(|refusal| Declined::because(Declined::CONFLICT, &refusal))
    }

    fn step(&self, chapter: &str, step: usize) -> Result<&Step, Declined> {
        let none = || Declined::new(Declined::NOT_FOUND, "practice-no-step");
        let chapter = self.chapters.chapter(chapter).ok_or_else(none)?;
        chapter.steps.get(step).ok_or_else(none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use crate::puzzles::Kind;
    use crate::text::Catalogue;

    #[test]
    fn what_people_may_ask_for_in_vain_is_declined_by_a_text() {
        let library = Library::shipped().expect("sound");
        let mut puzzles = library.puzzles.of(Rule::Freestyle, Kind::Fours);
        let puzzle = puzzles.next().expect("a puzzle");
        let taken = puzzle.stones[0].0;
        let asked = |id: &str| -> PuzzleRequest {
            let asked = json!({ "id": id, "answers": [taken], "do": "show" });
            serde_json::from_value(asked).expect("a request")
        };
        let step = json!({ "chapter": "none" });
        let step: LearnRequest = serde_json::from_value(step).expect("a request");
        let declined = [
            library.puzzle(&asked(&puzzle.id), false).err(),
            library.puzzle(&asked("none"), false).err(),
            library.learn(&step).err(),
        ];
        let english = Catalogue::of(Language::En).expect("sound");
        for declined in declined {
            let why = declined.expect("it is declined").why;
            assert!(english.has(&why), "{why}");
        }
    }

    #[test]
    fn steps_of_chapters_that_there_are_not_are_not_kept() {
        let library = Library::shipped().expect("sound");
        let mut table = Table::usual();
        let mut learned = |chapter: &str, steps| {
            let command = PracticeCommand::Learned {
                chapter: chapter.to_string(),
                steps,
            };
            let done = library.practise(&mut table, PracticeRequest { day: 0, command });
            done.is_ok()
        };
        assert!(learned("five", 1));
        assert!(!learned("five", 0) && !learned("five", 1_000) && !learned("six", 1));
    }
}
