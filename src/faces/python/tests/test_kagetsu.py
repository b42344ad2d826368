import copy
import importlib.metadata
import inspect
import os
import pathlib
import pickle
import shutil
import subprocess
import threading
import time

import pytest

import kagetsu

FOUR = "h8 a1 i8 a3 j8 a5 k8 g8"


def test_a_game_is_played_to_its_end_and_taken_back():
    board = kagetsu.Board(moves=FOUR)
    assert (board.width, board.height, board.rule, board.side_to_move) == (15, 15, "freestyle", "black")
    assert board.result is None and board.is_legal("l8")
    board.play("l8")
    assert board.result == "black" and not board.is_legal("a2")
    board.undo()
    assert board.result is None and board.side_to_move == "black"
    assert board.cells().count(1) == 4 and len(board.stones) == 8


def test_a_copy_is_another_board():
    board = kagetsu.Board()
    other = board.copy()
    other.play("h8")
    assert board.stones == [] and "8" in str(board) and "1 stones" in repr(other)
    for again in (copy.copy(other), copy.deepcopy(other)):
        again.undo()
        assert again == board and other.stones == [("h8", "black")]


def test_boards_are_equal_when_their_positions_are():
    board = kagetsu.Board(moves="h8 i9 j10")
    assert board == kagetsu.Board(moves="j10 i9 h8") and board != "h8"
    for other in ({"moves": "h8 i9"}, {"moves": "h8 j10 i9"}, {"moves": "h8 i9 j10", "rule": "renju"}):
        assert board != kagetsu.Board(**other)
    assert kagetsu.Board() != kagetsu.Board(16)
    with pytest.raises(TypeError):
        hash(board)


def test_a_board_is_pickled_with_what_was_played_and_what_was_set_up():
    board = kagetsu.Board(moves="START 9\nINFO rule 4\nBOARD\n4,4,1\n5,5,2\n0,0,3\nDONE")
    start = board.copy()
    for point in ("a1", None, "c3"):
        board.play(point)
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.stones == board.stones and again.cells().count(2) == 1
    for _ in range(3):
        again.undo()
    assert again == start != board
    with pytest.raises(ValueError, match="no move"):
        again.undo()
    for played in (kagetsu.Board(), kagetsu.Board(moves=FOUR + " l8")):
        again = pickle.loads(pickle.dumps(played))
        assert again == played and again.result == played.result


def test_answers_and_games_are_copied_and_pickled():
    board, engine = kagetsu.Board(moves=FOUR), kagetsu.Engine()
    (line,) = engine.analyse(board, nodes=1000)
    proof = engine.solve(board, means="fours")
    (game,) = kagetsu.read_games("(;GM[4]SZ[15]RE[W+5]PB[Ann]AB[hh]AW[ii];B[jj];W[];B[kk])")
    for value in (line, proof, game):
        names = [name for name in dir(value) if not name.startswith("_")]
        for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert type(again) is type(value)
            assert all(getattr(again, name) == getattr(value, name) for name in names)


def test_a_pass_is_taken_back_as_a_move_is_and_none_follows_the_end():
    board = kagetsu.Board(moves="h8 i9")
    before = board.copy()
    board.play(None)
    assert board != before and board.side_to_move == "white"
    board.undo()
    assert board == before
    board = kagetsu.Board(moves=FOUR + " l8")
    with pytest.raises(ValueError, match="over"):
        board.play(None)
    assert board.result == "black"


def test_the_version_is_that_of_the_package():
    assert kagetsu.__version__ == importlib.metadata.version("kagetsu")


def test_forbidden_points_are_those_of_renju():
    board = kagetsu.Board(rule="renju", moves="h9 a1 h10 c1 j8 e1 k8 g1")
    assert board.forbidden() == ["h8"]
    with pytest.raises(ValueError, match="double three"):
        board.play("h8")


def test_the_engine_moves_analyses_and_proves():
    board, engine = kagetsu.Board(moves=FOUR), kagetsu.Engine()
    assert engine.best_move(board, nodes=1000) == "l8"
    lines = engine.analyse(board, lines=2, nodes=1000)
    assert lines[0].move == "l8" and lines[0].win == 1.0 and lines[0].score == f"+M{lines[0].plies}"
    proof = engine.solve(board, means="fours")
    assert (proof.verdict, proof.moves[0]) == ("win", "l8")
    assert engine.solve(kagetsu.Board(moves="h8"), means="fours").verdict == "none"


def test_a_proof_that_has_a_time_has_no_other_limit():
    assert inspect.signature(kagetsu.Engine.solve).parameters["nodes"].default is None
    assert kagetsu.Engine().solve(kagetsu.Board(moves=FOUR), seconds=3600).verdict == "win"


def test_wrong_values_are_told():
    for wrong, words in [
        (lambda: kagetsu.Board(4), "5"),
        (lambda: kagetsu.Board(rule="go"), "'go' is not a rule"),
        (lambda: kagetsu.Board(moves="h8 h8"), "not empty"),
        (lambda: kagetsu.Board().play("z9"), "z9"),
        (lambda: kagetsu.Board().undo(), "no move"),
        (lambda: kagetsu.Engine().solve(kagetsu.Board(), means="magic"), "magic"),
        (lambda: kagetsu.Engine().analyse(kagetsu.Board(), seconds=-1), "negative"),
        (lambda: kagetsu.read_dataset("no/such/file"), "no/such/file"),
    ]:
        with pytest.raises(ValueError, match=words):
            wrong()


def test_the_example_of_the_page_works(capsys):
    page = (pathlib.Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    exec("".join(part.split("```")[0] for part in page.split("```python\n")[1:]), {})
    said = capsys.readouterr().out
    assert "%" in said and "Ann None" in said


def test_games_are_read_in_any_form():
    (game,) = kagetsu.read_games("(;GM[4]SZ[15]RE[W+5];B[hh];W[ii])")
    assert (game.start.rule, game.start.width, game.start.stones) == ("freestyle", 15, [])
    assert (game.moves, game.result, game.black) == (["h8", "i7"], "white", None)


def test_a_game_begins_with_the_stones_that_are_set_up_and_is_replayed():
    (game,) = kagetsu.read_games("(;GM[4]SZ[15]PB[Ann]AB[hh]AW[ii]PL[W];W[jj];B[];W[kk])")
    assert game.start.stones == [("h8", "black"), ("i7", "white")] and game.start.side_to_move == "white"
    assert (game.black, game.moves) == ("Ann", ["j6", None, "k5"])
    board = game.start.copy()
    for move in game.moves:
        board.play(move)
    assert board.side_to_move == "black" and len(board.stones) == 4 and game.start.cells().count(-1) == 1
    for _ in game.moves:
        board.undo()
    with pytest.raises(ValueError, match="no move"):
        board.undo()
    assert board == game.start


def test_other_threads_go_on_while_games_are_read():
    ticks, is_read = [], threading.Event()

    def tick():
        while not is_read.wait(0.001):
            ticks.append(None)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    games = kagetsu.read_games("(;GM[4]SZ[15];B[hh];W[ii])" * 10_000)
    after = len(ticks)
    is_read.set()
    thread.join()
    assert len(games) == 10_000 and after > before


def test_an_engine_plays_both_sides():
    board = kagetsu.Board(9)
    assert kagetsu.play_out(board, kagetsu.Engine(), nodes=200) in ("black", "white", "draw")


def test_other_threads_go_on_while_the_engine_thinks():
    ticks, is_over = [], threading.Event()
    engine, board = kagetsu.Engine(), kagetsu.Board(moves="h8")

    def tick():
        while not is_over.wait(0.01):
            ticks.append(None)
            if len(ticks) > 5:
                engine.stop()

    thread = threading.Thread(target=tick)
    thread.start()
    engine.best_move(board, seconds=60)
    count = len(ticks)
    is_over.set()
    thread.join()
    assert count > 5


def test_a_board_may_be_played_on_while_the_engine_thinks():
    engine, board = kagetsu.Engine(), kagetsu.Board(moves="h8")
    thread = threading.Thread(target=engine.best_move, args=(board,), kwargs={"seconds": 0.5})
    thread.start()
    time.sleep(0.1)
    board.play("i9")
    thread.join()


def test_a_search_that_is_stopped_gives_what_it_has_found():
    engine, board, found = kagetsu.Engine(), kagetsu.Board(moves="h8"), []
    thread = threading.Thread(target=lambda: found.extend(engine.analyse(board, seconds=3600)))
    thread.start()
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert board.is_legal(found[0].move) and engine.best_move(board, nodes=100)


def test_a_text_tells_size_and_rule_and_contradicts_nothing():
    board = kagetsu.Board(moves="renju 9 e5")
    assert (board.width, board.rule) == (9, "renju")
    assert kagetsu.Board(height=12).width == 15
    for given in ({"width": 15}, {"rule": "freestyle"}):
        with pytest.raises(ValueError, match="of the game itself|game itself"):
            kagetsu.Board(moves="renju 9 e5", **given)


def test_a_dataset_is_arrays(dataset):
    arrays = kagetsu.read_dataset(dataset)
    arrays["score"][arrays["score"] == -32768] = 0
    count = len(arrays["move"])
    assert arrays["stones"].shape == (count, 15, 15)
    assert all(len(array) == count for array in arrays.values())
    assert set(arrays["result"]) <= {-1, 0, 1}
    # The cell of a move is empty before it.
    rows = arrays["stones"].reshape(count, -1)
    assert (rows[range(count), arrays["move"]] == 0).all()


@pytest.fixture
def dataset(tmp_path):
    """A dataset that the program makes: KAGETSU_PROGRAM names it, or it is found on the path."""
    program = os.environ.get("KAGETSU_PROGRAM") or shutil.which("pbrain-kagetsu")
    if not program:
        pytest.skip("no pbrain-kagetsu that could make a dataset: KAGETSU_PROGRAM names one")
    path = tmp_path / "games.kgd"
    options = ["--games", "4", "--nodes", "50", "--size", "15", "--seed", "1", "--out", str(path)]
    subprocess.run([program, "datagen", *options], check=True, capture_output=True)
    return path
