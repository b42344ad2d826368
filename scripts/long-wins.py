#!/usr/bin/env python3
"""Collects positions with a long win that the winner did not see, from games of tournaments (games.jsonl).

In each game the last positions before the winner announced the win are searched with --nodes nodes. The earliest one with
a proved win of at least --plies plies is kept. It is written as a game: the opening ends at the position, and the moves go
on with the best line to the five.

    pbrain-kagetsu forecast --after-opening --nodes 40000 benches/long-wins.jsonl

then tells as `proved` how many of the wins a search of 40,000 nodes proves. The same games, nodes and program give the
same file.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

MOVE = re.compile(r"[a-z][0-9]+")
# In the error of a query whose game has ended.
GAME_OVER = "the game is over"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", type=pathlib.Path, metavar="GAMES", help="games.jsonl of a tournament")
    parser.add_argument("--program", default="pbrain-kagetsu", metavar="FILE", help="the program (default: from PATH)")
    parser.add_argument("--nodes", type=int, default=400_000, metavar="N", help="nodes of a search (default: 400000)")
    parser.add_argument("--plies", type=int, default=11, metavar="N", help="plies of the shortest win kept (default: 11)")
    parser.add_argument(
        "--before", type=int, default=4, metavar="N", help="positions of the winner searched in a game (default: 4)"
    )
    parser.add_argument("--count", type=int, metavar="N", help="most wins kept of each file (default: all)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the file to make")
    return parser.parse_args()


def candidates(record, before):
    """Numbers of moves after which the winner was to move and had not announced a win, the earliest first."""
    if record["result"] not in ("black", "white") or record["reason"] != "five":
        return []
    winner = 0 if record["result"] == "black" else 1
    counts = []
    for count in range(record["opening"], len(record["remarks"])):
        if count % 2 != winner:
            continue
        if record["remarks"][count].get("score", "").startswith("+M"):
            break
        counts.append(count)
    return counts[-before:]


def candidate_games(paths, before):
    """The games with candidates, each with their numbers of moves and its file, by a name for its queries."""
    games = {}
    for path in paths:
        try:
            records = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
        except (OSError, ValueError) as error:
            sys.exit(f"long-wins: {path}: {error}")
        for record in records:
            try:
                counts = candidates(record, before)
            except (KeyError, TypeError):
                sys.exit(f"long-wins: {path} is no journal of a tournament")
            if counts:
                games[f"{len(games)}"] = (record, counts, path)
    return games


def ask(arguments, questions):
    """The answers of the program to queries, by query."""
    text = "\n".join(json.dumps({"maxNodes": arguments.nodes, **question}) for question in questions)
    command = [arguments.program, "analyse", "--serve"]
    try:
        done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"long-wins: {error}")
    answers = {}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        answers.setdefault(answer["id"], []).append(answer)
    return answers


def long_wins(arguments, games):
    """The earliest long win of each game that has one: the moves up to it, and the beginning of its line."""
    questions = [
        {"id": name, **rule_and_size(record), "moves": record["moves"], "analyzeTurns": counts}
        for name, (record, counts, _) in games.items()
    ]
    wins = {}
    for name, answers in ask(arguments, questions).items():
        if "error" in answers[0]:
            sys.exit(f"long-wins: a game of {games[name][2]}: {answers[0]['error']}")
        for answer in sorted(answers, key=lambda answer: answer["turn"]):
            best = answer["lines"][0]
            if best.get("mate", 0) >= arguments.plies:
                moves = MOVE.findall(games[name][0]["moves"])[: answer["turn"]]
                wins[name] = (moves, best["moves"])
                break
    return wins


def played_out(arguments, games, wins):
    """The wins whose line goes on to the end of the game: both sides' best moves where the search's line stops."""
    ended, open_lines = {}, dict(wins)
    while open_lines:
        questions = [
            {"id": name, **rule_and_size(games[name][0]), "moves": opening + line}
            for name, (opening, line) in open_lines.items()
        ]
        answers = ask(arguments, questions)
        further = {}
        for name, (opening, line) in open_lines.items():
            answer = answers[name][0]
            if GAME_OVER in answer.get("error", ""):
                ended[name] = (opening, line)
            elif "error" in answer:
                sys.exit(f"long-wins: a line of {games[name][2]}: {answer['error']}")
            elif answer.get("lines") and "mate" in answer["lines"][0]:
                further[name] = (opening, line + answer["lines"][0]["moves"])
        open_lines = further
    return ended


def rule_and_size(record):
    """The fields of a query and of a record that name the game."""
    return {"rule": record["rule"], "size": record["size"]}


def game(number, record, opening, line):
    """A win as a line of games.jsonl."""
    winner = ("black", "white")[len(opening) % 2]
    count = len(opening) + len(line)
    return {
        "schema": 2,
        "game": number,
        "pair": number // 2,
        "black": "attack" if winner == "black" else "defence",
        "white": "attack" if winner == "white" else "defence",
        **rule_and_size(record),
        "result": winner,
        "reason": "five",
        "moves": "".join(opening + line),
        "opening": len(opening),
        "ms": [0] * count,
        "remarks": [{}] * count,
        "memory_kib": [None, None],
    }


def main():
    arguments = parse_arguments()
    games = candidate_games(arguments.games, arguments.before)
    wins = long_wins(arguments, games)
    ended = played_out(arguments, games, wins)
    different = {}
    for name, (opening, line) in ended.items():
        # An odd number of plies: the winner made the last move.
        if len(line) % 2 == 1 and len(line) >= arguments.plies:
            record, _, source = games[name]
            different.setdefault((record["rule"], record["size"], *opening), (source, record, opening, line))
    kept, of_file = [], collections.Counter()
    for source, *win in different.values():
        if arguments.count is None or of_file[source] < arguments.count:
            of_file[source] += 1
            kept.append(win)
    text = "".join(json.dumps(game(number, *win), separators=(",", ":")) + "\n" for number, win in enumerate(kept))
    new = arguments.out.with_name(arguments.out.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(arguments.out)
    print(f"{len(games)} games searched, {len(wins)} with a long win, {len(kept)} kept")


if __name__ == "__main__":
    main()
