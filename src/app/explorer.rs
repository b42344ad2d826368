//! The position database behind the page: the trait of `kagetsu-play` on top of its reader.

use kagetsu_analysis::database::entry::{Entry, Label};
use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::win_probability;
use kagetsu_play::gomoku::Stones;
use kagetsu_play::study::{Explored, Explorer, Known, KnownMove, KnownResult};

/// A database that is read while the page is served.
#[derive(Debug)]
pub(super) struct OpenDatabase(pub(super) Reader);

/// What an entry says for the side to move in its position.
fn known(entry: Entry, rule: Rule, stones: usize) -> Known {
    let score = entry.score();
    Known {
        rate: score.map(|score| win_probability(rule, score, stones)),
        depth: entry.depth,
        result: entry.label.map(|label| match label {
            Label::Win => KnownResult::Win,
            Label::Loss => KnownResult::Loss,
            Label::Draw => KnownResult::Draw,
        }),
        mark: entry.mark,
        text: entry.text,
    }
}

/// A number by which moves are sorted: results that are certain stand outside of all chances.
fn worth(known: &Known) -> f64 {
    match known.result {
        Some(KnownResult::Win) => 2.0,
        Some(KnownResult::Loss) => -2.0,
        Some(KnownResult::Draw) => 0.5,
        // Unknown moves come after level ones.
        None => known.rate.unwrap_or(0.25),
    }
}

impl Explorer for OpenDatabase {
    fn explore(&self, stones: &Stones) -> Result<Explored, String> {
        let position = stones.position(&[]);
        let (rule, count) = (position.rule(), position.stones().len());
        let failed = |error: DatabaseError| error.to_string();
        let view = self.0.view();
        let found = view.judged_moves(&position).map_err(failed)?;
        let mut moves: Vec<KnownMove> = found
            .into_iter()
            .map(|next| KnownMove {
                at: next.point.into(),
                known: known(next.entry.for_opponent(), rule, count + 1),
            })
            .collect();
        moves.sort_by(|one, other| worth(&other.known).total_cmp(&worth(&one.known)));
        let here = view.get(&position).map_err(failed)?;
        Ok(Explored {
            here: here.map(|entry| known(entry, rule, count)),
            moves,
        })
    }
}
