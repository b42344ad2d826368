//! What is asked of an engine that plays Gomoku by JSON queries, those of `analyse --serve`: every turn is a query of its own
//! with the whole game.

use std::time::Duration;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{Point, Rows};
use kagetsu_notation::record::Remark;
use serde_json::{Map, Value};

use super::json_lines::{answer_to, text_of};
use super::seats::{End, Seats};

/// The id of a turn, before its number.
const TURN: &str = "turn-";
/// A query knows no clock of a game: it gets at most one part in so many of what is left.
const PART_OF_GAME: u32 = 20;
/// The answer takes time as well: a search gets so many parts of a hundred of the limit.
const PARTS_OF_LIMIT: u32 = 90;

/// What a search has answered: the best move, and what is known of the search.
type Answer = (String, Remark);

/// Asks for the next move after these.
pub(crate) fn ask(
    seat: usize,
    rule: Rule,
    moves: &[Point],
    seats: &mut Seats<'_>,
) -> Result<(Point, Duration, Remark), End> {
    let size = seats.settings().size;
    let id = format!("{TURN}{}", moves.len() + 1);
    let request = query(&id, seat, rule, moves, seats);
    let parse = |line: &str| parse_answer(line, &id);
    let (answer, took, _) = seats.ask(seat, &[request], parse)?;
    let (best, remark) = answer.map_err(|error| End::by_refused(seat, "the query", &error))?;
    let point = Rows::FromBottom.parse(&best, size);
    let point = point.map_err(|_| End::by_no_move(seat, &best))?;
    Ok((point, took, remark))
}

/// The query of a turn.
fn query(id: &str, seat: usize, rule: Rule, moves: &[Point], seats: &Seats<'_>) -> String {
    let (spec, size) = (seats.spec(seat), seats.settings().size);
    let clock = spec.clock_in(seats.settings());
    let mut fields = Map::new();
    for (key, value) in &spec.options {
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.clone().into());
        fields.insert(key.clone(), value);
    }
    fields.insert("id".into(), id.into());
    fields.insert(
        "moves".into(),
        Rows::FromBottom.names(moves, size, "").into(),
    );
    fields.insert("rule".into(), rule.to_string().into());
    fields.insert("size".into(), size.to_string().into());
    let share = seats.clock(seat).left().map(|left| left / PART_OF_GAME);
    if let Some(limit) = clock.turn.into_iter().chain(share).min() {
        let search = limit * PARTS_OF_LIMIT / 100;
        let millis = u32::try_from(search.as_millis()).unwrap_or(u32::MAX).max(1);
        fields.insert("maxTime".into(), (f64::from(millis) / 1000.0).into());
    }
    for (key, bound) in [
        ("maxNodes", clock.nodes),
        ("maxDepth", clock.depth.map(u64::from)),
    ] {
        if let Some(bound) = bound {
            fields.insert(key.into(), bound.into());
        }
    }
    Value::Object(fields).to_string()
}

/// Reads the answer to a turn: the best move, or what is wrong.
fn parse_answer(line: &str, id: &str) -> Option<Result<Answer, String>> {
    let answer = answer_to(line, id)?;
    if let Some(error) = answer.get("error") {
        return Some(Err(text_of(error)));
    }
    // An echo of the query has no lines.
    let lines = answer.get("lines")?;
    let Some(best) = lines.pointer("/0/moves/0").and_then(Value::as_str) else {
        return Some(Err("there is no move in the answer".to_string()));
    };
    let score = match (lines.pointer("/0/mate"), lines.pointer("/0/score")) {
        (Some(mate), _) => mate.as_i64().map(|plies| {
            let sign = if plies < 0 { '-' } else { '+' };
            format!("{sign}M{}", plies.abs())
        }),
        (None, Some(score)) => score.as_i64().map(|score| score.to_string()),
        (None, None) => None,
    };
    let depth = lines.pointer("/0/depth").and_then(Value::as_u64);
    let depth = depth.and_then(|depth| u32::try_from(depth).ok());
    Some(Ok((best.to_string(), Remark { score, depth })))
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::geometry::BoardSize;
    use kagetsu_kernel::StopSignal;

    use super::super::settings::{ClockRules, EngineSpec, GameSettings};
    use super::*;

    #[test]
    fn a_query_gets_a_part_of_the_game_and_no_more_than_its_turn() {
        let seconds = |seconds: u64| Some(Duration::from_secs(seconds));
        for (game, turn, expected) in [
            (None, None, None),
            (None, seconds(2), Some(1.8)),
            (seconds(20), None, Some(0.9)),
            (seconds(20), seconds(5), Some(0.9)),
            (seconds(100), seconds(1), Some(0.9)),
        ] {
            let size = BoardSize::square(15).expect("a legal size");
            let mut settings = GameSettings::new(Rule::Freestyle, size);
            settings.clock = ClockRules {
                game,
                turn,
                ..ClockRules::default()
            };
            let engine = EngineSpec::new("engine", vec!["engine".to_string()]);
            let stop = StopSignal::new();
            let players = [(0, None), (0, None)];
            let engines = [engine];
            let seats = Seats::new(&engines, &settings, &stop, players);
            let query = query("turn-1", 0, Rule::Freestyle, &[], &seats);
            let query: Value = serde_json::from_str(&query).expect("JSON");
            assert_eq!(
                query.get("maxTime").and_then(Value::as_f64),
                expected,
                "{game:?} {turn:?}"
            );
        }
    }

    #[test]
    fn answers_are_read_and_other_lines_are_not() {
        let read = |line: &str| parse_answer(line, "turn-3");
        let best = read(
            r#"{"id":"turn-3","turn":2,"win":0.4,"lines":[{"score":-12,"win":0.4,"depth":7,"moves":["h8","i9"]}],"nodes":9,"ms":1}"#,
        );
        let answer = |score: &str| {
            let (score, depth) = (Some(score.to_string()), Some(7));
            ("h8".to_string(), Remark { score, depth })
        };
        assert_eq!(best, Some(Ok(answer("-12"))));
        let mate = read(r#"{"id":"turn-3","lines":[{"mate":-4,"depth":7,"moves":["h8"]}]}"#);
        assert_eq!(mate, Some(Ok(answer("-M4"))));
        for other in [
            "hello",
            "{}",
            r#"{"id":"turn-2","lines":[]}"#,
            r#"{"id":"turn-3","warning":"the field 'x' is not known, and ignored"}"#,
            r#"{"id":"turn-3","moves":"h8i9","rule":"renju"}"#,
        ] {
            assert_eq!(read(other), None, "{other}");
        }
        let refused = read(r#"{"id":"turn-3","error":"no","field":"size"}"#);
        assert_eq!(refused, Some(Err("no".to_string())));
        assert!(read(r#"{"id":"turn-3","end":"full","lines":[]}"#).is_some_and(|it| it.is_err()));
    }
}
