//! Labels of points before a comment: `@BTXT@`, then a point in two signs and its label on each line, up to byte 8.

use kagetsu_gomoku::geometry::{BoardSize, Point};

const HEAD: &str = "@BTXT@";
/// Parts the labels from the comment, and lines of a comment.
const PART: char = '\u{8}';
/// Signs of the columns and rows: digits, then capital letters.
const RADIX: u32 = 36;

/// The labels of points and the comment of a text.
pub(super) fn split(text: &str) -> (Vec<(Point, String)>, String) {
    let (labels, comment) = match text.strip_prefix(HEAD) {
        Some(rest) => rest.split_once(PART).unwrap_or((rest, "")),
        None => ("", text),
    };
    let lines = labels.split('\n').map(|line| line.trim_end_matches('\0'));
    let comment = comment.replace(PART, "\n");
    (
        lines.filter_map(label).collect(),
        comment.trim_matches('\0').to_string(),
    )
}

fn label(line: &str) -> Option<(Point, String)> {
    let mut signs = line.chars();
    let x = signs.next()?.to_digit(RADIX)? as usize;
    let y = signs.next()?.to_digit(RADIX)? as usize;
    let rest = signs.as_str();
    (!rest.is_empty() && x < BoardSize::MAX && y < BoardSize::MAX)
        .then(|| (Point::at(x, y), rest.to_string()))
}

/// The text of labels and a comment.
pub(super) fn join(labels: &[(Point, String)], comment: &str) -> String {
    if labels.is_empty() {
        return comment.to_string();
    }
    let sign = |number: usize| {
        let digit = char::from_digit(number as u32, RADIX);
        digit.map_or('0', |digit| digit.to_ascii_uppercase())
    };
    let mut text = HEAD.to_string();
    for (point, label) in labels {
        let is_part = |sign: char| sign == '\n' || sign == '\r' || sign == PART || sign == '\0';
        let label = label.replace(is_part, " ");
        text.extend([sign(point.x()), sign(point.y())]);
        text.push_str(&label);
        text.push('\n');
    }
    if !comment.is_empty() {
        text.push(PART);
        text.push_str(comment);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_comment_come_apart_and_together() {
        let labels = vec![
            (Point::at(3, 14), "A1".to_string()),
            (Point::at(10, 0), "\u{e9}".to_string()),
        ];
        let text = join(&labels, "one\ntwo");
        assert_eq!(text, "@BTXT@3EA1\nA0\u{e9}\n\u{8}one\ntwo");
        assert_eq!(split(&text), (labels.clone(), "one\ntwo".to_string()));
        assert_eq!(split(&join(&labels, "")), (labels, String::new()));
        assert_eq!(split("a\u{8}b"), (Vec::new(), "a\nb".to_string()));
        assert_eq!(split("@BTXT@1\nzz\n+1x"), (Vec::new(), String::new()));
    }
}
