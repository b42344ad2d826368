//! The command of an engine as a person types it, in words.

/// The words of a command, quoted as for a shell. On Windows a backslash stands for itself, as in `C:\engines\pbrain-x.exe`.
/// `None` if a quotation mark has no partner.
pub(crate) fn command_words(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) {
        shlex::split(&with_plain_backslashes(text))
    } else {
        shlex::split(text)
    }
}

/// The command that [`command_words`] reads as these words. None of them holds a zero byte, the one thing that cannot be quoted.
pub(crate) fn command_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    if cfg!(windows) {
        let words: Vec<String> = words.into_iter().map(in_plain_quotes).collect();
        words.join(" ")
    } else {
        shlex::try_join(words).unwrap_or_default()
    }
}

/// A word in the quotation marks that it does not hold itself. No path of Windows holds double ones.
fn in_plain_quotes(word: &str) -> String {
    let mark = if word.contains('\'') { '"' } else { '\'' };
    format!("{mark}{word}{mark}")
}

/// The text in which each backslash that a shell would take for an escape is doubled.
fn with_plain_backslashes(text: &str) -> String {
    let mut result = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match letter {
            '\\' if quote != Some('\'') => result.push('\\'),
            '"' | '\'' if quote.is_none() => quote = Some(letter),
            '"' | '\'' if quote == Some(letter) => quote = None,
            _ => {}
        }
        result.push(letter);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_are_read_as_they_are() {
        let path = r"C:\my engines\pbrain-x.exe";
        let commands = [
            r"C:\engines\pbrain-x.exe --fast".to_string(),
            format!("\"{path}\" --fast"),
            format!("'{path}' --fast"),
            [path, "--fast"].map(in_plain_quotes).join(" "),
            r#""C:\it's here\" --fast"#.to_string(),
            r"\\server\share\x.exe --fast".to_string(),
        ];
        let words = commands.map(|command| shlex::split(&with_plain_backslashes(&command)));
        let first = words.map(|words| {
            let words = words.expect("balanced quotes");
            assert_eq!(words[1..], ["--fast"]);
            words[0].clone()
        });
        let expected = [
            r"C:\engines\pbrain-x.exe",
            path,
            path,
            path,
            r"C:\it's here\",
            r"\\server\share\x.exe",
        ];
        assert_eq!(first, expected);
        assert_eq!(command_words("engine 'cut"), None);
    }

    #[test]
    fn a_command_is_read_as_the_words_that_it_was_made_of() {
        for words in [["an engine", "--name=it's"], [r"C:\my engines\x", "a'b"]] {
            let command = command_of(words);
            assert_eq!(command_words(&command).expect("balanced"), words);
            let of_windows = words.map(in_plain_quotes).join(" ");
            let read = shlex::split(&with_plain_backslashes(&of_windows));
            assert_eq!(read.expect("balanced"), words);
        }
    }
}
