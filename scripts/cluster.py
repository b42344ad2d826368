#!/usr/bin/env python3
"""Makes the games of one `datagen` run on many processors or machines.

The run is cut into shards. Dask hands the shards to its workers, gives those of a lost worker to another one, and
reports. Dask was chosen because it starts workers by itself on this machine, by SSH, on Slurm (dask-jobqueue) and on
Kubernetes, and joins a cluster that a site already runs; a shard needs no more than one command and a shared folder.

All workers must see the folder of --out and the program under the same path. Every shard is a file of its own in
OUT.shards. A shard that was broken off is gone on with, a complete one is not made again, and `dataset merge --shards`
refuses a missing or a doubled one, so each shard counts once. With the same seed, the file that comes out is the one
that a single machine makes, byte for byte.
"""

import argparse
import ctypes
import pathlib
import signal
import subprocess
import sys

EXAMPLES = """examples:
  this machine, four workers:
    scripts/cluster.py --local 4 --shards 16 --out games.kgd -- --rule renju --games 20000 --seed 1
  machines reached by SSH without a password, the first one schedules:
    scripts/cluster.py --ssh host1 host1 host2 host3 --shards 64 --out /shared/games.kgd -- --games 100000
  Slurm, eight jobs (options of sbatch by --slurm-option):
    scripts/cluster.py --slurm 8 --slurm-option=--partition=short --shards 64 --out /shared/games.kgd -- --games 100000
  a cluster that runs already (on Kubernetes: the address of the scheduler's service):
    scripts/cluster.py --scheduler tcp://host:8786 --shards 64 --out /shared/games.kgd -- --games 100000

It needs Python 3.10 or newer with the packages dask and distributed, and dask-jobqueue for Slurm."""

PR_SET_PDEATHSIG = 1
# Memory that a Slurm job is given for one shard with its table.
JOB_MEMORY = "2GB"


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
    parser.add_argument("--retries", type=int, default=3, metavar="N", help="tries of a shard after the first (default: 3)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="dataset to make")
    parser.add_argument("--program", default="pbrain-kagetsu", metavar="FILE", help="the program (default: from PATH)")
    parser.add_argument("options", nargs="+", metavar="-- OPTION", help="options of datagen, --games among them")
    arguments = parser.parse_args()
    for name in ("local", "slurm", "shards"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            parser.error(f"--{name} must be at least 1")
    if arguments.out.exists():
        parser.error(f"'{arguments.out}' exists already")
    return arguments


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

    cluster = SLURMCluster(
        cores=1, processes=1, memory=JOB_MEMORY, job_extra_directives=arguments.slurm_option
    )
    cluster.scale(jobs=arguments.slurm)
    return cluster


def end_with_parent():
    """Lets the system end this process when the worker that has started it dies, however that dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def make_shard(program, options, shard, path):
    """Makes one shard, or what is missing of it. Runs on a worker."""
    command = [program, "datagen", *options, "--shard", shard, "--threads", "1", "--resume", "--out", path]
    # The worker's thread waits for the command all the time, so the signal comes only when the worker ends.
    result = subprocess.run(command, capture_output=True, text=True, preexec_fn=end_with_parent, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"shard {shard}: {result.stderr.strip() or result.returncode}")
    return shard


def main():
    arguments = parse_arguments()
    try:
        from distributed import Client, as_completed
    except ImportError:
        sys.exit("cluster: the Python packages dask and distributed are needed: pip install 'dask[distributed]'")
    folder = arguments.out.with_name(arguments.out.name + ".shards").absolute()
    folder.mkdir(exist_ok=True)
    count = arguments.shards
    paths = [str(folder / f"{number}-of-{count}.kgd") for number in range(1, count + 1)]
    cluster = open_cluster(arguments)
    with Client(cluster) as client:
        futures = [
            client.submit(
                make_shard,
                arguments.program,
                arguments.options,
                f"{number}/{count}",
                path,
                key=f"shard-{number}-of-{count}",
                retries=arguments.retries,
                pure=False,
            )
            for number, path in enumerate(paths, start=1)
        ]
        for done, future in enumerate(as_completed(futures), start=1):
            try:
                shard = future.result()
            except Exception as error:
                sys.exit(f"cluster: {error}\nThe same command goes on with what is in '{folder}'.")
            print(f"shard {shard} is complete, {done} of {count}", file=sys.stderr)
    merge = [arguments.program, "dataset", "merge", "--shards", *paths, "--out", str(arguments.out)]
    code = subprocess.run(merge, check=False).returncode
    if code == 0:
        for path in paths:
            pathlib.Path(path).unlink()
            pathlib.Path(path + ".lock").unlink(missing_ok=True)
        try:
            folder.rmdir()
        except OSError as error:
            print(f"cluster: '{folder}' stays: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
