//! Made-up tournaments: their settings, and games that nobody has played.

use kagetsu_arena::manifest::Manifest;
use kagetsu_arena::{EngineSpec, Format, GameSettings, Schedule, ScheduleError};
use kagetsu_gomoku::board::Rule;
use kagetsu_notation::record::SCHEMA;
use kagetsu_notation::{GameRecord, GameResult, Reason};

use super::play::square;

/// Width and height of the board.
const SIDE: usize = 15;

/// A round robin of engines with these names: freestyle, no limits.
///
/// # Errors
/// When there would be no games, or too many.
pub fn tournament(
    names: &[&str],
    openings: Vec<String>,
    rounds: u32,
) -> Result<(Schedule, Manifest), ScheduleError> {
    let schedule = Schedule::new(names.len(), Format::RoundRobin, openings, rounds)?;
    let engine = |name: &&str| EngineSpec::new(*name, vec![format!("./{name}")]);
    let engines = names.iter().map(engine).collect();
    let game = GameSettings::new(Rule::Freestyle, square(SIDE));
    let manifest = Manifest::new(engines, game, &schedule);
    Ok((schedule, manifest))
}

/// A game of such a tournament without moves. Its number is that of the schedule; Black is the first of the players.
pub fn game(number: u32, players: [&str; 2], result: GameResult) -> GameRecord {
    let [black, white] = players.map(str::to_string);
    GameRecord {
        schema: SCHEMA,
        game: number,
        pair: number / 2,
        black,
        white,
        rule: Rule::Freestyle.into(),
        size: SIDE,
        result,
        reason: Reason::Five,
        moves: String::new(),
        opening: 0,
        ms: Vec::new(),
        remarks: Vec::new(),
        memory_kib: [None; 2],
        fault: None,
    }
}
