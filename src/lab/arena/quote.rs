//! What is quoted of a line that an engine has written: it may be of any length.

/// Most characters of a line that are quoted.
const MAX_QUOTE: usize = 120;

/// The beginning of a text, with three dots where something is left out.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}...", visible(&text[..end])),
        None => visible(text),
    }
}

/// The text with a question mark for each control character: none reaches the terminal of who reads it.
pub(crate) fn visible(text: &str) -> String {
    text.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_quoted() {
        assert_eq!(quote("\u{1b}[2Jwhat\t?"), "?[2Jwhat??");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(quote("7,7"), "7,7");
        let text = quote(&"\u{82b1}".repeat(1000));
        assert_eq!(text.chars().count(), MAX_QUOTE + 3);
    }
}
