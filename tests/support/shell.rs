//! Scripts that stand for programs, and where a shell finds programs.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the shell does with a text and the name of its file.
const WRITE: &str = "cat > \"$0\" && chmod 755 \"$0\"";

/// Writes a script that can be run. Another process does it: no system runs a file that somebody has open for writing, and what
/// this process has open, a program that another test starts at the same moment has open as well for a while.
///
/// # Errors
/// As the file system.
pub fn write_script(path: &Path, text: &str) -> io::Result<()> {
    let mut shell = Command::new("sh")
        .args(["-c", WRITE])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()?;
    // Its end is closed at once: the shell waits for that.
    let written = shell
        .stdin
        .take()
        .map(|mut input| input.write_all(text.as_bytes()));
    let status = shell.wait()?;
    written.unwrap_or(Ok(()))?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "the shell cannot write a script: {status}"
        )))
    }
}

/// Writes a script that starts a program. Where there is a file of its name with `.mute`, it makes one with `.asked` and says
/// nothing instead.
///
/// # Errors
/// As the file system.
pub fn write_mute_script(path: &Path, program: &str) -> io::Result<()> {
    let mute = "if [ -e \"$0.mute\" ]; then : > \"$0.asked\"; exec sleep 600; fi";
    write_script(
        path,
        &format!("#!/bin/sh\n{mute}\nexec '{program}' \"$@\"\n"),
    )
}

/// The folders in which programs are looked for, with this one before the others.
///
/// # Errors
/// A name that cannot stand among them.
pub fn path_with(folder: &Path) -> io::Result<OsString> {
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = iter::once(folder.to_path_buf()).chain(env::split_paths(&others));
    env::join_paths(folders).map_err(io::Error::other)
}
