//! Training samples: positions as inputs of the network.
//!
//! A sample holds the line patterns and pattern codes of the points, how often each code occurs, and the moves to
//! choose from. Positions are left out when a search would not ask for the value: then one side can make five, or the side
//! to move can make an open four or two threats at once. [`DecidedPositions`] tells whether those with a decided score are
//! left out. Games are replayed once, and all samples stay in memory: a million positions take three gigabytes.

use serde::{Deserialize, Serialize};

use crate::dataset::{TrainingGame, TrainingMove};
use kagetsu_gomoku::board::code::PatternCode;
use kagetsu_gomoku::board::{Board, Side};
use kagetsu_gomoku::eval::LOGISTIC_SCALE;
use kagetsu_gomoku::eval::nnue::{distance, line_pattern_index};
use kagetsu_gomoku::geometry::{Direction, Point, PointSet};
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_gomoku::search::threat_space::forcing::four_points;

use super::code_counts::{CodeCounts, CodeEntry};
use super::curves::logistic;

/// Temperature of the policy target: a move whose expected result is greater by this much gets `e` times the share.
const SOFTNESS: f64 = 0.05;

/// What becomes of positions where the search has found a win or a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedPositions {
    /// They are left out.
    #[default]
    LeftOut,
    /// They are learned from: the search expects a result of 1 or 0.
    Kept,
}

/// An empty point that has a stone within reach of its line patterns, or that is a move to choose from.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointSample {
    /// The index of its line pattern in each direction, with Black's stones as own stones.
    pub(super) patterns: [u16; Direction::COUNT],
    /// Its pattern codes for Black and White.
    pub(super) codes: [PatternCode; 2],
    /// Its index, as [`Point::index`] gives it.
    pub(super) index: u16,
}

/// A move to choose from.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSample {
    /// The index of its point among the points of the sample.
    pub(super) place: u16,
    /// Its distances to the last two stones.
    pub(super) near: [u8; 2],
}

/// A move of the policy target: its index among the moves, and its share. The shares of a position add up to one.
pub(super) type Target = (u16, f32);

/// Where the parts of a sample begin in the lists of the shard.
#[derive(Clone, Copy, Debug, Default)]
struct Offsets {
    points: u32,
    entries: u32,
    moves: u32,
    targets: u32,
}

/// A sample: places in the lists of the shard, and the target of the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrainingSample {
    start: Offsets,
    /// Where the code entries of the side to move end and those of the opponent begin.
    middle: u32,
    end: Offsets,
    /// Score of the search for the side to move, in evaluation units.
    score: i16,
    pub(super) mover: Side,
    /// Twice the result of the game for the side to move. `None` for a position from the tree of a search.
    result: Option<u8>,
}

impl TrainingSample {
    /// Result of the game for the side to move, from 0 to 1. `None` if no game went on from the position.
    pub(super) fn result(&self) -> Option<f64> {
        self.result.map(|twice| f64::from(twice) / 2.0)
    }

    /// Target of the value: `lambda` times the result that the search expected, plus `1 - lambda` times the result of the
    /// game. Without a game it is what the search expected.
    pub(super) fn target(&self, lambda: f64) -> f64 {
        let search = logistic(f64::from(self.score) / LOGISTIC_SCALE);
        self.result()
            .map_or(search, |result| lambda * search + (1.0 - lambda) * result)
    }
}

/// A sample: the index of its shard, and its index in the shard.
pub(super) type SampleId = (u32, u32);

/// The samples of a few games.
#[derive(Debug, Default)]
pub(super) struct Shard {
    pub(super) samples: Vec<TrainingSample>,
    points: Vec<PointSample>,
    entries: Vec<CodeEntry>,
    moves: Vec<MoveSample>,
    targets: Vec<Target>,
}

impl Shard {
    /// The samples of games that begin on an empty board.
    pub(super) fn of_games<'a>(
        empty: &Board,
        games: impl IntoIterator<Item = &'a TrainingGame>,
        decided: DecidedPositions,
    ) -> Self {
        let mut shard = Self::default();
        let mut counts = CodeCounts::new();
        for game in games {
            shard.add_game(empty.clone(), game, decided, &mut counts);
        }
        shard.points.shrink_to_fit();
        shard.entries.shrink_to_fit();
        shard.moves.shrink_to_fit();
        shard
    }

    /// Number of samples with a choice of moves.
    pub(super) fn choices(&self) -> usize {
        let choices = self.samples.iter();
        choices
            .filter(|sample| !self.moves(sample).is_empty())
            .count()
    }

    /// The points of a sample.
    pub(super) fn points(&self, sample: &TrainingSample) -> &[PointSample] {
        &self.points[sample.start.points as usize..sample.end.points as usize]
    }

    /// The code entries of a sample, for the side to move and for the opponent.
    pub(super) fn entries(&self, sample: &TrainingSample) -> [&[CodeEntry]; 2] {
        let [start, middle, end] =
            [sample.start.entries, sample.middle, sample.end.entries].map(|place| place as usize);
        [&self.entries[start..middle], &self.entries[middle..end]]
    }

    /// The moves of a sample; none if there is no choice.
    pub(super) fn moves(&self, sample: &TrainingSample) -> &[MoveSample] {
        &self.moves[sample.start.moves as usize..sample.end.moves as usize]
    }

    /// The policy target of a sample, the move with the greatest share first.
    pub(super) fn targets(&self, sample: &TrainingSample) -> &[Target] {
        &self.targets[sample.start.targets as usize..sample.end.targets as usize]
    }

    /// The present ends of the lists.
    fn offsets(&self) -> Offsets {
        Offsets {
            points: self.points.len() as u32,
            entries: self.entries.len() as u32,
            moves: self.moves.len() as u32,
            targets: self.targets.len() as u32,
        }
    }

    fn add_game(
        &mut self,
        mut board: Board,
        game: &TrainingGame,
        decided: DecidedPositions,
        counts: &mut CodeCounts,
    ) {
        for &point in &game.opening {
            board.make(point);
        }
        let mut tree = game.tree.iter().peekable();
        for (index, ply) in game.plies.iter().enumerate() {
            let result = (2.0 * game.result.points(board.side_to_move())) as u8;
            self.add(&mut board, ply, Some(result), decided, counts);
            while let Some(position) = tree.next_if(|position| position.start == index) {
                for &point in &position.moves {
                    board.make(point);
                }
                self.add(&mut board, &position.choice, None, decided, counts);
                for _ in &position.moves {
                    board.unmake();
                }
            }
            board.make(ply.point);
        }
    }

    /// Adds a position, unless it is one of those that are left out.
    fn add(
        &mut self,
        board: &mut Board,
        choice: &TrainingMove,
        result: Option<u8>,
        decided: DecidedPositions,
        counts: &mut CodeCounts,
    ) {
        let situation = Situation::of(board);
        let is_left_out = decided == DecidedPositions::LeftOut && choice.is_decided();
        if is_left_out || !situation.is_evaluated() {
            return;
        }
        let mover = board.side_to_move();
        let start = self.offsets();
        counts.write(board, mover, &mut self.entries);
        let middle = self.entries.len() as u32;
        counts.write(board, mover.opponent(), &mut self.entries);
        let ranked = moves(board, situation);
        let listed = self.add_points(board, ranked);
        self.add_choice(board, choice, ranked, &listed);
        self.samples.push(TrainingSample {
            start,
            middle,
            end: self.offsets(),
            score: choice.score,
            mover,
            result,
        });
    }

    /// Adds the points of a sample, and returns them in the order in which they were added.
    fn add_points(&mut self, board: &Board, moves: PointSet) -> Vec<Point> {
        let kinds = line_pattern_index();
        let mut listed = Vec::new();
        for point in *board.empty() {
            let patterns = board
                .line_patterns(point)
                .map(|pattern| kinds.of(pattern) as u16);
            if patterns != [0; Direction::COUNT] || moves.contains(point) {
                let codes = board.codes(point);
                self.points.push(PointSample {
                    patterns,
                    codes,
                    index: point.index() as u16,
                });
                listed.push(point);
            }
        }
        listed
    }

    /// Adds the moves and the policy target, if the search chose a move and there was more than one.
    fn add_choice(&mut self, board: &Board, ply: &TrainingMove, moves: PointSet, listed: &[Point]) {
        let first_target = self.targets.len();
        for (point, share) in wanted(ply) {
            if let Some(place) = moves.iter().position(|other| other == point) {
                self.targets.push((place as u16, share as f32));
            }
        }
        let total: f32 = self.targets[first_target..]
            .iter()
            .map(|&(_, share)| share)
            .sum();
        if moves.len() < 2 || total <= 0.0 {
            self.targets.truncate(first_target);
            return;
        }
        for (_, share) in &mut self.targets[first_target..] {
            *share /= total;
        }
        let last = [board.recent(1), board.recent(2)];
        for (place, &point) in listed.iter().enumerate() {
            if moves.contains(point) {
                self.moves.push(MoveSample {
                    place: place as u16,
                    near: last.map(|stone| distance(stone, point) as u8),
                });
            }
        }
    }
}

/// The moves that a search would rank.
fn moves(board: &Board, situation: Situation) -> PointSet {
    let mover = board.side_to_move();
    let set = match situation {
        Situation::StopFour(defences) => defences | four_points(board, mover),
        _ => board.candidates(),
    };
    let legal = |point: &Point| !board.is_foul(mover, *point);
    set.iter().filter(legal).collect()
}

/// The moves that the search preferred, the best first, with weights. The list is empty if the played move was chosen
/// at random and the file holds no other move.
fn wanted(ply: &TrainingMove) -> Vec<(Point, f64)> {
    let Some(best) = ply.alternatives.first() else {
        return Vec::from_iter(ply.is_best.then_some((ply.point, 1.0)));
    };
    let expected = |score: i16| logistic(f64::from(score) / LOGISTIC_SCALE);
    let most = expected(best.score);
    ply.alternatives
        .iter()
        .map(|other| {
            let behind = expected(other.score) - most;
            (other.point, libm::exp(behind / SOFTNESS))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{empty, games};
    use kagetsu_kernel::Score;

    use super::*;
    use crate::dataset::TreePosition;
    use kagetsu_gomoku::board::Rule;

    /// The code entries of each side count every empty point once, and every move of the target is among the moves.
    #[test]
    fn samples_hold_the_whole_board() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let games = games(rule, 4);
            let shard = Shard::of_games(&empty(rule), &games, DecidedPositions::LeftOut);
            assert!(shard.samples.len() > 20 && shard.choices() > 20);
            let mut free = Vec::new();
            for game in &games {
                let mut board = empty(rule);
                for &point in &game.opening {
                    board.make(point);
                }
                for ply in &game.plies {
                    if Situation::of(&board).is_evaluated() {
                        free.push(board.empty_count());
                    }
                    board.make(ply.point);
                }
            }
            let counts = shard.samples.iter().map(|sample| {
                shard
                    .entries(sample)
                    .map(|list| list.iter().map(|entry| entry.count()).sum::<f32>() as usize)
            });
            assert!(
                counts.eq(free.into_iter().map(|free| [free, free])),
                "{rule}"
            );
            for sample in &shard.samples {
                let moves = shard.moves(sample).len();
                if moves == 0 {
                    assert!(shard.targets(sample).is_empty());
                    continue;
                }
                let targets = shard.targets(sample);
                let total: f32 = targets.iter().map(|&(_, share)| share).sum();
                assert!((total - 1.0).abs() < 1e-6);
                assert!(targets.iter().all(|&(place, _)| usize::from(place) < moves));
            }
        }
    }

    #[test]
    fn positions_of_trees_have_no_result_and_leave_the_game_as_it_is() {
        let mut games = games(Rule::Freestyle, 1);
        let game = &mut games[0];
        let plain = Shard::of_games(&empty(Rule::Freestyle), [&*game], DecidedPositions::LeftOut);
        let mut board = empty(Rule::Freestyle);
        for point in game.opening.iter().copied() {
            board.make(point);
        }
        let mut free = board.empty().iter().filter(|&point| {
            let far = |ply: &TrainingMove| ply.point != point;
            game.plies.iter().all(far)
        });
        let [moved, answer] = [free.next(), free.next()].map(|point| point.expect("a free point"));
        game.tree.push(TreePosition {
            start: 0,
            moves: vec![moved],
            choice: TrainingMove {
                point: answer,
                score: 200,
                is_best: true,
                alternatives: Vec::new(),
            },
        });
        let shard = Shard::of_games(&empty(Rule::Freestyle), [&*game], DecidedPositions::LeftOut);
        assert_eq!(shard.samples.len(), plain.samples.len() + 1);
        let added = &shard.samples[1];
        assert_eq!(added.result(), None);
        let expected = logistic(1.0);
        for lambda in [0.0, 1.0] {
            assert!((added.target(lambda) - expected).abs() < 1e-12);
        }
        let others = shard
            .samples
            .iter()
            .filter(|sample| sample.result().is_some());
        let same = |(one, other): (&TrainingSample, &TrainingSample)| {
            shard.points(one).len() == plain.points(other).len()
                && shard.moves(one).len() == plain.moves(other).len()
        };
        assert!(others.zip(&plain.samples).all(same));
    }

    #[test]
    fn decided_positions_are_left_out_or_sure_results() {
        let mut games = games(Rule::Freestyle, 2);
        for (game, score) in games.iter_mut().zip([Score::win_in(3), Score::loss_in(4)]) {
            for ply in &mut game.plies {
                ply.score = score.value() as i16;
            }
        }
        let samples = |decided| Shard::of_games(&empty(Rule::Freestyle), &games, decided).samples;
        assert!(samples(DecidedPositions::LeftOut).is_empty());
        let kept = samples(DecidedPositions::Kept);
        assert!(!kept.is_empty());
        assert!(kept.iter().all(|sample| {
            let target = sample.target(1.0);
            target.min(1.0 - target) < 1e-9
        }));
    }

    #[test]
    fn better_moves_are_wanted_more_and_random_moves_not_at_all() {
        let other = |x: usize, score: i16| crate::dataset::Alternative {
            point: Point::at(x, 7),
            score,
        };
        let mut ply = TrainingMove {
            point: Point::at(9, 7),
            score: 40,
            is_best: false,
            alternatives: vec![other(3, 40), other(4, 40), other(5, 0)],
        };
        let list = wanted(&ply);
        assert!((list[0].1 - list[1].1).abs() < 1e-12 && list[2].1 < list[1].1 / 2.0);
        ply.alternatives.clear();
        assert_eq!(wanted(&ply), []);
        ply.is_best = true;
        assert_eq!(wanted(&ply), [(ply.point, 1.0)]);
    }
}
