//! Gives a release build the name of its commit, for `--version`. Other builds do not ask, so that a new commit does not
//! build the tests anew.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-env-changed=KAGETSU_COMMIT");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let named = env::var("KAGETSU_COMMIT").ok();
    if let Some(commit) = named.or_else(|| is_release.then(commit).flatten()) {
        println!("cargo::rustc-env=KAGETSU_COMMIT={commit}");
    }
}

/// The short name of the commit that is checked out. `None` outside of a repository.
fn commit() -> Option<String> {
    println!("cargo::rerun-if-changed=.git/HEAD");
    println!("cargo::rerun-if-changed=.git/refs/heads");
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output
        .status
        .success()
        .then(|| text.trim().to_string())
        .filter(|name| !name.is_empty())
}
