//! All encodings. A byte order mark decides; else UTF-8 is taken where it is sound, then what the caller states, and else an
//! encoding is guessed. The old encodings of East Asia have letters whose second byte is that of a bracket or a
//! backslash, so bytes are never searched for such signs before `TextEncoding::is_lead` was asked.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use kagetsu_kernel::ParseTextError;

use super::Origin;

/// Most bytes that a guess looks at.
const GUESSED_BYTES: usize = 1 << 20;
/// Bytes that tell UTF-16 without a mark.
const WIDE_SAMPLE: usize = 64;
/// Names that are common in files and that are no labels of the web.
const OTHER_NAMES: [(&str, &Encoding); 12] = [
    ("shiftjis", SHIFT_JIS),
    ("eucjp", EUC_JP),
    ("euckr", EUC_KR),
    ("cp936", GBK),
    ("936", GBK),
    ("windows936", GBK),
    ("cp932", SHIFT_JIS),
    ("932", SHIFT_JIS),
    ("cp949", EUC_KR),
    ("949", EUC_KR),
    ("cp950", BIG5),
    ("950", BIG5),
];

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

impl TextEncoding {
    /// UTF-8.
    pub(crate) const UTF_8: Self = Self(UTF_8);
    /// The encoding of Chinese Windows.
    pub const GBK: Self = Self(GBK);
    /// The encoding of Western Windows.
    pub const WINDOWS_1252: Self = Self(WINDOWS_1252);

    /// Can this byte be the first of a letter whose second byte is an ASCII sign?
    pub(crate) fn is_lead(self, byte: u8) -> bool {
        if self.0 == SHIFT_JIS {
            matches!(byte, 0x81..=0x9f | 0xe0..=0xfc)
        } else if [GBK, GB18030, BIG5, EUC_KR].contains(&self.0) {
            (0x81..=0xfe).contains(&byte)
        } else {
            false
        }
    }

    /// The text, with U+FFFD for what is no letter of the encoding.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// The bytes of a text. `None` when the encoding lacks one of its letters.
    pub(crate) fn encode_strictly(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let (bytes, _, is_damaged) = self.0.encode(text);
        (!is_damaged).then_some(bytes)
    }

    /// The text, if all of it is sound.
    fn decode_strictly(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        self.0
            .decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TextEncoding {
    type Err = ParseTextError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        let by_other_name = || {
            let known = OTHER_NAMES.iter().find(|(other, _)| *other == plain);
            known.map(|&(_, encoding)| encoding)
        };
        // `GB-2312`, `ShiftJIS` and the like are written with and without hyphens.
        Encoding::for_label(name.trim().as_bytes())
            .or_else(|| Encoding::for_label(plain.as_bytes()))
            .or_else(by_other_name)
            .filter(|encoding| encoding.is_ascii_compatible())
            .map(Self)
            .ok_or_else(|| {
                ParseTextError::new(
                    name,
                    "no encoding that is known",
                    "a name such as UTF-8, GBK, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR, windows-1251 or ISO-8859-1",
                )
            })
    }
}

/// Bytes without the byte order mark, in an encoding that leaves ASCII as it is, and whether they are certain to be UTF-8
/// by that mark.
pub(crate) fn without_mark(bytes: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let wide = |encoding: &'static Encoding, text: &[u8]| {
        let (text, is_damaged) = encoding.decode_without_bom_handling(text);
        if is_damaged {
            (Cow::Borrowed(bytes), false)
        } else {
            (Cow::Owned(text.into_owned().into_bytes()), true)
        }
    };
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (Cow::Borrowed(rest), true),
        [0xff, 0xfe, rest @ ..] => wide(UTF_16LE, rest),
        [0xfe, 0xff, rest @ ..] => wide(UTF_16BE, rest),
        _ => match wide_order(bytes) {
            Some(encoding) => wide(encoding, bytes),
            None => (Cow::Borrowed(bytes), false),
        },
    }
}

/// The order of UTF-16 without a mark: every second byte of the beginning is zero, and no other is.
fn wide_order(bytes: &[u8]) -> Option<&'static Encoding> {
    const FEWEST: usize = 4;
    let sample = &bytes[..bytes.len().min(WIDE_SAMPLE)];
    if sample.len() < FEWEST || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let zero = |first: usize| sample.iter().skip(first).step_by(2).all(|&byte| byte == 0);
    let text = |first: usize| {
        let mut bytes = sample.iter().skip(first).step_by(2);
        bytes.all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
    };
    if zero(1) && text(0) {
        Some(UTF_16LE)
    } else if zero(0) && text(1) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The encoding of bytes that do not name one: UTF-8 where that is sound, else the stated one, else a guess.
pub(crate) fn of_unnamed(bytes: &[u8], stated: Option<TextEncoding>) -> (TextEncoding, Origin) {
    if std::str::from_utf8(bytes).is_ok() {
        return (TextEncoding::UTF_8, Origin::Certain);
    }
    if let Some(stated) = stated {
        return (stated, Origin::Stated);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(GUESSED_BYTES)], true);
    let guess = TextEncoding(detector.guess(None, Utf8Detection::Deny));
    // Names of a few letters are too short for statistics: that all are sound Chinese letters says more. The common ones have
    // two bytes beyond ASCII each, while a western letter with an accent seldom has another one beside it.
    let of_chinese = TextEncoding(GBK);
    let is_western = !guess.is_lead(0x81);
    let in_pairs = bytes
        .split(u8::is_ascii)
        .all(|run| run.len().is_multiple_of(2) && run.iter().all(|&byte| byte >= 0xa1));
    if is_western
        && in_pairs
        && of_chinese
            .decode_strictly(bytes)
            .is_some_and(|text| text.chars().all(is_common))
    {
        return (of_chinese, Origin::Guessed);
    }
    (guess, Origin::Guessed)
}

/// ASCII or a letter of Chinese with its punctuation, of which Unicode has some among the signs of other languages: the middle
/// dot of names, dashes, quotation marks and the ellipsis.
fn is_common(letter: char) -> bool {
    letter.is_ascii()
        || matches!(letter, '\u{4e00}'..='\u{9fff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}')
        || matches!(
            letter,
            '\u{b7}' | '\u{2014}' | '\u{2018}'..='\u{201d}' | '\u{2026}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_encodings_are_read_in_every_spelling() {
        for (name, expected) in [
            ("utf-8", "UTF-8"),
            ("UTF8", "UTF-8"),
            ("GB2312", "GBK"),
            ("GB-2312", "GBK"),
            ("cp936", "GBK"),
            ("gb18030", "gb18030"),
            ("Big5", "Big5"),
            ("Shift_JIS", "Shift_JIS"),
            ("ShiftJIS", "Shift_JIS"),
            ("CP932", "Shift_JIS"),
            ("EUC-KR", "EUC-KR"),
            ("euc_jp", "EUC-JP"),
            ("windows-1251", "windows-1251"),
            ("CP1251", "windows-1251"),
            ("ISO-8859-2", "ISO-8859-2"),
            ("latin1", "windows-1252"),
        ] {
            let found = name.parse::<TextEncoding>().map(TextEncoding::name);
            assert_eq!(found.ok(), Some(expected), "{name}");
        }
        let error = "klingon".parse::<TextEncoding>().expect_err("no encoding");
        assert!(error.to_string().contains("'klingon'"));
    }

    #[test]
    fn utf_16_is_found_with_and_without_its_mark() {
        let plain = "h8 i9";
        let little: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = plain.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            little.clone(),
            big.clone(),
            [vec![0xff, 0xfe], little].concat(),
            [vec![0xfe, 0xff], big].concat(),
            [vec![0xef, 0xbb, 0xbf], plain.as_bytes().to_vec()].concat(),
        ] {
            assert_eq!(without_mark(&bytes).0.as_ref(), plain.as_bytes());
        }
        assert_eq!(without_mark(b"h8").0.as_ref(), b"h8");
    }

    #[test]
    fn the_punctuation_of_chinese_is_common_and_letters_with_accents_are_not() {
        assert!("阿\u{b7}尔，“好”——‘对’…".chars().all(is_common));
        assert!(!"üéЖ€".chars().any(is_common));
    }

    #[test]
    fn what_is_no_utf_8_is_stated_or_guessed() {
        let chinese = GBK.encode("王小明 对 李强").0.into_owned();
        let (guess, origin) = of_unnamed(&chinese, None);
        assert_eq!((guess.name(), origin), ("GBK", Origin::Guessed));
        let stated = TextEncoding(BIG5);
        assert_eq!(of_unnamed(&chinese, Some(stated)), (stated, Origin::Stated));
        let sound = of_unnamed("名".as_bytes(), Some(stated));
        assert_eq!(sound, (TextEncoding::UTF_8, Origin::Certain));
        let russian = encoding_rs::WINDOWS_1251
            .encode("Иванов против Петрова, финал")
            .0;
        assert_eq!(of_unnamed(&russian, None).0.name(), "windows-1251");
        let names = "Müller gegen Jörg";
        let german = WINDOWS_1252.encode(names).0;
        assert_eq!(of_unnamed(&german, None).0.decode(&german), names);
    }
}
