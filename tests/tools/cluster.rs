//! `scripts/cluster.py` without a cluster: the commands of shards, what is done with their files, and a whole tuning.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::ran::{PROGRAM, root};

/// Imports the script and checks its functions in the present folder.
const CHECKS: &str = r#"
import contextlib
import importlib.util
import io
import pathlib
import sys
import types

spec = importlib.util.spec_from_file_location("cluster", sys.argv[1])
cluster = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cluster)


def equal(found, expected):
    if found != expected:
        sys.exit(f"expected {expected}, found {found}")


for command in ("datagen", "dataset relabel", "fidelity reference", "analyse"):
    equal(
        cluster.shard_command("p", command, ["--seed", "1"], "2/3", "out", "whole"),
        ["p", *command.split(), "--seed", "1", "--shard", "2/3", "--threads", "1", "--resume", "--out", "out"],
    )
equal(cluster.shard_command("p", "solve", ["a.txt"], "1/2", "out", "whole"), ["p", "solve", "a.txt", "--json", "--shard", "1/2"])
equal(
    cluster.shard_command("p", "tune", ["--pairs", "4"], "1/2", "1.json", "tuning"),
    ["p", "tune", "--pairs", "4", "--concurrency", "1", "--out", "tuning", "--shard", "1/2", "--force", "--shard-games", "1.json"],
)
equal(
    cluster.shard_command("p", "tournament", ["--games", "4"], "1/2", "match", "whole"),
    ["p", "tournament", "--games", "4", "--shard", "1/2", "--concurrency", "1", "--resume", "--out", "match"],
)

options = ["games.jsonl", "--html", "page.html", "--nodes", "9", "--sgf=all.sgf", "--threads", "2"]
equal(
    cluster.part_options(options),
    (["games.jsonl", "--nodes", "9", "--threads", "2"], ["--html", "page.html", "--sgf", "all.sgf"]),
)
equal(cluster.part_options(["games.jsonl"]), (["games.jsonl"], []))

for command in ("datagen", "dataset relabel"):
    equal(
        cluster.merge_command("p", command, ["1.kgd", "2.kgd"], "all.kgd"),
        ["p", "dataset", "merge", "--shards", "1.kgd", "2.kgd", "--out", "all.kgd"],
    )
equal(
    cluster.merge_command("p", "fidelity reference", ["1.jsonl", "2.jsonl"], "all.jsonl"),
    ["p", "fidelity", "merge", "1.jsonl", "2.jsonl", "--out", "all.jsonl"],
)
equal(
    cluster.merge_command("p", "tournament", ["1", "2"], "all"),
    ["p", "tournament", "--merge", "1", "2", "--out", "all"],
)

sys.argv[1:] = ["--local", "2", "--shards", "2", "--out", "deep.kgd", "--", "dataset", "relabel", "games.kgd"]
arguments = cluster.parse_arguments()
equal((arguments.command, arguments.options), ("dataset relabel", ["games.kgd"]))
sys.argv[1:] = ["--local", "2", "--shards", "2", "--out", "match-of-all", "--", "tournament", "--psq", "--games", "4", "--html"]
arguments = cluster.parse_arguments()
equal((arguments.options, arguments.at_the_end), (["--games", "4"], ["--psq", "--html"]))
local, job = ["--local", "2"], ["--shards", "2", "--out", "refused", "--"]
for refused in (
    [*local, *job, "tournament", "--pin"],
    [*local, *job, "solve", "positions.txt", "--tree", "trees.sgf"],
    [*local, *job, "solve", "positions.txt", "--tree=trees.sgf"],
    ["--ssh", "alone", *job, "datagen"],
    [*local, "--shards", "2", "--out", "missing/refused", "--", "datagen"],
    [*local, "--shards", "2", "--out", cluster.__file__, "--", "tune"],
):
    sys.argv[1:] = refused
    try:
        cluster.parse_arguments()
    except SystemExit as refusal:
        equal(refusal.code, 2)
    else:
        sys.exit(f"{refused} is not refused")
sys.argv[1:] = ["--ssh", "one", "one", *job, "datagen", "--tree", "60"]
equal(cluster.parse_arguments().options, ["--tree", "60"])

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
pathlib.Path("match").mkdir()
pathlib.Path("match/games.jsonl").touch()
cluster.remove_shard(pathlib.Path("match"))
equal([path.name for path in pathlib.Path().iterdir()], ["whole.jsonl"])

# A run may be that of the present folder.
here = pathlib.Path.cwd()
equal(cluster.shards_folder(pathlib.Path(".")), here.with_name(here.name + ".shards"))

# Proofs by other options or of other positions are other shards.
place, positions, names = pathlib.Path("shards"), pathlib.Path("positions.txt"), set()
for text, nodes in (("h8", "9"), ("h8", "10"), ("i9", "9")):
    positions.write_text(text)
    names.update(cluster.shard_paths(place, "solve", ["positions.txt", "--nodes", nodes], 1))
equal(len(names), 3)
equal(cluster.shard_paths(place, "datagen", ["--seed", "1"], 2), ["shards/1-of-2.kgd", "shards/2-of-2.kgd"])

# A shard whose command was killed says so, whatever that had said.
pathlib.Path("solve").write_text("echo a note >&2\nkill -9 $$\n")
try:
    cluster.make_shard("sh", "solve", [], "1/2", "none.jsonl", "whole", ".")
except RuntimeError as error:
    equal(str(error), "shard 1/2: signal 9: a note")
else:
    sys.exit("a killed command has made its shard")

# Runs that share a scheduler have keys of their own.
keys = set()
client = types.SimpleNamespace(
    submit=lambda *_, key, **__: keys.add(key) or types.SimpleNamespace(key=key, result=lambda: "1/1")
)
for name in ("one.kgd", "two.kgd"):
    arguments = types.SimpleNamespace(program="p", command="datagen", options=[], out=pathlib.Path(name), retries=0)
    cluster.make_shards(arguments, client, iter, "shards", ["1.kgd"], "")
equal(len(keys), 2)


class Running(list):
    add = list.append


class FailingClient:
    """Its first shard fails so often."""

    def __init__(self, failures):
        self.failures, self.waits = failures, []

    def submit(self, _, *words, key, pure):
        shard, wait = words[3], words[-1]
        self.waits.append((shard, wait))
        fails = shard == "1/2" and sum(known == shard for known, _ in self.waits) <= self.failures

        def result():
            if fails:
                raise RuntimeError(f"shard {shard}: exit code 1: the disk is full")
            return shard

        return types.SimpleNamespace(key=key, status="error" if fails else "finished", result=result)


# A shard that fails is told and tried again, after a longer wait each time, and not for ever.
arguments.retries = 2
for failures in (2, 3):
    client, told, ended = FailingClient(failures), io.StringIO(), None
    with contextlib.redirect_stderr(told):
        try:
            cluster.make_shards(arguments, client, Running, "shards", ["1.kgd", "2.kgd"], "")
        except SystemExit as end:
            ended = end.code
    equal(client.waits, [("1/2", 0), ("2/2", 0), ("1/2", 10), ("1/2", 20)])
    failed = "cluster: shard 1/2: exit code 1: the disk is full\n"
    again = [failed + f"shard 1/2 is tried again in {wait} seconds\n" for wait in (10, 20)]
    complete = "shard 1/2 is complete, 2 of 2\n" if failures == 2 else ""
    equal(told.getvalue(), again[0] + "shard 2/2 is complete, 1 of 2\n" + again[1] + complete)
    equal(ended, None if failures == 2 else failed + "The same command goes on with what is in 'shards'.")

# A merge that was broken off is made again; what is complete stays.
match = pathlib.Path("match")
match.mkdir()
for name, is_refused in (("tournament.json.unfinished", False), ("tournament.json", True)):
    place = match / name
    place.touch()
    sys.argv[1:] = [*local, "--shards", "2", "--out", "match", "--", "tournament"]
    try:
        cluster.parse_arguments()
    except SystemExit as refusal:
        equal((refusal.code, is_refused), (2, True))
    else:
        equal(is_refused, False)
    place.unlink()

# Of a run whose first generation is learned the two others are played and learned.
run = pathlib.Path("run")
(run / "0001").mkdir(parents=True)
(run / "0001/network.safetensors").touch()
(run / "recipe.toml").write_text("games = 4\ngenerations = 3\n")
said = []
cluster.subprocess = types.SimpleNamespace(
    run=lambda words, **_: said.append(words) or types.SimpleNamespace(returncode=0)
)
client = types.SimpleNamespace(
    submit=lambda function, *words, key, **_: types.SimpleNamespace(key=key, result=lambda done=function(*words): done)
)
arguments = types.SimpleNamespace(program="p", command="zero", options=["--new-optimiser"], out=run, retries=0)
equal(cluster.zero(arguments, client, iter, ["1", "2"]), 0)
out, expected = str(run.absolute()), []
for generation in ("1", "2"):
    for shard in ("1/2", "2/2"):
        expected.append(["p", "zero", "play", out, "--generation", generation, "--shard", shard, "--threads", "1"])
    expected.append(["p", "zero", "learn", out, "--generation", generation, "--new-optimiser"])
equal(said, expected)

# There are no more shards than games.
said.clear()
(run / "recipe.toml").write_text("games = 1\ngenerations = 2\n")
cluster.zero(arguments, client, iter, ["1", "2"])
shards = lambda: [words[words.index("--shard") + 1] for words in said if "--shard" in words]
equal(shards(), ["1/1"])

# A generation that was begun in other shards is played to its end in those.
said.clear()
(run / "0001/games-2-of-3.jsonl").touch()
cluster.zero(arguments, client, iter, ["1", "2"])
equal(shards(), ["1/3", "2/3", "3/3"])

# Without the state of the optimiser learning is refused before any game is played. An editor has been at the recipe.
said.clear()
arguments.options = []
(run / "recipe.toml").write_text('\ufeff"games" = 1\n generations=2\n', encoding="utf-8")
cluster.zero(arguments, client, iter, ["1", "2"])
equal(said, [["p", "zero", "learn", out, "--generation", "1"]])

# A merge whose reports cannot be written ends no tuning, but one that counts no iteration does.
tuned, parts = pathlib.Path("tuned"), pathlib.Path("tuned.shards")
tuned.mkdir()
(tuned / "tuning.json").write_text('{"plan": {"iterations": 3}}')
lines = tuned / "iterations.jsonl"
lines.touch()


def merge_up_to(most):
    """Runs that play shards, and merges that count so many iterations at most and fail in the end."""

    def run(words, **_):
        is_merge = "--merge" in words
        if is_merge and len(lines.read_text()) < most:
            lines.write_text(lines.read_text() + "\n")
        return types.SimpleNamespace(returncode=int(is_merge))

    return types.SimpleNamespace(run=run, DEVNULL=None)


arguments = types.SimpleNamespace(program="p", command="tune", options=[], out=tuned, retries=0)
for most in (2, 3):
    parts.mkdir(exist_ok=True)
    cluster.subprocess = merge_up_to(most)
    equal(cluster.tune(arguments, client, iter, parts, ["1", "2"]), 1)
    equal((cluster.iterations(tuned), parts.exists()), ((most, 3), most < 3))
"#;

/// A cluster without Dask, whose only worker works at once: it tunes, breaks off after two of three iterations, and goes on.
const TUNING: &str = r#"
import pathlib
import sys
import types

script, program, *options = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(script).parent))
import cluster


class Client:
    def submit(self, function, *words, key, pure):
        if "iteration 3" in key and pathlib.Path("break").exists():
            sys.exit("broken off")
        result = function(*words)
        return types.SimpleNamespace(key=key, result=lambda: result)


folder = pathlib.Path("many.shards")
paths = [str(folder.absolute() / name) for name in ("1.json", "2.json")]
arguments = types.SimpleNamespace(
    program=program, command="tune", options=options, out=pathlib.Path("many"), retries=0
)
pathlib.Path("break").touch()
for expected in (2, 3):
    folder.mkdir(exist_ok=True)
    try:
        code = cluster.tune(arguments, Client(), iter, folder, paths)
    except SystemExit:
        pathlib.Path("break").unlink()
    if cluster.iterations(arguments.out) != (expected, 3):
        sys.exit(f"expected {expected} of 3 iterations, found {cluster.iterations(arguments.out)}")
if code != 0 or folder.exists():
    sys.exit(f"exit code {code}, and the shards are {'there' if folder.exists() else 'removed'}")
"#;

/// Runs Python in a folder. Returns false, with a note, if there is no Python.
fn python(code: &str, arguments: &[&str], folder: &Path) -> Result<bool, Box<dyn Error>> {
    let script = root().join("scripts/cluster.py");
    let ran = Command::new("python3")
        .args(["-B", "-c", code])
        .arg(script)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = match ran {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // Seen with `--nocapture`.
            io::Write::write_all(&mut io::stdout(), b"skipped: there is no python3\n")?;
            return Ok(false);
        }
        output => output?,
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Ok(true)
}

#[test]
fn the_functions_of_the_cluster_script_do_what_they_say() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    python(CHECKS, &[], folder.path())?;
    Ok(())
}

#[test]
fn a_tuning_by_shards_is_that_of_one_machine() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let depth =
        "[[parameter]]\nname = \"max_depth\"\nvalue = 3\nmin = 1\nmax = 5\nstep = 1.5\nr = 0.1\n";
    fs::write(folder.path().join("depth.toml"), depth)?;
    let options = "--engine self --parameters depth.toml --size 6 --nodes 200 --iterations 3 --pairs 2 --memory 64";
    let options: Vec<&str> = options.split(' ').collect();
    let arguments = [&[PROGRAM], &options[..]].concat();
    if !python(TUNING, &arguments, folder.path())? {
        return Ok(());
    }
    let whole = Command::new(PROGRAM)
        .arg("tune")
        .args(&options)
        .args(["--out", "one"])
        .current_dir(folder.path())
        .output()?;
    assert!(whole.status.success(), "{whole:?}");
    for file in [
        "tuning.json",
        "iterations.jsonl",
        "tuned.toml",
        "report.txt",
    ] {
        let [one, many] =
            ["one", "many"].map(|name| fs::read_to_string(folder.path().join(name).join(file)));
        assert_eq!(one?, many?, "{file}");
    }
    Ok(())
}
