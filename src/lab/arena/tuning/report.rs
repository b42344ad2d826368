//! The report of a tuning, finished or not. It is made only from the settings and the iterations.

use std::fmt::Write as _;

use kagetsu_kernel::counted;

use crate::schedule::GAMES_PER_PAIR;
use crate::statistics::tables::render;

use super::iteration::Iteration;
use super::manifest::TuningManifest;
use super::parameter::{Parameter, parameters_text};

/// The state of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TuningReport<'a> {
    /// The settings.
    pub manifest: &'a TuningManifest,
    /// The iterations that have been played.
    pub iterations: &'a [Iteration],
}

impl TuningReport<'_> {
    /// The headline: the engine, the games and the progress.
    pub fn headline(&self) -> String {
        let TuningManifest {
            engine, game, plan, ..
        } = self.manifest;
        format!(
            "{}, {}, {} {}, seed {}: {} of {} iterations, {} of {} games",
            engine.name,
            counted(self.manifest.parameters.len(), "parameter"),
            game.rule,
            game.size,
            plan.seed,
            self.iterations.len(),
            plan.iterations,
            self.games(self.iterations.len() as u32),
            self.games(plan.iterations),
        )
    }

    /// Number of games in a number of iterations.
    pub fn games(&self, iterations: u32) -> u64 {
        u64::from(GAMES_PER_PAIR) * u64::from(self.manifest.plan.pairs) * u64::from(iterations)
    }

    /// The present values, in the order of the parameters.
    pub fn values(&self) -> Vec<f64> {
        match self.iterations.last() {
            Some(last) => last.theta.clone(),
            None => self
                .manifest
                .parameters
                .iter()
                .map(|parameter| parameter.value)
                .collect(),
        }
    }

    /// The change of every parameter in units of its step, in the order of the parameters.
    pub fn changes(&self) -> Vec<f64> {
        let parameters = self.manifest.parameters.iter();
        let change = |(parameter, now): (&Parameter, f64)| (now - parameter.value) / parameter.step;
        parameters.zip(self.values()).map(change).collect()
    }

    /// Number of pairs left out because of a fault.
    pub fn left_out(&self) -> usize {
        self.iterations.iter().map(Iteration::left_out).sum()
    }

    /// True if both games of every pair had the same moves. Then the values have no effect on the engine: it plays the
    /// same with both sets.
    pub(crate) fn makes_no_difference(&self) -> bool {
        let differs = |iteration: &Iteration| (iteration.same as usize) < iteration.pairs.len();
        !self.iterations.is_empty() && !self.iterations.iter().any(differs)
    }

    /// The file of the parameters with their present values.
    pub fn tuned(&self) -> String {
        let mut parameters = self.manifest.parameters.clone();
        for (parameter, now) in parameters.iter_mut().zip(self.values()) {
            parameter.value = now;
        }
        format!("# {}\n{}", self.headline(), parameters_text(&parameters))
    }

    /// The whole report as text.
    pub fn text(&self) -> String {
        let header = ["parameter", "start", "now", "steps"].map(str::to_owned);
        let parameters = self
            .manifest
            .parameters
            .iter()
            .zip(self.values())
            .zip(self.changes());
        let rows = parameters.map(|((parameter, now), change)| {
            vec![
                parameter.name.clone(),
                format!("{:.2}", parameter.value),
                format!("{now:.2}"),
                format!("{change:+.2}"),
            ]
        });
        let mut text = format!("{}\n\n", self.headline());
        text.push_str(&render(header.to_vec(), rows.collect()));
        let same: u64 = self
            .iterations
            .iter()
            .map(|iteration| u64::from(iteration.same))
            .sum();
        let pairs: usize = self
            .iterations
            .iter()
            .map(|iteration| iteration.pairs.len())
            .sum();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "Pairs: {pairs}, left out for a fault: {}, both games the same: {same}.",
            self.left_out()
        );
        if self.makes_no_difference() {
            let _ = writeln!(text, "{NO_DIFFERENCE}");
        }
        text
    }
}

/// The message when the values have no effect on the engine.
pub(super) const NO_DIFFERENCE: &str =
    "In every pair both sides played the same moves: does the engine know these settings?";

#[cfg(test)]
mod tests {
    use super::super::parameter::read_parameters;
    use super::super::test_manifest::manifest;
    use super::*;

    fn iteration(same: u32, theta: [f64; 2]) -> Iteration {
        Iteration {
            iteration: 1,
            signs: vec![1, -1],
            pairs: vec![Some(4), None],
            same,
            theta: theta.to_vec(),
        }
    }

    #[test]
    fn the_table_says_where_the_values_have_come_to() {
        let manifest = manifest();
        let mut iterations = vec![iteration(0, [49.0, 20.0]), iteration(1, [53.0, 19.5])];
        let report = TuningReport {
            manifest: &manifest,
            iterations: &iterations,
        };
        let text = report.text();
        for line in [
            "engine, 2 parameters, freestyle 15x15, seed 5: 2 of 6 iterations, 8 of 24 games",
            "│ alpha     ┆ 50.00 ┆ 53.00 ┆ +1.50 │",
            "│ beta      ┆ 20.00 ┆ 19.50 ┆ -0.50 │",
            "Pairs: 4, left out for a fault: 2, both games the same: 1.",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        assert!(!text.contains(NO_DIFFERENCE));
        let tuned = read_parameters(&report.tuned()).expect("parameters");
        assert!((tuned[0].value - 53.0).abs() < 1e-9);
        assert_eq!((&*tuned[1].name, tuned[1].max), ("beta", 100));
        iterations = vec![iteration(2, [50.0, 20.0])];
        let report = TuningReport {
            manifest: &manifest,
            iterations: &iterations,
        };
        assert!(report.text().ends_with(&format!("{NO_DIFFERENCE}\n")));
        let mut single = manifest.clone();
        single.parameters.truncate(1);
        let report = TuningReport {
            manifest: &single,
            iterations: &[],
        };
        let headline = report.headline();
        assert!(headline.starts_with("engine, 1 parameter, "), "{headline}");
    }
}
