//! The labels of positions: which of them are learned from, what result the search expected, and which moves it preferred.

use std::iter;

use serde::{Deserialize, Serialize};

use crate::dataset::{Alternative, TrainingGame, TrainingMove};
use kagetsu_gomoku::eval::LOGISTIC_SCALE;
use kagetsu_gomoku::geometry::Point;

use super::curves::logistic;

/// Temperature of the policy target: a move whose expected result is greater by this much gets `e` times the share.
const TEMPERATURE: f64 = 0.05;

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

/// Which positions become samples, and by which label. Records of networks that are older than a field lack it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleRules {
    /// What becomes of positions where the search has found a win or a loss.
    #[serde(default)]
    pub decided: DecidedPositions,
    /// Weight of the label of a later, deeper search where a position has one, from 0 to 1. The rest is that of the first
    /// search.
    #[serde(default)]
    pub deeper: f64,
    /// Are positions left out that no later search has labelled?
    #[serde(default)]
    pub only_relabelled: bool,
}

impl Default for SampleRules {
    fn default() -> Self {
        Self {
            decided: DecidedPositions::LeftOut,
            deeper: 1.0,
            only_relabelled: false,
        }
    }
}

impl SampleRules {
    /// The weight of the deeper label of a position.
    fn weight(&self, ply: &TrainingMove) -> f64 {
        if ply.deeper.is_empty() {
            0.0
        } else {
            self.deeper
        }
    }

    /// Is a position left out? Where only relabelled ones are kept, both labels are compared on the same positions, so what
    /// one of them decides is left out for both.
    pub(super) fn leave_out(&self, ply: &TrainingMove) -> bool {
        let weight = self.weight(ply);
        let both = self.only_relabelled;
        let is_decided = (both || weight > 0.0) && ply.is_decided_deeper()
            || (both || weight < 1.0) && ply.is_decided();
        self.only_relabelled && ply.deeper.is_empty()
            || self.decided == DecidedPositions::LeftOut && is_decided
    }

    /// Does the result of the game count? Against a proof of a deeper search it says only that somebody erred later.
    pub(super) fn result_counts(&self, ply: &TrainingMove) -> bool {
        !(self.weight(ply) > 0.0 && ply.is_decided_deeper())
    }

    /// The result that was expected, from 0 to 1. `first` is what the first search expected.
    pub(super) fn expected(&self, ply: &TrainingMove, first: f64) -> f64 {
        ply.deeper_score().map_or(first, |score| {
            self.deeper * expected(score) + (1.0 - self.deeper) * first
        })
    }
}

/// What a game tells of one of its positions, or of one in the tree of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label<'a> {
    /// Moves of the game after its opening that lead toward the position.
    pub(super) ply: usize,
    /// The moves after them that the game did not have.
    pub(super) line: &'a [Point],
    pub(super) choice: &'a TrainingMove,
    /// Result that the first search expected for the side to move, from 0 to 1.
    pub(super) expected: f64,
    /// Twice the result of the game for the side to move. `None` for a position from the tree of a search.
    pub(super) result: Option<u8>,
}

/// The labels of all positions of a game, those of trees after the one that they begin in.
pub(super) fn labels(game: &TrainingGame) -> impl Iterator<Item = Label<'_>> {
    game.plies.iter().enumerate().flat_map(|(ply, choice)| {
        let result = game.result.points(game.side_at(ply));
        let of_game = Label {
            ply,
            line: &[],
            choice,
            // Without a search nothing but the result is known of the position.
            expected: if game.scored {
                expected(choice.score)
            } else {
                result
            },
            result: Some((2.0 * result) as u8),
        };
        let tree = |end: usize| game.tree.partition_point(|position| position.start < end);
        let of_tree = game.tree[tree(ply)..tree(ply + 1)].iter();
        let of_tree = of_tree.map(move |position| Label {
            ply,
            line: &position.moves,
            choice: &position.choice,
            expected: expected(position.choice.score),
            result: None,
        });
        iter::once(of_game).chain(of_tree)
    })
}

/// Target of a value: `lambda` times the result that the search expected, plus `1 - lambda` times the result of the game.
/// Without a game it is what the search expected.
pub(super) fn mixed(search: f64, result: Option<f64>, lambda: f64) -> f64 {
    result.map_or(search, |result| lambda * search + (1.0 - lambda) * result)
}

/// A position with what a search has found out about it, for networks of another kind than those of this crate.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledPosition {
    /// The moves that lead to it, from the empty board.
    pub moves: Vec<Point>,
    /// The moves that the search preferred, the best first, with weights. None if nothing is known of the best move.
    pub wanted: Vec<(Point, f64)>,
    /// The expected result for the side to move, from 0 to 1.
    pub expected: f64,
}

/// The positions of a game, and of the trees of its searches, that [`SampleRules`] leave in. `lambda` is the weight of the
/// search beside the result of the game in [`LabelledPosition::expected`], from 0 to 1.
pub fn labelled_positions(
    game: &TrainingGame,
    rules: SampleRules,
    lambda: f64,
) -> Vec<LabelledPosition> {
    let kept = labels(game).filter(|label| !rules.leave_out(label.choice));
    kept.map(|label| {
        let plies = game.plies[..label.ply].iter().map(|ply| ply.point);
        let result = label.result.filter(|_| rules.result_counts(label.choice));
        LabelledPosition {
            moves: game
                .opening
                .iter()
                .copied()
                .chain(plies)
                .chain(label.line.iter().copied())
                .collect(),
            wanted: wanted(label.choice, rules),
            expected: mixed(
                rules.expected(label.choice, label.expected),
                result.map(|twice| f64::from(twice) / 2.0),
                lambda,
            ),
        }
    })
    .collect()
}

/// The result that a score stands for.
pub(super) fn expected(score: i16) -> f64 {
    logistic(f64::from(score) / LOGISTIC_SCALE)
}

/// The moves that the search preferred, the best first, with weights: those of the deeper search, those of the first, or
/// both by the weights of the labels. The list is empty if nothing is known of the best move.
pub(super) fn wanted(ply: &TrainingMove, rules: SampleRules) -> Vec<(Point, f64)> {
    let weight = rules.weight(ply);
    if weight <= 0.0 {
        return first_wanted(ply);
    }
    let mut list = soft(&ply.deeper);
    if weight >= 1.0 {
        return list;
    }
    let scale = |list: &mut [(Point, f64)], weight: f64| {
        let sum: f64 = list.iter().map(|&(_, share)| share).sum();
        for (_, share) in list {
            *share *= weight / sum;
        }
    };
    scale(&mut list, weight);
    let mut first = first_wanted(ply);
    scale(&mut first, 1.0 - weight);
    for (point, share) in first {
        match list.iter_mut().find(|(other, _)| *other == point) {
            Some((_, sum)) => *sum += share,
            None => list.push((point, share)),
        }
    }
    list.sort_by(|one, other| other.1.total_cmp(&one.1));
    list
}

/// The moves that the first search preferred. None if the played move was chosen at random and the file holds no other.
fn first_wanted(ply: &TrainingMove) -> Vec<(Point, f64)> {
    if ply.alternatives.is_empty() {
        return Vec::from_iter(ply.is_best.then_some((ply.point, 1.0)));
    }
    soft(&ply.alternatives)
}

/// Moves with weights by their scores.
fn soft(moves: &[Alternative]) -> Vec<(Point, f64)> {
    let most = moves.first().map_or(0.0, |best| expected(best.score));
    let weigh = |other: &Alternative| {
        let behind = expected(other.score) - most;
        (other.point, libm::exp(behind / TEMPERATURE))
    };
    moves.iter().map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Side;
    use kagetsu_kernel::Score;

    use super::*;
    use crate::dataset::{TrainingResult, TreePosition};

    fn other(x: usize, score: i16) -> Alternative {
        Alternative {
            point: Point::at(x, 7),
            score,
        }
    }

    fn ply() -> TrainingMove {
        TrainingMove {
            is_best: false,
            alternatives: vec![other(3, 40), other(4, 40), other(5, 0)],
            ..TrainingMove::best(Point::at(9, 7), 40)
        }
    }

    #[test]
    fn better_moves_are_wanted_more_and_random_moves_not_at_all() {
        let mut ply = ply();
        let list = wanted(&ply, SampleRules::default());
        assert!((list[0].1 - list[1].1).abs() < 1e-12 && list[2].1 < list[1].1 / 2.0);
        ply.alternatives.clear();
        assert_eq!(wanted(&ply, SampleRules::default()), []);
        ply.is_best = true;
        assert_eq!(wanted(&ply, SampleRules::default()), [(ply.point, 1.0)]);
    }

    #[test]
    fn the_moves_of_both_searches_are_wanted_by_their_weights() {
        let mut ply = ply();
        ply.alternatives.truncate(2);
        ply.deeper = vec![other(4, 40), other(5, Score::loss_in(6).value() as i16)];
        let list = |deeper| {
            let rules = SampleRules {
                deeper,
                ..SampleRules::default()
            };
            wanted(&ply, rules)
        };
        let points = |list: &[(Point, f64)]| list.iter().map(|&(point, _)| point.x()).collect();
        let names: [Vec<usize>; 3] = [1.0, 0.0, 0.5].map(|weight| points(&list(weight)));
        assert_eq!(names, [vec![4, 5], vec![3, 4], vec![4, 3, 5]]);
        let sum: f64 = list(0.5).iter().map(|&(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-12 && list(0.5)[0].1 > 0.7);
    }

    #[test]
    fn positions_of_games_and_trees_are_labelled_in_their_order() {
        let mut game = TrainingGame {
            opening: vec![Point::at(7, 7)],
            plies: vec![ply(), ply(), ply()],
            tree: Vec::new(),
            result: TrainingResult::Win(Side::White),
            scored: true,
        };
        game.plies[1].point = Point::at(1, 1);
        game.plies[2].score = Score::win_in(3).value() as i16;
        game.tree.push(TreePosition {
            start: 1,
            moves: vec![Point::at(2, 2)],
            choice: ply(),
        });
        let labelled = labelled_positions(&game, SampleRules::default(), 0.5);
        let moves: Vec<usize> = labelled
            .iter()
            .map(|position| position.moves.len())
            .collect();
        // The last position is decided, and left out.
        assert_eq!(moves, [1, 2, 3]);
        assert_eq!(labelled[2].moves[1..], [Point::at(9, 7), Point::at(2, 2)]);
        let search = expected(40);
        for (position, value) in labelled.iter().zip([
            0.5 * search + 0.5,
            0.5 * search,
            // No game went on from there.
            search,
        ]) {
            assert!((position.expected - value).abs() < 1e-12 && position.wanted.len() == 3);
        }
    }
}
