//! The commands in groups, as `--help` of the program lists them.

use clap::Command;

/// Title of each group and its commands.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Play", &["web", "play", "gtp", "classic"]),
    (
        "Positions",
        &["move", "forbidden", "solve", "puzzles", "perft", "depth"],
    ),
    (
        "Games and books",
        &["analyse", "games", "calibrate", "database", "book"],
    ),
    (
        "Engines and matches",
        &["tournament", "compliance", "openings", "tune", "bench"],
    ),
    (
        "Learning",
        &[
            "datagen", "dataset", "train", "forecast", "fidelity", "zero",
        ],
    ),
    ("Sibling games", &["reversi", "connect6", "oxhorn"]),
    ("This program", &["completions", "manual-pages", "help"]),
];

/// What `help` does, a command of clap's own.
const HELP: &str = "Show the help of a command";

/// The list of all commands, a line each.
pub(super) fn text(command: &Command) -> String {
    let width = GROUPS
        .iter()
        .flat_map(|(_, names)| *names)
        .map(|name| name.len())
        .max()
        .unwrap_or_default();
    let groups: Vec<String> = GROUPS
        .iter()
        .map(|(title, names)| {
            let lines: Vec<String> = names
                .iter()
                .map(|name| format!("  {name:width$}  {}", about(command, name)))
                .collect();
            format!("{title}:\n{}", lines.join("\n"))
        })
        .collect();
    groups.join("\n\n")
}

fn about(command: &Command, name: &str) -> String {
    command
        .find_subcommand(name)
        .and_then(Command::get_about)
        .map_or_else(|| HELP.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_fits_its_line() {
        let command = super::super::command();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        all.push("help");
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        for line in text(&command).lines() {
            assert!(line.len() <= 80, "{line}");
        }
    }
}
