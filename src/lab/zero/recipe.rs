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

/// How a move of a game of its own is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchKind {
    /// By PUCT; the visits are learned.
    #[default]
    Puct,
    /// With Gumbel noise and sequential halving; the improved policy is learned (I. Danihelka, A. Guez, J. Schrittwieser and
    /// D. Silver, "Policy improvement by planning with Gumbel", 2022).
    Gumbel,
    /// By values alone, down to the end of the game; all positions of the tree are learned (Q. Cohen-Solal, "Learning to play
    /// two-player perfect-information games without knowledge", 2020). A playout is a position that is looked at.
    Descent,
}

/// Moves that a search with Gumbel noise begins with, unless the recipe says otherwise.
const CONSIDERED: usize = 16;

const fn considered() -> usize {
    CONSIDERED
}

/// The exponent of the window's growth, and parts of a percentage.
const WINDOW_EXPONENT: f32 = 0.75;
const PERCENT: f32 = 100.0;

/// The numbers of a run. The file of a recipe is TOML with these names. Those after [`Recipe::rate_millionths`] are ideas that
/// can each be tried alone: without its name an idea is off. "Go" in their sources is D. Wu, "Accelerating self-play learning in
/// Go" (2019), and the notes on later methods of its program.
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
    /// Playouts of the other moves, which have no noise (playout cap randomisation, Go).
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
    /// How moves are searched.
    #[serde(default)]
    pub search: SearchKind,
    /// Moves that a search with Gumbel noise begins with.
    #[serde(default = "considered")]
    pub considered: usize,
    /// How much descent prefers the best of the moves that are drawn in the last generation, in percent: with 100 it is always
    /// played. It grows evenly from zero, where all moves are alike (ordinal law with simulated annealing, the same paper).
    #[serde(default)]
    pub exploitation_percent: u32,
    /// Games, probes and ladders compute the tower with bytes, which is faster and not quite the same; learning does not.
    #[serde(default)]
    pub quantised: bool,
    /// Playouts of a move in the first generation; they grow evenly until the last one, those of the other moves with them
    /// (progressive simulation, T.-R. Wu et al., "`MiniZero`: comparative analysis", 2023). Zero: always all of them.
    #[serde(default)]
    pub first_playouts: u32,
    /// Forced playouts at the root, whose visits are not learned (Go). In percent; 200 is usual.
    #[serde(default)]
    pub forced_percent: u32,
    /// The share of the positions of a batch, in percent, that is drawn by how much the search differed from the priors (policy
    /// surprise weighting, Go). 50 is usual.
    #[serde(default)]
    pub surprise_percent: u32,
    /// Weight, in percent, of a further head that learns the fourth root of the policy (soft policy target, Go). 800 is usual.
    #[serde(default)]
    pub soft_policy_percent: u32,
    /// Weight, in percent, of a further head that learns the move which was played after this one (the opponent's reply, Go).
    /// 15 is usual.
    #[serde(default)]
    pub reply_percent: u32,
    /// Turns and mirrors the positions that are learned from at random (D. Silver et al., "Mastering the game of Go without
    /// human knowledge", 2017).
    #[serde(default)]
    pub symmetries: bool,
    /// How fast the window grows with the generations once there are more than it holds: by the power 3/4 of their number,
    /// times this (Go). In percent; 40 is usual.
    #[serde(default)]
    pub window_growth_percent: u32,
    /// The last part of the steps, in percent, whose weights are averaged (P. Izmailov et al., "Averaging weights leads to wider
    /// optima and better generalization", 2018). 50 is usual.
    #[serde(default)]
    pub averaged_percent: u32,
}

/// What a further policy head learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auxiliary {
    /// The fourth root of the policy.
    Soft,
    /// The move that was played after this one.
    Reply,
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
pub const RECIPES: [(&str, &str); 5] = [
    ("document", include_str!("recipes/document.toml")),
    ("ours", include_str!("recipes/ours.toml")),
    ("small", include_str!("recipes/small.toml")),
    ("gumbel", include_str!("recipes/gumbel.toml")),
    ("descent", include_str!("recipes/descent.toml")),
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
        for (key, value, least, most) in recipe.ranges(rules.cells() as u64) {
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

    /// The numbers by their names, with the least and the greatest that make sense.
    fn ranges(&self, cells: u64) -> [(&'static str, u64, u64, u64); 23] {
        const MANY: u64 = 1_000_000;
        [
            ("blocks", self.blocks as u64, 1, 64),
            ("channels", self.channels as u64, 16, 512),
            ("value_hidden", self.value_hidden as u64, 1, 1024),
            ("playouts", self.playouts.into(), 1, MANY),
            ("quick_playouts", self.quick_playouts.into(), 1, MANY),
            ("full_every", self.full_every as u64, 1, 1000),
            ("drawn_moves", self.drawn_moves as u64, 0, cells.max(1000)),
            ("noise_percent", self.noise_percent.into(), 0, 100),
            (
                "noise_concentration",
                self.noise_concentration.into(),
                1,
                MANY,
            ),
            ("games", self.games, 1, MANY),
            ("generations", self.generations.into(), 1, 100_000),
            ("window", self.window.into(), 1, 100_000),
            ("batch", self.batch as u64, 1, 65_536),
            ("passes", self.passes as u64, 1, 1000),
            ("rate_millionths", self.rate_millionths.into(), 1, MANY),
            ("considered", self.considered as u64, 1, 1000),
            (
                "exploitation_percent",
                self.exploitation_percent.into(),
                0,
                100,
            ),
            (
                "first_playouts",
                self.first_playouts.into(),
                0,
                self.playouts.into(),
            ),
            ("forced_percent", self.forced_percent.into(), 0, 10_000),
            ("surprise_percent", self.surprise_percent.into(), 0, 100),
            (
                "soft_policy_percent",
                self.soft_policy_percent.into(),
                0,
                10_000,
            ),
            ("reply_percent", self.reply_percent.into(), 0, 10_000),
            ("averaged_percent", self.averaged_percent.into(), 0, 100),
        ]
    }

    /// The recipe as a file.
    ///
    /// # Errors
    /// None that is known: all its numbers can be written.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The names whose values differ.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let tables = [self, other].map(|recipe| toml::Table::try_from(recipe).unwrap_or_default());
        let [own, other] = &tables;
        own.iter()
            .filter(|(key, value)| other.get(*key) != Some(value))
            .map(|(key, _)| key.clone())
            .collect()
    }

    /// The game.
    ///
    /// # Errors
    /// If the rules are none; not after [`Recipe::read`].
    pub fn game(&self) -> Result<Rules, ParseRulesError> {
        self.rules.parse()
    }

    /// The size of the network.
    pub fn shape(&self) -> NetworkShape {
        NetworkShape {
            blocks: self.blocks,
            channels: self.channels,
            value_hidden: self.value_hidden,
            auxiliary: self.auxiliary_weights().len(),
        }
    }

    /// The weights of the further policy heads, those of the soft policy before those of the reply.
    pub(crate) fn auxiliary_weights(&self) -> Vec<(Auxiliary, f32)> {
        [
            (Auxiliary::Soft, self.soft_policy_percent),
            (Auxiliary::Reply, self.reply_percent),
        ]
        .into_iter()
        .filter(|(_, percent)| *percent > 0)
        .map(|(target, percent)| (target, percent as f32 / PERCENT))
        .collect()
    }

    /// The recipe with the playouts and the exploitation of a generation.
    #[must_use]
    pub fn at(&self, generation: u32) -> Self {
        let mut recipe = self.clone();
        let last = u64::from(self.generations.saturating_sub(1).max(1));
        let passed = u64::from(generation).min(last);
        recipe.exploitation_percent = (u64::from(self.exploitation_percent) * passed / last) as u32;
        if self.first_playouts > 0 {
            let grown = u64::from(self.playouts - self.first_playouts) * passed / last;
            recipe.playouts = self.first_playouts + grown as u32;
            let quick = u64::from(self.quick_playouts) * u64::from(recipe.playouts);
            recipe.quick_playouts = (quick / u64::from(self.playouts)).max(1) as u32;
        }
        recipe
    }

    /// Generations whose games are learned from after so many.
    pub(crate) fn window_after(&self, generations: u32) -> u32 {
        let ratio = generations as f32 / self.window as f32;
        if self.window_growth_percent == 0 || ratio <= 1.0 {
            return self.window;
        }
        let growth = (libm::powf(ratio, WINDOW_EXPONENT) - 1.0) / WINDOW_EXPONENT;
        let factor = 1.0 + self.window_growth_percent as f32 / PERCENT * growth;
        (self.window as f32 * factor) as u32
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
    fn an_idea_without_its_name_is_off() {
        let (_, document) = RECIPES[0];
        let recipe = Recipe::read(document).expect("a recipe of the program");
        assert_eq!(recipe.search, SearchKind::Puct);
        assert!(!recipe.symmetries && recipe.auxiliary_weights().is_empty());
        assert_eq!(recipe.at(0), recipe);
        assert_eq!(recipe.window_after(1000), recipe.window);
        let written = recipe.text().expect("it can be written");
        let again = Recipe::read(&written).expect("a recipe");
        assert!(recipe.differences(&again).is_empty());
    }

    #[test]
    fn playouts_the_window_and_exploitation_grow() {
        let (_, small) = RECIPES[2];
        let small = Recipe::read(small).expect("a recipe of the program");
        let recipe = Recipe {
            playouts: 400,
            quick_playouts: 80,
            first_playouts: 100,
            generations: 11,
            window: 20,
            window_growth_percent: 40,
            exploitation_percent: 90,
            ..small
        };
        let playouts = [0, 5, 10, 99].map(|generation| recipe.at(generation).playouts);
        assert_eq!(playouts, [100, 250, 400, 400]);
        assert_eq!(recipe.at(0).quick_playouts, 20);
        let exploitation = [0, 5, 10, 99].map(|number| recipe.at(number).exploitation_percent);
        assert_eq!(exploitation, [0, 45, 90, 90]);
        let windows = [0, 20, 40, 110].map(|generations| recipe.window_after(generations));
        assert_eq!(windows, [20, 20, 27, 47]);
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
            (
                "rules = ",
                "first_playouts = 41\nrules = ",
                "first_playouts = 41 is out of range: expected 0 to 40",
            ),
            (
                "rules = ",
                "averaged_percent = 101\nrules = ",
                "averaged_percent = 101",
            ),
            (
                "rules = ",
                "search = \"best\"\nrules = ",
                "unknown variant `best`",
            ),
            ("games = ", "gamers = ", "unknown field"),
            ("rules = ", "rules = \"9x9\" #", "does not say how many"),
        ] {
            let text = small.replacen(&format!("\n{from}"), &format!("\n{to}"), 1);
            let error = Recipe::read(&text).expect_err(to);
            assert!(error.to_string().contains(words), "{to}: {error}");
        }
    }
}
