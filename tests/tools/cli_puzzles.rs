//! Tests of `puzzles` with the real program: every printed puzzle has the win, the length and the unique first move
//! that it claims.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use kagetsu_arena::openings::canonical_form;
use kagetsu_gomoku::board::{Board, Position, Rule, Side, Threat};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::solver::{Order, Question, Solver, Verdict};
use kagetsu_test_support::oracle::{legal_moves, winner_after};
use kagetsu_test_support::play::square;
use kagetsu_test_support::ran::FINE;
#[cfg(unix)]
use kagetsu_test_support::ran::Ran;
use kagetsu_test_support::searching::ask;

#[cfg(unix)]
use super::ran::interrupted_until;
use super::ran::run_in;

const MEMORY: usize = 1 << 22;
const COLUMNS: usize = 6;
/// Positions that a solver may visit.
const NODES: u64 = 1_000_000;

/// What a line without names of files prints.
fn fine(line: &str) -> io::Result<String> {
    Ok(run_in(Path::new("."), line)?.fine())
}

/// A row of the table.
struct Row {
    id: String,
    position: Position,
    stones: [Vec<Point>; 2],
    length: usize,
    line: Vec<Point>,
}

/// Points of a text that counts rows from the bottom.
fn points(text: &str, size: BoardSize) -> Vec<Point> {
    Rows::FromBottom.parse_moves(text, size).expect("points")
}

fn read(text: &str, rule: Rule, size: BoardSize) -> Vec<Row> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!(columns.len(), COLUMNS, "{row}");
        let stones = [points(columns[2], size), points(columns[3], size)];
        let mut position = Position::new(size, rule);
        for (side, own) in Side::BOTH.into_iter().zip(&stones) {
            for &point in own {
                position.place(point, side).expect("a free point");
            }
        }
        let turn = Side::BOTH
            .into_iter()
            .find(|side| side.to_string() == columns[1]);
        position.set_side_to_move(turn.expect("a side"));
        Row {
            id: columns[0].to_string(),
            position,
            stones,
            length: columns[4].parse().expect("a number"),
            line: points(columns[5], size),
        }
    })
    .collect()
}

/// Does the side to move win by fours, if every reply to the move just made is tried?
fn wins_by_fours(position: &Position, first: Point, solver: &mut Solver) -> bool {
    let mut board = Board::from_position(position);
    let side = board.side_to_move();
    board.make(first);
    let fives = board.count(side, Threat::Five);
    let mut after = position.clone();
    after.play(first).expect("a free point");
    // Only a four leaves the defender no time; whoever can make five first does.
    fives > 0
        && legal_moves(&after).into_iter().all(|reply| {
            let mut after = after.clone();
            let defender_wins = winner_after(&after, reply) == Some(side.opponent());
            after.play(reply).expect("a legal move");
            let mut board = Board::from_position(&after);
            !defender_wins
                && matches!(
                    ask(solver, &mut board, Question::Fours(Order::Any), NODES),
                    Verdict::Win(_)
                )
        })
}

fn is_only_win_by_fours(position: &Position, first: Point) -> bool {
    let mut solver = Solver::with_bytes(MEMORY);
    let legal = legal_moves(position);
    legal
        .into_iter()
        .all(|point| wins_by_fours(position, point, &mut solver) == (point == first))
}

fn is_only_win_by_threats(position: &Position, first: Point) -> bool {
    let mut solver = Solver::with_bytes(MEMORY);
    let board = Board::from_position(position);
    legal_moves(position).into_iter().all(|point| {
        let mut board = board.clone();
        board.make(point);
        match ask(&mut solver, &mut board, Question::LossByThreats, NODES) {
            Verdict::Loss(_) => point == first,
            Verdict::None => point != first,
            verdict => panic!("{point:?}: {verdict:?}"),
        }
    })
}

fn line(rule: Rule, size: BoardSize, count: usize) -> String {
    format!("puzzles --rule {rule} --size {size} --count {count} --play-nodes 200 --seed 3")
}

/// Lengths that `solve` prints for the rows of a file, by name.
fn solved_lengths(text: &str) -> Vec<(String, usize)> {
    let field = |line: &str, name: &str, end: char| {
        let start = line.find(name).expect(name) + name.len();
        let rest = &line[start..];
        rest[..rest.find(end).expect("an end")].to_string()
    };
    let read = |line: &str| {
        let plies: usize = field(line, "\"plies\":", '}').parse().expect("a number");
        (field(line, "\"id\":\"", '"'), plies.div_ceil(2))
    };
    text.lines().map(read).collect()
}

fn check_table(text: &str, rule: Rule, size: BoardSize, folder: &Path) -> io::Result<usize> {
    fs::write(folder.join("puzzles.tsv"), text)?;
    let solve = "solve --vcf --shortest --json puzzles.tsv";
    let solved = run_in(folder, &format!("{solve} --rule {rule} --size {size}"))?.fine();
    let rows = read(text, rule, size);
    let printed: Vec<(String, usize)> = rows
        .iter()
        .map(|row| (row.id.clone(), row.length))
        .collect();
    assert_eq!(solved_lengths(&solved), printed);
    let mut forms = BTreeSet::new();
    for row in &rows {
        assert!(row.length >= 4 && row.line.len() == 2 * row.length - 1);
        assert!(
            is_only_win_by_fours(&row.position, row.line[0]),
            "{}",
            row.id
        );
        let order = (0..row.position.stones().len()).map(|index| row.stones[index % 2][index / 2]);
        assert!(forms.insert(canonical_form(&order.collect::<Vec<_>>(), size)));
    }
    assert!(rows.is_sorted_by_key(|row| row.length));
    Ok(rows.len())
}

#[test]
fn puzzles_have_the_length_and_the_only_first_move_that_they_claim() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    for (rule, side) in [
        (Rule::Freestyle, 15),
        (Rule::Standard, 13),
        (Rule::Renju, 15),
        (Rule::Caro, 15),
    ] {
        let text = fine(&line(rule, square(side), 3))?;
        let rows = check_table(&text, rule, square(side), folder.path())?;
        assert_eq!(rows, 3, "{text}");
    }
    Ok(())
}

#[test]
fn the_same_options_give_the_same_puzzles() -> io::Result<()> {
    let base = line(Rule::Freestyle, square(15), 3);
    let folder = tempfile::tempdir()?;
    let with = |more: &str| -> io::Result<String> {
        Ok(run_in(folder.path(), &format!("{base} {more}"))?.fine())
    };
    let one = with("--threads 1")?;
    let short = read(&with("--max-length 4")?, Rule::Freestyle, square(15));
    assert!(short.len() == 3 && short.iter().all(|row| row.length == 4));
    assert_eq!(with("--threads 3 --out puzzles.tsv")?, "");
    assert_eq!(fs::read_to_string(folder.path().join("puzzles.tsv"))?, one);
    let json = with("--json")?;
    let rows = read(&one, Rule::Freestyle, square(15));
    assert_eq!(json.lines().count(), rows.len());
    for (line, row) in json.lines().zip(rows) {
        let start = format!(
            "{{\"id\":\"{}\",\"rule\":\"freestyle\",\"size\":\"15x15\",",
            row.id
        );
        assert!(line.starts_with(&start), "{line}");
        assert!(
            line.contains(&format!("\"length\":{},", row.length)),
            "{line}"
        );
        assert!(line.ends_with("\"kind\":\"fours\"}"), "{line}");
    }
    Ok(())
}

#[test]
fn puzzles_by_threats_have_no_win_by_fours_and_one_first_move() -> io::Result<()> {
    let base = line(Rule::Freestyle, square(15), 1);
    let text = fine(&format!("{base} --kind threes --max-length 8 --nodes 3000"))?;
    let rows = read(&text, Rule::Freestyle, square(15));
    assert_eq!(rows.len(), 1);
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("puzzle.tsv"), &text)?;
    let printed = run_in(folder.path(), "solve --vct --json --time 1000 puzzle.tsv")?.fine();
    assert_eq!(
        solved_lengths(&printed),
        [(rows[0].id.clone(), rows[0].length)]
    );
    let mut board = Board::from_position(&rows[0].position);
    let mut solver = Solver::with_bytes(MEMORY);
    let fours = ask(&mut solver, &mut board, Question::Fours(Order::Any), NODES);
    assert_eq!(fours, Verdict::None);
    assert!(is_only_win_by_threats(&rows[0].position, rows[0].line[0]));
    Ok(())
}

#[test]
fn puzzles_of_defence_have_one_move_that_holds() -> io::Result<()> {
    let base = line(Rule::Freestyle, square(15), 1);
    let text = fine(&format!("{base} --kind defend --nodes 3000"))?;
    let rows = read(&text, Rule::Freestyle, square(15));
    assert_eq!((rows.len(), rows[0].length), (1, 1));
    let mut solver = Solver::with_bytes(MEMORY);
    for point in legal_moves(&rows[0].position) {
        let mut board = Board::from_position(&rows[0].position);
        board.make(point);
        let verdict = ask(&mut solver, &mut board, Question::Threats, NODES);
        let holds = verdict == Verdict::None;
        assert!(holds || matches!(verdict, Verdict::Win(_)), "{point:?}");
        assert_eq!(holds, point == rows[0].line[0], "{point:?}");
    }
    Ok(())
}

#[test]
fn a_win_by_a_foul_needs_the_foul() -> io::Result<()> {
    let base = line(Rule::Renju, square(15), 1);
    let text = fine(&format!("{base} --kind foul --min-length 3"))?;
    let rows = read(&text, Rule::Renju, square(15));
    assert_eq!(rows.len(), 1);
    let mut position = rows[0].position.clone();
    assert_eq!(position.side_to_move(), Side::White);
    assert!(is_only_win_by_fours(&position, rows[0].line[0]));
    position.set_rule(Rule::Freestyle);
    let mut board = Board::from_position(&position);
    let mut solver = Solver::with_bytes(MEMORY);
    let free = ask(&mut solver, &mut board, Question::Fours(Order::Any), NODES);
    assert_eq!(free, Verdict::None);
    run_in(Path::new("."), "puzzles --kind foul")?.refused("--rule renju");
    Ok(())
}

/// The moves of the game in which a row was found, with the winning line.
fn game(row: &Row) -> Vec<Point> {
    let stones = row.position.stones().len();
    let played = (0..stones).map(|index| row.stones[index % 2][index / 2]);
    played.chain(row.line.iter().copied()).collect()
}

fn sgf(moves: &[Point]) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    let nodes = moves.iter().zip(['B', 'W'].into_iter().cycle());
    let nodes =
        nodes.map(|(point, side)| format!(";{side}[{}{}]", letter(point.x()), letter(point.y())));
    format!("(;GM[4]SZ[15]RU[freestyle]{})\n", nodes.collect::<String>())
}

fn psq(moves: &[Point]) -> String {
    let lines = moves
        .iter()
        .map(|point| format!("{},{},0\n", point.x() + 1, point.y() + 1));
    format!(
        "Piskvorky 15x15, 11:11, 0\n{}-1\n",
        lines.collect::<String>()
    )
}

/// A line of a journal.
fn journal(moves: &[Point], rule: &str) -> String {
    let text = Rows::FromBottom.names(moves, square(15), "");
    format!(
        "{{\"schema\":2,\"game\":0,\"pair\":0,\"black\":\"a\",\"white\":\"b\",\"rule\":\"{rule}\",\"size\":15,\
         \"result\":\"draw\",\"reason\":\"five\",\"moves\":\"{text}\",\"opening\":0,\"ms\":[],\"remarks\":[],\
         \"memory_kib\":[null,null]}}\n"
    )
}

#[test]
fn games_are_read_in_every_form_and_a_puzzle_is_told_once() -> io::Result<()> {
    let size = square(15);
    let own = fine(&line(Rule::Freestyle, size, 1))?;
    let rows = read(&own, Rule::Freestyle, size);
    let moves = game(&rows[0]);
    let turned: Vec<Point> = moves
        .iter()
        .map(|point| Point::at(point.y(), point.x()))
        .collect();
    let folder = tempfile::tempdir()?;
    for (name, text) in [
        ("a.sgf", sgf(&moves) + sgf(&turned).as_str()),
        ("a.psq", psq(&moves)),
        (
            "games.jsonl",
            journal(&moves, "freestyle") + journal(&turned, "freestyle").as_str(),
        ),
    ] {
        fs::write(folder.path().join(name), text)?;
        // The same combination, the same game turned and the same file again give nothing new.
        let found = run_in(folder.path(), &format!("puzzles {name} {name}"))?.fine();
        let found = read(&found, Rule::Freestyle, size);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(found[0].stones, rows[0].stones, "{name}");
        assert_eq!(found[0].line, rows[0].line, "{name}");
    }
    Ok(())
}

#[test]
fn games_that_cannot_be_used_are_named() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let point = Point::at(7, 7);
    for (name, text, expected) in [
        (
            "a",
            "nonsense\n".to_string(),
            "a': line 1: 'nonsense' is not a point",
        ),
        ("b", String::new(), "there is nothing in 'b'"),
        (
            "c",
            "(;GM[4]SZ[15];W[aa])".to_string(),
            "c': SGF, game 1: move 1 is by white",
        ),
        ("d", psq(&[point, point]), "move 2: the point is not empty"),
        (
            "e",
            journal(&[point], "freestyle") + journal(&[point], "renju").as_str(),
            "e': game 2: it is renju, but freestyle is wanted",
        ),
        ("e2", journal(&[point], "renju"), ""),
        (
            "f",
            "(;GM[4]SZ[19])".to_string(),
            "it is 19x19, but 15x15 is wanted",
        ),
    ] {
        fs::write(folder.path().join(name), text)?;
        let ran = run_in(folder.path(), &format!("puzzles --size 15 {name}"))?;
        if expected.is_empty() {
            assert_eq!(
                ran.ends(FINE).out,
                "",
                "a table without rows has no heading"
            );
        } else {
            ran.refused(expected);
        }
    }
    Ok(())
}

/// How many puzzles are found until the signal comes depends on the machine.
#[cfg(unix)]
#[test]
fn what_was_found_before_an_interruption_is_printed_or_written() -> io::Result<()> {
    let base = line(Rule::Freestyle, square(15), 1_000_000);
    let rows = |text: &str| read(text, Rule::Freestyle, square(15)).len();
    let folder = tempfile::tempdir()?;
    interrupted_until(|ran| Ok(rows(&ran.out) > 0), folder.path(), &base)?;
    let path = folder.path().join("puzzles.tsv");
    let old = "the old list";
    fs::write(&path, old)?;
    let into_file = format!("{base} --force --out puzzles.tsv");
    let is_written = |ran: &Ran| {
        assert_eq!(ran.out, "");
        let text = fs::read_to_string(&path)?;
        Ok(text != old && rows(&text) > 0)
    };
    interrupted_until(is_written, folder.path(), &into_file)?;
    let files = fs::read_dir(folder.path())?.count();
    assert_eq!(files, 1, "no unfinished file stays");
    Ok(())
}
