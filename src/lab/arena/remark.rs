//! Reads scores and depths from the lines in which an engine comments on its search. There is no standard for these
//! lines. The parser looks for the usual words with a number after them.

use kagetsu_notation::record::Remark;

/// Words before the score of the position.
const SCORE_WORDS: [&str; 5] = ["eval", "ev", "val", "value", "score"];
/// Words before the depth.
const DEPTH_WORDS: [&str; 3] = ["depth", "dep", "d"];

/// Updates a remark from the text of a `MESSAGE` line. Fields that the line does not mention stay as they were.
///
/// ```
/// use kagetsu_arena::remark;
/// use kagetsu_notation::record::Remark;
/// let mut remark = Remark::default();
/// remark::read("Depth 10-18 | Eval -35 | Time 250 | g9 h8", &mut remark);
/// assert_eq!((remark.depth, remark.score.as_deref()), (Some(10), Some("-35")));
/// ```
pub fn read(text: &str, remark: &mut Remark) {
    let is_separator = |letter: char| {
        letter.is_whitespace() || matches!(letter, ':' | '=' | '|' | ',' | '[' | ']')
    };
    let mut words = text
        .split(is_separator)
        .filter(|word| !word.is_empty())
        .peekable();
    while let Some(word) = words.next() {
        let is_one_of = |list: &[&str]| list.iter().any(|name| name.eq_ignore_ascii_case(word));
        let Some(&value) = words.peek() else {
            return;
        };
        if is_one_of(&SCORE_WORDS) && is_score(value) {
            remark.score = Some(value.to_string());
        } else if is_one_of(&DEPTH_WORDS) {
            // The greatest depth may follow after a dash.
            let depth = value.split('-').next().unwrap_or_default();
            remark.depth = depth.parse().ok().or(remark.depth);
        }
    }
}

/// True for a whole number, or a distance to the win or loss such as `+M5`.
fn is_score(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = digits.strip_prefix(['M', 'm']).unwrap_or(digits);
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Greater than any score that engines give to undecided positions.
const DECIDED: i32 = 1_000_000;

/// The score of a remark as a number. A distance to a win or loss becomes a number of very large magnitude.
pub(crate) fn score_value(remark: &Remark) -> Option<i32> {
    let text = remark.score.as_deref()?;
    if text.contains(['M', 'm']) {
        return Some(if text.starts_with('-') {
            -DECIDED
        } else {
            DECIDED
        });
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(text: &str) -> (Option<u32>, Option<i32>) {
        let mut remark = Remark::default();
        read(text, &mut remark);
        (remark.depth, score_value(&remark))
    }

    #[test]
    fn usual_wordings_are_understood() {
        for (text, depth, score) in [
            (
                "Depth 10-18 | Eval 120 | Time 250 | g9",
                Some(10),
                Some(120),
            ),
            ("Depth 7-9 | Eval -M12 | Time 3", Some(7), Some(-DECIDED)),
            ("dep 12-18 ev -130 nd 440k tm 252", Some(12), Some(-130)),
            (
                "depth: 8-8 best:[6,7] val=-59 time:174ms",
                Some(8),
                Some(-59),
            ),
            ("score=+M5", None, Some(DECIDED)),
            ("evaluation is hard, depth unknown", None, None),
            ("Eval", None, None),
            ("", None, None),
        ] {
            assert_eq!(understood(text), (depth, score), "{text}");
        }
    }

    #[test]
    fn what_a_line_does_not_mention_stays() {
        let mut remark = Remark::default();
        read("depth 5 eval 3", &mut remark);
        read("nodes 100", &mut remark);
        read("depth 6", &mut remark);
        assert_eq!(remark.depth, Some(6));
        assert_eq!(remark.score.as_deref(), Some("3"));
    }
}
