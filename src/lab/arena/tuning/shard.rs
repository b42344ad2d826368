//! The games of a part of one iteration, which another machine may play, and how the parts are joined.

use std::ops::Range;

use kagetsu_kernel::{Shard, ShardsFault};
use kagetsu_notation::record::GameRecord;
use kagetsu_notation::text_form;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::folder::differences;

use super::iteration::is_same_point;
use super::iteration_games::IterationGames;

/// Why shards do not make an iteration.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// Nothing is left to play.
    #[error("all iterations of the tuning are played")]
    Complete,
    /// The text is no shard of a tuning.
    #[error("it is no shard of a tuning: {0}")]
    Form(#[from] serde_json::Error),
    /// A shard that belongs elsewhere.
    #[error("shard {shard} is of another tuning: {}", differences.join("; "))]
    ForeignShard {
        /// Its number and that of all.
        shard: Shard,
        /// Where its settings differ.
        differences: Vec<String>,
    },
    /// A shard of an iteration that began with other values.
    #[error("shard {0} is of an iteration with other values")]
    Values(Shard),
    /// A shard of another iteration.
    #[error("shard {shard} is of iteration {found}, and the next one is {next}")]
    Iteration {
        /// Its number and that of all.
        shard: Shard,
        /// Its iteration.
        found: u32,
        /// The iteration that is to be finished.
        next: u32,
    },
    /// Shards that are not parts of the same whole, or one of them twice.
    #[error("shard {0} does not belong to the others or is there twice")]
    Doubled(Shard),
    /// A shard is not there.
    #[error("shard {0} of the iteration is missing")]
    Missing(Shard),
    /// A shard without the games that it should have.
    #[error("shard {0} has other games than those of the iteration")]
    Games(Shard),
}

/// The games of a part of the pairs of one iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningShard {
    /// The number of the iteration, from one.
    iteration: u32,
    /// Which part of its pairs.
    #[serde(with = "text_form")]
    shard: Shard,
    /// The values before the iteration.
    theta: Vec<f64>,
    /// The settings of the tuning.
    settings: Value,
    /// The games, two of each pair, in the order of their numbers.
    games: Vec<GameRecord>,
}

impl TuningShard {
    pub(super) fn new(
        next_iteration: &IterationGames<'_>,
        shard: Shard,
        games: Vec<GameRecord>,
    ) -> Self {
        Self {
            iteration: next_iteration.spsa.iteration(),
            shard,
            theta: next_iteration.spsa.theta().to_vec(),
            settings: settings(next_iteration),
            games,
        }
    }

    /// Reads what [`TuningShard::text`] has written.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn parse(text: &[u8]) -> Result<Self, ShardError> {
        Ok(serde_json::from_slice(text)?)
    }

    /// The shard as one line of JSON.
    ///
    /// # Errors
    /// None in practice: the shard is plain data.
    pub fn text(&self) -> Result<String, ShardError> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// The settings as they are written: numbers are compared after they went through text.
fn settings(next_iteration: &IterationGames<'_>) -> Value {
    serde_json::to_string(next_iteration.manifest)
        .and_then(|text| serde_json::from_str(&text))
        .unwrap_or_default()
}

/// The pairs of an iteration that belong to a shard.
pub(super) fn pairs_of(shard: Shard, pairs: u32) -> Range<u32> {
    let Range { start, end } = shard.range(u64::from(pairs));
    start as u32..end as u32
}

/// The games of the iteration from its shards, in the order of their numbers.
pub(super) fn join(
    mut shards: Vec<TuningShard>,
    next_iteration: &IterationGames<'_>,
) -> Result<Vec<GameRecord>, ShardError> {
    let ours = settings(next_iteration);
    let next = next_iteration.spsa.iteration();
    let mut numbers = Vec::new();
    for part in &shards {
        let shard = part.shard;
        if part.iteration != next {
            let found = part.iteration;
            return Err(ShardError::Iteration { shard, found, next });
        }
        let differences = differences(ours.clone(), part.settings.clone());
        if !differences.is_empty() {
            return Err(ShardError::ForeignShard { shard, differences });
        }
        if !is_same_point(next_iteration.spsa.theta(), &part.theta) {
            return Err(ShardError::Values(shard));
        }
        let pairs = pairs_of(shard, next_iteration.manifest.plan.pairs);
        let planned = next_iteration.plans(pairs);
        let games = part.games.iter().map(|game| game.game);
        if !planned.iter().map(|plan| plan.game).eq(games) {
            return Err(ShardError::Games(shard));
        }
        numbers.push((shard, ()));
    }
    if numbers.is_empty() {
        return Err(ShardError::Missing(Shard::WHOLE));
    }
    let places = Shard::places(&numbers).map_err(|fault| match fault {
        ShardsFault::Foreign(place) | ShardsFault::Twice(place) => {
            ShardError::Doubled(shards[place].shard)
        }
        ShardsFault::Missing(shard) => ShardError::Missing(shard),
    })?;
    let mut games = |place: usize| std::mem::take(&mut shards[place].games);
    Ok(places.into_iter().flat_map(&mut games).collect())
}
