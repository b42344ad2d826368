//! Writes one game, a node on each line.

use crate::record::{GameRecord, MovesError};
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Point;

use crate::text::{OPENING_COMMENT, describe_move};

use super::nodes::{SgfNode, SgfNodes};
use super::root::{SgfRoot, side_letter};
use super::value::sgf_letters;

/// One game as a collection. The comment of each move holds its score, depth and time, as far as they are known. The
/// comment of the last move ends with the fault, if there was one. `event` is the name of the tournament; a game of none
/// has no number either.
///
/// # Errors
/// When the moves of the record are damaged.
pub fn write_sgf(record: &GameRecord, event: Option<&str>) -> Result<String, MovesError> {
    let points = record.points()?;
    let mut nodes = vec![(SgfRoot::of(record, event)?.node(), String::new())];
    for (index, &point) in points.iter().enumerate() {
        let side = Side::BOTH[index % Side::BOTH.len()];
        nodes.push((move_node(side, Some(point)), describe_move(record, index)));
    }
    // Of a fault without details the result says all.
    let fault = record.fault.as_ref();
    let fault = fault.filter(|fault| !fault.detail.is_empty() || !fault.lines.is_empty());
    if let (Some(fault), Some((_, comment))) = (fault, nodes.last_mut()) {
        let verdict = format!("{}: {}: {}", fault.engine, fault.kind, fault.detail);
        let told = fault.lines.iter().map(String::as_str);
        let lines = [comment.as_str(), verdict.as_str()].into_iter().chain(told);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        *comment = lines.join("\n");
    }
    Ok(write_line(nodes))
}

/// One game without comments but those of the first moves, whose players did not choose them. No point is a pass.
pub fn write_sgf_moves(root: &SgfRoot, moves: &[(Side, Option<Point>)], opening: usize) -> String {
    let mut nodes = vec![(root.node(), String::new())];
    for (index, &(side, point)) in moves.iter().enumerate() {
        let comment = if index < opening { OPENING_COMMENT } else { "" };
        nodes.push((move_node(side, point), comment.to_string()));
    }
    write_line(nodes)
}

/// A move as a node; no point is a pass.
pub fn move_node(side: Side, point: Option<Point>) -> SgfNode {
    let mut node = SgfNode::default();
    let text = point.map(sgf_letters).unwrap_or_default();
    node.add(side_letter(side), &text);
    node
}

/// Nodes with their comments, one after the other.
fn write_line(nodes: Vec<(SgfNode, String)>) -> String {
    let mut last = 0;
    let mut game = SgfNodes::default();
    for (mut node, comment) in nodes {
        if !comment.is_empty() {
            node.add("C", &comment);
        }
        last = game.add_after(last, node);
    }
    game.write()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::super::read_sgf;
    use super::super::root::VERSION;
    use super::*;
    use crate::text::samples::{faulty_game, games};
    use kagetsu_gomoku::geometry::BoardSize;

    #[test]
    fn a_game_is_written_node_by_node() {
        let expected = format!(
            "(;FF[4]CA[UTF-8]GM[4]AP[Kagetsu:{VERSION}]SZ[15]RU[renju]EV[Cup\\: 1]GN[game 4, pair 2]PB[old [1\\]]PW[new \\\\ \"2\"]RE[W+Time]
;B[hh]C[opening]
;W[ig]C[opening]
;B[jf]C[score -12, depth 9, 345 ms]
;W[ao]C[1 ms
old [1\\]\\: time\\: 1300 ms for a move of 1000 ms
> TURN 0,0
< MESSAGE a\\]b\\\\c])
"
        );
        assert_eq!(write_sgf(&faulty_game(), Some("Cup: 1")), Ok(expected));
    }

    #[test]
    fn the_moves_of_the_opening_are_known_again() {
        let text = write_sgf(&faulty_game(), None).expect("the moves are points");
        let [Ok(read)] = &read_sgf(text.as_bytes())[..] else {
            panic!("{text}");
        };
        assert_eq!(read.opening, faulty_game().opening);
        // Only those at the beginning are.
        let of_others =
            "(;GM[4]SZ[15];B[hh]C[opening move];W[ii]N[x]C[opening\n\ngood];B[jj]C[openings])";
        let [Ok(other)] = &read_sgf(of_others.as_bytes())[..] else {
            panic!("it is a game");
        };
        assert_eq!(other.opening, 2);
        let [Ok(other)] = &read_sgf(b"(;GM[4]SZ[15];B[hh];W[ii]C[opening])")[..] else {
            panic!("it is a game");
        };
        assert_eq!(other.opening, 0);
    }

    #[test]
    fn a_game_of_no_tournament_has_no_number() {
        let text = write_sgf(&faulty_game(), None).expect("the moves are points");
        let root = text.lines().next().unwrap_or_default();
        assert!(!root.contains("GN[") && !root.contains("EV["), "{root}");
        assert!(root.contains("RU[renju]PB[old [1\\]]PW["), "{root}");
    }

    proptest! {
        #[test]
        fn games_round_trip(game in games()) {
            let text = write_sgf(&game, Some("Cup")).expect("the moves are points");
            let mut again = read_sgf(text.as_bytes());
            prop_assert_eq!(again.len(), 1);
            let again = again.remove(0).expect("our own file");
            prop_assert_eq!(again.size, BoardSize::square(game.size).ok());
            prop_assert_eq!(again.plain_moves().ok(), game.points().ok());
            prop_assert_eq!(again.names, [Some(game.black), Some(game.white)]);
        }
    }
}
