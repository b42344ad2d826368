//! How the evaluation is learnt: games of the engine against itself, window contents of their quiet positions, and a
//! logistic regression of the results on them. The same settings give the same weights on every machine.

mod features;
mod regression;
mod self_play;

pub use features::{FEATURES, Features};
pub use regression::{Fit, fit};
pub use self_play::{LearnSettings, Sample, samples};

use super::weights::Weights;

/// Plays the games of some settings and fits new weights to them.
///
/// ```
/// use kagetsu_games::connect6::{Weights, learn::{LearnSettings, learn}};
/// let settings = LearnSettings { games: 2, nodes: 20, seed: 1, threads: 1 };
/// let (weights, fit) = learn(&settings, &Weights::by_count());
/// assert_ne!(weights, Weights::by_count());
/// assert!(fit.samples > 0);
/// ```
pub fn learn(settings: &LearnSettings, start: &Weights) -> (Weights, Fit) {
    let samples = samples(settings, start);
    fit(&samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_settings_give_the_same_weights_on_any_number_of_threads() {
        let settings = LearnSettings {
            games: 6,
            nodes: 60,
            seed: 5,
            threads: 1,
        };
        let start = Weights::by_count();
        let (weights, one) = learn(&settings, &start);
        let (again, two) = learn(
            &LearnSettings {
                threads: 3,
                ..settings
            },
            &start,
        );
        assert_eq!(weights, again);
        assert_eq!(one, two);
        let (other, _) = learn(
            &LearnSettings {
                seed: 6,
                ..settings
            },
            &start,
        );
        assert_ne!(weights, other);
        assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
    }
}
