//! Reviewed games as SGF: for each move a comment and the value for Sabaki's curve (`SBKV`, Black's percent); for bad
//! moves the marks of the format, a triangle on the better point, and the better line as a variation.

use sgf_parse::unknown_game::Prop;
use sgf_parse::{Double, SgfNode, SimpleText, Text};

use kagetsu_gomoku::geometry::{BoardSize, Rows};
use kagetsu_notation::record::GameResult;

use crate::review::Grade;

use super::record::{GameHead, LineRecord, MoveRecord, PlayedRecord};
use super::summary::GameReport;

const FORMAT: i64 = 4;
const GOMOKU: i64 = 4;
const PROGRAM: &str = "Kagetsu";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const ENCODING: &str = "UTF-8";
const PERCENT: f64 = 100.0;
/// Moves of a variation.
const SHOWN_MOVES: usize = 12;

/// All games as one collection.
pub fn sgf(games: &[GameReport]) -> String {
    games.iter().map(write_game).collect()
}

fn write_game(game: &GameReport) -> String {
    let board = game.head.size.parse().unwrap_or(BoardSize::LARGEST);
    let mut text = format!("({}", root(&game.head, board));
    // A variation stands behind the move that it replaces and all that follows this move.
    let mut variations = Vec::new();
    for record in &game.moves {
        let Some(played) = &record.played else {
            let comment = record
                .best()
                .map(|best| format!("best: {}", line_text(best)));
            text.push_str(&node(comment.map(comment_property).into_iter().collect()));
            continue;
        };
        let better = record
            .best()
            .filter(|best| played.is_fault() && best.moves.first() != Some(&played.point));
        if let Some(better) = better {
            text.push('(');
            variations.push(variation(&record.side, better, board));
        }
        text.push_str(&move_node(record, played, better, board));
    }
    for variation in variations.iter().rev() {
        text.push_str(")\n");
        text.push_str(variation);
    }
    text.push_str(")\n");
    text
}

fn node(properties: Vec<Prop>) -> String {
    let node = SgfNode::new(properties, Vec::new(), false);
    format!("{node}\n")
}

fn root(head: &GameHead, board: BoardSize) -> String {
    let simple = |text: &str| SimpleText {
        text: text
            .chars()
            .map(|sign| if sign.is_control() { ' ' } else { sign })
            .collect(),
    };
    let sides = if board.is_square() {
        board.width().to_string()
    } else {
        format!("{}:{}", board.width(), board.height())
    };
    let mut properties = vec![
        Prop::FF(FORMAT),
        Prop::CA(simple(ENCODING)),
        Prop::GM(GOMOKU),
        Prop::AP((simple(PROGRAM), simple(VERSION))),
        Prop::Unknown("SZ".to_string(), vec![sides]),
        Prop::RU(simple(&head.rule)),
        Prop::GN(simple(&format!("{} {}", head.source, head.number))),
    ];
    properties.extend(head.black.as_deref().map(|name| Prop::PB(simple(name))));
    properties.extend(head.white.as_deref().map(|name| Prop::PW(simple(name))));
    let result = match head.result {
        Some(GameResult::Black) => Some("B+"),
        Some(GameResult::White) => Some("W+"),
        Some(GameResult::Draw) => Some("Draw"),
        Some(GameResult::Unfinished) | None => None,
    };
    properties.extend(result.map(|result| Prop::RE(simple(result))));
    let mut text = SgfNode::new(properties, Vec::new(), false).to_string();
    if let Some(start) = &head.start {
        for (name, points) in [("AB", &start.black), ("AW", &start.white)] {
            if !points.is_empty() {
                text.push_str(name);
            }
            for point in points {
                text.extend(["[", &letters(point, board), "]"]);
            }
        }
        text.push_str(if start.side == "black" {
            "PL[B]"
        } else {
            "PL[W]"
        });
    }
    text.push('\n');
    text
}

/// A point in the two letters of the format.
fn letters(point: &str, board: BoardSize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    Rows::FromBottom.parse(point, board).map_or_else(
        |_| String::new(),
        |point| [letter(point.x()), letter(point.y())].iter().collect(),
    )
}

fn stone(side: &str, point: &str, board: BoardSize) -> Prop {
    let point = letters(point, board);
    if side == "black" {
        Prop::B(point)
    } else {
        Prop::W(point)
    }
}

fn comment_property(text: String) -> Prop {
    Prop::C(Text { text })
}

fn move_node(
    record: &MoveRecord,
    played: &PlayedRecord,
    better: Option<&LineRecord>,
    board: BoardSize,
) -> String {
    let mut properties = vec![stone(&record.side, &played.point, board)];
    properties.extend(match played.class {
        Grade::Best | Grade::Good => None,
        Grade::Inaccuracy => Some(Prop::DO),
        Grade::Mistake => Some(Prop::BM(Double::One)),
        Grade::Blunder => Some(Prop::BM(Double::Two)),
    });
    if let Some(point) = better.and_then(|better| better.moves.first()) {
        properties.push(Prop::Unknown("TR".to_string(), vec![letters(point, board)]));
    }
    let black = if record.side == "black" {
        played.win
    } else {
        1.0 - played.win
    };
    properties.push(Prop::Unknown(
        "SBKV".to_string(),
        vec![format!("{:.2}", black * PERCENT)],
    ));
    properties.push(comment_property(comment(record, played, better)));
    node(properties)
}

fn comment(record: &MoveRecord, played: &PlayedRecord, better: Option<&LineRecord>) -> String {
    let class = if record.opening {
        "opening".to_string()
    } else {
        played.verdict()
    };
    let mut lines = vec![
        class,
        format!(
            "{} wins {:.1} % (score {}), loss {:.1} %",
            record.side,
            played.win * PERCENT,
            played.value.text(),
            played.loss * PERCENT
        ),
    ];
    lines.extend(better.map(|better| format!("better: {}", line_text(better))));
    lines.join("\n")
}

fn line_text(line: &LineRecord) -> String {
    let shown: Vec<&str> = line
        .moves
        .iter()
        .take(SHOWN_MOVES)
        .map(String::as_str)
        .collect();
    format!(
        "{} ({:.1} %, score {})",
        shown.join(" "),
        line.win * PERCENT,
        line.value.text()
    )
}

fn variation(side: &str, line: &LineRecord, board: BoardSize) -> String {
    let mut text = String::from("(");
    let sides = if side == "black" {
        ["black", "white"]
    } else {
        ["white", "black"]
    };
    let moves = line
        .moves
        .iter()
        .take(SHOWN_MOVES)
        .zip(sides.iter().cycle());
    for (index, (point, side)) in moves.enumerate() {
        let mut properties = vec![stone(side, point, board)];
        if index == 0 {
            properties.push(comment_property(format!("better: {}", line_text(line))));
        }
        text.push_str(&node(properties));
    }
    text.push_str(")\n");
    text
}
