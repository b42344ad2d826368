//! The games of a part of one iteration, which another machine may play, and how the parts are joined.

use std::ops::Range;

use kagetsu_kernel::{Shard, ShardsFault};
use kagetsu_notation::record::GameRecord;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::folder::differences;

use super::iteration::is_same_point;
use super::iteration_games::IterationGames;

/// Why shards do not make an iteration, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ShardError(String);

impl ShardError {
    /// Nothing is left to play.
    pub(super) fn complete() -> Self {
        Self("all iterations of the tuning are played".to_string())
    }
}

impl From<serde_json::Error> for ShardError {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("it is no shard of a tuning: {error}"))
    }
}

/// The games of a part of the pairs of one iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningShard {
    /// The number of the iteration, from one.
    iteration: u32,
    /// Which part of its pairs.
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
    serde_json::to_string(next_iteration.setup.manifest)
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
        let refused = |fault: &str| Err(ShardError(format!("shard {shard} {fault}")));
        if part.iteration != next {
            let found = part.iteration;
            return refused(&format!(
                "is of iteration {found}, and the next one is {next}"
            ));
        }
        let differences = differences(ours.clone(), part.settings.clone());
        if !differences.is_empty() {
            let differences = differences.join("; ");
            return refused(&format!("is of another tuning: {differences}"));
        }
        if !is_same_point(next_iteration.spsa.theta(), &part.theta) {
            return refused("is of an iteration with other values");
        }
        let pairs = pairs_of(shard, next_iteration.setup.manifest.plan.pairs);
        let planned = next_iteration.plans(pairs);
        let games = part.games.iter().map(|game| game.game);
        if !planned.iter().map(|plan| plan.game).eq(games) {
            return refused("has other games than those of the iteration");
        }
        numbers.push((shard, ()));
    }
    let missing = |shard: Shard| ShardError(format!("shard {shard} of the iteration is missing"));
    if numbers.is_empty() {
        return Err(missing(Shard::WHOLE));
    }
    let places = Shard::places(&numbers).map_err(|fault| match fault {
        ShardsFault::Foreign(place) | ShardsFault::Twice(place) => {
            let shard = shards[place].shard;
            ShardError(format!(
                "shard {shard} does not belong to the others or is there twice"
            ))
        }
        ShardsFault::Missing(shard) => missing(shard),
    })?;
    let mut games = |place: usize| std::mem::take(&mut shards[place].games);
    Ok(places.into_iter().flat_map(&mut games).collect())
}
