//! Writes one game. A crate writes each node and escapes its text. This module joins the nodes, one on each line.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{SgfNode, SimpleText, Text};

use crate::record::{FaultKind, GameRecord, GameResult, MovesError, Reason};
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Point;

use crate::text::{describe_move, one_line};

const PROGRAM: &str = "Kagetsu";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const FORMAT: i64 = 4;
const GOMOKU: i64 = 4;
const ENCODING: &str = "UTF-8";

/// One game as a collection. The comment of each move holds its score, depth and time, as far as they are known. The
/// comment of the last move ends with the fault, if there was one. `event` is the name of the tournament.
///
/// # Errors
/// When the moves of the record are damaged.
pub fn write_sgf(record: &GameRecord, event: &str) -> Result<String, MovesError> {
    let points = record.points()?;
    let mut nodes = vec![(head(record, event), String::new())];
    for (index, &point) in points.iter().enumerate() {
        let stone = if index % Side::BOTH.len() == Side::Black.index() {
            Prop::B(letters(point))
        } else {
            Prop::W(letters(point))
        };
        nodes.push((vec![stone], describe_move(record, index)));
    }
    if let (Some(fault), Some((_, comment))) = (&record.fault, nodes.last_mut()) {
        let verdict = format!("{}: {}: {}", fault.engine, fault.kind, fault.detail);
        let told = fault.lines.iter().map(String::as_str);
        let lines = [comment.as_str(), verdict.as_str()].into_iter().chain(told);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        *comment = lines.join("\n");
    }
    let mut text = String::from("(");
    for (mut properties, comment) in nodes {
        if !comment.is_empty() {
            properties.push(Prop::C(Text { text: comment }));
        }
        text.push_str(&SgfNode::new(properties, Vec::new(), false).to_string());
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push_str(")\n");
    Ok(text)
}

/// The properties of the root node.
pub(super) fn head(record: &GameRecord, event: &str) -> Vec<Prop> {
    let simple = |text: &str| SimpleText {
        text: one_line(text),
    };
    let name = format!("game {}, pair {}", record.game, record.pair);
    let mut properties = vec![
        Prop::FF(FORMAT),
        Prop::CA(simple(ENCODING)),
        Prop::GM(GOMOKU),
        Prop::AP((simple(PROGRAM), simple(VERSION))),
        // The crate would write `15:15`, which the format allows only for rectangles.
        Prop::Unknown("SZ".to_string(), vec![record.size.to_string()]),
        Prop::RU(simple(record.rule.name())),
        Prop::EV(simple(event)),
        Prop::GN(simple(&name)),
        Prop::PB(simple(&record.black)),
        Prop::PW(simple(&record.white)),
    ];
    properties.extend(result(record).map(|result| Prop::RE(simple(&result))));
    properties
}

pub(super) fn letters(point: Point) -> String {
    [point.x(), point.y()]
        .map(|number| (b'a' + number as u8) as char)
        .iter()
        .collect()
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
    use sgf_parse::GameTree;

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
        assert_eq!(write_sgf(&faulty_game(), "Cup: 1"), Ok(expected));
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
            let text = write_sgf(&game, "Cup").expect("the moves are points");
            let mut again = read_sgf(&text);
            prop_assert_eq!(again.len(), 1);
            let again = again.remove(0).expect("our own file");
            prop_assert_eq!(again.size, BoardSize::square(game.size).ok());
            prop_assert_eq!(Ok(again.moves), game.points());

            let trees = sgf_parse::parse(&text).expect("our own file");
            let GameTree::Unknown(root) = &trees[0] else {
                panic!("the game is not Go");
            };
            let name = |property: &str| match root.get_property(property) {
                Some(Prop::PB(name) | Prop::PW(name)) => Some(name.text.clone()),
                _ => None,
            };
            prop_assert_eq!(name("PB"), Some(game.black));
            prop_assert_eq!(name("PW"), Some(game.white));
        }
    }
}
