//! A recipe: all that decides what a run of learning does, as data.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::fault::short;
use crate::game::GameRules;
use crate::net::{MAX_FILE_BYTES, NetworkShape};

/// The most generations of a run.
pub const MOST_GENERATIONS: u32 = 100_000;

/// Where the search of a self-play game gets noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Noise {
    /// In the priors of the root alone.
    Root,
    /// In those of every position.
    Everywhere,
}

/// How a move of a self-play game is searched.
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
    /// two-player perfect-information games without knowledge", 2020). Its playouts are the positions that the network evaluates.
    Descent,
}

impl SearchKind {
    /// Its name in a recipe.
    const fn name(self) -> &'static str {
        match self {
            Self::Puct => "puct",
            Self::Gumbel => "gumbel",
            Self::Descent => "descent",
        }
    }
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
/// can each be tried alone: without its name an idea is off. "`KataGo`" in their sources is D. Wu, "Accelerating self-play
/// learning in Go" (2019), and the notes on later methods of that program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The game, as [`GameRules`] are written.
    pub rules: String,
    /// Residual blocks of the network.
    pub blocks: usize,
    /// Its channels, a multiple of 16.
    pub channels: usize,
    /// Its hidden numbers in the value head.
    pub value_hidden: usize,
    /// Playouts of a move that is learned from.
    pub playouts: u32,
    /// Playouts of the other moves, which have no noise (playout cap randomisation, `KataGo`).
    pub quick_playouts: u32,
    /// One move of so many is learned from.
    pub full_every: usize,
    /// Moves of a game that are drawn, by their visits or, in descent, by their rank; after them the best one is played.
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
    /// Rate of learning, in millionths, of `AdamW` with a weight decay of 0.01. In every generation it is constant for half of the
    /// steps, then falls linearly to zero.
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
    /// Games, probes, ladders and engines compute the tower in int8, which is faster and not quite the same; learning does not.
    #[serde(default)]
    pub quantised: bool,
    /// Playouts of a move in the first generation; they grow evenly until the last one, those of the other moves with them
    /// (progressive simulation, T.-R. Wu et al., "`MiniZero`: comparative analysis", 2023). Zero: always all of them.
    #[serde(default)]
    pub first_playouts: u32,
    /// Forced playouts at the root, whose visits are not learned (`KataGo`). In percent; 200 is usual.
    #[serde(default)]
    pub forced_percent: u32,
    /// With PUCT, moves that the search has proved lost are neither learned nor drawn while another one is not (the proofs are
    /// those of MCTS-Solver, M. Winands, Y. Björnsson and J.-T. Saito, 2008).
    #[serde(default)]
    pub prune_lost: bool,
    /// The share of the positions of a batch, in percent, that is drawn by how much the search differed from the priors (policy
    /// surprise weighting, `KataGo`). 50 is usual.
    #[serde(default)]
    pub surprise_percent: u32,
    /// Weight, in percent, of a further head that learns the fourth root of the policy (soft policy target, `KataGo`). 800 is
    /// usual.
    #[serde(default)]
    pub soft_policy_percent: u32,
    /// Weight, in percent, of a further head that learns the move which was played after this one (the opponent's reply, `KataGo`).
    /// 15 is usual.
    #[serde(default)]
    pub reply_percent: u32,
    /// Turns and mirrors the positions that are learned from at random (D. Silver et al., "Mastering the game of Go without
    /// human knowledge", 2017).
    #[serde(default)]
    pub symmetries: bool,
    /// How fast the window grows with the generations once there are more than it holds: by the power 3/4 of their number,
    /// times this (`KataGo`). In percent; 40 is usual.
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

/// Why a text is no recipe, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(String);

/// The keys that not every search uses: the number that turns each off, and the searches that use it. A key without a row is
/// used by all of them, or only together with another one, as `quick_playouts` with `full_every`.
const USED_BY: [(&str, u64, &[SearchKind]); 9] = {
    const BY_VISITS: &[SearchKind] = &[SearchKind::Puct];
    const WITH_POLICY: &[SearchKind] = &[SearchKind::Puct, SearchKind::Gumbel];
    const DRAWN: &[SearchKind] = &[SearchKind::Puct, SearchKind::Descent];
    [
        ("full_every", 1, WITH_POLICY),
        ("drawn_moves", 0, DRAWN),
        ("noise_percent", 0, BY_VISITS),
        ("considered", CONSIDERED as u64, &[SearchKind::Gumbel]),
        ("exploitation_percent", 0, &[SearchKind::Descent]),
        ("forced_percent", 0, BY_VISITS),
        ("surprise_percent", 0, WITH_POLICY),
        ("soft_policy_percent", 0, WITH_POLICY),
        ("reply_percent", 0, WITH_POLICY),
    ]
};

/// The recipes of the program by their names.
pub const RECIPES: [(&str, &str); 6] = [
    ("document", include_str!("recipes/document.toml")),
    ("ours", include_str!("recipes/ours.toml")),
    ("small", include_str!("recipes/small.toml")),
    ("gumbel", include_str!("recipes/gumbel.toml")),
    ("descent", include_str!("recipes/descent.toml")),
    ("distil", include_str!("recipes/distil.toml")),
];

/// The text of the recipe of the program that has this name.
pub fn recipe_text(name: &str) -> Option<&'static str> {
    let found = RECIPES.into_iter().find(|(own, _)| *own == name);
    found.map(|(_, text)| text)
}

impl Recipe {
    /// Reads a recipe and checks all numbers.
    ///
    /// # Errors
    /// [`RecipeError`], which names what is wrong.
    pub fn read(text: &str) -> Result<Self, RecipeError> {
        let form = |error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = 1 + before.map_or(0, |before| before.matches('\n').count());
            RecipeError(format!("line {line}: {}", short(error.message())))
        };
        let recipe: Self = toml::from_str(text).map_err(form)?;
        recipe.game()?;
        let (blocks, channels) = (recipe.blocks, recipe.channels);
        if !channels.is_multiple_of(16) {
            let fault = format!("channels = {channels} is no multiple of 16");
            return Err(RecipeError(fault));
        }
        for (key, value, least, most) in recipe.ranges() {
            if !(least..=most).contains(&value) {
                return Err(RecipeError(format!(
                    "{key} = {value} is out of range: expected {least} to {most}"
                )));
            }
            recipe.check_use(key, value)?;
        }
        let bytes = recipe.shape().file_bytes();
        if bytes > MAX_FILE_BYTES {
            return Err(RecipeError(format!(
                "blocks = {blocks} and channels = {channels} make a network of {bytes} bytes: expected at most \
                 {MAX_FILE_BYTES}"
            )));
        }
        Ok(recipe)
    }

    /// Does the search use a key, or is it off?
    fn check_use(&self, key: &str, value: u64) -> Result<(), RecipeError> {
        let row = USED_BY.iter().find(|(own, ..)| *own == key);
        match row {
            Some(&(_, off, searches)) if value != off && !searches.contains(&self.search) => {
                let search = self.search.name();
                Err(RecipeError(format!(
                    "{key} = {value} has no effect with search = \"{search}\": expected {off}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// The numbers by their names, with the least and the greatest that make sense.
    fn ranges(&self) -> [(&'static str, u64, u64, u64); 24] {
        const MANY: u64 = 1_000_000;
        [
            ("blocks", self.blocks as u64, 1, 64),
            ("channels", self.channels as u64, 16, 512),
            ("value_hidden", self.value_hidden as u64, 1, 1024),
            ("playouts", self.playouts.into(), 1, MANY),
            ("quick_playouts", self.quick_playouts.into(), 1, MANY),
            ("full_every", self.full_every as u64, 1, 1000),
            ("drawn_moves", self.drawn_moves as u64, 0, 1000),
            ("noise_percent", self.noise_percent.into(), 0, 100),
            (
                "noise_concentration",
                self.noise_concentration.into(),
                1,
                MANY,
            ),
            ("games", self.games, 1, MANY),
            (
                "generations",
                self.generations.into(),
                1,
                MOST_GENERATIONS.into(),
            ),
            ("window", self.window.into(), 1, MOST_GENERATIONS.into()),
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
            (
                "window_growth_percent",
                self.window_growth_percent.into(),
                0,
                1000,
            ),
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
        // Not as TOML, whose integers end at 2^63: seeds may be larger.
        let [own, other] = [self, other].map(|recipe| json!(recipe));
        let keys = own.as_object().into_iter().flatten();
        keys.filter(|(key, value)| other.get(key) != Some(value))
            .map(|(key, _)| key.clone())
            .collect()
    }

    /// The game.
    ///
    /// # Errors
    /// If the rules are none; not after [`Recipe::read`].
    pub fn game(&self) -> Result<GameRules, RecipeError> {
        let rules = self.rules.parse::<GameRules>();
        rules.map_err(|error| RecipeError(format!("rules: {error}")))
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
impl Recipe {
    /// The recipe small, for tests.
    pub(crate) fn small() -> Self {
        let text = recipe_text("small").expect("a recipe of the program");
        Self::read(text).expect("a recipe of the program")
    }
}

#[cfg(test)]
#[path = "recipe_tests.rs"]
mod tests;
