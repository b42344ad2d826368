//! How the evaluation is learnt: games of the engine against itself, window contents of their quiet positions, and a
//! logistic regression of the results on them. The same recipe gives the same weights on every machine.

mod features;
mod regression;
mod self_play;

pub use features::{FEATURES, Features};
pub use regression::{Fit, fit};
pub use self_play::{Recipe, Sample, samples};

use super::weights::Weights;

/// Plays the games of a recipe and fits new weights to them.
///
/// ```
/// use kagetsu_games::connect6::{Weights, learn::{Recipe, learn}};
/// let recipe = Recipe { games: 2, nodes: 20, seed: 1, threads: 1 };
/// let (weights, fit) = learn(&recipe, &Weights::by_count());
/// assert_ne!(weights, Weights::by_count());
/// assert!(fit.samples > 0);
/// ```
pub fn learn(recipe: &Recipe, start: &Weights) -> (Weights, Fit) {
    let samples = samples(recipe, start);
    fit(&samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_recipe_gives_the_same_weights_on_any_number_of_threads() {
        let recipe = Recipe {
            games: 6,
            nodes: 60,
            seed: 5,
            threads: 1,
        };
        let start = Weights::by_count();
        let (weights, one) = learn(&recipe, &start);
        let (again, two) = learn(
            &Recipe {
                threads: 3,
                ..recipe
            },
            &start,
        );
        assert_eq!(weights, again);
        assert_eq!(one, two);
        let (other, _) = learn(&Recipe { seed: 6, ..recipe }, &start);
        assert_ne!(weights, other);
        assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
    }
}
