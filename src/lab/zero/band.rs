//! How a run stands beside the band of others: from the least to the greatest that they had after as many games, or at the same
//! cost.

/// A value of a run at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Games that were played before, or the playouts of their searches.
    pub at: u64,
    /// The value.
    pub value: f64,
}

/// The least and the greatest value of some runs at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandPoint {
    /// Games or playouts before, as those of the runs.
    pub at: u64,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
}

/// Points in a row outside the band, up to the newest one, that are more than a chance.
const LASTING: usize = 3;

/// Where a run is, seen from the band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Within,
    Above,
}

/// How a run stands beside the band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is nothing to compare.
    Unknown,
    /// Everywhere within it.
    Within,
    /// Below it from there on until now.
    BelowSince(u64),
    /// Above it from there on until now.
    AboveSince(u64),
    /// Here and there outside, not for long or not any more.
    Mixed {
        /// Points below.
        below: usize,
        /// Points above.
        above: usize,
        /// All points.
        points: usize,
    },
}

impl Standing {
    /// In words, with the unit of the points: below the band since game 600.
    pub fn words(self, unit: &str) -> String {
        match self {
            Self::Unknown => "nothing to compare".to_string(),
            Self::Within => "within the band".to_string(),
            Self::BelowSince(at) => format!("below the band since {unit} {at}"),
            Self::AboveSince(at) => format!("above the band since {unit} {at}"),
            Self::Mixed {
                below,
                above,
                points,
            } => {
                let within = points - below - above;
                format!(
                    "within the band at {within} of {points} points, below it at {below}, above it at {above}"
                )
            }
        }
    }
}

/// The value of a run at some time, between two of its points on the line that joins them; `None` before the first and
/// after the last one.
fn value_at(run: &[Point], at: u64) -> Option<f64> {
    let next = run.iter().position(|point| point.at >= at)?;
    let after = run[next];
    if after.at == at {
        return Some(after.value);
    }
    let before = run[next.checked_sub(1)?];
    let part = (at - before.at) as f64 / (after.at - before.at) as f64;
    Some(before.value + part * (after.value - before.value))
}

/// The band of some runs, each in order: a point wherever one of them has one.
pub fn band(runs: &[Vec<Point>]) -> Vec<BandPoint> {
    let mut at: Vec<u64> = runs.iter().flatten().map(|point| point.at).collect();
    at.sort_unstable();
    at.dedup();
    let point = |at| {
        let values = || runs.iter().filter_map(|run| value_at(run, at));
        BandPoint {
            at,
            low: values().fold(f64::INFINITY, f64::min),
            high: values().fold(f64::NEG_INFINITY, f64::max),
        }
    };
    at.into_iter().map(point).collect()
}

/// How a run stands beside a band, by the points of the run that lie within those of the band.
pub fn standing(run: &[Point], band: &[BandPoint]) -> Standing {
    let edge = |part: fn(&BandPoint) -> f64| -> Vec<Point> {
        let points = band.iter();
        points
            .map(|point| Point {
                at: point.at,
                value: part(point),
            })
            .collect()
    };
    let (low, high) = (edge(|point| point.low), edge(|point| point.high));
    let side = |point: &Point| {
        let (low, high) = (value_at(&low, point.at)?, value_at(&high, point.at)?);
        Some(if point.value < low {
            Side::Below
        } else if point.value > high {
            Side::Above
        } else {
            Side::Within
        })
    };
    let sides: Vec<(u64, Side)> = run
        .iter()
        .filter_map(|point| Some((point.at, side(point)?)))
        .collect();
    let Some(&(_, last)) = sides.last() else {
        return Standing::Unknown;
    };
    let lasting: Vec<u64> = sides
        .iter()
        .rev()
        .take_while(|(_, side)| *side == last)
        .map(|(at, _)| *at)
        .collect();
    let since = lasting.last().copied().unwrap_or_default();
    let count = |wanted| sides.iter().filter(|(_, side)| *side == wanted).count();
    match last {
        Side::Within if lasting.len() == sides.len() => Standing::Within,
        Side::Below if lasting.len() >= LASTING => Standing::BelowSince(since),
        Side::Above if lasting.len() >= LASTING => Standing::AboveSince(since),
        _ => Standing::Mixed {
            below: count(Side::Below),
            above: count(Side::Above),
            points: sides.len(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(values: &[f64]) -> Vec<Point> {
        let points = (1..).zip(values);
        points
            .map(|(number, &value)| Point {
                at: number * 100,
                value,
            })
            .collect()
    }

    #[test]
    fn a_run_is_below_the_band_since_the_game_where_it_left_it_for_good() {
        let band = band(&[
            run(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            run(&[1.5, 1.5, 3.5, 4.5, 5.5, 6.5]),
        ]);
        assert_eq!((band[1].low, band[1].high), (1.5, 2.0));
        for (values, words) in [
            ([1.2, 1.6, 3.2, 4.0, 5.2, 6.5].as_slice(), "within the band"),
            (
                &[1.2, 1.6, 2.9, 3.9, 4.9, 5.9],
                "below the band since game 300",
            ),
            (
                &[0.0, 1.6, 3.2, 5.0, 6.0, 7.0],
                "above the band since game 400",
            ),
            (
                &[0.0, 1.6, 3.2, 4.2, 9.0, 0.0],
                "within the band at 3 of 6 points, below it at 2, above it at 1",
            ),
            (&[], "nothing to compare"),
        ] {
            assert_eq!(standing(&run(values), &band).words("game"), words);
        }
    }

    #[test]
    fn between_its_points_a_band_is_a_line() {
        let band = band(&[run(&[1.0, 3.0])]);
        let own = [150, 160, 170, 900].map(|at| Point { at, value: 1.9 });
        assert_eq!(standing(&own, &band), Standing::BelowSince(150));
        let own = [50, 900].map(|at| Point { at, value: 1.9 });
        assert_eq!(standing(&own, &band), Standing::Unknown);
    }
}
