//! Events and refusals as keys of the catalogue with arguments.

use std::collections::BTreeMap;

use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::{on_one_line, quote};
use serde::Serialize;

use crate::game::{Choice, Foul, Game, Refusal, Step};
use crate::session::Event;

/// What fills a place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Argument {
    /// As it stands.
    Text(String),
    /// A number. Texts may have other words for one than for many.
    Number(u64),
    /// Another text of the catalogue, by its key.
    Word(String),
    /// Another text with arguments of its own.
    Message(Box<Message>),
}

/// A text of the catalogue with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Key of the text.
    pub key: String,
    /// What fills its places.
    pub(crate) arguments: BTreeMap<String, Argument>,
}

impl Message {
    /// A text without arguments.
    pub fn new(key: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            arguments: BTreeMap::new(),
        }
    }

    /// With an argument that stands as it is, on one line: a terminal obeys control characters, so they are escaped.
    #[must_use]
    pub fn with(mut self, name: &str, text: &(impl ToString + ?Sized)) -> Self {
        let argument = Argument::Text(on_one_line(&text.to_string()));
        self.arguments.insert(name.to_string(), argument);
        self
    }

    /// With the beginning of what a person has typed, which may be of any length.
    #[must_use]
    pub(crate) fn with_quoted(self, name: &str, text: &str) -> Self {
        self.with(name, &quote(text))
    }

    /// With a number.
    #[must_use]
    pub(crate) fn with_number(mut self, name: &str, number: impl TryInto<u64>) -> Self {
        let number = number.try_into().unwrap_or(u64::MAX);
        self.arguments
            .insert(name.to_string(), Argument::Number(number));
        self
    }

    /// With an argument that is a text of the catalogue.
    #[must_use]
    pub(crate) fn with_word(mut self, name: &str, key: &str) -> Self {
        let argument = Argument::Word(key.to_string());
        self.arguments.insert(name.to_string(), argument);
        self
    }

    /// With an argument that is a text with arguments.
    #[must_use]
    pub(crate) fn with_message(mut self, name: &str, message: Self) -> Self {
        let argument = Argument::Message(Box::new(message));
        self.arguments.insert(name.to_string(), argument);
        self
    }

    /// A step that Kagetsu suggests, be it a move or a decision.
    pub fn hint(game: &dyn Game, step: Step) -> Self {
        let word = |key| Self::new("event-hint").with_word("at", key);
        let at = match step {
            Step::Move(mv) | Step::Offer(mv) | Step::Pick(mv) => game.write_move(mv),
            Step::Announce(number) => number.to_string(),
            Step::Choose(choice) => return word(choice_key(choice)),
            Step::Pass => return word("pass"),
        };
        Event::Hint { at }.message()
    }
}

/// The text of a reason why Black must not play somewhere.
pub(crate) const fn foul_key(foul: Foul) -> &'static str {
    match foul {
        Foul::DoubleThree => "foul-double-three",
        Foul::DoubleFour => "foul-double-four",
        Foul::Overline => "foul-overline",
    }
}

/// The text of a choice that is offered.
pub(crate) const fn choice_key(choice: Choice) -> &'static str {
    match choice {
        Choice::Keep => "choice-keep",
        Choice::Swap => "choice-swap",
        Choice::PlaceTwo => "choice-place-two",
        Choice::OfferTen => "choice-offer-ten",
    }
}

/// The text of a choice that was taken.
const fn chosen_key(choice: Choice) -> &'static str {
    match choice {
        Choice::Keep => "event-keep",
        Choice::Swap => "event-swap",
        Choice::PlaceTwo => "event-place-two",
        Choice::OfferTen => "event-offer-ten",
    }
}

impl Event {
    /// The event in words.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Started => Message::new("event-started"),
            Self::Moved { colour, at, number } => Message::new("event-moved")
                .with_word("colour", colour.name())
                .with("at", at)
                .with("number", number),
            Self::Passed { colour } => {
                Message::new("event-passed").with_word("colour", colour.name())
            }
            Self::Chose { choice } => Message::new(chosen_key(*choice)),
            Self::Announced { number } => Message::new("event-announced").with("number", number),
            Self::Offered { at } => Message::new("event-offered").with("at", at),
            Self::Picked { at } => Message::new("event-picked").with("at", at),
            Self::LeftOut { moves } => Message::new("event-left-out").with_number("moves", *moves),
            Self::CommentsLeftOut { comments } => {
                Message::new("event-comments-left-out").with_number("comments", *comments)
            }
            Self::EndTakenBack => Message::new("event-end-taken-back"),
            Self::TakenBack { steps } => {
                Message::new("event-taken-back").with_number("steps", *steps)
            }
            Self::BroughtBack { steps } => {
                Message::new("event-brought-back").with_number("steps", *steps)
            }
            Self::DrawOffered => Message::new("event-draw-offered"),
            Self::DrawDeclined => Message::new("event-draw-declined"),
            Self::TakebackAsked { colour } => {
                Message::new("event-takeback-asked").with_word("colour", colour.name())
            }
            Self::TakebackDeclined => Message::new("event-takeback-declined"),
            Self::SidesExchanged => Message::new("event-sides-exchanged"),
            Self::KagetsuSits { colour } => {
                Message::new("event-kagetsu-sits").with_word("colour", colour.name())
            }
            Self::Hint { at } => Message::new("event-hint").with("at", at),
            Self::Ended { outcome, winner } => {
                let message = match winner {
                    Some(colour) => Message::new("event-won").with_word("colour", colour.name()),
                    None => Message::new("event-drawn"),
                };
                message.with_word("reason", &format!("reason-{}", outcome.reason))
            }
        }
    }
}

/// Tells as well which sides a board may have.
fn with_sides(message: Message) -> Message {
    message
        .with("least", &BoardSize::MIN)
        .with("most", &BoardSize::MAX)
}

impl Refusal {
    /// The refusal in words.
    pub fn message(&self) -> Message {
        match self {
            Self::Text(why) => Message::new("refused-text").with_message("why", why.message()),
            Self::OtherGame(game) => Message::new("refused-other-game").with_quoted("game", game),
            Self::UntoldGame => Message::new("refused-untold-game"),
            Self::OtherVersion => Message::new("refused-other-version"),
            Self::Damaged(None) => Message::new("refused-damaged"),
            Self::Damaged(Some(line)) => Message::new("refused-damaged-line").with("line", line),
            Self::TooLarge => Message::new("refused-too-large"),
            Self::NoBoard => with_sides(Message::new("refused-no-board")),
            Self::WrongSide => Message::new("refused-wrong-side"),
            Self::NoGame => Message::new("refused-no-game"),
            Self::TextPart(part) => Message::new("refused-text-part").with_quoted("part", part),
            Self::NoStart => Message::new("refused-no-start"),
            Self::NoProgress => Message::new("refused-no-progress"),
            Self::NotInThisForm => Message::new("refused-not-in-this-form"),
            Self::TextMove { number, refusal } => Message::new("refused-text-move")
                .with("number", number)
                .with_message("why", refusal.message()),
            Self::WinningRow(at) => Message::new("refused-winning-row").with("at", at),
            Self::Size(given) => with_sides(Message::new("refused-size")).with("given", given),
            Self::OpeningSize {
                opening,
                least,
                given,
            } => Message::new("refused-opening-size")
                .with_word("opening", &format!("opening-{opening}"))
                .with("least", least)
                .with("given", given),
            Self::NoTime => Message::new("refused-no-time"),
            Self::GameOver => Message::new("refused-game-over"),
            Self::NotYourTurn => Message::new("refused-not-your-turn"),
            Self::Stale => Message::new("refused-stale"),
            Self::NotAllowed => Message::new("refused-not-allowed"),
            Self::NotAMove(text) => Message::new("refused-not-a-move").with_quoted("text", text),
            Self::OffBoard(at) => Message::new("refused-off-board").with_quoted("at", at),
            Self::Occupied(at) => Message::new("refused-occupied").with_quoted("at", at),
            Self::Forbidden(at, foul) => Message::new("refused-forbidden")
                .with("at", at)
                .with_word("foul", foul_key(*foul)),
            Self::WrongStep => Message::new("refused-wrong-step"),
            Self::NoFlip(at) => Message::new("refused-no-flip").with("at", at),
            Self::NoPiece(at) => Message::new("refused-no-piece").with("at", at),
            Self::NoStep(text) => Message::new("refused-no-step").with_quoted("text", text),
            Self::NoPass => Message::new("refused-no-pass"),
            Self::Stones(count) => Message::new("refused-stones").with_number("count", *count),
            Self::NotInThisGame => Message::new("refused-not-in-this-game"),
            Self::OutsideZone(at) => Message::new("refused-outside-zone").with("at", at),
            Self::SymmetricOffer(at) => Message::new("refused-symmetric-offer").with("at", at),
            Self::NotOffered(at) => Message::new("refused-not-offered").with("at", at),
            Self::Number { given, most } => Message::new("refused-number")
                .with("given", given)
                .with("most", most),
            Self::NothingToUndo => Message::new("refused-nothing-to-undo"),
            Self::NothingToRedo => Message::new("refused-nothing-to-redo"),
            Self::NeedsConsent => Message::new("refused-needs-consent"),
            Self::NoDrawOffer => Message::new("refused-no-draw-offer"),
            Self::OfferedBefore => Message::new("refused-offered-before"),
            Self::NoProgram(name) => Message::new("refused-no-program").with("name", name),
            Self::NotLearned { name, rule, size } => Message::new("refused-not-learned")
                .with("name", name)
                .with_word("rule", &format!("rule-{rule}"))
                .with("size", size),
            Self::NoTakeback => Message::new("refused-no-takeback"),
            Self::NoHelp => Message::new("refused-no-help"),
            Self::StudyFull => Message::new("refused-study-full"),
            Self::PuzzleColumns(len) => Message::new("refused-puzzle-columns").with("found", len),
            Self::PuzzleColumn { column, text } => Message::new("refused-puzzle-column")
                .with_word("column", &format!("puzzle-column-{column}"))
                .with_quoted("text", text),
            Self::PuzzleKind { rule, kind } => Message::new("refused-puzzle-kind")
                .with_word("rule", &format!("short-{rule}"))
                .with_word("kind", &format!("puzzle-{kind}")),
            Self::LongDefence => Message::new("refused-long-defence"),
            Self::PuzzleNotWon => Message::new("refused-puzzle-not-won"),
            Self::NoPuzzles => Message::new("refused-no-puzzles"),
            Self::OnlyWatching => Message::new("refused-only-watching"),
        }
    }
}

impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        refusal.message()
    }
}
