//! Positions as the tables see them: how often each code occurs, and what the moves to choose from look like. Games are
//! replayed once, and two million positions fit into two gigabytes.

use crate::board::code::{CODE_COUNT, Code};
use crate::board::{Board, NullObserver, Side};
use crate::eval::LOGISTIC_SCALE;
use crate::eval::classical::threat_mask;
use crate::geometry::{Point, PointSet};
use crate::kernel::Score;
use crate::search::threat_space::Situation;
use crate::search::threat_space::forcing::fours;
use crate::training::dataset::{GameRecord, Ply};

use super::curves::logistic;

/// How much better a move must be than another, as expected result, to be wanted `e` times as much.
const SOFTNESS: f64 = 0.05;

/// A code and how often it occurs, in 16 bits: more than fifteen take several entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry(u16);

impl Entry {
    const COUNT_BITS: u32 = 4;
    const MOST: u16 = (1 << Self::COUNT_BITS) - 1;

    pub(super) const fn code(self) -> usize {
        (self.0 >> Self::COUNT_BITS) as usize
    }

    pub(super) fn count(self) -> f64 {
        f64::from(self.0 & Self::MOST)
    }
}

/// A position whose value is learned. The entries lie in the shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueSample {
    start: u32,
    /// Where the mover's entries end and the waiter's begin.
    middle: u32,
    end: u32,
    pub(super) mask: u16,
    /// Expected result by the search for the mover, in units of the evaluation.
    score: i16,
    pub(super) mover: Side,
    /// Twice the result for the mover.
    result: u8,
}

impl ValueSample {
    /// Result of the game for the mover, from 0 to 1.
    pub(super) fn result(&self) -> f64 {
        f64::from(self.result) / 2.0
    }

    /// What is wanted: the share `mix` of the search's expectation, the rest of the result.
    pub(super) fn target(&self, mix: f64) -> f64 {
        let search = logistic(f64::from(self.score) / LOGISTIC_SCALE);
        mix * search + (1.0 - mix) * self.result()
    }
}

/// A position with moves to choose from.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceSample {
    start: u32,
    end: u32,
    first_target: u32,
    last_target: u32,
    pub(super) mover: Side,
}

/// A move that is wanted: its place among the moves, and how much; all of a position add up to one.
pub(super) type Target = (u16, f64);

/// The samples of a few games.
#[derive(Debug, Default)]
pub(super) struct Shard {
    pub(super) values: Vec<ValueSample>,
    pub(super) choices: Vec<ChoiceSample>,
    entries: Vec<Entry>,
    /// Codes of each move for mover and waiter.
    moves: Vec<[Code; 2]>,
    targets: Vec<Target>,
}

impl Shard {
    /// The samples of games that begin on an empty board.
    pub(super) fn of_games<'a>(
        empty: &Board,
        games: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Self {
        let mut shard = Self::default();
        let mut counts = Counts::new();
        for game in games {
            shard.add_game(empty.clone(), game, &mut counts);
        }
        shard.entries.shrink_to_fit();
        shard.moves.shrink_to_fit();
        shard
    }

    /// Mover's and waiter's entries of a position.
    pub(super) fn entries(&self, sample: &ValueSample) -> [&[Entry]; 2] {
        let [start, middle, end] =
            [sample.start, sample.middle, sample.end].map(|place| place as usize);
        [&self.entries[start..middle], &self.entries[middle..end]]
    }

    /// The moves of a position, by their codes for mover and waiter.
    pub(super) fn moves(&self, sample: &ChoiceSample) -> &[[Code; 2]] {
        &self.moves[sample.start as usize..sample.end as usize]
    }

    /// The wanted moves of a position, the most wanted first.
    pub(super) fn targets(&self, sample: &ChoiceSample) -> &[Target] {
        &self.targets[sample.first_target as usize..sample.last_target as usize]
    }

    fn add_game(&mut self, mut board: Board, game: &GameRecord, counts: &mut Counts) {
        for &point in &game.opening {
            board.make(point, &mut NullObserver);
        }
        for ply in &game.plies {
            if !is_decided(ply.score) {
                let situation = Situation::of(&mut board);
                if is_quiet(situation) {
                    let mover = board.side_to_move();
                    let result = (2.0 * game.result.points(mover)) as u8;
                    self.add_value(&board, ply.score, result, counts);
                    self.add_choice(&mut board, ply, situation);
                }
            }
            board.make(ply.point, &mut NullObserver);
        }
    }

    fn add_value(&mut self, board: &Board, score: i16, result: u8, counts: &mut Counts) {
        let mover = board.side_to_move();
        let start = self.entries.len() as u32;
        counts.write(board, mover, &mut self.entries);
        let middle = self.entries.len() as u32;
        counts.write(board, mover.opponent(), &mut self.entries);
        self.values.push(ValueSample {
            start,
            middle,
            end: self.entries.len() as u32,
            mask: threat_mask(board) as u16,
            score,
            mover,
            result,
        });
    }

    /// Adds the choice of a move, if the search has made one and there was more than one move.
    fn add_choice(&mut self, board: &mut Board, ply: &Ply, situation: Situation) {
        let mover = board.side_to_move();
        let set = match situation {
            Situation::StopFour(defences) => {
                defences | fours(board, mover).into_iter().collect::<PointSet>()
            }
            _ => board.candidates(),
        };
        let points: Vec<Point> = set
            .iter()
            .filter(|&point| !board.is_foul(mover, point))
            .collect();
        let first_target = self.targets.len();
        for (point, share) in wanted(ply) {
            if let Some(place) = points.iter().position(|&other| other == point) {
                self.targets.push((place as u16, share));
            }
        }
        let total: f64 = self.targets[first_target..]
            .iter()
            .map(|&(_, share)| share)
            .sum();
        if points.len() < 2 || total <= 0.0 {
            self.targets.truncate(first_target);
            return;
        }
        for (_, share) in &mut self.targets[first_target..] {
            *share /= total;
        }
        let start = self.moves.len() as u32;
        let waiter = mover.opponent();
        self.moves.extend(
            points
                .iter()
                .map(|&point| [board.code(mover, point), board.code(waiter, point)]),
        );
        self.choices.push(ChoiceSample {
            start,
            end: self.moves.len() as u32,
            first_target: first_target as u32,
            last_target: self.targets.len() as u32,
            mover,
        });
    }
}

fn is_decided(score: i16) -> bool {
    i32::from(score).abs() > Score::MAX_EVALUATION.value()
}

/// Would a search ask for the value of such a position? It answers fives and takes a win by a four without.
const fn is_quiet(situation: Situation) -> bool {
    matches!(situation, Situation::StopFour(_) | Situation::Free)
}

/// The moves that the search wanted and how much, the best first. Nothing if the played move was drawn by lot and the
/// search named no other.
fn wanted(ply: &Ply) -> Vec<(Point, f64)> {
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

/// Counts codes; kept between positions.
struct Counts {
    of_code: Vec<u16>,
    seen: Vec<Code>,
}

impl Counts {
    fn new() -> Self {
        Self {
            of_code: vec![0; CODE_COUNT],
            seen: Vec::new(),
        }
    }

    /// Writes how often each code of a side occurs on the empty points, in the order of the codes.
    fn write(&mut self, board: &Board, side: Side, entries: &mut Vec<Entry>) {
        for point in board.empty() {
            let code = board.code(side, point);
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
                let count = left.min(Entry::MOST);
                entries.push(Entry(code << Entry::COUNT_BITS | count));
                left -= count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{empty, games};
    use super::*;
    use crate::board::Rule;

    /// Every point of every position counts once for each side, and every wanted move is among the moves.
    #[test]
    fn samples_hold_the_whole_board() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let games = games(rule, 4);
            let shard = Shard::of_games(&empty(rule), &games);
            assert!(shard.values.len() > 20 && shard.choices.len() > 20);
            let mut free = Vec::new();
            for game in &games {
                let mut board = empty(rule);
                for &point in &game.opening {
                    board.make(point, &mut NullObserver);
                }
                for ply in &game.plies {
                    if is_quiet(Situation::of(&mut board)) {
                        free.push(board.free());
                    }
                    board.make(ply.point, &mut NullObserver);
                }
            }
            let counts = shard.values.iter().map(|sample| {
                shard
                    .entries(sample)
                    .map(|list| list.iter().map(|entry| entry.count()).sum::<f64>() as usize)
            });
            assert!(
                counts.eq(free.into_iter().map(|free| [free, free])),
                "{rule}"
            );
            for sample in &shard.choices {
                let moves = shard.moves(sample).len();
                let targets = shard.targets(sample);
                let total: f64 = targets.iter().map(|&(_, share)| share).sum();
                assert!((total - 1.0).abs() < 1e-12);
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
        assert!(shard.values.is_empty() && shard.choices.is_empty());
    }

    #[test]
    fn better_moves_are_wanted_more_and_moves_by_lot_not_at_all() {
        let other = |x: usize, score: i16| crate::training::dataset::Alternative {
            point: Point::at(x, 7),
            score,
        };
        let mut ply = Ply {
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
