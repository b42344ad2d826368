//! The figures of a comparison: how far scores are from those of a reference, and the differences of two such lists.
//!
//! A score stands for an expected result of `1 / (1 + exp(-score / scale))`, and a proof for 99 or 1 %. The *excess* is the
//! Kullback-Leibler divergence `D(reference, search)` of the expected results: zero for equal scores, and positive otherwise.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use kagetsu_gomoku::eval::LOGISTIC_SCALE;
use kagetsu_kernel::percent;

use crate::chance::{self, Mean, best_scale, mean_and_error, with_proof};

use super::scores::{Origin, ScoreLine};

/// Scales that are tried, in evaluation units.
const SCALES: RangeInclusive<u32> = 60..=600;

/// What is measured of each position.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    origins: Vec<Origin>,
    excess: Vec<f64>,
    /// The scale at which the mean excess is least.
    scale: u32,
    scaled_excess: Vec<f64>,
    same_move: Vec<f64>,
    decided: Vec<f64>,
    reference_decided: Vec<f64>,
}

impl Figures {
    /// Compares scores with those of the reference on the same positions.
    pub(super) fn of(reference: &[ScoreLine], scores: &[ScoreLine]) -> Self {
        let pairs = || reference.iter().zip(scores);
        let at = |scale: f64| -> Vec<f64> {
            pairs()
                .map(|(reference, line)| excess(reference, line, scale))
                .collect()
        };
        let (scale, scaled_excess) = best_scale(SCALES, at);
        Self {
            origins: reference.iter().map(|line| line.of).collect(),
            excess: at(LOGISTIC_SCALE),
            scale,
            scaled_excess,
            same_move: pairs()
                .map(|(one, other)| f64::from(one.best == other.best))
                .collect(),
            decided: scores.iter().map(|line| line.proved.into()).collect(),
            reference_decided: reference.iter().map(|line| line.proved.into()).collect(),
        }
    }

    /// Mean excess of the positions of one kind. `None` if there are none.
    fn excess_of(&self, origin: Origin) -> Option<Mean> {
        let of_kind = self.excess.iter().zip(&self.origins);
        let list: Vec<f64> = of_kind
            .filter(|&(_, &of)| of == origin)
            .map(|(&excess, _)| excess)
            .collect();
        (!list.is_empty()).then(|| mean_and_error(&list))
    }

    fn count(&self, origin: Origin) -> usize {
        self.origins.iter().filter(|&&of| of == origin).count()
    }

    /// Each figure with its name.
    fn lists(&self) -> [(&'static str, &[f64]); 4] {
        [
            ("excess", &self.excess),
            ("excess_at_scale", &self.scaled_excess),
            ("same_move", &self.same_move),
            ("decided", &self.decided),
        ]
    }

    /// The differences to `other`, position by position.
    fn differences(&self, other: &Self) -> Vec<(&'static str, Mean)> {
        let pairs = self.lists().into_iter().zip(other.lists());
        pairs
            .map(|((name, own), (_, other))| {
                let each: Vec<f64> = own
                    .iter()
                    .zip(other)
                    .map(|(own, other)| own - other)
                    .collect();
                (name, mean_and_error(&each))
            })
            .collect()
    }

    /// All of it as a JSON object.
    pub(super) fn json(&self, nodes: [u64; 2], other: Option<&Self>) -> Value {
        let mut object = json!({
            "positions": self.excess.len(),
            "of_games": self.count(Origin::Game),
            "of_trees": self.count(Origin::Tree),
            "nodes": nodes[1],
            "reference_nodes": nodes[0],
            "scale": self.scale,
            "excess_of_games": self.excess_of(Origin::Game),
            "excess_of_trees": self.excess_of(Origin::Tree),
            "reference_decided": mean_and_error(&self.reference_decided),
        });
        for (name, list) in self.lists() {
            object[name] = json!(mean_and_error(list));
        }
        for (name, difference) in other
            .map(|other| self.differences(other))
            .unwrap_or_default()
        {
            object["difference"][name] = json!(difference);
        }
        object
    }

    /// All of it as text.
    pub(super) fn write(
        &self,
        nodes: [u64; 2],
        other: Option<&Self>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let [games, trees] = [Origin::Game, Origin::Tree].map(|origin| self.count(origin));
        writeln!(
            out,
            "positions        {}: {games} of games, {trees} of trees",
            self.excess.len()
        )?;
        writeln!(out, "nodes            {}, reference {}", nodes[1], nodes[0])?;
        let [excess, scaled, same, decided] = self.lists().map(|(_, list)| mean_and_error(list));
        writeln!(out, "excess           {}", plain(excess))?;
        for (name, origin) in [("of games", Origin::Game), ("of trees", Origin::Tree)] {
            if let Some(mean) = self.excess_of(origin) {
                writeln!(out, "  {name}       {}", plain(mean))?;
            }
        }
        writeln!(out, "  at scale {:<5} {}", self.scale, plain(scaled))?;
        writeln!(out, "same move, %     {}", in_percent(same))?;
        let reference = mean_and_error(&self.reference_decided).mean;
        writeln!(
            out,
            "decided, %       {}; reference {:.1}",
            in_percent(decided),
            percent(reference)
        )?;
        let Some(other) = other else {
            return Ok(());
        };
        writeln!(out, "differences (with one standard error):")?;
        for (name, difference) in self.differences(other) {
            let (name, text) = match name {
                "excess" => ("excess", signed(difference, 4)),
                "excess_at_scale" => ("  at scales", signed(difference, 4)),
                "same_move" => ("same move, %", signed(hundredfold(difference), 2)),
                _ => ("decided, %", signed(hundredfold(difference), 2)),
            };
            writeln!(out, "{name:<16} {text}")?;
        }
        Ok(())
    }
}

/// The excess of a score over the reference.
fn excess(reference: &ScoreLine, line: &ScoreLine, scale: f64) -> f64 {
    let (wanted, found) = (chance(reference, LOGISTIC_SCALE), chance(line, scale));
    wanted * libm::log(wanted / found) + (1.0 - wanted) * libm::log((1.0 - wanted) / (1.0 - found))
}

/// The expected result that a score stands for.
fn chance(line: &ScoreLine, scale: f64) -> f64 {
    chance::chance(with_proof(line.score, line.proved), scale)
}

fn hundredfold(mean: Mean) -> Mean {
    Mean {
        mean: percent(mean.mean),
        error: percent(mean.error),
    }
}

fn plain(Mean { mean, error }: Mean) -> String {
    format!("{mean:.4} +- {error:.4}")
}

fn in_percent(mean: Mean) -> String {
    let Mean { mean, error } = hundredfold(mean);
    format!("{mean:.1} +- {error:.1}")
}

fn signed(Mean { mean, error }: Mean, digits: usize) -> String {
    format!("{mean:+.digits$} +- {error:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(best: &str, score: i32) -> ScoreLine {
        ScoreLine {
            of: Origin::Game,
            moves: String::new(),
            best: best.to_string(),
            score,
            proved: score.abs() > 29000,
        }
    }

    #[test]
    fn equal_scores_have_no_excess_and_others_have_some() {
        let reference = [line("h8", 100), line("h8", -29990), line("h8", 29_990)];
        let same = Figures::of(&reference, &reference);
        assert!(same.excess.iter().all(|excess| excess.abs() < f64::EPSILON));
        assert_eq!(same.scale, 200);
        let other = [line("h8", 130), line("i9", -400), line("i9", 0)];
        let figures = Figures::of(&reference, &other);
        assert!(figures.excess.is_sorted() && figures.excess[0] > 0.0);
        // A level score against 99 %: ln 2 less the entropy.
        let expected = 0.99 * (0.99_f64 / 0.5).ln() + 0.01 * (0.01_f64 / 0.5).ln();
        assert!((figures.excess[2] - expected).abs() < 1e-12);
        assert_eq!(figures.same_move, [1.0, 0.0, 0.0]);
        assert_eq!(figures.decided, [0.0; 3]);
    }

    #[test]
    fn the_scale_takes_out_what_only_the_unit_changes() {
        let scores = [-300, -100, 40, 120, 260];
        let reference = scores.map(|score| line("h8", score));
        let doubled = scores.map(|score| line("h8", 2 * score));
        let figures = Figures::of(&reference, &doubled);
        assert_eq!(figures.scale, 400);
        let [plain, scaled, ..] = figures.lists().map(|(_, list)| mean_and_error(list).mean);
        assert!(plain > 0.01 && scaled.abs() < 1e-12);
    }

    #[test]
    fn differences_are_paired() {
        let reference: Vec<_> = (0..50).map(|n| line("h8", 10 * n)).collect();
        let near: Vec<_> = (0..50).map(|n| line("h8", 10 * n + 40)).collect();
        let far: Vec<_> = (0..50).map(|n| line("i9", 10 * n + 60)).collect();
        let [near, far] = [near, far].map(|lines| Figures::of(&reference, &lines));
        let differences = near.differences(&far);
        let (name, Mean { mean, error }) = differences[0];
        let alone = mean_and_error(&far.excess).error;
        assert_eq!(name, "excess");
        assert!(
            mean < -10.0 * error && error < alone,
            "{mean} {error} {alone}"
        );
        let exactly = |mean: f64| Mean { mean, error: 0.0 };
        assert_eq!(differences[2], ("same_move", exactly(1.0)));
        let none = far.differences(&far);
        assert!(none.iter().all(|&(_, mean)| mean == exactly(0.0)));
    }
}
