//! The moves of a game with what they come to for each player.

use serde::{Deserialize, Serialize};

use kagetsu_kernel::grade::accuracy;

use crate::review::Grade;

use super::record::{GameHead, MoveRecord, PlayedRecord, rounded};

/// A game with the moves that have been reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// The game.
    pub head: GameHead,
    /// Its moves in order, as far as they are done.
    pub moves: Vec<MoveRecord>,
}

/// What the moves of a game come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Number of the game, from zero.
    pub game: usize,
    /// Black and White.
    pub players: [PlayerSummary; 2],
}

/// What the moves of a player come to. Given moves do not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// `black` or `white`.
    pub side: String,
    /// The name.
    pub name: Option<String>,
    /// Number of moves that count.
    pub moves: usize,
    /// From 0 to 1: the mean [`accuracy`] of the moves that could lose something. `None` without such moves.
    pub accuracy: Option<f64>,
    /// Mean loss in the probability to win.
    pub mean_loss: Option<f64>,
    /// Moves that the search prefers.
    pub best: usize,
    /// Other moves that are no faults.
    pub good: usize,
    /// Inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// Proved wins that were given up.
    pub missed_wins: usize,
    /// Moves into a proved loss that another move avoids.
    pub into_losses: usize,
}

impl GameReport {
    /// The summary of the moves that are there.
    pub fn summary(&self) -> GameSummary {
        let names = [&self.head.black, &self.head.white];
        let players = ["black", "white"].map(|side| {
            let name = names[usize::from(side != "black")].clone();
            let own = self
                .moves
                .iter()
                .filter(|record| record.side == side && !record.opening);
            PlayerSummary::of(side, name, own.filter_map(|record| record.played.as_ref()))
        });
        GameSummary {
            game: self.head.game,
            players,
        }
    }
}

impl PlayerSummary {
    /// Counts the moves of a player.
    pub fn of<'m>(
        side: &str,
        name: Option<String>,
        moves: impl Iterator<Item = &'m PlayedRecord>,
    ) -> Self {
        let mut summary = Self {
            side: side.to_string(),
            name,
            ..Self::default()
        };
        let mut kept: Vec<f64> = Vec::new();
        let mut loss = 0.0;
        for played in moves {
            summary.moves += 1;
            kept.extend(accuracy(played.win + played.loss, played.loss));
            loss += played.loss;
            *match played.class {
                Grade::Best => &mut summary.best,
                Grade::Good => &mut summary.good,
                Grade::Inaccuracy => &mut summary.inaccuracies,
                Grade::Mistake => &mut summary.mistakes,
                Grade::Blunder => &mut summary.blunders,
            } += 1;
            summary.missed_wins += usize::from(played.missed_win);
            summary.into_losses += usize::from(played.into_loss);
        }
        let mean = |sum: f64, count: usize| (count > 0).then(|| rounded(sum / count as f64));
        summary.accuracy = mean(kept.iter().sum(), kept.len());
        summary.mean_loss = mean(loss, summary.moves);
        summary
    }
}
