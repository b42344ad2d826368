//! Playing strength from a sample: Elo, normalised Elo, likelihood of superiority.
//!
//! # Elo
//!
//! Elo is the logistic function of the score `s`: `400 log10(s / (1 - s))`. The interval of the score is
//! `s ± 1.96 d / sqrt(n)` for `n` observations (pairs or games) with deviation `d`; its bounds are mapped to Elo one by
//! one, so the interval of Elo is wider on the side away from zero. Where openings repeat, `n` is the effective number
//! of observations (`Observations::effective`), here and below.
//!
//! That formula fails when all observations are equal (`d` is 0), and when a bound is not a possible score. Only in
//! these cases, the bound is the score at which twice the log-likelihood ratio
//! (`Distribution::log_likelihood_at_mean`) reaches the quantile of chi-square with one degree of freedom, `1.96²`
//! (Wilks). So 100 % in `n` pairs is infinite Elo, with an infinite upper bound and a lower bound at about the score
//! `exp(-1.92 / n)`. If both engines have one point in every pair, the Elo is 0 with finite bounds.
//!
//! # Normalised Elo
//!
//! Normalised Elo is `(s - 1/2) / (d sqrt(g)) * 800 / ln 10`, where `g` is the number of games in an observation: the
//! score in units of the deviation of a game. It shows how many games a difference needs to become significant,
//! whatever the share of draws (M. Van den Bergh, "Normalized Elo"). Its interval treats the deviation as known: `±
//! 1.96 * 800 / ln 10 / sqrt(games)`.

use std::f64::consts::{LN_10, SQRT_2};

use super::distribution::Distribution;
use super::estimate::{Estimate, Z95};
use super::sample::Observations;

/// Elo difference for a factor of ten between the scores of both sides.
pub(crate) const ELO_PER_DECADE: f64 = 400.0;
/// Normalised Elo for one deviation of a game.
pub(crate) const NORMALISED_ELO_UNIT: f64 = 2.0 * ELO_PER_DECADE / LN_10;
/// Score of equal engines.
pub(super) const EVEN: f64 = 0.5;
/// Number of bisections of the range of a bound. More do not change it.
const BISECTIONS: u32 = 60;

/// Elo of a score from 0 (minus infinity) to 1 (infinity). Scores outside count as 0 or 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_PER_DECADE * (score / (1.0 - score)).log10()
}

/// The expected score, from 0 to 1, of an engine that is stronger by `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / ELO_PER_DECADE))
}

/// The mean score, from 0 to 1, with its interval (see the module). `None` without an observation.
pub(crate) fn score(observed: impl Into<Observations>) -> Option<Estimate> {
    let observed = observed.into();
    let value = observed.sample.score()?;
    let variance = observed.sample.variance()?;
    let margin = Z95 * (variance / observed.effective()).sqrt();
    let plain = Estimate::symmetric(value, margin);
    let alike = variance <= 0.0;
    Some(Estimate {
        low: if alike || plain.low <= 0.0 {
            likelihood_bound(&observed, value, 0.0)
        } else {
            plain.low
        },
        value,
        high: if alike || plain.high >= 1.0 {
            likelihood_bound(&observed, value, 1.0)
        } else {
            plain.high
        },
    })
}

/// Elo of the first engine above the second with its interval (see the module). `None` without an observation.
pub fn elo(observed: impl Into<Observations>) -> Option<Estimate> {
    Some(score(observed)?.map(elo_of_score))
}

/// Normalised Elo with its interval (see the module). `None` without an observation, and when all observations are
/// equal, because the deviation is then zero.
pub fn normalised_elo(observed: impl Into<Observations>) -> Option<Estimate> {
    let Observations {
        sample,
        design_effect,
    } = observed.into();
    let deviation = (sample.variance()? * sample.games_each() as f64).sqrt();
    if deviation <= 0.0 {
        return None;
    }
    let value = (sample.score()? - EVEN) / deviation * NORMALISED_ELO_UNIT;
    let margin = Z95 * NORMALISED_ELO_UNIT / (sample.games() as f64 / design_effect).sqrt();
    Some(Estimate::symmetric(value, margin))
}

/// The probability, from 0 to 1, that the first engine is the stronger one: the probability that a normal variable with
/// the mean score and its standard error lies above 1/2. Where all observations are equal, the signed root of twice the
/// log-likelihood ratio replaces the number of standard errors. `None` without an observation.
pub fn likelihood_of_superiority(observed: impl Into<Observations>) -> Option<f64> {
    let observed = observed.into();
    let sample = observed.sample;
    let lead = sample.score()? - EVEN;
    let variance = sample.variance()?;
    let errors = if variance > 0.0 {
        lead / (variance / observed.effective()).sqrt()
    } else if lead == 0.0 {
        0.0
    } else {
        deviance(&Distribution::regularised(&sample), EVEN)
            .sqrt()
            .copysign(lead)
    };
    Some(libm::erfc(-errors / SQRT_2) / 2.0)
}

/// Twice the decrease of the log-likelihood when the mean must be `score`.
fn deviance(distribution: &Distribution, score: f64) -> f64 {
    (-2.0 * distribution.log_likelihood_at_mean(score)).max(0.0)
}

/// The bound between the observed score and an extreme (0 or 1): the score at which the data become too unlikely.
fn likelihood_bound(observed: &Observations, score: f64, extreme: f64) -> f64 {
    let distribution = Distribution::regularised(&observed.sample);
    let (mut inside, mut outside) = (score, extreme);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(inside, outside);
        if deviance(&distribution, middle) / observed.design_effect < Z95 * Z95 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    f64::midpoint(inside, outside)
}
