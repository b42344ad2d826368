//! The words that a value may be, for help and completions. What is read is left to the type of the value, which
//! may know more, such as the numbers of rules in the protocol.

use std::any::TypeId;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use kagetsu_arena::openings::Shuffle;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::schedule::Format;
use kagetsu_classics::Program;
use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::Rows;
use kagetsu_play::game::Kind as PlayedGame;
use kagetsu_play::opening::Procedure;
use kagetsu_play::puzzles::Kind as PuzzleKind;
use kagetsu_play::session::Level;
use kagetsu_play::terminal::Begins;
use kagetsu_play::text::Language;
use kagetsu_training::dataset::TrainingResult;
use kagetsu_training::import::SampleForm;
use kagetsu_training::network::TrainedParts;

use super::super::tournament::GameName;

/// Reads a type, and tells the words for it.
#[derive(Clone, Debug)]
struct Words<T> {
    words: Vec<String>,
    value: PhantomData<T>,
}

impl<T> TypedValueParser for Words<T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let read = |text: &str| text.parse::<T>();
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().cloned().map(PossibleValue::new)))
    }
}

/// The argument with the words that its value may be, if they are few and it does not tell them itself.
pub(super) fn offered(arg: Arg) -> Arg {
    if !arg.get_possible_values().is_empty() {
        return arg;
    }
    let arg = with::<Rule>(arg, Rule::ALL);
    let arg = with::<Side>(arg, [Side::Black, Side::White]);
    let arg = with::<Rows>(arg, [Rows::FromBottom, Rows::FromTop]);
    let arg = with::<PuzzleKind>(arg, PuzzleKind::ALL);
    let arg = with::<Protocol>(arg, Protocol::ALL);
    let arg = with::<Program>(arg, Program::ALL);
    let arg = with::<GameName>(arg, ["gomoku", "reversi", "connect6"]);
    let arg = with::<Format>(arg, [Format::RoundRobin, Format::Gauntlet(1)]);
    let arg = with::<Shuffle>(arg, [Shuffle::Sequential, Shuffle::Random]);
    let arg = with::<Procedure>(arg, Procedure::ALL);
    let arg = with::<PlayedGame>(arg, PlayedGame::ALL);
    let arg = with::<Level>(arg, levels());
    let arg = with::<Language>(arg, Language::ALL);
    let arg = with::<TrainingResult>(arg, TrainingResult::ALL);
    let arg = with::<SampleForm>(arg, SampleForm::ALL);
    let arg = with::<TrainedParts>(arg, TrainedParts::KINDS);
    with::<Begins>(arg, Begins::WORDS.map(|(word, _)| word))
}

fn levels() -> impl Iterator<Item = Level> {
    (Level::LOWEST..=Level::HIGHEST)
        .map(Level::Fixed)
        .chain([Level::Auto])
}

/// The argument with words if its value is of this type.
fn with<T>(arg: Arg, words: impl IntoIterator<Item = impl Display>) -> Arg
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    if arg.get_value_parser().type_id() == TypeId::of::<T>() {
        arg.value_parser(Words::<T> {
            words: words.into_iter().map(|word| word.to_string()).collect(),
            value: PhantomData,
        })
    } else {
        arg
    }
}

#[cfg(test)]
mod tests {
    use super::super::{command, read};

    fn offered_for(path: &[&str], id: &str) -> Vec<String> {
        let command = command();
        let command = path.iter().fold(&command, |command, name| {
            command.find_subcommand(name).expect("a command")
        });
        let arg = command
            .get_arguments()
            .find(|arg| arg.get_id() == id)
            .expect("an argument");
        arg.get_possible_values()
            .iter()
            .map(|word| word.get_name().to_string())
            .collect()
    }

    #[test]
    fn words_are_offered_wherever_a_value_is_one_of_few() {
        let rules = ["freestyle", "standard", "renju", "caro", "caro-exact"];
        assert_eq!(offered_for(&["move"], "rule"), rules);
        assert_eq!(offered_for(&["book", "grow"], "rule"), rules);
        assert_eq!(offered_for(&["compliance"], "rules"), rules);
        assert_eq!(offered_for(&["play"], "rule"), rules);
        assert_eq!(offered_for(&["play"], "level").len(), 11);
        assert_eq!(offered_for(&["play"], "opening").len(), 7);
        assert_eq!(
            offered_for(&["play"], "game"),
            ["gomoku", "connect6", "reversi", "oxhorn"]
        );
        assert_eq!(offered_for(&["classic"], "program").len(), 6);
        assert_eq!(
            offered_for(&["puzzles"], "kind"),
            ["fours", "threes", "defend", "foul"]
        );
        let dataset = |command, id| offered_for(&["dataset", command], id);
        assert_eq!(dataset("filter", "result"), ["black", "white", "draw"]);
        assert_eq!(dataset("import", "format"), ["csv", "bin", "binpack"]);
        assert_eq!(
            offered_for(&["train"], "parts"),
            ["all", "policy", "neighbours"]
        );
        assert_eq!(
            offered_for(&["tournament"], "format"),
            ["round-robin", "gauntlet"]
        );
    }

    #[test]
    fn what_is_not_offered_is_read_all_the_same() {
        for line in [
            "x move --rule 4",
            "x play --rule 4",
            "x move --side b",
            "x tournament --format gauntlet:2",
        ] {
            let arguments = line.split(' ').map(Into::into).collect();
            assert!(read(arguments).is_ok(), "{line}");
        }
    }
}
