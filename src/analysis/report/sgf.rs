//! Reviewed games as SGF, added to the game of the file if that is SGF: for each move a comment and the value for Sabaki's
//! curve (`SBKV`, Black's percent); for bad moves the marks of the format, a triangle on the better point, and the better
//! line as a variation. Each node that it writes to has a record of what it wrote there, by which the next review knows what
//! it may take away.

use kagetsu_gomoku::geometry::{BoardSize, ParsePointError, Point, Rows};
use kagetsu_kernel::{Side, percent};
use kagetsu_notation::record::GameResult;
use kagetsu_notation::sgf::move_node;
use kagetsu_notation::{OPENING_COMMENT, SgfNode, SgfNodes, SgfRoot, WinKind, sgf_letters};

use crate::review::Grade;

use super::record::{GameHead, LineRecord, MoveRecord, PASS, PlayedRecord};
use super::summary::GameReport;

const GOMOKU: &str = "4";
const BLACK: &str = "black";
const BEST: &str = "best: ";
const BETTER: &str = "better: ";
/// The record of a review: a private property with a value `NAME:value` for each value that the review added to the node.
const RECORD: &str = "KR";
/// Moves of a variation.
const SHOWN_MOVES: usize = 12;

/// All games as one collection. `original` finds the game in the file that it was read from, if that is SGF, and the number
/// of its moves before the start: the review is then added to it, in the place of what an earlier review wrote to the nodes
/// of the same moves. All else in it stays.
pub fn sgf(
    games: &[GameReport],
    mut original: impl FnMut(&GameHead) -> Option<(SgfNodes, usize)>,
) -> String {
    let mut text = String::new();
    for game in games {
        let board = game.head.size.parse().unwrap_or(BoardSize::LARGEST);
        let own = original(&game.head).and_then(|(mut nodes, before)| {
            let places = move_places(&nodes, before, &game.head, board)?;
            take_away(&mut nodes, &places, board);
            let places = move_places(&nodes, before, &game.head, board)?;
            Some((nodes, places))
        });
        let (mut nodes, places) = own.unwrap_or_else(|| new_game(&game.head, board));
        complete_root(&mut nodes, &game.head);
        annotate(&mut nodes, &places, game, board);
        text.push_str(&nodes.write());
    }
    text
}

/// The places of the start, behind so many moves, and of the reviewed moves in the main line of a game. No node shows the
/// start where the first move stands in the root. `None` if it is another game.
fn move_places(
    nodes: &SgfNodes,
    before: usize,
    head: &GameHead,
    board: BoardSize,
) -> Option<Vec<Option<usize>>> {
    let line = nodes.main_line();
    let sets = |&place: &usize| {
        ["AB", "AW", "AE"]
            .iter()
            .any(|name| nodes.nodes()[place].has(name))
    };
    // A game in which stones are set begins there.
    let begin = line.iter().rposition(sets).unwrap_or(0);
    let moves = line.get(begin..)?.iter().copied();
    let moves: Vec<usize> = moves
        .filter(|&place| nodes.nodes()[place].is_move())
        .collect();
    let point = |place: &usize| nodes.nodes()[*place].step(board).ok();
    let (earlier, moves) = moves.split_at_checked(before)?;
    let start = head.start.iter();
    let stones: Vec<_> = start
        .flat_map(|start| start.black.iter().chain(&start.white))
        .map(|name| step(name, board).ok().flatten())
        .collect();
    let lies_there = |place| point(place).is_some_and(|own| own.is_none() || stones.contains(&own));
    let is_same = |(place, name): (_, &String)| {
        point(place).is_some_and(|own| step(name, board).is_ok_and(|point| own == point))
    };
    let is_whole = moves.len() >= head.moves.len()
        && earlier.iter().all(lies_there)
        && moves.iter().zip(&head.moves).all(is_same);
    let begin = line.get(begin).filter(|place| !moves.contains(place));
    let start = earlier.last().or(begin).copied();
    let moves = moves.iter().copied().take(head.moves.len());
    is_whole.then(|| std::iter::once(start).chain(moves.map(Some)).collect())
}

/// A game out of its head, with the places of the root and the moves. SGF cannot say which cells nobody may use: those of the
/// start are left out.
fn new_game(head: &GameHead, board: BoardSize) -> (SgfNodes, Vec<Option<usize>>) {
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
        procedure: None,
        event: Some((String::new(), format!("{} {}", head.source, head.number))),
        names: [&head.black, &head.white].map(|name| name.clone().unwrap_or_default()),
        result: head.result.unwrap_or(GameResult::Unfinished),
        win: WinKind::Plain,
        stones: stones.collect(),
        first,
    };
    let mut nodes = SgfNodes::new(root.node());
    let mut last = 0;
    let mut places = vec![Some(last)];
    let mut side = first;
    for name in &head.moves {
        last = nodes.add_after(last, move_node(side, point(name)));
        places.push(Some(last));
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

/// Takes away what an earlier review wrote to the nodes of these moves, of which the first is the start. A variation that it
/// added goes as well, unless there is more in it by now.
fn take_away(nodes: &mut SgfNodes, places: &[Option<usize>], board: BoardSize) {
    let children = nodes.children();
    let of_best = format!("C:{BEST}");
    let of_better = format!("C:{BETTER}");
    let mut gone = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let Some((place, node)) = place.and_then(|place| Some((place, nodes.node_mut(place)?)))
        else {
            continue;
        };
        // What is said of the move before the start stays.
        let is_start = index == 0;
        clear(node, |entry| !is_start || entry.starts_with(&of_best));
        let parent = node.parent.filter(|_| !is_start);
        let all = parent.into_iter().flat_map(|parent| &children[parent]);
        for &beside in all.filter(|&&beside| beside != place) {
            if is_variation(nodes, &children, beside, board) {
                gone.push(beside);
            } else if let Some(node) = nodes.node_mut(beside) {
                clear(node, |entry| entry.starts_with(&of_better));
            }
        }
    }
    nodes.remove(&gone);
}

/// Is it the first node of a variation that a review added, with nothing else in it?
fn is_variation(nodes: &SgfNodes, children: &[Vec<usize>], first: usize, board: BoardSize) -> bool {
    let recorded = nodes.nodes()[first].text(RECORD).unwrap_or_default();
    let text = recorded.strip_prefix("C:").unwrap_or_default();
    let line = text.strip_prefix(BETTER);
    let Some((names, _)) = line.and_then(|line| line.split_once(" (")) else {
        return false;
    };
    let mut place = first;
    for (index, name) in names.split(' ').enumerate() {
        if index > 0 {
            let &[only] = children[place].as_slice() else {
                return false;
            };
            place = only;
        }
        let node = &nodes.nodes()[place];
        let side = if node.has("B") { "B" } else { "W" };
        let mut own = SgfNode::default();
        own.parent = node.parent;
        own.add(side, &letters(name, board));
        if index == 0 {
            write(&mut own, "C", text);
        }
        if *node != own {
            return false;
        }
    }
    children[place].is_empty()
}

/// Takes away what such entries of the record say, and the entries.
fn clear(node: &mut SgfNode, is_gone: impl Fn(&str) -> bool) {
    let entries: Vec<String> = node.values(RECORD).filter(|entry| is_gone(entry)).collect();
    for entry in entries {
        match entry.split_once(':') {
            Some(("C", text)) => remove_text(node, text),
            Some((name @ ("BM" | "DO" | "N" | "TR" | "SBKV"), value)) => node.remove(name, value),
            // Another program uses the name.
            _ => continue,
        }
        node.remove(RECORD, &entry);
    }
}

/// Takes a text away that was written below that of the owner.
fn remove_text(node: &mut SgfNode, text: &str) {
    let whole = node.text("C").unwrap_or_default();
    let lines = whole.replace("\r\n", "\n");
    let mut parts: Vec<&str> = lines.split("\n\n").collect();
    // Programs write the ends of lines in their own way.
    let is_it = |part: &&str| part.split_whitespace().eq(text.split_whitespace());
    let Some(place) = parts.iter().rposition(is_it) else {
        return;
    };
    parts.remove(place);
    if parts.is_empty() {
        node.remove("C", &whole);
    } else {
        node.set("C", &parts.join("\n\n"));
    }
}

/// Writes a value of the review to a node and its record; a text below that of the owner.
fn write(node: &mut SgfNode, name: &str, value: &str) {
    match name {
        "C" => node.append_text(name, value),
        "SBKV" => node.set(name, value),
        _ => node.add(name, value),
    }
    node.add(RECORD, &format!("{name}:{value}"));
}

/// Writes the review to the nodes of the moves; the best move after the last one to the node of that.
fn annotate(nodes: &mut SgfNodes, places: &[Option<usize>], game: &GameReport, board: BoardSize) {
    let children = nodes.children();
    for (index, record) in game.moves.iter().enumerate() {
        let place = index + usize::from(record.played.is_some());
        let place = places.get(place).copied().flatten();
        let Some(node) = place.and_then(|place| nodes.node_mut(place)) else {
            continue;
        };
        let Some(played) = &record.played else {
            if let Some(best) = record.best() {
                write(node, "C", &format!("{BEST}{}", line_text(best)));
            }
            continue;
        };
        let better = record
            .best()
            .filter(|best| record.fault().is_some() && best.moves.first() != Some(&played.point));
        annotate_move(node, record, played, better, board);
        // No variation stands beside a move in the root.
        if let Some((better, parent)) = better.zip(node.parent) {
            let first = better.moves.first().map(|point| step(point, board).ok());
            let is_there = |&place: &usize| first == Some(nodes.nodes()[place].step(board).ok());
            if !children[parent].iter().any(is_there) {
                add_variation(nodes, parent, &record.side, better, board);
            }
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
    write(node, "C", &comment(record, played, better));
    let own = mark(played.class).filter(|_| !record.opening);
    let is_judged = ["TE", "BM", "DO", "IT"].iter().any(|name| node.has(name));
    if let Some((name, value)) = own.filter(|_| !is_judged) {
        write(node, name, value);
    }
    // Whoever reads the file again knows by this that nobody chose the move.
    if record.opening && !node.has("N") {
        write(node, "N", OPENING_COMMENT);
    }
    if let Some(point) = better.and_then(|better| better.moves.first()) {
        let point = letters(point, board);
        if !node.values("TR").any(|known| known == point) {
            write(node, "TR", &point);
        }
    }
    let black = if record.side == BLACK {
        played.win
    } else {
        1.0 - played.win
    };
    write(node, "SBKV", &format!("{:.2}", percent(black)));
}

/// The mark of the format for a move of this class.
const fn mark(grade: Grade) -> Option<(&'static str, &'static str)> {
    match grade {
        Grade::Best | Grade::Good => None,
        Grade::Inaccuracy => Some(("DO", "")),
        Grade::Mistake => Some(("BM", "1")),
        Grade::Blunder => Some(("BM", "2")),
    }
}

fn comment(record: &MoveRecord, played: &PlayedRecord, better: Option<&LineRecord>) -> String {
    let class = if record.opening {
        OPENING_COMMENT.to_string()
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
    lines.extend(better.map(|better| format!("{BETTER}{}", line_text(better))));
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
        let mut node = SgfNode::default();
        node.add(side, &letters(point, board));
        if index == 0 {
            write(&mut node, "C", &format!("{BETTER}{}", line_text(line)));
        }
        last = nodes.add_after(last, node);
    }
}
