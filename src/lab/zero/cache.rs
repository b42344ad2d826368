//! Evaluations that are kept, so that a position which is reached again is not evaluated again.

use std::collections::HashMap;
use std::hash::BuildHasher as _;
use std::ops::Range;

use crate::evaluator::Evaluator;
use crate::game::{Cell, Game};
use crate::net::Field;

/// What keys and priors take at most, unless it is said otherwise; then all are forgotten. Lists grow by doubling, so their
/// memory may be twice as much.
const MOST_BYTES: usize = 48 << 20;
/// Cells whose stones stand in one byte.
const CELLS_OF_BYTE: usize = 4;

/// The value of a position, and the places of its key and of the priors of its moves.
#[derive(Clone, Debug)]
struct Evaluation {
    value: f32,
    key: Range<usize>,
    priors: Range<usize>,
}

/// An evaluator that keeps its evaluations, so they are the same as without it. It knows a position by the size of the board,
/// the stones of the side to move, those of the other one, and whether that side moves again; the evaluator must go by nothing
/// else, as networks do.
///
/// Keys and priors stand in one list each: memory in many parts would take long to give back, and a search that is ended has to
/// answer at once.
#[derive(Clone, Debug)]
pub struct CachedEvaluator<E> {
    evaluator: E,
    max_bytes: usize,
    /// The evaluations by the hashes of their keys. Of two keys with one hash, the later one is kept.
    known: HashMap<u64, Evaluation>,
    keys: Vec<u8>,
    priors: Vec<(Cell, f32)>,
    key: Vec<u8>,
}

impl<E> CachedEvaluator<E> {
    /// Keeps the evaluations of an evaluator.
    pub fn new(evaluator: E) -> Self {
        Self::within(MOST_BYTES, evaluator)
    }

    /// The same within about so many bytes. There is room for one evaluation at least.
    pub fn within(max_bytes: usize, evaluator: E) -> Self {
        Self {
            evaluator,
            max_bytes,
            known: HashMap::new(),
            keys: Vec::new(),
            priors: Vec::new(),
            key: Vec::new(),
        }
    }

    /// Positions that were evaluated, as far as they are kept.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.known.len()
    }

    /// What the evaluations take that are kept.
    fn bytes(&self) -> usize {
        self.known.len() * size_of::<(u64, Evaluation)>()
            + self.keys.len()
            + self.priors.len() * size_of::<(Cell, f32)>()
    }

    fn forget(&mut self) {
        self.known.clear();
        self.keys.clear();
        self.priors.clear();
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for CachedEvaluator<E> {
    fn evaluate(&mut self, game: &G, priors: &mut Vec<(Cell, f32)>) -> f32 {
        write_key(game, &mut self.key);
        let hash = self.known.hasher().hash_one(&self.key);
        if let Some(known) = self.known.get(&hash)
            && self.keys[known.key.clone()] == self.key
        {
            priors.extend_from_slice(&self.priors[known.priors.clone()]);
            return known.value;
        }
        let first = priors.len();
        let value = self.evaluator.evaluate(game, priors);
        if self.bytes() > self.max_bytes {
            self.forget();
        }
        let found = &priors[first..];
        let evaluated = Evaluation {
            value,
            key: self.keys.len()..self.keys.len() + self.key.len(),
            priors: self.priors.len()..self.priors.len() + found.len(),
        };
        self.keys.extend_from_slice(&self.key);
        self.priors.extend_from_slice(found);
        self.known.insert(hash, evaluated);
        value
    }
}

/// The key of a position.
fn write_key<G: Game>(game: &G, key: &mut Vec<u8>) {
    let (side, Field { columns, rows }) = (game.side_to_move(), Field::of(game));
    key.clear();
    key.extend([columns as u8, rows as u8, u8::from(game.moves_again())]);
    let mut byte = 0;
    for cell in 0..game.cells() {
        let stone = match game.stone(cell as Cell) {
            None => 0,
            Some(own) if own == side => 1,
            Some(_) => 2,
        };
        byte = byte << 2 | stone;
        if cell % CELLS_OF_BYTE == CELLS_OF_BYTE - 1 || cell + 1 == game.cells() {
            key.push(byte);
            byte = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connect, Network, NetworkEvaluator, NetworkShape, Rules};
    use kagetsu_kernel::rng::Rng;

    #[test]
    fn what_is_kept_has_a_bound() {
        const BYTES: usize = 10_000;
        let network = Network::new(NetworkShape::TINY, 1);
        let mut kept = CachedEvaluator::within(BYTES, NetworkEvaluator::new(&network));
        let empty = Connect::new("9x9,k=5".parse().expect("good rules"));
        let (mut most, mut least) = (0, BYTES);
        for cell in 0..81 {
            let mut game = empty.clone();
            game.play(cell);
            kept.evaluate(&game, &mut Vec::new());
            (most, least) = (most.max(kept.bytes()), least.min(kept.bytes()));
        }
        // One evaluation takes less than a tenth.
        assert!(most > BYTES / 2 && most < BYTES * 11 / 10 && least < BYTES / 10);
    }

    #[test]
    fn evaluations_are_the_same_as_without_cache_in_whatever_order_positions_come() {
        let network = Network::new(NetworkShape::TINY, 1);
        let mut plain = NetworkEvaluator::new(&network);
        let mut kept = CachedEvaluator::new(NetworkEvaluator::new(&network));
        let mut asked = 0;
        // The stones of the last two take as many bytes.
        for rules in ["3x3,k=3,p=2", "5x2,k=2,gravity", "2x5,k=3", "2x6,k=3"] {
            let rules: Rules = rules.parse().expect("good rules");
            let mut rng = Rng::new(2);
            for _ in 0..200 {
                let mut game = Connect::new(rules);
                loop {
                    let moves: Vec<Cell> = game.legal_moves().collect();
                    if moves.is_empty() {
                        break;
                    }
                    let (mut expected, mut found) = (Vec::new(), vec![(7, 0.5)]);
                    let value = plain.evaluate(&game, &mut expected);
                    assert_eq!(kept.evaluate(&game, &mut found).to_bits(), value.to_bits());
                    assert_eq!(found[1..], expected);
                    game.play(moves[rng.below(moves.len())]);
                    asked += 1;
                }
            }
        }
        assert!((1..asked * 9 / 10).contains(&kept.len()), "{}", kept.len());
    }
}
