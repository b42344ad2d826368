//! Wrong command lines, and what is said about them, besides those of the list of wrong inputs.

use std::ffi::OsString;

use super::guesses::{GUESSED_COMMANDS, GUESSED_OPTIONS, rows};
use super::{command, read};

fn said(line: &str) -> String {
    let arguments = line.split(' ').map(OsString::from).collect();
    read(arguments).expect_err(line).to_string()
}

#[test]
fn guesses_lead_to_what_is_there() {
    for (line, tip) in [
        ("x move -t 4", "this command has '--threads'"),
        ("x tournament -j=4", "this command has '--concurrency'"),
        ("x play --colour white", "this command has '--side'"),
        ("x play --difficulty 3", "this command has '--level'"),
        ("x play --time 5", "this command has '--level'"),
        ("x move h8 --level 3", "this command has '--time'"),
        ("x play --renju", "did you mean '--rule renju'?"),
        ("x play Reversi", "did you mean '--game reversi'?"),
        ("x play --white", "did you mean '--side white'?"),
        ("x play --game renju", "did you mean '--rule renju'?"),
        ("x play --pvp", "this command has '--side'"),
        ("x web help", "did you mean '--help'?"),
        ("x tune --games 2", "this command has '--pairs'"),
        ("x solve --tc 5", "this command has '--time'"),
        ("x web 8080", "did you mean '--listen 8080'?"),
        ("x web --size 19", "'New game' on the page asks for it"),
        ("x -v", "did you mean '--version'?"),
        ("x -version", "options have two dashes: '--version'"),
        ("x --versoin", "'--version'"),
        ("x help paly", "a similar subcommand exists: 'play'"),
        ("x help book grwo", "'grow'"),
        ("x paly", "a similar subcommand exists: 'play'"),
        ("x mvoe", "'move'"),
        ("x book grwo", "'grow'"),
        ("x match", "did you mean 'pbrain-kagetsu tournament'?"),
        ("x othello", "did you mean 'pbrain-kagetsu reversi'?"),
        (
            "x lost.sgf",
            "'pbrain-kagetsu analyse lost.sgf' reviews a game",
        ),
        (
            "x CLUB.PGN",
            "'pbrain-kagetsu analyse CLUB.PGN' reviews a game",
        ),
        ("x depth h8i9", "'pbrain-kagetsu move h8i9' finds the best"),
        (
            "x games a.sgf",
            "Example: pbrain-kagetsu games moves my-games",
        ),
        ("x manual", "the manual is at https://"),
        ("x START 15", "without arguments reads the lines of the"),
        ("x start", "did you mean 'pbrain-kagetsu play'?"),
        ("x Play", "did you mean 'pbrain-kagetsu play'?"),
        ("x renju", "did you mean 'pbrain-kagetsu play'?"),
        ("x help review", "mean 'pbrain-kagetsu help analyse'?"),
        ("x /?", "did you mean 'pbrain-kagetsu --help'?"),
        ("x move -time 1", "options have two dashes: '--time'"),
        ("x tournament -rounds 5", "this command has '--games'"),
        (
            "x move --position h8",
            "write the value of [POSITION]... alone",
        ),
        (
            "x analyse --file a.sgf",
            "write the value of [FILES]... alone",
        ),
    ] {
        let text = said(line);
        assert!(text.contains(tip), "{line}: {text}");
    }
}

#[test]
fn no_option_is_taken_for_another_that_begins_otherwise() {
    let text = said("x play --threads 4");
    assert!(!text.contains("similar"), "{text}");
}

#[test]
fn no_tip_says_to_pass_an_option_as_a_value() {
    for line in ["x analyse --jsn a.sgf", "x move h8 --zzz", "x move h8 -q"] {
        let text = said(line);
        assert!(!text.contains("as a value"), "{line}: {text}");
        assert!(
            text.contains("\nExample: pbrain-kagetsu "),
            "{line}: {text}"
        );
        assert!(text.contains("try '--help'"), "{line}: {text}");
    }
}

#[test]
fn wrong_words_are_told_of_by_every_command_alike() {
    for (line, words) in [
        (
            "x play --level 11",
            "error: --level <LEVEL>: '11' is not a level: expected a number from 1 to 10, or auto",
        ),
        (
            "x play --rule bogus",
            "error: --rule <RULE>: 'bogus' is not a rule: expected freestyle",
        ),
        (
            "x move --rule bogus",
            "error: --rule <RULE>: 'bogus' is not a rule: expected freestyle",
        ),
        ("x play --size 99", "each side must be from 5 to 22"),
        ("x play --size 300", "each side must be from 5 to 22"),
        ("x play --grade 11", "expected a whole number from 1 to 10"),
    ] {
        let text = said(line);
        assert!(text.contains(words), "{line}: {text}");
        assert!(!text.contains("similar"), "{line}: {text}");
        let end = "\n\nFor more information, try '--help'.\n";
        assert!(text.ends_with(end), "{line}: {text}");
    }
}

#[test]
fn control_characters_are_told_as_escapes() {
    for (line, words) in [
        (
            "x move --rule re\u{1b}[31mnju",
            r"'re\u{1b}[31mnju' is not a rule",
        ),
        ("x \u{1b}]0;x\u{7}", r"'\u{1b}]0;x\u{7}'"),
        ("x play --le\u{1b}[1mvel", r"'--le\u{1b}[1mvel'"),
    ] {
        let text = said(line);
        assert!(text.contains(words), "{line:?}: {text}");
    }
}

#[test]
fn no_word_is_taken_for_another_that_begins_otherwise() {
    let text = said("x completions ksh");
    assert!(
        text.contains("[possible values: bash, elvish, fish"),
        "{text}"
    );
    assert!(!text.contains("similar"), "{text}");
    assert!(said("x completions bahs").contains("'bash'"));
}

#[test]
fn wrong_numbers_are_told_what_is_right() {
    for (line, words) in [
        (
            "x move --nodes -1",
            "expected a whole number that is not negative",
        ),
        ("x move --nodes 0", "expected a whole number from 1 up"),
        ("x move --threads 0", "expected a whole number from 1 to "),
        ("x move --nodes ten", "expected a whole number"),
        (
            "x move --nodes 99999999999999999999",
            "the number is too large",
        ),
    ] {
        let text = said(line);
        assert!(text.contains(words), "{line}: {text}");
    }
}

#[test]
fn every_tip_names_what_some_command_has() {
    let root = command();
    for (_, name) in rows(GUESSED_COMMANDS) {
        assert!(
            name.starts_with('-') || root.find_subcommand(name).is_some(),
            "{name}"
        );
    }
    let mut all = Vec::new();
    let mut waiting = vec![&root];
    while let Some(command) = waiting.pop() {
        all.extend(command.get_arguments().filter_map(clap::Arg::get_long));
        waiting.extend(command.get_subcommands());
    }
    for (guesses, options) in rows(GUESSED_OPTIONS) {
        assert!(
            options
                .split(' ')
                .any(|option| all.contains(&option.trim_start_matches('-'))),
            "{guesses:?}"
        );
    }
}
