//! Tests of `solve`.

use std::io;

#[cfg(unix)]
use super::ran::interrupted_when;
use super::ran::{run, run_with};

/// The file of the tree is begun when Ctrl-C is heeded, and whoever sees it may interrupt.
#[cfg(unix)]
#[test]
fn an_interrupted_proof_of_one_position_tells_what_was_found() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let is_begun = || {
        folder
            .path()
            .read_dir()
            .is_ok_and(|files| files.count() > 0)
    };
    let line = "solve h8 --full --time 3600 --tree tree.sgf";
    let said = interrupted_when(is_begun, folder.path(), line)?.out;
    assert!(said.contains("verdict: unknown (full)\n"), "{said}");
    assert!(said.contains("limit:   interrupted\n"), "{said}");
    assert!(said.contains("nodes: "), "{said}");
    Ok(())
}

/// Black to move has an open three in each of these.
const THREES: &str =
    "# id side black white\nfirst\tB\tH8 I8 J8\tH1 I1 A15\tmore\nsecond\tW\tA1 B1\tH8 I8 J8\n";

#[test]
fn solve_reads_tables_with_rows_from_the_bottom_and_prints_lines_alike() -> io::Result<()> {
    let arguments = "solve --vcf --shortest --json --threads 2 -";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let said = run_with(&arguments, THREES)?.fine();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
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
    let with_control = THREES.replace("first", "\u{9b}first");
    let said = run_with(&["solve", "--vcf", "-"], &with_control)?.fine();
    assert!(said.starts_with("\\u{9b}first\tblack\twin"), "{said}");
    run(&["solve", "a\tgreen\tH8\tH9\nb\tB\tH8\tH9"])?.refused("line 1: 'green'");
    Ok(())
}

#[test]
fn the_answers_of_all_shards_are_those_of_the_list() -> io::Result<()> {
    let positions = "h8a1i8b1j8c1\nh8i9\nh8a1i8b1\n";
    let answers = |options: &[&str]| -> io::Result<Vec<String>> {
        let arguments = [&["solve", "--vcf", "--json", "-"], options].concat();
        let said = run_with(&arguments, positions)?.fine();
        let without_time = |line: &str| line.split("\"ms\"").next().map(String::from);
        Ok(said.lines().filter_map(without_time).collect())
    };
    let whole = answers(&[])?;
    assert_eq!(whole.len(), 3);
    let mut parts = answers(&["--shard", "1/2"])?;
    assert_eq!(parts.len(), 1);
    parts.extend(answers(&["--shard", "2/2"])?);
    assert_eq!(parts, whole);
    let part = run_with(&["solve", "--vcf", "-", "--shard", "1/2"], positions)?;
    assert!(
        !part.out.contains("side:"),
        "the form of a list: {}",
        part.out
    );
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
        let said = run(arguments)?.fine();
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    Ok(())
}

#[test]
fn memory_that_the_system_does_not_give_is_refused_in_words() -> io::Result<()> {
    // Some systems grant any amount of memory.
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
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("trees.sgf");
    let name = path.to_string_lossy().into_owned();
    let said = run_with(&["solve", "--tree", &name, "-"], games)?.fine();
    assert!(
        said.contains("positions") && said.contains("win\tvcf"),
        "{said}"
    );
    // The trees are positions again: the main line ends in the five.
    let trees = std::fs::read_to_string(&path)?;
    let roots = trees.matches("(;FF[4]CA[UTF-8]GM[4]AP[Kagetsu:").count();
    assert_eq!(roots, 2, "{trees}");
    let again = run(&["solve", "--json", &name])?.fine();
    assert_eq!(again.lines().count(), 2, "{again}");
    Ok(())
}
