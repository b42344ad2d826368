//! From fitted numbers to the integers of the tables and back.

use crate::board::code::CODE_COUNT;
use crate::board::{Rule, Side};
use crate::eval::LOGISTIC_SCALE;
use crate::eval::classical::{MASKS, SideNumbers, Sides, WORTH_PARTS};

use super::choice_model::{DEFENCE_AT, KIND_NUMBERS as CHOICE_NUMBERS, PAIRS_AT};
use super::value_model::{KIND_NUMBERS as VALUE_NUMBERS, MASKS_AT, TEMPO_AT, WAITER_AT};

/// Units of promise to one unit of the logarithm of a chance.
pub const PROMISE_SCALE: f64 = 100.0;

/// Parts of a unit of the evaluation to one unit of the logistic curve.
const PARTS_SCALE: f64 = LOGISTIC_SCALE * WORTH_PARTS as f64;
/// Largest worth of a point in parts of a unit, and of a turn or a threat mask in units.
const MOST_WORTH: f64 = 30_000.0;
const MOST_TERM: f64 = 3000.0;
/// Largest promise.
const MOST_PROMISE: f64 = 3000.0;

/// The kinds of sides that a rule tells apart.
pub(super) fn kinds(rule: Rule) -> &'static [Side] {
    if rule.black_forbidden() {
        &Side::BOTH
    } else {
        &[Side::White]
    }
}

/// The integers nearest to the numbers of the two models.
pub(super) fn to_sides(values: &[f64], choices: &[f64]) -> Sides {
    let mut kinds = values
        .chunks_exact(VALUE_NUMBERS)
        .zip(choices.chunks_exact(CHOICE_NUMBERS))
        .map(|(values, choices)| to_side(values, choices));
    match (kinds.next(), kinds.next()) {
        (Some(black), Some(white)) => Sides::Apart([black, white]),
        (both, _) => Sides::Alike(both.unwrap_or_default()),
    }
}

fn to_side(values: &[f64], choices: &[f64]) -> SideNumbers {
    let round = |number: f64, most: f64| number.round().clamp(-most, most) as i16;
    let worth = |number: f64| round(number * PARTS_SCALE, MOST_WORTH);
    let term = |number: f64| round(number * LOGISTIC_SCALE, MOST_TERM);
    let promise = |number: f64| round(number * PROMISE_SCALE, MOST_PROMISE);
    let mut side = SideNumbers::default();
    for code in 0..CODE_COUNT {
        side.mover[code] = worth(values[code]);
        side.waiter[code] = worth(values[WAITER_AT + code]);
        side.attack[code] = promise(choices[code]);
        side.defence[code] = promise(choices[DEFENCE_AT + code]);
    }
    for (pair, &number) in side.pairs.iter_mut().zip(&choices[PAIRS_AT..]) {
        *pair = promise(number);
    }
    side.tempo = term(values[TEMPO_AT]);
    for mask in 0..MASKS {
        side.masks[mask] = term(values[MASKS_AT + mask]);
    }
    side
}

/// The numbers of the two models behind integers.
pub(super) fn from_sides(sides: &Sides) -> [Vec<f64>; 2] {
    let (mut values, mut choices) = (Vec::new(), Vec::new());
    for side in sides.kinds() {
        let worth = |&number: &i16| f64::from(number) / PARTS_SCALE;
        let term = |&number: &i16| f64::from(number) / LOGISTIC_SCALE;
        values.extend(side.mover.iter().map(worth));
        values.extend(side.waiter.iter().map(worth));
        values.push(term(&side.tempo));
        values.extend(side.masks.iter().map(term));
        let promise = |&number: &i16| f64::from(number) / PROMISE_SCALE;
        choices.extend(side.attack.iter().map(promise));
        choices.extend(side.defence.iter().map(promise));
        choices.extend(side.pairs.iter().map(promise));
    }
    [values, choices]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::classical::embedded_tables;

    #[test]
    fn integers_come_back_from_numbers() {
        for rule in Rule::ALL {
            let sides = embedded_tables(rule).sides;
            let [values, choices] = from_sides(&sides);
            assert_eq!(to_sides(&values, &choices), sides, "{rule}");
            assert_eq!(sides.kinds().len(), kinds(rule).len());
        }
    }

    #[test]
    fn numbers_out_of_range_are_held_inside() {
        let values = vec![1e9; VALUE_NUMBERS];
        let choices = vec![-1e9; CHOICE_NUMBERS];
        let sides = to_sides(&values, &choices);
        let side = &sides.kinds()[0];
        assert_eq!((side.mover[0], side.attack[0]), (30_000, -3000));
    }
}
