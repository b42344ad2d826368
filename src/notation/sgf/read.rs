//! Reads the main lines of a collection of games. A crate reads the properties. This module splits the collection into
//! games, because an error must name the line of its game and must not affect the other games.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode, SgfParseError};

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, UnsupportedSize};

use crate::record::GameResult;

/// Largest number of nodes in a row in a game. Real games are much shorter. The tree that the crate builds is dropped
/// recursively, which would need too much stack for longer games.
pub(super) const MAX_NODES: usize = 2000;

/// The number of Gomoku and Renju in the format.
const GOMOKU: i64 = 4;
/// The number of Go, the default of the format.
const GO: i64 = 1;

/// The main line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// Line of the file on which the game begins, from one.
    pub line: usize,
    /// The size of the board, if the game states it.
    pub size: Option<BoardSize>,
    /// The moves, Black and White in turn. They may be illegal.
    pub moves: Vec<Point>,
    /// The names of Black and White, as far as the game states them.
    pub names: [Option<String>; 2],
    /// The rule, if the game names one that is known.
    pub rule: Option<Rule>,
    /// The result, if the game states one.
    pub result: Option<GameResult>,
}

/// Why a game cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct SgfError {
    /// Line of the file on which the game begins, from one.
    pub line: usize,
    /// What is wrong with it.
    pub fault: SgfFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// A closing parenthesis is missing.
    #[error("the game has no end: a ')' is missing")]
    NoEnd,
    /// The game has too many nodes in a row.
    #[error("the game has more than {MAX_NODES} nodes in a row")]
    TooLong,
    /// The text is not valid SGF.
    #[error("the game is not SGF: {0}")]
    Form(SgfParseError),
    /// The record is of another game than Gomoku or Renju.
    #[error("the game is GM[{0}], but Gomoku and Renju are GM[{GOMOKU}]")]
    OtherGame(i64),
    /// The board cannot be used.
    #[error(transparent)]
    Size(#[from] UnsupportedSize),
    /// The size of the board cannot be parsed.
    #[error("the size of the board, SZ[{0}], is not a number or columns:rows")]
    BadSize(String),
    /// A move is not a point.
    #[error("'{0}' is not a point: expected two letters, column and row from the top left")]
    Point(String),
    /// One side makes two moves in a row, or White begins.
    #[error("move {number} is by {side}, but the sides take turns and black begins")]
    Turn {
        /// Its number, from one.
        number: usize,
        /// The side that made it.
        side: Side,
    },
    /// Stones are set or removed by other properties than moves.
    #[error("the game sets stones with {0}: only moves are understood")]
    SetUp(String),
}

/// Reads the main line of every game of a collection. Text between the games is ignored, as the format requires.
///
/// ```
/// use kagetsu_notation::read_sgf;
/// let games = read_sgf("(;GM[4]SZ[15];B[hh];W[ii](;B[jj])(;B[hi]))");
/// let moves = games[0].as_ref().map(|game| game.moves.len());
/// assert_eq!(moves, Ok(3));
/// ```
pub fn read_sgf(text: &str) -> Vec<Result<SgfGame, SgfError>> {
    let pieces = cut(text);
    let read = |piece: Piece| {
        let line = piece.line;
        read_game(&piece).map_err(|fault| SgfError { line, fault })
    };
    pieces.into_iter().map(read).collect()
}

/// The text of one game of a collection, before it is parsed.
pub(super) struct Piece<'t> {
    line: usize,
    pub(super) text: &'t str,
    /// Largest number of nodes in a row.
    pub(super) nodes: usize,
    pub(super) ended: bool,
}

/// Splits a collection into games.
pub(super) fn cut(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut line, mut begin) = (1, (0, 1));
    // For each open parenthesis, the number of nodes in a row before it.
    let mut open: Vec<usize> = Vec::new();
    let (mut depth, mut deepest) = (0, 0);
    let (mut in_value, mut escaped) = (false, false);
    for (index, letter) in text.char_indices() {
        line += usize::from(letter == '\n');
        if in_value {
            in_value = escaped || letter != ']';
            escaped = !escaped && letter == '\\';
            continue;
        }
        match letter {
            '(' => {
                if open.is_empty() {
                    (begin, depth, deepest) = ((index, line), 0, 0);
                }
                open.push(depth);
            }
            '[' => in_value = !open.is_empty(),
            ';' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            ')' => {
                if let Some(above) = open.pop() {
                    depth = above;
                    if open.is_empty() {
                        pieces.push(Piece {
                            line: begin.1,
                            text: &text[begin.0..=index],
                            nodes: deepest,
                            ended: true,
                        });
                    }
                }
            }
            _ => {}
        }
    }
    if !open.is_empty() {
        pieces.push(Piece {
            line: begin.1,
            text: &text[begin.0..],
            nodes: deepest,
            ended: false,
        });
    }
    pieces
}

fn read_game(piece: &Piece) -> Result<SgfGame, SgfFault> {
    if !piece.ended {
        return Err(SgfFault::NoEnd);
    }
    if piece.nodes > MAX_NODES {
        return Err(SgfFault::TooLong);
    }
    let trees = sgf_parse::parse(piece.text).map_err(SgfFault::Form)?;
    let Some(GameTree::Unknown(root)) = trees.into_iter().next() else {
        return Err(SgfFault::OtherGame(GO));
    };
    if let Some(Prop::GM(game)) = root.get_property("GM")
        && *game != GOMOKU
    {
        return Err(SgfFault::OtherGame(*game));
    }
    Ok(SgfGame {
        line: piece.line,
        size: board_size(&root)?,
        moves: moves(&root)?,
        names: ["PB", "PW"].map(|property| simple_text(&root, property)),
        rule: simple_text(&root, "RU").and_then(|rule| rule.parse().ok()),
        result: simple_text(&root, "RE").and_then(|result| read_result(&result)),
    })
}

/// A property that is one line of text, if the node has it and there is something in it.
fn simple_text(node: &SgfNode<Prop>, property: &str) -> Option<String> {
    match node.get_property(property)? {
        Prop::PB(text) | Prop::PW(text) | Prop::RU(text) | Prop::RE(text) => {
            // A backslash takes the meaning from the sign after it.
            let mut signs = text.text.chars();
            let mut plain = String::new();
            while let Some(sign) = signs.next() {
                plain.extend(if sign == '\\' {
                    signs.next()
                } else {
                    Some(sign)
                });
            }
            let plain = plain.trim();
            (!plain.is_empty()).then(|| plain.to_string())
        }
        _ => None,
    }
}

/// The result in `B+`, `W+Resign`, `Draw`, `0` and the like.
fn read_result(text: &str) -> Option<GameResult> {
    let text = text.to_ascii_lowercase();
    if text.starts_with("b+") {
        Some(GameResult::Black)
    } else if text.starts_with("w+") {
        Some(GameResult::White)
    } else {
        ["draw", "0"]
            .contains(&text.as_str())
            .then_some(GameResult::Draw)
    }
}

fn board_size(root: &SgfNode<Prop>) -> Result<Option<BoardSize>, SgfFault> {
    match root.get_property("SZ") {
        Some(Prop::SZ((width, height))) => {
            Ok(Some(BoardSize::new((*width).into(), (*height).into())?))
        }
        Some(Prop::Invalid(_, values)) => Err(SgfFault::BadSize(values.join(":"))),
        _ => Ok(None),
    }
}

fn moves(root: &SgfNode<Prop>) -> Result<Vec<Point>, SgfFault> {
    let mut moves = Vec::new();
    for property in root.main_variation().flat_map(SgfNode::properties) {
        let (side, text) = match property {
            Prop::B(point) => (Side::Black, point),
            Prop::W(point) => (Side::White, point),
            Prop::AB(_) => return Err(SgfFault::SetUp("AB".to_string())),
            Prop::AW(_) => return Err(SgfFault::SetUp("AW".to_string())),
            Prop::AE(_) => return Err(SgfFault::SetUp("AE".to_string())),
            Prop::Invalid(name, values) if name == "B" || name == "W" => {
                return Err(SgfFault::Point(values.join("][")));
            }
            _ => continue,
        };
        let turn = Side::BOTH[moves.len() % Side::BOTH.len()];
        if side != turn {
            let number = moves.len() + 1;
            return Err(SgfFault::Turn { number, side });
        }
        moves.push(read_point(text).ok_or_else(|| SgfFault::Point(text.clone()))?);
    }
    Ok(moves)
}

pub(super) fn read_point(text: &str) -> Option<Point> {
    let &[column, row] = text.trim().as_bytes() else {
        return None;
    };
    let number = |letter: u8| letter.checked_sub(b'a').map(usize::from);
    let (x, y) = (number(column)?, number(row)?);
    (x < BoardSize::MAX && y < BoardSize::MAX).then(|| Point::at(x, y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;

    fn fault(text: &str) -> String {
        let mut games = read_sgf(text);
        let game = games.pop().expect("a game");
        game.expect_err(text).to_string()
    }

    #[test]
    fn collections_are_read_game_by_game() {
        let text = "rubbish [ ( \n(;GM[4]SZ[15:15]C[a (\\] b];B[aa](;W[oo])(;W[bb]))\n\n(;GM[4]\nSZ[20]\n;B[ts])\n(;GM[1];B[aa])(;GM[4])";
        let text = text.replace("rubbish [ ( ", "rubbish");
        let games = read_sgf(&text);
        let lines: Vec<_> = games
            .iter()
            .map(|game| {
                game.as_ref()
                    .map_or_else(|error| error.line, |game| game.line)
            })
            .collect();
        assert_eq!(lines, [2, 4, 7, 7]);
        let first = games[0].as_ref().expect("a game");
        assert_eq!(first.moves, [Point::at(0, 0), Point::at(14, 14)]);
        let second = games[1].as_ref().expect("a game");
        assert_eq!(second.size, BoardSize::square(20).ok());
        assert_eq!(second.moves, [Point::at(19, 18)]);
        assert!(games[2].is_err());
        let last = games[3].as_ref().expect("a game without moves");
        assert_eq!(
            (&last.names, last.rule, last.result),
            (&[None, None], None, None)
        );
        assert_eq!((last.size, last.moves.len()), (None, 0));
    }

    #[test]
    fn names_rule_and_result_are_read() {
        let text = "(;GM[4]PB[A \\] b]PW[ ]RU[Renju]RE[W+Time];B[aa])(;GM[4]RU[other]RE[Draw])";
        let games = read_sgf(text);
        let first = games[0].as_ref().expect("a game");
        assert_eq!(first.names, [Some("A ] b".to_string()), None]);
        assert_eq!(
            (first.rule, first.result),
            (Some(Rule::Renju), Some(GameResult::White))
        );
        let second = games[1].as_ref().expect("a game");
        assert_eq!((second.rule, second.result), (None, Some(GameResult::Draw)));
    }

    #[test]
    fn bad_games_say_what_is_wrong() {
        for (text, expected) in [
            ("(;GM[4];B[aa]", "')' is missing"),
            ("(;GM[4];B[aa", "')' is missing"),
            ("(;B[aa])", "the game is GM[1]"),
            ("(;GM[3])", "the game is GM[3]"),
            ("(;GM[x])", "the game is not SGF"),
            ("(;GM[4]SZ[4])", "board size 4x4 is not supported"),
            ("(;GM[4]SZ[big])", "SZ[big]"),
            ("(;GM[4];B[h8])", "'h8' is not a point"),
            ("(;GM[4];B[])", "'' is not a point"),
            ("(;GM[4];B[aa][bb])", "'aa][bb' is not a point"),
            ("(;GM[4];B[zz])", "'zz' is not a point"),
            ("(;GM[4];W[aa])", "move 1 is by white"),
            ("(;GM[4];B[aa];B[bb])", "move 2 is by black"),
            ("(;GM[4]AB[aa])", "sets stones with AB"),
            ("()", "the game is not SGF"),
        ] {
            let found = fault(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
        let long = format!("(;GM[4]{})", ";".repeat(100_000));
        assert!(fault(&long).contains("nodes in a row"));
    }

    proptest! {
        #[test]
        fn no_text_is_fatal(text in "(?s).{0,80}", near in "[();BWAGMSZC\\[\\]a-c4:\\\\\n]{0,60}") {
            let _ = read_sgf(&text);
            let _ = read_sgf(&near);
            let _ = read_sgf(&format!("(;GM[4]{near})"));
        }
    }
}
