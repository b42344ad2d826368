//! Reviewed games as SGF, added to the game of the file if that is SGF: for each move a comment and the value for Sabaki's
//! curve (`SBKV`, Black's percent); for bad moves the marks of the format, a triangle on the better point, and the better
//! line as a variation.

use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Point, Rows};
use kagetsu_kernel::{Side, percent};
use kagetsu_notation::record::GameResult;
use kagetsu_notation::sgf::move_node;
use kagetsu_notation::{SgfNode, SgfNodes, SgfRoot, SgfWin, sgf_letters};

use crate::review::Grade;

use super::record::{GameHead, LineRecord, MoveRecord, PASS, PlayedRecord};
use super::summary::GameReport;

const GOMOKU: &str = "4";
const BLACK: &str = "black";
/// Moves of a variation.
const SHOWN_MOVES: usize = 12;

/// All games as one collection. `original` finds the game in the file that it was read from, if that is SGF: the review is
/// then added to it, and its comments, marks and variations stay.
pub fn sgf(
    games: &[GameReport],
    mut original: impl FnMut(&GameHead) -> Option<SgfNodes>,
) -> String {
    let mut text = String::new();
    for game in games {
        let board = game.head.size.parse().unwrap_or(BoardSize::LARGEST);
        let own = original(&game.head).and_then(|nodes| {
            let places = move_places(&nodes, &game.head, board)?;
            Some((nodes, places))
        });
        let (mut nodes, places) = own.unwrap_or_else(|| new_game(&game.head, board));
        complete_root(&mut nodes, &game.head);
        annotate(&mut nodes, &places, game, board);
        text.push_str(&nodes.write());
    }
    text
}

/// The places of the reviewed moves in the main line of a game. `None` if it is another game.
fn move_places(nodes: &SgfNodes, head: &GameHead, board: BoardSize) -> Option<Vec<usize>> {
    let line = nodes.main_line();
    let sets = |&place: &usize| {
        ["AB", "AW", "AE"]
            .iter()
            .any(|name| nodes.nodes()[place].has(name))
    };
    // A game in which stones are set begins there.
    let begin = line.iter().rposition(sets).unwrap_or(0);
    let moves = line[begin..].iter().copied();
    let moves: Vec<usize> = moves
        .filter(|&place| nodes.nodes()[place].is_move())
        .collect();
    let is_same = |(&place, point): (&usize, &String)| {
        let own = nodes.nodes()[place].step(board);
        matches!((own, step(point, board)), (Ok(own), Ok(point)) if own == point)
    };
    let is_whole = moves.len() >= head.moves.len() && moves.iter().zip(&head.moves).all(is_same);
    is_whole.then(|| moves[..head.moves.len()].to_vec())
}

/// A game out of its head: the root, and the moves with their places.
fn new_game(head: &GameHead, board: BoardSize) -> (SgfNodes, Vec<usize>) {
    let start = head.start.as_ref();
    let point = |name: &String| step(name, board).ok().flatten();
    let groups = start.map(|start| [(Side::Black, &start.black), (Side::White, &start.white)]);
    let stones = groups.into_iter().flatten().flat_map(|(side, names)| {
        let points = names.iter().filter_map(point);
        points.map(move |point| (point, side))
    });
    let first = match start {
        Some(start) if start.side != BLACK => Side::White,
        _ => Side::Black,
    };
    let root = SgfRoot {
        board,
        rule: head.rule.clone(),
        event: Some((String::new(), format!("{} {}", head.source, head.number))),
        names: [&head.black, &head.white].map(|name| name.clone().unwrap_or_default()),
        result: head.result.unwrap_or(GameResult::Unfinished),
        win: SgfWin::Plain,
        stones: stones.collect(),
        first,
    };
    let mut nodes = SgfNodes::new(root.node());
    let mut places = Vec::new();
    let mut side = first;
    for name in &head.moves {
        let mut node = move_node(side, point(name));
        node.parent = places.last().copied();
        places.push(nodes.add(node));
        side = side.opponent();
    }
    (nodes, places)
}

/// Says of which game and rule the game is, where its own file does not.
fn complete_root(nodes: &mut SgfNodes, head: &GameHead) {
    let Some(root) = nodes.node_mut(0) else {
        return;
    };
    if root.text("GM").as_deref() != Some(GOMOKU) {
        root.set("GM", GOMOKU);
    }
    if !root.has("RU") {
        root.add("RU", &head.rule);
    }
    if !root.has("SZ")
        && let Ok(board) = head.size.parse()
    {
        root.add_size(board);
    }
}

/// Writes the review to the nodes of the moves.
fn annotate(nodes: &mut SgfNodes, places: &[usize], game: &GameReport, board: BoardSize) {
    for (index, record) in game.moves.iter().enumerate() {
        let Some(played) = &record.played else {
            if let Some(best) = record.best() {
                let last = nodes.main_line().last().copied().unwrap_or(0);
                let mut node = SgfNode::after(last);
                node.add("C", &format!("best: {}", line_text(best)));
                nodes.add(node);
            }
            continue;
        };
        let better = record
            .best()
            .filter(|best| record.fault().is_some() && best.moves.first() != Some(&played.point));
        let Some(node) = places.get(index).and_then(|&place| nodes.node_mut(place)) else {
            continue;
        };
        annotate_move(node, record, played, better, board);
        // No variation stands beside a move in the root.
        if let Some((better, parent)) = better.zip(node.parent) {
            add_variation(nodes, parent, &record.side, better, board);
        }
    }
}

/// The letters of a point; nothing for a pass.
fn letters(point: &str, board: BoardSize) -> String {
    let point = step(point, board).ok().flatten();
    point.map_or_else(String::new, sgf_letters)
}

/// The move with this name; `None` is a pass.
fn step(point: &str, board: BoardSize) -> Result<Option<Point>, ParsePointError> {
    if point == PASS {
        return Ok(None);
    }
    Rows::FromBottom.parse(point, board).map(Some)
}

fn annotate_move(
    node: &mut SgfNode,
    record: &MoveRecord,
    played: &PlayedRecord,
    better: Option<&LineRecord>,
    board: BoardSize,
) {
    let is_judged = ["TE", "BM", "DO", "IT"].iter().any(|name| node.has(name));
    match played.class {
        _ if is_judged || record.opening => {}
        Grade::Best | Grade::Good => {}
        Grade::Inaccuracy => node.add("DO", ""),
        Grade::Mistake => node.add("BM", "1"),
        Grade::Blunder => node.add("BM", "2"),
    }
    if let Some(point) = better.and_then(|better| better.moves.first()) {
        let point = letters(point, board);
        if !node.values("TR").any(|known| known == point) {
            node.add("TR", &point);
        }
    }
    let black = if record.side == BLACK {
        played.win
    } else {
        1.0 - played.win
    };
    node.set("SBKV", &format!("{:.2}", percent(black)));
    node.append_text("C", &comment(record, played, better));
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
            percent(played.win),
            played.value.text(),
            percent(played.loss)
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
        percent(line.win),
        line.value.text()
    )
}

fn add_variation(
    nodes: &mut SgfNodes,
    parent: usize,
    side: &str,
    line: &LineRecord,
    board: BoardSize,
) {
    let sides = if side == BLACK {
        ["B", "W"]
    } else {
        ["W", "B"]
    };
    let mut last = parent;
    let moves = line.moves.iter().take(SHOWN_MOVES);
    for (index, (point, side)) in moves.zip(sides.iter().cycle()).enumerate() {
        let mut node = SgfNode::after(last);
        node.add(side, &letters(point, board));
        if index == 0 {
            node.add("C", &format!("better: {}", line_text(line)));
        }
        last = nodes.add(node);
    }
}
