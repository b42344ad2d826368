//! Tests of the opening files that the project uses for its own tests of strength.

use std::fs;
use std::io;

use kagetsu_connect6::{Game, Turn};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_test_support::openings::all_openings;

use super::ran::root;

/// Name, rule, side of the board.
const FILES: [(&str, Rule, usize); 5] = [
    ("freestyle15.txt", Rule::Freestyle, 15),
    ("freestyle20.txt", Rule::Freestyle, 20),
    ("standard15.txt", Rule::Standard, 15),
    ("renju15.txt", Rule::Renju, 15),
    ("caro15.txt", Rule::Caro, 15),
];
/// A match of 400 games then uses no opening twice.
const FEWEST_OPENINGS: usize = 200;

#[test]
fn the_standard_openings_are_sound_and_say_how_they_were_made() -> io::Result<()> {
    let folder = root().join("scripts/openings");
    for (name, rule, side) in FILES {
        let path = folder.join(name);
        let size = BoardSize::square(side).map_err(io::Error::other)?;
        let text = fs::read_to_string(&path)?;
        let made = format!("# pbrain-kagetsu openings --rule {rule} --size {size} --count ");
        assert!(text.starts_with(&made), "{name}");
        let is_selected = text.contains("\n# pbrain-kagetsu openings select ");
        assert!(is_selected || rule == Rule::Caro, "{name}");
        let (openings, different) = all_openings(&path, rule, size)?;
        assert_eq!(openings.len(), different, "{name}");
        assert!(different >= FEWEST_OPENINGS, "{name}: {different}");
    }
    Ok(())
}

#[test]
fn the_openings_of_connect6_are_legal_and_different() {
    let path = root().join("scripts/openings/connect6.txt");
    let text = fs::read_to_string(path).expect("a file");
    let mut lines = text.lines();
    let command = lines.next().expect("a line");
    assert!(
        command.starts_with("# pbrain-kagetsu connect6 openings --count "),
        "{command}"
    );
    let openings: Vec<&str> = lines.collect();
    for (number, &line) in openings.iter().enumerate() {
        let mut game = Game::new();
        for word in line.split(' ') {
            let turn = Turn::parse(word).expect("a turn");
            game.play(turn).expect("a legal turn");
        }
        assert!(game.ending().is_none(), "{line}");
        assert!(!openings[..number].contains(&line), "{line}");
    }
    assert!(command.contains(&format!("--count {} ", openings.len())));
}
