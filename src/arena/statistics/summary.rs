//! The figures of a match of two engines: on one line during the match, on several lines in the report.

use std::fmt;

use super::elo::{elo, likelihood_of_superiority, normalised_elo, score};
use super::estimate::Estimate;
use super::pentanomial::Pentanomial;
use super::results::Results;
use super::score::Trinomial;
use super::sprt::{Sprt, SprtStatus};

/// Hundredths in one.
const PER_CENT: f64 = 100.0;

/// Fewest observations that can show any variation, which an error needs.
const FEWEST_OBSERVATIONS: u64 = 2;

/// The figures of two engines, from the first one's point of view. Figures that need a game are `None` without one.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSummary {
    /// Name of the first engine.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// All games.
    pub games: Trinomial,
    /// The complete pairs.
    pub pairs: Pentanomial,
    /// Number of games whose pair is not complete.
    pub unpaired: u64,
    /// Number of different openings of the complete pairs. A pair without a given opening counts as one.
    pub openings: u64,
    /// Number of observations behind the figures: complete pairs, or games as long as no pair is complete.
    pub observations: u64,
    /// Mean score of the sample from 0 to 1. Once a pair is complete, this and all fields below are of complete pairs
    /// only.
    pub score: Option<Estimate>,
    /// Elo.
    pub elo: Option<Estimate>,
    /// Normalised Elo. Also `None` when all observations are equal.
    pub normalised_elo: Option<Estimate>,
    /// Probability from 0 to 1 that the first engine is the stronger one.
    pub los: Option<f64>,
    /// Share of drawn games, from 0 to 1.
    pub draw_ratio: Option<f64>,
    /// Share of pairs with one point for each engine, from 0 to 1.
    pub pair_draw_ratio: Option<f64>,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtStatus>,
    /// Expected number of games to the verdict of the test if the present score is the true one.
    pub remaining_games: Option<f64>,
}

impl MatchSummary {
    /// Sums up the results of the first engine against the second, and the test on them if there is one.
    pub fn new(first: &str, second: &str, results: &Results, sprt: Option<&Sprt>) -> Self {
        let observed = results.observations();
        let sample = observed.sample;
        Self {
            first: first.to_owned(),
            second: second.to_owned(),
            games: results.games(),
            pairs: results.pairs(),
            unpaired: results.unpaired().games(),
            openings: results.openings(),
            observations: sample.observations(),
            score: score(observed),
            elo: elo(observed),
            normalised_elo: normalised_elo(observed),
            los: likelihood_of_superiority(observed),
            draw_ratio: results.games().draw_ratio(),
            pair_draw_ratio: results.pairs().draw_ratio(),
            sprt: sprt.map(|sprt| sprt.status(&sample)),
            remaining_games: sprt.and_then(|sprt| sprt.remaining_games(&sample)),
        }
    }

    /// True if there are more pairs than openings.
    pub fn repeats_openings(&self) -> bool {
        self.openings < self.pairs.pairs()
    }

    /// The Elo with so many decimals, or why there is none. `None` without a game.
    fn elo_text(&self, decimals: usize) -> Option<String> {
        let elo = self.elo?;
        Some(if self.observations < FEWEST_OBSERVATIONS {
            "no estimate from so few games".to_owned()
        } else if elo.is_finite() {
            format!("{elo:.decimals$}")
        } else if elo.value > 0.0 {
            format!("no estimate: all won, at least {:+.decimals$}", elo.low)
        } else {
            format!("no estimate: all lost, at most {:+.decimals$}", elo.high)
        })
    }

    /// The summary on several lines, without a line feed at the end.
    pub fn detailed(&self) -> Detailed<'_> {
        Detailed(self)
    }
}

impl fmt::Display for MatchSummary {
    /// Writes one line, as in `new - old: 240 games, 120 pairs, +90 =40 -110, 45.8 %, Elo -29.0 ± 33.1, LOS 4.3 %`,
    /// followed by the test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} - {}: {} games, {} pairs, {}",
            self.first,
            self.second,
            self.games.games(),
            self.pairs.pairs(),
            self.games
        )?;
        if let (Some(score), Some(elo), Some(los)) = (self.score, self.elo_text(1), self.los) {
            let (score, los) = (PER_CENT * score.value, PER_CENT * los);
            write!(f, ", {score:.1} %, Elo {elo}")?;
            if self.observations >= FEWEST_OBSERVATIONS {
                write!(f, ", LOS {los:.1} %")?;
            }
        }
        if let Some(sprt) = &self.sprt {
            write!(f, ", {sprt}")?;
        }
        Ok(())
    }
}

/// A summary on several lines, see [`MatchSummary::detailed`].
#[derive(Clone, Copy, Debug)]
pub struct Detailed<'a>(&'a MatchSummary);

impl fmt::Display for Detailed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchSummary { first, second, .. } = self.0;
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let per_cent =
            |share: Option<f64>| or_dash(share.map(|share| format!("{:.2} %", PER_CENT * share)));
        let estimate =
            |estimate: Option<Estimate>| or_dash(estimate.map(|value| format!("{value:.2}")));
        let pairs = self.0.pairs;
        writeln!(f, "{first} against {second}")?;
        writeln!(
            f,
            "games           {} ({})",
            self.0.games.games(),
            self.0.games
        )?;
        writeln!(
            f,
            "pairs           {} {pairs}, {} games unpaired",
            pairs.pairs(),
            self.0.unpaired
        )?;
        writeln!(
            f,
            "score           {}",
            per_cent(self.0.score.map(|score| score.value))
        )?;
        writeln!(f, "Elo             {}", or_dash(self.0.elo_text(2)))?;
        writeln!(f, "normalised Elo  {}", estimate(self.0.normalised_elo))?;
        let los = self.0.los;
        let los = los.filter(|_| self.0.observations >= FEWEST_OBSERVATIONS);
        writeln!(f, "LOS             {}", per_cent(los))?;
        writeln!(f, "drawn games     {}", per_cent(self.0.draw_ratio))?;
        write!(f, "shared pairs    {}", per_cent(self.0.pair_draw_ratio))?;
        if let Some(sprt) = &self.0.sprt {
            write!(f, "\nSPRT            {sprt}")?;
        }
        if let Some(games) = self.0.remaining_games {
            write!(f, "\ngames to go     {games:.0} at this score")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprt::{EloModel, Hypotheses};
    use super::*;

    fn sprt() -> Sprt {
        let hypotheses = Hypotheses {
            model: EloModel::Logistic,
            elo0: 0.0,
            elo1: 5.0,
        };
        Sprt::new(hypotheses, 0.05, 0.05).unwrap()
    }

    #[test]
    fn nothing_played_is_said_without_numbers() {
        let summary = MatchSummary::new("a", "b", &Results::default(), Some(&sprt()));
        assert_eq!(
            summary.to_string(),
            "a - b: 0 games, 0 pairs, +0 =0 -0, LLR 0.00 (-2.94, 2.94) [0, 5] undecided"
        );
        assert!(summary.detailed().to_string().contains("Elo             -"));
    }

    #[test]
    fn an_elo_without_bounds_is_said_in_words() {
        let said = |games: &[(u32, u32)]| {
            let results = games.iter().copied().collect();
            let summary = MatchSummary::new("a", "b", &results, None);
            assert!(!summary.detailed().to_string().contains("inf"));
            summary.to_string()
        };
        assert_eq!(
            said(&[(0, 2)]),
            "a - b: 1 games, 0 pairs, +1 =0 -0, 100.0 %, Elo no estimate from so few games"
        );
        let won = said(&[(0, 2), (0, 2), (1, 2), (1, 2)]);
        let words = ", 100.0 %, Elo no estimate: all won, at least ";
        assert!(won.contains(words), "{won}");
        let lost = said(&[(0, 0), (0, 0), (1, 0), (1, 0)]);
        let words = ", 0.0 %, Elo no estimate: all lost, at most ";
        assert!(lost.contains(words), "{lost}");
    }

    #[test]
    fn one_line_and_many_say_the_same() {
        let games = [
            (0, 2),
            (0, 2),
            (1, 2),
            (1, 0),
            (2, 1),
            (2, 1),
            (3, 2),
            (3, 1),
            (4, 0),
        ];
        let results = games.into_iter().collect();
        let summary = MatchSummary::new("new", "old", &results, Some(&sprt()));
        let line = summary.to_string();
        assert!(
            line.starts_with("new - old: 9 games, 4 pairs, +4 =3 -2, 68.8 %, Elo +137.0 ± "),
            "{line}"
        );
        let detailed = summary.detailed().to_string();
        for part in [
            "new against old\n",
            "9 (+4 =3 -2)",
            "4 [0, 0, 2, 1, 1], 1 games unpaired",
            "score           68.75 %",
            "Elo             +136.97 ± ",
            "drawn games     33.33 %",
            "shared pairs    50.00 %",
            "[0, 5] undecided",
            "games to go     ",
        ] {
            assert!(detailed.contains(part), "{part} not in:\n{detailed}");
        }
    }
}
