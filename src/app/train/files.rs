//! Reading the games of a training, and the digests of the files.

use std::path::Path;

use crate::dataset::{fault, open};
use crate::digest::sha256_of;
use crate::error::CommandError;
use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::eval::nnue::{Weights, learned_rule};
use kagetsu_kernel::ShowPath as _;
use kagetsu_training::dataset::TrainingGame;
use kagetsu_training::network::{DataSource, DataSplit, SampleSet, TrainSettings};

/// Games that are turned into samples together.
const GAMES_AT_ONCE: usize = 1 << 12;

/// Adds the games of a file to the samples. The first file decides their rule.
pub(super) fn read_games(
    path: &Path,
    purpose: DataSplit,
    settings: &TrainSettings,
    set: &mut Option<SampleSet>,
) -> Result<DataSource, CommandError> {
    let name = path.shown().to_string();
    let reader = open(path)?;
    let header = reader.header().clone();
    let set = set.get_or_insert_with(|| {
        SampleSet::new(
            header.rule,
            header.size,
            settings.seed,
            settings.sample_rules(),
        )
    });
    if learned_rule(header.rule) != set.rule() {
        return Err(CommandError::input(format!(
            "'{name}' has games of {}, the files before it of {}",
            header.rule,
            set.rule()
        )));
    }
    let empty = Board::new(header.size, header.rule);
    let mut games: Vec<TrainingGame> = Vec::new();
    let mut count = 0;
    for game in reader {
        games.push(game.map_err(|error| fault(path, error))?);
        count += 1;
        if games.len() == GAMES_AT_ONCE {
            set.add(&empty, &games, purpose);
            games.clear();
        }
    }
    set.add(&empty, &games, purpose);
    let sha256 = sha256_of(path).map_err(CommandError::unreadable(&name))?;
    Ok(DataSource {
        name: path
            .file_name()
            .map_or(name, |file| file.to_string_lossy().into_owned()),
        sha256,
        size: header.size.to_string(),
        note: header.note,
        games: count,
        held_out: purpose == DataSplit::HeldOut,
    })
}

/// Reads a network, and the SHA-256 of its file in hexadecimal digits.
pub(super) fn read_network(path: &Path) -> Result<(Weights, String), CommandError> {
    let weights = Weights::read(path).map_err(|error| {
        let name = path.shown();
        CommandError::input(format!("'{name}' is not a network to begin with: {error}"))
    })?;
    let hash = sha256_of(path).map_err(CommandError::unreadable(path.shown()))?;
    Ok((weights, hash))
}
