//! The lines of the Gomocup protocol from the manager's side: what is sent, and how answers are read.

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::Point;
use kagetsu_kernel::ShowPath as _;

use super::game_clock::GameClock;
use super::referee::AnsweredPoint;
use super::settings::{EngineSpec, GameSettings};
use super::swap2::Choice;

/// `INFO game_type` where the opponent is another engine. A tournament is 2 in the protocol; engines have always been sent
/// this one.
const AGAINST_ENGINE: u32 = 1;

/// The keys of the lines that a manager of the Gomocup protocol sends, with the word of its own settings.
const MANAGERS_KEYS: [(&str, &str); 11] = [
    ("max_memory", "memory="),
    ("timeout_match", "tc="),
    ("timeout_turn", "tc="),
    ("time_increment", "tc="),
    ("time_left", "tc="),
    ("max_node", "nodes="),
    ("max_depth", "depth="),
    ("game_type", "--game"),
    ("rule", "--rule"),
    ("thread_num", "threads="),
    ("folder", "folder="),
];

/// The request that begins a game.
pub fn start_request(settings: &GameSettings) -> String {
    let size = settings.size;
    if size.is_square() {
        format!("START {}", size.width())
    } else {
        format!("RECTSTART {},{}", size.width(), size.height())
    }
}

/// The `INFO` lines that follow the answer to `START`.
pub fn info_lines(
    spec: &EngineSpec,
    settings: &GameSettings,
    rule: Rule,
    clock: &GameClock,
) -> Vec<String> {
    let mut info = Vec::new();
    if let Some(memory) = spec.memory_limit(settings.memory) {
        info.push(format!("INFO max_memory {memory}"));
    }
    info.extend(clock.rules_lines());
    info.push(format!("INFO game_type {AGAINST_ENGINE}"));
    info.push(format!("INFO rule {}", rule.number()));
    if let Some(threads) = spec.threads {
        info.push(format!("INFO thread_num {threads}"));
    }
    if let Some(folder) = &spec.folder {
        info.push(format!("INFO folder {}", folder.shown()));
    }
    for (key, value) in &spec.options {
        info.push(format!("INFO {key} {value}"));
    }
    info
}

/// The setting that the manager itself sends, and enforces, by this key of `INFO`: `threads=` for `thread_num`. As an option
/// of the engine it would come last, and the engine would play by another rule or clock than the referee.
pub fn managers_word(key: &str) -> Option<&'static str> {
    // An engine reads the first word as the key.
    let key = key.split_whitespace().next()?;
    let mut keys = MANAGERS_KEYS.iter();
    let found = keys.find(|(own, _)| own.eq_ignore_ascii_case(key));
    found.map(|(_, word)| *word)
}

/// As [`managers_word`], for the keys that this engine is really sent in games of Gomoku with these settings.
pub fn sent_word(
    key: &str,
    spec: &EngineSpec,
    settings: &GameSettings,
    rule: Rule,
) -> Option<&'static str> {
    let clock = GameClock::new(spec.clock_in(settings));
    let mut lines = info_lines(spec, settings, rule, &clock);
    lines.push(clock.left_line());
    let is_key = |line: &String| {
        let sent = line.split(' ').nth(1);
        sent.is_some_and(|sent| sent.eq_ignore_ascii_case(key))
    };
    managers_word(key).filter(|_| lines.iter().any(is_key))
}

/// Reads the answer to `START`: whether it is accepted, or the error.
pub fn parse_start(text: &str) -> Option<Result<(), String>> {
    if text.eq_ignore_ascii_case("OK") {
        return Some(Ok(()));
    }
    let is_error = text.to_ascii_uppercase().starts_with("ERROR");
    is_error.then(|| Err(text.to_string()))
}

/// The request for the first move of an engine. It tells the engine the whole position; the last stone is the
/// opponent's.
pub(crate) fn opening_request(moves: &[Point]) -> Vec<String> {
    position_request(moves.iter().enumerate().map(|(index, point)| {
        let is_own = (moves.len() - index).is_multiple_of(2);
        (format!("{},{}", point.x(), point.y()), is_own)
    }))
}

/// The request for a move in a position: each stone as `X,Y`, oldest first, and whether it is the engine's own.
pub fn position_request(stones: impl Iterator<Item = (String, bool)>) -> Vec<String> {
    let line = |(point, is_own): (String, bool)| format!("{point},{}", if is_own { 1 } else { 2 });
    let stones: Vec<String> = stones.map(line).collect();
    if stones.is_empty() {
        return vec!["BEGIN".to_string()];
    }
    [vec!["BOARD".to_string()], stones, vec!["DONE".to_string()]].concat()
}

/// Reads a move: two whole numbers with one comma between them and nothing else.
pub fn parse_move(text: &str) -> Option<AnsweredPoint> {
    let (x, y) = text.split_once(',')?;
    Some(AnsweredPoint {
        x: number(x)?,
        y: number(y)?,
    })
}

/// Reads an answer to `SWAP2BOARD`: `SWAP`, or moves with blanks between them.
pub fn parse_swap2(text: &str) -> Option<Choice> {
    if text.eq_ignore_ascii_case("SWAP") {
        return Some(Choice::Swap);
    }
    text.split_whitespace()
        .map(parse_move)
        .collect::<Option<Vec<_>>>()
        .map(Choice::Place)
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use kagetsu_gomoku::geometry::{BoardSize, Rows};

    use super::super::settings::ClockRules;
    use super::*;

    #[test]
    fn every_key_that_is_sent_has_a_word_of_the_manager() {
        let second = Duration::from_secs(1);
        let clock = ClockRules {
            game: Some(second),
            turn: Some(second),
            increment: second,
            nodes: Some(1),
            depth: Some(1),
        };
        let mut engine = EngineSpec::new("one", vec!["program".to_string()]);
        engine.memory = Some(1);
        engine.threads = Some(1);
        engine.folder = Some(PathBuf::from("folder"));
        let settings = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
        let clock = GameClock::new(clock);
        let mut lines = info_lines(&engine, &settings, Rule::Freestyle, &clock);
        lines.push(clock.left_line());
        let keys: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.split(' ').nth(1))
            .collect();
        assert_eq!(keys.len(), MANAGERS_KEYS.len(), "{keys:?}");
        for key in keys {
            assert!(managers_word(&key.to_uppercase()).is_some(), "{key}");
        }
        assert_eq!(managers_word("hash_size"), None);
    }

    #[test]
    fn a_key_is_the_managers_where_it_is_sent() {
        let mut settings = GameSettings::new(Rule::Freestyle, BoardSize::LARGEST);
        settings.clock.nodes = Some(9);
        let engine = EngineSpec::new("one", vec!["program".to_string()]);
        let word = |key: &str| sent_word(key, &engine, &settings, Rule::Freestyle);
        assert_eq!(word("Max_Node"), Some("nodes="));
        assert_eq!(word("time_left"), Some("tc="));
        assert_eq!((word("max_depth"), word("hash_size")), (None, None));
    }

    #[test]
    fn moves_are_two_numbers_and_nothing_else() {
        assert_eq!(parse_move("7,10"), Some(AnsweredPoint { x: 7, y: 10 }));
        assert_eq!(parse_move("-1,99"), Some(AnsweredPoint { x: -1, y: 99 }));
        for text in [
            "", "7", "7,", ",7", "7,8,9", "7, 8", "7,8 x", "h8", "+7,8", "7.0,8",
        ] {
            assert_eq!(parse_move(text), None, "{text}");
        }
    }

    #[test]
    fn the_last_stone_of_a_position_is_the_opponents() {
        let moves = Rows::FromTop
            .parse_moves("a1b1c1", BoardSize::LARGEST)
            .expect("moves");
        assert_eq!(
            opening_request(&moves),
            ["BOARD", "0,0,2", "1,0,1", "2,0,2", "DONE"]
        );
        assert_eq!(opening_request(&[]), ["BEGIN"]);
    }

    #[test]
    fn answers_of_swap2_are_a_word_or_moves() {
        assert_eq!(parse_swap2("swap"), Some(Choice::Swap));
        let moves = vec![AnsweredPoint { x: 1, y: 2 }, AnsweredPoint { x: 3, y: 4 }];
        assert_eq!(parse_swap2("1,2 3,4"), Some(Choice::Place(moves)));
        assert_eq!(parse_swap2("OK"), None);
        assert_eq!(parse_swap2("1,2 x"), None);
    }
}
