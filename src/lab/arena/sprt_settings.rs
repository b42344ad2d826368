//! The settings of a sequential test, and how they are written: `elo0=..,elo1=..[,alpha=..][,beta=..][,model=..]`.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::statistics::{EloModel, Hypotheses, Sprt, SprtError};

/// Default error probabilities of a test.
const DEFAULT_RISK: f64 = 0.05;

/// The hypotheses of a sequential test and its risks.
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

impl SprtSettings {
    /// The test.
    ///
    /// # Errors
    /// When the hypotheses or the error rates are not valid.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let hypotheses = Hypotheses {
            model: self.model,
            elo0: self.elo0,
            elo1: self.elo1,
        };
        Sprt::new(hypotheses, self.alpha, self.beta)
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
        settings.test()?;
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
            ("elo0=5,elo1=0", "elo0 must be less than elo1"),
            ("elo0=0,elo1=NaN", "elo0 must be less than elo1"),
            ("elo0=0,elo1=5,alpha=0", "alpha and beta"),
            ("elo0=0,elo1=5,alpha=0.5,beta=0.5", "alpha and beta"),
        ] {
            let error = text.parse::<SprtSettings>().expect_err("bad").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
