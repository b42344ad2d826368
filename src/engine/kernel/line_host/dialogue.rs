//! A protocol whose lines are text: a [`Dialogue`] searches at most once for each line, and may think on until the next.

use std::io::{self, Read, Write};

use super::lines::{InputLine, MAX_LINE};
use super::mailbox::{Delivery, Message, Scope, WEIGHT_BYTES};
use super::serve::{Host, LineParser, LineSession, line_writer, serve};
use crate::StopSignal;
use crate::file::without_mark;

/// Takes the lines of an answer.
pub type Answer<'a> = dyn FnMut(&str) + 'a;

/// What a line does beside being answered in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// It ends the search that is running when it comes in. The answer of that is what the search has found so far.
    Interrupts,
    /// It does the same and ends the conversation.
    Ends,
    /// It ends the conversation as the end of the input does: what was asked before is answered in full, except for searches
    /// that do not end by themselves.
    EndsInTurn,
}

/// One side of a protocol. Lines that are longer than [`MAX_LINE`] are refused whole.
pub trait Dialogue: Send + 'static {
    /// What a line does when it comes in. The function is asked before the lines ahead of it are answered.
    fn effects(&self) -> fn(&str) -> Effect;

    /// Will the search that a line begins end by itself? Any other ends when the other side closes the stream.
    fn scope(&self, line: &str) -> Scope;

    /// Answers a line, which comes without the blanks around it. The signal ends a search that the line begins.
    fn line(&mut self, line: &str, stop: &StopSignal, answer: &mut Answer<'_>);

    /// Says what is wrong with a line that is not read, as the protocol tells errors. Only its beginning is given.
    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>);

    /// Is there something to think about until the next line?
    fn wants_to_think_on(&self) -> bool {
        false
    }

    /// Thinks until the next line or the end of the input raises the signal, or for less long.
    fn think_on(&mut self, _stop: &StopSignal, _answer: &mut Answer<'_>) {}

    /// Says what is still to be said when the input has ended.
    fn finish(&mut self, _answer: &mut Answer<'_>) {}
}

/// Speaks a protocol until the input ends or the other side says good-bye. Every line of an answer is flushed at once.
///
/// # Errors
/// If the output cannot be written, or the system cannot start a thread.
pub fn converse<D: Dialogue>(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    dialogue: D,
) -> io::Result<()> {
    let parser = TextParser {
        effects: dialogue.effects(),
    };
    serve(input, line_writer(output), parser, Speaker(dialogue))?;
    Ok(())
}

/// Most characters of a refused line that are kept.
const BEGINNING: usize = 64;

/// A line of text.
struct TextLine {
    /// The line, or its beginning if it is too long.
    text: String,
    effect: Effect,
    is_too_long: bool,
}

impl Message for TextLine {
    fn interrupts(&self) -> bool {
        matches!(self.effect, Effect::Interrupts | Effect::Ends)
    }

    fn ends(&self) -> bool {
        matches!(self.effect, Effect::Ends | Effect::EndsInTurn)
    }

    fn weight(&self) -> usize {
        self.text.len() / WEIGHT_BYTES
    }
}

struct TextParser {
    effects: fn(&str) -> Effect,
}

impl LineParser for TextParser {
    type Message = TextLine;

    const TAKES_UNFINISHED: bool = true;

    fn line(&mut self, line: InputLine<'_>, take: &mut dyn FnMut(TextLine)) {
        let text = String::from_utf8_lossy(line.bytes);
        let text = without_mark(&text).trim();
        let is_too_long = !text.is_empty() && line.is_cut;
        take(if is_too_long {
            TextLine {
                text: text.chars().take(BEGINNING).collect(),
                effect: Effect::None,
                is_too_long,
            }
        } else {
            TextLine {
                text: text.to_owned(),
                effect: (self.effects)(text),
                is_too_long,
            }
        });
    }
}

/// A dialogue as the host sees it.
struct Speaker<D>(D);

impl<D: Dialogue> LineSession for Speaker<D> {
    type Message = TextLine;

    const DELIVERY: Delivery = Delivery::Complete;

    fn answer(&mut self, line: TextLine, host: &mut Host<'_, TextLine>) {
        if line.is_too_long {
            let fault = format!("the line is too long: expected at most {MAX_LINE} bytes");
            self.0
                .refuse(&line.text, &fault, &mut |text| host.say(text.to_owned()));
            return;
        }
        let stop = host.begin_search(self.0.scope(&line.text));
        self.0
            .line(&line.text, &stop, &mut |text| host.say(text.to_owned()));
        host.end_search();
    }

    fn wants_to_ponder(&self) -> bool {
        self.0.wants_to_think_on()
    }

    fn ponder(&mut self, stop: &StopSignal, host: &mut Host<'_, TextLine>) {
        self.0.think_on(stop, &mut |text| host.say(text.to_owned()));
    }

    fn finish(&mut self, host: &mut Host<'_, TextLine>) {
        self.0.finish(&mut |text| host.say(text.to_owned()));
    }
}
