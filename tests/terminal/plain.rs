//! The game by lines.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::{Command, Stdio};
#[cfg(target_os = "linux")]
use std::{thread, time::Instant};

#[cfg(target_os = "linux")]
use kagetsu_test_support::process::PATIENCE;
use kagetsu_test_support::ran::{BAD_INPUT, FINE, Ran};
#[cfg(target_os = "linux")]
use kagetsu_test_support::scripted::Scripted;

#[cfg(target_os = "linux")]
use super::screen::PAUSE;
use super::{Fault, PROGRAM};

/// The game by lines, in English wherever the tests run.
fn program(options: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["play", "--plain"]).args(options);
    command.env("LC_ALL", "C");
    command
}

/// What it says to a script.
fn plain(options: &[&str], script: &str) -> io::Result<String> {
    let ran = Ran::with_input(&mut program(options), script)?;
    Ok(ran.ends(FINE).out)
}

#[test]
fn the_language_follows_the_environment() -> Result<(), Fault> {
    for (variables, option, is_chinese) in [
        (&[("LANG", "zh_CN.UTF-8")][..], None, true),
        (&[("LANG", "zh_CN.UTF-8")], Some("en"), false),
        (&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], None, false),
        (
            &[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW"), ("LANG", "de_DE")],
            None,
            true,
        ),
        (&[("LANG", "de_DE.UTF-8")], None, false),
        (&[], Some("zh"), true),
    ] {
        let mut command = program(&[]);
        for name in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        if let Some(language) = option {
            command.args(["--lang", language]);
        }
        let text = Ran::of(&mut command)?.out;
        assert_eq!(
            text.contains("再见"),
            is_chinese,
            "{variables:?} {option:?}"
        );
        // So does an error of the board, here one that is too small for the opening.
        command.args(["--size", "7", "--opening", "rif"]);
        let text = Ran::of(&mut command)?.ends(BAD_INPUT).err;
        assert_eq!(text.contains("棋盘"), is_chinese, "{text}");
    }
    Ok(())
}

#[test]
fn a_game_for_a_closed_pipe_ends_silently() -> Result<(), Fault> {
    let mut child = program(&["--side", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    // The program may have ended before it reads this.
    let _ = child
        .stdin
        .take()
        .map(|mut input| input.write_all(b"h8\nquit\n"));
    let output = child.wait_with_output()?;
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8(output.stderr)?, "");
    Ok(())
}

/// The games that start without a seed.
#[test]
fn two_starts_without_a_seed_are_two_games() -> Result<(), Fault> {
    let script = "h8\nquit\n";
    let answers = |starts: usize, options: &[&str]| -> io::Result<BTreeSet<String>> {
        (0..starts).map(|_| plain(options, script)).collect()
    };
    assert!(answers(12, &["--level", "1"])?.len() > 1);
    assert_eq!(answers(4, &["--level", "1", "--seed", "5"])?.len(), 1);
    Ok(())
}

#[test]
fn every_sibling_is_played_plain() -> Result<(), Fault> {
    for (options, script, expected) in [
        (
            &["--game", "reversi", "--side", "both"][..],
            "e6\nf6\nc4\ne7\ne8\nd8\ng6\nf8\na1\npass\nquit\n",
            &[
                "Black has no legal move and must pass.",
                "a1 would turn no disc over",
                "Black has no legal move and passes.",
            ][..],
        ),
        (
            &["--game", "connect6", "--side", "both"],
            "j10\nj9\nk11 l12\nresign\nquit\n",
            &[
                "This turn has 2 stones.",
                "2. White plays k11 l12.",
                "White wins: resignation.",
            ],
        ),
        (
            &["--game", "oxhorn", "--side", "both"],
            "0-2\n8-7\n2-4\n7-5\n4-6\n9-7\n6-8\nquit\n",
            &[
                "1. Red steps 0-2.",
                "Red wins: Red has got past both blue pieces.",
            ],
        ),
        (
            &["--game", "oxhorn", "--level", "10"],
            "hint\n0-2\nundo\nrules\nquit\n",
            &[
                "Hint: 0-",
                "2. Blue steps",
                "Red has won when its number is higher than those of both blue pieces.",
            ],
        ),
    ] {
        let text = plain(options, script)?;
        for part in expected {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn programs_play_by_lines() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let [ok, crash] = ["ok", "crash"].map(|manner| scripted.engine(manner));
    let text = plain(&["--engine", &crash], "h8\nh9\nagain\nquit\n")?;
    for part in [
        "2. White plays b15.",
        "crash has ended by itself",
        "The game is not lost. Type again to ask crash again",
        "4. White plays d15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // It ends by itself once in its folder.
    let other = Scripted::new()?;
    let crash = other.engine("crash");
    let text = plain(&["--engine", &crash], "h8\nh9\nPERSON\nc1\nquit\n")?;
    assert!(text.contains("4. White plays c1."), "{text}");
    // Two of them fill the row of a small board, and then there is no point left in it.
    let two = ok.replace("name=ok", "name=two");
    let options = [
        "--engine", &ok, "--engine", &two, "--side", "none", "--size", "9",
    ];
    let text = plain(&options, "quit\n")?;
    for part in [
        "9. Black plays i9.",
        "two wants to play j9, which is not legal.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert_eq!(scripted.running(), 0);
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_opens_by_swap2() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let ok = scripted.engine("ok");
    let swap2 = ["--engine", &ok, "--opening", "swap2"];
    // It lays three stones, the person two more, and it takes Black.
    let first = [&swap2[..], &["--side", "white"]].concat();
    let text = plain(&first, "two\na1\na2\na3\nquit\n")?;
    for part in [
        "3. Black plays j6.",
        "4. White plays a1.",
        "The colours stay.",
        "6. White plays a3.",
        "7. Black plays g15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    // The person lays three, it lays two more, and the person takes White.
    let second = [&swap2[..], &["--side", "black"]].concat();
    let text = plain(&second, "h8\nh9\ni10\nswap\nc3\nquit\n")?;
    for part in [
        "Two more stones will be placed",
        "4. White plays f10.",
        "5. Black plays g6.",
        "The colours are exchanged.",
        "6. White plays c3.",
        "7. Black plays g15.",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    Ok(())
}

/// Sends a signal to the program and waits until it and the engine have ended.
#[cfg(target_os = "linux")]
fn interrupted(options: &[&str], lines: &str) -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine_with("silent", 50);
    let mut child = program(&["--engine", &engine])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    input.write_all(lines.as_bytes())?;
    let begin = Instant::now();
    let until = |is_so: &mut dyn FnMut() -> Result<bool, Fault>| {
        while !is_so()? {
            if begin.elapsed() > PATIENCE {
                return Err::<(), Fault>("never".into());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    };
    until(&mut || Ok(scripted.running() == 1))?;
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status()?;
    until(&mut || Ok(child.try_wait()?.is_some()))?;
    until(&mut || Ok(scripted.running() == 0))
}

#[test]
#[cfg(target_os = "linux")]
fn no_program_outlives_control_c() -> Result<(), Fault> {
    // While the person thinks, and while the program does.
    interrupted(&[], "h8\n")?;
    interrupted(&[], "h8\nh9\n")
}
