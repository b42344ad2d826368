//! Moves: which piece goes where. The generator reads the constant table of neighbours.

use super::board::{Point, Side};
use super::state::State;

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The red piece.
    Red,
    /// The blue piece on the lower number.
    LowBlue,
    /// The blue piece on the higher number.
    HighBlue,
}

impl Piece {
    /// The pieces of one side.
    pub const fn of(side: Side) -> &'static [Self] {
        match side {
            Side::Red => &[Self::Red],
            Side::Blue => &[Self::LowBlue, Self::HighBlue],
        }
    }
}

/// A step of one piece. Where the piece comes from is known from the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which piece steps.
    pub piece: Piece,
    /// Where it goes.
    pub to: Point,
}

impl Move {
    /// The move from one point to another; none if no piece of the side to move stands on `from`. Whether the rules
    /// allow the step is not asked here.
    pub fn between(state: State, from: Point, to: Point) -> Option<Self> {
        Piece::of(state.side())
            .iter()
            .find(|&&piece| state.point_of(piece) == from)
            .map(|&piece| Self { piece, to })
    }
}

impl State {
    /// Where a piece stands.
    pub const fn point_of(self, piece: Piece) -> Point {
        let [low, high] = self.blues();
        match piece {
            Piece::Red => self.red(),
            Piece::LowBlue => low,
            Piece::HighBlue => high,
        }
    }

    /// The legal moves, read from the constant table; the lower blue piece first, then by target.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        Piece::of(self.side()).iter().flat_map(move |&piece| {
            self.point_of(piece)
                .steps(self.side())
                .filter(move |&to| self.is_empty(to))
                .map(move |to| Move { piece, to })
        })
    }

    /// Is the move legal here?
    pub fn is_legal(self, step: Move) -> bool {
        self.moves().any(|legal| legal == step)
    }

    /// The state after a legal move; none if the move is not legal.
    #[must_use]
    pub fn after(self, step: Move) -> Option<Self> {
        if !self.is_legal(step) {
            return None;
        }
        let [low, high] = self.blues();
        let (red, blues) = match step.piece {
            Piece::Red => (step.to, [low, high]),
            Piece::LowBlue => (self.red(), [step.to, high]),
            Piece::HighBlue => (self.red(), [low, step.to]),
        };
        Self::new(self.side().opponent(), red, blues)
    }

    /// The legal moves with the states they lead to.
    pub fn successors(self) -> impl Iterator<Item = (Move, Self)> {
        self.moves()
            .filter_map(move |step| self.after(step).map(|next| (step, next)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The legal moves in the order of [`State::moves`], found by trying every point with the closed formula.
    fn moves_by_scan(state: State) -> impl Iterator<Item = Move> {
        Piece::of(state.side()).iter().flat_map(move |&piece| {
            Point::all()
                .filter(move |&to| {
                    state.is_empty(to) && state.point_of(piece).allows_step(to, state.side())
                })
                .map(move |to| Move { piece, to })
        })
    }

    #[test]
    fn both_generators_agree_on_all_states() {
        for state in State::all() {
            assert!(state.moves().eq(moves_by_scan(state)), "{state}");
        }
    }

    #[test]
    fn a_move_changes_one_piece_and_the_side() {
        for state in State::all() {
            for (step, next) in state.successors() {
                assert_eq!(next.side(), state.side().opponent());
                let moved = state.point_of(step.piece);
                assert!(next.is_empty(moved) && !next.is_empty(step.to));
                assert_eq!(Move::between(state, moved, step.to), Some(step));
            }
        }
    }

    #[test]
    fn an_illegal_move_leads_nowhere() {
        let start = State::start(Side::Red);
        let far = Move {
            piece: Piece::Red,
            to: Point::new(5).unwrap(),
        };
        let other = Move {
            piece: Piece::LowBlue,
            to: Point::new(7).unwrap(),
        };
        assert_eq!(start.after(far), None);
        assert_eq!(start.after(other), None);
    }
}
