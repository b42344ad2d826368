//! How errors show what they are about: a text or the name of a file may hold anything, and a text may be of any length.

use std::fmt;
use std::path::Path;

/// Most characters of a text that are quoted.
const MAX_QUOTED: usize = 80;

/// The beginning of a text on one line: control characters are escaped, and three dots stand for what is left out.
///
/// ```
/// use kagetsu_kernel::quote;
/// assert_eq!(quote("h8\ti9"), "h8\\ti9");
/// assert!(quote(&"x".repeat(1000)).ends_with("x..."));
/// ```
pub fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", on_one_line(&text[..end])),
        None => on_one_line(text),
    }
}

/// The whole text on one line: control characters are escaped, line ends among them.
pub fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

/// Shows a path as errors do.
pub trait ShowPath {
    /// The whole path on one line, as [`on_one_line`] has it.
    ///
    /// ```
    /// use std::path::Path;
    /// use kagetsu_kernel::ShowPath as _;
    /// assert_eq!(Path::new("two\nlines").shown().to_string(), "two\\nlines");
    /// ```
    fn shown(&self) -> ShownPath<'_>;
}

impl ShowPath for Path {
    fn shown(&self) -> ShownPath<'_> {
        ShownPath(self)
    }
}

/// A path on one line.
#[derive(Clone, Copy, Debug)]
pub struct ShownPath<'a>(&'a Path);

impl fmt::Display for ShownPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&on_one_line(&self.0.to_string_lossy()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(quote("7,7"), "7,7");
        let text = quote(&"\u{82b1}".repeat(1000));
        assert_eq!(text.chars().count(), MAX_QUOTED + 3);
    }

    #[test]
    fn no_control_character_is_shown() {
        assert_eq!(quote("\u{1b}[2Jwhat\t?"), "\\u{1b}[2Jwhat\\t?");
        let path = Path::new("a\u{1b}\r\nb");
        assert_eq!(path.shown().to_string(), "a\\u{1b}\\r\\nb");
    }
}
