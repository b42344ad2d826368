//! Writes one game, a node on each line.

use crate::record::{FaultKind, GameRecord, GameResult, MovesError, Reason};
use kagetsu_gomoku::board::Side;

use crate::text::{describe_move, one_line};

use super::nodes::{SgfNode, SgfNodes};
use super::value::sgf_letters;

const PROGRAM: &str = "Kagetsu";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const FORMAT: &str = "4";
const GOMOKU: &str = "4";
const ENCODING: &str = "UTF-8";

/// One game as a collection. The comment of each move holds its score, depth and time, as far as they are known. The
/// comment of the last move ends with the fault, if there was one. `event` is the name of the tournament; a game of none
/// has no number either.
///
/// # Errors
/// When the moves of the record are damaged.
pub fn write_sgf(record: &GameRecord, event: Option<&str>) -> Result<String, MovesError> {
    let points = record.points()?;
    let mut nodes = vec![(head(record, event), String::new())];
    for (index, &point) in points.iter().enumerate() {
        let is_black = index % Side::BOTH.len() == Side::Black.index();
        let mut node = SgfNode::default();
        node.add(if is_black { "B" } else { "W" }, &sgf_letters(point));
        nodes.push((node, describe_move(record, index)));
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
    let mut last = None;
    let mut game = SgfNodes::default();
    for (mut node, comment) in nodes {
        if !comment.is_empty() {
            node.add("C", &comment);
        }
        node.parent = last;
        last = Some(game.add(node));
    }
    Ok(game.write())
}

/// The root node.
pub(super) fn head(record: &GameRecord, event: Option<&str>) -> SgfNode {
    let mut root = SgfNode::default();
    root.add("FF", FORMAT);
    root.add("CA", ENCODING);
    root.add("GM", GOMOKU);
    root.add_pair("AP", PROGRAM, VERSION);
    root.add("SZ", &record.size.to_string());
    root.add("RU", record.rule.name());
    if let Some(event) = event {
        let name = format!("game {}, pair {}", record.game, record.pair);
        root.add("EV", &one_line(event));
        root.add("GN", &name);
    }
    for (property, name) in [("PB", &record.black), ("PW", &record.white)] {
        root.add(property, &one_line(name));
    }
    if let Some(result) = result(record) {
        root.add("RE", &result);
    }
    root
}

/// The result as in the format: a win without further details, such as one by five, is `B+` or `W+`. A game without a
/// result has none.
fn result(record: &GameRecord) -> Option<String> {
    let side = match record.result {
        GameResult::Black => 'B',
        GameResult::White => 'W',
        GameResult::Draw => return Some("Draw".to_string()),
        GameResult::Unfinished => return None,
    };
    let kind = record.fault.as_ref().map(|fault| fault.kind);
    let how = match (record.reason, kind) {
        (Reason::Resigned | Reason::AdjudicatedWin, _) => "Resign",
        (Reason::Fault, Some(FaultKind::Time)) => "Time",
        (Reason::Fault, _) => "Forfeit",
        _ => "",
    };
    Some(format!("{side}+{how}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::super::read_sgf;
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

    #[test]
    fn results_have_the_words_of_the_format() {
        let mut game = faulty_game();
        for (winner, reason, kind, expected) in [
            (GameResult::Black, Reason::Five, None, "B+"),
            (GameResult::White, Reason::AdjudicatedWin, None, "W+Resign"),
            (GameResult::White, Reason::Resigned, None, "W+Resign"),
            (
                GameResult::White,
                Reason::Fault,
                Some(FaultKind::Time),
                "W+Time",
            ),
            (
                GameResult::Black,
                Reason::Fault,
                Some(FaultKind::Crash),
                "B+Forfeit",
            ),
            (GameResult::Draw, Reason::AdjudicatedDraw, None, "Draw"),
        ] {
            (game.result, game.reason) = (winner, reason);
            if let (Some(fault), Some(kind)) = (&mut game.fault, kind) {
                fault.kind = kind;
            }
            assert_eq!(result(&game).as_deref(), Some(expected));
        }
        game.result = GameResult::Unfinished;
        assert_eq!(result(&game), None);
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
