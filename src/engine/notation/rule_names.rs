//! The names that files give to rules: those of the rules, of their openings and of events.

use kagetsu_gomoku::board::Rule;

/// Words of renju: its openings by their authors or bodies, with the spellings of servers.
const RENJU: [&str; 18] = [
    "renju",
    "rif",
    "rjf",
    "soosorv",
    "soosyrv",
    "soosõrv",
    "soosoorv",
    "taraguchi",
    "tarannikov",
    "yamaguchi",
    "sakata",
    "takami",
    "renzhu",
    "連珠",
    "连珠",
    "聯珠",
    "рэндзю",
    "рендзю",
];
const STANDARD: [&str; 7] = [
    "standard",
    "exactly",
    "exact",
    "标准",
    "標準",
    "overline",
    "overlines",
];
const FREESTYLE: [&str; 14] = [
    "freestyle",
    "free",
    "gomoku",
    "gobang",
    "swap2",
    "swap",
    "pro",
    "longpro",
    "wuziqi",
    "omok",
    "五子棋",
    "gomokunarabe",
    "五目並べ",
    "无禁",
];
/// Words that games of other kinds use as well, beside those of [`STANDARD`].
const OF_OTHERS_TOO: [&str; 3] = ["free", "pro", "swap"];

/// A rule that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedRule {
    pub(crate) rule: Rule,
    /// The word is used for five in a row alone, so that the text says which game it is.
    pub(crate) is_ours_alone: bool,
}

/// The rule that the value of a property or a tag names, such as `Renju: Taraguchi-10`, `exactly five` or `4`.
pub(crate) fn find(text: &str) -> Option<NamedRule> {
    let text = text.trim().to_lowercase();
    if let Ok(rule) = text.parse::<Rule>() {
        let is_ours_alone = !text.starts_with(|sign: char| sign.is_ascii_digit());
        return Some(NamedRule {
            rule,
            is_ours_alone: is_ours_alone && rule != Rule::Standard,
        });
    }
    let words: Vec<&str> = text
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let has = |names: &[&'static str]| {
        names.iter().copied().find(|&name| {
            if name.is_ascii() {
                words.iter().any(|word| {
                    let letters = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
                    *word == name || letters == name
                })
            } else {
                text.contains(name)
            }
        })
    };
    let found = |rule: Rule, word: &str| NamedRule {
        rule,
        is_ours_alone: !STANDARD.contains(&word) && !OF_OTHERS_TOO.contains(&word),
    };
    if let Some(word) = has(&["caro"]) {
        let rule = if has(&STANDARD).is_some() {
            Rule::CaroExact
        } else {
            Rule::Caro
        };
        return Some(found(rule, word));
    }
    [
        (Rule::Renju, &RENJU[..]),
        (Rule::Standard, &STANDARD),
        (Rule::Freestyle, &FREESTYLE),
    ]
    .into_iter()
    .find_map(|(rule, names)| has(names).map(|word| found(rule, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_names_of_rules_are_known() {
        for (text, expected) in [
            ("Soosorv-7", Rule::Renju),
            ("Soosyrv-8", Rule::Renju),
            ("Renju: Taraguchi-10", Rule::Renju),
            ("taraguchi10", Rule::Renju),
            ("One-Two(B) : RIF rule", Rule::Renju),
            ("x : Yamaguchi rule", Rule::Renju),
            ("连珠", Rule::Renju),
            ("Gomoku", Rule::Freestyle),
            ("swap2", Rule::Freestyle),
            ("Swap-2", Rule::Freestyle),
            ("Free renju", Rule::Renju),
            ("free style", Rule::Freestyle),
            ("Exactly 5", Rule::Standard),
            ("exactly five", Rule::Standard),
            ("Standard", Rule::Standard),
            ("standard gomoku", Rule::Standard),
            ("Caro", Rule::Caro),
            ("caro-exact", Rule::CaroExact),
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            ("4", Rule::Renju),
            ("RENJU", Rule::Renju),
        ] {
            assert_eq!(find(text).map(|named| named.rule), Some(expected), "{text}");
        }
        for text in ["", "Japanese", "Chinese", "tariff", "7", "private"] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_other_games_do_not_say_which_game_it_is() {
        let ours = |text| find(text).map(|named| named.is_ours_alone);
        for text in ["renju", "Gomoku", "freestyle", "swap2"] {
            assert_eq!(ours(text), Some(true), "{text}");
        }
        for text in ["standard", "Free", "0", "4"] {
            assert_eq!(ours(text), Some(false), "{text}");
        }
    }
}
