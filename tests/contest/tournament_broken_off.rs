//! Tests of what happens to a tournament that is broken off: its engines end, and its folder says how it goes on.

use std::error::Error;
use std::fs;

#[cfg(unix)]
use kagetsu_test_support::process::PATIENCE;
#[cfg(target_os = "linux")]
use kagetsu_test_support::process::Process;
use kagetsu_test_support::ran::FINE;
use tempfile::tempdir;

use super::tournament_cli::{ALL_PLAYED, games, run_in};

type Checked = Result<(), Box<dyn Error>>;

/// Every option that a folder keeps.
const OPTIONS: &str = "--engine 'self,name=a,memory=64,threads=1,pause=1,depth=1,option.evaluate=x y' \
    --engine self,name=b,tc=20,depth=2 --engine self,name=c --rule renju --games 4 --format gauntlet --openings book.txt \
    --opening-stones 2 --order random --symmetries --seed 7 --tc 30/10+0.5 --nodes 50 --tolerance 900 --patience 29 --memory 100 \
    --memory-tolerance 20 --folder-limit 9 --draw-after 12 --adjudicate-draw 100,3,5 --resign 3,9000 \
    --anchor a=2000 --shard 1/2 --concurrency 1";

#[test]
fn a_folder_alone_says_how_its_tournament_goes_on() -> Checked {
    let folder = tempdir()?;
    let run = |line: &str| run_in(folder.path(), line);
    fs::write(folder.path().join("book.txt"), "h8\ng7h8\n")?;
    let out = folder.path().join("out");
    let ran = run(&format!("{OPTIONS} --out out"))?.ends(FINE);
    ran.notes("note: --folder-limit limits nothing");
    let played = games(&out)?;
    assert_eq!(played.len(), 4, "a half of the games");
    let alone = "--resume --out out";
    // As if it had been killed after its first game.
    let journal = out.join("games.jsonl");
    let text = fs::read_to_string(&journal)?;
    fs::write(
        &journal,
        text.lines()
            .next()
            .map(|line| format!("{line}\n"))
            .ok_or("a game")?,
    )?;
    let ran = run(alone)?.ends(FINE);
    assert!(ran.out.ends_with(ALL_PLAYED), "{}", ran.out);
    assert_eq!(games(&out)?, played);
    run(&format!("{alone} --games 8 --seed 3"))?
        .refused("seed was 7 and is 3")
        .notes("rounds was 2 and is 4");
    run("--resume --out nowhere")?.refused("there is no folder 'nowhere' to go on with");
    Ok(())
}

#[test]
fn a_tournament_is_made_longer_and_keeps_its_games() -> Checked {
    let folder = tempdir()?;
    let book = folder.path().join("book.txt");
    fs::write(&book, "h8\ng7h8\nh8i9\n")?;
    let (out, whole) = (folder.path().join("out"), folder.path().join("whole"));
    let run = |line: &str| run_in(folder.path(), line);
    let engines = "--engine self,depth=1 --engine self,depth=2";
    let options = format!("{engines} --draw-after 12 --concurrency 1 --openings book.txt");
    run(&format!("{options} --games 2 --out out"))?.ends(FINE);
    run(&format!("{options} --games 6 --out whole"))?.ends(FINE);
    let on = "--resume --out out --games";
    let ran = run(&format!("{on} 6"))?.ends(FINE);
    assert!(ran.out.ends_with(ALL_PLAYED), "{}", ran.out);
    assert_eq!(games(&out)?, games(&whole)?);
    // Other openings would give other games, and fewer games would leave some out.
    fs::write(&book, "h8i9\nh8\ng7h8\n")?;
    for (number, said) in [
        ("8", "the openings or their order are others"),
        ("4", "games was 6 and is 4"),
    ] {
        run(&format!("{on} {number}"))?.refused(said);
    }
    assert_eq!(games(&out)?, games(&whole)?);
    Ok(())
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_engines_are_awaited_says_whether_games_are_kept() -> Checked {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use kagetsu_test_support::ran::{INTERRUPTED, Ran};
    use kagetsu_test_support::shell::write_mute_script;
    use nix::sys::signal::Signal;

    use super::tournament_cli::{program_in, send};

    let folder = tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let (script, asked) = (path("script"), path("script.asked"));
    write_mute_script(&script, env!("CARGO_BIN_EXE_pbrain-kagetsu"))?;
    let engines = format!(
        "--engine cmd={},name=script --engine self,name=other --depth 1 --memory 64 --size 5 --concurrency 1",
        script.display()
    );
    run_in(folder.path(), &format!("{engines} --games 2 --out begun"))?.ends(FINE);
    fs::write(path("script.mute"), "")?;
    for (line, said) in [
        (
            "--games 4 --out begun --resume",
            "Interrupted; --resume goes on.\n",
        ),
        ("--out new", "Interrupted before the first game.\n"),
    ] {
        let mut command = program_in(folder.path(), &format!("{engines} {line}"))?;
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.stderr(Stdio::piped()).spawn()?;
        let begun = Instant::now();
        while !asked.exists() && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        send(&child, Signal::SIGINT)?;
        let ran = Ran::left(&command, &child.wait_with_output()?);
        assert_eq!(ran.ends(INTERRUPTED).out, said);
        fs::remove_file(&asked)?;
    }
    Ok(())
}

/// The engine works for ever on its first move and reads nothing, so that it would not notice the end of its manager.
#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_a_tournament_that_is_killed() -> Checked {
    use std::time::{Duration, Instant};

    const SCRIPT: &str = "#!/bin/sh\nwhile read -r word rest; do\n case $word in\n  START) echo OK;;\n  \
        BEGIN|TURN) (while :; do :; done) & echo \"$$ $!\" >> \"$0.pids\"; while :; do :; done;;\n  END) exit;;\n \
        esac\ndone\n";
    /// A process that has ended may wait for its parent to take notice.
    fn is_running(process: &str) -> bool {
        fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }

    let folder = tempdir()?;
    let script = folder.path().join("busy");
    kagetsu_test_support::shell::write_script(&script, SCRIPT)?;
    let engine = format!("cmd={},name=busy", script.display());
    let out = folder.path().join("out");
    let mut command =
        super::tournament_cli::program(&["--engine", &engine, "--engine", "self,name=other"]);
    command.args(["--tc", "3600", "--concurrency", "1", "--out"]);
    let tournament = Process::of(command.arg(&out))?;
    let pids = folder.path().join("busy.pids");
    let begun = Instant::now();
    let processes = loop {
        let text = fs::read_to_string(&pids).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
        if begun.elapsed() > PATIENCE {
            return Err("the engine was not asked".into());
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(processes.split_whitespace().all(is_running), "{processes}");
    // It is killed by that.
    drop(tournament);
    let killed = Instant::now();
    while processes.split_whitespace().any(is_running) {
        assert!(killed.elapsed() < PATIENCE, "{processes} live on");
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}
