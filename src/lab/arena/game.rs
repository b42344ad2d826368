//! One game between two engines, from the start of their processes to the record.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kagetsu_kernel::{KIB, StopSignal};
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::{Fault, FaultKind, GameRecord, GameResult, Reason, SCHEMA};

use super::brain::Brain;
use super::connect6_contest::Connect6Contest;
use super::contest::Contest;
use super::game_log::GameLog;
use super::gomoku_contest::GomokuContest;
use super::reversi_contest::ReversiContest;
use super::seats::{Contestant, End, Seats};
use super::settings::{EngineSpec, GamePlan, GameSettings, Lifetime};

/// Plays games one after another with its own processes of the engines.
#[derive(Debug)]
pub struct GameRunner {
    engines: Arc<[EngineSpec]>,
    settings: GameSettings,
    /// Processes that are kept between games, by engine.
    kept: Vec<Option<Brain>>,
    /// The folder for the conversations of the games.
    log: Option<PathBuf>,
}

impl GameRunner {
    /// A worker without running processes.
    ///
    /// # Panics
    /// When the board is not square: the record of a game tells one side alone.
    pub fn new(engines: Arc<[EngineSpec]>, settings: GameSettings) -> Self {
        let size = settings.size;
        assert!(
            size.is_square(),
            "no games on a board of {size}: it is not square"
        );
        let kept = engines.iter().map(|_| None).collect();
        Self {
            engines,
            settings,
            kept,
            log: None,
        }
    }

    /// The same, with all lines between manager and engines in a file `NNNNNN.txt` of this folder for each game.
    #[must_use]
    pub fn with_log(mut self, folder: Option<&Path>) -> Self {
        self.log = folder.map(Path::to_path_buf);
        self
    }

    /// Plays one game. `None` if `stop` was raised before its end.
    pub fn play(&mut self, plan: &GamePlan, stop: &StopSignal) -> Option<GameRecord> {
        let players = [plan.black, plan.white].map(|engine| (engine, self.kept[engine].take()));
        let mut game = RunningGame {
            contest: contest(&self.settings),
            seats: Seats::new(&self.engines, &self.settings, stop, players),
        };
        let begun = self.log.as_ref().map(|log| GameLog::begin(log, plan.game));
        game.seats.log = begun.and_then(|begun| {
            begun
                .inspect_err(|error| log::error!("no log of game {}: {error}", plan.game))
                .ok()
        });
        let end = game.run(&plan.opening);
        let end = game.check_stores(end);
        let record = game.record(plan, end.clone());
        let players = game.seats.contestants;
        self.put_away(players, &end);
        record
    }

    /// Ends the processes that are not kept for the next game.
    fn put_away(&mut self, seats: [Contestant; 2], end: &End) {
        for (index, seat) in seats.into_iter().enumerate() {
            let is_at_fault = matches!(end, End::Fault { seat, .. } if *seat == index);
            let Some(brain) = seat.brain else {
                continue;
            };
            if is_at_fault || *end == End::Interrupted {
                // Dropping the process kills it.
                continue;
            }
            match self.settings.lifetime {
                Lifetime::Game => brain.end(),
                Lifetime::Tournament => self.kept[seat.engine] = Some(brain),
            }
        }
    }
}

impl Drop for GameRunner {
    fn drop(&mut self) {
        for brain in self.kept.drain(..).flatten() {
            brain.end();
        }
    }
}

/// The game that the settings name.
fn contest(settings: &GameSettings) -> Box<dyn Contest> {
    match settings.rule {
        Ruleset::Gomoku(rule) => Box::new(GomokuContest::new(rule, settings)),
        Ruleset::Reversi => Box::new(ReversiContest::default()),
        Ruleset::Connect6 => Box::new(Connect6Contest::default()),
    }
}

/// A game that is played.
struct RunningGame<'a> {
    contest: Box<dyn Contest>,
    seats: Seats<'a>,
}

impl RunningGame<'_> {
    fn run(&mut self, opening: &str) -> End {
        for seat in 0..self.seats.contestants.len() {
            let begun = self.seats.start(seat);
            if let Err(end) = begun.and_then(|()| self.contest.begin(seat, &mut self.seats)) {
                return end;
            }
        }
        if let Err(end) = self.contest.open(opening, &mut self.seats) {
            return end;
        }
        loop {
            if let Err(end) = self.contest.turn(&mut self.seats) {
                return end;
            }
        }
    }

    /// Checks memory and folders at the end of a game. An engine over a limit loses, whatever the result on the board.
    /// Games can be too short for the regular checks of the memory.
    fn check_stores(&mut self, end: End) -> End {
        if !matches!(end, End::Regular(..)) {
            return end;
        }
        for (index, seat) in self.seats.contestants.iter_mut().enumerate() {
            if let Some(Err(trouble)) = seat.brain.as_mut().map(Brain::check_memory) {
                return End::by(index, trouble);
            }
        }
        let Some(limit) = self.seats.settings().folder_limit else {
            return end;
        };
        for index in 0..self.seats.contestants.len() {
            let Some(folder) = &self.seats.spec(index).folder else {
                continue;
            };
            let size = folder_size(folder);
            if size > limit {
                return End::Fault {
                    seat: index,
                    kind: FaultKind::Folder,
                    detail: format!("its folder holds {size} bytes, allowed are {limit}"),
                };
            }
        }
        end
    }

    fn record(&self, plan: &GamePlan, end: End) -> Option<GameRecord> {
        let (seats, black) = (&self.seats, self.seats.black);
        let name = |seat: usize| seats.spec(seat).name.clone();
        let (result, reason, fault) = match end {
            End::Interrupted => return None,
            End::Regular(result, reason) => (result, reason, None),
            End::Fault { seat, kind, detail } => {
                let winner = if seat == black {
                    GameResult::White
                } else {
                    GameResult::Black
                };
                let lines = seats.contestants[seat].brain.as_ref().map(Brain::lines);
                let fault = Fault {
                    engine: name(seat),
                    kind,
                    detail,
                    lines: lines.unwrap_or_default(),
                };
                (winner, Reason::Fault, Some(fault))
            }
        };
        let memory = |seat: usize| {
            let peak = seats.contestants[seat].brain.as_ref()?.peak()?;
            Some(peak / KIB)
        };
        Some(GameRecord {
            schema: SCHEMA,
            game: plan.game,
            pair: plan.pair,
            black: name(black),
            white: name(1 - black),
            rule: seats.settings().rule,
            size: seats.settings().size.width(),
            result,
            reason,
            moves: self.contest.moves(),
            opening: seats.opening,
            ms: seats.ms.clone(),
            remarks: seats.remarks.clone(),
            memory_kib: [memory(black), memory(1 - black)],
            fault,
        })
    }
}

/// Total size in bytes of all files below a folder. Files that cannot be read count as zero.
fn folder_size(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    entries
        .flatten()
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => folder_size(&entry.path()),
            Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |data| data.len()),
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::BoardSize;

    use super::*;

    #[test]
    #[should_panic(expected = "no games on a board of 20x15: it is not square")]
    fn a_board_that_no_record_can_tell_is_refused() {
        let size = BoardSize::new(20, 15).expect("a legal size");
        GameRunner::new(Arc::new([]), GameSettings::new(Rule::Freestyle, size));
    }
}
