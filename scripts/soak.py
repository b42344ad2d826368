#!/usr/bin/env python3
"""Plays many games at a hundredth of a tournament's time on a machine that has twice as much to do as processors, and
prints the faults and how far answers came after their limits.

The engine plays itself. The usual numbers are a hundredth of 5 s a move and 120 s a game. Nothing else should run on
the machine, or its load is measured as well. The same command goes on where it was stopped. Exit code: 0 without a
fault, 3 with faults, that of `tournament` when the games could not be played.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

OPENINGS = pathlib.Path(__file__).parent / "openings"
# What a manager allows beyond a limit before the game is lost, in milliseconds: as the official judge does.
TOLERANCE_MS = 1000
FAULTS = 3


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="pbrain-kagetsu", metavar="FILE", help="the program (default: from PATH)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="an even number (default: 1000)")
    parser.add_argument("--rule", default="freestyle", choices=["freestyle", "standard", "renju", "caro"])
    parser.add_argument("--size", type=int, help="15 or, for freestyle, 20 (default: the larger one)")
    parser.add_argument("--turn", type=float, default=0.05, metavar="SECONDS", help="time for a move (default: 0.05)")
    parser.add_argument("--game", type=float, default=1.2, metavar="SECONDS", help="time for a game (default: 1.2)")
    parser.add_argument(
        "--concurrency", type=int, default=2 * (os.cpu_count() or 1), metavar="N", help="games at once (default: 2 a processor)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the order of the openings (default: 1)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of the tournament")
    return parser.parse_args()


def play(arguments):
    """Plays what is missing of the games. Returns the exit code."""
    size = arguments.size or {"freestyle": 20}.get(arguments.rule, 15)
    openings = OPENINGS / f"{arguments.rule}{size}.txt"
    arguments.out.mkdir(parents=True, exist_ok=True)
    command = [arguments.program, "tournament"]
    command += ["--engine", "cmd=self,name=a", "--engine", "cmd=self,name=b"]
    command += ["--rule", arguments.rule, "--size", size, "--openings", openings, "--order", "random"]
    command += ["--tc", f"{arguments.game}/{arguments.turn}", "--tolerance", TOLERANCE_MS, "--seed", arguments.seed]
    command += ["--games", arguments.games, "--concurrency", arguments.concurrency, "--out", arguments.out, "--resume"]
    return subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, check=False).returncode


def overruns(record, turn_ms, game_ms):
    """For each move of an engine, how many milliseconds it came after the limit; negative if before."""
    left = [game_ms, game_ms]
    for ply, took in enumerate(record["ms"]):
        side = ply % 2
        if ply >= record["opening"]:
            yield took - min(turn_ms, left[side])
            left[side] -= took


def main():
    arguments = parse_arguments()
    code = play(arguments)
    if code != 0:
        return code
    with open(arguments.out / "games.jsonl", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    late = sorted(
        after for record in records for after in overruns(record, arguments.turn * 1000, arguments.game * 1000)
    )
    faults = {}
    for record in records:
        if record["reason"] == "fault":
            kind = record["fault"]["kind"]
            faults[kind] = faults.get(kind, 0) + 1
    print(f"games           {len(records)}, {arguments.concurrency} at a time")
    print(f"moves           {len(late)}")
    print(f"faults          {sum(faults.values())} {faults or ''}")
    for name, share in (("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999), ("worst", 1.0)):
        if late:
            place = min(len(late) - 1, int(share * len(late)))
            print(f"overrun {name:<8}{late[place]:+.0f} ms")
    return FAULTS if faults else 0


if __name__ == "__main__":
    sys.exit(main())
