//! Tests of the sub-commands with the real program: its output and its exit codes.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
#[cfg(unix)]
use std::time::Duration;

use kagetsu_gomoku::bench::bench_positions;
use kagetsu_gomoku::board::{Board, Diagram, Position, Rule, Side, Threat};
use kagetsu_gomoku::engine::{Engine, EngineConfig};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::NullSearchObserver;
use kagetsu_kernel::{SearchLimits, StopSignal, WallClock};
use kagetsu_test_support::cases::forbidden_cases;
use kagetsu_test_support::openings::all_openings;
use kagetsu_test_support::oracle::{forbidden_kind, perft};

use super::ran::Ran;

const BAD_INPUT: i32 = 2;

/// Exit code, standard output and standard error of one run.
fn run_with(arguments: &[&str], input: &str) -> io::Result<Ran> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that needs no input may end before it is written.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok(Ran::of(&output))
}

fn run(arguments: &[&str]) -> io::Result<Ran> {
    run_with(arguments, "")
}

fn assert_fine(ran: &Ran) {
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
}

#[test]
fn the_version_names_what_a_report_of_a_fault_needs() -> io::Result<()> {
    let ran = run(&["--version"])?;
    assert_fine(&ran);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines[0],
        format!("pbrain-kagetsu {}", env!("CARGO_PKG_VERSION"))
    );
    assert!(lines[1].starts_with("commit: "), "{lines:?}");
    let signature = include_str!("../../benches/SIGNATURE").trim();
    assert_eq!(lines[2], format!("bench: {signature}"));
    assert!(
        ["instructions: avx2", "instructions: portable"].contains(&lines[3]),
        "{lines:?}"
    );
    Ok(())
}

#[test]
fn the_log_of_a_conversation_has_both_sides_whatever_the_file_is_called() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("it's a l\u{f6}g, \u{68cb}.txt");
    let name = path.to_str().ok_or(io::ErrorKind::InvalidData)?;
    let joined = format!("--log={name}");
    for arguments in [&["--force-utf8", "--log", name][..], &[&joined]] {
        let ran = run_with(arguments, "START 15\nINFO max_node 50\nBEGIN\n")?;
        assert_fine(&ran);
    }
    let log = fs::read_to_string(&path)?;
    for line in ["-> START 15\n", "<- OK\n", "-> BEGIN\n", "<- 7,7\n"] {
        assert_eq!(log.matches(line).count(), 2, "{line:?} in {log}");
    }
    let folder_name = folder.path().to_str().ok_or(io::ErrorKind::InvalidData)?;
    let ran = run_with(&["--log", folder_name], "START 15\n")?;
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "OK\n"));
    assert!(ran.err.contains("no log in"), "{}", ran.err);
    Ok(())
}

#[test]
fn the_log_is_switched_while_a_conversation_goes_on() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let [first, second] = ["it's one.txt", "\u{68cb} two.txt"].map(|name| folder.path().join(name));
    let said = format!(
        "START 15\nINFO log {}\nPLAY 7,7\nINFO log {}\nPLAY 8,8\nINFO LOG off\nPLAY 9,9\nINFO log {}\nPLAY 6,6\n",
        first.display(),
        folder.path().join("none/x").display(),
        second.display()
    );
    let ran = run_with(&[], &said)?;
    assert_fine(&ran);
    let answers: Vec<&str> = ran.out.lines().collect();
    assert_eq!(answers.len(), 6, "{answers:?}");
    assert!(answers[2].starts_with("ERROR no log: '"), "{answers:?}");
    let read = |path: &Path| fs::read_to_string(path);
    let managers = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once("-> "));
        lines.map(|(_, said)| said.to_string()).collect()
    };
    let one = managers(&read(&first)?);
    assert_eq!(one.len(), 4, "{one:?}");
    assert_eq!(
        [&one[0], &one[2], &one[3]],
        ["PLAY 7,7", "PLAY 8,8", "INFO LOG off"]
    );
    assert_eq!(managers(&read(&second)?), ["PLAY 6,6"]);
    Ok(())
}

/// Exit code after Ctrl-C.
#[cfg(unix)]
const INTERRUPTED: i32 = 130;

/// The file of the tree is begun when Ctrl-C is heeded, and whoever sees it may interrupt.
#[cfg(unix)]
#[test]
fn an_interrupted_proof_of_one_position_tells_what_was_found() -> io::Result<()> {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = tempfile::tempdir()?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
        .args(["solve", "h8", "--full", "--time", "3600", "--tree"])
        .arg(folder.path().join("tree.sgf"))
        .stdout(Stdio::piped())
        .spawn()?;
    while fs::read_dir(folder.path())?.next().is_none() {
        std::thread::yield_now();
    }
    let number = i32::try_from(child.id()).map_err(io::Error::other)?;
    kill(Pid::from_raw(number), Signal::SIGINT)?;
    let mut said = String::new();
    if let Some(mut out) = child.stdout.take() {
        io::Read::read_to_string(&mut out, &mut said)?;
    }
    assert_eq!(child.wait()?.code(), Some(INTERRUPTED));
    assert!(said.contains("verdict: unknown (full)\n"), "{said}");
    assert!(said.contains("limit:   interrupted\n"), "{said}");
    assert!(said.contains("nodes: "), "{said}");
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_a_move_prints_it_and_says_so() -> io::Result<()> {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    // Before the program listens to the signal it is killed by it: then it is given more time.
    for patience in [50, 500, 5_000] {
        let child = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"))
            .args(["move", "h8", "--time", "3600", "--json"])
            .stdout(Stdio::piped())
            .spawn()?;
        std::thread::sleep(Duration::from_millis(patience));
        let number = i32::try_from(child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(number), Signal::SIGINT)?;
        let output = child.wait_with_output()?;
        if output.status.code().is_none() {
            continue;
        }
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(INTERRUPTED), "{said}");
        let answer: serde_json::Value = serde_json::from_str(&said).map_err(io::Error::other)?;
        assert_eq!(answer["interrupted"], true, "{said}");
        assert!(answer["move"].is_string(), "{said}");
        return Ok(());
    }
    panic!("it does not listen to the signal");
}

#[test]
fn a_move_is_told_as_the_document_of_its_json_says() -> io::Result<()> {
    let document = include_str!("../../protocol-docs/analyse-json.md");
    let arguments = ["move", "--json", "--lines", "2", "--depth", "4", "h8i9j10"];
    let ran = run(&arguments)?;
    assert_fine(&ran);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).map_err(io::Error::other)?;
    assert_eq!(
        answer["lines"].as_array().map(Vec::len),
        Some(2),
        "{}",
        ran.out
    );
    assert_eq!(answer["lines"][0]["moves"][0], answer["move"]);
    for field in answer
        .as_object()
        .into_iter()
        .flat_map(serde_json::Map::keys)
    {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
    let few = run(&["move", "--json", "--nodes", "1", "h8i9"])?;
    assert!(few.out.contains("\"win\":null,\"lines\":[]"), "{}", few.out);
    // The only reply to a four is searched, too.
    let forced = run(&["move", "--time", "50ms", "h8i8h9i9h10i10h11"])?;
    assert!(!forced.out.contains("depth: 0 "), "{}", forced.out);
    Ok(())
}

#[test]
fn help_names_every_sub_command_and_goes_to_standard_output() -> io::Result<()> {
    let help = run(&["--help"])?;
    assert_fine(&help);
    for command in [
        "bench",
        "perft",
        "depth",
        "forbidden",
        "move",
        "tournament",
        "compliance",
        "openings",
        "solve",
        "puzzles",
    ] {
        assert!(help.out.contains(&format!("  {command} ")), "{}", help.out);
        let own = run(&[command, "--help"])?;
        assert_fine(&own);
        assert!(own.out.contains("Usage:"), "{}", own.out);
    }
    Ok(())
}

#[test]
fn bad_input_ends_with_code_2_and_is_quoted() -> io::Result<()> {
    for (arguments, quoted) in [
        (&["no-such-command"][..], "no-such-command"),
        (&["perft"], "DEPTH"),
        (&["perft", "many"], "many"),
        (&["move", "h8z"], "'z' is not a point"),
        (&["move", "h8h8"], "'h8': the point is not empty"),
        (&["move", "--rule", "chess"], "'chess' is not a rule"),
        (&["move", "--rule", "2"], "'2' is not a rule"),
        (
            &["move", "--size", "fifteen"],
            "'fifteen' is not a board size",
        ),
        (&["move", "--size", "23"], "23x23"),
        (&["move", "--side", "red"], "'red' is not a side"),
        (&["move", "--memory", "0"], "0"),
        (&["move", "--threads", "0"], "'0'"),
        (&["move", "--threads", "257"], "'257'"),
        (&["depth", "--threads", "none"], "'none'"),
        (&["move", "@no/such/file"], "no/such/file"),
        (&["forbidden", "BOARD 7,7,9 DONE"], "'7,7,9'"),
        (
            &["openings", "--stones", "8..3"],
            "'8..3' is not a number of stones",
        ),
        (
            &["openings", "--box", "2"],
            "a box of 4 points has no room for 8 stones",
        ),
        (&["solve", "h8h8"], "'h8': the point is not empty"),
        (
            &["move", "--rows", "left"],
            "'left' is no edge of the board",
        ),
        (&["move", "--time", "1e3"], "'1e3' is not a time"),
        (
            &["solve", "a\tgreen\tH8\tH9\nb\tB\tH8\tH9"],
            "line 1: 'green'",
        ),
        (&["openings", "--format", "psq"], "psq"),
        (&["openings", "--out", "no/such/folder/file"], "no/such"),
    ] {
        let ran = run(arguments)?;
        assert_eq!(ran.code, Some(BAD_INPUT), "{arguments:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
        assert!(ran.err.contains(quoted), "{arguments:?}: {}", ran.err);
    }
    Ok(())
}

#[test]
fn a_full_board_has_no_move() -> io::Result<()> {
    let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox";
    let ran = run(&["move", full])?;
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.err, "error: there is no legal move\n");
    Ok(())
}

#[test]
fn the_move_is_on_an_empty_point_and_opens_the_line() -> io::Result<()> {
    for (position, size, threads) in [
        ("", "15", "1"),
        ("h8i9", "20x12", "2"),
        ("BOARD 2,2,2 DONE", "5", "256"),
    ] {
        let size = ["--size", size, "--depth", "2", "--threads", threads];
        let ran = run(&[&["move", position], &size[..]].concat())?;
        assert_fine(&ran);
        let field = |name: &str| {
            let line = ran.out.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default()
        };
        assert!(
            Rows::FromBottom
                .parse(field("move:"), BoardSize::LARGEST)
                .is_ok(),
            "{}",
            ran.out
        );
        assert!(field("pv:").starts_with(field("move:")), "{}", ran.out);
        for name in ["score:", "depth:", "nodes:", "time:"] {
            assert_ne!(field(name), "", "{}", ran.out);
        }
    }
    Ok(())
}

#[test]
fn several_lines_are_different_moves_and_the_first_is_the_move() -> io::Result<()> {
    const LINES: usize = 4;
    let ran = run(&["move", "h8i9h10g7", "--depth", "4", "--lines", "4"])?;
    assert_fine(&ran);
    let rows: Vec<Vec<&str>> = ran
        .out
        .lines()
        .skip_while(|line| !line.starts_with("line "))
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let moves: std::collections::HashSet<&str> = rows.iter().map(|row| row[4]).collect();
    assert_eq!((rows.len(), moves.len()), (LINES, LINES), "{}", ran.out);
    assert!(ran.out.contains(&format!("move:  {}\n", rows[0][4])));
    let scores: Vec<i32> = rows.iter().filter_map(|row| row[1].parse().ok()).collect();
    assert!(scores.len() == LINES && scores.is_sorted_by(|a, b| a >= b));
    assert!(
        rows.iter()
            .all(|row| row[2].ends_with('%') && row[3] == "4")
    );
    assert_eq!(run(&["move", "--lines", "0"])?.code, Some(BAD_INPUT));
    Ok(())
}

#[test]
fn all_forms_and_sources_of_a_position_are_the_same() -> io::Result<()> {
    let mut position = Position::new(
        BoardSize::square(15).map_err(io::Error::other)?,
        Rule::Renju,
    );
    for (x, y) in [(7, 7), (8, 8), (9, 9)] {
        position.play(Point::at(x, y)).map_err(io::Error::other)?;
    }
    let picture = Diagram::new(&position).to_string();
    let block = "BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("position.txt");
    fs::write(&file, block)?;
    let from_file = format!("@{}", file.display());

    let expected = run(&["forbidden", "h8i7j6"])?;
    assert_fine(&expected);
    assert_eq!(expected.out, format!("{picture}no forbidden points\n"));
    let other = run(&["forbidden", "--rule", "caro", "h8i7j6"])?;
    let reason = "no forbidden points: caro has none, --rule renju has\n";
    assert_eq!(other.out, format!("{picture}{reason}"));
    for text in [picture.as_str(), block, from_file.as_str()] {
        assert_eq!(run(&["forbidden", text])?.out, expected.out, "{text}");
    }
    for input in ["h8 i7 j6\n", block, &picture, &block.replace('\n', "\r\n")] {
        assert_eq!(
            run_with(&["forbidden", "-"], input)?.out,
            expected.out,
            "{input}"
        );
    }
    Ok(())
}

/// The counts that `perft` prints for a position in playing order.
fn perft_of(position: &Position, depth: u32) -> io::Result<Vec<u64>> {
    let moves: String = position
        .stones()
        .iter()
        .map(|&(point, _)| Rows::FromBottom.name(point, position.size()))
        .collect();
    let (rule, size) = (position.rule().to_string(), position.size().to_string());
    let ran = run(&[
        "perft",
        &depth.to_string(),
        &moves,
        "--rule",
        &rule,
        "--size",
        &size,
    ])?;
    assert_fine(&ran);
    let counts = ran
        .out
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').nth(2));
    Ok(counts.filter_map(|count| count.parse().ok()).collect())
}

#[test]
fn perft_divides_its_count_among_the_first_moves() -> io::Result<()> {
    // Black makes five at once on e5 and ends the game; f5 and all other moves go on.
    let arguments = ["perft", "2", "--divide", "--size", "6", "a5a1b5b1c5c1d5d1"];
    let ran = run(&arguments)?;
    assert_fine(&ran);
    let lines: Vec<&str> = ran.out.lines().collect();
    let counts: Vec<u64> = lines[1..lines.len() - 1]
        .iter()
        .filter_map(|line| line.split_once(": ")?.1.parse().ok())
        .collect();
    assert_eq!(counts.len(), 28, "{}", ran.out);
    assert!(lines.contains(&"e5: 0") && lines.contains(&"a6: 27"));
    let sum: u64 = counts.iter().sum();
    assert_eq!(lines.last(), Some(&format!("depth 2: {sum}").as_str()));
    let whole = run(&["perft", "2", "--size", "6", "a5a1b5b1c5c1d5d1"])?;
    assert!(
        whole.out.contains(&format!("depth 2: {sum} (")),
        "{}",
        whole.out
    );
    Ok(())
}

#[test]
fn perft_counts_are_the_same_in_json() -> io::Result<()> {
    let lines = |arguments: &[&str]| -> io::Result<Vec<serde_json::Value>> {
        let ran = run(arguments)?;
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        Ok(ran
            .out
            .lines()
            .map(|line| serde_json::from_str(line).expect("a JSON object"))
            .collect())
    };
    let counts = lines(&["perft", "2", "--size", "5", "--json"])?;
    let counts: Vec<_> = counts
        .iter()
        .map(|line| line["sequences"].as_u64())
        .collect();
    assert_eq!(counts, [Some(25), Some(600)]);
    let divided = lines(&["perft", "2", "--size", "5", "--json", "--divide"])?;
    assert_eq!(divided.len(), 26);
    assert_eq!(
        (&divided[0]["move"], &divided[0]["sequences"]),
        (&"a5".into(), &24.into())
    );
    assert_eq!(
        (&divided[25]["depth"], &divided[25]["sequences"]),
        (&2.into(), &600.into())
    );
    Ok(())
}

#[test]
fn perft_agrees_with_the_slow_referee() -> io::Result<()> {
    // Both sides have fours, so that many sequences end early by a win.
    let crowded = "a1a2b1b2c1c2a4a5b4b5c4c5e1e2d4";
    for rule in Rule::ALL {
        let mut position = Position::new(BoardSize::new(5, 6).map_err(io::Error::other)?, rule);
        for name in crowded.split_inclusive(|letter: char| letter.is_ascii_digit()) {
            let point = Rows::FromBottom
                .parse(name, position.size())
                .map_err(io::Error::other)?;
            position.play(point).map_err(io::Error::other)?;
        }
        let expected: Vec<u64> = (1..=4).map(|depth| perft(&position, depth)).collect();
        assert_eq!(perft_of(&position, 4)?, expected, "{rule}");
    }
    for bench in bench_positions().map_err(io::Error::other)? {
        let expected = [1, 2].map(|depth| perft(&bench.position, depth));
        assert_eq!(
            perft_of(&bench.position, 2)?,
            expected,
            "{:?}",
            bench.position
        );
    }
    Ok(())
}

#[test]
fn forbidden_agrees_with_the_slow_referee() -> io::Result<()> {
    for case in forbidden_cases().map_err(io::Error::other)? {
        let picture = Diagram::new(&case.position).to_string();
        let ran = run(&["forbidden", &picture])?;
        assert_fine(&ran);
        let listed = ran.out.lines().filter_map(|line| line.split_once(": "));
        let listed: Vec<(String, String)> = listed
            .map(|(point, kind)| {
                (
                    point.to_string(),
                    kind.split(' ').next().unwrap_or_default().to_string(),
                )
            })
            .collect();
        let points = case.position.empty_points();
        let expected: Vec<(String, String)> = points
            .iter()
            .filter_map(|point| {
                let kind = forbidden_kind(&case.position, point)?;
                let name = Rows::FromBottom.name(point, case.position.size());
                Some((name, kind.to_string()))
            })
            .collect();
        assert_eq!(listed, expected, "{}", case.name);
        assert_eq!(
            ran.out.matches(Diagram::MARK).count(),
            expected.len(),
            "{}",
            case.name
        );
    }
    Ok(())
}

#[test]
fn the_side_can_be_given() -> io::Result<()> {
    for side in Side::BOTH {
        let ran = run(&["perft", "1", "h8", "--side", &side.to_string()])?;
        assert_eq!(
            ran.out.lines().next(),
            Some(format!("freestyle on 15x15, {side} to move").as_str())
        );
    }
    Ok(())
}

#[test]
fn depth_prints_a_row_for_each_rule_and_size() -> io::Result<()> {
    let ran = run(&["depth", "--time", "1ms"])?;
    assert_fine(&ran);
    for rule in Rule::ALL {
        for size in ["15x15", "20x20"] {
            let row = |line: &&str| {
                let mut words = line.split_whitespace();
                words.next() == Some(rule.name()) && words.next() == Some(size)
            };
            assert_eq!(
                ran.out.lines().filter(row).count(),
                1,
                "{rule} {size}: {}",
                ran.out
            );
        }
    }
    let one = run(&["depth", "--time", "1ms", "--rule", "renju", "--size", "20"])?;
    assert_eq!(one.out.lines().count(), 2, "{}", one.out);
    Ok(())
}

/// Arguments of `openings` that make a few of them quickly, for each rule on another board.
fn openings_command(rule: Rule) -> (BoardSize, Vec<String>) {
    let sides = [(15, 15), (20, 20), (15, 15), (9, 11), (12, 9)];
    let index = Rule::ALL.iter().position(|&other| other == rule);
    let (width, height) = sides[index.unwrap_or_default()];
    let size = BoardSize::new(width, height).expect("a legal size");
    let text = format!(
        "openings --rule {rule} --size {size} --count 6 --seed 3 --stones 2..6 --box 7 --nodes 100 --verify-nodes 2000 \
         --level {LEVEL} --balance {BALANCE}"
    );
    (size, text.split(' ').map(ToString::to_string).collect())
}

const LEVEL: i32 = 40;
const BALANCE: i32 = 60;
const VERIFY_NODES: u64 = 2000;
/// The table of the command: 32 bytes for each position that it visits, twelve first looks included.
const TABLE_BYTES: u64 = 32 * (VERIFY_NODES + 12 * 100);

#[test]
fn openings_are_the_same_for_any_number_of_threads() -> io::Result<()> {
    for rule in Rule::ALL {
        let (_, arguments) = openings_command(rule);
        let with = |more: &[&str]| {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            run(&[&arguments, more].concat())
        };
        let one = with(&["--threads", "1"])?;
        assert_fine(&one);
        assert_eq!(one.out.lines().count(), 7, "{}", one.out);
        assert_eq!(with(&["--threads", "3"])?.out, one.out);
        if rule != Rule::default() {
            continue;
        }
        let (comment, lines) = one.out.split_once('\n').unwrap_or_default();
        let command = comment
            .strip_prefix("# pbrain-kagetsu ")
            .unwrap_or_default();
        let again: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&again)?.out, one.out, "{comment}");
        assert_eq!(with(&["--bare"])?.out, lines);
        let other_seed = with(&["--bare", "--seed", "4"])?;
        assert_ne!(other_seed.out, lines);
    }
    Ok(())
}

#[test]
fn openings_are_fair_quiet_and_all_different() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    for rule in Rule::ALL {
        let (size, mut arguments) = openings_command(rule);
        for format in ["offset", "pos"] {
            let path = folder.path().join(format!("{rule}-{format}.txt"));
            let out = path.display().to_string();
            arguments.extend(["--format", format, "--out", &out].map(ToString::to_string));
            let ran = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
            arguments.truncate(arguments.len() - 4);
            assert_fine(&ran);
            assert_eq!(ran.out, "");
            let (openings, different) = all_openings(&path, rule, size)?;
            assert_eq!(different, 6);
            for opening in openings {
                assert!((2..=6).contains(&opening.points.len()));
                check_fair_and_quiet(&opening.points, rule, size)?;
            }
        }
    }
    Ok(())
}

/// Searches as the command does.
fn check_fair_and_quiet(points: &[Point], rule: Rule, size: BoardSize) -> io::Result<()> {
    let mut position = Position::new(size, rule);
    let mut board = Board::new(size, rule);
    for &point in points {
        position.play(point).map_err(io::Error::other)?;
        board.make(point);
    }
    for side in Side::BOTH {
        assert_eq!(board.count(side, Threat::Five), 0, "{position:?}");
    }
    let limits = SearchLimits {
        nodes: Some(VERIFY_NODES),
        ..SearchLimits::default()
    };
    let config = EngineConfig {
        max_hash: Some(TABLE_BYTES),
        ..EngineConfig::default()
    };
    let mut engine = Engine::new(config, Arc::new(WallClock::start()));
    let thought = engine
        .think(
            &position,
            &limits,
            &StopSignal::new(),
            &mut NullSearchObserver,
        )
        .map_err(io::Error::other)?;
    let score = thought.report.score;
    let of_black = match position.side_to_move() {
        Side::Black => score,
        Side::White => -score,
    };
    let distance = (of_black.value() - LEVEL).abs();
    assert!(distance <= BALANCE, "{distance}: {position:?}");
    Ok(())
}

#[test]
fn hopeless_openings_end_with_an_error_and_keep_what_was_found() -> io::Result<()> {
    // A box of four points has few openings of one stone, and only one of them that is new.
    let ran = run(&[
        "openings",
        "--size",
        "6",
        "--stones",
        "1",
        "--box",
        "2",
        "--nodes",
        "1",
        "--verify-nodes",
        "1",
        "--balance",
        "20000",
        "--count",
        "2",
    ])?;
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(
        ran.err.contains("no new opening in 2000 attempts, after 1"),
        "{}",
        ran.err
    );
    Ok(())
}

/// Black to move has an open three in each of these.
const THREES: &str =
    "# id side black white\nfirst\tB\tH8 I8 J8\tH1 I1 A15\tmore\nsecond\tW\tA1 B1\tH8 I8 J8\n";

#[test]
fn solve_reads_tables_with_rows_from_the_bottom_and_prints_lines_alike() -> io::Result<()> {
    let ran = run_with(
        &[
            "solve",
            "--vcf",
            "--shortest",
            "--json",
            "--threads",
            "2",
            "-",
        ],
        THREES,
    )?;
    assert_fine(&ran);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.out);
    for (line, (id, side)) in lines.iter().zip([("first", "black"), ("second", "white")]) {
        let start =
            format!("{{\"id\":\"{id}\",\"verdict\":\"win\",\"side\":\"{side}\",\"line\":\"");
        assert!(line.starts_with(&start), "{line}");
        assert!(
            line.contains("G8 ") && line.contains("\"plies\":3"),
            "{line}"
        );
        assert!(
            line.contains("\"nodes\":") && line.contains("\"ms\":"),
            "{line}"
        );
    }
    Ok(())
}

#[test]
fn the_answers_of_all_shards_are_those_of_the_list() -> io::Result<()> {
    let positions = "h8a1i8b1j8c1\nh8i9\nh8a1i8b1\n";
    let answers = |options: &[&str]| -> io::Result<Vec<String>> {
        let ran = run_with(
            &[&["solve", "--vcf", "--json", "-"], options].concat(),
            positions,
        )?;
        assert_fine(&ran);
        let without_time = |line: &str| line.split("\"ms\"").next().map(String::from);
        Ok(ran.out.lines().filter_map(without_time).collect())
    };
    let whole = answers(&[])?;
    assert_eq!(whole.len(), 3);
    let mut parts = answers(&["--shard", "1/2"])?;
    assert_eq!(parts.len(), 1);
    parts.extend(answers(&["--shard", "2/2"])?);
    assert_eq!(parts, whole);
    Ok(())
}

#[test]
fn solve_tells_wins_draws_and_what_it_does_not_know() -> io::Result<()> {
    for (arguments, expected) in [
        (&["solve", "h8h1i8i1j8a15"][..], "verdict: win (vcf)"),
        (&["solve", "--vct", "h8"], "verdict: none (vct)"),
        (&["solve", "--size", "6", "--full"], "verdict: draw (full)"),
        (
            &["solve", "--size", "9", "--full", "--nodes", "600"],
            "verdict: unknown (full)\nlimit:   nodes, 600 (--nodes)\n",
        ),
        (
            &["solve", "h8i9j10", "--full", "--time", "0"],
            "verdict: unknown (full)\nlimit:   time, 0.000 s (--time)\n",
        ),
        (
            &["solve", "--json", "--full", "--nodes", "600", "h8"],
            "\"limit\":\"nodes\"}",
        ),
    ] {
        let ran = run(arguments)?;
        assert_fine(&ran);
        assert!(ran.out.contains(expected), "{arguments:?}: {}", ran.out);
    }
    Ok(())
}

#[test]
fn memory_that_the_system_does_not_give_is_refused_in_words() -> io::Result<()> {
    // Some systems promise any amount.
    let ran = run(&["solve", "--memory", "1048576", "--nodes", "1", "h8"])?;
    let reason =
        "error: the system does not give 1048576 MiB of memory: choose a smaller --memory\n";
    match ran.code {
        Some(0) => assert!(ran.out.contains("verdict: "), "{}", ran.out),
        code => assert_eq!((code, ran.err.as_str()), (Some(1), reason)),
    }
    Ok(())
}

#[test]
fn solve_reads_and_writes_sgf_and_sums_up_a_list() -> io::Result<()> {
    let games = "(;GM[4]SZ[15]RU[free]AB[hh][ih][jh]AW[ha][ia][aa]PL[B])(;GM[4]SZ[15]RU[free];B[hh];W[ha];B[ih];W[ia];B[jh];W[aa])";
    let path = std::env::temp_dir().join(format!("kagetsu-solve-{}.sgf", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let ran = run_with(&["solve", "--tree", &name, "-"], games)?;
    assert_fine(&ran);
    assert!(
        ran.out.contains("positions") && ran.out.contains("win\tvcf"),
        "{}",
        ran.out
    );
    // The trees are positions again: the main line ends in the five.
    let again = run(&["solve", "--json", &name])?;
    std::fs::remove_file(&path)?;
    assert_fine(&again);
    assert_eq!(again.out.lines().count(), 2, "{}", again.out);
    Ok(())
}
