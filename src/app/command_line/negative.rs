//! Values that begin with a minus sign, such as `--tc -5+1` and pictures of boards.

use std::ffi::{OsStr, OsString};

use clap::Command;

/// The fewest signs of a row of a picture. No option is spelt with so many of them.
const ROW: usize = 5;

/// Joins each option to a value behind it that looks like a negative number or a range of such (`--stones -3..8` becomes
/// `--stones=-3..8`), and puts a blank before the picture of a board, where it means nothing. Otherwise clap would take them
/// for options that it does not know. No option begins with a digit.
pub(super) fn joined(command: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let mut command = command;
    let mut joined: Vec<OsString> = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let previous = joined.last_mut().filter(|_| is_negative(&argument));
        if let Some(option) = previous
            && takes_value(command, option)
        {
            option.push("=");
            option.push(argument);
            continue;
        }
        let below = argument
            .to_str()
            .and_then(|name| command.find_subcommand(name));
        command = below.unwrap_or(command);
        joined.push(if is_picture(&argument) {
            [OsStr::new(" "), argument.as_os_str()].join(OsStr::new(""))
        } else {
            argument
        });
    }
    joined
}

fn is_negative(argument: &OsStr) -> bool {
    argument
        .to_str()
        .and_then(|text| text.strip_prefix('-'))
        .is_some_and(|rest| {
            rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        })
}

/// Does it begin with the row of a picture whose first cell is drawn as `-`? Blanks may stand between the cells.
fn is_picture(argument: &OsStr) -> bool {
    let text = argument.as_encoded_bytes();
    let signs = text.iter().filter(|sign| !sign.is_ascii_whitespace());
    let row = signs.take_while(|sign| b"-.XxOo*#".contains(sign));
    text.starts_with(b"-") && row.count() >= ROW
}

fn takes_value(command: &Command, option: &OsStr) -> bool {
    let Some(name) = option.to_str().and_then(|text| text.strip_prefix("--")) else {
        return false;
    };
    command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(name))
        .is_some_and(|arg| arg.get_action().takes_values())
}

#[cfg(test)]
mod tests {
    use super::super::{command, read};
    use super::*;

    #[test]
    fn only_values_of_options_are_joined() {
        for (line, expected) in [
            ("x move --time -1", "x move --time=-1"),
            (
                "x tournament --tc -5+1 --resume",
                "x tournament --tc=-5+1 --resume",
            ),
            ("x openings --stones -3..8", "x openings --stones=-3..8"),
            ("x book grow --lines -.5", "x book grow --lines=-.5"),
            ("x move --json -1", "x move --json -1"),
            ("x perft -1", "x perft -1"),
            ("x move --time --depth 3", "x move --time --depth 3"),
        ] {
            let arguments = line.split(' ').map(OsString::from).collect();
            let words: Vec<OsString> = expected.split(' ').map(OsString::from).collect();
            assert_eq!(joined(&command(), arguments), words, "{line}");
        }
    }

    #[test]
    fn the_picture_of_a_board_is_no_option() {
        for (line, is_sound) in [
            ("x reversi move ---OX---XO X --json", true),
            ("x reversi move --json -.OX---- --depth 4", true),
            ("x move --#X-\n-O--- --nodes 9", true),
            ("x move -_-_X_-_-\n-_O_-_-_- --nodes 9", true),
            ("x move -_X", false),
            ("x move --xo", false),
            ("x move -oxo", false),
        ] {
            // A bar stands for a blank within an argument.
            let words = line.split(' ').map(|word| word.replace('_', " "));
            let arguments = words.map(OsString::from).collect();
            assert_eq!(read(arguments).is_ok(), is_sound, "{line}");
        }
    }
}
