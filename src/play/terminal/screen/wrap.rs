//! Breaking texts to the width of the screen.

use ratatui::text::Span;

/// A text in lines of at most so many columns, broken at blanks where there are any.
pub(super) fn wrap(text: &str, columns: u16) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for letter in paragraph.chars() {
            line.push(letter);
            if Span::raw(line.as_str()).width() <= usize::from(columns)
                || line.len() == letter.len_utf8()
            {
                continue;
            }
            let end = line.rfind(' ').filter(|&at| !line[..at].trim().is_empty());
            let end = end.unwrap_or(line.len() - letter.len_utf8());
            let rest = line.split_off(end);
            lines.push(std::mem::take(&mut line));
            line.push_str(rest.trim_start());
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_at_blanks_and_lose_nothing() {
        let text = "Arrows move, Enter plays: 方向键移动，回车落子，悔棋。 Averyveryverylongword";
        for columns in 1..60 {
            let lines = wrap(text, columns);
            let without_blanks = |text: &str| text.replace(' ', "");
            assert_eq!(without_blanks(&lines.concat()), without_blanks(text));
            for line in lines {
                let is_one = line.trim().chars().count() <= 1;
                assert!(
                    is_one || Span::raw(line.as_str()).width() <= usize::from(columns),
                    "{line}"
                );
            }
        }
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 8), Vec::<String>::new());
    }
}
