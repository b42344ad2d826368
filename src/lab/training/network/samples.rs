//! Training samples: positions as inputs of the network.
//!
//! A sample holds the line patterns and pattern codes of the points, how often each code occurs, and the moves to
//! choose from. Positions are left out when a search would not ask for the value: then one side can make five, or the side
//! to move can make an open four or two threats at once. [`SampleRules`] tells whether those with a decided score are
//! left out. Games are replayed once, and all samples stay in memory: a million positions take three gigabytes.

use crate::dataset::TrainingGame;
use kagetsu_gomoku::board::code::PatternCode;
use kagetsu_gomoku::board::{Board, Side};
use kagetsu_gomoku::eval::nnue::{distance, line_pattern_index};
use kagetsu_gomoku::geometry::{BoardSize, Direction, Point, PointSet};
use kagetsu_gomoku::search::threat_space::Situation;
use kagetsu_gomoku::search::threat_space::forcing::four_points;

use super::code_counts::{CodeCounts, CodeEntry};
use super::labels::{Label, SampleRules, labels, mixed, wanted};

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
    /// Result that the search expected for the side to move, from 0 to 1.
    expected: f64,
    pub(super) mover: Side,
    /// Twice the result of the game for the side to move. `None` for a position from the tree of a search.
    result: Option<u8>,
}

impl TrainingSample {
    /// Result of the game for the side to move, from 0 to 1. `None` if no game went on from the position.
    pub(super) fn result(&self) -> Option<f64> {
        self.result.map(|twice| f64::from(twice) / 2.0)
    }

    /// Target of the value, by [`mixed`].
    pub(super) fn target(&self, lambda: f64) -> f64 {
        mixed(self.expected, self.result(), lambda)
    }
}

/// A sample: the index of its shard, and its index in the shard.
pub(super) type SampleId = (u32, u32);

/// The samples of a few games.
#[derive(Debug, Default)]
pub(super) struct Shard {
    /// The board of the games.
    pub(super) size: Option<BoardSize>,
    pub(super) is_held_out: bool,
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
        rules: SampleRules,
    ) -> Self {
        let mut shard = Self {
            size: Some(empty.size()),
            ..Self::default()
        };
        let mut counts = CodeCounts::new();
        for game in games {
            shard.add_game(empty.clone(), game, rules, &mut counts);
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
        rules: SampleRules,
        counts: &mut CodeCounts,
    ) {
        for &point in &game.opening {
            board.make(point);
        }
        let mut plies = game.plies.iter();
        let mut made = 0;
        for label in labels(game) {
            for played in plies.by_ref().take(label.ply - made) {
                board.make(played.point);
            }
            made = label.ply;
            for &point in label.line {
                board.make(point);
            }
            self.add(&mut board, label, rules, counts);
            for _ in label.line {
                board.unmake();
            }
        }
    }

    /// Adds a position, unless it is one of those that are left out.
    fn add(
        &mut self,
        board: &mut Board,
        label: Label<'_>,
        rules: SampleRules,
        counts: &mut CodeCounts,
    ) {
        let choice = label.choice;
        let situation = Situation::of(board);
        if rules.leave_out(choice) || !situation.is_evaluated() {
            return;
        }
        let mover = board.side_to_move();
        let start = self.offsets();
        counts.write(board, mover, &mut self.entries);
        let middle = self.entries.len() as u32;
        counts.write(board, mover.opponent(), &mut self.entries);
        let ranked = moves(board, situation);
        let listed = self.add_points(board, ranked);
        self.add_choice(board, &wanted(choice, rules), ranked, &listed);
        self.samples.push(TrainingSample {
            start,
            middle,
            end: self.offsets(),
            expected: rules.expected(choice, label.expected),
            mover,
            result: label.result.filter(|_| rules.result_counts(choice)),
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
    fn add_choice(
        &mut self,
        board: &Board,
        wanted: &[(Point, f64)],
        moves: PointSet,
        listed: &[Point],
    ) {
        let first_target = self.targets.len();
        for &(point, share) in wanted {
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
        Situation::OpponentHasOpenThree(defences) => defences | four_points(board, mover),
        _ => board.candidates(),
    };
    let legal = |point: &Point| !board.is_foul(mover, *point);
    set.iter().filter(legal).collect()
}

#[cfg(test)]
mod tests {
    use super::super::curves::logistic;
    use super::super::labels::DecidedPositions;
    use super::super::test_games::{empty, games};
    use kagetsu_kernel::Score;

    use super::*;
    use crate::dataset::{Alternative, TrainingMove, TreePosition};
    use kagetsu_gomoku::board::Rule;

    /// The code entries of each side count every empty point once, and every move of the target is among the moves.
    #[test]
    fn samples_hold_the_whole_board() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let games = games(rule, 4);
            let shard = Shard::of_games(&empty(rule), &games, SampleRules::default());
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
        let plain = Shard::of_games(&empty(Rule::Freestyle), [&*game], SampleRules::default());
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
            choice: TrainingMove::best(answer, 200),
        });
        let shard = Shard::of_games(&empty(Rule::Freestyle), [&*game], SampleRules::default());
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
        let samples = |decided| {
            let rules = SampleRules {
                decided,
                ..SampleRules::default()
            };
            Shard::of_games(&empty(Rule::Freestyle), &games, rules).samples
        };
        assert!(samples(DecidedPositions::LeftOut).is_empty());
        let kept = samples(DecidedPositions::Kept);
        assert!(!kept.is_empty());
        assert!(kept.iter().all(|sample| {
            let target = sample.target(1.0);
            target.min(1.0 - target) < 1e-9
        }));
    }

    #[test]
    fn without_scores_the_result_is_all_that_is_expected() {
        let mut games = games(Rule::Freestyle, 4);
        let scored = Shard::of_games(&empty(Rule::Freestyle), &games, SampleRules::default());
        for game in &mut games {
            game.scored = false;
            for ply in &mut game.plies {
                ply.score = 0;
                ply.alternatives.clear();
            }
        }
        let shard = Shard::of_games(&empty(Rule::Freestyle), &games, SampleRules::default());
        assert_eq!(shard.samples.len(), scored.samples.len());
        let is_result = |sample: &TrainingSample| Some(sample.target(1.0)) == sample.result();
        assert!(shard.samples.iter().all(is_result));
        assert!(!scored.samples.iter().all(is_result));
        assert!(shard.choices() > 20, "the moves are learned from");
    }

    #[test]
    fn the_label_of_a_deeper_search_is_used_by_its_weight() {
        let mut games = games(Rule::Freestyle, 3);
        let lost = Score::loss_in(6);
        for game in &mut games[..2] {
            for ply in &mut game.plies {
                (ply.score, ply.is_best) = (200, true);
                ply.deeper = vec![Alternative {
                    point: ply.point,
                    score: -200,
                }];
            }
        }
        let samples = |games: &[TrainingGame], deeper, only_relabelled, decided| {
            let rules = SampleRules {
                decided,
                deeper,
                only_relabelled,
            };
            Shard::of_games(&empty(Rule::Freestyle), games, rules).samples
        };
        let out = DecidedPositions::LeftOut;
        for (weight, expected) in [(1.0, logistic(-1.0)), (0.0, logistic(1.0)), (0.5, 0.5)] {
            let taken = samples(&games[..2], weight, true, out);
            let right = |sample: &TrainingSample| (sample.target(1.0) - expected).abs() < 1e-12;
            assert!(!taken.is_empty() && taken.iter().all(right));
            assert_eq!(samples(&games, weight, true, out).len(), taken.len());
            assert!(samples(&games, weight, false, out).len() > taken.len());
        }
        // A proof of the deeper search is the target alone, whatever came of the game.
        for ply in &mut games[0].plies {
            ply.deeper[0].score = lost.value() as i16;
        }
        assert!(samples(&games[..1], 1.0, false, out).is_empty());
        assert!(!samples(&games[..1], 0.0, false, out).is_empty());
        // Both labels are compared on the same positions.
        for weight in [1.0, 0.0] {
            assert!(samples(&games[..1], weight, true, out).is_empty());
        }
        let kept = samples(&games[..1], 1.0, true, DecidedPositions::Kept);
        let is_sure = |sample: &TrainingSample| sample.target(0.0) < 1e-9;
        assert!(!kept.is_empty() && kept.iter().all(is_sure));
    }
}
