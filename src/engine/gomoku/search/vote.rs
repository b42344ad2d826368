//! The vote of the threads: which of their results is answered.

use super::deepen::Finding;

/// The place of the finding that is answered, the first of equals; `None` when there is none.
///
/// What is proved comes first: the shortest win, then the longest loss, since one thread's proof of a loss holds for
/// the moves of all. Otherwise every thread votes for its move, with more weight the better and the deeper its result.
pub(super) fn elect(findings: &[Finding], bias: i32) -> Option<usize> {
    let best_of = |wanted: fn(&Finding) -> bool| {
        let places = (0..findings.len()).rev();
        places
            .filter(|&place| wanted(&findings[place]))
            .max_by_key(|&place| findings[place].report.score)
    };
    best_of(|finding| finding.report.score.is_win())
        .or_else(|| best_of(|finding| finding.report.score.is_loss() && finding.is_complete))
        .or_else(|| most_votes(findings, bias))
        .or_else(|| best_of(|_| true))
}

/// The finding of the move with the most votes among those that are not decided.
fn most_votes(findings: &[Finding], bias: i32) -> Option<usize> {
    let is_open = |place: &usize| !findings[*place].report.score.is_decided();
    let voters: Vec<usize> = (0..findings.len()).filter(is_open).collect();
    let report = |place: usize| &findings[place].report;
    let worst = voters.iter().map(|&place| report(place).score).min()?;
    let weight = |place: usize| {
        let lead = report(place).score.value() - worst.value();
        // The bias gives the worst score a vote as well; the deeper result was looked at longer.
        i64::from(lead + bias) * i64::from(report(place).depth)
    };
    let votes_for = |place: usize| -> i64 {
        let agree = |&other: &usize| report(other).pv[0] == report(place).pv[0];
        voters.iter().copied().filter(agree).map(weight).sum()
    };
    let first_to_last = voters.iter().copied().rev();
    first_to_last.max_by_key(|&place| (votes_for(place), weight(place)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::report::DepthReport;
    use super::*;
    use crate::geometry::Point;
    use kagetsu_kernel::Score;

    const BIAS: i32 = 20;

    /// A finding of each thread: column of the move, score, depth.
    fn findings(list: &[(usize, Score, u32)]) -> Vec<Finding> {
        let finding = |(slot, &(column, score, depth)): (usize, &(usize, Score, u32))| Finding {
            slot,
            is_complete: true,
            report: DepthReport {
                pv_index: 0,
                depth,
                selective_depth: depth,
                score,
                nodes: 1,
                elapsed: Duration::ZERO,
                pv: vec![Point::at(column, 0)],
            },
        };
        list.iter().enumerate().map(finding).collect()
    }

    fn elected(list: &[(usize, Score, u32)]) -> Option<usize> {
        elect(&findings(list), BIAS)
    }

    #[test]
    fn one_thread_elects_itself_and_none_nobody() {
        assert_eq!(elected(&[]), None);
        for score in [Score::ZERO, Score::win_in(3), Score::loss_in(4)] {
            assert_eq!(elected(&[(1, score, 7)]), Some(0));
        }
    }

    #[test]
    fn the_shortest_win_comes_first() {
        let open = Score::evaluation(20_000);
        let (far, near) = (Score::win_in(9), Score::win_in(5));
        assert_eq!(
            elected(&[(1, open, 30), (2, far, 9), (3, near, 4)]),
            Some(2)
        );
        assert_eq!(elected(&[(1, near, 9), (2, near, 30)]), Some(0));
        assert_eq!(elected(&[(1, Score::loss_in(8), 9), (2, far, 9)]), Some(1));
    }

    #[test]
    fn a_proved_loss_is_put_off_as_long_as_possible() {
        let (soon, late) = (Score::loss_in(4), Score::loss_in(10));
        assert_eq!(
            elected(&[(1, Score::ZERO, 9), (2, soon, 9), (3, late, 8)]),
            Some(2)
        );
    }

    #[test]
    fn a_loss_of_the_first_moves_alone_is_no_proof() {
        let mut list = findings(&[(1, Score::loss_in(4), 12), (2, Score::ZERO, 11)]);
        list[0].is_complete = false;
        assert_eq!(elect(&list, BIAS), Some(1));
        assert_eq!(elect(&list[..1], BIAS), Some(0));
    }

    #[test]
    fn depth_and_score_weigh_together() {
        let score = Score::evaluation;
        assert_eq!(elected(&[(1, score(50), 10), (2, score(50), 11)]), Some(1));
        assert_eq!(elected(&[(1, score(90), 10), (2, score(50), 11)]), Some(0));
        assert_eq!(elected(&[(1, score(50), 10), (2, score(50), 10)]), Some(0));
    }

    #[test]
    fn two_threads_outvote_a_deeper_one() {
        let score = Score::evaluation;
        let list = [(1, score(50), 13), (2, score(50), 10), (2, score(55), 10)];
        assert_eq!(elected(&list), Some(2));
    }
}
