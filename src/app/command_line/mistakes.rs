//! What is said about a wrong command line: plain reasons for wrong numbers, tips for what people guess or know from
//! other programs, and an example.

use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use kagetsu_kernel::quote;
use kagetsu_notation::position_text::parse_position;
use kagetsu_notation::reader::ReadOptions;

use super::super::cli::MANUAL;
use super::super::listen_address::ListenAddress;
use super::super::printed::without_controls;
use super::super::value::number_reason;
use super::examples;
use super::guesses::{
    CHOSEN_ON_PAGE, GAME_ENDINGS, GUESSED_COMMANDS, GUESSED_OPTIONS, MANUAL_WORDS, PROTOCOL_WORDS,
    meant,
};

/// The name of the program in tips.
const PROGRAM: &str = "pbrain-kagetsu";

/// The error with what helps. Requests for help stay as they are.
pub(super) fn explained(
    mut error: clap::Error,
    command: &Command,
    arguments: &[OsString],
) -> clap::Error {
    let mut built = command.clone();
    built.build();
    let place = Place::of(&built, arguments);
    escape_controls(&mut error);
    match error.kind() {
        ErrorKind::UnknownArgument => tip_for_option(&mut error, place.command, arguments),
        // Short words are similar by chance, as ksh and zsh are; the list of all values says more.
        ErrorKind::InvalidValue if !is_near(&error) => {
            error.remove(ContextKind::SuggestedValue);
        }
        ErrorKind::InvalidSubcommand => {
            if let Some(similar) = similar_without_help(command, arguments) {
                error.insert(ContextKind::SuggestedSubcommand, similar);
            }
            tip_for_command(&mut error, &place);
        }
        ErrorKind::ValueValidation => {
            if let Some(text) = about_value(&error) {
                let tip = tip_for_value(&error, place.command);
                let message = format!("{text}{tip}\n\nFor more information, try '--help'.\n");
                return clap::Error::raw(error.kind(), message);
            }
        }
        _ => {}
    }
    let example = examples::first(&place.path);
    let is_wanted = match error.kind() {
        ErrorKind::UnknownArgument | ErrorKind::MissingRequiredArgument => true,
        ErrorKind::InvalidSubcommand => !place.path.is_empty(),
        _ => false,
    };
    if is_wanted && !example.is_empty() {
        with_example(&error, &example)
    } else {
        error
    }
}

/// Writes control characters of what was given as escapes: clap leaves out those that it takes for colours.
fn escape_controls(error: &mut clap::Error) {
    let escaped = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) => Some((kind, without_controls(text))),
        _ => None,
    };
    let texts: Vec<(ContextKind, String)> = error.context().filter_map(escaped).collect();
    for (kind, text) in texts {
        error.insert(kind, ContextValue::String(text));
    }
}

/// The names that clap finds similar on the same line without `help`, for which it looks for none.
fn similar_without_help(command: &Command, arguments: &[OsString]) -> Option<ContextValue> {
    let line = arguments.iter().filter(|word| *word != "help");
    let error = command.clone().try_get_matches_from(line).err()?;
    error.get(ContextKind::SuggestedSubcommand).cloned()
}

/// Where on the command line the arguments have led.
struct Place<'a> {
    command: &'a Command,
    path: Vec<&'a str>,
}

impl<'a> Place<'a> {
    fn of(root: &'a Command, arguments: &[OsString]) -> Self {
        let mut place = Self {
            command: root,
            path: Vec::new(),
        };
        let names = arguments.iter().skip(1).filter_map(|name| name.to_str());
        for name in names {
            if let Some(below) = place.command.find_subcommand(name) {
                place.command = below;
                place.path.push(below.get_name());
            }
        }
        place
    }
}

/// Replaces the advice to write `--` before the argument, which only helps where a value may begin with a dash, and the
/// usage, in which clap names options that are only similar.
fn tip_for_option(error: &mut clap::Error, command: &Command, arguments: &[OsString]) {
    let Some(given) = text_of(error, ContextKind::InvalidArg) else {
        return;
    };
    let given = as_written(given, arguments);
    let text = option_tip(&given, command);
    let similar = text_of(error, ContextKind::SuggestedArg);
    let is_far = similar.is_some_and(|tip| !begin_alike(tip, &given));
    if text.is_some() || is_far {
        error.remove(ContextKind::SuggestedArg);
    }
    let usage = command.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    let texts = text.map_or_else(|| suggestions(error), |text| vec![text]);
    tip(error, texts);
}

/// The argument in full: of `-time` clap names the first letter alone. Without a value behind `=`.
fn as_written(given: &str, arguments: &[OsString]) -> String {
    let is_letter = given.len() == 2 && given.starts_with('-');
    let full = arguments
        .iter()
        .filter_map(|argument| argument.to_str())
        .find(|argument| is_letter && argument.starts_with(given))
        .unwrap_or(given);
    full.split('=').next().unwrap_or_default().to_string()
}

fn option_tip(given: &str, command: &Command) -> Option<String> {
    let name = given.trim_start_matches('-');
    if name == "help" {
        return Some("did you mean '--help'?".to_string());
    }
    if let Some(option) = option_of_value(name, command) {
        return Some(format!("did you mean '{option}'?"));
    }
    let has = |name: &str| {
        command
            .get_arguments()
            .any(|arg| arg.get_long() == Some(name) && !arg.is_hide_set())
    };
    if !given.starts_with('-') {
        if has("listen") && given.parse::<ListenAddress>().is_ok() {
            return Some(format!("did you mean '--listen {given}'?"));
        }
        return if command.get_positionals().next().is_some() {
            Some("quotes keep words together".to_string())
        } else {
            game_tip(given)
        };
    }
    if has(name) {
        return Some(format!("options have two dashes: '--{name}'"));
    }
    if given == "-v" && has("version") {
        return Some("did you mean '--version'?".to_string());
    }
    if command.get_name() == "web" && CHOSEN_ON_PAGE.contains(&given) {
        return Some("'New game' on the page asks for it".to_string());
    }
    let guessed = meant(GUESSED_OPTIONS, given)
        .flat_map(|options| options.split(' '))
        .find(|option| has(option.trim_start_matches('-')));
    if let Some(option) = guessed {
        return Some(format!("this command has '{option}'"));
    }
    let place = command.get_positionals().find(|arg| {
        let id = arg.get_id().as_str();
        id == name || id.strip_suffix('s') == Some(name)
    })?;
    Some(format!(
        "write the value of {place} alone, without '{given}'"
    ))
}

/// The option that has a word among its values, with it: `--rule renju` for `renju`.
fn option_of_value(word: &str, command: &Command) -> Option<String> {
    command.get_arguments().find_map(|arg| {
        let option = arg.get_long().filter(|_| !arg.is_hide_set())?;
        let values = arg.get_possible_values();
        let value = values.iter().find(|value| value.matches(word, true))?;
        Some(format!("--{option} {}", value.get_name()))
    })
}

/// What clap suggests besides the `--`.
fn suggestions(error: &clap::Error) -> Vec<String> {
    let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) else {
        return Vec::new();
    };
    tips.iter()
        .map(ToString::to_string)
        .filter(|tip| tip.ends_with(" exists"))
        .collect()
}

fn tip_for_command(error: &mut clap::Error, place: &Place) {
    let Some(given) = text_of(error, ContextKind::InvalidSubcommand).map(str::to_string) else {
        return;
    };
    error.remove(ContextKind::Suggested);
    if let Some(ContextValue::Strings(names)) = error.get(ContextKind::SuggestedSubcommand) {
        let near = names.iter().filter(|name| begin_alike(name, &given));
        let near: Vec<String> = near.cloned().collect();
        if !near.is_empty() {
            error.insert(
                ContextKind::SuggestedSubcommand,
                ContextValue::Strings(near),
            );
        }
    }
    let lower = given.to_lowercase();
    let guessed = meant(GUESSED_COMMANDS, &lower)
        .find(|name| name.starts_with('-') || place.command.find_subcommand(name).is_some())
        .or_else(|| {
            let same = place.command.find_subcommand(&lower);
            same.map(Command::get_name)
        });
    let text = if PROTOCOL_WORDS.contains(&given.as_str()) {
        format!("'{PROGRAM}' without arguments reads the lines of the protocol")
    } else if let Some(name) = guessed {
        let path: Vec<&str> = place.path.iter().copied().chain([name]).collect();
        format!("did you mean '{PROGRAM} {}'?", path.join(" "))
    } else if MANUAL_WORDS.contains(&lower.as_str()) {
        format!("the manual is at {MANUAL}")
    } else if let Some(text) = game_tip(&given).filter(|_| place.path.is_empty()) {
        text
    } else {
        return;
    };
    error.remove(ContextKind::SuggestedSubcommand);
    tip(error, vec![text]);
}

/// What does something with a game or a position.
fn game_tip(given: &str) -> Option<String> {
    if is_game(given) {
        return Some(format!("'{PROGRAM} analyse {given}' reviews a game"));
    }
    let is_position = parse_position(given, &ReadOptions::default()).is_ok();
    is_position.then(|| format!("'{PROGRAM} move {given}' finds the best move of a position"))
}

fn is_game(given: &str) -> bool {
    let ending = Path::new(given).extension();
    ending.is_some_and(|ending| {
        let mut endings = GAME_ENDINGS.iter();
        endings.any(|other| ending.eq_ignore_ascii_case(other))
    })
}

fn tip(error: &mut clap::Error, texts: Vec<String>) {
    error.remove(ContextKind::Suggested);
    if !texts.is_empty() {
        let texts = texts.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(texts));
    }
}

/// What clap tells of a kind, if that is one text.
fn text_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn given_value(error: &clap::Error) -> &str {
    text_of(error, ContextKind::InvalidValue).unwrap_or_default()
}

/// Does the suggested value begin as the given one?
fn is_near(error: &clap::Error) -> bool {
    let tip = text_of(error, ContextKind::SuggestedValue);
    tip.is_none_or(|tip| begin_alike(tip, given_value(error)))
}

/// Do words begin with one letter, after dashes, as mistyped words do?
fn begin_alike(one: &str, other: &str) -> bool {
    let first = |text: &str| {
        let mut letters = text.trim_start_matches('-').chars();
        letters.next().map(|sign| sign.to_ascii_lowercase())
    };
    first(one) == first(other)
}

/// What is wrong with a value, with what would be right; the value stands there once.
fn about_value(error: &clap::Error) -> Option<String> {
    let source = error.source()?;
    let value = given_value(error);
    let place = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    if let Some(reason) = plain_reason(source, value) {
        return Some(format!("invalid value '{value}' for '{place}': {reason}"));
    }
    let reason = without_controls(&source.to_string());
    let quotes = |text: &str| reason.starts_with(&format!("'{text}' is "));
    (quotes(value) || quotes(&quote(value))).then(|| format!("{place}: {reason}"))
}

/// Where a word is a value of another option, that option.
fn tip_for_value(error: &clap::Error, command: &Command) -> String {
    let word = Some(given_value(error)).filter(|word| word.starts_with(char::is_alphabetic));
    let option = word.and_then(|word| option_of_value(word, command));
    option.map_or_else(String::new, |option| {
        format!("\n\n  tip: did you mean '{option}'?")
    })
}

/// What numbers would be right, where the library only says what is wrong with the digits or writes a range as Rust does.
fn plain_reason(source: &(dyn Error + 'static), value: &str) -> Option<String> {
    if let Some(reason) = number_reason(source, value) {
        return Some(reason.to_string());
    }
    let text = source.to_string();
    let (_, range) = text.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let least: i128 = least.parse().ok()?;
    let most: i128 = match most.strip_prefix('=') {
        Some(most) => most.parse().ok()?,
        None => most.parse::<i128>().ok()? - 1,
    };
    let is_bounded = most < i128::from(i32::MAX);
    Some(if is_bounded {
        format!("expected a whole number from {least} to {most}")
    } else {
        format!("expected a whole number from {least} up")
    })
}

/// Puts an example before the line that names `--help`.
fn with_example(error: &clap::Error, lines: &[&str]) -> clap::Error {
    let example = lines.join("\n");
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (said, help) = match text.rfind("\n\nFor more information") {
        Some(end) => text.split_at(end),
        None => (text.trim_end(), "\n"),
    };
    clap::Error::raw(error.kind(), format!("{said}\n\nExample: {example}{help}"))
}
