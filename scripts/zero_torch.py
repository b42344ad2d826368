#!/usr/bin/env python3
"""The network of `zero` in PyTorch: learns from the games of a run on any device that PyTorch knows.

    pbrain-kagetsu zero play RUN --generation 3
    scripts/zero_torch.py learn RUN --generation 3 --device cuda
    pbrain-kagetsu zero play RUN --generation 4

`learn` reads the recipe and the games of the window, as `zero learn` does, and writes the network of the next generation,
which `zero` then plays. It goes on with the state of the optimiser that lies beside the network, and keeps it for the next
generation, in the form of `zero learn`, so that both may take turns. Its sums have another order, so the bytes are not those
of `zero learn`; it keeps no losses, and does not notice another process that works on the run. `check` compares what the
network says of positions with what `cargo run -p kagetsu-zero --example outputs RUN 3` prints, on standard input.

Needs Python 3.11: pip install torch numpy safetensors
"""

import argparse
import itertools
import json
import os
import random
import sys
import tomllib
import zlib
from pathlib import Path

try:
    import numpy  # noqa: F401 (safetensors needs it)
    import torch
    from safetensors import safe_open
    from safetensors.torch import save
    from torch.nn import functional
except ImportError as error:
    sys.exit(f"zero_torch.py needs torch, numpy and safetensors ({error}): pip install torch numpy safetensors")

NETWORK = "network.safetensors"
STATE = "adam.safetensors"
STATE_KEY = "kagetsu-zero-adam"
# What a run keeps of a network beside it.
OF_NETWORK = ("probes.json", "learned.json")
LANES = 16
PLANES = 16
DECAY = 1e-2
TOLERANCE = 1e-4


class Game:
    """A game of stones in a row, without its end: whose turn it is, and where a stone may go."""

    def __init__(self, rules):
        size, *parts = [part.strip() for part in rules.split(",")]
        if "reversi" in parts:
            sys.exit(f"'{rules}' is no game of stones in a row, which is needed here")
        self.columns, self.rows = map(int, size.split("x"))
        numbers = dict([word.strip() for word in part.split("=")] for part in parts if "=" in part)
        try:
            self.stones_a_turn, self.first_stones = (int(numbers.get(key, 1)) for key in "pq")
        except ValueError as error:
            sys.exit(f"rules '{rules}': {error}")
        self.gravity = "gravity" in parts

    def side(self, played):
        later = played - self.first_stones
        return 0 if later < 0 else 1 - later // self.stones_a_turn % 2

    def legal(self, moves):
        taken = set(moves)
        below = lambda cell: cell + self.columns
        cells = self.columns * self.rows
        return [
            cell
            for cell in range(cells)
            if cell not in taken
            and not (self.gravity and below(cell) < cells and below(cell) not in taken)
        ]

    def planes(self, moves):
        planes = torch.zeros(PLANES, self.rows * self.columns)
        side = self.side(len(moves))
        for number, cell in enumerate(moves):
            planes[int(self.side(number) != side), cell] = 1
        planes[2] = 1
        planes[3] = float(self.side(len(moves) + 1) == side)
        return planes.view(PLANES, self.rows, self.columns)


class Network(torch.nn.Module):
    """The network, with its tensors as the file has them."""

    def __init__(self, path):
        super().__init__()
        if not path.exists():
            sys.exit(f"'{path}' is missing: `zero play` makes that of generation 0, learning makes the others")
        try:
            with safe_open(path, "pt") as file:
                self.header = file.metadata()
                words = self.header["kagetsu-zero"].split()
                names = file.keys()
                # A dot is no part of a parameter's name.
                self.names = {name.replace(".", "_"): name for name in names}
                for own, name in self.names.items():
                    self.register_parameter(own, torch.nn.Parameter(file.get_tensor(name)))
        except Exception as error:
            sys.exit(f"'{path}' is no network of a run: {error}")
        self.size = {key: int(number) for key, number in (word.split("=") for word in words[1:])}

    def save(self, path):
        tensors = {name: getattr(self, own) for own, name in self.names.items()}
        write_whole(path, {name: flat(tensor).view(tensor.shape) for name, tensor in tensors.items()}, self.header)

    def in_order(self):
        """Its parameters in the order in which `zero learn` has them."""
        block = lambda number: ["bias", "middle", *["pool"] * (number % 2), "middle_bias", "second"]
        blocks = [f"block{number}_{part}" for number in range(self.size["blocks"]) for part in block(number)]
        head = lambda name: [name, f"{name}_pool", f"{name}_bias", f"{name}_last"]
        value = ["value", "value_bias", "value_last", "value_last_bias"]
        further = [part for number in range(self.size.get("auxiliary", 0)) for part in head(f"auxiliary{number}")]
        return [getattr(self, name) for name in ["first", *blocks, "last_bias", *head("policy"), *value, *further]]

    def convolve(self, name, x):
        # Blocks of 16 outputs, taps, inputs, outputs.
        blocks, _, inputs, _ = (weights := getattr(self, name)).shape
        weights = weights.permute(0, 3, 2, 1).reshape(blocks * LANES, inputs, 3, 3)
        return functional.conv2d(x, weights, padding=1)

    def head(self, name, t, pooled):
        hidden = torch.einsum("bcyx,ck->bkyx", t, getattr(self, name))
        bias = pooled @ getattr(self, f"{name}_pool") + getattr(self, f"{name}_bias")
        hidden = functional.relu(hidden + bias[:, :, None, None])
        return torch.einsum("bkyx,k->byx", hidden, getattr(self, f"{name}_last")).flatten(1)

    def forward(self, planes):
        """The logits of the policy heads, that which plays first, and the values."""
        relu, per_channel = functional.relu, lambda bias: bias[..., None, None]
        pool = lambda x: torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        x = self.convolve("first", planes)
        for number in range(self.size["blocks"]):
            part = lambda name: f"block{number}_{name}"
            bias = getattr(self, part("bias"))
            first = relu(x / (number + 1) ** 0.5 + per_channel(bias))
            bias = getattr(self, part("middle_bias")).expand(len(x), -1)
            if number % 2 == 1:
                bias = bias + pool(first) @ getattr(self, part("pool"))
            second = relu(self.convolve(part("middle"), first) + per_channel(bias))
            x = x + self.convolve(part("second"), second)
        t = relu(x / (self.size["blocks"] + 1) ** 0.5 + per_channel(self.last_bias))
        pooled = pool(t)
        heads = ["policy"] + [f"auxiliary{n}" for n in range(self.size.get("auxiliary", 0))]
        hidden = relu(pooled @ self.value + self.value_bias)
        value = torch.tanh(hidden @ self.value_last + self.value_last_bias)
        return [self.head(name, t, pooled) for name in heads], value


def flat(numbers):
    return numbers.detach().cpu().contiguous().flatten()


def write_whole(path, tensors, header):
    beside = path.with_suffix(".part")
    beside.write_bytes(save(tensors, header))
    os.replace(beside, path)


def sum_of(*parts):
    """A sum over numbers, which tells states of the optimiser that belong to other networks."""
    sum = 0
    for part in parts:
        sum = zlib.crc32(part.numpy().astype("<f4").tobytes(), sum)
    return f"{sum:08x}"


def read_state(path, network, optimizer):
    """Sets the state of the optimiser as it was after the learning that made the network."""
    try:
        with safe_open(path, "pt") as file:
            version, steps, sum = file.metadata()[STATE_KEY].split()
            means, squares = file.get_tensor("means"), file.get_tensor("squares")
        steps = float(steps.removeprefix("steps="))
    except Exception as error:
        sys.exit(f"'{path}' is no state of the optimiser: {error}")
    parameters = network.in_order()
    weights = torch.cat([flat(parameter) for parameter in parameters])
    if version != "1" or sum != f"crc32={sum_of(weights, means, squares)}" or means.shape != weights.shape:
        sys.exit(f"'{path}' is of another network, or damaged")
    sizes = [parameter.numel() for parameter in parameters]
    for parameter, mean, square in zip(parameters, means.split(sizes), squares.split(sizes)):
        own = lambda numbers: numbers.view(parameter.shape).to(parameter.device, copy=True)
        optimizer.state[parameter] = {"step": torch.tensor(steps), "exp_avg": own(mean), "exp_avg_sq": own(square)}


def write_state(path, network, optimizer):
    parameters = network.in_order()
    states = [optimizer.state[parameter] for parameter in parameters]
    weights = torch.cat([flat(parameter) for parameter in parameters])
    means, squares = (torch.cat([flat(state[name]) for state in states]) for name in ("exp_avg", "exp_avg_sq"))
    value = f"1 steps={int(states[0]['step'])} crc32={sum_of(weights, means, squares)}"
    write_whole(path, {"means": means, "squares": squares}, {STATE_KEY: value})


def samples_of(record, game):
    """Positions of a game: the moves before, the value, the visits if there was a search, the move after, and the surprise."""
    moves = record["moves"]
    for searched in record["searches"]:
        ply = searched["ply"]
        value = record["result"] * (1 - 2 * game.side(ply))
        yield moves[:ply], value, searched["visits"], moves[ply + 1 : ply + 2], searched.get("surprise", 0)
    for valued in record.get("valued", []):
        yield moves[: valued["ply"]] + valued["line"], valued["value"] / 1000, [], [], 0


def batch_of(samples, game, recipe, device):
    """Tensors of a batch: planes, values, and weight, target and legal cells of each head."""
    cells = game.rows * game.columns
    planes = torch.stack([game.planes(sample[0]) for sample in samples])
    legal, policy, reply = torch.zeros(3, len(samples), cells)
    for row, (moves, _, visits, after, _) in enumerate(samples):
        if visits:
            legal[row, game.legal(moves)] = 1
            policy[row, [cell for cell, _ in visits]] = torch.tensor([float(count) for _, count in visits])
            for cell in after:
                reply[row, cell] = legal[row, cell]
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1)
    searched = policy.sum(1)
    heads = [(searched, policy)]
    if weight := recipe.get("soft_policy_percent", 0):
        roots = policy**0.25
        heads.append((weight / 100 * searched, roots / roots.sum(1, keepdim=True).clamp(min=1)))
    if weight := recipe.get("reply_percent", 0):
        heads.append((weight / 100 * reply.sum(1), reply))
    weights = torch.stack([weight for weight, _ in heads])
    boards = torch.stack([*(target for _, target in heads), legal], 1).view(len(samples), -1, game.rows, game.columns)
    boards = torch.cat([planes, boards], 1)
    if recipe.get("symmetries", False):
        boards = torch.stack([turned(board, game) for board in boards])
    planes, targets, legal = boards.split([PLANES, len(heads), 1], 1)
    values = torch.tensor([float(sample[1]) for sample in samples])
    parts = planes, values, weights, targets.flatten(2).permute(1, 0, 2), legal.flatten(1)
    return [part.to(device) for part in parts]


def turned(board, game):
    if game.columns == game.rows and not game.gravity and random.random() < 0.5:
        board = board.transpose(1, 2)
    sides = [2] if game.gravity else [1, 2]
    return board.flip([side for side in sides if random.random() < 0.5])


def losses_of(network, batch):
    planes, values, weights, targets, legal = batch
    heads, value = network(planes)
    loss = (value - values).square().mean()
    for logits, weight, target in zip(heads, weights, targets):
        own = functional.log_softmax(logits.masked_fill(legal == 0, -1e9), 1)
        loss = loss - (weight * (target * own).sum(1)).mean()
    return loss


def recipe_of(run):
    """The recipe of a run, which an editor may have begun with a byte order mark."""
    path = run / "recipe.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        sys.exit(f"'{path}' is no recipe: {error}")


def games_of(folder, wanted):
    """The games of a generation. All of them must be there, each once."""
    games = {}
    # Hidden files are no part of a run: macOS puts one beside every file of a folder that it packs.
    for path in sorted(folder.glob("[!.]*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                game = json.loads(line)
                games_before = len(games)
                games[game["game"]] = game
                if not {"moves", "result", "searches"} <= game.keys():
                    raise KeyError
            except (ValueError, TypeError, KeyError):
                sys.exit(f"'{path}', line {number} is no game")
            if len(games) == games_before:
                sys.exit(f"'{folder}' has game {game['game']} twice")
    missing = [number for number in range(wanted) if number not in games]
    if missing or len(games) != wanted:
        found = wanted - len(missing)
        others = len(games) - found
        sys.exit(f"'{folder}' has {found} of its {wanted} games, and {others} others: play the missing shards first")
    return [games[number] for number in range(wanted)]


def require_size(network, recipe, path):
    """Refuses a network of another size than the recipe, which may have been edited, says."""
    heads = "soft_policy_percent or reply_percent"
    wanted = {key: recipe[key] for key in ("blocks", "channels", "value_hidden")}
    wanted[heads] = sum(recipe.get(key, 0) > 0 for key in heads.split(" or "))
    own = {**network.size, heads: network.size.get("auxiliary", 0)}
    others = ", ".join(key for key, size in wanted.items() if own.get(key) != size)
    if others:
        remedy = "put the recipe back, or begin another run"
        sys.exit(f"'{path}' is a network of another size than the recipe says, which differs in {others}: {remedy}")


def learn(args):
    folder = lambda generation: args.run / f"{generation:04}"
    recipe = recipe_of(args.run)
    game = Game(recipe["rules"])
    target, state = folder(args.generation + 1) / NETWORK, folder(args.generation) / STATE
    if target.exists() and not args.force:
        sys.exit(f"'{target}' exists already: --force replaces it")
    has_state = state.exists()
    if args.generation and not has_state and not args.new_optimiser:
        sys.exit(f"'{state}', the state of the optimiser, is missing: --new-optimiser goes on without it, to other networks")
    # A distilled network has no games before it.
    first = int((folder(0) / "lessons.json").exists())
    if args.generation < first:
        sys.exit(f"'{args.run}' holds a distilled network, before which there are no games: learn from generation 1")
    for place in (target, target.with_name(STATE), *(target.with_name(name) for name in OF_NETWORK)):
        if place.exists() and not place.is_file():
            sys.exit(f"'{place}' is no file, and would have to be replaced or removed")
        try:
            place.parent.mkdir(exist_ok=True)
            place.with_suffix(".part").touch()
            place.with_suffix(".part").unlink()
        except OSError as error:
            sys.exit(f"'{place}' cannot be written: {error.strerror}")
    network = Network(folder(args.generation) / NETWORK).to(args.device)
    require_size(network, recipe, folder(args.generation) / NETWORK)
    ratio = (args.generation + 1) / recipe["window"]
    growth = recipe.get("window_growth_percent", 0) / 100 * (ratio**0.75 - 1) / 0.75
    window = int(recipe["window"] * (1 + max(growth, 0)))
    samples, newest = [], 0
    for generation in range(max(first, args.generation + 1 - window), args.generation + 1):
        before = len(samples)
        for record in games_of(folder(generation), recipe["games"]):
            samples.extend(samples_of(record, game))
        newest = len(samples) - before
    if not newest:
        remedy = "begin a run with a smaller full_every, or with more games"
        sys.exit(f"'{folder(args.generation)}' has no positions to learn from: {remedy}")
    random.seed(f"{recipe['seed']} {args.generation}")
    share, surprise = recipe.get("surprise_percent", 0) / 100, sum(sample[-1] for sample in samples)
    odds = [(1 - share) / len(samples) + share * sample[-1] / surprise for sample in samples] if share and surprise else None
    sums = odds and list(itertools.accumulate(odds))
    rate = recipe["rate_millionths"] / 1e6
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=DECAY)
    if has_state:
        read_state(state, network, optimizer)
    steps = -(-newest * recipe["passes"] // recipe["batch"])
    averaged, count = None, 0
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1, 2 * (steps - step) / steps)
        batch = random.choices(samples, cum_weights=sums, k=recipe["batch"])
        loss = losses_of(network, batch_of(batch, game, recipe, args.device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if (steps - step) * 100 <= steps * recipe.get("averaged_percent", 0):
            # On the processor: not every device knows double precision.
            own = [weights.detach().cpu().double() for weights in network.parameters()]
            averaged = own if averaged is None else [a + b for a, b in zip(averaged, own)]
            count += 1
    for weights, mean in zip(network.parameters(), averaged or []):
        weights.data.copy_((mean / count).float())
    if not all(weights.isfinite().all() for weights in network.parameters()):
        sys.exit("the network has numbers that are not finite and is not kept: begin a run with smaller rate_millionths")
    write_state(target.with_name(STATE), network, optimizer)
    # What was measured of an earlier network in this place is not true of this one.
    for name in OF_NETWORK:
        target.with_name(name).unlink(missing_ok=True)
    network.save(target)
    # States are large: one is kept until two more networks have been learned. A killed run may have left an older one.
    for generation in range(max(0, args.generation - 2), args.generation + 2):
        if all((folder(generation + later) / NETWORK).exists() for later in (1, 2)):
            (folder(generation) / STATE).unlink(missing_ok=True)
    print(f"{len(samples)} positions learned in {steps} steps: last loss {loss.item():.3f}")


def check(args):
    recipe = recipe_of(args.run)
    game = Game(recipe["rules"])
    network = Network(args.run / f"{args.generation:04}" / NETWORK).to(args.device)
    greatest, count = 0.0, 0
    for line in sys.stdin:
        expected = json.loads(line)
        with torch.no_grad():
            [logits, *_], value = network(game.planes(expected["moves"])[None].to(args.device))
        differences = (logits[0].cpu() - torch.tensor(expected["logits"])).abs().max(), abs(value.item() - expected["value"])
        greatest, count = max(greatest, *map(float, differences)), count + 1
    print(f"{count} positions, greatest difference {greatest:.1e}")
    if not count or greatest > TOLERANCE:
        sys.exit(f"expected positions, and differences of at most {TOLERANCE}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, work in (("learn", learn), ("check", check)):
        command = commands.add_parser(name)
        command.add_argument("run", type=Path, help="folder of the run")
        command.add_argument("--generation", type=int, required=True)
        command.add_argument("--device", default="cpu", help="cpu, cuda, mps ..")
        command.set_defaults(work=work)
        if name == "learn":
            command.add_argument("--force", action="store_true", help="replace a network that is there")
            missing = "go on where the state of the optimiser is missing: it begins anew"
            command.add_argument("--new-optimiser", action="store_true", help=missing)
    args = parser.parse_args()
    args.work(args)


if __name__ == "__main__":
    main()
