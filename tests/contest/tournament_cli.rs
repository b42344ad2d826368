//! Tests of `tournament` with the real program, which is also the engines: its exit codes and its files.

use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
#[cfg(target_os = "linux")]
use std::thread::sleep;
#[cfg(target_os = "linux")]
use std::time::Duration;

use kagetsu_arena::tournament::read_tournament;
use kagetsu_notation::GameRecord;
#[cfg(unix)]
use kagetsu_test_support::ran::INTERRUPTED;
use kagetsu_test_support::ran::{BAD_INPUT, FINE, Ran};
#[cfg(unix)]
use nix::sys::signal::{Signal, kill};
#[cfg(unix)]
use nix::unistd::Pid;
use tempfile::tempdir;

type Checked = Result<(), Box<dyn Error>>;

const BAD_INPUT_CASES: &str = include_str!("../data/tournament_bad_input.txt");
const H0_ACCEPTED: i32 = 4;
const NO_VERDICT: i32 = 5;

/// The last line of a tournament that has come to its end.
pub(crate) const ALL_PLAYED: &str = "All games are played.\n";

/// Three engines that differ in depth, on a board that is soon full. The system takes its time to clear a large table for
/// every engine.
const POOL: &str = "--memory 64 --engine self,name=one,depth=1 --engine cmd=self,name=two,depth=2 \
    --engine self,name=three,depth=3 --size 5 --concurrency 1";

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-kagetsu"));
    command.arg("tournament").args(arguments);
    command
}

fn run(arguments: &[&str]) -> io::Result<Ran> {
    Ran::of(&mut program(arguments))
}

/// A tournament that runs in a folder, by words as a shell reads them.
pub(crate) fn program_in(folder: &Path, line: &str) -> io::Result<Command> {
    let words = shlex::split(line).ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = program(&[]);
    command.args(words).current_dir(folder);
    Ok(command)
}

/// Runs it.
pub(crate) fn run_in(folder: &Path, line: &str) -> io::Result<Ran> {
    Ran::of(&mut program_in(folder, line)?)
}

fn path_text(path: &Path) -> Result<&str, &'static str> {
    path.to_str().ok_or("a path that is no text")
}

/// Number, moves and end of a game.
pub(crate) type Played = (u32, String, String);

/// What is the same in all runs of a tournament: all but the times.
pub(crate) fn games(folder: &Path) -> Result<Vec<Played>, Box<dyn Error>> {
    let key = |record: &GameRecord| {
        let result = format!("{:?} {:?}", record.result, record.reason);
        (record.game, record.moves.clone(), result)
    };
    let mut games: Vec<_> = read_tournament(folder)?.1.iter().map(key).collect();
    games.sort();
    Ok(games)
}

#[test]
fn bad_input_ends_with_code_2_before_anything_is_written() -> Checked {
    let folder = tempdir()?;
    let out = folder.path().join("out");
    let out_text = path_text(&out)?;
    let book = folder.path().join("book.txt");
    fs::write(&book, "h8 z9\n")?;
    let book = path_text(&book)?;
    let config = folder.path().join("bad.toml");
    fs::write(&config, "sise = 15\n")?;
    let config = path_text(&config)?;
    let two = [
        "--engine",
        "self,name=a",
        "--engine",
        "self,name=b",
        "--nodes",
        "9",
    ];
    for line in BAD_INPUT_CASES
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (arguments, message) = line.split_once(" => ").ok_or("a case")?;
        let arguments = arguments.replace("BOOK", book).replace("CONFIG", config);
        let words = shlex::split(&arguments).ok_or("arguments")?;
        let mut all = vec!["--out", out_text];
        if !arguments.contains("--engine") {
            all.extend(two);
        }
        all.extend(words.iter().map(String::as_str));
        let ran = run(&all)?.refused(message);
        assert_eq!(ran.out, "", "{line}");
        assert!(!out.exists(), "{line}");
    }
    let no_engine = ["--out", out_text, "--nodes", "9"];
    for (arguments, message) in [
        (&two[..], "missing: --out DIR"),
        (&no_engine[..], "missing: --engine"),
        (&[][..], "missing: --engine and --out DIR"),
        (&["--report", out_text][..], "holds no tournament"),
        (
            &["--report", out_text, "--resume"][..],
            "cannot be used with",
        ),
        (
            &["--merge", "one", "--out", out_text, "--log", "said"][..],
            "--merge plays nothing: of the settings only --html and --psq",
        ),
    ] {
        run(arguments)?.refused(message);
    }
    Ok(())
}

#[test]
fn engines_of_one_program_are_numbered() -> Checked {
    let folder = tempdir()?;
    let own = "pbrain-kagetsu";
    let engines =
        format!("--engine self,depth=1 --engine self,depth=2 --engine self,depth=2,name={own}-2");
    let line = format!("{engines} --draw-after 8 --concurrency 1 --out out");
    run_in(folder.path(), &line)?
        .ends(FINE)
        .says(&format!("{own}-3"))
        .notes(&format!("another engine has the name '{own}'"));
    let names = read_tournament(&folder.path().join("out"))?.0.engines;
    let names: Vec<&str> = names.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, [own, &format!("{own}-3"), &format!("{own}-2")]);
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_file_that_is_no_program_is_refused() -> Checked {
    let folder = tempdir()?;
    fs::write(folder.path().join("engine"), "")?;
    let ran = run_in(folder.path(), "--engine engine --nodes 9 --out out")?;
    ran.refused("' of 'engine' is not executable");
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_is_named_before_anything_is_written() -> Checked {
    let folder = tempdir()?;
    for (command, reason, patience) in [
        ("cat", "it only repeats 'START 15'", "60"),
        ("true", "the process has ended", "60"),
        ("sleep 100", "the process sits idle", "3"),
    ] {
        let line = format!(
            "--engine self --engine 'cmd={command},name=odd' --nodes 9 --patience {patience} --out out"
        );
        let ran = run_in(folder.path(), &line)?;
        let ran = ran.refused("'odd' (").notes(reason);
        assert_eq!(ran.out, "");
        assert!(!folder.path().join("out").exists(), "{command}");
        if command == "sleep 100" {
            ran.notes("waiting for 'odd' to answer 'START 15'");
        }
    }
    // Nor is it in a folder that is there: the settings can be mended.
    let (empty, going_on) = (folder.path().join("empty"), "--resume --out empty");
    fs::create_dir(&empty)?;
    let wrong = format!("--engine self --engine true --nodes 9 {going_on}");
    run_in(folder.path(), &wrong)?.refused("the process has ended");
    assert_eq!(fs::read_dir(&empty)?.count(), 0);
    run_in(folder.path(), going_on)?.refused("holds no tournament");
    run_in(folder.path(), &format!("{POOL} {going_on}"))?
        .ends(FINE)
        .notes("empty' holds no tournament yet: a new one begins");
    Ok(())
}

#[test]
fn going_on_without_a_folder_begins_and_says_so() -> Checked {
    let folder = tempdir()?;
    let line = format!("{POOL} --resume --out other/../absent --log ./absent/said");
    let note = "absent' holds no tournament yet: a new one begins";
    run_in(folder.path(), &line)?.ends(FINE).notes(note);
    let out = folder.path().join("absent");
    assert_eq!(games(&out)?.len(), 6);
    assert_eq!(fs::read_dir(out.join("said"))?.count(), 6);
    let again = run_in(folder.path(), &line)?.ends(FINE);
    assert!(!again.err.contains("a new one"), "{}", again.err);
    assert!(again.out.ends_with(ALL_PLAYED), "{}", again.out);
    Ok(())
}

#[test]
fn a_hundred_million_games_are_begun_at_once_and_few_are_kept() -> Checked {
    let folder = tempdir()?;
    fs::write(
        folder.path().join("long.toml"),
        "size = 6\ngames = 100000000\ndepth = 1\nconcurrency = 1\nkeep-processes = true\n\
         sprt = \"elo0=0,elo1=400\"\n\n\
         [[engine]]\ncmd = \"self\"\nname = \"a\"\n\n[[engine]]\ncmd = \"self\"\nname = \"b\"\n",
    )?;
    let ran = run_in(folder.path(), "--config long.toml --out out")?;
    // Equal engines draw or share every pair, so the test is soon decided.
    ran.ends(H0_ACCEPTED)
        .says(" of 100000000 games (50000000 pairs)");
    Ok(())
}

#[test]
fn a_settings_file_plays_reports_and_is_not_overwritten() -> Checked {
    let folder = tempdir()?;
    let run = |line: &str| run_in(folder.path(), line);
    let out = folder.path().join("out");
    fs::write(
        folder.path().join("match.toml"),
        "size = 6\ngames = 4\ndepth = 1\nconcurrency = 1\nkeep-processes = true\nhtml = true\n\
         sprt = \"elo0=0,elo1=5\"\n\n\
         [[engine]]\ncmd = \"self\"\nname = \"a\"\n\n[[engine]]\ncmd = \"self\"\nname = \"b\"\ndepth = 2\n",
    )?;
    let arguments = "--config match.toml --out out";
    let ran = run(arguments)?
        .ends(NO_VERDICT)
        .says("4 of 4 games (2 pairs)")
        .says("No faults")
        .notes("4/4 a - b: 4 games, 2 pairs");
    let stdout = ran.out;
    assert!(stdout.ends_with("the test has no verdict.\n"), "{stdout}");
    let (text, page) = (out.join("report.txt"), out.join("report.html"));
    assert!(stdout.starts_with(&fs::read_to_string(&text)?));
    assert!(fs::read_to_string(&page)?.contains("<svg"));

    run(arguments)?.refused("is not empty");
    run(&format!("{arguments} --resume --size 7"))?.refused("game.size was 6 and is 7");

    fs::remove_file(&text)?;
    fs::remove_file(&page)?;
    let again = run("--report out")?.ends(FINE).out;
    assert!(stdout.starts_with(&again), "{again}");
    assert_eq!(fs::read_to_string(&text)?, again);
    assert!(!page.exists(), "only when asked for");
    run("--report out --html")?.ends(FINE);
    assert!(page.exists());
    run("--report out --games 9")?.refused("only --html and --psq go with it");
    Ok(())
}

#[test]
fn a_report_that_cannot_be_written_ends_no_tournament_and_is_told_at_the_end() -> Checked {
    let folder = tempdir()?;
    let run = |line: &str| run_in(folder.path(), line);
    let out = folder.path().join("out");
    let line = format!("{POOL} --html --out out");
    run(&line)?.ends(FINE);
    let [text, page] = ["report.txt", "report.html"].map(|name| out.join(name));
    fs::remove_file(&text)?;
    fs::remove_file(&page)?;
    fs::create_dir(&text)?;
    let ran = run(&format!("{line} --resume --games 4"))?.ends(1);
    assert!(ran.out.ends_with(ALL_PLAYED), "{}", ran.out);
    assert_eq!(ran.err.matches("report.txt").count(), 1, "{}", ran.err);
    assert_eq!(games(&out)?.len(), 12);
    assert!(page.exists(), "the other one is written");
    let again = run("--report out")?.ends(1).says("12 of 12 games");
    assert!(ran.out.starts_with(&again.out), "{}", again.out);
    fs::remove_file(&page)?;
    run("--report out --html")?.ends(1);
    assert!(page.exists(), "the other one is written here as well");
    Ok(())
}

/// Waits for the line that says that the first game has been played.
fn wait_for_a_game(child: &mut Child) -> io::Result<()> {
    let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
    for line in BufReader::new(stderr).lines() {
        if line?.starts_with("1/") {
            return Ok(());
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

/// How often a tournament is begun that is to be stopped before its end.
const TRIES: usize = 20;

fn start_and_stop(
    mut command: Command,
    stop: impl FnOnce(&mut Child) -> io::Result<()>,
) -> io::Result<Option<i32>> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    wait_for_a_game(&mut child)?;
    stop(&mut child)?;
    Ok(child.wait()?.code())
}

#[test]
fn stopped_at_any_moment_it_goes_on_to_the_same_games() -> Checked {
    let folder = tempdir()?;
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    run_in(folder.path(), &format!("{POOL} --out whole"))?.ends(FINE);
    let line = format!("{POOL} --out broken");
    // All six games may be over before this process runs again: once more, then.
    for _ in 0..TRIES {
        start_and_stop(program_in(folder.path(), &line)?, Child::kill)?;
        if games(&broken)?.len() < 6 {
            break;
        }
        fs::remove_dir_all(&broken)?;
    }
    let played = games(&broken)?.len();
    assert!((1..6).contains(&played), "{played} games");
    run_in(folder.path(), &format!("{line} --resume"))?.ends(FINE);
    assert_eq!(games(&broken)?, games(&whole)?);
    Ok(())
}

#[cfg(unix)]
pub(crate) fn send(child: &Child, signal: Signal) -> io::Result<()> {
    let pid = i32::try_from(child.id()).map_err(io::Error::other)?;
    Ok(kill(Pid::from_raw(pid), signal)?)
}

/// Other systems do not tell whether a signal is ignored.
#[cfg(target_os = "linux")]
#[test]
fn started_by_nohup_it_goes_on_after_a_hang_up() -> Checked {
    let folder = tempdir()?;
    let line = format!("{POOL} --games 100000 --out out");
    let whole = program_in(folder.path(), &line)?;
    let mut command = Command::new("nohup");
    command.arg(whole.get_program()).args(whole.get_args());
    command.current_dir(folder.path());
    let file = folder.path().join("out/games.jsonl");
    let played = || Ok::<_, io::Error>(fs::read_to_string(&file)?.lines().count());
    let code = start_and_stop(command, |child| {
        send(child, Signal::SIGHUP)?;
        // The games that were being played at the signal are no proof.
        let enough = played()? + 5;
        while played()? < enough {
            if child.try_wait()?.is_some() {
                return Err(io::Error::other("the hang-up has ended it"));
            }
            sleep(Duration::from_millis(10));
        }
        send(child, Signal::SIGTERM)
    })?;
    assert_eq!(code, Some(INTERRUPTED));
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_code_130_and_a_report() -> Checked {
    let folder = tempdir()?;
    // More than can be played before the signal comes.
    let line = format!("{POOL} --games 100000 --out out");
    let code = start_and_stop(program_in(folder.path(), &line)?, |child| {
        send(child, Signal::SIGINT)
    })?;
    assert_eq!(code, Some(INTERRUPTED));
    let report = fs::read_to_string(folder.path().join("out/report.txt"))?;
    assert!(report.contains(" of 300000 games"), "{report}");
    assert!(report.contains("No faults"), "{report}");
    Ok(())
}

#[test]
fn the_shards_of_a_tournament_make_the_tournament() -> Checked {
    let folder = tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let run = |line: &str| run_in(folder.path(), line);
    let pool = format!("{POOL} --games 4");
    run(&format!("{pool} --out whole"))?.ends(FINE);
    let merge = "--merge two one --out merged";
    for (number, shard) in [("1/2", "one"), ("2/2", "two")] {
        // A shard is not there yet.
        run(merge)?.ends(BAD_INPUT);
        let headline = format!("shard {number}: 6 of 6 games (3 pairs)");
        let ran = run(&format!("{pool} --shard {number} --out {shard}"))?;
        ran.ends(FINE).says(&headline);
    }
    let other = run(&format!("{pool} --shard 2/2 --resume --out one"))?;
    other.refused("shard was \"1/2\" and is \"2/2\"");

    let report = run(merge)?.ends(FINE).says("12 of 12 games").out;
    assert_eq!(games(&path("merged"))?, games(&path("whole"))?);
    let table = |report: &str| {
        // Above it stands how the games were run.
        let begin = report.find("Cross table").unwrap_or_default();
        let end = report.find("Use of time").unwrap_or(report.len());
        report[begin..end].to_string()
    };
    let expected = fs::read_to_string(path("whole/report.txt"))?;
    assert_eq!(table(&report), table(&expected));
    Ok(())
}
