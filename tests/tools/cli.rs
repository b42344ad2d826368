//! Tests of the program with arguments, whatever the command: its output and its exit codes.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use kagetsu_gomoku::board::{Diagram, Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_test_support::cases::forbidden_cases;
use kagetsu_test_support::oracle::forbidden_kind;
use kagetsu_test_support::process::{Heard, PATIENCE, Process};

use super::ran::{PROGRAM, run, run_with};

#[test]
fn the_version_names_what_a_report_of_a_fault_needs() -> io::Result<()> {
    let said = run(&["--version"])?.fine();
    let lines: Vec<&str> = said.lines().collect();
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

/// Has a conversation, which ends when its log is complete: the program does not wait long for the file. Gives the answers.
fn converse(
    arguments: &[&str],
    said: &str,
    is_logged: impl Fn() -> bool,
) -> io::Result<Vec<String>> {
    let mut engine = Process::start(PROGRAM, arguments)?;
    engine.send(said.as_bytes())?;
    let begin = Instant::now();
    while !is_logged() {
        if begin.elapsed() > PATIENCE {
            return Err(io::Error::other("the log is not complete"));
        }
        thread::sleep(Duration::from_millis(1));
    }
    engine.close_input();
    let mut answers = Vec::new();
    while let Heard::Line(line) = engine.hear()? {
        answers.push(line);
    }
    let (status, errors) = engine.wait()?;
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
    Ok(answers)
}

/// Does a file hold a line so often?
fn holds(path: &Path, line: &str, times: usize) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.matches(line).count() == times)
}

#[test]
fn the_log_of_a_conversation_has_both_sides_whatever_the_file_is_called() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("it's a l\u{f6}g, \u{68cb}.txt");
    let name = path.to_str().ok_or(io::ErrorKind::InvalidData)?;
    let joined = format!("--log={name}");
    for (times, arguments) in [
        (1, &["--force-utf8", "--log", name][..]),
        (2, &[joined.as_str()]),
    ] {
        let said = "START 15\nINFO max_node 50\nBEGIN\n";
        converse(arguments, said, || holds(&path, "<- 7,7\n", times))?;
    }
    let log = fs::read_to_string(&path)?;
    for line in ["-> START 15\n", "<- OK\n", "-> BEGIN\n", "<- 7,7\n"] {
        assert_eq!(log.matches(line).count(), 2, "{line:?} in {log}");
    }
    let folder_name = folder.path().to_str().ok_or(io::ErrorKind::InvalidData)?;
    let said = run_with(&["--log", folder_name], "START 15\n")?.fine();
    let (fault, answer) = said.split_once('\n').unwrap_or_default();
    assert!(fault.starts_with("MESSAGE no log: '"), "{fault}");
    assert_eq!(answer, "OK\n");
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_may_have_a_name_that_is_no_text() -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir()?;
    let name = std::ffi::OsStr::from_bytes(b"x\xffy");
    let mut joined = std::ffi::OsString::from("--log=");
    joined.push(folder.path().join(name));
    let output = super::ran::program()
        .arg(joined)
        .stdin(std::process::Stdio::null())
        .output()?;
    assert!(output.status.success());
    assert!(folder.path().join(name).is_file());
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
    let answers = converse(&[], &said, || holds(&second, "-> PLAY 6,6\n", 1))?;
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

#[test]
fn help_names_every_sub_command_and_goes_to_standard_output() -> io::Result<()> {
    let help = run(&["--help"])?.fine();
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
        assert!(help.contains(&format!("  {command} ")), "{help}");
    }
    let own = run(&["move", "--help"])?.fine();
    assert!(own.contains("Usage:"), "{own}");
    // The README has a table of them.
    let readme = include_str!("../../README.md");
    let indented = help.lines().filter_map(|line| line.strip_prefix("  "));
    let words = indented.filter_map(|line| line.split(' ').next());
    for command in words.filter(|word| word.starts_with(char::is_alphabetic)) {
        let is_command = !["help", "pbrain-kagetsu"].contains(&command);
        assert!(
            !is_command || readme.contains(&format!("`{command}`")),
            "{command}"
        );
    }
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

    let expected = run(&["forbidden", "h8i7j6"])?.fine();
    assert_eq!(expected, format!("{picture}no forbidden points\n"));
    let other = run(&["forbidden", "--rule", "caro", "h8i7j6"])?;
    let reason = "no forbidden points: caro has none, --rule renju has\n";
    assert_eq!(other.out, format!("{picture}{reason}"));
    for text in [picture.as_str(), block, from_file.as_str()] {
        assert_eq!(run(&["forbidden", text])?.out, expected, "{text}");
    }
    for input in ["h8 i7 j6\n", block, &picture, &block.replace('\n', "\r\n")] {
        let ran = run_with(&["forbidden", "-"], input)?;
        assert_eq!(ran.out, expected, "{input}");
    }
    Ok(())
}

#[test]
fn forbidden_agrees_with_the_slow_referee() -> io::Result<()> {
    // Every third one, with each kind of forbidden point: the tests of the engine compare all of them.
    let cases = forbidden_cases().map_err(io::Error::other)?;
    for case in cases.into_iter().skip(1).step_by(3) {
        let picture = Diagram::new(&case.position).to_string();
        let said = run(&["forbidden", &picture])?.fine();
        let listed = said.lines().filter_map(|line| line.split_once(": "));
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
            said.matches(Diagram::MARK).count(),
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
    let said = run(&["depth", "--time", "1ms"])?.fine();
    for rule in Rule::ALL {
        for size in ["15x15", "20x20"] {
            let row = |line: &&str| {
                let mut words = line.split_whitespace();
                words.next() == Some(rule.name()) && words.next() == Some(size)
            };
            assert_eq!(said.lines().filter(row).count(), 1, "{rule} {size}: {said}");
        }
    }
    let one = run(&["depth", "--time", "1ms", "--rule", "renju", "--size", "20"])?;
    assert_eq!(one.out.lines().count(), 2, "{}", one.out);
    Ok(())
}
