//! What a move was worth.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::{Point, PointSet};
use kagetsu_gomoku::search::MoveStatistics;
use kagetsu_kernel::grade::{Grade, INACCURACY};
use kagetsu_kernel::{Score, StopSignal};

use crate::calibration::win_probability;
use crate::own_symmetries::OwnSymmetries;
use crate::search::{FoundLine, Searcher, a_move_earlier};
use crate::source::{GameEnd, SourceGame};

use super::plan::{Asking, Pass, Plan};

/// A move with its judgement, or the position after the last move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// Number of the game in the plan, from zero.
    pub game: usize,
    /// Index of the move, from zero.
    pub index: usize,
    /// The side to move.
    pub side: Side,
    /// The move was given and not chosen.
    pub is_opening: bool,
    /// The best moves, best first. Empty if there is no legal one, or no iteration of the search was finished.
    pub lines: Vec<FoundLine>,
    /// The moves with visits, priors and values, best first, after a tree search; otherwise empty.
    pub moves: Vec<MoveStatistics<Point>>,
    /// The win rate of the side to move with the best move.
    pub win: f64,
    /// Nodes visited for the position.
    pub nodes: u64,
    /// The move was found to be a fault, and this is the judgement of a longer search.
    pub is_deepened: bool,
    /// What was played. `None` after the last move.
    pub played: Option<PlayedMove>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// Its value for the side that made it.
    pub score: Score,
    /// The move and the best play after it; `None` is a pass.
    pub moves: Vec<Option<Point>>,
    /// The probability to win after it.
    pub win: f64,
    /// What it lost in the probability to win.
    pub loss: f64,
    /// Its class.
    pub grade: Grade,
    /// A proved win was given up.
    pub missed_win: bool,
    /// The move loses by proof, and another does not.
    pub into_loss: bool,
}

impl PlayedMove {
    /// Is it worse than good, a missed win or a way into a loss?
    pub fn is_fault(&self) -> bool {
        self.grade.is_fault() || self.missed_win || self.into_loss
    }
}

/// Reviews a move of a plan. `None` if there is no such task, or the searches were stopped.
pub fn review(
    plan: &Plan,
    task: usize,
    searcher: &mut Searcher,
    stop: &StopSignal,
) -> Option<MoveReview> {
    let mut asking = Asking {
        searcher,
        stop,
        pass: Pass::First,
    };
    let first = review_in(plan, task, &mut asking)?;
    let is_fault = first.played.as_ref().is_some_and(PlayedMove::is_fault) && !first.is_opening;
    if plan.factor().is_none() || !is_fault {
        return Some(first);
    }
    asking.pass = Pass::Deeper;
    let deeper = review_in(plan, task, &mut asking)?;
    Some(MoveReview {
        nodes: first.nodes + deeper.nodes,
        is_deepened: true,
        ..deeper
    })
}

fn review_in(plan: &Plan, task: usize, asking: &mut Asking<'_>) -> Option<MoveReview> {
    let (number, index) = plan.task(task)?;
    let game = &plan.games()[number];
    let found = plan.result(number, index, asking)?;
    let win = found.lines.first().map_or(0.5, |line| {
        win_probability(game.start.rule(), line.score, game.stones(index))
    });
    let is_unfinished = found.is_unfinished;
    let mut review = MoveReview {
        game: number,
        index,
        side: game.mover(index),
        is_opening: index < game.opening,
        lines: found.lines.clone(),
        moves: found.moves.clone(),
        win,
        nodes: found.nodes,
        is_deepened: false,
        played: None,
    };
    if let Some(&made) = game.moves.get(index) {
        let (score, reply) = value_after(plan, number, index, &review.lines, asking)?;
        if is_unfinished {
            review.win = win_after(game, index, score);
        }
        let moves = std::iter::once(made)
            .chain(reply.into_iter().map(Some))
            .collect();
        judge(plan, &mut review, score, moves, asking)?;
    }
    Some(review)
}

/// The value of a move for its side, and the best play after it. A search that is unfinished finds no fault: the move is then
/// worth what the best line before it is.
fn value_after(
    plan: &Plan,
    number: usize,
    index: usize,
    lines: &[FoundLine],
    asking: &mut Asking<'_>,
) -> Option<(Score, Vec<Point>)> {
    let game = &plan.games()[number];
    if index + 1 == game.moves.len() {
        let ended = match game.end {
            GameEnd::Open => None,
            GameEnd::Five(_) => Some(Score::win_in(1)),
            GameEnd::Full => Some(Score::ZERO),
            GameEnd::Forbidden(_) => Some(Score::loss_in(1)),
        };
        if let Some(score) = ended {
            return Some((score, Vec::new()));
        }
    }
    let found = plan.result(number, index + 1, asking)?;
    Some(if let Some(line) = found.lines.first() {
        (a_move_earlier(line.score), line.moves.clone())
    } else {
        let best = lines.first().filter(|_| found.is_unfinished);
        (best.map_or(Score::ZERO, |line| line.score), Vec::new())
    })
}

fn judge(
    plan: &Plan,
    review: &mut MoveReview,
    score: Score,
    moves: Vec<Option<Point>>,
    asking: &mut Asking<'_>,
) -> Option<()> {
    let game = &plan.games()[review.game];
    let made = moves[0];
    let win = win_after(game, review.index, score);
    let position = game.position(review.index);
    let own = OwnSymmetries::of(&position);
    // The search looks at one of the moves that a symmetry makes equal: they are the same move.
    for line in &mut review.lines {
        made.inspect(|&made| own.turn(&mut line.moves, made));
    }
    let mut is_best = review
        .lines
        .first()
        .is_some_and(|line| Some(line.moves[0]) == made);
    if let Some(point) = made.filter(|_| is_best && review.win - win >= INACCURACY) {
        let others: PointSet = own.images(point).collect();
        let effort = plan.effort_of(asking.pass);
        let found = asking
            .searcher
            .search(&position, others, &effort, asking.stop);
        if asking.stop.is_raised() {
            return None;
        }
        review.nodes += found.nodes;
        let better = found.lines.into_iter().next();
        let better = better.map(|line| {
            let win = win_probability(game.start.rule(), line.score, game.stones(review.index));
            (win, line)
        });
        // The first search was wrong about the move: its own value is now that of the next search.
        review.win = win;
        if let Some((better, line)) = better.filter(|(better, _)| *better > win) {
            review.win = better;
            put_first(&mut review.lines, line);
            is_best = false;
        }
    }
    let loss = if is_best {
        0.0
    } else {
        (review.win - win).max(0.0)
    };
    let best = review
        .lines
        .first()
        .filter(|_| !is_best)
        .map(|line| line.score);
    review.played = Some(PlayedMove {
        score,
        moves,
        win,
        loss,
        grade: if is_best {
            Grade::Best
        } else {
            Grade::of_loss(loss)
        },
        missed_win: best.is_some_and(|best| best.is_win() && !score.is_win()),
        into_loss: best.is_some_and(|best| score.is_loss() && !best.is_loss()),
    });
    Some(())
}

/// Puts a line first and takes an older one of the same move away. The number of lines stays the same.
fn put_first(lines: &mut Vec<FoundLine>, line: FoundLine) {
    let count = lines.len().max(1);
    lines.retain(|known| known.moves[0] != line.moves[0]);
    lines.insert(0, line);
    lines.truncate(count);
}

fn win_after(game: &SourceGame, index: usize, score: Score) -> f64 {
    win_probability(game.start.rule(), score, game.stones(index + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Effort;
    use crate::source::{ReadOptions, read_games};
    use kagetsu_gomoku::geometry::{BoardSize, Rows, Symmetry};

    fn reviews(text: &str, lines: usize) -> Vec<MoveReview> {
        let games = read_games("text", text.as_bytes(), &ReadOptions::default()).into_iter();
        let effort = Effort {
            nodes: Some(1500),
            lines,
            ..Effort::default()
        };
        let plan = Plan::new(games.flatten().collect(), effort);
        let mut searcher = Searcher::new(1);
        let stop = StopSignal::new();
        let all = (0..plan.tasks()).map(|task| review(&plan, task, &mut searcher, &stop));
        all.map(|review| review.expect("nobody stops it")).collect()
    }

    #[test]
    fn a_search_without_an_iteration_has_no_lines_and_finds_no_fault() {
        let games = read_games("text", b"h8i9", &ReadOptions::default()).into_iter();
        let effort = Effort {
            nodes: Some(1),
            ..Effort::default()
        };
        let plan = Plan::new(games.flatten().collect(), effort);
        let (mut searcher, stop) = (Searcher::new(1), StopSignal::new());
        let all = (0..plan.tasks()).map(|task| review(&plan, task, &mut searcher, &stop));
        let all: Vec<MoveReview> = all.map(|review| review.expect("nobody stops it")).collect();
        let last = all.last().expect("the position after the moves");
        assert!(last.lines.is_empty(), "{last:?}");
        let mut played = all.iter().filter_map(|review| review.played.as_ref());
        assert!(!played.any(PlayedMove::is_fault), "{all:?}");
    }

    #[test]
    fn a_missed_five_and_a_loss_walked_into_are_named() {
        // White does not stop a four with the eighth move, and Black does not make the five.
        let all = reviews("h8l8i8a15j8o1k8o15c3g8", 1);
        let played = |index: usize| all[index].played.as_ref().expect("a move");
        let missed = played(8);
        assert!(missed.missed_win && !missed.into_loss, "{missed:?}");
        assert_eq!(all[8].lines[0].score, Score::win_in(1));
        let blind = played(7);
        assert!(blind.into_loss && !blind.missed_win, "{blind:?}");
        assert!(
            all.len() == 11 && all[10].played.is_none(),
            "the last position"
        );
    }

    #[test]
    fn moves_that_a_symmetry_makes_equal_are_the_same_move() {
        let size = BoardSize::STANDARD;
        let best = reviews("h8", 1)[1].lines[0].moves[0];
        for symmetry in Symmetry::all(size) {
            let image = Rows::FromBottom.name(symmetry.apply(best, size), size);
            let review = &reviews(&format!("h8{image}"), 1)[1];
            let played = review.played.as_ref().expect("a move");
            let first = Rows::FromBottom.name(review.lines[0].moves[0], size);
            let is_image = Symmetry::all(size)
                .any(|other| other.apply(review.lines[0].moves[0], size) == best);
            assert_eq!(played.grade == Grade::Best, first == image);
            assert_eq!(
                is_image,
                first == image,
                "{first} is no better than {image}"
            );
        }
    }

    #[test]
    fn a_five_is_best_and_ends_the_game() {
        let all = reviews("h8a1i8a15j8o1k8o15g8", 1);
        assert_eq!(all.len(), 9);
        let five = all[8].played.as_ref().expect("a move");
        assert_eq!((five.score, five.grade), (Score::win_in(1), Grade::Best));
        assert!(five.loss.abs() < 1e-12 && (five.win - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_same_question_has_the_same_answer_in_any_order() {
        let text = "h8i9j10h9\nh8i9g7\n";
        let games = || {
            read_games("text", text.as_bytes(), &ReadOptions::default())
                .into_iter()
                .flatten()
        };
        let effort = Effort {
            nodes: Some(600),
            lines: 2,
            ..Effort::default()
        };
        let (forward, backward) = (
            Plan::new(games().collect(), effort),
            Plan::new(games().collect(), effort),
        );
        let stop = StopSignal::new();
        let mut searcher = Searcher::new(1);
        let mut one = |plan: &Plan, task| review(plan, task, &mut searcher, &stop);
        let first: Vec<_> = (0..forward.tasks())
            .map(|task| one(&forward, task))
            .collect();
        let mut second: Vec<_> = (0..backward.tasks())
            .rev()
            .map(|task| one(&backward, task))
            .collect();
        second.reverse();
        assert_eq!(first, second);
        let most = first.iter().flatten().map(|review| review.lines.len());
        assert_eq!(most.max(), Some(2));
    }

    #[test]
    fn only_faults_are_searched_deeper() {
        // White does not stop a four with the eighth move, and Black does not make the five.
        let text = "h8l8i8a15j8o1k8o15c3g8";
        let once = reviews(text, 1);
        let games = || {
            let read = read_games("text", text.as_bytes(), &ReadOptions::default());
            read.into_iter().flatten().collect()
        };
        let effort = |nodes| Effort {
            nodes: Some(nodes),
            ..Effort::default()
        };
        let plan = Plan::new(games(), effort(1500)).deepening(4);
        let long = Plan::new(games(), effort(6000));
        let (mut searcher, stop) = (Searcher::new(1), StopSignal::new());
        let mut deepened = 0;
        for (task, first) in once.iter().enumerate() {
            let found = review(&plan, task, &mut searcher, &stop).expect("nobody stops it");
            let is_fault = first.played.as_ref().is_some_and(PlayedMove::is_fault);
            assert_eq!(found.is_deepened, is_fault, "move {}", task + 1);
            if is_fault {
                deepened += 1;
                let long = review(&long, task, &mut searcher, &stop).expect("nobody stops it");
                assert_eq!(found.played, long.played, "move {}", task + 1);
                assert_eq!(found.nodes, first.nodes + long.nodes);
            } else {
                assert_eq!(&found, first);
            }
        }
        assert!((2..once.len()).contains(&deepened), "{deepened}");
    }

    #[test]
    fn what_is_stopped_is_not_judged() {
        let games = read_games("text", b"h8i9", &ReadOptions::default()).into_iter();
        let plan = Plan::new(games.flatten().collect(), Effort::default());
        let stop = StopSignal::new();
        stop.raise();
        assert_eq!(review(&plan, 0, &mut Searcher::new(1), &stop), None);
        assert_eq!(
            review(&plan, 99, &mut Searcher::new(1), &StopSignal::new()),
            None
        );
    }
}
