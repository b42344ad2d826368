//! Gives a release build the name of its commit, for `--version`. Other builds do not ask, so that a new commit does not
//! build the tests anew.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What `cargo package` tells of the commit of a package.
const PACKAGED: &str = ".cargo_vcs_info.json";
/// Letters of the name of a commit that is read from there.
const NAME_LENGTH: usize = 8;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=KAGETSU_COMMIT");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let named = env::var("KAGETSU_COMMIT").ok();
    if let Some(commit) = named.or_else(|| is_release.then(commit).flatten()) {
        println!("cargo::rustc-env=KAGETSU_COMMIT={commit}");
    }
}

/// The short name of the commit that the source is of. `None` where nothing tells it.
fn commit() -> Option<String> {
    packaged_commit().or_else(checked_out_commit)
}

/// The commit of a package.
fn packaged_commit() -> Option<String> {
    let text = fs::read_to_string(PACKAGED).ok()?;
    let (_, tail) = text.split_once("\"sha1\"")?;
    let name = tail.split('"').nth(1)?;
    name.get(..NAME_LENGTH).map(str::to_string)
}

/// The commit of the repository in this folder. A folder above may be a repository of somebody else's.
fn checked_out_commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    // A further working tree has them elsewhere.
    for place in ["HEAD", "refs/heads"] {
        println!("cargo::rerun-if-changed={}", git(["--git-path", place])?);
    }
    git(["--short", "HEAD"])
}

/// What `git rev-parse` tells.
fn git(asked: [&str; 2]) -> Option<String> {
    let output = Command::new("git")
        .arg("rev-parse")
        .args(asked)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !text.is_empty()).then_some(text)
}
