//! From scores of the evaluation to values and probabilities of a tree, and back.

use kagetsu_kernel::Score;
use kagetsu_tree::Proved;

use crate::eval::{LOGISTIC_SCALE, POLICY_SCALE};

/// The greatest value that is turned into a score.
const MAX_VALUE: f64 = 0.9999;

/// The value of a position that has so many evaluation units: its expected result, from -1 to 1.
pub(super) fn value_of(units: i32) -> f32 {
    let expected = 1.0 / (1.0 + libm::exp(-f64::from(units) / LOGISTIC_SCALE));
    (2.0 * expected - 1.0) as f32
}

/// The score of a position with such a value.
fn score_of(value: f32) -> Score {
    let value = f64::from(value).clamp(-MAX_VALUE, MAX_VALUE);
    let units = LOGISTIC_SCALE * libm::log((1.0 + value) / (1.0 - value));
    Score::evaluation(libm::round(units) as i32)
}

/// The score of a result, so many moves after the root.
fn proved_score(proved: Proved) -> Score {
    match proved {
        Proved::Win(moves) => Score::win_in(usize::from(moves)),
        Proved::Draw => Score::ZERO,
        Proved::Loss(moves) => Score::loss_in(usize::from(moves)),
    }
}

/// The score of a move of a tree for the side that plays it: of its proved result, or else of its value.
pub fn tree_score(value: Option<f32>, proved: Option<Proved>) -> Score {
    match (proved, value) {
        (Some(proved), _) => proved_score(proved),
        (None, Some(value)) => score_of(value),
        (None, None) => Score::ZERO,
    }
}

/// The result that a decided score or a drawn one of the root means `ply` plies after it.
pub(super) fn result_of(score: Score, ply: usize) -> Proved {
    let moves = score.distance().unwrap_or(0).saturating_sub(ply) as u16;
    if score.is_win() {
        Proved::Win(moves)
    } else if score.is_loss() {
        Proved::Loss(moves)
    } else {
        Proved::Draw
    }
}

/// Probabilities from policy scores: the exponentials, so that their sum is one.
pub(super) fn probabilities<M: Copy>(scores: &[(i32, M)]) -> impl Iterator<Item = (M, f32)> {
    let greatest = scores.iter().map(|&(score, _)| score).max().unwrap_or(0);
    let weight = move |score: i32| libm::exp(f64::from(score - greatest) / f64::from(POLICY_SCALE));
    let sum: f64 = scores.iter().map(|&(score, _)| weight(score)).sum();
    scores
        .iter()
        .map(move |&(score, point)| (point, (weight(score) / sum) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_comes_back_from_its_value() {
        for units in [-900, -200, -7, 0, 1, 333, 1200] {
            let back = score_of(value_of(units)).value();
            assert!((back - units).abs() <= 1, "{units}: {back}");
        }
        assert!((value_of(200) - 0.462_117).abs() < 1e-5);
        assert!(!score_of(1.0).is_decided() && !score_of(-1.0).is_decided());
    }

    #[test]
    fn a_result_comes_back_from_its_score() {
        for proved in [Proved::Win(3), Proved::Draw, Proved::Loss(8)] {
            assert_eq!(result_of(proved_score(proved), 0), proved);
        }
        assert_eq!(result_of(Score::win_in(7), 2), Proved::Win(5));
    }

    #[test]
    fn a_hundred_units_are_a_factor_of_e() {
        let parts: Vec<(char, f32)> = probabilities(&[(-300, 'a'), (-400, 'b')]).collect();
        assert!((parts[0].1 / parts[1].1 - std::f32::consts::E).abs() < 1e-4);
        assert!((parts[0].1 + parts[1].1 - 1.0).abs() < 1e-6);
    }
}
