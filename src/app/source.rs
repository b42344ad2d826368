//! Where the text of an argument comes from: the argument itself, a file that it names, or standard input.

use std::io::{self, Read};
use std::path::Path;

use kagetsu_kernel::file::{MAX_TEXT_BYTES, read_text_file};

use super::error::CommandError;

const STDIN: &str = "-";
const FILE_SIGN: char = '@';
/// Signs of the cells in pictures of a board.
const PICTURE_SIGNS: &str = "xXoO#.";
/// How a game in the Smart Game Format begins.
const SGF_START: &str = "(;";

/// The text of an argument. `-` stands for standard input, `@FILE` and the name of an existing file for what it holds.
///
/// # Errors
/// [`CommandError::Read`] when a file or standard input cannot be read, [`CommandError::NoFile`] when the text can only
/// be the name of a file that is not there, [`CommandError::Empty`] when there is nothing but blanks in a file.
pub(super) fn text_of(argument: &str) -> Result<String, CommandError> {
    let (name, read) = if argument == STDIN {
        ("standard input", read_bounded(&mut io::stdin().lock()))
    } else if let Some(path) = argument.strip_prefix(FILE_SIGN) {
        (path, read_text_file(Path::new(path)))
    } else if !argument.is_empty() && Path::new(argument).exists() {
        (argument, read_text_file(Path::new(argument)))
    } else if looks_like_a_file(argument) {
        return Err(CommandError::NoFile(argument.to_string()));
    } else {
        return Ok(argument.to_string());
    };
    let text = read.map_err(|source| CommandError::Read {
        name: name.to_string(),
        source,
    })?;
    if text.trim().is_empty() {
        return Err(CommandError::Empty(name.to_string()));
    }
    Ok(text)
}

/// All text of a stream, if it is not longer than a text file may be.
fn read_bounded(input: &mut impl Read) -> io::Result<String> {
    let mut all = String::new();
    input.take(MAX_TEXT_BYTES + 1).read_to_string(&mut all)?;
    if all.len() as u64 > MAX_TEXT_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("there are more than {MAX_TEXT_BYTES} bytes"),
        ));
    }
    Ok(all)
}

/// Whether the text can only be the name of a file: one line with a path separator, or with a dot and something that
/// no picture of a board holds. Of all positions only pictures have dots.
fn looks_like_a_file(text: &str) -> bool {
    let of_a_picture = |letter: char| {
        PICTURE_SIGNS.contains(letter) || letter.is_ascii_digit() || letter.is_whitespace()
    };
    // A list has lines or columns, and both lists and games in SGF may hold any words.
    !text.contains(['\n', '\r', '\t'])
        && !text.starts_with(SGF_START)
        && (text.contains(['/', '\\']) || text.contains('.') && !text.chars().all(of_a_picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_no_picture_of_a_board() {
        for name in [
            "games.txt",
            "problem.sgf",
            "my/file",
            "a.b.json",
            "C:\\position",
            "my lost game.txt",
            "Game No. 5",
            "final round.2026-11-30",
        ] {
            assert!(
                matches!(text_of(name), Err(CommandError::NoFile(_))),
                "{name}"
            );
        }
        for position in [
            "",
            "h8i9j10",
            "h8 i9",
            "....X\n....O",
            "BOARD 7,7,1 DONE",
            "x.o..",
            ".....x",
            ". . . x 15",
            "# from a/b.txt\nh8 i9",
            "no. 1/2\tblack\tH8\tI9",
            "(;GM[4]SZ[15]DT[2026/11/30];B[hh])",
        ] {
            assert_eq!(text_of(position).ok().as_deref(), Some(position));
        }
    }

    #[test]
    fn files_are_read_with_and_without_the_sign() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("one.txt");
        std::fs::write(&path, "h8i9").expect("the disk has room");
        let name = path.display().to_string();
        for argument in [name.clone(), format!("@{name}")] {
            assert_eq!(text_of(&argument).expect("a file"), "h8i9");
        }
        std::fs::write(&path, "\n").expect("the disk has room");
        assert!(matches!(text_of(&name), Err(CommandError::Empty(_))));
        let folder = folder.path().display().to_string();
        assert!(matches!(text_of(&folder), Err(CommandError::Read { .. })));
    }
}
