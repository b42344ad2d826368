//! The error of a text that people write for a value.

use std::borrow::Cow;

use super::shown::quote;

/// A text that stands for no value of its kind, and what would.
///
/// ```
/// use kagetsu_kernel::ParseTextError;
/// let error = ParseTextError::new("grey", "not a side", "black or white");
/// assert_eq!(error.to_string(), "'grey' is not a side: expected black or white");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is {fault}: expected {expected}")]
pub struct ParseTextError {
    text: String,
    fault: &'static str,
    expected: Cow<'static, str>,
}

impl ParseTextError {
    /// The error of `text`, with what it is, such as `not a side`, and what would be right.
    pub fn new(text: &str, fault: &'static str, expected: impl Into<Cow<'static, str>>) -> Self {
        Self {
            text: quote(text),
            fault,
            expected: expected.into(),
        }
    }
}
