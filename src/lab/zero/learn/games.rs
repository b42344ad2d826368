//! A game of a network against itself, and how it is kept: one JSON object a line.

use kagetsu_gomoku::board::{Outcome, Side};
use kagetsu_kernel::rng::Rng;
use kagetsu_tree::{Tree, TreeGame, TreeSettings};
use serde::{Deserialize, Serialize};

use crate::game::{Cell, Connect, Game, Rules};
use crate::guide::{Guided, NetworkGuide};
use crate::net::{Network, Target};
use crate::recipe::Recipe;

use super::noise::{NoisyGuide, uniform};

/// Memory of the tree of a move.
const TREE_BYTES: usize = 256 << 20;

/// A search that is learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Moves that were played before.
    pub ply: usize,
    /// The visited moves, cell and visits.
    pub visits: Vec<(Cell, u32)>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in its generation.
    pub game: u64,
    /// The moves.
    pub moves: Vec<Cell>,
    /// 1 if Black won, -1 if White did, 0 for a draw.
    pub result: i8,
    /// The searches that are learned from.
    pub searches: Vec<Searched>,
}

/// Why a line is no game of these rules.
#[derive(Debug, thiserror::Error)]
pub enum ReadGameError {
    /// It is no JSON of this form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// A move cannot be played, or a search is of no position of the game.
    #[error("move {0} cannot be played")]
    Move(usize),
    /// The result is not that of the moves.
    #[error("the result {0} is not that of the moves")]
    Result(i8),
}

const fn result_of(outcome: Outcome) -> Option<i8> {
    match outcome {
        Outcome::Win(Side::Black) => Some(1),
        Outcome::Win(Side::White) => Some(-1),
        Outcome::Draw => Some(0),
        Outcome::Running => None,
    }
}

/// Plays a game of a network against itself. Its bytes depend on the network, the recipe and the seed alone.
pub fn play_game(
    network: &Network,
    recipe: &Recipe,
    rules: Rules,
    number: u64,
    seed: u64,
) -> GameRecord {
    let guide = NoisyGuide::new(NetworkGuide::new(network), recipe, Rng::new(seed));
    let mut rng = Rng::new(!seed);
    let mut guided = Guided::new(Connect::new(rules), guide);
    let mut tree = Tree::new(TreeSettings::default(), TREE_BYTES);
    let (mut moves, mut searches) = (Vec::new(), Vec::new());
    let result = loop {
        if let Some(result) = result_of(guided.game.outcome()) {
            break result;
        }
        let is_full = rng.below(recipe.full_every) == 0;
        let playouts = if is_full {
            recipe.playouts
        } else {
            recipe.quick_playouts
        };
        tree.clear();
        (guided.guide.at_root, guided.guide.is_noisy) = (true, is_full);
        for _ in 0..playouts {
            tree.playout(&mut guided);
            if tree.solved().is_some() {
                break;
            }
        }
        let found = tree.moves();
        let visits: Vec<(Cell, u32)> = found
            .iter()
            .filter(|played| played.visits > 0)
            .map(|played| (played.point, played.visits))
            .collect();
        let is_drawn = moves.len() < recipe.drawn_moves && tree.solved().is_none();
        let drawn = if is_drawn {
            draw(&mut rng, &visits)
        } else {
            None
        };
        let played = drawn.unwrap_or(found[0].point);
        if is_full {
            let visits = match tree.solved() {
                // What is proved is learned as it is.
                Some(_) => vec![(played, 1)],
                None => visits,
            };
            searches.push(Searched {
                ply: moves.len(),
                visits,
            });
        }
        guided.make(played);
        moves.push(played);
    };
    GameRecord {
        game: number,
        moves,
        result,
        searches,
    }
}

/// A move drawn by its visits.
fn draw(rng: &mut Rng, visits: &[(Cell, u32)]) -> Option<Cell> {
    let sum: u32 = visits.iter().map(|(_, visits)| visits).sum();
    let mut left = uniform(rng) * sum as f32;
    visits.iter().find_map(|&(cell, visits)| {
        left -= visits as f32;
        (left <= 0.0).then_some(cell)
    })
}

impl GameRecord {
    /// The game as a line, without its end.
    ///
    /// # Errors
    /// None that is known.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Reads a line and plays the game.
    ///
    /// # Errors
    /// [`ReadGameError`] for what is no game of these rules.
    pub fn read(line: &str, rules: Rules) -> Result<Self, ReadGameError> {
        let record: Self = serde_json::from_str(line)?;
        let mut end = Connect::new(rules);
        let mut searches = record.searches.iter().peekable();
        for (ply, &cell) in record.moves.iter().enumerate() {
            while let Some(searched) = searches.next_if(|searched| searched.ply == ply) {
                let is_legal = |cell: Cell| end.legal_moves().any(|legal| legal == cell);
                if searched.visits.is_empty()
                    || !searched.visits.iter().all(|&(cell, _)| is_legal(cell))
                {
                    return Err(ReadGameError::Move(ply));
                }
            }
            if !end.legal_moves().any(|legal| legal == cell) {
                return Err(ReadGameError::Move(ply));
            }
            end.play(cell);
        }
        if let Some(searched) = searches.next() {
            return Err(ReadGameError::Move(searched.ply));
        }
        if result_of(end.outcome()) != Some(record.result) {
            return Err(ReadGameError::Result(record.result));
        }
        Ok(record)
    }

    /// The positions that are learned from, with their targets.
    pub(super) fn samples(&self, rules: Rules) -> Vec<(Connect, Target)> {
        let mut game = Connect::new(rules);
        let mut samples = Vec::new();
        let mut searches = self.searches.iter().peekable();
        for (ply, &cell) in self.moves.iter().enumerate() {
            while let Some(searched) = searches.next_if(|searched| searched.ply == ply) {
                let sum: u32 = searched.visits.iter().map(|(_, visits)| visits).sum();
                let share = |cell: Cell| {
                    let own = searched.visits.iter().find(|(other, _)| *other == cell);
                    own.map_or(0.0, |&(_, visits)| visits as f32 / sum.max(1) as f32)
                };
                let policy = game.legal_moves().map(|cell| (cell, share(cell))).collect();
                let sign = match game.side_to_move() {
                    Side::Black => 1.0,
                    Side::White => -1.0,
                };
                let value = sign * f32::from(self.result);
                samples.push((game.clone(), Target { policy, value }));
            }
            game.play(cell);
        }
        samples
    }
}
