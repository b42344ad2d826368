//! The rules of a game, with its chapters in letters: the texts and the boards, one step after the other, and then the
//! answers.

use crate::game::Refusal;
use crate::learn::{Chapter, Chapters, Goal, Request, Step};
use crate::session::Session;
use crate::text::{Catalogue, Message};

use super::board::draw_part;
use super::error::PlayError;

/// The right answers in words.
fn answers(step: &Step, texts: &Catalogue) -> String {
    let is_word = step.goal().is_some_and(Goal::is_choice);
    let said = |answer: &String| {
        if is_word && answer.parse::<u8>().is_err() {
            texts.word(answer)
        } else {
            answer.clone()
        }
    };
    let all: Vec<String> = step.answers().iter().map(said).collect();
    all.join(", ")
}

/// A chapter from its title to its last answer. The answers stand behind the last task, where nobody sees them too early.
///
/// # Errors
/// [`Refusal`] where a position cannot be; the chapters of the program have none.
fn chapter_text(chapter: &Chapter, texts: &Catalogue) -> Result<String, Refusal> {
    let mut parts = vec![format!(
        "# {}",
        texts.word(&format!("learn-{}", chapter.id))
    )];
    let mut answered = Vec::new();
    for (number, step) in (1..).zip(&chapter.steps) {
        let view = step.view(&Request::default())?;
        parts.push(format!("{number}. {}", texts.word(&view.text)));
        parts.push(draw_part(&view.picture, view.window, &view.marks));
        if view.goal.is_some() {
            let answer = Message::new("learn-answer").with("answers", &answers(step, texts));
            answered.push(format!("{number}. {}", texts.say(&answer)));
        }
    }
    parts.push(answered.join("\n"));
    Ok(parts.join("\n\n"))
}

/// How a game is played: in a few sentences, and in the chapters about it, its rule and its opening.
///
/// # Errors
/// [`PlayError`] where the chapters are damaged; those of the program are not.
pub(super) fn rules_text(session: &Session, texts: &Catalogue) -> Result<String, PlayError> {
    let kind = session.game().kind();
    let gomoku = session.setup().gomoku();
    let about = gomoku.map_or_else(
        || format!("about-{kind}"),
        |setup| format!("about-{}", setup.rule),
    );
    let (rule, opening) = gomoku.map_or_else(Default::default, |setup| (setup.rule, setup.opening));
    let mut parts = vec![texts.word(&about)];
    for chapter in Chapters::shipped()?.of_game(kind, rule, opening) {
        parts.push(chapter_text(chapter, texts)?);
    }
    Ok(parts.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn the_answers_of_a_chapter_stand_behind_its_last_task() {
        let texts = Catalogue::of(Language::En).expect("the texts are sound");
        let chapters = Chapters::shipped().expect("the chapters are sound");
        let chapter = chapters.chapter("reversi").expect("it is there");
        let told = chapter_text(chapter, &texts).expect("its positions are sound");
        let (tasks, answers) = told.split_once("1. Answer: ").expect("it has answers");
        assert!(tasks.contains("\n\n6. When nobody can move"), "{told}");
        assert_eq!(answers.matches("Answer: ").count(), 5, "{told}");
    }
}
