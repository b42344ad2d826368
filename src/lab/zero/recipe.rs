//! A recipe: all that decides what a run of learning does, as data.

use serde::{Deserialize, Serialize};

use crate::game::{ParseRulesError, Rules};
use crate::net::NetworkShape;

/// Where the search of a game of its own gets noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Noise {
    /// In the priors of the root alone.
    Root,
    /// In those of every position.
    Everywhere,
}

/// The numbers of a run. The file of a recipe is TOML with these names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The game, as [`Rules`] are written.
    pub rules: String,
    /// Residual blocks of the network.
    pub blocks: usize,
    /// Its channels, a multiple of 16.
    pub channels: usize,
    /// Its hidden numbers in the value head.
    pub value_hidden: usize,
    /// Playouts of a move that is learned from.
    pub playouts: u32,
    /// Playouts of the other moves.
    pub quick_playouts: u32,
    /// One move of so many is learned from.
    pub full_every: usize,
    /// Moves of a game that are drawn by their visits; after them the most visited one is played.
    pub drawn_moves: usize,
    /// Where the noise is.
    pub noise: Noise,
    /// Its part in the priors, in percent.
    pub noise_percent: u32,
    /// Its concentration times the legal moves, in hundredths: the smaller, the fewer moves it favours.
    pub noise_concentration: u32,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// Games of a generation.
    pub games: u64,
    /// Generations of the run.
    pub generations: u32,
    /// Generations whose games are learned from.
    pub window: u32,
    /// Positions of a step of learning.
    pub batch: usize,
    /// Times that every position of the newest generation is seen, about.
    pub passes: usize,
    /// Rate of learning, in millionths.
    pub rate_millionths: u32,
}

/// Why a text is no recipe.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// It is no TOML, or has other names.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// Its game is none.
    #[error("rules: {0}")]
    Rules(#[from] ParseRulesError),
    /// A number is out of range.
    #[error("{key} = {value} is out of range: expected {least} to {most}")]
    Range {
        /// The name.
        key: &'static str,
        /// The number.
        value: u64,
        /// The least number.
        least: u64,
        /// The greatest number.
        most: u64,
    },
    /// The channels do not fit.
    #[error("channels = {0} is no multiple of 16")]
    Channels(usize),
}

/// The recipes of the program by their names.
pub const RECIPES: [(&str, &str); 3] = [
    ("document", include_str!("recipes/document.toml")),
    ("ours", include_str!("recipes/ours.toml")),
    ("small", include_str!("recipes/small.toml")),
];

impl Recipe {
    /// Reads a recipe and checks all numbers.
    ///
    /// # Errors
    /// [`RecipeError`], which names what is wrong.
    pub fn read(text: &str) -> Result<Self, RecipeError> {
        let recipe: Self = toml::from_str(text)?;
        let rules = recipe.game()?;
        if !recipe.channels.is_multiple_of(16) {
            return Err(RecipeError::Channels(recipe.channels));
        }
        let cells = rules.cells() as u64;
        for (key, value, least, most) in [
            ("blocks", recipe.blocks as u64, 1, 64),
            ("channels", recipe.channels as u64, 16, 512),
            ("value_hidden", recipe.value_hidden as u64, 1, 1024),
            ("playouts", recipe.playouts.into(), 1, 1_000_000),
            ("quick_playouts", recipe.quick_playouts.into(), 1, 1_000_000),
            ("full_every", recipe.full_every as u64, 1, 1000),
            ("drawn_moves", recipe.drawn_moves as u64, 0, cells.max(1000)),
            ("noise_percent", recipe.noise_percent.into(), 0, 100),
            (
                "noise_concentration",
                recipe.noise_concentration.into(),
                1,
                1_000_000,
            ),
            ("games", recipe.games, 1, 1_000_000),
            ("generations", recipe.generations.into(), 1, 100_000),
            ("window", recipe.window.into(), 1, 100_000),
            ("batch", recipe.batch as u64, 1, 65_536),
            ("passes", recipe.passes as u64, 1, 1000),
            (
                "rate_millionths",
                recipe.rate_millionths.into(),
                1,
                1_000_000,
            ),
        ] {
            if !(least..=most).contains(&value) {
                return Err(RecipeError::Range {
                    key,
                    value,
                    least,
                    most,
                });
            }
        }
        Ok(recipe)
    }

    /// The recipe as a file.
    ///
    /// # Errors
    /// None that is known: all its numbers can be written.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The first name whose values differ.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (own, other) = (
            toml::Table::try_from(self).ok()?,
            toml::Table::try_from(other).ok()?,
        );
        let different = own
            .iter()
            .find(|(key, value)| other.get(*key) != Some(value));
        different.map(|(key, _)| key.clone())
    }

    /// The game.
    ///
    /// # Errors
    /// If the rules are none; not after [`Recipe::read`].
    pub fn game(&self) -> Result<Rules, ParseRulesError> {
        self.rules.parse()
    }

    /// The size of the network.
    pub const fn shape(&self) -> NetworkShape {
        NetworkShape {
            blocks: self.blocks,
            channels: self.channels,
            value_hidden: self.value_hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recipes_of_the_program_are_sound_and_come_back_from_their_files() {
        for (name, text) in RECIPES {
            let recipe = Recipe::read(text).expect(name);
            let again = Recipe::read(&recipe.text().expect(name)).expect(name);
            assert_eq!(recipe, again);
        }
    }

    #[test]
    fn what_is_wrong_with_a_recipe_is_said() {
        let (_, small) = RECIPES[2];
        for (from, to, words) in [
            (
                "playouts = ",
                "playouts = 0 #",
                "playouts = 0 is out of range",
            ),
            ("channels = ", "channels = 40 #", "no multiple of 16"),
            ("games = ", "gamers = ", "unknown field"),
            ("rules = ", "rules = \"9x9\" #", "does not say how many"),
        ] {
            let text = small.replacen(&format!("\n{from}"), &format!("\n{to}"), 1);
            let error = Recipe::read(&text).expect_err(to);
            assert!(error.to_string().contains(words), "{to}: {error}");
        }
    }
}
