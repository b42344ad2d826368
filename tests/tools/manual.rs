//! The commands that the README and the manual pages name work as they are written there. Every `sh` block is run by a
//! shell, those of one page in one folder, so that a command finds what an earlier one has written.

#![cfg(unix)]

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use kagetsu_test_support::shell::path_with;

use super::ran::{PROGRAM, root};

/// The blocks of a page that a shell runs. Those of the kind `text` show something; there is no other kind, which nobody would
/// run.
fn blocks<'t>(page: &Path, text: &'t str) -> Vec<&'t str> {
    let mut blocks = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        match block.split_once('\n') {
            Some(("sh", commands)) => blocks.push(commands),
            Some(("text", _)) => {}
            _ => panic!("{}: a block of another kind:\n{block}", page.display()),
        }
    }
    blocks
}

/// Runs the blocks of a page. What the README says of `cargo` is left to those who build.
fn run_page(page: &Path) -> io::Result<usize> {
    let tools = Path::new(PROGRAM).parent();
    let tools = tools.ok_or(io::ErrorKind::NotFound)?;
    let path = path_with(tools)?;
    let folder = tempfile::tempdir()?;
    symlink(root().join("scripts"), folder.path().join("scripts"))?;
    let text = fs::read_to_string(page)?;
    let mut blocks = blocks(page, &text);
    blocks.retain(|block| !(page.ends_with("README.md") && block.contains("cargo ")));
    for block in &blocks {
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", block])
            .env("PATH", &path)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()?;
        assert!(
            output.status.success(),
            "{}:\n{block}\n{}{}",
            page.display(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(blocks.len())
}

#[test]
fn every_command_of_the_manual_works_as_written() -> io::Result<()> {
    let mut pages = vec![root().join("README.md")];
    for entry in fs::read_dir(root().join("src/app/manual"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    // Some commands wait more than they compute.
    let counts = thread::scope(|scope| {
        let runs: Vec<_> = pages
            .iter()
            .map(|page| scope.spawn(|| run_page(page)))
            .collect();
        let counts = runs.into_iter().map(|run| match run.join() {
            Ok(count) => count,
            Err(panic) => resume_unwind(panic),
        });
        counts.collect::<io::Result<Vec<usize>>>()
    })?;
    let count: usize = counts.into_iter().sum();
    assert!(count > 40, "only {count} blocks were found");
    Ok(())
}

/// What `scripts/check-links.py` says of a folder.
fn check_links(folder: &Path) -> io::Result<std::process::Output> {
    Command::new("python3")
        .arg(root().join("scripts/check-links.py"))
        .arg(folder)
        .output()
}

#[test]
fn links_between_pages_lead_somewhere() -> io::Result<()> {
    let checked = check_links(root())?;
    assert!(checked.status.success(), "{checked:?}");
    Ok(())
}

#[test]
fn every_kind_of_wrong_link_is_found() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let repository = "https://github.com/kagetsu-engine/kagetsu/blob/main";
    let page = format!(
        "# One page\n[a](other.md) [b](#two) [c]({repository}/no-such.md)\n[d](#one-page) [e]({repository}/README.md) [f](https://example.org/x)\n"
    );
    fs::write(folder.path().join("page.md"), page)?;
    let checked = check_links(folder.path())?;
    assert_eq!(checked.status.code(), Some(1));
    let said = String::from_utf8_lossy(&checked.stderr);
    for (link, is_wrong) in [
        ("(other.md)", true),
        ("(#two)", true),
        ("no-such.md)", true),
        ("(#one-page)", false),
        ("README.md)", false),
        ("example.org", false),
    ] {
        assert_eq!(said.contains(link), is_wrong, "{link}: {said}");
    }
    Ok(())
}

#[test]
fn links_between_pages_hold_in_a_bundle() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(root().join("scripts/copy-pages.sh"))
        .arg(folder.path())
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let checked = check_links(folder.path())?;
    assert!(checked.status.success(), "{checked:?}");
    for wanted in [
        "README.md",
        "src/app/manual/playing.md",
        "src/app/manual/page.webp",
        "protocol-docs/gomocup.md",
        "scripts/openings/renju15.txt",
    ] {
        assert!(folder.path().join(wanted).is_file(), "{wanted}");
    }
    Ok(())
}
