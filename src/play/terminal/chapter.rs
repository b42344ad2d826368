//! The rules of a game, with its chapters in letters: the texts, the boards and the answers, one step after the other.

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

/// A chapter from its title to its last answer.
///
/// # Errors
/// [`Refusal`] where a position cannot be; the chapters of the program have none.
fn tell(chapter: &Chapter, texts: &Catalogue) -> Result<String, Refusal> {
    let mut parts = vec![format!(
        "# {}",
        texts.word(&format!("learn-{}", chapter.id))
    )];
    for step in &chapter.steps {
        let view = step.view(&Request::default())?;
        parts.push(texts.word(&view.text));
        parts.push(draw_part(&view.picture, view.window, &view.marks));
        if view.goal.is_some() {
            let answer = Message::new("learn-answer").with("answers", &answers(step, texts));
            parts.push(texts.say(&answer));
        }
    }
    Ok(parts.join("\n\n"))
}

/// How a game is played: in a few sentences, and in the chapters about it, its rule and its opening.
///
/// # Errors
/// [`PlayError`] where the chapters are damaged; those of the program are not.
pub(super) fn rules(session: &Session, texts: &Catalogue) -> Result<String, PlayError> {
    let kind = session.game().kind();
    let gomoku = session.setup().gomoku();
    let about = gomoku.map_or_else(
        || format!("about-{kind}"),
        |setup| format!("about-{}", setup.rule),
    );
    let (rule, opening) = gomoku.map_or_else(Default::default, |setup| (setup.rule, setup.opening));
    let mut parts = vec![texts.word(&about)];
    for chapter in Chapters::shipped()?.of_game(kind, rule, opening) {
        parts.push(tell(chapter, texts)?);
    }
    Ok(parts.join("\n\n"))
}
