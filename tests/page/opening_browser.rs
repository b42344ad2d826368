//! What the program gives to the browser, seen by a script that stands for one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Fault;
use super::server::Server;
use kagetsu_test_support::process::{PATIENCE, Process};
use kagetsu_test_support::shell::{path_with, write_script};

#[test]
fn the_key_stands_in_no_list_of_processes() -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let (given, temporary) = (folder.path().join("given"), folder.path().join("tmp"));
    fs::create_dir(&temporary)?;
    let browser = folder.path().join("xdg-open");
    let script = format!(
        "#!/bin/sh\necho \"$*\" > '{0}.part' && mv '{0}.part' '{0}'\n",
        given.display()
    );
    write_script(&browser, &script)?;
    let started = Process::of(
        Command::new(crate::PROGRAM)
            .args(["web", "--listen", "127.0.0.1:0"])
            .env("PATH", path_with(folder.path())?)
            .env("TMPDIR", &temporary),
    )?;
    let mut server = Server::of(started)?;
    let begin = Instant::now();
    while !given.exists() && begin.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    let arguments = fs::read_to_string(&given)?;
    assert!(!arguments.contains(&server.key), "{arguments}");
    let file = PathBuf::from(arguments.trim());
    assert!(fs::read_to_string(&file)?.contains(&server.link));
    assert_eq!(file.metadata()?.permissions().mode() & 0o777, 0o600);
    let process = &mut server.process;
    kill(Pid::from_raw(process.id().try_into()?), Signal::SIGTERM)?;
    process.wait()?;
    assert_eq!(fs::read_dir(&temporary)?.count(), 0, "the file is gone");
    Ok(())
}
