//! Results as PGN for `BayesElo`, Ordo and other rating tools: tags and a result, without moves. What is read are games with
//! moves.
//!
//! The tags `Black` and `White` name the engines that had these stones, and `1-0` is a win of White, as in the PGN of other
//! managers: files can be joined. PGN is made for chess, where White moves first. Here Black does, so what the tools call
//! the advantage of White is that of the second move, and usually below zero.
//!
//! The format of strings and the first seven tags follow sections 7 and 8.1 of the PGN standard (S. J. Edwards, 1994).
//! The values of `Termination` follow its section 9.8.1.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};

use crate::record::{FaultKind, GameRecord, GameResult, Reason};
use crate::rule_names;
use crate::text::blank_controls;
use crate::text_forms::error::PositionTextError;
use crate::text_forms::move_list;

/// One game as PGN, with the empty line after it. The round is the number of the pair from one, a full stop, and the
/// number of the game from one.
pub fn write_pgn(record: &GameRecord, event: &str) -> String {
    let result = match record.result {
        GameResult::White => "1-0",
        GameResult::Black => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    };
    let round = format!("{}.{}", record.pair + 1, record.game + 1);
    let variant = format!("{} {1}x{1}", record.rule, record.size);
    let mut text = String::new();
    for (tag, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", &record.white),
        ("Black", &record.black),
        ("Result", result),
        ("Variant", &variant),
        ("Termination", termination(record)),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{tag} \"{}\"]", escaped(value));
    }
    let _ = writeln!(text, "\n{result}\n");
    text
}

fn escaped(text: &str) -> String {
    blank_controls(text)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
}

fn termination(record: &GameRecord) -> &'static str {
    match record.reason {
        Reason::Five | Reason::FullBoard | Reason::Six | Reason::NoMoves | Reason::Resigned => {
            "normal"
        }
        Reason::MoveLimit | Reason::AdjudicatedWin | Reason::AdjudicatedDraw => "adjudication",
        Reason::Fault => match record.fault.as_ref().map(|fault| fault.kind) {
            Some(FaultKind::Time) => "time forfeit",
            Some(FaultKind::Crash | FaultKind::Stall) => "abandoned",
            _ => "rules infraction",
        },
        Reason::Unfinished => "unterminated",
    }
}

/// A game as its tags and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PgnGame {
    /// Names of Black and White.
    pub names: [Option<String>; 2],
    /// The rule, if a tag names it.
    pub rule: Option<Rule>,
    /// The board, if a tag names it.
    pub size: Option<BoardSize>,
    /// The result.
    pub result: Option<GameResult>,
    moves: String,
}

impl PgnGame {
    /// The moves on a board of this size; `None` is a pass.
    ///
    /// # Errors
    /// As of moves that are typed.
    pub(crate) fn steps(
        &self,
        rows: Rows,
        size: BoardSize,
    ) -> Result<Vec<Option<Point>>, PositionTextError> {
        move_list::read(&self.moves, rows, size)
    }

    fn tag(&mut self, name: &str, value: &str) {
        let text = || (!value.is_empty() && value != "?").then(|| value.to_string());
        match name {
            "Black" => self.names[0] = text(),
            "White" => self.names[1] = text(),
            // White's points stand first.
            "Result" => {
                self.result = match value {
                    "1-0" => Some(GameResult::White),
                    "0-1" => Some(GameResult::Black),
                    "1/2-1/2" => Some(GameResult::Draw),
                    _ => None,
                }
            }
            "Variant" | "Rule" | "Rules" | "GameType" | "BoardSize" | "Size" => {
                let words = || value.split([' ', ',']);
                let is_of_board = name.ends_with("Size");
                // A number alone may be that of the rule, or of the stones that win.
                let size = words()
                    .filter(|word| is_of_board || word.contains(['x', 'X']))
                    .find_map(|word| word.parse::<BoardSize>().ok());
                self.size = self.size.or(size);
                let rule = rule_names::find(value)
                    .or_else(|| words().find_map(rule_names::find))
                    .filter(|_| !is_of_board);
                self.rule = self.rule.or(rule.map(|named| named.rule));
            }
            _ => {}
        }
    }
}

/// Does the text begin with a tag?
pub(crate) fn is_pgn(text: &str) -> bool {
    tag_of(text.lines().next().unwrap_or_default()).is_some()
}

/// The name and the value of a tag on a line.
fn tag_of(line: &str) -> Option<(&str, String)> {
    let (name, value) = line
        .trim()
        .strip_prefix('[')?
        .split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix("\"]")?;
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|sign| sign.is_ascii_alphanumeric() || sign == b'_');
    let mut letters = value.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' {
            letters.next()
        } else {
            Some(letter)
        });
    }
    is_name.then_some((name, plain))
}

/// The games of a text, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct PgnGames<'t> {
    lines: Peekable<Lines<'t>>,
}

impl<'t> PgnGames<'t> {
    /// The games of this text.
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            lines: text.lines().peekable(),
        }
    }
}

impl Iterator for PgnGames<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let mut game = PgnGame {
            names: [None, None],
            rule: None,
            size: None,
            result: None,
            moves: String::new(),
        };
        let mut is_any = false;
        while let Some(line) = self
            .lines
            .next_if(|line| tag_of(line).is_some() || line.trim().is_empty())
        {
            if let Some((name, value)) = tag_of(line) {
                game.tag(name, &value);
                is_any = true;
            }
        }
        let mut moves = MoveText::default();
        let mut is_after_blank = false;
        // A tag in a comment is part of it. One behind a blank line begins a game, also where a comment was not closed.
        let belongs = |line: &str, may_hold_tag| may_hold_tag || tag_of(line).is_none();
        while let Some(line) = self
            .lines
            .next_if(|line| belongs(line, moves.is_comment && !is_after_blank))
        {
            is_after_blank = line.trim().is_empty();
            // A line that begins with a percent sign is none of the game.
            if !line.starts_with('%') {
                moves.read(line);
            }
        }
        game.moves = moves.main_line();
        (is_any || !game.moves.trim().is_empty()).then_some(game)
    }
}

/// The moves of a game as its lines are read.
#[derive(Debug, Default)]
struct MoveText {
    /// What stands outside comments and variations.
    plain: String,
    /// Number of open variations.
    depth: usize,
    /// The next sign is part of a comment in braces.
    is_comment: bool,
}

impl MoveText {
    fn read(&mut self, line: &str) {
        for sign in line.chars() {
            match sign {
                '}' if self.is_comment => self.is_comment = false,
                _ if self.is_comment => {}
                '{' => self.is_comment = true,
                // A comment up to the end of the line.
                ';' => break,
                '(' => self.depth += 1,
                ')' if self.depth > 0 => self.depth -= 1,
                '!' | '?' => {}
                _ if self.depth == 0 => self.plain.push(sign),
                _ => {}
            }
        }
        self.plain.push('\n');
    }

    /// The moves without results and the numbers that judge moves. What was opened and not closed stands behind them, so that no
    /// reader of moves takes a part of the game for the whole.
    fn main_line(&self) -> String {
        let is_move = |word: &&str| !word.starts_with('$') && !move_list::RESULTS.contains(word);
        let open = if self.is_comment {
            "{"
        } else if self.depth > 0 {
            "("
        } else {
            ""
        };
        let words = self.plain.split_whitespace().chain(open.split_whitespace());
        let moves: Vec<&str> = words.filter(is_move).collect();
        moves.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;
    use crate::text::samples::{faulty_game, games};

    #[test]
    fn a_game_is_its_tags_and_its_result() {
        let expected = r#"[Event "A \"test\""]
[Site "?"]
[Date "????.??.??"]
[Round "3.5"]
[White "new \\ \"2\""]
[Black "old [1]"]
[Result "1-0"]
[Variant "renju 15x15"]
[Termination "time forfeit"]

1-0

"#;
        assert_eq!(write_pgn(&faulty_game(), "A \"test\""), expected);
    }

    #[test]
    fn comments_may_hold_semicolons_and_tags() {
        let text = "[Black \"a\"]\n\n1. h8 {good; strong} i9 ; aside {\n2. j10 {as in\n[Event \"Cup\"]\n} k11 1-0\n\n[Black \"b\"]\n1. a1\n";
        let games: Vec<PgnGame> = PgnGames::new(text).collect();
        let moves: Vec<&str> = games.iter().map(|game| game.moves.as_str()).collect();
        assert_eq!(moves, ["1. h8 i9 2. j10 k11", "1. a1"]);
        let unclosed = "1. h8 {good\n\n[Black \"b\"]\n1. a1 (b2\n\n[Black \"c\"]\n1. a1 ) b2\n";
        let games: Vec<PgnGame> = PgnGames::new(unclosed).collect();
        let moves: Vec<&str> = games.iter().map(|game| game.moves.as_str()).collect();
        assert_eq!(moves, ["1. h8 {", "1. a1 (", "1. a1 ) b2"]);
    }

    #[test]
    fn a_number_in_the_tag_of_a_rule_is_no_board() {
        for (tag, rule, size) in [
            ("[Rule \"8\"]", Some(Rule::Caro), None),
            ("[Variant \"Exactly 5\"]", Some(Rule::Standard), None),
            (
                "[Variant \"renju 20x15\"]",
                Some(Rule::Renju),
                Some("20x15"),
            ),
            ("[BoardSize \"9\"]", None, Some("9x9")),
        ] {
            let text = format!("{tag}\n\n1. a1\n");
            let game = PgnGames::new(&text).next().expect("a game");
            let found = game.size.map(|size| size.to_string());
            assert_eq!((game.rule, found.as_deref()), (rule, size), "{tag}");
        }
    }

    /// The value of a tag, read as in the standard.
    fn tag(pgn: &str, name: &str) -> Option<String> {
        let start = format!("[{name} \"");
        let line = pgn.lines().find_map(|line| line.strip_prefix(&start))?;
        let mut letters = line.strip_suffix("\"]")?.chars();
        let mut value = String::new();
        while let Some(letter) = letters.next() {
            value.push(if letter == '\\' {
                letters.next()?
            } else {
                letter
            });
        }
        Some(value)
    }

    proptest! {
        #[test]
        fn names_and_results_can_be_read_back(game in games()) {
            let pgn = write_pgn(&game, "Cup");
            prop_assert_eq!(tag(&pgn, "White"), Some(game.white));
            prop_assert_eq!(tag(&pgn, "Black"), Some(game.black));
            let result = match game.result {
                GameResult::White => "1-0",
                GameResult::Black => "0-1",
                GameResult::Draw => "1/2-1/2",
                GameResult::Unfinished => "*",
            };
            prop_assert_eq!(tag(&pgn, "Result"), Some(result.to_string()));
            prop_assert_eq!(pgn.lines().rev().nth(1), Some(result));
        }
    }
}
