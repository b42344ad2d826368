//! Many positions in one text: a position a line, or a collection of games in the Smart Game Format.
//!
//! A line holds a position as moves, or as four columns separated by tabs: a name, the side to move, Black's stones and
//! White's stones. Further columns are ignored. Such tables always count rows from the bottom, as printed diagrams do,
//! and so do the lines that are printed for them. Empty lines and lines that begin with `#` are ignored.

use std::fmt;

use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode, SgfParseError};

use kagetsu_gomoku::board::{ParseSideError, Position, PositionError, Side};
use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Point, Rows, UnsupportedSize};

use kagetsu_notation::position_text::{PositionDefaults, PositionTextError, parse_position};

/// How the points of a list are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointNames {
    /// `h8`, as moves are typed.
    Moves(Rows),
    /// `H8`, as in tables; rows count from the bottom.
    Table,
}

impl PointNames {
    /// The name of a point.
    pub(super) fn show(self, point: Point, size: BoardSize) -> String {
        match self {
            Self::Moves(rows) => rows.name(point, size),
            Self::Table => Rows::FromBottom.name(point, size).to_uppercase(),
        }
    }
}

/// A position with its name.
#[derive(Clone, Debug)]
pub(super) struct NamedPosition {
    pub(super) id: String,
    pub(super) position: Position,
    pub(super) names: PointNames,
}

/// Why a list is refused.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct PositionListError {
    place: ListPlace,
    fault: ListFault,
}

#[derive(Debug)]
enum ListPlace {
    Line(usize),
    Game(usize),
}

impl fmt::Display for ListPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum ListFault {
    #[error(transparent)]
    Text(#[from] PositionTextError),
    #[error(transparent)]
    Point(#[from] ParsePointError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Side(#[from] ParseSideError),
    #[error("'{word}': {source}")]
    Stone { word: String, source: PositionError },
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    #[error("not SGF: {0}")]
    Sgf(#[from] SgfParseError),
    #[error("the game is not Gomoku or Renju: expected GM[4]")]
    OtherGame,
    #[error("'{0}' is not a point of SGF")]
    SgfPoint(String),
}

/// Board size when neither the text nor an option gives it.
const DEFAULT_SIDE: usize = 15;
/// Columns of a table that are read.
const COLUMNS: usize = 4;

/// Reads all positions of a text. A text that is one position in a form of several lines is a list of one.
pub(super) fn parse_list(
    text: &str,
    defaults: PositionDefaults,
) -> Result<Vec<NamedPosition>, PositionListError> {
    if text.trim_start().starts_with('(') {
        return parse_sgf(text, defaults);
    }
    let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| says(line))
        .collect();
    let single = |(place, id): (ListPlace, &str), text: &str| {
        let position = parse_position(text, defaults);
        position
            .map(|position| NamedPosition {
                id: id.to_string(),
                position,
                names: PointNames::Moves(defaults.rows),
            })
            .map_err(|error| PositionListError {
                place,
                fault: error.into(),
            })
    };
    let whole = match lines.as_slice() {
        [] => true,
        [(_, first)] => !first.contains('\t'),
        // The name in a table may be anything.
        [(_, first), ..] if first.contains('\t') => false,
        [(_, first), ..] => {
            let word = first.split_whitespace().next().unwrap_or_default();
            word.eq_ignore_ascii_case("BOARD")
                || !word.contains(|letter: char| letter.is_ascii_digit())
                || first.contains(['.', '#'])
        }
    };
    if whole {
        return Ok(vec![single((ListPlace::Line(1), "1"), text)?]);
    }
    let mut list = Vec::new();
    for (number, line) in lines {
        list.push(if line.contains('\t') {
            parse_row(line, defaults).map_err(|fault| PositionListError {
                place: ListPlace::Line(number),
                fault,
            })?
        } else {
            let id = (list.len() + 1).to_string();
            single((ListPlace::Line(number), &id), line)?
        });
    }
    Ok(list)
}

fn empty_board(size: Option<BoardSize>, defaults: PositionDefaults) -> Result<Position, ListFault> {
    let size = match defaults.size.or(size) {
        Some(size) => size,
        None => BoardSize::square(DEFAULT_SIDE)?,
    };
    Ok(Position::new(size, defaults.rule))
}

fn parse_row(line: &str, defaults: PositionDefaults) -> Result<NamedPosition, ListFault> {
    let mut columns = [""; COLUMNS];
    for (column, text) in columns.iter_mut().zip(line.split('\t')) {
        *column = text.trim();
    }
    let [id, turn, black, white] = columns;
    let mut position = empty_board(None, defaults)?;
    let size = position.size();
    for (stones, of) in [(black, Side::Black), (white, Side::White)] {
        for word in stones.split_whitespace() {
            let point = Rows::FromBottom.parse(word, size)?;
            position
                .place(point, of)
                .map_err(|source| ListFault::Stone {
                    word: word.to_string(),
                    source,
                })?;
        }
    }
    let turn = defaults.side.map_or_else(|| turn.parse(), Ok)?;
    position.set_side_to_move(turn);
    Ok(NamedPosition {
        id: id.to_string(),
        position,
        names: PointNames::Table,
    })
}

fn parse_sgf(
    text: &str,
    defaults: PositionDefaults,
) -> Result<Vec<NamedPosition>, PositionListError> {
    let fail = |number: usize, fault: ListFault| PositionListError {
        place: ListPlace::Game(number),
        fault,
    };
    let trees = sgf_parse::parse(text).map_err(|error| fail(1, error.into()))?;
    let read = |(number, tree): (usize, GameTree)| {
        let GameTree::Unknown(root) = tree else {
            return Err(fail(number, ListFault::OtherGame));
        };
        read_game(&root, defaults)
            .map(|position| NamedPosition {
                id: number.to_string(),
                position,
                names: PointNames::Moves(defaults.rows),
            })
            .map_err(|fault| fail(number, fault))
    };
    (1..).zip(trees).map(read).collect()
}

/// The position at the end of a game's main line.
fn read_game(root: &SgfNode<Prop>, defaults: PositionDefaults) -> Result<Position, ListFault> {
    let size = match root.get_property("SZ") {
        Some(Prop::SZ((width, height))) => Some(BoardSize::new((*width).into(), (*height).into())?),
        _ => None,
    };
    let mut position = empty_board(size, defaults)?;
    for property in root.main_variation().flat_map(SgfNode::properties) {
        match property {
            Prop::B(text) => play(&mut position, text, Side::Black)?,
            Prop::W(text) => play(&mut position, text, Side::White)?,
            Prop::AB(points) => set_up(&mut position, points.iter(), Side::Black)?,
            Prop::AW(points) => set_up(&mut position, points.iter(), Side::White)?,
            Prop::PL(sgf_parse::Color::Black) => position.set_side_to_move(Side::Black),
            Prop::PL(sgf_parse::Color::White) => position.set_side_to_move(Side::White),
            _ => {}
        }
    }
    if let Some(side) = defaults.side {
        position.set_side_to_move(side);
    }
    Ok(position)
}

fn play(position: &mut Position, text: &str, side: Side) -> Result<(), ListFault> {
    position.place(sgf_point(text)?, side)?;
    position.set_side_to_move(side.opponent());
    Ok(())
}

fn set_up<'a>(
    position: &mut Position,
    texts: impl Iterator<Item = &'a String>,
    side: Side,
) -> Result<(), ListFault> {
    let mut points = Vec::new();
    for text in texts {
        points.push(sgf_point(text)?);
    }
    points.sort_unstable();
    for point in points {
        position.place(point, side)?;
    }
    Ok(())
}

fn sgf_point(text: &str) -> Result<Point, ListFault> {
    let bad = || ListFault::SgfPoint(text.to_string());
    let &[column, row] = text.as_bytes() else {
        return Err(bad());
    };
    let number = |letter: u8| letter.checked_sub(b'a').map(usize::from);
    match (number(column), number(row)) {
        (Some(x), Some(y)) if x < BoardSize::MAX && y < BoardSize::MAX => Ok(Point::at(x, y)),
        _ => Err(bad()),
    }
}

/// A point in the two letters of SGF.
pub(super) fn sgf_letters(point: Point) -> String {
    [point.x(), point.y()]
        .map(|number| (b'a' + number as u8) as char)
        .iter()
        .collect()
}
