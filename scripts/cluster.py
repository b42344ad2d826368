#!/usr/bin/env python3
"""Makes one run of a command that has shards on many processors or machines: `datagen`, `dataset relabel`,
`fidelity reference`, `tournament`, `tune`, `analyse`, `solve` or `zero`.

The run is cut into shards. Dask hands the shards to its workers, gives those of a lost worker to another one, and
reports. Dask was chosen because it starts workers by itself on this machine, by SSH, on Slurm (dask-jobqueue) and on
Kubernetes, and joins a cluster that a site already runs; a shard needs no more than one command and a shared folder.

All workers must see the folder of --out, the program and the files that its options name under the same path. Every
shard is a folder (tournament) or a file of its own in OUT.shards. A shard that was broken off is gone on with (solve: made
anew), a complete one is not made again, and the merge refuses a missing or a doubled one, so each shard counts once. With the
same seed, the dataset that comes out is the one that a single machine makes, byte for byte, and so is a review that is
limited by --nodes or --depth alone; of a tournament between engines limited in this way and of the answers of solve, only
the times differ. A review is cut by games; --html and --sgf are written at the end, as are --html and --psq of a
tournament.

tune decides by each iteration what the next one plays, so the pairs of one iteration are its shards: they are merged into
the folder of --out before the next iteration begins. The folder is that of a tuning on one machine, which can go on with
it, and this script goes on with one of a single machine.

`zero` goes on with the run in the folder of --out, which `zero run` or `zero distil` has begun: the games of a generation are
its shards, and this machine learns from them. Its options are --generations and --new-optimiser of `zero run`. Networks
and games are those of one machine, byte for byte.
"""

import argparse
import contextlib
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid
import zlib

EXAMPLES = """examples:
  this machine, four workers:
    scripts/cluster.py --local 4 --shards 16 --out games.kgd -- datagen --rule renju --games 20000 --seed 1
    scripts/cluster.py --local 4 --shards 16 --out deep.kgd -- dataset relabel games.kgd --share 25
    scripts/cluster.py --local 4 --shards 16 --out proofs.jsonl -- solve positions.txt --nodes 1000000
    scripts/cluster.py --local 4 --shards 40 --out review.jsonl -- analyse match/games.jsonl --nodes 100000 --html review.html
    scripts/cluster.py --local 4 --shards 40 --out match -- tournament --engine cmd=self,name=a,nodes=9000 \\
        --engine cmd=self,name=b,nodes=8000 --games 400 --openings scripts/openings/freestyle15.txt
    scripts/cluster.py --local 4 --shards 4 --out tuning -- tune --engine cmd=self --parameters parameters.toml \\
        --nodes 20000 --iterations 1000 --pairs 8
    scripts/cluster.py --local 4 --shards 8 --out nine -- zero --generations 110
  machines reached by SSH without a password, the first one schedules:
    scripts/cluster.py --ssh host1 host1 host2 host3 --shards 64 --out /shared/games.kgd -- datagen --games 100000
  Slurm, eight jobs (options of sbatch by --slurm-option). No job takes the place of one that has reached its time limit: when
  all have, end the command and give it again:
    scripts/cluster.py --slurm 8 --slurm-option=--time=24:00:00 --shards 64 --out /shared/games.kgd -- datagen --games 100000
  a cluster that runs already (on Kubernetes: the address of the scheduler's service):
    scripts/cluster.py --scheduler tcp://host:8786 --shards 64 --out /shared/games.kgd -- datagen --games 100000

It needs Python 3.10 or newer with the packages dask and distributed; asyncssh for SSH, dask-jobqueue for Slurm."""

# The commands that have shards, with the ending of the name of a shard.
JOBS = {
    "datagen": ".kgd",
    "dataset relabel": ".kgd",
    "fidelity reference": ".jsonl",
    "tournament": "",
    "tune": ".json",
    "analyse": ".jsonl",
    "solve": ".jsonl",
}
PR_SET_PDEATHSIG = 1
# Seconds before the second try of a shard; each further one waits twice as long.
FIRST_WAIT = 10
# Memory that a Slurm job is given for one shard with its table.
JOB_MEMORY = "2GB"
# A tournament whose merge was broken off has this file, and is merged again.
BROKEN_OFF = "tournament.json.unfinished"
# Options of a tournament that write something of all games.
OF_ALL_GAMES = ("--html", "--psq")
# A command with shards whose files are in the folder of --out.
ZERO = "zero"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--local", type=int, metavar="N", help="start N workers on this machine")
    where.add_argument("--ssh", nargs="+", metavar="HOST", help="start the scheduler on the first host, workers on the rest")
    where.add_argument("--slurm", type=int, metavar="N", help="submit N jobs with a worker each")
    where.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of a running Dask scheduler")
    parser.add_argument("--slurm-option", action="append", default=[], metavar="OPTION", help="option for sbatch")
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of parts, more than workers")
    parser.add_argument(
        "--retries", type=int, default=3, metavar="N", help="tries of a shard after the first, with growing waits (default: 3)"
    )
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, metavar="PATH", help="file, or folder of the tournament or tuning, to make"
    )
    parser.add_argument("--program", default="pbrain-kagetsu", metavar="FILE", help="the program (default: from PATH)")
    parser.add_argument("command", nargs="+", metavar="-- COMMAND", help="such a command with its options")
    arguments = parser.parse_args()
    arguments.command, *arguments.options = arguments.command
    two_words = " ".join([arguments.command, *arguments.options[:1]])
    if two_words in JOBS:
        arguments.command, arguments.options = two_words, arguments.options[1:]
    arguments.at_the_end = []
    if arguments.command == "analyse":
        arguments.options, arguments.at_the_end = part_options(arguments.options)
    if arguments.command == "tournament":
        arguments.at_the_end = [option for option in arguments.options if option in OF_ALL_GAMES]
        arguments.options = [option for option in arguments.options if option not in OF_ALL_GAMES]
    if arguments.command not in (*JOBS, ZERO):
        parser.error(f"'{arguments.command}' has no shards: expected {' or '.join((*JOBS, ZERO))}")
    for name in ("local", "slurm", "shards"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            parser.error(f"--{name} must be at least 1")
    if arguments.ssh and len(arguments.ssh) == 1:
        parser.error("--ssh needs the host that schedules, and one or more for workers: name it twice to let it do both")
    if arguments.command == "solve" and any(word.partition("=")[0] == "--tree" for word in arguments.options):
        parser.error("every shard would write the same file: leave out --tree")
    if "--pin" in arguments.options:
        parser.error("every shard on a machine would take the same processors: leave out --pin")
    if arguments.command == ZERO:
        run_options(arguments.options)
        if not (arguments.out / "recipe.toml").exists():
            parser.error(f"'{arguments.out}' holds no run: begin it with `zero run --generations 0`")
    elif not arguments.out.absolute().parent.is_dir():
        parser.error(f"cannot create '{arguments.out}': there is no folder '{arguments.out.parent}'")
    elif arguments.command == "tune" and arguments.out.is_file():
        parser.error(f"'{arguments.out}' is a file: give the name of a folder")
    elif arguments.out.exists() and arguments.command != "tune" and not (arguments.out / BROKEN_OFF).exists():
        parser.error(f"'{arguments.out}' exists already")
    return arguments


def part_options(options):
    """The options of a review without those that write something of all games, and these."""
    of_all = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    of_all.add_argument("--html")
    of_all.add_argument("--sgf")
    found, others = of_all.parse_known_args(options)
    return others, [word for name, value in vars(found).items() if value for word in (f"--{name}", value)]


def run_options(options):
    """The options of a run of zero."""
    of_run = argparse.ArgumentParser(prog="zero", add_help=False, allow_abbrev=False)
    of_run.add_argument("--generations", type=int)
    of_run.add_argument("--new-optimiser", action="store_true")
    return of_run.parse_args(options)


def open_cluster(arguments):
    """The cluster that the options name, as an object for `distributed.Client`."""
    if arguments.scheduler:
        return arguments.scheduler
    if arguments.local:
        from distributed import LocalCluster

        return LocalCluster(n_workers=arguments.local, threads_per_worker=1, dashboard_address=None)
    if arguments.ssh:
        from distributed import SSHCluster

        return SSHCluster(arguments.ssh, worker_options={"nthreads": 1})
    from dask_jobqueue import SLURMCluster

    # It would end each job after half an hour. What ends a job now is the partition's limit, or --time.
    own_limit = ["#SBATCH -t "]
    cluster = SLURMCluster(
        cores=1, processes=1, memory=JOB_MEMORY, job_directives_skip=own_limit, job_extra_directives=arguments.slurm_option
    )
    cluster.scale(jobs=arguments.slurm)
    return cluster


def shards_folder(out):
    """The folder of the shards, beside that of --out, which may be `.`."""
    place = pathlib.Path(os.path.abspath(out))
    return place.with_name(place.name + ".shards")


def shard_paths(folder, command, options, count):
    """The files or folders of the shards. Answers of solve do not tell what was asked, so their names do: an answer to other
    options or positions is not taken for one."""
    ending = JOBS.get(command, "")
    if command == "solve":
        asked = 0
        for option in options:
            asked = zlib.crc32(os.fsencode(option) + b"\0", asked)
            if os.path.isfile(option):
                asked = zlib.crc32(pathlib.Path(option).read_bytes(), asked)
        ending = f"-{asked:08x}{ending}"
    return [str(folder / f"{number}-of-{count}{ending}") for number in range(1, count + 1)]


def shard_command(program, command, options, shard, path, out):
    """The command that makes one shard, or what is missing of it."""
    if command == ZERO:
        return [program, command, "play", out, *options, "--shard", shard, "--threads", "1"]
    if command == "tune":
        own = ["--out", out, "--shard", shard, "--force", "--shard-games", path]
        return [program, command, *options, "--concurrency", "1", *own]
    if command == "solve":
        return [program, command, *options, "--json", "--shard", shard]
    if command == "tournament":
        return [program, command, *options, "--shard", shard, "--concurrency", "1", "--resume", "--out", path]
    return [program, *command.split(), *options, "--shard", shard, "--threads", "1", "--resume", "--out", path]


def join_files(paths, out, check=None):
    """Writes the contents of the files, one after the other, to a new file, and lets a command look at it before it gets
    its name. Returns the exit code."""
    part = out.with_name(out.name + ".part")
    with part.open("wb") as whole:
        for path in paths:
            with open(path, "rb") as shard:
                shutil.copyfileobj(shard, whole)
    code = subprocess.run([*check, part], check=False).returncode if check else 0
    if code == 0:
        part.replace(out)
    else:
        part.unlink(missing_ok=True)
    return code


def merge_command(program, command, paths, out):
    """The command that makes the whole of all shards."""
    if command in ("datagen", "dataset relabel"):
        return [program, "dataset", "merge", "--shards", *paths, "--out", out]
    if command == "fidelity reference":
        return [program, "fidelity", "merge", *paths, "--out", out]
    return [program, command, "--merge", *paths, "--out", out]


def remove_shard(path):
    """Removes the file or the folder of a shard, and its lock."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
        path.with_name(path.name + ".lock").unlink(missing_ok=True)


def end_with_parent():
    """Lets Linux end this process when the worker that has started it dies, however that dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def make_shard(program, command, options, shard, path, out, here, wait=0):
    """Makes one shard, or what is missing of it, after so many seconds. Runs on a worker."""
    time.sleep(wait)
    prints = command == "solve"
    path = pathlib.Path(path)
    if prints and path.exists():
        return shard
    command = shard_command(program, command, options, shard, str(path), out)
    # The worker's thread waits for the command all the time, so the signal comes only when the worker ends.
    first = end_with_parent if sys.platform == "linux" else None
    # Names of files count from where this script was called. A worker that is reached by SSH stands elsewhere.
    place = here if pathlib.Path(here).is_dir() else None
    result = subprocess.run(command, capture_output=True, cwd=place, preexec_fn=first, check=False)
    code = result.returncode
    if code != 0:
        # Whoever kills it leaves no word, and it may have said other things before.
        ended = f"signal {-code}" if code < 0 else f"exit code {code}"
        said = result.stderr.decode(errors="replace").strip() or "it said nothing"
        raise RuntimeError(f"shard {shard}: {ended}: {said}")
    if prints:
        # A lost worker's command may still write: each has a name of its own until its file is complete.
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        part.write_bytes(result.stdout)
        part.replace(path)
    return shard


def make_shards(arguments, client, as_completed, folder, paths, name):
    """Lets the workers make all shards. `name` tells the keys of several rounds apart, and --out those of several runs: a
    scheduler makes what has the same key once, whoever asks for it. A shard that fails is told, and tried again after a wait:
    a full disk, or a program that is being copied, fails again at once."""
    count = len(paths)
    out = str(arguments.out.absolute())
    given = {}

    def give(number, failures, wait):
        key = f"shard-{name}{number}-of-{count}-{out}" + (f"-after-{failures}" if failures else "")
        given[key] = number, failures
        return client.submit(
            make_shard,
            arguments.program,
            arguments.command,
            arguments.options,
            f"{number}/{count}",
            paths[number - 1],
            out,
            str(pathlib.Path.cwd()),
            wait,
            key=key,
            pure=False,
        )

    futures = [give(number, 0, 0) for number in range(1, count + 1)]
    running = as_completed(futures)
    done = 0
    for future in running:
        number, failures = given[future.key]
        try:
            shard = future.result()
        except Exception as error:
            # One that was cancelled has not failed: its scheduler is gone.
            if future.status != "error" or failures >= arguments.retries:
                sys.exit(f"cluster: {error}\nThe same command goes on with what is in '{folder}'.")
            wait = FIRST_WAIT * 2**failures
            print(f"cluster: {error}\n{name}shard {number}/{count} is tried again in {wait} seconds", file=sys.stderr)
            running.add(give(number, failures + 1, wait))
        else:
            done += 1
            print(f"{name}shard {shard} is complete, {done} of {count}", file=sys.stderr)


def iterations(folder):
    """How many iterations a tuning has finished, and how many it has: none of either before it begins."""
    try:
        settings = json.loads((folder / "tuning.json").read_text(encoding="utf-8"))
        with (folder / "iterations.jsonl").open("rb") as lines:
            return sum(line.endswith(b"\n") for line in lines), settings["plan"]["iterations"]
    except FileNotFoundError:
        return 0, None


def tune(arguments, client, as_completed, folder, paths):
    """Runs the iterations of a tuning that are left. Returns the exit code."""
    out = str(arguments.out.absolute())
    played, wanted = iterations(arguments.out)
    code = 0
    while played != wanted:
        make_shards(arguments, client, as_completed, folder, paths, f"iteration {played + 1}, ")
        merge = [arguments.program, "tune", *arguments.options, "--out", out, "--merge", *paths]
        code = subprocess.run(merge, stdout=subprocess.DEVNULL, check=False).returncode
        before = played
        played, wanted = iterations(arguments.out)
        # A report that cannot be written ends no tuning: the iteration counts.
        if code != 0 and played == before:
            return code
    shutil.rmtree(folder)
    return code


def zero(arguments, client, as_completed, paths):
    """Plays and learns the generations of a run that are left. Returns the exit code."""
    options, out = run_options(arguments.options), arguments.out.absolute()
    # An editor may have begun it with a byte order mark, or written a key in quotes.
    recipe = (out / "recipe.toml").read_text(encoding="utf-8-sig")
    number = lambda key: int(re.search(rf"^\s*[\"']?{key}[\"']?\s*=\s*\+?([\d_]+)", recipe, re.MULTILINE)[1])
    # A shard without games is refused.
    count = min(len(paths), number("games"))
    wanted = number("generations") if options.generations is None else options.generations
    for generation in range(wanted):
        if (out / f"{generation + 1:04}" / "network.safetensors").exists():
            continue
        own = ["--generation", str(generation)]
        shards = argparse.Namespace(**{**vars(arguments), "options": own})
        # A generation that was begun in shards is ended in those, because other ones would hold some of its games again.
        names = [path.stem for path in (out / f"{generation:04}").glob("games-*-of-*.jsonl")]
        known = int(names[0].rpartition("-")[2]) if names else count
        state = out / f"{generation:04}" / "adam.safetensors"
        # Without the state of the optimiser learning is refused: better before the games than after.
        if generation == 0 or options.new_optimiser or state.exists():
            make_shards(shards, client, as_completed, out, [str(out)] * known, f"generation {generation}, ")
        learn = [arguments.program, ZERO, "learn", str(out), *own, *["--new-optimiser"] * options.new_optimiser]
        code = subprocess.run(learn, check=False).returncode
        if code != 0:
            return code
    return 0


def main():
    arguments = parse_arguments()
    try:
        from distributed import Client, as_completed
    except ImportError:
        sys.exit("cluster: the Python packages dask and distributed are needed: pip install 'dask[distributed]'")
    folder = shards_folder(arguments.out)
    if arguments.command != ZERO:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            sys.exit(f"cluster: cannot create '{folder}': {error.strerror}")
    paths = shard_paths(folder, arguments.command, arguments.options, arguments.shards)
    with contextlib.ExitStack() as stack:
        cluster = open_cluster(arguments)
        if not isinstance(cluster, str):
            # What was started here ends in order before the parts are joined.
            stack.enter_context(cluster)
        client = stack.enter_context(Client(cluster))
        if arguments.command == "tune":
            return tune(arguments, client, as_completed, folder, paths)
        if arguments.command == ZERO:
            return zero(arguments, client, as_completed, paths)
        make_shards(arguments, client, as_completed, folder, paths, "")
    if arguments.command == "solve":
        code = join_files(paths, arguments.out)
    elif arguments.command == "analyse":
        # The whole review is read as one that was broken off: a gap is refused, and nothing is left to search.
        read = [arguments.program, "analyse", *arguments.options, *arguments.at_the_end, "--resume", "--out"]
        code = join_files(paths, arguments.out, read)
    else:
        merge = merge_command(arguments.program, arguments.command, paths, str(arguments.out))
        code = subprocess.run([*merge, *arguments.at_the_end], check=False).returncode
    if code == 0:
        for path in paths:
            remove_shard(pathlib.Path(path))
        try:
            folder.rmdir()
        except OSError as error:
            print(f"cluster: '{folder}' stays: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
