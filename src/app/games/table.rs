//! Results as columns of a table and as fields of JSON.

use serde::Serialize;

use kagetsu_analysis::collection::Tally;
use kagetsu_gomoku::board::Side;
use kagetsu_kernel::{counted, percent};

/// Parts of one with which shares are written.
const PARTS: f64 = 10_000.0;

/// Games and their results.
#[derive(Debug, Serialize)]
pub(super) struct TallyRecord {
    games: u64,
    black_wins: u64,
    white_wins: u64,
    draws: u64,
    /// Black's share of the points, a draw counted as half a win. `None` without a result.
    black_score: Option<f64>,
}

impl From<Tally> for TallyRecord {
    fn from(tally: Tally) -> Self {
        Self {
            games: tally.games,
            black_wins: tally.black,
            white_wins: tally.white,
            draws: tally.draws,
            black_score: tally
                .score(Side::Black)
                .map(|score| (score * PARTS).round() / PARTS),
        }
    }
}

/// Titles of the columns of [`cells`].
pub(super) const TITLES: [&str; 6] = ["games", "share", "Black", "drawn", "White", "Black's score"];

/// The columns of some games out of all.
pub(super) fn cells(tally: Tally, all: u64) -> [String; 6] {
    let share = tally.games as f64 / all.max(1) as f64;
    [
        tally.games.to_string(),
        format!("{:.1}%", percent(share)),
        tally.black.to_string(),
        tally.draws.to_string(),
        tally.white.to_string(),
        tally
            .score(Side::Black)
            .map_or_else(String::new, |score| format!("{:.1}%", percent(score))),
    ]
}

/// Results in words: `10 games: Black won 3, White 2, 1 drawn, 4 without a result`.
pub(super) fn in_words(tally: Tally) -> String {
    format!("{}: {}", counted(tally.games, "game"), results(tally))
}

/// The same without the number of games.
pub(super) fn results(tally: Tally) -> String {
    let text = format!(
        "Black won {}, White {}, {} drawn",
        tally.black, tally.white, tally.draws
    );
    match tally.games - tally.decided() {
        0 => text,
        open => format!("{text}, {open} without a result"),
    }
}
