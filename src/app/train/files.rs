//! Reading the games of a training, and the digests of the files.

use std::io::{self, Write};
use std::path::Path;

use sysinfo::System;

use crate::dataset::{fault, open, other_kind};
use crate::error::CommandError;
use kagetsu_arena::digest::sha256_of;
use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::eval::nnue::{Weights, learned_rule};
use kagetsu_kernel::file::require_regular_file;
use kagetsu_kernel::{MIB, ShowPath as _, StopSignal, counted};
use kagetsu_training::dataset::TrainingGame;
use kagetsu_training::network::{DataSource, DataSplit, SampleSet, TrainSettings};

use super::kept::NOTHING_KEPT;

/// Games that are turned into samples together.
const GAMES_AT_ONCE: usize = 1 << 12;

/// Bytes of memory for a position that is learned from.
const POSITION_BYTES: u64 = 3 << 10;

/// Counts the positions that are read, and warns once of more than the memory takes: the system ends such a process without a
/// word.
pub(super) struct MemoryWatch<'a> {
    pub(super) progress: &'a mut dyn Write,
    positions: u64,
    /// Bytes of memory that were free before the first game, or 0 where the system does not tell.
    free: u64,
}

impl<'a> MemoryWatch<'a> {
    pub(super) fn new(progress: &'a mut dyn Write) -> Self {
        let mut system = System::new();
        system.refresh_memory();
        Self {
            progress,
            positions: 0,
            free: system.available_memory(),
        }
    }

    fn count(&mut self, positions: usize) -> io::Result<()> {
        let before = self.positions * POSITION_BYTES;
        self.positions += positions as u64;
        let needed = self.positions * POSITION_BYTES;
        if self.free > 0 && (before..needed).contains(&self.free) {
            writeln!(
                self.progress,
                "{} take up to {} MiB of memory, {} MiB were free: the system may end this training; take fewer games",
                counted(self.positions, "position"),
                needed / MIB,
                self.free / MIB
            )?;
        }
        Ok(())
    }
}

/// Adds the games of a file to the samples, until the signal is raised. The first file decides their rule.
pub(super) fn read_games(
    path: &Path,
    purpose: DataSplit,
    settings: &TrainSettings,
    set: &mut Option<SampleSet>,
    memory: &mut MemoryWatch<'_>,
    stop: &StopSignal,
) -> Result<DataSource, CommandError> {
    let name = path.shown().to_string();
    let reader = open(path)?;
    let header = reader.header().clone();
    let set = set.get_or_insert_with(|| SampleSet::new(header.rule, settings.seed, settings.rules));
    if learned_rule(header.rule) != set.rule() {
        return Err(other_kind(path, header.rule, set.rule()));
    }
    let empty = Board::new(header.size, header.rule);
    let mut add = |games: &mut Vec<TrainingGame>| {
        let positions = games.iter().map(|game| game.plies.len() + game.tree.len());
        memory.count(positions.sum())?;
        set.add(&empty, games, purpose);
        games.clear();
        if stop.is_raised() {
            Err(CommandError::interrupted(NOTHING_KEPT))
        } else {
            Ok(())
        }
    };
    let mut games: Vec<TrainingGame> = Vec::new();
    let mut count = 0;
    for game in reader {
        games.push(game.map_err(|error| fault(path, error))?);
        count += 1;
        if games.len() == GAMES_AT_ONCE {
            add(&mut games)?;
        }
    }
    add(&mut games)?;
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
    require_regular_file(path).map_err(CommandError::unreadable(path.shown()))?;
    let weights = Weights::read(path).map_err(|error| {
        let name = path.shown();
        CommandError::input(format!("'{name}' is not a network to begin with: {error}"))
    })?;
    let hash = sha256_of(path).map_err(CommandError::unreadable(path.shown()))?;
    Ok((weights, hash))
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_training::dataset::{DatasetHeader, DatasetWriter, TrainingResult};

    use super::*;

    #[test]
    fn more_positions_than_the_memory_takes_are_told_once() {
        let mut told: Vec<u8> = Vec::new();
        let mut memory = MemoryWatch::new(&mut told);
        memory.free = 2 * POSITION_BYTES;
        for positions in [1, 1, 1, 5] {
            memory.count(positions).expect("it can be told");
        }
        let told = String::from_utf8(told).expect("text");
        assert!(told.starts_with("3 positions"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }

    #[test]
    fn a_signal_ends_the_reading_of_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgd");
        let header = DatasetHeader {
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("a legal size"),
            note: String::new(),
        };
        let mut writer = DatasetWriter::create(&path, header).expect("a new file");
        let game = TrainingGame {
            opening: Vec::new(),
            plies: Vec::new(),
            tree: Vec::new(),
            result: TrainingResult::Draw,
            scored: true,
        };
        for _ in 0..=GAMES_AT_ONCE {
            writer.write(&game).expect("a game");
        }
        writer.finish().expect("the disk has room");
        let stop = StopSignal::new();
        stop.raise();
        let (settings, mut set) = (TrainSettings::default(), None);
        let mut told: Vec<u8> = Vec::new();
        let mut memory = MemoryWatch::new(&mut told);
        let training = DataSplit::Training;
        let read = read_games(&path, training, &settings, &mut set, &mut memory, &stop);
        assert_eq!(read.expect_err("it was stopped").to_string(), NOTHING_KEPT);
        let games = set.map(|set| set.games());
        assert_eq!(games, Some([GAMES_AT_ONCE, 0]), "the last game is not read");
    }
}
