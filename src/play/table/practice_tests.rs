//! Practice at a table: mistakes of a review that come back, the rating, and the puzzle of the day.

use kagetsu_kernel::grade::Grade;

use super::practice::{PracticeCommand, PracticeView};
use super::tests::{obey, opponents, search};
use super::{Command, PracticeRequest, Table, View};
use crate::practice::Progress;
use crate::puzzles::Puzzles;

const TODAY: u32 = 20_000;

struct Practising {
    table: Table,
    puzzles: Puzzles,
}

impl Practising {
    fn new() -> Self {
        Self {
            table: Table::usual(),
            puzzles: Puzzles::shipped().expect("a sound file"),
        }
    }

    /// Opens a game and looks for its mistakes.
    fn review(&mut self, text: &str) {
        let text = text.to_string();
        for command in [Command::Load { text }, Command::Review] {
            obey(&mut self.table, command);
        }
        self.search();
    }

    fn command(&mut self, day: u32, command: PracticeCommand) -> PracticeView {
        let request = PracticeRequest { day, command };
        let done = self.table.practise(request, &self.puzzles);
        done.expect("it can be done")
    }

    fn refused(&mut self, command: PracticeCommand) -> String {
        let request = PracticeRequest {
            day: TODAY,
            command,
        };
        let done = self.table.practise(request, &self.puzzles);
        done.expect_err("it cannot be done").key
    }

    /// Does all searches that the table asks for.
    fn search(&mut self) {
        search(&mut self.table, &mut opponents());
    }

    fn answer(&mut self, day: u32, name: &str) -> Option<bool> {
        let drill = self
            .command(day, PracticeCommand::Show)
            .drill
            .expect("a drill");
        let spots = vec![drill.picture.spot(name).expect("a point")];
        let drill = drill.number;
        self.command(day, PracticeCommand::AnswerDrill { drill, spots });
        self.search();
        let drilled = View::of(&self.table).drilled;
        drilled.map(|drilled| drilled.good)
    }
}

/// Both sides have an open three; Black plays elsewhere and loses.
const BLUNDER: &str = "freestyle 15 h8 h12 i8 i12 j8 j12 a1";

#[test]
fn mistakes_of_a_review_are_asked_again_and_come_back_when_they_are_due() {
    let mut practising = Practising::new();
    practising.review(BLUNDER);
    let kept = practising.command(TODAY, PracticeCommand::KeepMistakes);
    let all = kept.progress.drills.len();
    assert!(all >= 1, "a1 is a mistake");
    assert_eq!(kept.drills, [all, all]);
    assert!(practising.table.unsaved_progress().is_some());
    assert!(practising.table.unsaved_progress().is_none());
    // Once is enough.
    let again = practising.command(TODAY, PracticeCommand::KeepMistakes);
    assert_eq!(again.drills, [all, all]);
    // All of them, by their better moves but for a1.
    let mut seen = Vec::new();
    for _ in 0..all {
        let asked = practising.command(TODAY, PracticeCommand::Drill);
        let drill = asked.drill.expect("a mistake is asked");
        assert!(drill.foreign, "the game was opened");
        seen.push(drill.played.clone());
        assert!(drill.grade >= Grade::Mistake, "{:?}", drill.grade);
        if drill.played == "a1" {
            assert_eq!(drill.grade, Grade::Blunder);
            // It is told why; what is worse is no answer, and another good move is one.
            assert!(drill.reply.is_some());
            assert_eq!(practising.answer(TODAY, "a2"), Some(false));
            assert_eq!(practising.answer(TODAY, "k8"), Some(true));
        } else {
            assert_eq!(practising.answer(TODAY, &drill.better), Some(true));
        }
    }
    assert!(seen.contains(&"a1".to_string()), "{seen:?}");
    let after = practising.command(TODAY, PracticeCommand::Drill);
    assert_eq!((after.drill, after.drills), (None, [0, all]));
    let same_day = practising.command(TODAY, PracticeCommand::KeepMistakes);
    assert_eq!(same_day.drills, [0, all], "they were answered today");
    let (drill, spots) = (1, Vec::new());
    assert_eq!(
        practising.refused(PracticeCommand::AnswerDrill { drill, spots }),
        "practice-no-drill"
    );
    // The failed one comes back on the next day.
    let tomorrow = practising.command(TODAY + 1, PracticeCommand::Drill);
    assert_eq!(
        tomorrow.drill.map(|drill| drill.played),
        Some("a1".to_string())
    );
}

#[test]
fn a_puzzle_changes_the_rating_and_what_was_kept_elsewhere_is_taken_once() {
    let mut practising = Practising::new();
    let begin = practising.command(TODAY, PracticeCommand::Show);
    assert!(begin.next.is_some() && begin.daily.is_some());
    let attempt = |puzzle: &str, solved| PracticeCommand::Attempt {
        puzzle: puzzle.to_string(),
        solved,
        seconds: 12,
    };
    let id = begin.next.expect("a puzzle");
    let better = practising.command(TODAY, attempt(&id, true));
    assert!(better.rating[0] > begin.rating[0]);
    assert_eq!((better.streak, better.solved.as_slice()), (1, &[id][..]));
    let id = better.next.expect("a puzzle");
    let worse = practising.command(TODAY, attempt(&id, false));
    assert!(worse.rating[0] < better.rating[0]);
    assert_eq!(
        practising.refused(attempt("nonsense", true)),
        "practice-no-puzzle"
    );
    // A table that knows nothing takes it; one that knows more attempts keeps its own.
    let mut other = Practising::new();
    let progress = serde_json::json!(worse.progress);
    let taken = other.command(TODAY, PracticeCommand::Restore { progress });
    assert_eq!(taken.progress, worse.progress);
    let progress = serde_json::json!(Progress::default());
    let kept = other.command(TODAY, PracticeCommand::Restore { progress });
    assert_eq!(kept.progress, worse.progress);
    // Another page has practised more.
    let id = kept.next.expect("a puzzle");
    let more = practising.command(TODAY, attempt(&id, true));
    let progress = serde_json::json!(more.progress);
    let taken = other.command(TODAY, PracticeCommand::Restore { progress });
    assert_eq!(taken.progress, more.progress);
    // It has learned, which is no attempt.
    let learned = PracticeCommand::Learned {
        chapter: "five".to_string(),
        steps: 3,
    };
    let learned = practising.command(TODAY, learned);
    let progress = serde_json::json!(learned.progress);
    let taken = other.command(TODAY, PracticeCommand::Restore { progress });
    assert_eq!(taken.progress, learned.progress);
    assert_ne!(taken.progress, more.progress);
}

#[test]
fn an_answer_is_judged_although_another_page_asks_for_the_same_mistake() {
    let mut practising = Practising::new();
    practising.review(BLUNDER);
    practising.command(TODAY, PracticeCommand::KeepMistakes);
    let asked = practising.command(TODAY, PracticeCommand::Drill);
    let drill = asked.drill.expect("a mistake is asked");
    let spots = vec![drill.picture.spot("a2").expect("a point")];
    let answer = PracticeCommand::AnswerDrill {
        drill: drill.number,
        spots,
    };
    let judging = practising.command(TODAY, answer);
    let again = practising.command(TODAY, PracticeCommand::Drill);
    assert_eq!(again.drill, Some(drill));
    practising.search();
    let drilled = View::of(&practising.table).drilled;
    assert_eq!(drilled.map(|drilled| drilled.number), Some(judging.judging));
}

#[test]
fn an_answer_to_a_mistake_that_is_not_asked_any_more_is_refused() {
    let mut practising = Practising::new();
    for (text, mistake) in [
        (BLUNDER, "a1"),
        ("freestyle 15 h8 h12 i8 i12 j8 j12 o15", "o15"),
    ] {
        practising.review(text);
        let kept = practising.command(TODAY, PracticeCommand::KeepMistakes);
        assert!(kept.drills[0] >= 1, "{mistake} is a mistake");
    }
    let asked = practising.command(TODAY, PracticeCommand::Drill);
    let drill = asked.drill.expect("a mistake is asked");
    let answer = |name: &str| PracticeCommand::AnswerDrill {
        drill: drill.number,
        spots: vec![drill.picture.spot(name).expect("a point")],
    };
    // Two pages show it. One of them answers it and goes on.
    let same = practising.command(TODAY, PracticeCommand::Drill);
    assert_eq!(same.drill.as_ref(), Some(&drill));
    practising.command(TODAY, answer(&drill.better));
    let next = practising.command(TODAY, PracticeCommand::Drill);
    let other = next.drill.expect("another mistake is asked");
    assert_ne!(other.number, drill.number);
    let late = answer(&drill.better);
    assert_eq!(practising.refused(late), "practice-no-drill");
    let shown = practising.command(TODAY, PracticeCommand::Show);
    assert_eq!(shown.progress, next.progress);
}

#[test]
fn an_answer_is_not_looked_at_any_more_when_another_mistake_is_asked() {
    let mut practising = Practising::new();
    practising.review(BLUNDER);
    practising.command(TODAY, PracticeCommand::KeepMistakes);
    practising.review("freestyle 15 g7 g11 h7 h11 i7 i11 a1");
    let asked = practising.command(TODAY, PracticeCommand::Drill);
    let drill = asked.drill.expect("a mistake is asked");
    let answer = PracticeCommand::AnswerDrill {
        drill: drill.number,
        spots: vec![drill.picture.spot("a2").expect("a point")],
    };
    practising.command(TODAY, answer);
    let judgement = practising.table.task(&[]).expect("it is looked at");
    practising.command(TODAY - 1, PracticeCommand::KeepMistakes);
    let other = practising.command(TODAY, PracticeCommand::Drill).drill;
    assert_ne!(other.map(|other| other.number), Some(drill.number));
    assert!(judgement.stop_signal().is_raised());
}

#[test]
fn the_puzzle_of_the_day_is_the_same_at_every_table() {
    let of_day = |day| Practising::new().command(day, PracticeCommand::Show).daily;
    assert_eq!(of_day(TODAY), of_day(TODAY));
    assert_ne!(of_day(TODAY), of_day(TODAY + 1));
}
