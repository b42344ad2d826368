"""Kagetsu, a Gomoku and Renju engine.

    >>> import kagetsu
    >>> board = kagetsu.Board(rule="renju", moves="h8 i9")
    >>> board.is_legal(kagetsu.Engine().best_move(board, nodes=1000))
    True
"""

from . import _kagetsu
from ._kagetsu import Board, Engine, Game, Line, Proof, __version__, read_games

__all__ = ["Board", "Engine", "Game", "Line", "Proof", "play_out", "read_dataset", "read_games"]

_TYPES = {"stones": "i1", "move": "<i2", "score": "<i2", "result": "i1", "game": "<u4"}


def read_dataset(path):
    """The positions of a dataset of `datagen` as a dict of numpy arrays, for the side to move: `stones` (positions, rows,
    columns; 1 own, -1 the other's), `move` (the cell, row by row), `score` (-32768 in games without), `result` (1 won, 0, -1),
    `game`."""
    import numpy

    raw = _kagetsu.read_dataset(path)
    arrays = {name: numpy.frombuffer(raw[name], kind) for name, kind in _TYPES.items()}
    arrays["stones"] = arrays["stones"].reshape(raw["shape"])
    return arrays


def play_out(board, engine, **limits):
    """Lets the engine play for both sides to the end, each move within the limits of `Engine.best_move`. Returns the
    result."""
    while board.result is None:
        board.play(engine.best_move(board, **limits))
    return board.result
