//! Links that carry a position: those of our page (`#position=renju_15_h8_i9`) and of other programs (`#/h8i9`, `?h8i9`,
//! `?moves=h8i9`).

/// Keys whose value is a position.
const KEYS: [&str; 8] = [
    "position", "moves", "pos", "game", "board", "p", "m", "code",
];

/// Is the text a link, or the part of one that holds a position?
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return false;
    }
    let is_address = ["http://", "https://"].iter().any(|start| {
        text.get(..start.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    });
    let is_part = ["#position=", "#/", "?position=", "?moves="]
        .iter()
        .any(|start| text.starts_with(start));
    is_address || is_part
}

/// The position in a link, as a text of another form. `None` if the text is no link or there is nothing in it.
pub(crate) fn position_of(text: &str) -> Option<String> {
    let text = text.trim();
    if !is_link(text) {
        return None;
    }
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    let query = before.split_once('?').map_or("", |(_, query)| query);
    [fragment, query].into_iter().find_map(part)
}

/// The position in a part of a link. A part without keys may be the name of a place on the page: a position has a number.
fn part(part: &str) -> Option<String> {
    let part = part.trim_start_matches(['/', '!', '?']);
    let pairs = || part.split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs()
        .find(|(key, _)| KEYS.contains(key))
        .map(|(_, value)| value);
    let whole = || {
        let is_position = part.contains(|sign: char| sign.is_ascii_digit());
        (is_position && pairs().next().is_none()).then_some(part)
    };
    let text = decoded(value.or_else(whole)?).replace(['_', '+'], " ");
    (!text.trim().is_empty()).then(|| text.trim().to_string())
}

/// The text with `%20` and the like as the signs they stand for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        // A sign would be read as a part of the number.
        let code = tail
            .get(..2)
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(code) = code.filter(|_| byte == b'%') {
            bytes.push(code);
            rest = &tail[2..];
        } else {
            bytes.push(byte);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_many_programs_are_read() {
        for (link, expected) in [
            ("https://example.org/#/h8i9j10", "h8i9j10"),
            ("https://example.org/#h8i9", "h8i9"),
            ("http://example.org/?h8i9", "h8i9"),
            ("http://example.org/?moves=h8i9&rule=4", "h8i9"),
            ("http://example.org/?moves=h8%+1", "h8% 1"),
            (
                "http://127.0.0.1:8123/#position=freestyle_15_h8_i9",
                "freestyle 15 h8 i9",
            ),
            ("#position=renju_15_h8", "renju 15 h8"),
            ("http://example.org/?moves=h8i9#top", "h8i9"),
            ("http://example.org/?h8i9#top", "h8i9"),
            ("http://example.org/?p=2#/h8i9", "h8i9"),
            (
                "http://example.org/#position=renju%2015%20h8",
                "renju 15 h8",
            ),
        ] {
            assert_eq!(position_of(link).as_deref(), Some(expected), "{link}");
        }
        for text in [
            "h8i9",
            "# a comment",
            "#",
            "https://example.org/",
            "#h8",
            "https://example.org/?lang=en",
            "https://example.org/#top",
        ] {
            assert_eq!(position_of(text), None, "{text}");
        }
    }
}
