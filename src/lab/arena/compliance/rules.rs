//! Checks with positions in which only an engine that knows the rule finds the right move: obvious wins, obvious
//! defences, rows that do not win, and forbidden points.

use kagetsu_gomoku::board::Rule;

use super::conversation::{Failure, Subject};
use super::examinee::{Examinee, TURN, points, position};

/// A position with its right moves.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The rules under which it is used.
    pub rules: &'static [Rule],
    /// The moves up to it.
    pub moves: &'static str,
    /// The right moves.
    pub expected: Expected,
    /// Its subject, in a few words.
    pub about: &'static str,
}

/// The moves that are accepted.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// One of these moves.
    OneOf(&'static str),
    /// Any legal move. The move given here is tempting but forbidden.
    LegalDespite(&'static str),
}

/// The problems.
pub(crate) const PROBLEMS: [Problem; 6] = [
    Problem {
        rules: &Rule::ALL,
        moves: "d4a1e4c1f4e1g4g1",
        expected: Expected::OneOf("c4h4"),
        about: "make five of an open four",
    },
    Problem {
        rules: &[Rule::Freestyle, Rule::Standard, Rule::Renju],
        moves: "d4c4e4a1f4c1g4",
        expected: Expected::OneOf("h4"),
        about: "stop a four",
    },
    Problem {
        rules: &[Rule::Caro, Rule::CaroExact],
        moves: "d4c4e4a1f4c1g4",
        // The second closes the other end of the five.
        expected: Expected::OneOf("h4i4"),
        about: "stop a four",
    },
    Problem {
        rules: &[Rule::Standard, Rule::Renju, Rule::CaroExact],
        moves: "c4a10d4c12e4a14g4e14h4g12k4i14k5m12k6o14k7o10",
        expected: Expected::OneOf("k3k8"),
        about: "prefer a five to a row of six",
    },
    Problem {
        rules: &[Rule::Caro, Rule::CaroExact],
        moves: "d4c4e4i4f4a12g4c14k6e12k7g14k8m12k9o14",
        expected: Expected::OneOf("k5k10"),
        about: "know that a five closed at both ends does not count",
    },
    Problem {
        rules: &[Rule::Renju],
        moves: "f8i9g8j10h6k11h7l12m13a1",
        expected: Expected::LegalDespite("h8"),
        about: "not defend on a forbidden point",
    },
];

/// Checks that the engine solves all problems of this rule.
pub(super) fn knows(subject: Subject<'_>, rule: Rule) -> Result<(), Failure> {
    for problem in PROBLEMS
        .iter()
        .filter(|problem| problem.rules.contains(&rule))
    {
        let (request, mut board) = position(rule, problem.moves)?;
        // A new process for each problem: this check tests the rule, not a BOARD in the middle of a game.
        let mut examinee = Examinee::start_game(subject, rule)?;
        let point = examinee.move_within(&request, &mut board, TURN)?;
        if let Expected::OneOf(right) = problem.expected
            && !points(right)?.contains(&point)
        {
            let (about, moves) = (problem.about, problem.moves);
            return Err(format!("does not {about} after {moves}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::{IllegalMove, Outcome, Threat};

    use super::*;

    #[test]
    fn the_problems_have_the_answers_that_are_expected() {
        for problem in PROBLEMS {
            for &rule in problem.rules {
                let (_, mut board) = position(rule, problem.moves).expect("a sound problem");
                let side = board.side_to_move();
                match problem.expected {
                    Expected::LegalDespite(point) => {
                        let point = points(point).expect("a point")[0];
                        assert_eq!(board.threat(side.opponent(), point), Threat::Five);
                        let error = board.play(point).expect_err("forbidden");
                        assert!(matches!(error, IllegalMove::Forbidden(..)));
                    }
                    Expected::OneOf(right) => {
                        let right = points(right).expect("points");
                        let wins = board.count(side, Threat::Five) > 0;
                        // Exactly the right moves win or, where nothing wins, leave the opponent without a five.
                        for point in *board.empty() {
                            let mut after = board.clone();
                            let outcome = after.play(point);
                            let is_right = if wins {
                                outcome == Ok(Outcome::Win(side))
                            } else {
                                outcome.is_ok() && after.count(side.opponent(), Threat::Five) == 0
                            };
                            assert_eq!(is_right, right.contains(&point), "{rule}: {point:?}");
                        }
                    }
                }
            }
        }
    }
}
