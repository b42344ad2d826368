//! The progress line of a tuning.

use std::fmt;
use std::time::Duration;

use crate::progress::to_go;

use super::report::TuningReport;

/// The state of a tuning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TuningStanding<'a> {
    /// Its values.
    pub report: TuningReport<'a>,
    /// Number of games that ended by a fault.
    pub faults: usize,
    /// Number of games played, including those of earlier runs.
    pub games: u64,
    /// Number of games played in this run.
    pub games_now: u64,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

impl TuningStanding<'_> {
    /// Number of games in all iterations.
    pub(crate) fn total(&self) -> u64 {
        self.report.games(self.report.manifest.plan.iterations)
    }

    /// Estimated time until all games have been played, at the speed of this run.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let left = self.total().saturating_sub(self.games);
        (self.games_now > 0).then(|| self.elapsed.mul_f64(left as f64 / self.games_now as f64))
    }
}

impl fmt::Display for TuningStanding<'_> {
    /// Writes the iteration, the parameter that has moved most, the faults and the remaining time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let manifest = self.report.manifest;
        write!(
            f,
            "games, {} of {} iterations",
            self.report.iterations.len(),
            manifest.plan.iterations
        )?;
        let changes = self.report.changes();
        let moved = manifest.parameters.iter().zip(&changes);
        let farthest = moved.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()));
        if let Some((parameter, change)) = farthest.filter(|(_, change)| **change != 0.0) {
            write!(f, ", {} {change:+.2} steps", parameter.name)?;
        }
        write!(f, ", faults {}{}", self.faults, to_go(self.remaining()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::iteration::Iteration;
    use super::super::test_manifest::manifest;
    use super::*;

    #[test]
    fn the_line_names_what_has_moved_most_and_the_time_left() {
        let manifest = manifest();
        let iterations = [Iteration {
            iteration: 1,
            signs: vec![1, 1],
            pairs: vec![Some(2); 2],
            same: 0,
            theta: vec![51.0, 17.75],
        }];
        let standing = TuningStanding {
            report: TuningReport {
                manifest: &manifest,
                iterations: &iterations,
            },
            faults: 1,
            games: 4,
            games_now: 2,
            elapsed: Duration::from_secs(3),
        };
        assert_eq!(
            standing.to_string(),
            "games, 1 of 6 iterations, beta -2.25 steps, faults 1, 30 seconds to go"
        );
    }
}
