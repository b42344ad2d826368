//! The positions that `zero distil` learns from, as the files of `datagen` have them.

use std::path::{Path, PathBuf};

use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{ShowPath as _, StopSignal};
use kagetsu_training::dataset::{DatasetHeader, TrainingGame};
use kagetsu_training::network::{
    DecidedPositions, LabelledPosition, SampleRules, TrainSettings, labelled_positions,
};
use kagetsu_zero::Rules;
use kagetsu_zero::game::Cell;
use kagetsu_zero::learn::{LabelError, LabelledPositions};

use crate::dataset::{fault, open};
use crate::error::CommandError;
use crate::given_twice::refuse_twice;

use super::gomoku_rules::gomoku_of;

/// The games of one opening of so many are not learned, to see what the network says of games that it does not know.
const HELD_OUT_ONE_OF: usize = 20;

/// The positions of games, most of them to learn from.
pub(super) struct LabelledGames {
    pub(super) games: usize,
    pub(super) held_out_games: usize,
    pub(super) learned: LabelledPositions,
    pub(super) held_out: LabelledPositions,
}

/// Reads the games of files, which must be of these rules.
pub(super) fn read_labelled(
    files: &[PathBuf],
    rules: Rules,
    stop: &StopSignal,
) -> Result<LabelledGames, CommandError> {
    let [mut learned, mut held_out] = [(); 2].map(|()| LabelledPositions::new(rules));
    let (mut games, mut held_out_games) = (0, 0);
    refuse_twice(files, "file", "give each file once")?;
    for path in files {
        let reader = open(path)?;
        let header = reader.header().clone();
        require_rules(path, &header, &rules)?;
        for (number, game) in reader.enumerate() {
            if stop.is_raised() {
                return Err(CommandError::nothing_kept());
            }
            let game = game.map_err(|error| fault(path, error))?;
            games += 1;
            // Of one opening, turned or mirrored, all games or none.
            let mut of_opening = Rng::new(game.opening_key(header.size));
            let positions = if of_opening.below(HELD_OUT_ONE_OF) == 0 {
                held_out_games += 1;
                &mut held_out
            } else {
                &mut learned
            };
            add(positions, &game, header.size.width()).map_err(|error| {
                CommandError::input(format!("'{}', game {number}: {error}", path.shown()))
            })?;
        }
    }
    if learned.is_empty() && !held_out.is_empty() {
        return Err(CommandError::input(
            "all games are of openings that are held out: give games of more openings",
        ));
    }
    if learned.is_empty() {
        return Err(CommandError::input(
            "the files have no position whose best move is known",
        ));
    }
    Ok(LabelledGames {
        games,
        held_out_games,
        learned,
        held_out,
    })
}

/// Are the games of a file those of the run?
fn require_rules(path: &Path, header: &DatasetHeader, rules: &Rules) -> Result<(), CommandError> {
    if gomoku_of(rules) == Some((header.size, header.rule)) {
        return Ok(());
    }
    Err(CommandError::input(format!(
        "'{}' holds games of {} on {}, and the run is of {rules}",
        path.shown(),
        header.rule,
        header.size
    )))
}

/// Adds the positions of a game whose best moves are known.
fn add(
    positions: &mut LabelledPositions,
    game: &TrainingGame,
    columns: usize,
) -> Result<(), LabelError> {
    let rules = SampleRules {
        decided: DecidedPositions::Kept,
        ..SampleRules::default()
    };
    let cell = |point: Point| (point.y() * columns + point.x()) as Cell;
    for position in labelled_positions(game, rules, TrainSettings::default().lambda) {
        let LabelledPosition {
            moves,
            wanted,
            expected,
        } = position;
        if wanted.is_empty() {
            continue;
        }
        let moves: Vec<Cell> = moves.into_iter().map(cell).collect();
        let policy: Vec<(Cell, f32)> = wanted
            .into_iter()
            .map(|(point, weight)| (cell(point), weight as f32))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        positions.add(&moves, &policy, (2.0 * expected - 1.0) as f32)?;
    }
    Ok(())
}
