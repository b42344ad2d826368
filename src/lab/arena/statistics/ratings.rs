//! Ratings of a whole pool of engines from all results at once.
//!
//! # Model
//!
//! The expected score of a game is the logistic function of the difference in Elo (Bradley and Terry). A draw counts as
//! half a win and half a loss. Newton's method finds the ratings of greatest likelihood; the log-likelihood is concave
//! and has one maximum. Only differences matter, so either the mean is zero, or some engines, the anchors, have given
//! ratings.
//!
//! # When the results do not suffice
//!
//! A finite maximum exists if and only if from every engine a chain of points (wins or draws, or two anchors) leads to
//! every other (L. R. Ford, 1957). This fails if an engine scored 100 % or 0 %, or if the pool consists of separate
//! parts. Then every engine gets one drawn game against the same imaginary opponent, whose rating is free. All ratings
//! are then finite, but differences between separate parts depend on these draws alone ([`RatingBasis::VirtualDraws`]).
//!
//! # Errors
//!
//! The intervals are 1.96 standard errors. The variance is the inverse of the Fisher information times the dispersion.
//! Without an anchor it is relative to the mean of the pool. The model assumes independent games without draws; the
//! dispersion corrects this. It is the observed variance of pairs (or of single games) divided by that of the model, as
//! a mean over the pool, with one observation of the model's own variance added (quasi-likelihood, Wedderburn 1974).
//! Draws and one-sided openings lower it. Results that vary more than the model assumes raise it.

use std::str::FromStr;

use kagetsu_kernel::ParseTextError;
use serde::{Deserialize, Serialize};

use super::bradley_terry::{Link, MemberState, Pool};
use super::estimate::{Estimate, Z95, rounded};
use super::pentanomial::GAMES_OF_PAIR;
use super::results::Results;

/// Decimals of a rating that are more than the noise of the computation.
const RANKED_DECIMALS: usize = 6;
/// Value of half a point.
const HALF_POINT: f64 = 0.5;

/// All results between two engines of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Index of one engine.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// The results from the first one's point of view.
    pub results: Results,
}

/// An engine whose rating is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    /// Its name.
    pub name: String,
    /// Its Elo.
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = ParseTextError;

    /// Reads `NAME=ELO`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text
            .rsplit_once('=')
            .and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
        match parsed {
            Some((name, elo)) if !name.is_empty() && elo.is_finite() => Ok(Self {
                name: name.to_string(),
                elo,
            }),
            _ => Err(ParseTextError::new(
                text,
                "not a known rating",
                "NAME=ELO, such as rapfi=2700",
            )),
        }
    }
}

/// Why there are no ratings, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RatingError(String);

/// The data that ratings are based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingBasis {
    /// The results alone.
    Results,
    /// The results and one imaginary draw of every engine. Without the draws a rating would be infinite or undefined.
    VirtualDraws,
}

/// The rating of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Its name.
    pub name: String,
    /// Its Elo. `None` for an engine without games that is not an anchor. The interval of an anchor has width zero.
    pub elo: Option<Estimate>,
    /// Number of games played.
    pub games: u64,
    /// Number of points.
    pub points: f64,
}

/// The ratings of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The engines in the order in which they were given.
    pub engines: Vec<Rating>,
    /// The data that the ratings are based on.
    pub basis: RatingBasis,
    /// Observed variance divided by that of the model. The errors are scaled by its root.
    pub dispersion: f64,
}

impl Ratings {
    /// The engines, the strongest first. Engines without a rating come last. Equal ones stay in their order.
    pub fn ranked(&self) -> Vec<&Rating> {
        let value = |rating: &Rating| {
            let elo = rating.elo.map(|elo| rounded(elo.value, RANKED_DECIMALS));
            elo.unwrap_or(f64::NEG_INFINITY)
        };
        let mut ranked: Vec<&Rating> = self.engines.iter().collect();
        ranked.sort_by(|a, b| value(b).total_cmp(&value(a)));
        ranked
    }
}

/// Rates the engines with these names.
///
/// # Errors
/// When an anchor is unknown or not finite, an encounter is not valid, or the iteration does not converge.
pub fn rate(
    names: &[String],
    encounters: &[Encounter],
    anchors: &[Anchor],
) -> Result<Ratings, RatingError> {
    let mut states = vec![MemberState::Absent; names.len()];
    let links = links(encounters, &mut states)?;
    place_anchors(names, anchors, &mut states)?;
    let mut pool = Pool::new(links, states);
    let basis = if pool.is_determined() {
        RatingBasis::Results
    } else {
        pool.add_virtual_draws();
        RatingBasis::VirtualDraws
    };
    let fit = pool.climb().ok_or_else(|| {
        let text = "the ratings do not settle; do the anchors fit the results?";
        RatingError(text.to_string())
    })?;
    let dispersion = dispersion(encounters, &pool);
    let mut ratings: Vec<Rating> = names
        .iter()
        .map(|name| Rating {
            name: name.clone(),
            elo: None,
            games: 0,
            points: 0.0,
        })
        .collect();
    for Encounter {
        first,
        second,
        results,
    } in encounters
    {
        let games = results.games();
        for (engine, games) in [(*first, games), (*second, games.reversed())] {
            ratings[engine].games += games.games();
            ratings[engine].points += games.points();
        }
    }
    for (rating, fitted) in ratings.iter_mut().zip(fit) {
        rating.elo = fitted
            .map(|(elo, variance)| Estimate::symmetric(elo, Z95 * (variance * dispersion).sqrt()));
    }
    Ok(Ratings {
        engines: ratings,
        basis,
        dispersion,
    })
}

/// The games of all encounters, for the model. Marks the engines that have met as free.
fn links(encounters: &[Encounter], states: &mut [MemberState]) -> Result<Vec<Link>, RatingError> {
    let engines = states.len();
    let mut links = Vec::new();
    for encounter in encounters {
        let (first, second) = (encounter.first, encounter.second);
        if first == second || first.max(second) >= engines {
            return Err(RatingError(format!(
                "no encounter is possible between the engines {first} and {second} of {engines}"
            )));
        }
        let games = encounter.results.games();
        if games.games() > 0 {
            states[first] = MemberState::Free;
            states[second] = MemberState::Free;
            links.push(Link {
                first,
                second,
                games: games.games() as f64,
                points: games.points(),
            });
        }
    }
    Ok(links)
}

fn place_anchors(
    names: &[String],
    anchors: &[Anchor],
    states: &mut [MemberState],
) -> Result<(), RatingError> {
    for Anchor { name, elo } in anchors {
        let Some(index) = names.iter().position(|other| other == name) else {
            let text = format!("the anchor `{name}` is none of the engines");
            return Err(RatingError(text));
        };
        if !elo.is_finite() {
            let text = format!("the anchor `{name}` has no finite rating: {elo}");
            return Err(RatingError(text));
        }
        states[index] = MemberState::Anchored(*elo);
    }
    Ok(())
}

/// Observed variance of the points of pairs and single games, divided by that of the model. Where openings repeat, the
/// observed variance of pairs is multiplied by its design effect.
fn dispersion(encounters: &[Encounter], pool: &Pool) -> f64 {
    let (mut observed, mut modelled, mut observations) = (0.0, 0.0, 0.0);
    for encounter in encounters {
        let score = pool.expected_score(encounter.first, encounter.second);
        let unpaired = encounter.results.unpaired();
        let singles = [unpaired.losses, unpaired.draws, unpaired.wins];
        let pairs = encounter.results.pairs().0;
        let effect = encounter.results.observations().design_effect;
        for (games, effect, counts) in [(GAMES_OF_PAIR, effect, &pairs[..]), (1, 1.0, &singles)] {
            let games = games as f64;
            for (half_points, count) in counts.iter().enumerate() {
                let count = *count as f64;
                let points = half_points as f64 * HALF_POINT;
                observed += effect * count * (points - games * score).powi(2);
                modelled += count * games * score * (1.0 - score);
                observations += count;
            }
        }
    }
    if modelled <= 0.0 {
        return 1.0;
    }
    let one = modelled / observations;
    (observed + one) / (modelled + one)
}
