//! The usage of each engine: time, share of its limit, depth and memory.

use std::time::Duration;

use crate::game_clock::GameClock;
use crate::settings::ClockRules;
use kagetsu_gomoku::board::Side;
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::GameRecord;

use super::input::ReportInput;

/// A pass in the moves of a game of Reversi, each of which is two letters.
const PASS: &str = "pa";

/// The use of time, depth and memory of one engine over all its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineUsage {
    /// Name of the engine.
    pub engine: String,
    /// Time of each of its moves in milliseconds.
    pub ms: Vec<u64>,
    /// Time used after the opening, divided by the limit: for each move if moves are limited, otherwise for each game.
    pub shares: Vec<f64>,
    /// Milliseconds beyond the limit of each move that came later; the tolerance has accepted them.
    pub overruns: Vec<u64>,
    /// Number of moves for which the engine reported a score that is understood.
    pub scores: usize,
    /// Depth of each move for which the engine reported one.
    pub depths: Vec<u32>,
    /// Highest memory in KiB.
    pub memory_kib: Option<u64>,
}

impl EngineUsage {
    /// Mean time of a move in milliseconds.
    pub fn mean_ms(&self) -> Option<f64> {
        mean(self.ms.iter().map(|&ms| ms as f64))
    }

    /// Longest time of a move in milliseconds.
    pub fn max_ms(&self) -> Option<u64> {
        self.ms.iter().copied().max()
    }

    /// Mean share of the limit.
    pub(crate) fn mean_share(&self) -> Option<f64> {
        mean(self.shares.iter().copied())
    }

    /// Greatest share of the limit.
    pub fn max_share(&self) -> Option<f64> {
        self.shares.iter().copied().reduce(f64::max)
    }

    /// Mean depth in plies.
    pub fn mean_depth(&self) -> Option<f64> {
        mean(self.depths.iter().map(|&depth| f64::from(depth)))
    }

    fn add(&mut self, record: &GameRecord, side: Side, clock: ClockRules) {
        let own =
            |&index: &usize| index % Side::BOTH.len() == side.index() && !is_pass(record, index);
        let before = self.ms.len();
        let mut left = GameClock::new(clock);
        for index in (record.opening..record.ms.len()).filter(own) {
            let ms = record.ms[index];
            self.ms.push(ms);
            let took = Duration::from_millis(ms);
            if let Some(limit) = left.limit() {
                let beyond = (took + left.overdrawn()).saturating_sub(limit);
                let beyond = beyond.as_millis() as u64;
                self.overruns.extend((beyond > 0).then_some(beyond));
            }
            left.spend(took);
            if let Some(remark) = record.remarks.get(index) {
                self.depths.extend(remark.depth);
                self.scores += usize::from(remark.score.is_some());
            }
        }
        let times = &self.ms[before..];
        let milliseconds = |duration: Duration| duration.as_secs_f64() * 1000.0;
        if let Some(turn) = clock.turn {
            let shares = times.iter().map(|&ms| ms as f64 / milliseconds(turn));
            self.shares.extend(shares);
        } else if let Some(game) = clock.game {
            let limit = game + clock.increment * times.len() as u32;
            let used: u64 = times.iter().sum();
            self.shares.push(used as f64 / milliseconds(limit));
        }
        self.memory_kib = self.memory_kib.max(record.memory_kib[side.index()]);
    }
}

/// The usage of every engine that has made a move, in the order of the settings.
pub fn usage(input: &ReportInput<'_>) -> Vec<EngineUsage> {
    let games = input.games();
    let of_engine = |(index, name): (usize, &str)| {
        let mut usage = EngineUsage {
            engine: name.to_string(),
            ..EngineUsage::default()
        };
        for record in &games {
            for side in Side::BOTH {
                if record.name(side) == name {
                    usage.add(record, side, input.clock(index));
                }
            }
        }
        usage
    };
    let usages = input.names().enumerate().map(of_engine);
    usages.filter(|usage| !usage.ms.is_empty()).collect()
}

/// A sentence for each engine that has exceeded limits which the tolerance has accepted. It has no full stop at its end.
pub fn overruns(usages: &[EngineUsage]) -> Vec<String> {
    let sentence = |usage: &EngineUsage| {
        let most = usage.overruns.iter().max()?;
        Some(format!(
            "{} exceeded its limit in {} of {} moves, by up to {most} ms, which --tolerance accepted",
            usage.engine,
            usage.overruns.len(),
            usage.ms.len()
        ))
    };
    usages.iter().filter_map(sentence).collect()
}

/// Is a move a forced pass, which the referee plays?
fn is_pass(record: &GameRecord, index: usize) -> bool {
    let start = index * PASS.len();
    record.rule == Ruleset::Reversi && record.moves.get(start..start + PASS.len()) == Some(PASS)
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = numbers.len();
    (count > 0).then(|| numbers.sum::<f64>() / count as f64)
}

#[cfg(test)]
mod tests {
    use kagetsu_notation::record::GameResult;

    use crate::statistics::test_records::record;

    use super::*;

    #[test]
    fn a_forced_pass_is_no_move_of_the_engine() {
        let mut record = record(0, "a", "b", GameResult::Black);
        record.rule = Ruleset::Reversi;
        record.moves = "f5d6pac3".to_string();
        record.ms = vec![10, 20, 0, 30];
        for (side, ms) in [(Side::Black, vec![10]), (Side::White, vec![20, 30])] {
            let mut usage = EngineUsage::default();
            usage.add(&record, side, ClockRules::default());
            assert_eq!(usage.ms, ms);
        }
    }
}
