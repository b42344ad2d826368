//! The lines of Connect6 in the words of the Gomocup protocol, from the manager's side.

use kagetsu_connect6::{Cell, Turn};

use super::dialogue::{parse_move, position_request};
use super::game_clock::GameClock;
use super::referee::AnsweredPoint;
use super::settings::{EngineSpec, GameSettings};

/// Tells an engine of several games which one is played.
const GAME: &str = "INFO game_type connect6";

/// The `INFO` lines of a game's start. Limits are told only where there are any: a server then has limits of its own.
pub(crate) fn info_lines(
    spec: &EngineSpec,
    settings: &GameSettings,
    clock: &GameClock,
) -> Vec<String> {
    let mut lines = vec![GAME.to_string()];
    if let Some(memory) = spec.memory_limit(settings.memory) {
        lines.push(format!("INFO max_memory {memory}"));
    }
    if clock.limit().is_some() {
        lines.extend(clock.rules_lines());
    }
    let options = spec.options.iter();
    lines.extend(options.map(|(key, value)| format!("INFO {key} {value}")));
    lines
}

/// The request for the next turn. An engine that `is_told` knows all turns but the last.
pub(crate) fn request(turns: &[Turn], is_told: bool, clock: &GameClock) -> Vec<String> {
    let mut lines = Vec::new();
    if clock.limit().is_some() {
        lines.push(clock.left_line());
    }
    if let ([.., last], true) = (turns, is_told) {
        let points: Vec<String> = last.cells().map(point).collect();
        lines.push(format!("TURN {}", points.join(" ")));
        return lines;
    }
    let stones = turns.iter().enumerate().flat_map(|(index, turn)| {
        let is_own = (turns.len() - index).is_multiple_of(2);
        turn.cells().map(move |cell| (point(cell), is_own))
    });
    lines.extend(position_request(stones));
    lines
}

fn point(cell: Cell) -> String {
    format!("{},{}", cell.column(), cell.row())
}

/// Reads the answer to a request: points with one blank between them.
pub(crate) fn parse_turn(line: &str) -> Option<Vec<AnsweredPoint>> {
    line.split(' ').map(parse_move).collect()
}

/// The turn of these points.
///
/// # Errors
/// When a point is not on the board, a point is named twice, or their number is wrong.
pub(crate) fn turn_of(points: &[AnsweredPoint]) -> Result<Turn, String> {
    let cell = |point: &AnsweredPoint| {
        let cell = point.on_board(Cell::at);
        cell.ok_or_else(|| format!("{},{} is not on the board", point.x, point.y))
    };
    match points {
        [one] => Ok(Turn::One(cell(one)?)),
        [a, b] => {
            Turn::pair(cell(a)?, cell(b)?).ok_or_else(|| "both stones on one point".to_string())
        }
        _ => Err(format!("{} stones in one turn", points.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::ClockRules;
    use super::*;

    #[test]
    fn turns_are_told_and_read() {
        let clock = GameClock::new(ClockRules::default());
        let turns: Vec<Turn> = ["JJ", "IIKK"]
            .into_iter()
            .map(|text| Turn::parse(text).expect("a turn"))
            .collect();
        assert_eq!(request(&[], false, &clock), ["BEGIN"]);
        assert_eq!(request(&turns, true, &clock), ["TURN 8,8 10,10"]);
        assert_eq!(
            request(&turns, false, &clock),
            ["BOARD", "9,9,1", "8,8,2", "10,10,2", "DONE"]
        );
        let points = parse_turn("8,8 10,10").expect("points");
        assert_eq!(turn_of(&points), Ok(turns[1]));
        assert_eq!(parse_turn("ERROR no"), None);
        for points in ["19,0", "1,1 1,1", "0,0 0,1 0,2"] {
            assert!(turn_of(&parse_turn(points).expect("points")).is_err());
        }
        assert!(turn_of(&[]).is_err());
    }
}
