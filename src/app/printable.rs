//! Texts of files and arguments on their way to the terminal.

use kagetsu_kernel::on_one_line;

/// The text with escapes for all control characters but line ends: they would command the terminal.
pub(super) fn without_controls(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(on_one_line).collect();
    lines.join("\n")
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
