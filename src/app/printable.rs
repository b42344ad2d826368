//! Texts of files and arguments on their way to the terminal.

/// The text with escapes for all control characters but line ends: they would command the terminal.
pub(super) fn without_controls(text: &str) -> String {
    text.chars()
        .flat_map(|letter| {
            let is_written = letter == '\n' || !letter.is_control();
            let escape = (!is_written).then(|| letter.escape_default());
            escape
                .into_iter()
                .flatten()
                .chain(is_written.then_some(letter))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_reaches_the_terminal() {
        let text = without_controls("error: '\u{1b}[2J\t' is no point\nuse h8\n");
        assert_eq!(text, "error: '\\u{1b}[2J\\t' is no point\nuse h8\n");
    }
}
