//! The generalised sequential probability ratio test (SPRT): it decides when a match stops, and with which verdict.
//!
//! The two hypotheses are the strengths `elo0 < elo1`. The log-likelihood ratio (LLR) compares the greatest likelihoods
//! of the results under each of them ([`super::distribution`]). It is computed after every pair. The test stops when
//! the LLR leaves the interval from `ln(beta / (1 - alpha))` to `ln((1 - beta) / alpha)` (Wald). Apart from the
//! overshoot, a strength of `elo0` then passes with probability `alpha`, and a strength of `elo1` fails with
//! probability `beta`.
//!
//! Empty cells count as a thousandth of an observation, as published with the test.
//!
//! # How long it takes
//!
//! For close hypotheses the LLR is nearly a Brownian motion. Let `s0` and `s1` be the scores of the hypotheses, `s` the
//! true score and `v` the variance of an observation. For each observation, the drift is `(s - (s0 + s1) / 2) (s1 - s0)
//! / v` and the variance is `(s1 - s0)² / v` (M. Van den Bergh, "The generalized SPRT and its Brownian approximation").
//! [`Sprt::remaining_games`] follows from these, with the variance of the sample.
//!
//! The settings of a test are written `elo0=..,elo1=..[,alpha=..][,beta=..][,model=..]`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::brownian::BrownianMotion;
use super::distribution::Distribution;
use super::elo::{EVEN, NORMALISED_ELO_UNIT, score_of_elo};
use super::estimate::rounded;
use super::sample::Sample;

/// Greatest magnitude of the Elo of a hypothesis.
const MAX_ELO: f64 = 1000.0;
/// Decimals of the distance of the hypotheses that count.
const DISTANCE_DECIMALS: usize = 2;
/// Least distance of the hypotheses in Elo: for a smaller one no number of games would do.
const MIN_DISTANCE: f64 = 0.01;
/// Error probabilities of a test that names none.
const DEFAULT_RISK: f64 = 0.05;

/// The scale on which the hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Logistic Elo, a function of the score.
    #[default]
    Logistic,
    /// Normalised Elo: the score in units of the deviation of a game.
    Normalised,
}

/// The hypotheses of a test and its risks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtSettings {
    /// Elo of the hypothesis H0.
    pub elo0: f64,
    /// Elo of the hypothesis H1.
    pub elo1: f64,
    /// Probability to accept H1 though H0 holds.
    pub alpha: f64,
    /// Probability to accept H0 though H1 holds.
    pub beta: f64,
    /// The scale of both hypotheses.
    pub model: EloModel,
}

/// Why a test is not valid, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SprtError(String);

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    settings: SprtSettings,
    lower: f64,
    upper: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Neither hypothesis is accepted yet.
    Undecided,
    /// H0 is accepted.
    Failed,
    /// H1 is accepted.
    Passed,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtStatus {
    /// The test.
    pub test: Sprt,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// The verdict that follows.
    pub verdict: SprtVerdict,
}

impl Sprt {
    /// The test with these settings.
    ///
    /// # Errors
    /// When the hypotheses are not in order, not within `MAX_ELO` or closer than `MIN_DISTANCE`, when a risk is not above 0,
    /// or when the sum of the risks is not below 1.
    pub fn new(settings: SprtSettings) -> Result<Self, SprtError> {
        let SprtSettings {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = settings;
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            return Err(SprtError(format!(
                "elo0 must be less than elo1, both from -{MAX_ELO} to {MAX_ELO}, not {elo0} and {elo1}"
            )));
        }
        // The difference of two decimal numbers is hardly ever exact.
        if rounded(elo1 - elo0, DISTANCE_DECIMALS) < MIN_DISTANCE {
            return Err(SprtError(format!(
                "elo1 must be at least {MIN_DISTANCE} above elo0: closer hypotheses cannot be told apart by games"
            )));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError(format!(
                "alpha and beta must be above 0 and less than 1 in sum, not {alpha} and {beta}"
            )));
        }
        Ok(Self {
            settings,
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// The LLR at which the test fails, below 0.
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// The LLR at which the test passes, above 0.
    pub const fn upper(&self) -> f64 {
        self.upper
    }

    /// Logarithm of the likelihood ratio. 0 without an observation.
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.observations() == 0 {
            return 0.0;
        }
        let SprtSettings {
            elo0, elo1, model, ..
        } = self.settings;
        let distribution = Distribution::regularised(sample);
        match model {
            EloModel::Logistic => {
                distribution.log_likelihood_at_mean(score_of_elo(elo1))
                    - distribution.log_likelihood_at_mean(score_of_elo(elo0))
            }
            EloModel::Normalised => normalised_llr(sample, &distribution, elo0, elo1),
        }
    }

    /// The state of the test.
    pub fn status(&self, sample: &Sample) -> SprtStatus {
        let llr = self.llr(sample);
        let verdict = if llr <= self.lower {
            SprtVerdict::Failed
        } else if llr >= self.upper {
            SprtVerdict::Passed
        } else {
            SprtVerdict::Undecided
        };
        SprtStatus {
            test: *self,
            llr,
            verdict,
        }
    }

    /// The expected number of games until the verdict, if the present mean score is the true one. 0 after the verdict,
    /// `None` without an observation.
    pub fn remaining_games(&self, sample: &Sample) -> Option<f64> {
        if sample.observations() == 0 {
            return None;
        }
        let SprtStatus { llr, verdict, .. } = self.status(sample);
        if verdict != SprtVerdict::Undecided {
            return Some(0.0);
        }
        let distribution = Distribution::regularised(sample);
        let (mean, variance) = (distribution.mean(), distribution.variance());
        let [score0, score1] = self.scores((variance * sample.games_each() as f64).sqrt());
        let width = score1 - score0;
        let motion = BrownianMotion {
            lower: self.lower - llr,
            upper: self.upper - llr,
            drift: (mean - f64::midpoint(score0, score1)) * width / variance,
            variance: width * width / variance,
        };
        Some(motion.expected_steps() * sample.games_each() as f64)
    }

    /// The mean scores of both hypotheses, where the results of games have this deviation.
    fn scores(&self, game_deviation: f64) -> [f64; 2] {
        let SprtSettings {
            elo0, elo1, model, ..
        } = self.settings;
        [elo0, elo1].map(|elo| match model {
            EloModel::Logistic => score_of_elo(elo),
            EloModel::Normalised => EVEN + elo / NORMALISED_ELO_UNIT * game_deviation,
        })
    }

    /// The number of games to the verdict that a person is told: [`Self::remaining_games`] rounded up to whole
    /// observations, at least one. `None` after the verdict, and as long as all observations are equal, since they do not
    /// tell how much results vary.
    pub(crate) fn games_to_go(&self, sample: &Sample) -> Option<u64> {
        let is_open = self.status(sample).verdict == SprtVerdict::Undecided;
        if !is_open || sample.variance()? <= 0.0 {
            return None;
        }
        let each = sample.games_each();
        let observations = (self.remaining_games(sample)? / each as f64).ceil();
        observations
            .is_finite()
            .then(|| (observations as u64).max(1).saturating_mul(each))
    }
}

/// The LLR for hypotheses in normalised Elo. It is exact, except where the exact likelihood does not converge. There it
/// is the closed form for a free variance (M. Van den Bergh, "Normalized Elo: practical", section 4.2).
fn normalised_llr(sample: &Sample, distribution: &Distribution, elo0: f64, elo1: f64) -> f64 {
    let per_observation = (sample.games_each() as f64).sqrt() / NORMALISED_ELO_UNIT;
    let [t0, t1] = [elo0, elo1].map(|elo| elo * per_observation);
    if let (Some(at0), Some(at1)) = (
        distribution.log_likelihood_at_t(t0),
        distribution.log_likelihood_at_t(t1),
    ) {
        return at1 - at0;
    }
    let t = (distribution.mean() - EVEN) / distribution.variance().sqrt();
    let games_each = sample.games_each() as f64;
    let [far0, far1] = [t0, t1].map(|at| ((t - at).powi(2) / games_each).ln_1p());
    distribution.total() * games_each / 2.0 * (far0 - far1)
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided => "undecided",
            Self::Failed => "failed",
            Self::Passed => "passed",
        })
    }
}

/// An LLR with two decimals.
pub(super) fn llr_text(llr: f64) -> String {
    format!("{:.2}", rounded(llr, 2))
}

impl fmt::Display for SprtStatus {
    /// Writes `LLR 1.23 (-2.94, 2.94) [0, 5] undecided`, with `normalised` behind the hypotheses of that scale.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtSettings {
            elo0, elo1, model, ..
        } = self.test.settings;
        let scale = match model {
            EloModel::Logistic => "",
            EloModel::Normalised => " normalised",
        };
        write!(
            f,
            "LLR {} ({:.2}, {:.2}) [{elo0}, {elo1}]{scale} {}",
            llr_text(self.llr),
            self.test.lower,
            self.test.upper,
            self.verdict
        )
    }
}

impl FromStr for SprtSettings {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta) = (DEFAULT_RISK, DEFAULT_RISK);
        let mut model = EloModel::default();
        let mut seen = BTreeSet::new();
        for part in text.split(',') {
            let bad = || {
                SprtError(format!(
                    "'{part}' is not part of a test: expected elo0=..,elo1=..[,alpha=..][,beta=..][,model=logistic|normalized]"
                ))
            };
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            let key = key.trim();
            if !seen.insert(key) {
                return Err(SprtError(format!("'{key}' of a test is given twice")));
            }
            let number = || value.trim().parse::<f64>().map_err(|_| bad());
            match key {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => model = model_named(value).ok_or_else(bad)?,
                _ => return Err(bad()),
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            let fault = format!("'{text}' is no test: both elo0 and elo1 are needed");
            return Err(SprtError(fault));
        };
        let settings = Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        };
        Sprt::new(settings)?;
        Ok(settings)
    }
}

fn model_named(word: &str) -> Option<EloModel> {
    match word.trim() {
        "logistic" => Some(EloModel::Logistic),
        "normalized" | "normalised" => Some(EloModel::Normalised),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        let short: SprtSettings = "elo0=0,elo1=5".parse().expect("a test");
        let long: SprtSettings = "elo0=-5, elo1=0.5,alpha=0.1,beta=0.2,model=normalized"
            .parse()
            .expect("a test");
        assert_eq!(
            (short.alpha, short.beta, short.model),
            (DEFAULT_RISK, DEFAULT_RISK, EloModel::Logistic)
        );
        let expected = SprtSettings {
            elo0: -5.0,
            elo1: 0.5,
            alpha: 0.1,
            beta: 0.2,
            model: EloModel::Normalised,
        };
        assert_eq!(long, expected);
        // As binary numbers they are a little closer than that.
        let close = "elo0=2,elo1=2.01".parse::<SprtSettings>();
        assert!(close.is_ok(), "{close:?}");
    }

    #[test]
    fn other_text_is_quoted() {
        for (text, message) in [
            ("", "'' is not part of a test"),
            ("elo0=0", "'elo0=0' is no test"),
            ("elo0=0,elo1=x", "'elo1=x' is not part"),
            ("elo0=0,elo1=5,gamma=1", "'gamma=1' is not part"),
            ("elo0=0,elo1=5,model=best", "'model=best' is not part"),
            ("elo0=0,elo1=5,alpha=0.1,alpha=0.2", "'alpha' of a test"),
            (
                "elo0=5,elo1=0",
                "elo0 must be less than elo1, both from -1000 to 1000, not 5 and 0",
            ),
            ("elo0=1,elo1=1", "elo0 must be less than elo1"),
            ("elo0=0,elo1=NaN", "elo0 must be less than elo1"),
            ("elo0=NaN,elo1=1", "elo0 must be less than elo1"),
            ("elo0=0,elo1=inf", "elo0 must be less than elo1"),
            (
                "elo0=0,elo1=1e-300",
                "elo1 must be at least 0.01 above elo0",
            ),
            ("elo0=2,elo1=2.001", "elo1 must be at least 0.01 above elo0"),
            ("elo0=0,elo1=5,alpha=0", "alpha and beta"),
            ("elo0=0,elo1=5,alpha=NaN", "alpha and beta"),
            ("elo0=0,elo1=5,beta=-1", "alpha and beta"),
            ("elo0=0,elo1=5,alpha=0.5,beta=0.5", "alpha and beta"),
        ] {
            let error = text.parse::<SprtSettings>().expect_err("bad").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
