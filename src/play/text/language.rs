//! The languages and their files.

use kagetsu_kernel::{ShippedFile, shipped_file};

use crate::game::named;

/// Each line: a language, its tag, which names its files, the tag of its writing for browsers, and its own name.
macro_rules! languages {
    ($($(#[$doc:meta])* $language:ident, $tag:literal, $written:literal, $own_name:literal;)+) => {
        /// A language of the texts.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Language {
            $($(#[$doc])* $language,)+
        }

        named! {Language, "not a language", $($language $tag),+}

        impl Language {
            /// Its tag with the script where that is not the only one (BCP 47), for `lang` in HTML.
            pub const fn written(self) -> &'static str {
                match self {
                    $(Self::$language => $written,)+
                }
            }

            /// Its name in itself.
            pub(crate) const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$language => $own_name,)+
                }
            }

            /// All its texts, in the form of Fluent; nothing of a file that the host has not brought.
            pub(crate) fn sources(self) -> [&'static str; 3] {
                let terminal = match self {
                    $(Self::$language => include_str!(concat!("terminal/", $tag, ".ftl")),)+
                };
                let [page, chapters] = [self.page_file(), self.chapters_file()].map(ShippedFile::text);
                [page.unwrap_or_default(), terminal, chapters.unwrap_or_default()]
            }

            /// The file of its texts for a page, without those of the chapters.
            pub(crate) const fn page_file(self) -> &'static ShippedFile {
                match self {
                    $(Self::$language => {
                        static FILE: ShippedFile = shipped_file!("", concat!($tag, ".ftl"));
                        &FILE
                    })+
                }
            }

            /// The file of the texts of its chapters, which a page asks for when somebody learns.
            pub(crate) const fn chapters_file(self) -> &'static ShippedFile {
                match self {
                    $(Self::$language => {
                        static FILE: ShippedFile = shipped_file!("", concat!("learn/", $tag, ".ftl"));
                        &FILE
                    })+
                }
            }
        }
    };
}

languages! {
    /// English.
    #[default]
    En, "en", "en", "English";
    /// Simplified Chinese.
    Zh, "zh", "zh-Hans", "中文";
    /// Japanese.
    Ja, "ja", "ja", "日本語";
    /// Korean.
    Ko, "ko", "ko", "한국어";
    /// Russian.
    Ru, "ru", "ru", "Русский";
    /// Vietnamese.
    Vi, "vi", "vi", "Tiếng Việt";
}

impl Language {
    /// Its texts for a page without those of the chapters, in the form of Fluent, without comments; nothing where the host has
    /// not brought their file.
    #[cfg(feature = "host")]
    pub(crate) fn page_texts(self) -> String {
        let lines = self.page_file().text().unwrap_or_default().lines();
        let texts: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
        texts.join("\n")
    }

    /// The first known one of the languages that somebody wants, best first. They are tags as browsers (BCP 47) and locales
    /// (POSIX) have them; script, country and encoding count for nothing, so that all who read Chinese get it. English if
    /// none is known.
    ///
    /// ```
    /// use kagetsu_play::text::Language;
    /// assert_eq!(Language::wanted(["fr-CA", "zh-Hant-TW", "ru"]), Language::Zh);
    /// assert_eq!(Language::wanted(["ja_JP.UTF-8"]), Language::Ja);
    /// assert_eq!(Language::wanted(["fr"]), Language::En);
    /// ```
    pub fn wanted<'w>(wishes: impl IntoIterator<Item = &'w str>) -> Self {
        let known = |wish: &str| {
            let tag = wish.trim().split(['_', '-', '.', '@', ';']).next();
            tag.and_then(|tag| tag.parse().ok())
        };
        wishes.into_iter().find_map(known).unwrap_or_default()
    }

    /// The language of the messages that the variables of the environment ask for, as POSIX has it: the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is not empty. English if there is none that is known, and where the letters of the locale
    /// are not those of UTF-8, which are written.
    ///
    /// ```
    /// use kagetsu_play::text::Language;
    /// let of = |locale: &'static str| Language::of_environment(|name| (name == "LANG").then(|| locale.to_string()));
    /// assert_eq!(of("zh_CN.UTF-8"), Language::Zh);
    /// assert_eq!(of("zh_CN.GBK"), Language::En);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        if locale("LC_CTYPE", &variable).is_some_and(|locale| has_other_letters(&locale)) {
            return Self::En;
        }
        Self::wanted(locale("LC_MESSAGES", variable).as_deref())
    }
}

/// The locale of a category such as `LC_CTYPE`, as POSIX has it: the first of `LC_ALL`, the category and `LANG` that is not
/// empty.
pub(crate) fn locale(category: &str, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let set = ["LC_ALL", category, "LANG"].into_iter();
    set.filter_map(variable).find(|value| !value.is_empty())
}

/// Does a locale name an encoding other than UTF-8?
fn has_other_letters(locale: &str) -> bool {
    let encoding = locale.split_once('.').map(|(_, rest)| rest);
    let encoding = encoding.and_then(|rest| rest.split('@').next());
    encoding.is_some_and(|name| !name.replace('-', "").eq_ignore_ascii_case("utf8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_known_wish_is_met_and_english_otherwise() {
        for (wishes, language) in [
            (&["ja-JP", "en"][..], Language::Ja),
            (&["KO"], Language::Ko),
            (&["zh-Hant"], Language::Zh),
            (&["de-DE", "en-GB", "ru"], Language::En),
            (&["fr", "vi;q=0.5"], Language::Vi),
            (&["", "  ", "C", "POSIX"], Language::En),
            (&["enx", "русский"], Language::En),
            (&[], Language::En),
        ] {
            assert_eq!(
                Language::wanted(wishes.iter().copied()),
                language,
                "{wishes:?}"
            );
        }
    }

    #[test]
    fn letters_that_the_locale_lacks_are_not_written() {
        for (locale, language) in [
            ("ru_RU.KOI8-R", Language::En),
            ("zh_CN.GBK@pinyin", Language::En),
            ("ru_RU.utf8", Language::Ru),
            ("ru_RU.UTF-8@euro", Language::Ru),
            ("ru_RU", Language::Ru),
        ] {
            let of = |name: &str| (name == "LANG").then(|| locale.to_string());
            assert_eq!(Language::of_environment(of), language, "{locale}");
        }
        // The letters have a category of their own.
        let of = |name: &str| match name {
            "LC_CTYPE" => Some("ja_JP.eucJP".to_string()),
            "LANG" => Some("ja_JP.UTF-8".to_string()),
            _ => None,
        };
        assert_eq!(Language::of_environment(of), Language::En);
    }

    #[test]
    fn every_name_is_read_and_another_is_told_the_names() {
        for language in Language::ALL {
            assert_eq!(language.name().parse(), Ok(language));
            assert!(language.written().starts_with(language.name()));
        }
        let error = "klingon".parse::<Language>().expect_err("unknown");
        let said = "'klingon' is not a language: expected one of en, zh, ja, ko, ru, vi";
        assert_eq!(error.to_string(), said);
    }
}
