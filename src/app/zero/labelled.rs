//! The positions that `zero distil` learns from: those of the files of `datagen`, and the endings of their won games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{ShowPath as _, StopSignal};
use kagetsu_training::dataset::{DatasetHeader, TrainingGame};
use kagetsu_training::network::{
    DecidedPositions, LabelledPosition, SampleRules, TrainSettings, labelled_positions,
};
use kagetsu_training::selfplay::GameFinisher;
use kagetsu_zero::Rules;
use kagetsu_zero::game::Cell;
use kagetsu_zero::learn::{LabelError, LabelledPositions};

use crate::dataset::{fault, open};
use crate::error::CommandError;
use crate::given_twice::refuse_twice;
use crate::progress::bar;
use crate::stream_in_order::stream_in_order;

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

/// Reads the games of files, which must be of these rules, and plays won ones to their end.
pub(super) fn read_labelled(
    files: &[PathBuf],
    rules: Rules,
    threads: usize,
    stop: &StopSignal,
) -> Result<LabelledGames, CommandError> {
    let [mut learned, mut held_out] = [(); 2].map(|()| LabelledPositions::new(rules));
    let (mut games, mut held_out_games) = (0, 0);
    refuse_twice(files, "file", "give each file once")?;
    for path in files {
        let reader = open(path)?;
        let header = reader.header().clone();
        require_rules(path, &header, &rules)?;
        let read: Result<Vec<_>, _> = reader.collect();
        let read = read.map_err(|error| fault(path, error))?;
        let mut number = 0;
        let take = |game: TrainingGame| {
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
            number += 1;
            Ok(())
        };
        let empty = Board::new(header.size, header.rule);
        finish(&read, &empty, threads, stop, take)?;
        games += read.len();
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

/// Gives all games to `take`, in order; won games are played to the end before.
fn finish(
    games: &[TrainingGame],
    empty: &Board,
    threads: usize,
    stop: &StopSignal,
    mut take: impl FnMut(TrainingGame) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let progress = bar(games.len() as u64, 0, "games");
    let worker = || {
        let mut finisher = GameFinisher::new(stop.clone());
        move |number: u64| {
            let game = games.get(usize::try_from(number).ok()?)?;
            Some(finisher.finished(empty, game))
        }
    };
    // Another signal, which tells the threads that no game is left.
    stream_in_order(threads, &StopSignal::new(), worker, |game| {
        if stop.is_raised() {
            return Err(CommandError::nothing_kept());
        }
        take(game)?;
        progress.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    progress.finish_and_clear();
    Ok(())
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

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Rule, Side};
    use kagetsu_gomoku::geometry::{BoardSize, Rows};
    use kagetsu_training::dataset::{DatasetWriter, TrainingMove, TrainingResult};

    use super::*;

    #[test]
    fn the_ending_of_a_won_game_is_learned_as_well() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let points = |text| {
            let points = Rows::FromTop.parse_moves(text, BoardSize::LARGEST);
            points.expect("points")
        };
        for (result, positions) in [
            // The move that was found, the answer, and the row.
            (TrainingResult::Win(Side::Black), 3),
            (TrainingResult::Draw, 1),
        ] {
            let file = folder.path().join(format!("{positions}.kgd"));
            let header = DatasetHeader {
                rule: Rule::Freestyle,
                size: BoardSize::square(9).expect("a legal size"),
                note: String::new(),
            };
            let game = TrainingGame {
                opening: points("c5a1d5a3e5a7"),
                plies: vec![TrainingMove::best(points("f5")[0], 0)],
                tree: Vec::new(),
                result,
                scored: true,
            };
            let mut writer = DatasetWriter::create(&file, header).expect("a new file");
            writer.write(&game).expect("it fits the board");
            writer.finish().expect("the disk has room");
            let read = read_labelled(&[file], Rules::new(9, 9, 5), 1, &StopSignal::new());
            let read = read.expect("a game that is learned");
            assert_eq!(read.learned.len() + read.held_out.len(), positions);
        }
    }
}
