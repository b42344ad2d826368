//! The functions of `scripts/cluster.py` that need no cluster: the commands of shards and what is done with their files.

#![cfg(unix)]

use std::error::Error;
use std::io;
use std::path::Path;
use std::process::Command;

/// Imports the script and checks its functions in the present folder.
const CHECKS: &str = r#"
import importlib.util
import pathlib
import sys

spec = importlib.util.spec_from_file_location("cluster", sys.argv[1])
cluster = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cluster)


def equal(found, expected):
    if found != expected:
        sys.exit(f"expected {expected}, found {found}")


for command in ("datagen", "analyse"):
    equal(
        cluster.shard_command("p", command, ["--seed", "1"], "2/3", "out"),
        ["p", command, "--seed", "1", "--shard", "2/3", "--threads", "1", "--resume", "--out", "out"],
    )
equal(cluster.shard_command("p", "solve", ["a.txt"], "1/2", "out"), ["p", "solve", "a.txt", "--json", "--shard", "1/2"])
# A tournament goes on only in a folder that is there.
for _ in range(2):
    equal(
        cluster.shard_command("p", "tournament", ["--games", "4"], "1/2", "match"),
        ["p", "tournament", "--games", "4", "--shard", "1/2", "--concurrency", "1", "--resume", "--out", "match"],
    )
    equal(pathlib.Path("match").is_dir(), True)

options = ["games.jsonl", "--html", "page.html", "--nodes", "9", "--sgf=all.sgf", "--threads", "2"]
equal(
    cluster.part_options(options),
    (["games.jsonl", "--nodes", "9", "--threads", "2"], ["--html", "page.html", "--sgf", "all.sgf"]),
)
equal(cluster.part_options(["games.jsonl"]), (["games.jsonl"], []))

equal(
    cluster.merge_command("p", "datagen", ["1.kgd", "2.kgd"], "all.kgd"),
    ["p", "dataset", "merge", "--shards", "1.kgd", "2.kgd", "--out", "all.kgd"],
)
equal(
    cluster.merge_command("p", "tournament", ["1", "2"], "all"),
    ["p", "tournament", "--merge", "1", "2", "--out", "all"],
)

parts = [pathlib.Path(name) for name in ("1.jsonl", "2.jsonl", "3.jsonl")]
for part, text in zip(parts, (b"one\n", b"", b"three\n")):
    part.write_bytes(text)
whole = pathlib.Path("whole.jsonl")
# What a check refuses does not get the name.
equal(cluster.join_files(parts, whole, ["grep", "-q", "four"]), 1)
equal(whole.exists(), False)
equal(cluster.join_files(parts, whole, ["grep", "-q", "three"]), 0)
equal(whole.read_bytes(), b"one\nthree\n")
equal(cluster.join_files(parts[:1], whole), 0)
equal(whole.read_bytes(), b"one\n")

pathlib.Path("1.jsonl.lock").touch()
for part in parts:
    cluster.remove_shard(part)
pathlib.Path("match/games.jsonl").touch()
cluster.remove_shard(pathlib.Path("match"))
equal(sorted(path.name for path in pathlib.Path().iterdir() if path.name != "whole.jsonl.part"), ["whole.jsonl"])
"#;

#[test]
fn the_functions_of_the_cluster_script_do_what_they_say() -> Result<(), Box<dyn Error>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster.py");
    let folder = tempfile::tempdir()?;
    let ran = Command::new("python3")
        .args(["-B", "-c", CHECKS])
        .arg(script)
        .current_dir(folder.path())
        .output();
    let output = match ran {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Seen with `--nocapture`.
            io::Write::write_all(&mut io::stdout(), b"skipped: there is no python3\n")?;
            return Ok(());
        }
        output => output?,
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Ok(())
}
