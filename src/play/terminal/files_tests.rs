//! Games that are saved in files and loaded from them, by lines.

use std::fs;

use super::tests::{at_level, both, play};
use super::{Begins, Options};
use crate::game::Kind as Game;
use crate::opening::Procedure;

#[test]
fn a_game_is_saved_and_loaded_and_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    let third = "3. Black plays j10.";
    for (game, file, moves, line) in [
        (Game::Gomoku, "one game.sgf", "h8\ni9\n", third),
        (Game::Gomoku, "a.psq", "h8\ni9\n", third),
        (Game::Gomoku, "a.JSON", "h8\ni9\n", third),
        (Game::Reversi, "r.sgf", "f5\nd6\n", "j10 is not on"),
        (
            Game::Connect6,
            "c.json",
            "j10\nk11 l12\n",
            "This turn has 2 stones.",
        ),
        (Game::Oxhorn, "o.json", "0-2\n", "is not a command"),
    ] {
        let options = Options { game, ..both() };
        let path = name(file);
        let script = format!("{moves}save {path}\nsave {path}\nquit\n");
        let text = play(&options, &script);
        let saved = format!("The game is saved in {path}.");
        assert!(text.contains(&saved), "{text}");
        assert!(text.contains(&format!("type: replace {path}")), "{text}");
        // Any game is loaded from any other, and goes on.
        let text = play(&both(), &format!("a1\nload {path}\nj10\nquit\n"));
        assert!(text.contains(line), "{file}: {text}");
        assert!(!text.contains("cannot be used"), "{file}: {text}");
    }
    let missing = folder.path().join("missing").join("a.sgf");
    let missing = missing.display();
    let psq = name("no.psq");
    let script = format!("h8\npass\nsave {psq}\nsave {missing}\nquit\n");
    let text = play(&both(), &script);
    assert!(text.contains("Its files end in: .sgf\n"), "{text}");
    let nowhere = format!("There is no file or folder {}.", name("missing"));
    assert!(text.contains(&nowhere), "{text}");
    let path = name("kept.sgf");
    let before = "somebody else's";
    fs::write(&path, before).expect("the folder can be written");
    play(&both(), &format!("h8\nsave {path}\nload {path}\nquit\n"));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), before);
    let script = format!("h8\nload {path}\nload {path}x\nboard\nsave {path}.gif\nquit\n");
    let text = play(&both(), &script);
    let nowhere = format!("There is no file or folder {path}x.");
    assert!(text.contains(&nowhere), "{text}");
    let refused = "This text cannot be opened";
    assert_eq!(text.matches(refused).count(), 1, "{text}");
    assert!(text.contains(".sgf .psq .json"), "{text}");
    // The game is as it was.
    assert!(text.contains(" 8 . . . . . . . X"), "{text}");
    play(&both(), &format!("h8\nreplace {path}\nquit\n"));
    let kept = fs::read_to_string(&path).expect("it is there");
    assert!(kept.contains(";B["), "{kept}");
}

#[test]
fn a_saved_game_comes_back_with_its_sides_and_its_level() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in ["a.sgf", "a.psq", "a.json"] {
        let path = folder.path().join(file).display().to_string();
        let white = Options {
            begins: Begins::Kagetsu,
            ..at_level(2, Some(3))
        };
        play(&white, &format!("i9\nsave {path}\nquit\n"));
        let text = play(&at_level(1, Some(3)), &format!("load {path}\nquit\n"));
        let (_, loaded) = text
            .split_once("Kagetsu plays Black from here.")
            .expect(file);
        // Three stones lie there, and the person is to move.
        assert!(loaded.contains("White to move"), "{text}");
        assert_eq!(loaded.matches(" plays ").count(), 1, "{text}");
    }
}

#[test]
fn the_line_that_a_game_leaves_on_the_terminal_is_loaded() {
    let text = play(&both(), "load freestyle 9 e5 d4\nlast\nquit\n");
    assert!(text.contains("2. White plays d4."), "{text}");
}

#[test]
fn a_game_that_is_saved_during_its_opening_is_said_to_lose_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.sgf");
    let path = path.to_str().expect("a name in Unicode");
    let options = Options {
        opening: Procedure::Swap2,
        ..both()
    };
    let script = format!("h8\nsave {path}\ni9\nj10\nkeep\nreplace {path}\nquit\n");
    let text = play(&options, &script);
    let saved = format!("The game is saved in {path}.");
    let lost = format!("{saved} The opening does not go on there");
    assert_eq!(text.matches(&lost).count(), 1, "{text}");
    assert_eq!(text.matches(&saved).count(), 2, "{text}");
}

#[test]
fn a_form_that_keeps_no_study_is_said_to_lose_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    let studied = name("studied.sgf");
    let text = "(;GM[4]SZ[15]RU[freestyle];B[hh]C[the middle](;W[ii])(;W[hi]))";
    fs::write(&studied, text).expect("the folder can be written");
    for (file, is_lost) in [("a.sgf", false), ("a.psq", true), ("a.json", true)] {
        let path = name(file);
        let lost = format!("The game is saved in {path}, without its variations");
        let text = play(&both(), &format!("load {studied}\nsave {path}\nquit\n"));
        assert_eq!(text.contains(&lost), is_lost, "{text}");
        let text = play(&both(), &format!("h8\nreplace {path}\nquit\n"));
        assert!(text.contains(&format!("saved in {path}.")), "{text}");
    }
}

#[test]
fn a_word_without_its_file_is_told_with_one() {
    let text = play(&both(), "save\nreplace\nload\n");
    for word in ["save", "replace", "load"] {
        let such_as = format!("such as: {word} game.sgf\n");
        assert!(text.contains(&such_as), "{text}");
    }
}
