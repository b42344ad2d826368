//! The other games on the screen, by keys.

use super::Fault;
use super::screen::{DOWN, ENTER, RIGHT, Terminal, UP, WIDE};

#[test]
fn a_game_of_reversi_begins_with_four_discs() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "reversi", "--side", "both"])?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    terminal.shows("Your move: Black")?;
    // The cursor begins on e5, which is taken; f5 is legal.
    terminal.press(ENTER)?;
    terminal.shows("e5 is taken.")?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("1. Black plays f5.")?;
    terminal.shows("Discs: 4 black, 1 white.")?;
    // A pass where there are moves is refused.
    terminal.press(b"pass\r")?;
    terminal.shows("passing is not allowed")?;
    terminal.press(b"u\r")?;
    terminal.shows("Discs: 2 black, 2 white.")?;
    terminal.leave()
}

/// Column and row of a name such as `f5`, both from zero.
fn field(name: &str) -> (u8, u8) {
    match name.as_bytes() {
        &[column, row] => (column - b'a', row - b'1'),
        _ => panic!("{name:?} names no square"),
    }
}

#[test]
fn a_game_of_reversi_by_keys() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "reversi", "--side", "both"])?;
    terminal.shows("Your move: Black")?;
    let mut cursor = field("e5");
    // The shortest game there is: White loses every disc.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    for (number, (name, colour)) in moves
        .iter()
        .zip(["Black", "White"].iter().cycle())
        .enumerate()
    {
        terminal.walk(cursor, field(name))?;
        cursor = field(name);
        terminal.press(ENTER)?;
        // The last move leaves its place to the result.
        if number + 1 < moves.len() {
            terminal.shows(&format!("{}. {colour} plays {name}.", number + 1))?;
        }
    }
    terminal.shows("Black wins: more discs.")?;
    terminal.shows("Discs: 13 black, 0 white.")?;
    terminal.leave()
}

/// A game of two persons after Black's first stone, which the cursor is on.
fn connect6_after_the_first_stone() -> Result<Terminal, Fault> {
    let mut terminal = Terminal::start_sized(WIDE, &["--game", "connect6", "--side", "both"])?;
    terminal.shows("Your move: Black")?;
    terminal.press(ENTER)?;
    terminal.shows("1. Black plays j10.")?;
    Ok(terminal)
}

#[test]
fn a_game_of_connect6_by_keys() -> Result<(), Fault> {
    let mut terminal = connect6_after_the_first_stone()?;
    // Black goes on along the row, White scatters stones two rows below it.
    let turns: [([(u8, u8); 2], &str); 6] = [
        ([(9, 11), (11, 11)], "2. White plays j8 l8."),
        ([(10, 9), (11, 9)], "3. Black plays k10 l10."),
        ([(13, 11), (15, 11)], "4. White plays n8 p8."),
        ([(12, 9), (13, 9)], "5. Black plays m10 n10."),
        ([(9, 13), (11, 13)], "6. White plays j6 l6."),
        ([(14, 9), (15, 9)], "Black wins: six in a row."),
    ];
    let mut cursor = (9, 9);
    for (stones, said) in turns {
        for stone in stones {
            terminal.walk(cursor, stone)?;
            cursor = stone;
            terminal.press(ENTER)?;
        }
        terminal.shows(said)?;
    }
    terminal.leave()
}

#[test]
fn a_turn_of_connect6_has_two_stones() -> Result<(), Fault> {
    let mut terminal = connect6_after_the_first_stone()?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("k10 is chosen")?;
    // Chosen again, it is given up.
    terminal.press(ENTER)?;
    terminal.shows("Your move: White")?;
    terminal.press(ENTER)?;
    terminal.press(RIGHT)?;
    terminal.press(ENTER)?;
    terminal.shows("2. White plays k10 l10.")?;
    terminal.leave()
}

/// Moves the cursor to a point of the horn from anywhere: to the tip, down the left side, and over to the right.
fn walk_the_horn(terminal: &mut Terminal, point: u8) -> Result<(), Fault> {
    const ROWS: u8 = 6;
    let (row, is_right) = match point {
        0 | 1 => (point, false),
        _ => (point / 2 + 1, point % 2 == 1),
    };
    let up = (0..ROWS).map(|_| UP);
    let down = (0..row).map(|_| DOWN);
    let over = is_right.then_some(RIGHT);
    for key in up.chain(down).chain(over) {
        terminal.press(key)?;
    }
    Ok(())
}

#[test]
fn a_game_of_ox_horn_chess_by_keys() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "oxhorn", "--side", "both"])?;
    terminal.shows("Your move: Red")?;
    let steps = [(0, 2), (8, 7), (2, 4), (7, 5), (4, 6), (9, 7), (6, 8)];
    for (number, ((from, to), colour)) in
        steps.iter().zip(["Red", "Blue"].iter().cycle()).enumerate()
    {
        for &point in [from, to] {
            walk_the_horn(&mut terminal, point)?;
            terminal.press(ENTER)?;
        }
        if number + 1 < steps.len() {
            terminal.shows(&format!("{}. {colour} steps {from}-{to}.", number + 1))?;
        }
    }
    terminal.shows("Red wins: Red has got past both blue pieces.")?;
    terminal.leave()
}

#[test]
fn a_game_of_ox_horn_chess_is_resigned() -> Result<(), Fault> {
    let mut terminal = Terminal::start(&["--game", "oxhorn", "--side", "both"])?;
    terminal.shows("Your move: Red")?;
    // Red walks down the left side; Blue steps aside.
    let walk: [(&[&[u8]], &str); 2] = [
        (&[UP, UP, UP, UP, ENTER, DOWN, ENTER], "1. Red steps 0-1."),
        (&[DOWN, DOWN, DOWN, DOWN, ENTER], "is chosen"),
    ];
    for (keys, said) in walk {
        for key in keys {
            terminal.press(key)?;
        }
        terminal.shows(said)?;
    }
    terminal.press(b"resign\r")?;
    terminal.shows("Type resign once more to give up.")?;
    terminal.press(b"x\r")?;
    terminal.shows("Red wins: resignation.")?;
    terminal.leave()
}
