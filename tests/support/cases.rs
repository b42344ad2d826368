//! Readers of the line-based files in `tests/data`: fields between bars, `#` starts a comment, points in the
//! protocol's `x,y` form.

use std::fmt::Display;
use std::str::FromStr;

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows, Symmetry};

/// A position and a move in it, with the verdict as the file gives it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in the file.
    pub name: String,
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub point: Point,
    /// What the file says of it.
    pub verdict: String,
}

impl Case {
    /// The case seen through a symmetry of its board, which must be square unless the axes stay in place.
    ///
    /// # Errors
    /// When an image does not fit on the board.
    pub fn image(&self, symmetry: Symmetry) -> Result<Self, String> {
        let size = self.position.size();
        let mut position = Position::new(size, self.position.rule());
        for &(point, side) in self.position.stones() {
            place(&mut position, symmetry.apply(point, size), Some(side))?;
        }
        for &point in self.position.blocked() {
            place(&mut position, symmetry.apply(point, size), None)?;
        }
        position.set_side_to_move(self.position.side_to_move());
        Ok(Self {
            name: format!("{} under {symmetry:?}", self.name),
            position,
            point: symmetry.apply(self.point, size),
            verdict: self.verdict.clone(),
        })
    }
}

fn place(position: &mut Position, point: Point, side: Option<Side>) -> Result<(), String> {
    match side {
        Some(side) => position.place(point, side),
        None => position.block(point),
    }
    .map_err(|error| error.to_string())
}

/// The lines of a data file, cut into trimmed fields.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .map(|line| line.split_once('#').map_or(line, |(data, _)| data).trim())
        .filter(|line| !line.is_empty())
        .map(|line| line.split('|').map(str::trim).collect())
}

fn fill(position: &mut Position, field: &str, side: Option<Side>) -> Result<(), String> {
    for word in field.split_whitespace() {
        place(position, point(word)?, side)?;
    }
    Ok(())
}

/// Reads a point, whose rows count from the top, for a board of any size.
///
/// # Errors
/// Quotes what is no point.
pub fn point(word: &str) -> Result<Point, String> {
    Rows::FromTop
        .parse(word, BoardSize::LARGEST)
        .map_err(|error| format!("{error}"))
}

/// Reads a size, a side, a rule or a number.
///
/// # Errors
/// Says why it is none.
pub fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    let parsed = text.parse::<T>();
    parsed.map_err(|error| error.to_string())
}

fn forbidden_case(fields: &[&str]) -> Result<Case, String> {
    let &[name, board, black, white, to_play, verdict] = fields else {
        return Err(format!("expected six fields: {fields:?}"));
    };
    let mut position = Position::new(parsed(board)?, Rule::Renju);
    fill(&mut position, black, Some(Side::Black))?;
    fill(&mut position, white, Some(Side::White))?;
    Ok(Case {
        name: name.to_string(),
        position,
        point: point(to_play)?,
        verdict: verdict.to_string(),
    })
}

/// Cases of `forbidden_examples.txt`: renju positions with Black to move.
///
/// # Errors
/// Quotes what is no case.
pub fn forbidden_cases() -> Result<Vec<Case>, String> {
    rows(include_str!("../data/forbidden_examples.txt"))
        .map(|fields| forbidden_case(&fields))
        .collect()
}

fn win_case(fields: &[&str]) -> Result<Case, String> {
    let &[name, board, black, white, blocked, to_play, verdict] = fields else {
        return Err(format!("expected seven fields: {fields:?}"));
    };
    let (side, target) = to_play
        .split_once(' ')
        .ok_or_else(|| format!("'{to_play}' is not a side and a point"))?;
    let mut position = Position::new(parsed(board)?, Rule::Freestyle);
    fill(&mut position, black, Some(Side::Black))?;
    fill(&mut position, white, Some(Side::White))?;
    fill(&mut position, blocked, None)?;
    position.set_side_to_move(parsed(side)?);
    Ok(Case {
        name: name.to_string(),
        position,
        point: point(target)?,
        verdict: verdict.to_string(),
    })
}

/// Cases of `wins.txt`: the verdict lists the rules under which the move wins.
///
/// # Errors
/// Quotes what is no case.
pub fn win_cases() -> Result<Vec<Case>, String> {
    rows(include_str!("../data/wins.txt"))
        .map(|fields| win_case(&fields))
        .collect()
}
