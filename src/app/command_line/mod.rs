//! The command line as clap reads it: the types of [`cli`](super::cli) with what a person at a shell needs besides.
//! These are the words that completions offer, examples, groups of commands, and tips for what people guess.

mod examples;
mod groups;
mod guesses;
mod mistakes;
#[cfg(test)]
mod mistakes_tests;
mod negative;
mod words;

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory, FromArgMatches};

use super::cli::Cli;

/// The whole command line.
pub(super) fn command() -> Command {
    let command = complete(Cli::command(), &[]);
    let groups = groups::text(&command);
    command
        .help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\n\nOptions:\n{{options}}{{after-help}}"
        ))
}

/// Reads the arguments of the process, its name first.
///
/// # Errors
/// With what is wrong and what would be right, or with the text that `--help` and `--version` ask for.
pub(super) fn read(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let command = command();
    let arguments = negative::joined(&command, arguments);
    let matches = command
        .clone()
        .try_get_matches_from(&arguments)
        .map_err(|error| mistakes::explained(error, &command, &arguments))?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command.clone()))
}

/// Adds words and examples to a command and to those below it. `path` is the names of the commands above, without the
/// program's.
fn complete(command: Command, path: &[&str]) -> Command {
    let command = command.mut_args(complete_arg);
    let command = with_examples(command, &examples::of(path));
    let names: Vec<String> = command
        .get_subcommands()
        .map(|below| below.get_name().to_string())
        .collect();
    names.into_iter().fold(command, |command, below| {
        let path: Vec<&str> = path.iter().copied().chain([below.as_str()]).collect();
        command.mut_subcommand(&below, |command| complete(command, &path))
    })
}

fn complete_arg(arg: Arg) -> Arg {
    let arg = words::offered(arg);
    let takes_value = arg.get_action().takes_values();
    // A wrong number is refused by the check of its option, which says what would be right.
    if takes_value && !arg.is_allow_hyphen_values_set() {
        arg.allow_negative_numbers(true)
    } else {
        arg
    }
}

/// The text below the options: its paragraphs are wrapped to the terminal, and examples follow.
fn with_examples(command: Command, examples: &[&str]) -> Command {
    let is_long = command.get_after_long_help().is_some()
        || command.get_long_about().is_some()
        || command
            .get_arguments()
            .any(|arg| arg.get_long_help().is_some());
    let below = command
        .get_after_long_help()
        .or(command.get_after_help())
        .map(|text| flowing(&text.to_string()));
    let examples = (!examples.is_empty()).then(|| {
        let lines: Vec<String> = examples
            .iter()
            .map(|example| format!("  {example}"))
            .collect();
        format!("Examples:\n{}", lines.join("\n"))
    });
    let text: Vec<String> = below.into_iter().chain(examples).collect();
    if text.is_empty() {
        return command;
    }
    let text = text.join("\n\n");
    if is_long {
        command.after_long_help(text)
    } else {
        command.after_help(text)
    }
}

/// The text with each paragraph on one line, so that it can be wrapped to any width. Indented lines stay lines of their
/// own: they are examples.
fn flowing(text: &str) -> String {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let mut flowed = String::new();
    let mut before = "";
    for line in text.lines() {
        if !flowed.is_empty() {
            let joined = is_prose(before) && is_prose(line);
            flowed.push(if joined { ' ' } else { '\n' });
        }
        flowed.push_str(line);
        before = line;
    }
    flowed
}

#[cfg(test)]
mod tests {
    use super::super::cli::MANUAL;
    use super::*;

    #[test]
    fn help_names_program_and_manual_whatever_the_file_is_called() {
        for (line, words) in [
            ("engine web --help", "Usage: pbrain-kagetsu web"),
            ("engine --help", MANUAL),
        ] {
            let arguments = line.split(' ').map(OsString::from).collect();
            let help = read(arguments).expect_err(line).to_string();
            assert!(help.contains(words), "{help}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn paragraphs_flow_and_indented_lines_stay() {
        assert_eq!(
            flowing("One\nparagraph:\n\n  value = 95\n  min = 10\n\nAnother\none."),
            "One paragraph:\n\n  value = 95\n  min = 10\n\nAnother one."
        );
    }

    #[test]
    fn help_fits_a_terminal_of_eighty_columns() {
        let mut waiting = vec![command().term_width(80)];
        while let Some(mut command) = waiting.pop() {
            command.build();
            for text in [command.render_help(), command.render_long_help()] {
                let text = text.to_string();
                // clap does not wrap the forms of a command.
                for line in text
                    .lines()
                    .filter(|line| !line.contains("pbrain-kagetsu "))
                {
                    let width = line.chars().count();
                    assert!(width <= 80, "{}: {width}: {line}", command.get_name());
                }
            }
            waiting.extend(
                command
                    .get_subcommands()
                    .cloned()
                    .map(|below| below.term_width(80)),
            );
        }
    }
}
