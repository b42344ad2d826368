//! Which runs learn gomoku: five in a row without further rules, as freestyle and standard have it.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_zero::Rules;
use kagetsu_zero::game::Exactness;

/// Stones in a row that win a game of gomoku.
const ROW: usize = 5;

/// The board and the rule of gomoku that these rules are. `None` for other games. Forbidden points (renju) and stones at the ends
/// of a row (caro) are no part of the family.
pub(crate) fn gomoku_of(rules: &Rules) -> Option<(BoardSize, Rule)> {
    let rule = match rules.exactness {
        Exactness::AtLeast => Rule::Freestyle,
        Exactness::Exactly => Rule::Standard,
    };
    let plain = Rules {
        exactness: rules.exactness,
        ..Rules::new(rules.columns, rules.rows, ROW)
    };
    let size = BoardSize::new(rules.columns, rules.rows).ok()?;
    (*rules == plain).then_some((size, rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_five_in_a_row_without_further_rules_is_gomoku() {
        for (text, game) in [
            ("9x9,k=5", Some((9, 9, Rule::Freestyle))),
            ("15x15,k=5,exact", Some((15, 15, Rule::Standard))),
            ("9x8,k=5", Some((9, 8, Rule::Freestyle))),
            ("3x3,k=3", None),
            ("4x4,k=4", None),
            ("9x9,k=4", None),
            ("9x9,k=5,torus", None),
            ("9x9,k=5,misere", None),
            ("9x9,k=5,gravity", None),
            ("19x19,k=6,p=2", None),
            ("9x9,k=5,p=2", None),
            ("9x9,k=5,q=2", None),
        ] {
            let found = gomoku_of(&text.parse().expect(text));
            let found = found.map(|(size, rule)| (size.width(), size.height(), rule));
            assert_eq!(found, game, "{text}");
        }
    }
}
