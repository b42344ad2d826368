//! What is quoted of a line that an engine has written: it may be of any length.

/// Most characters of a line that are quoted.
const MAX_QUOTE: usize = 120;

/// The beginning of a text, with three dots where something is left out.
pub(crate) fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(quote("7,7"), "7,7");
        let text = quote(&"\u{82b1}".repeat(1000));
        assert_eq!(text.chars().count(), MAX_QUOTE + 3);
    }
}
