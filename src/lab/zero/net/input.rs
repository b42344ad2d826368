//! A game as planes for a network.

use crate::game::{Cell, Game};

use super::field::Field;
use super::layout::PLANES;

/// The planes of a position, place by place, border included.
pub fn planes_of<G: Game>(game: &G) -> Vec<f32> {
    turned_planes(game, |cell| cell)
}

/// The same for a board on which every cell stands where `place_of` says.
pub(crate) fn turned_planes<G: Game>(game: &G, place_of: impl Fn(Cell) -> Cell) -> Vec<f32> {
    let field = Field::of(game);
    let mut planes = vec![0.0; field.places() * PLANES];
    let side = game.side_to_move();
    let moves_again = f32::from(u8::from(game.moves_again()));
    for cell in 0..field.cells() {
        let at = field.place(place_of(cell as Cell) as usize) * PLANES;
        if let Some(stone) = game.stone(cell as Cell) {
            planes[at + usize::from(stone != side)] = 1.0;
        }
        planes[at + 2] = 1.0;
        planes[at + 3] = moves_again;
    }
    planes
}
