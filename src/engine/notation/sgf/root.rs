//! What the root node of a game says that is written.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{BoardSize, Point, UnsupportedSize};

use crate::record::{GameRecord, GameResult, Reason, WinKind};
use crate::text::blank_controls;

use super::nodes::SgfNode;
use super::value::sgf_letters;

const PROGRAM: &str = "Kagetsu";
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
const FORMAT: &str = "4";
const GOMOKU: &str = "4";
const ENCODING: &str = "UTF-8";

/// What the root node says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfRoot {
    /// The board.
    pub board: BoardSize,
    /// Name of the rule.
    pub rule: String,
    /// Name of the procedure by which the opening was agreed, if there was one.
    pub procedure: Option<String>,
    /// The tournament, which may have no name, and the name of the game.
    pub event: Option<(String, String)>,
    /// Names of Black and White. They may be empty.
    pub names: [String; 2],
    /// Who won.
    pub result: GameResult,
    /// How.
    pub win: WinKind,
    /// Stones that lie there before the first move.
    pub stones: Vec<(Point, Side)>,
    /// The side that moves first.
    pub first: Side,
}

impl SgfRoot {
    /// Of a record. `event` is the name of the tournament, if it is of one.
    ///
    /// # Errors
    /// When no board has the size of the record.
    pub(super) fn of(record: &GameRecord, event: Option<&str>) -> Result<Self, UnsupportedSize> {
        let win = if record.reason == Reason::AdjudicatedWin {
            // SGF has no word for it.
            WinKind::Resigned
        } else {
            WinKind::of_end(record.result, record.reason, record.fault.as_ref())
        };
        let game = || format!("game {}, pair {}", record.game, record.pair);
        Ok(Self {
            board: BoardSize::square(record.size)?,
            rule: record.rule.name().to_string(),
            procedure: None,
            event: event.map(|event| (event.to_string(), game())),
            names: [record.black.clone(), record.white.clone()],
            result: record.result,
            win,
            stones: Vec::new(),
            first: Side::Black,
        })
    }

    /// As a node.
    pub fn node(&self) -> SgfNode {
        let mut root = SgfNode::default();
        root.add("FF", FORMAT);
        root.add("CA", ENCODING);
        root.add("GM", GOMOKU);
        root.add_pair("AP", PROGRAM, VERSION);
        root.add_size(self.board);
        root.add("RU", &self.rule);
        if let Some(procedure) = &self.procedure {
            root.add("GC", &format!("opening procedure {procedure}"));
        }
        if let Some((event, game)) = &self.event {
            add_name(&mut root, "EV", event);
            add_name(&mut root, "GN", game);
        }
        for (property, name) in ["PB", "PW"].into_iter().zip(&self.names) {
            add_name(&mut root, property, name);
        }
        if let Some(result) = self.result() {
            root.add("RE", &result);
        }
        for &(point, side) in &self.stones {
            let property = match side {
                Side::Black => "AB",
                Side::White => "AW",
            };
            root.add(property, &sgf_letters(point));
        }
        // On a board with stones nothing else says it before the first move.
        if !self.stones.is_empty() || self.first == Side::White {
            root.add("PL", side_letter(self.first));
        }
        root
    }

    /// The result as in the format: a win without further details, such as one by five, is `B+` or `W+`. A game without a
    /// result has none.
    fn result(&self) -> Option<String> {
        let side = match self.result {
            GameResult::Black => Side::Black,
            GameResult::White => Side::White,
            GameResult::Draw => return Some("Draw".to_string()),
            GameResult::Unfinished => return None,
        };
        Some(format!("{}+{}", side_letter(side), self.win.text()))
    }
}

/// Adds a name if there is one.
fn add_name(root: &mut SgfNode, property: &str, name: &str) {
    if !name.is_empty() {
        root.add(property, &blank_controls(name));
    }
}

/// The letter of a side: also the name of the property of its moves.
pub(super) const fn side_letter(side: Side) -> &'static str {
    match side {
        Side::Black => "B",
        Side::White => "W",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::FaultKind;
    use crate::text::samples::faulty_game;

    #[test]
    fn results_have_the_words_of_the_format() {
        let text = |game: &GameRecord| {
            let root = SgfRoot::of(game, None).expect("a legal size");
            root.node().text("RE")
        };
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
            assert_eq!(text(&game).as_deref(), Some(expected));
            let win = SgfRoot::of(&game, None).expect("a legal size").win;
            assert_eq!(WinKind::of_result(expected), win, "{expected}");
        }
        game.result = GameResult::Unfinished;
        assert_eq!(text(&game), None);
    }
}
