//! Programs in C that are compiled with `kagetsu.h` and call the library, where the system has a C compiler.
#![cfg(unix)]

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// Compiles a file beside this folder, with the shared or the static library, and runs it; what it prints, or nothing without a
/// compiler.
fn output_of(file: &str, is_static: bool) -> Result<Option<String>, Box<dyn Error>> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    if Command::new(&compiler).arg("--version").output().is_err() {
        writeln!(io::stderr(), "skipped: there is no C compiler")?;
        return Ok(None);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let test = std::env::current_exe()?;
    let library = test.parent().ok_or("the test lies in a folder")?;
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program");
    let mut command = Command::new(&compiler);
    command
        .args([
            "-std=c99",
            "-D_POSIX_C_SOURCE=200809L",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-I",
        ])
        .arg(here)
        .arg(here.join(file))
        .arg("-o")
        .arg(&program);
    if is_static {
        command.arg(library.join("libkagetsu_c.a")).arg("-lm");
    } else {
        // The name by which a program asks for it on Linux.
        let shared = library.join("libkagetsu_c.so");
        symlink(shared, folder.path().join("libkagetsu_c.so.1"))?;
        command.arg("-L").arg(library).arg("-lkagetsu_c");
        for place in [library, folder.path()] {
            let mut search_path = OsString::from("-Wl,-rpath,");
            search_path.push(place);
            command.arg(search_path);
        }
    }
    let built = command.args(["-lpthread", "-ldl"]).output()?;
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let ran = Command::new(&program).output()?;
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{file}: {said}");
    Ok(Some(String::from_utf8(ran.stdout)?))
}

#[test]
fn the_header_keeps_its_promises() -> Result<(), Box<dyn Error>> {
    output_of("tests/calls.c", false).map(|_| ())
}

/// Other systems want other libraries.
#[cfg(target_os = "linux")]
#[test]
fn the_static_library_is_linked_as_the_readme_says() -> Result<(), Box<dyn Error>> {
    output_of("tests/calls.c", true).map(|_| ())
}

#[test]
fn the_example_plays_a_whole_game() -> Result<(), Box<dyn Error>> {
    let Some(said) = output_of("examples/game.c", false)? else {
        return Ok(());
    };
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() > 9, "{said}");
    assert!(lines[0].starts_with("black 7,7"), "{said}");
    assert!(
        ["result 1", "result 2", "result 3"].contains(&lines[lines.len() - 1]),
        "{said}"
    );
    Ok(())
}
