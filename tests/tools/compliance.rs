//! Tests of `compliance` with the real program: what it prints, and that it leaves no engine behind.

#![cfg(unix)]

use std::fs;
use std::io;

use kagetsu_test_support::ran::Ran;
use kagetsu_test_support::shell::write_script;

use super::ran::{run, run_in};

#[test]
fn a_program_of_the_current_folder_runs_in_the_folder_that_is_named() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("engine");
    write_script(
        &script,
        "#!/bin/sh\nread -r line\necho \"ERROR in ${PWD##*/}\"\n",
    )?;
    fs::create_dir(folder.path().join("inside"))?;
    let line = "compliance --protocol sau -v --dir inside engine";
    run_in(folder.path(), line)?.says("\n    < ERROR in inside\n");
    Ok(())
}

#[test]
fn the_conversation_of_a_failed_check_is_printed_when_asked_for() -> io::Result<()> {
    const ENGINE: &str = "sh -c 'read -r line; echo \"ERROR what is $line?\"'";
    for (options, is_shown) in [(&[][..], false), (&["-v"], true)] {
        let arguments = [&["compliance", "--protocol", "sau"], options, &[ENGINE]].concat();
        let Ran { out, err, .. } = run(&arguments)?.ends(1).says("\nrequired: ");
        assert!(err.starts_with("error: "), "no terminal, no progress");
        for line in ["\n    > ", "\n    < ERROR what is "] {
            assert_eq!(out.contains(line), is_shown, "{line}: {out}");
        }
    }
    Ok(())
}

mod signals {
    use std::error::Error;
    use std::fs;
    use std::io::Read;
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use crate::ran::program;
    use kagetsu_test_support::ran::INTERRUPTED;

    /// An engine that writes its number into a file when it is asked for something, and then neither answers nor ends.
    const ENGINE: &str =
        "read -r line && echo $$ > number.new && mv number.new number && exec sleep 600";

    #[test]
    fn an_interrupted_examination_ends_the_engine() -> Result<(), Box<dyn Error>> {
        for (signal, protocol) in [(Signal::SIGINT, "gomocup"), (Signal::SIGTERM, "sau")] {
            let folder = tempfile::tempdir()?;
            let mut child = program()
                .args(["compliance", "--protocol", protocol, "--dir"])
                .arg(folder.path())
                .arg(format!("sh -c '{ENGINE}'"))
                .stdout(Stdio::piped())
                .spawn()?;
            let file = folder.path().join("number");
            while !file.exists() {
                assert!(child.try_wait()?.is_none(), "it has ended");
                thread::sleep(Duration::from_millis(5));
            }
            let engine: i32 = fs::read_to_string(&file)?.trim().parse()?;
            kill(Pid::from_raw(i32::try_from(child.id())?), signal)?;
            let mut said = String::new();
            if let Some(mut out) = child.stdout.take() {
                out.read_to_string(&mut said)?;
            }
            assert_eq!(child.wait()?.code(), Some(INTERRUPTED), "{said}");
            assert!(said.contains("Interrupted"), "{said}");
            assert_eq!(kill(Pid::from_raw(engine), None), Err(Errno::ESRCH));
        }
        Ok(())
    }
}
