//! The choice among scored points.

use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::rng::Rng;

/// The first of the points with the highest score.
pub(crate) fn first_best<S: Ord>(
    points: &[Point],
    score: impl Fn(Point) -> S,
) -> Option<(S, Point)> {
    let mut best: Option<(S, Point)> = None;
    for &point in points {
        let score = score(point);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, point));
        }
    }
    best
}

/// One of the points whose score is at most `within` below the highest, each as likely as the others.
pub(crate) fn any_best(
    points: &[Point],
    score: impl Fn(Point) -> i64,
    within: i64,
    rng: &mut Rng,
) -> Option<Point> {
    let scored: Vec<(i64, Point)> = points.iter().map(|&point| (score(point), point)).collect();
    let most = scored.iter().map(|&(score, _)| score).max()?;
    let near: Vec<Point> = scored
        .into_iter()
        .filter(|&(score, _)| score >= most - within)
        .map(|(_, point)| point)
        .collect();
    Some(near[rng.below(near.len())])
}
