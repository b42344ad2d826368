//! What a reader of TOML, JSON or safetensors says, as errors show it: it repeats the text that it could not read, which may be
//! of any length.

use kagetsu_kernel::quote;

/// What stands before the names that were expected.
const EXPECTED: &str = ", expected ";
/// The most bytes of these names.
const MAX_EXPECTED: usize = 1000;

/// What was said, on one line: what was found is cut off, and what was expected is not.
pub(crate) fn short(said: &str) -> String {
    match said.rsplit_once(EXPECTED) {
        Some((found, expected)) if expected.len() <= MAX_EXPECTED => {
            format!("{}{EXPECTED}{expected}", quote(found))
        }
        _ => quote(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_cut_off_and_what_was_expected_is_not() {
        let giant = "x".repeat(1 << 20);
        let said = short(&format!(
            "unknown field `{giant}`, expected `rules` or `games`"
        ));
        assert!(
            said.starts_with("unknown field `xxx") && said.len() < 200,
            "{said}"
        );
        assert!(
            said.ends_with("x..., expected `rules` or `games`"),
            "{said}"
        );
        let said = short(&format!("duplicate key `a, expected {giant}`"));
        assert!(said.len() < 200, "{said}");
        assert_eq!(short("no\nname"), "no\\nname");
    }
}
