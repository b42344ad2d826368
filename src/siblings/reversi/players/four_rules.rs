//! A weak opponent without a search: four common rules of thumb judge each move. It shows beginners what the rules are worth,
//! and it is a floor that the engine must beat.
//!
//! 1. A corner is taken wherever there is one.
//! 2. Before the end the move that leaves the opponent the fewest replies is chosen, counted after the flips.
//! 3. The twelve squares beside corners are avoided until their corner is taken.
//! 4. Early, few flips are better; at the end, many are.

use std::cmp::Reverse;

use crate::board::{Board, Square, squares_of};
use crate::engine::squares::{CORNERS, NEIGHBOURS};

/// With fewer empty squares than this the game is at its end: discs are what counts.
const END: u32 = 10;

/// The squares beside corners that nobody has taken.
fn avoided(board: Board) -> u64 {
    squares_of(board.empty() & CORNERS).fold(0, |set, corner| set | NEIGHBOURS[corner.index()])
}

/// How good a move is; larger is better. The parts are compared one after the other.
fn value(board: Board, square: Square, avoided: u64) -> (bool, bool, i32, i32) {
    let flips = board.flips(square);
    let gained = flips.count_ones() as i32;
    let replies = board.after(square, flips).moves().count_ones() as i32;
    let corner = CORNERS & square.bit() != 0;
    let safe = avoided & square.bit() == 0;
    if board.empties() < END {
        (corner, safe, gained, -replies)
    } else {
        (corner, safe, -replies, -gained)
    }
}

/// The move of the four rules; the square with the lowest number among equals. Nothing where there is no move.
pub(crate) fn choose(board: Board) -> Option<Square> {
    let avoided = avoided(board);
    squares_of(board.moves()).max_by_key(|&square| (value(board, square, avoided), Reverse(square)))
}

#[cfg(test)]
mod tests {
    use kagetsu_kernel::rng::Rng;

    use super::*;
    use crate::record::Position;

    fn at(signs: &str) -> Board {
        let rest = "-".repeat(64 - signs.len());
        let position: Position = format!("{signs}{rest} X").parse().unwrap();
        position.board()
    }

    #[test]
    fn a_corner_is_taken() {
        assert_eq!(choose(at("-OX------OX")).unwrap().to_string(), "a1");
    }

    #[test]
    fn squares_beside_an_empty_corner_are_avoided_and_beside_a_taken_one_are_not() {
        // b2 and c3 are both legal.
        let open = at(concat!(
            "--------", "--------", "--OX----", "---OX---", "-OX-----"
        ));
        assert_ne!(avoided(open) & (1 << 9), 0);
        let chosen = choose(open).unwrap();
        assert_eq!(avoided(open) & chosen.bit(), 0);
        assert_eq!(avoided(at("X")) & (1 << 9), 0);
    }

    #[test]
    fn replies_are_counted_after_the_flips() {
        let (mut rng, mut board) = (Rng::new(1), Board::START);
        let mut told_apart = 0;
        while board.empties() >= END && board.moves() != 0 {
            let avoided = avoided(board);
            let class = |square: &Square| {
                let (corner, safe, ..) = value(board, *square, avoided);
                (corner, safe)
            };
            let replies = |square: &Square| board.play(*square).unwrap().moves().count_ones();
            let without_flips = |square: &Square| board.after(*square, 0).moves().count_ones();
            let best = squares_of(board.moves()).map(|square| class(&square)).max();
            let equals: Vec<Square> = squares_of(board.moves())
                .filter(|square| Some(class(square)) == best)
                .collect();
            let fewest = equals.iter().map(replies).min();
            assert_eq!(choose(board).as_ref().map(replies), fewest);
            let careless = equals.iter().min_by_key(|square| without_flips(square));
            told_apart += usize::from(careless.map(replies) != fewest);
            let square = board.random_move(&mut rng).unwrap();
            board = board.play(square).unwrap();
        }
        assert!(told_apart > 0);
    }
}
