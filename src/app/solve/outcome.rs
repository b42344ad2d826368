//! Runs the searches that the options ask for on a position, and makes one outcome of their answers.

use std::time::Duration;

use kagetsu_gomoku::board::{Board, Position, Side};
use kagetsu_gomoku::geometry::Point;
use kagetsu_gomoku::search::solver::{
    Limit, Order, Question, Solver, SolverLimits, Verdict, is_won, line_of_answers, line_of_attack,
};
use kagetsu_kernel::{Clock as _, StopSignal, WallClock};

use super::args::SolveArgs;

/// Most empty points at which the exact value is searched for without the option.
const FEW_POINTS: usize = 30;

/// The verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody can win.
    Draw,
    /// The side to move cannot win by the means that were tried.
    NoWin,
    /// The limits ended the search.
    Unknown,
}

/// The outcome for one position.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    pub(super) side: Side,
    pub(super) value: Value,
    /// The means by which the value was found, or was looked for last.
    pub(super) means: &'static str,
    /// The means by which there is no win, of those that were tried in vain.
    pub(super) ruled_out: Vec<&'static str>,
    /// The limit that came before the value was known.
    pub(super) limit: Option<Limit>,
    pub(super) verdict: Verdict,
    /// The moves of a win or a loss. Their number is an upper bound of the moves of both sides to the end.
    pub(super) line: Vec<Point>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

fn questions(args: &SolveArgs, free: usize) -> Vec<Question> {
    let fours = Question::Fours(if args.shortest {
        Order::Shortest
    } else {
        Order::Any
    });
    let all = [Question::Everything, Question::Loss];
    if args.means.vcf {
        vec![fours]
    } else if args.means.vct {
        vec![fours, Question::Threats]
    } else if args.means.full {
        all.to_vec()
    } else {
        let mut list = vec![fours, Question::Threats];
        if free <= FEW_POINTS {
            list.extend(all);
        }
        list
    }
}

const fn means(question: Question) -> &'static str {
    match question {
        Question::Fours(_) => "vcf",
        Question::Threats | Question::LossByThreats => "vct",
        Question::Everything | Question::Loss => "full",
    }
}

/// Solves one position, and no longer than until the signal is raised.
pub(super) fn solve(
    args: &SolveArgs,
    solver: &mut Solver,
    position: &Position,
    stop: &StopSignal,
) -> Solved {
    let clock = WallClock::start();
    let mut board = Board::from_position(position);
    let mut found = Solved {
        side: position.side_to_move(),
        value: Value::Unknown,
        means: "rules",
        ruled_out: Vec::new(),
        limit: None,
        verdict: Verdict::Unknown,
        line: Vec::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    if let Some(winner) = Side::BOTH.into_iter().find(|&side| is_won(&board, side)) {
        let own = winner == found.side;
        found.value = if own { Value::Win } else { Value::Loss };
        return found;
    }
    for question in questions(args, board.empty_count()) {
        let limits = SolverLimits {
            nodes: args
                .nodes
                .map_or(u64::MAX, |most| most.saturating_sub(found.nodes)),
            deadline: Some(args.time.0),
            clock: &clock,
            stop,
        };
        let answer = solver.solve(&mut board, question, limits);
        found.nodes += answer.nodes;
        found.means = means(question);
        found.value = match (&answer.verdict, question) {
            (Verdict::Win(_), _) => Value::Win,
            (Verdict::Loss(_), _) => Value::Loss,
            (Verdict::None, Question::Loss) if found.value == Value::NoWin => Value::Draw,
            // That there is no loss, or that this is open, says nothing of a win.
            (Verdict::None | Verdict::Unknown, Question::Loss) => found.value,
            (Verdict::None, _) => Value::NoWin,
            (Verdict::Unknown, _) => Value::Unknown,
        };
        found.limit = answer.limit.or_else(|| {
            found
                .limit
                .filter(|_| question == Question::Loss && found.value == Value::Unknown)
        });
        if answer.verdict == Verdict::None && question != Question::Loss {
            found.ruled_out.push(found.means);
        }
        match &answer.verdict {
            Verdict::Win(attack) => found.line = line_of_attack(&mut board, attack),
            Verdict::Loss(answers) => found.line = line_of_answers(&mut board, answers),
            Verdict::None | Verdict::Unknown => continue,
        }
        found.verdict = answer.verdict;
        break;
    }
    debug_assert!(found.line.len() <= board.empty_count());
    found.elapsed = clock.now();
    found
}
