//! The fields of a query that need a board: rule, size, stones and moves.

use serde_json::Value;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, PointSet, Rows};
use kagetsu_kernel::quote;
use kagetsu_notation::reader::{ReadOptions, Source, read_one};

use super::fields::{FieldFault, Fields, shown, whole};

/// Signs between the moves of a text besides blanks.
const BETWEEN: [char; 2] = [',', ';'];
/// The fields of columns and rows.
const SIDES: [&str; 2] = ["boardXSize", "boardYSize"];

/// The rule: a name in any case, or the protocol's number.
pub(super) fn rule(fields: &mut Fields) -> Option<Rule> {
    let (short, long) = (fields.take("rule"), fields.take("rules"));
    let (field, value) = match (short, long) {
        (Some(_), Some(_)) => {
            fields.blame("rules", "give rule or rules, not both");
            return None;
        }
        (Some(value), None) => ("rule", value),
        (None, Some(value)) => ("rules", value),
        (None, None) => return None,
    };
    let text = match &value {
        Value::String(text) => text.trim().to_string(),
        other => shown(other),
    };
    fields.keep(
        field,
        text.parse::<Rule>().map_err(|error| error.to_string()),
    )
}

/// The size: `15`, `"15"`, `"20x15"`, `[20, 15]`, or both of `boardXSize` and `boardYSize`.
pub(super) fn size(fields: &mut Fields) -> Option<BoardSize> {
    let one = fields.take("size");
    let are_given = SIDES.map(|field| fields.has(field));
    let sides = SIDES.map(|field| fields.count(field));
    let [of_width, of_height] = SIDES;
    match (one, are_given, sides) {
        (Some(value), [false, false], _) => {
            let read = read_size(&value);
            fields.keep("size", read)
        }
        (Some(_), ..) => {
            fields.blame("size", "give size, or boardXSize and boardYSize, not both");
            None
        }
        (None, [true, false], _) => {
            fields.blame(of_height, "boardXSize needs a boardYSize beside it");
            None
        }
        (None, [false, true], _) => {
            fields.blame(of_width, "boardYSize needs a boardXSize beside it");
            None
        }
        (None, _, [Some(width), Some(height)]) => fields.keep(of_width, of_sides(width, height)),
        // There are none, or what is wrong with them is said.
        (None, ..) => None,
    }
}

fn of_sides(width: u64, height: u64) -> Result<BoardSize, String> {
    let side = |number| usize::try_from(number).unwrap_or(usize::MAX);
    BoardSize::new(side(width), side(height)).map_err(|error| error.to_string())
}

fn read_size(value: &Value) -> Result<BoardSize, String> {
    let expected = || {
        let shown = shown(value);
        format!("{shown} is not a board size: expected 15, \"20x15\" or [20, 15]")
    };
    match value {
        Value::String(text) => text
            .parse()
            .map_err(|error: kagetsu_gomoku::geometry::ParseSizeError| error.to_string()),
        Value::Array(list) => match list
            .iter()
            .map(whole)
            .collect::<Option<Vec<u64>>>()
            .as_deref()
        {
            Some(&[width, height]) => of_sides(width, height),
            _ => Err(expected()),
        },
        other => match whole(other) {
            Some(side) => of_sides(side, side),
            None => Err(expected()),
        },
    }
}

/// Reads `black`, `white` or their first letters in either case.
pub(super) fn read_side(text: &str) -> Result<Side, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(format!("'{}' is not a side: expected B or W", quote(text))),
    }
}

fn point(text: &str, size: BoardSize) -> Result<Point, String> {
    Rows::FromBottom
        .parse(text, size)
        .map_err(|error| error.to_string())
}

/// A pair such as `["B", "h8"]`.
fn stone(value: &Value, size: BoardSize) -> Result<(Side, Point), String> {
    if let Some([Value::String(colour), Value::String(name)]) = value.as_array().map(Vec::as_slice)
    {
        return Ok((read_side(colour)?, point(name, size)?));
    }
    let shown = shown(value);
    Err(format!(
        "{shown} is not a stone: expected a pair such as [\"B\", \"h8\"]"
    ))
}

/// The stones before the first move, put on the board.
pub(super) fn place_stones(value: &Value, start: &mut Position) -> Result<(), FieldFault> {
    const FIELD: &str = "initialStones";
    let Value::Array(list) = value else {
        let shown = shown(value);
        let error = format!("{shown} is not a list of pairs such as [\"B\", \"h8\"]");
        return Err(FieldFault::new(FIELD, error));
    };
    for (number, item) in (1..).zip(list) {
        let placed = stone(item, start.size()).and_then(|(side, point)| {
            let name = Rows::FromBottom.name(point, start.size());
            start
                .place(point, side)
                .map_err(|error| format!("{name}: {error}"))
        });
        placed.map_err(|error| FieldFault::new(FIELD, format!("stone {number}: {error}")))?;
    }
    Ok(())
}

/// The moves of a query, with their sides where they are given.
#[derive(Debug, Default)]
pub(super) struct GivenMoves {
    pub(super) points: Vec<Point>,
    /// The side of each move, or of the first one where there is none; empty when no side is given.
    sides: Vec<Side>,
}

impl GivenMoves {
    /// Reads `"h8i9"`, `["h8", "i9"]` or `[["B", "h8"], ["W", "i9"]]`. `stated` is the rule, if anybody has stated it.
    pub(super) fn read(
        value: &Value,
        empty: &Position,
        stated: Option<Rule>,
    ) -> Result<Self, FieldFault> {
        let fault = |error: String| FieldFault::new("moves", error);
        let mut moves = Self::default();
        match value {
            Value::String(text) => moves = moves_of(text, empty, stated).map_err(fault)?,
            Value::Array(list) => {
                for (number, item) in (1..).zip(list) {
                    moves
                        .add(item, empty.size())
                        .map_err(|error| fault(format!("move {number}: {error}")))?;
                }
            }
            other => {
                let shown = shown(other);
                return Err(fault(format!(
                    "{shown} is not a list of moves: expected \"h8i9\", [\"h8\", \"i9\"] or [[\"B\", \"h8\"], [\"W\", \"i9\"]]"
                )));
            }
        }
        Ok(moves)
    }

    fn add(&mut self, item: &Value, size: BoardSize) -> Result<(), String> {
        let (given, point) = match item {
            Value::String(name) => (None, point(name, size)?),
            pair => stone(pair, size).map(|(mover, point)| (Some(mover), point))?,
        };
        if given.is_some() && self.sides.len() < self.points.len()
            || given.is_none() && !self.sides.is_empty()
        {
            return Err("sides are given for all moves or for none".to_string());
        }
        self.sides.extend(given);
        self.points.push(point);
        Ok(())
    }

    /// The side of the first move, if it is given.
    pub(super) fn first_side(&self) -> Option<Side> {
        self.sides.first().copied()
    }

    /// Checks that the sides take turns from this one on.
    pub(super) fn check_turns(&self, first: Side) -> Result<(), FieldFault> {
        let mut due = first;
        for (number, &side) in (1..).zip(&self.sides) {
            if side != due && self.points.is_empty() {
                let error = format!("the moves say that {side} begins");
                return Err(FieldFault::new("initialPlayer", error));
            }
            if side != due {
                let error = format!("move {number}: it is the turn of {due}, and nobody passes");
                return Err(FieldFault::new("moves", error));
            }
            due = due.opponent();
        }
        Ok(())
    }
}

/// The moves of a text in any of the writings that the commands read, for a board of this size and rule. A game that does not
/// say its kind needs a stated rule.
fn moves_of(text: &str, empty: &Position, stated: Option<Rule>) -> Result<GivenMoves, String> {
    if text.trim().is_empty() {
        return Ok(GivenMoves::default());
    }
    let size = empty.size();
    let options = ReadOptions {
        size: Some(size),
        rule: stated,
        ..ReadOptions::default()
    };
    let game = read_one(&Source::of_text(text), &options).map_err(|error| error.to_string())?;
    if !game.start.stones().is_empty() || !game.start.blocked().is_empty() {
        return Err("a board is no list of moves: initialStones takes its stones".to_string());
    }
    if game.start.size() != size {
        return Err(format!(
            "the moves are of a {} board, not of {size}",
            game.start.size()
        ));
    }
    let (told, rule) = (game.start.rule(), empty.rule());
    if game.has_rule && told != rule {
        return Err(format!("the moves are of {told}, not of {rule}"));
    }
    let sides = match game.start.side_to_move() {
        // It is not told apart from a text that says no side.
        Side::Black => Vec::new(),
        Side::White => {
            let turns = Side::BOTH.into_iter().rev().cycle();
            turns.take(game.steps.len().max(1)).collect()
        }
    };
    let steps = game.steps.into_iter();
    let points = steps.map(|step| step.ok_or_else(|| "nobody passes in a query".to_string()));
    Ok(GivenMoves {
        points: points.collect::<Result<_, _>>()?,
        sides,
    })
}

fn points_of(text: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    Rows::FromBottom
        .parse_moves(&text.replace(BETWEEN, " "), size)
        .map_err(|error| error.to_string())
}

/// The points that are left out: a list of names, or a text of them.
pub(super) fn read_excluded(value: &Value, size: BoardSize) -> Result<PointSet, FieldFault> {
    let fault = |error: String| FieldFault::new("exclude", error);
    match value {
        Value::String(text) => Ok(points_of(text, size).map_err(fault)?.into_iter().collect()),
        Value::Array(list) => list
            .iter()
            .map(|item| match item {
                Value::String(name) => point(name, size),
                other => Err(format!("{} is not a point such as \"h8\"", shown(other))),
            })
            .collect::<Result<PointSet, String>>()
            .map_err(fault),
        other => Err(fault(format!(
            "{} is not a list of points such as [\"h8\"]",
            shown(other)
        ))),
    }
}
