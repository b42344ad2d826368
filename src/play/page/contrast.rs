//! The colours of the page, theme by theme: marks differ from what they lie on by 3:1, and text by 4.5:1 (WCAG 2.1,
//! success criteria 1.4.11 and 1.4.3).

use std::collections::HashMap;

const STYLES: &str = include_str!("assets/page.css");
const MARK: f64 = 3.0;
const TEXT: f64 = 4.5;
const WOOD: &[&str] = &["wood-1", "wood-2"];
/// What is drawn, upon what, and the least contrast.
const PAIRS: [(&str, &[&str], f64); 17] = [
    ("foul", WOOD, MARK),
    ("hint", WOOD, MARK),
    ("last", WOOD, MARK),
    ("last-on-white", &["white"], MARK),
    ("last-on-black", &["black"], MARK),
    ("point", WOOD, MARK),
    ("ring", WOOD, MARK),
    ("line", WOOD, MARK),
    ("label", WOOD, TEXT),
    ("legal", &["felt"], MARK),
    ("accent", &["panel", "horn"], MARK),
    ("frame-text", &["frame"], TEXT),
    ("text", &["ground", "panel"], TEXT),
    ("soft", &["ground", "panel"], TEXT),
    ("mark", &["ground"], TEXT),
    ("good", &["ground"], TEXT),
    ("on-accent", &["accent"], TEXT),
];

type Colours = HashMap<&'static str, &'static str>;

/// The variables of each block that sets the wood of the board.
fn blocks() -> Vec<Colours> {
    let variables = |block: &'static str| -> Colours {
        let parts = block.split([';', '{', '}']);
        let named = parts.filter_map(|part| part.trim().strip_prefix("--")?.split_once(':'));
        named.map(|(name, value)| (name, value.trim())).collect()
    };
    let blocks = STYLES.split(":root").map(variables);
    blocks.filter(|block| block.contains_key("wood")).collect()
}

/// The colours of a block in one scheme: the first of `light-dark(#fff, #000)` in the light one, the second in the dark one.
fn in_scheme(block: &Colours, scheme: usize) -> Colours {
    let chosen = |value: &'static str| {
        let inside = value.strip_prefix("light-dark(");
        let both = inside.and_then(|inside| inside.strip_suffix(')')?.split_once(", "));
        both.map_or(value, |(light, dark)| [light, dark][scheme])
    };
    block
        .iter()
        .map(|(&name, &value)| (name, chosen(value)))
        .collect()
}

/// The themes (light, dark, high contrast), and each other board in the light and the dark theme.
fn themes() -> Vec<Colours> {
    let is_theme = |block: &Colours| block.contains_key("ground");
    let (bases, boards): (Vec<_>, Vec<_>) = blocks().into_iter().partition(is_theme);
    assert_eq!((bases.len(), boards.len()), (2, 3));
    let schemes = [0, 1].map(|scheme| in_scheme(&bases[0], scheme));
    let with_board = |board: &Colours| {
        schemes.clone().map(|mut colours| {
            colours.extend(board);
            colours
        })
    };
    let others = boards.iter().flat_map(with_board);
    let mut themes: Vec<Colours> = schemes.iter().chain(&bases[1..]).cloned().collect();
    themes.extend(others);
    themes
}

/// Relative luminance of `#rgb` or `#rrggbb`.
fn luminance(colour: &str) -> f64 {
    let digits = colour.strip_prefix('#').expect("a colour in digits");
    let wide = digits.len() / 3;
    let part = |index: usize| {
        let text = &digits[index * wide..(index + 1) * wide];
        let value = u8::from_str_radix(&text.repeat(2 / wide), 16).expect("hexadecimal digits");
        let share = f64::from(value) / 255.0;
        if share <= 0.039_28 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn marks_and_text_are_seen_in_every_theme() {
    assert!((contrast("#000", "#ffffff") - 21.0).abs() < 0.01);
    let themes = themes();
    let mut weak = Vec::new();
    for (number, colours) in themes.iter().enumerate() {
        for (drawn, grounds, least) in PAIRS {
            for &ground in grounds {
                let found = contrast(colours[drawn], colours[ground]);
                if found < least {
                    weak.push(format!(
                        "theme {number}: {drawn} on {ground}: {found:.2} of {least}"
                    ));
                }
            }
        }
    }
    assert!(weak.is_empty(), "{weak:#?}");
    // The marks take their colours from there.
    let board = include_str!("assets/board.css");
    for (class, name) in [
        ("forbidden", "foul"),
        ("hinted", "hint"),
        ("last", "last"),
        ("cursor", "point"),
    ] {
        let rule = format!(".{class} {{ fill: none; stroke: var(--{name});");
        assert!(board.contains(&rule), "{rule}");
    }
}
