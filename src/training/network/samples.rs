//! Training samples: positions as inputs of the network.
//!
//! A sample holds the line patterns and pattern codes of the points, how often each code occurs, and the moves to
//! choose from. Positions are left out when the score is decided, and when a search would not ask for the value: then
//! one side can make five, or the side to move can make an open four or two threats at once. Games are replayed once,
//! and all samples stay in memory: a million positions take three gigabytes.

use crate::dataset::{TrainingGame, TrainingMove};
use kagetsu_gomoku::board::code::{CODE_COUNT, PatternCode};
use kagetsu_gomoku::board::{Board, Side};
use kagetsu_gomoku::eval::LOGISTIC_SCALE;
use kagetsu_gomoku::eval::nnue::{distance, line_pattern_index};
use kagetsu_gomoku::geometry::{Direction, Point, PointSet};
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_gomoku::search::threat_space::forcing::four_points;
use kagetsu_kernel::Score;

use super::curves::logistic;

/// Temperature of the policy target: a move whose expected result is greater by this much gets `e` times the share.
const SOFTNESS: f64 = 0.05;

/// A pattern code and how often it occurs, in 16 bits. A code that occurs more than fifteen times takes several
/// entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeEntry(u16);

impl CodeEntry {
    const COUNT_BITS: u32 = 4;
    const MOST: u16 = (1 << Self::COUNT_BITS) - 1;

    pub(super) const fn code(self) -> usize {
        (self.0 >> Self::COUNT_BITS) as usize
    }

    pub(super) fn count(self) -> f32 {
        f32::from(self.0 & Self::MOST)
    }
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
    /// Twice the result of the game for the side to move.
    result: u8,
}

impl TrainingSample {
    /// Result of the game for the side to move, from 0 to 1.
    pub(super) fn result(&self) -> f64 {
        f64::from(self.result) / 2.0
    }

    /// Target of the value: `mix` times the result that the search expected, plus `1 - mix` times the result of the
    /// game.
    pub(super) fn target(&self, mix: f64) -> f64 {
        let search = logistic(f64::from(self.score) / LOGISTIC_SCALE);
        mix * search + (1.0 - mix) * self.result()
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
    ) -> Self {
        let mut shard = Self::default();
        let mut counts = CodeCounts::new();
        for game in games {
            shard.add_game(empty.clone(), game, &mut counts);
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

    fn add_game(&mut self, mut board: Board, game: &TrainingGame, counts: &mut CodeCounts) {
        for &point in &game.opening {
            board.make(point);
        }
        for ply in &game.plies {
            if !is_decided(ply.score) {
                let situation = Situation::of(&board);
                if is_quiet(situation) {
                    self.add(&mut board, ply, game, situation, counts);
                }
            }
            board.make(ply.point);
        }
    }

    fn add(
        &mut self,
        board: &mut Board,
        ply: &TrainingMove,
        game: &TrainingGame,
        situation: Situation,
        counts: &mut CodeCounts,
    ) {
        let mover = board.side_to_move();
        let start = self.offsets();
        counts.write(board, mover, &mut self.entries);
        let middle = self.entries.len() as u32;
        counts.write(board, mover.opponent(), &mut self.entries);
        let choice = moves(board, situation);
        let listed = self.add_points(board, choice);
        self.add_choice(board, ply, choice, &listed);
        self.samples.push(TrainingSample {
            start,
            middle,
            end: self.offsets(),
            score: ply.score,
            mover,
            result: (2.0 * game.result.points(mover)) as u8,
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

fn is_decided(score: i16) -> bool {
    i32::from(score).abs() > Score::MAX_EVALUATION.value()
}

/// Would a search ask for the value of such a position? It does not where one side can make five, or where the side to
/// move wins by an open four or by two threats at once.
const fn is_quiet(situation: Situation) -> bool {
    matches!(situation, Situation::StopFour(_) | Situation::NoThreat)
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

/// Counts pattern codes. Reused for many positions, so that its lists keep their memory.
struct CodeCounts {
    of_code: Vec<u16>,
    seen: Vec<PatternCode>,
}

impl CodeCounts {
    fn new() -> Self {
        Self {
            of_code: vec![0; CODE_COUNT],
            seen: Vec::new(),
        }
    }

    /// Writes how often each code of a side occurs on the empty points, in the order of the codes.
    fn write(&mut self, board: &Board, side: Side, entries: &mut Vec<CodeEntry>) {
        for point in board.empty() {
            let code = board.codes(point)[side.index()];
            let count = &mut self.of_code[usize::from(code)];
            if *count == 0 {
                self.seen.push(code);
            }
            *count += 1;
        }
        self.seen.sort_unstable();
        for code in self.seen.drain(..) {
            let mut left = std::mem::take(&mut self.of_code[usize::from(code)]);
            while left > 0 {
                let count = left.min(CodeEntry::MOST);
                entries.push(CodeEntry(code << CodeEntry::COUNT_BITS | count));
                left -= count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{empty, games};
    use super::*;
    use kagetsu_gomoku::board::Rule;

    /// The code entries of each side count every empty point once, and every move of the target is among the moves.
    #[test]
    fn samples_hold_the_whole_board() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let games = games(rule, 4);
            let shard = Shard::of_games(&empty(rule), &games);
            assert!(shard.samples.len() > 20 && shard.choices() > 20);
            let mut free = Vec::new();
            for game in &games {
                let mut board = empty(rule);
                for &point in &game.opening {
                    board.make(point);
                }
                for ply in &game.plies {
                    if is_quiet(Situation::of(&board)) {
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
    fn decided_positions_are_left_out() {
        let mut games = games(Rule::Freestyle, 2);
        for (game, score) in games.iter_mut().zip([Score::win_in(3), Score::loss_in(4)]) {
            for ply in &mut game.plies {
                ply.score = score.value() as i16;
            }
        }
        let shard = Shard::of_games(&empty(Rule::Freestyle), &games);
        assert!(shard.samples.is_empty());
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
