//! One game with variations, comments and marks, written and read.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode, Text};

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Point;

use crate::record::{GameRecord, MovesError};

use super::read::{MAX_NODES, Piece, cut, read_point};
use super::write::{head, letters};

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfMark {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
}

impl SgfMark {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Triangle, Self::Square, Self::Circle, Self::Cross];

    const fn property(self) -> &'static str {
        match self {
            Self::Triangle => "TR",
            Self::Square => "SQ",
            Self::Circle => "CR",
            Self::Cross => "MA",
        }
    }
}

/// What is written on a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNote {
    /// The comment.
    pub comment: String,
    /// The marks.
    pub marks: Vec<(Point, SgfMark)>,
}

/// A move of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// The place of the move before it in the list; `None` for a first move. It is smaller than its own.
    pub parent: Option<usize>,
    /// The side.
    pub side: Side,
    /// The point.
    pub point: Point,
    /// What is written on the position after it.
    pub note: SgfNote,
}

/// A game as a tree. The first of several moves in one position belongs to the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfTree {
    /// What is written on the position before the first move.
    pub note: SgfNote,
    /// The moves, each after the one before it.
    pub moves: Vec<SgfMove>,
}

fn annotations(note: &SgfNote) -> Vec<Prop> {
    let mut properties = Vec::new();
    for mark in SgfMark::ALL {
        let marked = note.marks.iter().filter(|&&(_, of)| of == mark);
        let points: Vec<String> = marked.map(|&(point, _)| letters(point)).collect();
        if !points.is_empty() {
            properties.push(Prop::Unknown(mark.property().to_string(), points));
        }
    }
    if !note.comment.is_empty() {
        let text = note.comment.clone();
        properties.push(Prop::C(Text { text }));
    }
    properties
}

/// A game as a collection: names, rule and result of the record, and the moves of the tree, of which those of the game
/// come first. `event` is the name of the event.
///
/// # Errors
/// When the moves of the record are damaged.
pub fn write_sgf_tree(
    record: &GameRecord,
    event: &str,
    tree: &SgfTree,
) -> Result<String, MovesError> {
    record.points()?;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.moves.len()];
    let mut first = Vec::new();
    for (index, mv) in tree.moves.iter().enumerate() {
        match mv.parent {
            Some(parent) if parent < index => children[parent].push(index),
            _ => first.push(index),
        }
    }
    let mut properties = head(record, event);
    properties.extend(annotations(&tree.note));
    let mut text = format!("({}", SgfNode::new(properties, Vec::new(), false));
    // What is still to be written: a move, with or without a parenthesis, or the end of a variation.
    let mut open = Vec::new();
    push(&mut open, &first);
    while let Some(next) = open.pop() {
        let Part::Move(index, is_variation) = next else {
            text.push(')');
            continue;
        };
        let mv = &tree.moves[index];
        let point = letters(mv.point);
        let mut properties = vec![match mv.side {
            Side::Black => Prop::B(point),
            Side::White => Prop::W(point),
        }];
        properties.extend(annotations(&mv.note));
        text.push_str(if is_variation { "\n(" } else { "\n" });
        text.push_str(&SgfNode::new(properties, Vec::new(), false).to_string());
        if is_variation {
            open.push(Part::End);
        }
        push(&mut open, &children[index]);
    }
    text.push_str(")\n");
    Ok(text)
}

enum Part {
    Move(usize, bool),
    End,
}

fn push(open: &mut Vec<Part>, moves: &[usize]) {
    let is_variation = moves.len() > 1;
    let parts = moves.iter().rev();
    open.extend(parts.map(|&index| Part::Move(index, is_variation)));
}

fn read_note(node: &SgfNode<Prop>) -> SgfNote {
    let mut read = SgfNote::default();
    for property in node.properties() {
        match property {
            Prop::C(text) => read.comment.clone_from(&text.text),
            Prop::TR(points) => add(&mut read, SgfMark::Triangle, points),
            Prop::SQ(points) => add(&mut read, SgfMark::Square, points),
            Prop::CR(points) => add(&mut read, SgfMark::Circle, points),
            Prop::MA(points) => add(&mut read, SgfMark::Cross, points),
            _ => {}
        }
    }
    // The crate keeps points in no order.
    read.marks
        .sort_by_key(|&(point, mark)| (mark as u8, point.y(), point.x()));
    read
}

fn add<'a>(note: &mut SgfNote, mark: SgfMark, points: impl IntoIterator<Item = &'a String>) {
    let points = points.into_iter().filter_map(|text| read_point(text));
    note.marks.extend(points.map(|point| (point, mark)));
}

/// The nodes after one are read next, the first one first.
fn open_children<'n>(
    open: &mut Vec<(&'n SgfNode<Prop>, Option<usize>)>,
    node: &'n SgfNode<Prop>,
    parent: Option<usize>,
) {
    let begin = open.len();
    open.extend(node.children().map(|node| (node, parent)));
    open[begin..].reverse();
}

/// Reads the moves of the first game of a collection with its variations; nothing when it is no game of this kind. A node
/// without a move adds what is written on it to the position before. Moves that are no points end their variation.
pub fn read_sgf_tree(text: &str) -> Option<SgfTree> {
    let Piece {
        text, nodes, ended, ..
    } = cut(text).into_iter().next()?;
    if !ended || nodes > MAX_NODES {
        return None;
    }
    let GameTree::Unknown(root) = sgf_parse::parse(text).ok()?.into_iter().next()? else {
        return None;
    };
    let mut tree = SgfTree {
        note: read_note(&root),
        moves: Vec::new(),
    };
    let mut open: Vec<(&SgfNode<Prop>, Option<usize>)> = Vec::new();
    open_children(&mut open, &root, None);
    while let Some((node, parent)) = open.pop() {
        let mv = node.properties().find_map(|property| match property {
            Prop::B(point) => Some((Side::Black, point)),
            Prop::W(point) => Some((Side::White, point)),
            _ => None,
        });
        let note = read_note(node);
        let last = match mv {
            None => {
                let before = match parent {
                    Some(parent) => &mut tree.moves[parent].note,
                    None => &mut tree.note,
                };
                before.comment.push_str(&note.comment);
                before.marks.extend(note.marks);
                parent
            }
            Some((side, point)) => {
                let Some(point) = read_point(point) else {
                    continue;
                };
                tree.moves.push(SgfMove {
                    parent,
                    side,
                    point,
                    note,
                });
                Some(tree.moves.len() - 1)
            }
        };
        open_children(&mut open, node, last);
    }
    Some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::samples::faulty_game;

    fn mv(parent: Option<usize>, side: Side, (x, y): (usize, usize)) -> SgfMove {
        SgfMove {
            parent,
            side,
            point: Point::at(x, y),
            note: SgfNote::default(),
        }
    }

    #[test]
    fn trees_round_trip_and_their_main_line_is_the_game() {
        let mut tree = SgfTree {
            note: SgfNote {
                comment: "a ] b \\ c: d\nsecond line".to_string(),
                marks: vec![(Point::at(3, 4), SgfMark::Cross)],
            },
            moves: vec![
                mv(None, Side::Black, (7, 7)),
                mv(Some(0), Side::White, (8, 6)),
                mv(Some(1), Side::Black, (9, 5)),
                mv(Some(0), Side::White, (7, 6)),
                mv(Some(3), Side::Black, (6, 6)),
                mv(Some(3), Side::Black, (6, 5)),
                mv(None, Side::Black, (6, 7)),
            ],
        };
        for (index, mark) in SgfMark::ALL.into_iter().enumerate() {
            let marks = [(1, mark), (2, mark)].map(|(x, mark)| (Point::at(x, index), mark));
            tree.moves[4].note.marks.extend(marks);
        }
        tree.moves[5].note.comment = "白方要防".to_string();
        let text = write_sgf_tree(&faulty_game(), "Cup", &tree).expect("the moves are points");
        assert_eq!(read_sgf_tree(&text), Some(tree), "{text}");
        let game = super::super::read_sgf(&text).remove(0).expect("a game");
        assert_eq!(game.moves.len(), 3);
    }

    #[test]
    fn a_game_that_is_read_is_read_as_a_tree_too() {
        for (nodes, is_read) in [(MAX_NODES, true), (MAX_NODES + 1, false)] {
            let text = format!("(;GM[4]{})", ";C[x]".repeat(nodes - 1));
            assert_eq!(super::super::read_sgf(&text)[0].is_ok(), is_read);
            assert_eq!(read_sgf_tree(&text).is_some(), is_read);
        }
    }

    #[test]
    fn other_texts_are_no_trees() {
        for text in ["", "(", "(;GM[4];B[aa]", "(;GM[1];B[aa])"] {
            assert_eq!(read_sgf_tree(text), None, "{text}");
        }
        let odd = read_sgf_tree("(;GM[4];C[x];B[aa](;W[])(;W[bb]C[y];C[z]))").expect("a tree");
        assert_eq!(odd.note.comment, "x");
        assert_eq!(odd.moves.len(), 2);
        assert_eq!(odd.moves[1].note.comment, "yz");
    }
}
