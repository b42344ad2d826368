//! What holds of the texts in every language.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};

use unic_langid::LanguageIdentifier;

use super::message::Argument;
use super::*;
use crate::game::{Choice, Refusal, Spot, Step};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::player::OutsideFault;
use crate::session::Event;

/// Texts that are the same in English and in another language, with the languages (empty: all) and the reason.
const ALIKE: &[(&str, &[Language], &str)] = &[
    ("program-name", &[], "a name"),
    ("trouble-kagetsu", &[], "a name"),
    (
        "short-renju",
        &[Language::Vi],
        "Vietnamese has the word from Japanese as English has",
    ),
    (
        "short-caro",
        &[Language::Vi],
        "the rule comes from Viet Nam",
    ),
    ("learn-swap2", &[Language::Zh], "a name"),
    ("learn-rif", &[Language::Zh], "a name"),
    (
        "renju-",
        &[Language::Vi],
        "Vietnamese has the Japanese names in Latin letters, as English has",
    ),
];

fn catalogue(language: Language) -> Catalogue {
    Catalogue::of(language).expect("the files are sound")
}

/// All messages of a language with what they are made of.
fn with_patterns(language: Language, mut see: impl FnMut(&str, &Pattern<&str>)) {
    for source in language.sources() {
        let source = FluentResource::try_new(source.to_string()).expect("it is sound");
        for entry in source.entries() {
            if let Entry::Message(message) = entry {
                let pattern = message.value.as_ref().expect("every message has a text");
                see(message.id.name, pattern);
            }
        }
    }
}

/// All keys of a language, in order.
fn keys(language: Language) -> Vec<String> {
    let mut keys = Vec::new();
    with_patterns(language, |key, _| keys.push(key.to_string()));
    keys.sort_unstable();
    keys
}

/// The variables that decide between variants, with the names of the variants.
fn selects(pattern: &Pattern<&str>) -> Vec<(String, BTreeSet<String>)> {
    let mut found = Vec::new();
    for element in &pattern.elements {
        let PatternElement::Placeable {
            expression: Expression::Select { selector, variants },
        } = element
        else {
            continue;
        };
        let InlineExpression::VariableReference { id } = selector else {
            panic!("{selector:?} decides between variants");
        };
        let names = variants.iter().map(|variant| match &variant.key {
            VariantKey::Identifier { name } => (*name).to_string(),
            VariantKey::NumberLiteral { value } => (*value).to_string(),
        });
        found.push((id.name.to_string(), names.collect()));
        let nested = variants.iter().map(|variant| selects(&variant.value).len());
        assert_eq!(nested.sum::<usize>(), 0, "variants within variants");
    }
    found
}

/// The letters that a text has beside its places.
fn letters(pattern: &Pattern<&str>) -> usize {
    let of_element = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => {
            value.chars().filter(|sign| sign.is_alphabetic()).count()
        }
        PatternElement::Placeable {
            expression: Expression::Select { variants, .. },
        } => variants.iter().map(|variant| letters(&variant.value)).sum(),
        PatternElement::Placeable { .. } => 0,
    };
    pattern.elements.iter().map(of_element).sum()
}

/// The plural categories that numbers have in a language by CLDR.
fn categories(language: Language) -> BTreeSet<String> {
    let tag: LanguageIdentifier = language.name().parse().expect("it is a tag");
    let rules = PluralRules::create(tag, PluralRuleType::CARDINAL).expect("CLDR has it");
    let name = |category| match category {
        PluralCategory::ZERO => "zero",
        PluralCategory::ONE => "one",
        PluralCategory::TWO => "two",
        PluralCategory::FEW => "few",
        PluralCategory::MANY => "many",
        PluralCategory::OTHER => "other",
    };
    let whole = (0..=1000_u32).map(|number| rules.select(number).expect("it is a number"));
    let broken = rules.select("1.5").expect("it is a number");
    whole
        .chain([broken])
        .map(|category| name(category).to_string())
        .collect()
}

#[test]
fn every_language_has_the_same_keys_and_places() {
    let english = catalogue(Language::En);
    let known = keys(Language::En);
    for language in Language::ALL {
        assert_eq!(known, keys(language), "{language}");
        let texts = catalogue(language);
        for key in &known {
            assert_eq!(english.places(key), texts.places(key), "{language}: {key}");
        }
    }
}

#[test]
fn every_count_has_exactly_the_plural_categories_of_its_language() {
    let mut counted = BTreeMap::new();
    with_patterns(Language::En, |key, pattern| {
        counted.insert(key.to_string(), !selects(pattern).is_empty());
    });
    for language in Language::ALL {
        let expected = categories(language);
        with_patterns(language, |key, pattern| {
            let found = selects(pattern);
            for (variable, names) in &found {
                assert_eq!(*names, expected, "{language}: {key} by ${variable}");
            }
            let needs = counted[key] && expected.len() > 1;
            assert!(!needs || !found.is_empty(), "{language}: {key} counts");
        });
    }
}

/// The place in the list of texts that are alike of one that may be alike in this language.
fn may_be_alike(language: Language, key: &str) -> Option<usize> {
    ALIKE.iter().position(|&(known, languages, _)| {
        let is_family = known.ends_with('-') && key.starts_with(known);
        (known == key || is_family) && (languages.is_empty() || languages.contains(&language))
    })
}

#[test]
fn no_text_is_left_in_english() {
    let mut english = BTreeMap::new();
    with_patterns(Language::En, |key, pattern| {
        english.insert(key.to_string(), format!("{pattern:?}"));
    });
    let others = Language::ALL
        .into_iter()
        .filter(|&known| known != Language::En);
    let mut reasons = BTreeSet::new();
    for language in others {
        with_patterns(language, |key, pattern| {
            if format!("{pattern:?}") == english[key] && letters(pattern) > 0 {
                let reason = may_be_alike(language, key);
                assert!(reason.is_some(), "{language}: {key}");
                reasons.extend(reason);
            }
        });
    }
    assert_eq!(reasons.len(), ALIKE.len(), "{reasons:?} of the list hold");
}

#[test]
fn english_has_latin_letters_only() {
    let english = catalogue(Language::En);
    for key in keys(Language::En) {
        let text = english.word(&key);
        assert!(
            text.chars().all(|letter| u32::from(letter) < 0x3000),
            "{key}"
        );
    }
}

/// The files below a folder that may name texts, tests aside.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            sources(&path, found);
        } else if [".rs", ".js", ".html"]
            .iter()
            .any(|end| name.ends_with(end))
            && !name.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

/// The text of all those files, without unit tests.
fn all_sources() -> String {
    let mut paths = Vec::new();
    sources(Path::new(env!("CARGO_MANIFEST_DIR")), &mut paths);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it is a text");
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        code.to_string()
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_text_is_used() {
    let sources = all_sources();
    // The words that follow a quotation mark: keys, and beginnings of keys.
    let (mut quoted, mut begun) = (HashSet::new(), HashSet::new());
    for (at, quote) in sources.match_indices(['"', '`']) {
        let rest = &sources[at + 1..];
        let is_of_key = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let end = rest.find(|letter| !is_of_key(letter)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // What is added to the beginning of a key, such as the level in `level-name-${level}`.
        let added = if quote == "`" { "${" } else { "{" };
        if behind.starts_with(quote) {
            quoted.insert(word);
        } else if behind.starts_with(added) {
            begun.insert(word);
        }
    }
    let is_used = |key: &String| {
        let mut begins = key.match_indices('-').map(|(at, _)| &key[..=at]);
        quoted.contains(&key[..]) || begins.any(|begin| begun.contains(begin))
    };
    let mut unused = keys(Language::En);
    unused.retain(|key| !is_used(key));
    assert_eq!(unused, [""; 0]);
}

#[test]
fn every_text_that_the_page_names_is_there() {
    let english = catalogue(Language::En);
    let sources = all_sources();
    for before in [
        "data-t=\"",
        "data-label=\"",
        " say(\"",
        "(say(\"",
        "{say(\"",
        "Message::new(\"",
    ] {
        let mut named = 0;
        for rest in sources.split(before).skip(1) {
            let key = rest.split('"').next().unwrap_or_default();
            named += 1;
            assert!(key.is_empty() || english.has(key), "{before}{key}");
        }
        assert!(named > 0, "{before}");
    }
}

#[test]
fn every_event_and_refusal_has_a_text_with_all_its_arguments() {
    let events = Event::samples().into_iter().map(|event| event.message());
    let refusals = Refusal::samples()
        .into_iter()
        .map(|refusal| refusal.message());
    let faults = OutsideFault::samples()
        .into_iter()
        .map(|fault| fault.message("?"));
    for message in events.chain(refusals).chain(faults) {
        for catalogue in Language::ALL.map(catalogue) {
            assert!(catalogue.has(&message.key), "{message:?}");
            for place in catalogue.places(&message.key) {
                assert!(message.arguments.contains_key(&place), "{message:?}");
            }
            for argument in message.arguments.values() {
                if let Argument::Word(key) = argument {
                    assert!(catalogue.has(key), "{key}");
                }
            }
        }
    }
}

#[test]
fn a_hint_may_be_a_move_or_a_decision() {
    let game = Gomoku::start(&Setup::square(Rule::Freestyle, 15)).expect("a sound setup");
    let english = catalogue(Language::En);
    let choices = Choice::ALL.map(Step::Choose);
    let steps = [
        Step::Pass,
        Step::Announce(3),
        Step::stone(Spot::new(7, 7)),
        Step::Offer(Spot::new(7, 8).into()),
        Step::Pick(Spot::new(7, 9).into()),
    ];
    let said: Vec<String> = choices
        .into_iter()
        .chain(steps)
        .map(|step| english.say(&Message::hint(&game, step)))
        .collect();
    let expected = [
        "Hint: Keep the colours.",
        "Hint: Exchange the colours.",
        "Hint: Place two more stones.",
        "Hint: Offer ten fifth moves.",
        "Hint: Pass.",
        "Hint: 3.",
        "Hint: h8.",
        "Hint: h7.",
        "Hint: h6.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn counts_are_said_as_each_language_says_them() {
    let moves = |language, count| {
        let message = Message::new("moves-count").with_number("count", count);
        catalogue(language).say(&message)
    };
    for (language, count, said) in [
        (Language::En, 1, "1 move"),
        (Language::En, 1200, "1200 moves"),
        (Language::Zh, 1, "1 手"),
        (Language::Ja, 1, "1手"),
        (Language::Ko, 22, "22수"),
        (Language::Ru, 1, "1 ход"),
        (Language::Ru, 3, "3 хода"),
        (Language::Ru, 11, "11 ходов"),
        (Language::Ru, 21, "21 ход"),
        (Language::Ru, 112, "112 ходов"),
        (Language::Vi, 5, "5 nước"),
    ] {
        assert_eq!(moves(language, count), said);
    }
}
