//! One game between two engines, from the start of their processes to the record.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{Point, Rows};
use kagetsu_kernel::StopSignal;

use super::brain::{Brain, Trouble, Wait};
use super::dialogue::{opening_request, parse_move, parse_swap2, start_lines};
use super::game_clock::GameClock;
use super::referee::{AnsweredPoint, GameStatus, Referee, Refusal};
use super::settings::{EngineSpec, GamePlan, GameSettings, Lifetime, OpeningRule};
use super::swap2::{Choice, Swap2};
use kagetsu_notation::record::{Fault, FaultKind, GameRecord, GameResult, Reason, Remark, SCHEMA};

/// Plays games one after another with its own processes of the engines.
#[derive(Debug)]
pub struct GameRunner {
    engines: Arc<[EngineSpec]>,
    settings: GameSettings,
    /// Processes that are kept between games, by engine.
    kept: Vec<Option<Brain>>,
}

impl GameRunner {
    /// A worker without running processes.
    pub fn new(engines: Arc<[EngineSpec]>, settings: GameSettings) -> Self {
        let kept = engines.iter().map(|_| None).collect();
        Self {
            engines,
            settings,
            kept,
        }
    }

    /// Plays one game. `None` if `stop` was raised before its end.
    pub fn play(&mut self, plan: &GamePlan, stop: &StopSignal) -> Option<GameRecord> {
        let seats = [plan.black, plan.white].map(|engine| Contestant {
            engine,
            brain: self.kept[engine].take(),
            clock: GameClock::new(self.engines[engine].clock.unwrap_or(self.settings.clock)),
            is_told: false,
        });
        let mut game = RunningGame {
            engines: &self.engines,
            settings: &self.settings,
            stop,
            referee: Referee::new(&self.settings),
            seats,
            black: 0,
            ms: Vec::new(),
            remarks: Vec::new(),
        };
        let end = game.run(&plan.opening);
        let end = game.check_stores(end);
        let record = game.record(plan, end.clone());
        self.put_away(game.seats, &end);
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

/// One engine at the board.
#[derive(Debug)]
struct Contestant {
    engine: usize,
    brain: Option<Brain>,
    clock: GameClock,
    /// True if the engine knows the position before the opponent's last move.
    is_told: bool,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Regular(GameResult, Reason),
    Fault {
        seat: usize,
        kind: FaultKind,
        detail: String,
    },
    Interrupted,
}

struct RunningGame<'a> {
    engines: &'a [EngineSpec],
    settings: &'a GameSettings,
    stop: &'a StopSignal,
    referee: Referee,
    seats: [Contestant; 2],
    /// The seat that has Black; swap2 may change it.
    black: usize,
    ms: Vec<u64>,
    remarks: Vec<Remark>,
}

impl RunningGame<'_> {
    fn run(&mut self, opening: &[Point]) -> End {
        for seat in 0..self.seats.len() {
            if let Err(trouble) = self.prepare(seat) {
                return end_by(seat, trouble);
            }
        }
        let opened = match self.settings.opening_rule {
            OpeningRule::Given => self.lay_out(opening),
            OpeningRule::Swap2 => self.swap2(),
        };
        if let Err(end) = opened {
            return end;
        }
        loop {
            match self.turn() {
                Ok(GameStatus::Running) => {}
                Ok(GameStatus::Over(result, reason)) => return End::Regular(result, reason),
                Err(end) => return end,
            }
        }
    }

    /// Starts an engine and tells it the rules.
    fn prepare(&mut self, index: usize) -> Result<(), Trouble> {
        let seat = &mut self.seats[index];
        let spec = &self.engines[seat.engine];
        let brain = match &mut seat.brain {
            Some(brain) => brain,
            None => seat.brain.insert(Brain::start(spec, self.settings)?),
        };
        brain.forget_peak();
        let patience = Wait {
            limit: None,
            tolerance: Duration::ZERO,
            patience: self.settings.patience,
        };
        let (start, info) = start_lines(spec, self.settings, &seat.clock);
        let is_ok = |text: &str| match text {
            ok if ok.eq_ignore_ascii_case("OK") => Some(Ok(())),
            error if error.to_ascii_uppercase().starts_with("ERROR") => {
                Some(Err(error.to_string()))
            }
            _ => None,
        };
        let reply = brain.ask(&[start], patience, self.stop, is_ok)?;
        reply.answer.map_err(|error| {
            Trouble::Fault(FaultKind::Protocol, format!("refused START: {error}"))
        })?;
        brain.tell(&info);
        Ok(())
    }

    /// Puts the stones of the opening on the board.
    fn lay_out(&mut self, opening: &[Point]) -> Result<(), End> {
        for &point in opening {
            self.ms.push(0);
            self.remarks.push(Remark::default());
            match self.referee.play(point, None) {
                Ok(GameStatus::Running) => {}
                Ok(GameStatus::Over(result, reason)) => return Err(End::Regular(result, reason)),
                // Openings are checked before they are used.
                Err(_) => return Err(End::Regular(GameResult::Draw, Reason::MoveLimit)),
            }
        }
        Ok(())
    }

    /// The engines choose the opening; the first seat begins.
    fn swap2(&mut self) -> Result<(), End> {
        let mut opening = Swap2::new();
        while let Some(seat) = opening.chooser() {
            let request = opening.request();
            let reply = self.ask(seat, &request, parse_swap2)?;
            let mut took = reply.1;
            let choice: Choice = reply.0;
            let protocol = |detail: String| End::Fault {
                seat,
                kind: FaultKind::Protocol,
                detail,
            };
            let points = opening
                .choose(&choice)
                .map_err(|error| protocol(error.to_string()))?;
            for answer in points {
                let refused = |refusal: Refusal| fault_of(seat, refusal);
                let point = self.referee.point(*answer).map_err(refused)?;
                let verdict = self.referee.play(point, None).map_err(refused)?;
                opening.placed(point);
                self.ms.push(took.as_millis() as u64);
                took = Duration::ZERO;
                self.remarks.push(Remark::default());
                if let GameStatus::Over(result, reason) = verdict {
                    return Err(End::Regular(result, reason));
                }
            }
            self.black = opening.black();
        }
        Ok(())
    }

    const fn mover(&self) -> usize {
        match self.referee.side_to_move() {
            Side::Black => self.black,
            Side::White => 1 - self.black,
        }
    }

    /// One move.
    fn turn(&mut self) -> Result<GameStatus, End> {
        let seat = self.mover();
        let request = if self.seats[seat].is_told {
            self.referee
                .moves()
                .last()
                .map(|point| vec![format!("TURN {},{}", point.x(), point.y())])
                .unwrap_or_default()
        } else {
            opening_request(self.referee.moves())
        };
        self.seats[seat].is_told = true;
        let (answer, took, remark): (AnsweredPoint, Duration, Remark) =
            self.ask(seat, &request, parse_move)?;
        let refused = |refusal: Refusal| fault_of(seat, refusal);
        let point = self.referee.point(answer).map_err(refused)?;
        let verdict = self.referee.play(point, Some(&remark)).map_err(refused)?;
        self.ms.push(took.as_millis() as u64);
        self.remarks.push(remark);
        Ok(verdict)
    }

    /// Sends a request to the engine of a seat. The time of the answer counts on its clock.
    fn ask<T>(
        &mut self,
        index: usize,
        request: &[String],
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<(T, Duration, Remark), End> {
        let seat = &mut self.seats[index];
        let Some(brain) = &mut seat.brain else {
            return Err(End::Interrupted);
        };
        let wait = Wait {
            limit: seat.clock.limit(),
            tolerance: self.settings.tolerance,
            patience: self.settings.patience,
        };
        let mut lines = vec![seat.clock.left_line()];
        lines.extend_from_slice(request);
        let reply = brain
            .ask(&lines, wait, self.stop, parse)
            .map_err(|trouble| end_by(index, trouble))?;
        seat.clock.spend(reply.took);
        Ok((reply.answer, reply.took, reply.remark))
    }

    /// Checks memory and folders at the end of a game. An engine over a limit loses, whatever the result on the board.
    /// Games can be too short for the regular checks of the memory.
    fn check_stores(&mut self, end: End) -> End {
        if !matches!(end, End::Regular(..)) {
            return end;
        }
        for (index, seat) in self.seats.iter_mut().enumerate() {
            if let Some(Err(trouble)) = seat.brain.as_mut().map(Brain::check_memory) {
                return end_by(index, trouble);
            }
        }
        let Some(limit) = self.settings.folder_limit else {
            return end;
        };
        for (index, seat) in self.seats.iter().enumerate() {
            let Some(folder) = &self.engines[seat.engine].folder else {
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
        let name = |seat: usize| self.engines[self.seats[seat].engine].name.clone();
        let (result, reason, fault) = match end {
            End::Interrupted => return None,
            End::Regular(result, reason) => (result, reason, None),
            End::Fault { seat, kind, detail } => {
                let winner = if seat == self.black {
                    GameResult::White
                } else {
                    GameResult::Black
                };
                let lines = self.seats[seat].brain.as_ref().map(Brain::lines);
                let fault = Fault {
                    engine: name(seat),
                    kind,
                    detail,
                    lines: lines.unwrap_or_default(),
                };
                (winner, Reason::Fault, Some(fault))
            }
        };
        let moves = self.referee.moves();
        let opening = match self.settings.opening_rule {
            OpeningRule::Given => plan.opening.len().min(moves.len()),
            OpeningRule::Swap2 => 0,
        };
        let memory = |seat: usize| {
            let peak = self.seats[seat].brain.as_ref()?.peak()?;
            Some(peak >> 10)
        };
        Some(GameRecord {
            schema: SCHEMA,
            game: plan.game,
            pair: plan.pair,
            black: name(self.black),
            white: name(1 - self.black),
            rule: self.settings.rule,
            size: self.settings.size.width(),
            result,
            reason,
            moves: Rows::FromBottom.names(moves, self.settings.size, ""),
            opening,
            ms: self.ms.clone(),
            remarks: self.remarks.clone(),
            memory_kib: [memory(self.black), memory(1 - self.black)],
            fault,
        })
    }
}

fn end_by(seat: usize, trouble: Trouble) -> End {
    match trouble {
        Trouble::Fault(kind, detail) => End::Fault { seat, kind, detail },
        Trouble::Interrupted => End::Interrupted,
    }
}

fn fault_of(seat: usize, refusal: Refusal) -> End {
    End::Fault {
        seat,
        kind: refusal.kind,
        detail: refusal.detail,
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
