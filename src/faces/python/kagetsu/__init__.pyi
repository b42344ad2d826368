from os import PathLike
from typing import ClassVar, Dict, List, Literal, Optional, Tuple, Union, final

import numpy

__all__ = ["Board", "Engine", "Game", "Line", "Proof", "play_out", "read_dataset", "read_games"]

__version__: str

_Side = Literal["black", "white"]
_Result = Literal["black", "white", "draw"]

@final
class Board:
    def __new__(
        cls,
        width: Optional[int] = None,
        height: Optional[int] = None,
        *,
        rule: Optional[str] = None,
        moves: str = "",
    ) -> Board: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def rule(self) -> Literal["freestyle", "standard", "renju", "caro", "caro-exact"]: ...
    @property
    def side_to_move(self) -> _Side: ...
    @property
    def stones(self) -> List[Tuple[str, _Side]]: ...
    @property
    def result(self) -> Optional[_Result]: ...
    def play(self, point: Optional[str]) -> None: ...
    def undo(self) -> None: ...
    def is_legal(self, point: str) -> bool: ...
    def forbidden(self) -> List[str]: ...
    def cells(self) -> List[int]: ...
    def copy(self) -> Board: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...
    def __eq__(self, other: object, /) -> bool: ...
    # A board changes.
    __hash__: ClassVar[None]  # type: ignore[assignment]

# At depth 0, as of a search without time, score and win say nothing but a proved win or loss.
@final
class Line:
    def __new__(
        cls,
        moves: List[str],
        score: str,
        plies: Optional[int],
        win: float,
        depth: int,
        nodes: int,
    ) -> Line: ...
    @property
    def move(self) -> Optional[str]: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def score(self) -> str: ...
    @property
    def plies(self) -> Optional[int]: ...
    @property
    def win(self) -> float: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...

@final
class Proof:
    def __new__(cls, verdict: Literal["win", "none", "unknown"], moves: List[str], nodes: int) -> Proof: ...
    @property
    def verdict(self) -> Literal["win", "none", "unknown"]: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def nodes(self) -> int: ...

@final
class Engine:
    def __new__(cls, *, threads: int = 1, memory: int = 350) -> Engine: ...
    def stop(self) -> None: ...
    def analyse(
        self,
        board: Board,
        *,
        lines: int = 1,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> List[Line]: ...
    def best_move(
        self,
        board: Board,
        *,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> str: ...
    def solve(
        self,
        board: Board,
        *,
        means: Literal["fours", "threats", "all"] = "threats",
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
    ) -> Proof: ...

@final
class Game:
    def __new__(
        cls,
        start: Board,
        moves: List[Optional[str]],
        black: Optional[str],
        white: Optional[str],
        result: Optional[_Result],
    ) -> Game: ...
    @property
    def start(self) -> Board: ...
    @property
    def moves(self) -> List[Optional[str]]: ...
    @property
    def black(self) -> Optional[str]: ...
    @property
    def white(self) -> Optional[str]: ...
    @property
    def result(self) -> Optional[_Result]: ...

def read_games(text: str) -> List[Game]: ...
def read_dataset(path: Union[str, PathLike[str]]) -> Dict[str, numpy.ndarray]: ...
def play_out(
    board: Board,
    engine: Engine,
    *,
    seconds: Optional[float] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
) -> _Result: ...
