//! What is wrong with a text in TOML, in one line.

use toml::de::Error;

/// What the library says of numbers that it cannot hold.
const TOO_LARGE: [&str; 3] = [" as i128", " as u128", "number overflowed"];

/// Says on which line the error is, what stands there, and why it is refused.
///
/// ```
/// use kagetsu_arena::toml_fault::toml_fault;
/// #[derive(Debug, serde::Deserialize)]
/// struct Settings {
///     games: u32,
/// }
/// let text = "\ngames = \"many\"\n";
/// let error = toml::from_str::<Settings>(text).expect_err("no number");
/// assert!(toml_fault(text, &error).starts_with("line 2, 'games = \"many\"': "));
/// ```
pub fn toml_fault(text: &str, error: &Error) -> String {
    let message = error.message();
    let reason = if TOO_LARGE.iter().any(|sign| message.contains(sign)) {
        "the number is too large".to_string()
    } else {
        message.trim().replace('\n', ": ")
    };
    let Some(span) = error.span() else {
        return reason;
    };
    let before = text.get(..span.start).unwrap_or(text);
    let index = before.matches('\n').count();
    let written = text.lines().nth(index).unwrap_or_default().trim();
    let number = index + 1;
    if written.is_empty() {
        format!("line {number}: {reason}")
    } else {
        format!("line {number}, '{written}': {reason}")
    }
}
