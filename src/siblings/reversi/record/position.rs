//! A board with the colour that is to move, and its picture.

use std::fmt;
use std::str::FromStr;

use kagetsu_kernel::quote;

use crate::board::{Board, SIDE, SQUARES, Square};
use kagetsu_kernel::Side;

/// A board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side: Side,
}

/// The sign of a side in pictures and position files: `X` for Black, `O` for White.
const fn sign_of(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

/// The side of a sign: `X`, `*`, `B` for Black, `O`, `0`, `W` for White, in either case.
fn side_of(sign: char) -> Option<Side> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Side::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Side::White),
        _ => None,
    }
}

impl Position {
    /// The start of a game.
    pub const START: Self = Self {
        board: Board::START,
        side: Side::Black,
    };

    /// A position from the board that the side to move sees.
    pub const fn new(board: Board, side: Side) -> Self {
        Self { board, side }
    }

    /// The board as the side to move sees it.
    pub const fn board(self) -> Board {
        self.board
    }

    /// The side to move.
    pub const fn side(self) -> Side {
        self.side
    }

    /// The discs of one side.
    pub fn discs(self, colour: Side) -> u64 {
        if colour == self.side {
            self.board.own()
        } else {
            self.board.other()
        }
    }

    /// The position after a move, if it is legal.
    pub fn play(self, square: Square) -> Option<Self> {
        let board = self.board.play(square)?;
        Some(Self::new(board, self.side.opponent()))
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub fn passed(self) -> Self {
        Self::new(self.board.passed(), self.side.opponent())
    }

    /// Must the side to move pass?
    pub fn must_pass(self) -> bool {
        self.board.moves() == 0 && self.board.passed().moves() != 0
    }

    /// How the game stands.
    pub fn outcome(self) -> Outcome {
        if !self.board.is_over() {
            return Outcome::Running;
        }
        match self.final_score(Side::Black) {
            0 => Outcome::Draw,
            lead if lead > 0 => Outcome::BlackWins,
            _ => Outcome::WhiteWins,
        }
    }

    /// The difference of discs for a colour, empty squares counted for the leader.
    pub fn final_score(self, colour: Side) -> i32 {
        let score = self.board.final_score();
        if colour == self.side { score } else { -score }
    }

    /// The 64 signs of the squares, row by row from `a1`: `X` black, `O` white, `-` empty.
    pub fn signs(self) -> String {
        Square::all().map(|square| self.sign(square)).collect()
    }

    fn sign(self, square: Square) -> char {
        Side::BOTH
            .into_iter()
            .find(|&colour| self.discs(colour) & square.bit() != 0)
            .map_or('-', sign_of)
    }
}

impl FromStr for Position {
    /// What is wrong.
    type Err = String;

    /// Reads 64 signs followed by the side to move, as in OBF files; blanks and line ends are free.
    fn from_str(text: &str) -> Result<Self, String> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        let (squares, side) = signs.split_at(signs.len().min(SQUARES));
        if squares.len() < SQUARES {
            let count = squares.len();
            return Err(format!("a board has 64 squares, this one has {count}"));
        }
        let colour = match side {
            [] => return Err("the side to move is missing (X * B or O W)".to_string()),
            &[sign] => side_of(sign),
            _ => None,
        };
        let side = colour.ok_or_else(|| {
            let side = quote(&side.iter().collect::<String>());
            format!("`{side}` is no side to move (X * B or O W)")
        })?;
        let mut halves = [0; 2];
        for (square, &sign) in Square::all().zip(squares) {
            if let Some(disc) = side_of(sign) {
                halves[disc.index()] |= square.bit();
            } else if !matches!(sign, '-' | '.') {
                let sign = sign.escape_debug();
                return Err(format!(
                    "`{sign}` is neither a disc (X * B O W) nor an empty square (- .)"
                ));
            }
        }
        let [own, other] = [halves[side.index()], halves[side.opponent().index()]];
        let board = Board::new(own, other).map_err(|error| error.to_string())?;
        Ok(Self { board, side })
    }
}

impl fmt::Display for Position {
    /// A picture of nine lines: column letters above, row numbers on the left, `.` on legal squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        let legal = self.board.moves();
        for row in 0..SIDE {
            write!(f, "{}", row + 1)?;
            for square in (0..SIDE).filter_map(|column| Square::at(column, row)) {
                let sign = match self.sign(square) {
                    '-' if legal & square.bit() != 0 => '.',
                    sign => sign,
                };
                write!(f, " {sign}")?;
            }
            writeln!(f)?;
        }
        write!(
            f,
            "{} to move, black {}, white {}",
            self.side,
            self.discs(Side::Black).count_ones(),
            self.discs(Side::White).count_ones()
        )
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody can still move.
    Running,
    /// Black has more discs.
    BlackWins,
    /// White has more discs.
    WhiteWins,
    /// As many discs each.
    Draw,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_back_from_its_signs() {
        let text = format!("{} X", Position::START.signs());
        assert_eq!(text.parse(), Ok(Position::START));
        let white = Position::START.passed();
        assert_eq!(format!("{}\nO", white.signs()).parse(), Ok(white));
    }

    #[test]
    fn the_start_has_white_on_the_falling_diagonal() {
        let d4: Square = "d4".parse().unwrap();
        let e4: Square = "e4".parse().unwrap();
        assert_ne!(Position::START.discs(Side::White) & d4.bit(), 0);
        assert_ne!(Position::START.discs(Side::Black) & e4.bit(), 0);
        assert!(
            Position::START
                .to_string()
                .ends_with("black to move, black 2, white 2")
        );
    }

    #[test]
    fn bad_pictures_are_refused() {
        let start = Position::START.signs();
        let odd = |sign: &str| start.replacen('-', sign, 1) + " X";
        for (text, beginning) in [
            ("X", "a board has 64 squares, this one has 1"),
            (&start, "the side to move is missing"),
            (&format!("{start} X X"), "`XX` is no side to move"),
            (&odd("?"), "`?` is neither a disc"),
            (&odd("\u{1b}"), "`\\u{1b}` is neither a disc"),
        ] {
            let error = text.parse::<Position>().unwrap_err();
            assert!(error.starts_with(beginning), "{error}");
        }
    }

    #[test]
    fn a_game_runs_or_has_one_of_three_outcomes() {
        let empty = "-".repeat(63);
        for (sign, outcome) in [
            ('X', Outcome::BlackWins),
            ('O', Outcome::WhiteWins),
            ('-', Outcome::Draw),
        ] {
            let position: Position = format!("{sign}{empty} O").parse().unwrap();
            assert_eq!(position.outcome(), outcome);
        }
        assert_eq!(Position::START.outcome(), Outcome::Running);
    }
}
