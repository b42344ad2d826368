//! One position as text, in any of the forms of the [reader](crate::reader): moves such as `h8i9j10`, a picture of a
//! board, a BOARD block of the Gomocup protocol, or the text of a file.

use kagetsu_gomoku::board::Position;

use crate::reader::{ReadError, ReadOptions, Source, read_one};

pub use crate::text_forms::error::PositionTextError;

/// Reads a position: the one after the last move, where there are moves.
///
/// ```
/// use kagetsu_notation::position_text::parse_position;
/// use kagetsu_notation::reader::ReadOptions;
/// let options = ReadOptions::default();
/// let moves = parse_position("h8i7j6", &options)?;
/// let block = parse_position("BOARD 7,7,2 8,8,1 9,9,2 DONE", &options)?;
/// assert_eq!(moves, block);
/// # Ok::<(), kagetsu_notation::reader::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the part that is wrong.
pub fn parse_position(text: &str, options: &ReadOptions) -> Result<Position, ReadError> {
    let game = read_one(&Source::of_text(text), options)?;
    game.position(None, options.side)
        .map_err(|fault| ReadError::of_whole(game.kind, fault))
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{Diagram, Rule, Side};
    use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use proptest::prelude::{Strategy, any, prop, prop_assert_eq, proptest};

    use super::*;

    fn read(text: &str) -> Result<Position, ReadError> {
        parse_position(text, &ReadOptions::default())
    }

    fn complaint(text: &str) -> String {
        read(text).expect_err(text).to_string()
    }

    /// A board with distinct points in random order.
    fn points() -> impl Strategy<Value = (BoardSize, Vec<Point>)> {
        let range = BoardSize::MIN..=BoardSize::MAX;
        let cells = prop::collection::vec((0..22_usize, 0..22_usize), 0..40);
        (range.clone(), range, cells).prop_map(|(width, height, cells)| {
            let size = BoardSize::new(width, height).expect("both sides are in range");
            let mut seen = BTreeSet::new();
            let points = cells
                .into_iter()
                .map(|(x, y)| Point::at(x % width, y % height))
                .filter(|&point| seen.insert(point))
                .collect();
            (size, points)
        })
    }

    fn stones_in_order(position: &Position) -> BTreeSet<(Point, usize)> {
        position
            .stones()
            .iter()
            .map(|&(point, side)| (point, side.index()))
            .collect()
    }

    proptest! {
        #[test]
        fn moves_round_trip((size, points) in points(), spaced in any::<bool>(), from_top in any::<bool>()) {
            let rows = if from_top { Rows::FromTop } else { Rows::FromBottom };
            let text = rows.names(&points, size, if spaced { " " } else { "" });
            let options = ReadOptions { size: Some(size), rows, ..ReadOptions::default() };
            let mut expected = Position::new(size, Rule::Freestyle);
            for point in points {
                expected.play(point).expect("the points are distinct");
            }
            prop_assert_eq!(parse_position(&text, &options).ok(), Some(expected));
        }

        #[test]
        fn pictures_round_trip((size, points) in points(), blocked in 0..4_usize) {
            let mut position = Position::new(size, Rule::Freestyle);
            for (index, point) in points.into_iter().enumerate() {
                if index < blocked {
                    position.block(point).expect("the points are distinct");
                } else {
                    position.play(point).expect("the points are distinct");
                }
            }
            let text = Diagram::new(&position).to_string();
            let again = read(&text).expect("a diagram is a picture");
            prop_assert_eq!(stones_in_order(&again), stones_in_order(&position));
            prop_assert_eq!(again.blocked().len(), position.blocked().len());
            prop_assert_eq!(again.side_to_move(), position.side_to_move());
            prop_assert_eq!(Diagram::new(&again).to_string(), text);
        }

        #[test]
        fn board_blocks_round_trip((size, points) in points(), one_line in any::<bool>()) {
            let mut expected = Position::new(size, Rule::Freestyle);
            for point in points {
                expected.play(point).expect("the points are distinct");
            }
            let gap = if one_line { ' ' } else { '\n' };
            let mut text = format!("board{gap}");
            for (point, side) in expected.stones() {
                let owner = if *side == expected.side_to_move() { 1 } else { 2 };
                write!(text, "{},{},{owner}{gap}", point.x(), point.y()).expect("strings take all text");
            }
            text.push_str("Done");
            let options = ReadOptions { size: Some(size), ..ReadOptions::default() };
            prop_assert_eq!(parse_position(&text, &options).ok(), Some(expected));
        }

        #[test]
        fn no_text_is_fatal(text in "(?s).{0,80}", near in "[a-pXO.#0-9,\\- \n]{0,60}") {
            let _ = read(&text);
            let _ = read(&near);
            let _ = read(&format!("BOARD {near}"));
        }
    }

    #[test]
    fn nothing_is_the_empty_board() {
        let position = read(" \n").expect("an empty board");
        assert_eq!(
            position,
            Position::new(
                BoardSize::square(15).expect("a legal size"),
                Rule::Freestyle
            )
        );
    }

    #[test]
    fn the_side_to_move_can_be_given() {
        for text in ["h8", "BOARD 7,7,2 DONE"] {
            assert_eq!(
                read(text).ok().map(|position| position.side_to_move()),
                Some(Side::White)
            );
            let options = ReadOptions {
                side: Some(Side::Black),
                ..ReadOptions::default()
            };
            let position = parse_position(text, &options).expect("a position");
            assert_eq!(position.side_to_move(), Side::Black);
        }
    }

    #[test]
    fn the_own_side_of_uneven_blocks_is_told_from_the_first_stone() {
        for (text, own) in [
            ("BOARD 0,0,3 7,7,1 7,8,1 7,9,1 DONE", Side::Black),
            ("7,7,2 7,8,2 7,9,2 DONE", Side::White),
            ("7,7,2 7,8,1 DONE", Side::Black),
            ("BOARD DONE", Side::Black),
        ] {
            assert_eq!(
                read(text).ok().map(|position| position.side_to_move()),
                Some(own),
                "{text}"
            );
        }
    }

    #[test]
    fn pictures_without_empty_points_and_with_other_labels_are_read() {
        let full = "xoxox\noxoxo\nxoxox\noxoxo\nxoxox";
        assert_eq!(
            read(full).map(|position| position.stones().len()).ok(),
            Some(25)
        );
        let labelled =
            "   A B C D E\n 5 . . . . .  5\n4 .x..O\n3 .....\n2 #.*..\n1 .....\n   1 2 3 4 5";
        let position = read(labelled).expect("a picture");
        assert_eq!(
            position.stones(),
            [
                (Point::at(1, 1), Side::Black),
                (Point::at(4, 1), Side::White)
            ]
        );
        assert_eq!(position.blocked(), [Point::at(0, 3)]);
    }

    #[test]
    fn bad_texts_are_refused_and_quoted() {
        for (text, expected) in [
            ("h8h99", "'h99' is not a point"),
            ("h8h8", "'h8': the point is not empty"),
            ("h16", "'h16' is not a point of the 15x15 board"),
            ("BOARD 7,7,1", "does not end with DONE"),
            ("BOARD 7,7,4 DONE", "'7,7,4' is no entry"),
            ("BOARD 7,7,1 7,8 DONE", "'7,8' is no entry"),
            ("BOARD 7,7,1 DONE h8", "unexpected 'h8' after DONE"),
            (
                "BOARD 15,0,1 DONE",
                "the point 15,0 is not on the 15x15 board",
            ),
        ] {
            assert!(
                complaint(text).contains(expected),
                "{text}: {}",
                complaint(text)
            );
        }
        let options = ReadOptions {
            size: BoardSize::square(6).ok(),
            ..ReadOptions::default()
        };
        let picture = ".....\n".repeat(5);
        let error = parse_position(&picture, &options)
            .expect_err("another size")
            .to_string();
        assert_eq!(error, "the picture is 5x5, but the size asked for is 6x6");
    }

    #[test]
    fn of_long_texts_the_beginning_is_quoted() {
        let long = "z".repeat(1000);
        let rows = ".....\n".repeat(4);
        let wide = ".".repeat(300);
        for text in [
            "(".repeat(1000),
            format!("h8 {}", "|".repeat(1000)),
            format!("h8 #{long}"),
            format!("-1,0{long}"),
            format!("START {long}\nBOARD\nDONE"),
            format!("BOARD DONE {long}"),
            format!("{rows}{wide}"),
            format!("{rows}{wide}%"),
            format!("renju 15 black:h8{}", ",h8".repeat(300)),
        ] {
            let said = complaint(&text);
            assert!(
                said.contains("...'") && said.chars().count() < 300,
                "{said}"
            );
        }
    }
}
