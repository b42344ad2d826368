//! Files of games and positions of many programs, read by the commands.

use std::error::Error;
use std::io;

use kagetsu_test_support::ran::{FINE, Ran};
use serde_json::Value;

use super::ran::{program, root};

fn run(arguments: &[&str]) -> io::Result<Ran> {
    let folder = root().join("tests/data/games");
    Ran::of(program().args(arguments).current_dir(folder))
}

/// The head of the first game of a review.
fn head(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let all = [
        &["analyse", "--json", "--nodes", "20", "--threads", "1"],
        arguments,
    ]
    .concat();
    let text = run(&all)?.ends(FINE).out;
    Ok(serde_json::from_str(text.lines().next().ok_or("no line")?)?)
}

#[test]
fn files_of_other_programs_are_reviewed() -> Result<(), Box<dyn Error>> {
    for (arguments, rule, moves, black) in [
        (&["sjis.sgf"][..], "renju", "h8 i9 j10", Some("能登")),
        (&["gbk-unnamed.sgf"], "freestyle", "h8 i7", Some("王小明")),
        (&["setup-pass.sgf"], "freestyle", "k5 pass pass l4", None),
        (&["foreign.sgf"], "renju", "h8 h9", None),
        (&["numbered.txt"], "freestyle", "h8 i9 j10", None),
        (&["club.pgn"], "renju", "h8 i9 j10 g7", Some("One")),
        (&["board.txt"], "freestyle", "e5 d6 f4", None),
        (&["h8i9j10"], "freestyle", "h8 i9 j10", None),
        (&["h8", "i9"], "freestyle", "h8 i9", None),
        (&["numbered.txt", "--at", "2"], "freestyle", "", None),
    ] {
        let head = head(arguments)?;
        let found: Vec<&str> = head["moves"]
            .as_array()
            .ok_or("no moves")?
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(found.join(" "), moves, "{arguments:?}");
        assert_eq!(head["rule"], rule, "{arguments:?}");
        assert_eq!(head["black"].as_str(), black, "{arguments:?}");
    }
    assert_eq!(head(&["sjis.sgf"])?["result"], "draw");
    assert_eq!(head(&["setup-pass.sgf"])?["start"]["side"], "white");
    Ok(())
}

#[test]
fn the_same_position_is_meant_in_every_writing() -> Result<(), Box<dyn Error>> {
    let said = |arguments: &[&str]| -> io::Result<String> { Ok(run(arguments)?.ends(FINE).out) };
    let wanted = said(&["forbidden", "h8i9j10"])?;
    for arguments in [
        &["h8", "i9", "j10"][..],
        &["H8 I9 J10"],
        &["h8-i9-j10"],
        &["7,7", "8,6", "9,5"],
        &["7,7 8,6 9,5"],
        &["1. h8 i9 2. j10"],
        &["@numbered.txt"],
        &["numbered.txt"],
        &["https://example.org/#/h8i9j10"],
        &["#position=renju_15_h8_i9_j10"],
        &["h8i9j10k11l12", "--at", "3"],
        &["sjis.sgf"],
    ] {
        let found = said(&[&["forbidden"], arguments].concat())?;
        assert_eq!(found, wanted, "{arguments:?}");
    }
    let at = said(&["forbidden", "club.pgn", "--at", "2"])?;
    assert_eq!(at, said(&["forbidden", "h8i9"])?);
    Ok(())
}

#[test]
fn a_note_says_what_was_taken() -> io::Result<()> {
    let said = run(&["forbidden", "gbk-unnamed.sgf"])?.err;
    assert!(
        said.contains("note: 'gbk-unnamed.sgf': the texts are read as GBK"),
        "{said}"
    );
    let taken = "no rule is named: renju was taken";
    assert!(said.contains(taken), "{said}");
    let said = run(&["analyse", "--nodes", "20", "--rule", "caro", "sjis.sgf"])?.err;
    assert!(
        said.contains("the game itself is of renju, and not of caro"),
        "{said}"
    );
    Ok(())
}
