//! The text of search reports: lines for people, `REALTIME` marks, and groups of `INFO` lines.

use std::fmt::Write;
use std::time::Duration;

use kagetsu_gomoku::bench::per_second;
use kagetsu_gomoku::engine::Balance;
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_gomoku::search::{
    DefenceReport, DepthReport, Proof, ProofMethod, ProofReport, RootEvent,
};
use kagetsu_kernel::Score;

use super::reply::Reply;

/// Largest number of moves of a line that are shown. It keeps every text below a thousand bytes.
const MAX_LINE_MOVES: usize = 60;

/// The naming of points in text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Labels {
    /// A letter for the first number, then the second number counted from one at the top, as in tournament tools.
    FromTop,
    /// A letter for the second number, then the first number counted from one at the bottom, as in Yixin-Board.
    FromBottom {
        /// Number of rows, the number of values of the first number.
        rows: usize,
    },
}

impl Labels {
    /// The labels of Yixin-Board on a board of this size.
    pub(crate) const fn from_bottom(size: BoardSize) -> Self {
        Self::FromBottom { rows: size.width() }
    }

    /// Names a point.
    pub(crate) fn name(self, point: Point) -> String {
        match self {
            Self::FromTop => Rows::FromTop.name(point, BoardSize::LARGEST),
            Self::FromBottom { rows } => {
                let letter = (b'A' + point.y() as u8) as char;
                format!("{letter}{}", rows.saturating_sub(point.x()))
            }
        }
    }

    fn names(self, points: &[Point]) -> String {
        let names: Vec<String> = points
            .iter()
            .take(MAX_LINE_MOVES)
            .map(|&point| self.name(point))
            .collect();
        names.join(" ")
    }
}

/// The line for people about a finished depth. With several best moves, each has its own line.
pub(crate) fn depth_message(report: &DepthReport, multi_pv: usize, labels: Labels) -> Reply {
    let DepthReport {
        depth,
        selective_depth,
        score,
        ..
    } = report;
    let line = labels.names(&report.pv);
    Reply::Message(if multi_pv > 1 {
        let place = report.pv_index + 1;
        format!("({place}) {score} | {depth}-{selective_depth} | {line}")
    } else {
        let ms = report.elapsed.as_millis();
        format!("Depth {depth}-{selective_depth} | Eval {score} | Time {ms} | {line}")
    })
}

/// The line for people about a finished search of another program that speaks the protocol.
pub fn search_message(report: &DepthReport) -> Reply {
    depth_message(report, 1, Labels::FromTop)
}

/// The line about the result of an attempt to prove a win.
pub(crate) fn proof_message(report: &ProofReport, labels: Labels) -> Reply {
    let means = means_name(report.means);
    let cost = cost(report.nodes, report.elapsed);
    Reply::Message(match &report.proof {
        Proof::Win(line) => {
            let score = Score::win_in(line.len());
            format!("{means}: win {score} | {cost} | {}", labels.names(line))
        }
        Proof::None => format!("{means}: no win | {cost}"),
        Proof::Unknown => format!("{means}: unknown | {cost}"),
    })
}

/// The lines about the opponent's threat and the moves that defend against it.
pub(crate) fn defence_messages(report: &DefenceReport, labels: Labels) -> Vec<Reply> {
    let means = means_name(report.means);
    let cost = cost(report.nodes, report.elapsed);
    let DefenceReport {
        holding,
        unknown,
        lost,
        ..
    } = report;
    let texts = match &report.threat {
        Proof::None => vec![format!("Threat: none by {means} | {cost}")],
        Proof::Unknown => vec![format!("Threat: unknown | {cost}")],
        Proof::Win(line) => {
            let (plies, line) = (line.len(), labels.names(line));
            let counts = [holding, unknown, lost].map(Vec::len);
            let [holds, open, loses] = counts;
            let mut texts = vec![
                format!("Threat: {means} in {plies} | {line}"),
                format!("Defences: {holds} hold, {open} unknown, {loses} lose | {cost}"),
            ];
            for (word, moves) in [("Hold", holding), ("Unknown", unknown)] {
                if !moves.is_empty() {
                    texts.push(format!("{word}: {}", labels.names(moves)));
                }
            }
            texts
        }
    };
    texts.into_iter().map(Reply::Message).collect()
}

/// The line about balancing stones: the score is for the side that is to move after them.
pub(crate) fn balance_message(balance: &Balance) -> Reply {
    let cost = cost(balance.nodes, balance.elapsed);
    let score = balance
        .score
        .map_or_else(|| "none".to_string(), |score| score.to_string());
    Reply::Message(format!("Balance: {score} | {cost}"))
}

const fn means_name(means: ProofMethod) -> &'static str {
    match means {
        ProofMethod::Fours => "VCF",
        ProofMethod::Threats => "VCT",
        ProofMethod::AllMoves => "All moves",
    }
}

fn cost(nodes: u64, elapsed: Duration) -> String {
    format!("Nodes {nodes} | Time {}", elapsed.as_millis())
}

/// The group of `INFO` lines for one report of several, with the probability to win that its score stands for.
pub(crate) fn info_group(report: &DepthReport, reports: usize, win_rate: f64) -> Vec<Reply> {
    let mut best_line = String::from("BESTLINE");
    for point in report.pv.iter().take(MAX_LINE_MOVES) {
        // Writing to a string cannot fail.
        let _ = write!(best_line, " {},{}", point.x(), point.y());
    }
    [
        format!("PV {}", report.pv_index),
        format!("NUMPV {reports}"),
        format!("DEPTH {}", report.depth),
        format!("SELDEPTH {}", report.selective_depth),
        format!("NODES {}", report.nodes),
        format!("TOTALNODES {}", report.nodes),
        format!("TOTALTIME {}", report.elapsed.as_millis()),
        format!("SPEED {}", per_second(report.nodes, report.elapsed)),
        format!("EVAL {}", report.score),
        format!("WINRATE {win_rate:.4}"),
        best_line,
        "PV DONE".to_string(),
    ]
    .map(Reply::Info)
    .to_vec()
}

/// The mark on the manager's board for an event of the search.
pub(crate) fn mark(event: RootEvent) -> Reply {
    let (word, point) = match event {
        RootEvent::IterationStarted => return Reply::Message("REALTIME REFRESH".to_string()),
        RootEvent::Searching(point) => ("POS", point),
        RootEvent::Searched(point) => ("DONE", point),
        RootEvent::Best(point) => ("BEST", point),
        RootEvent::Lost(point) => ("LOST", point),
    };
    Reply::Message(format!("REALTIME {word} {},{}", point.x(), point.y()))
}

/// The score and the best line, for the display of Yixin-Board.
pub(crate) fn realtime_line(report: &DepthReport, labels: Labels) -> [Reply; 2] {
    [
        Reply::Message(format!("REALTIME VAL {}", report.score.value())),
        Reply::Message(format!("REALTIME PV {}", labels.names(&report.pv))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(score: Score) -> DepthReport {
        DepthReport {
            pv_index: 0,
            depth: 10,
            selective_depth: 18,
            score,
            nodes: 5000,
            elapsed: Duration::from_millis(250),
            pv: vec![Point::at(6, 8), Point::at(7, 7)],
        }
    }

    #[test]
    fn points_are_labelled_as_the_manager_does() {
        let size = BoardSize::square(15).expect("a legal size");
        assert_eq!(Labels::FromTop.name(Point::at(6, 8)), "g9");
        assert_eq!(Labels::from_bottom(size).name(Point::at(6, 8)), "I9");
    }

    #[test]
    fn depth_lines_are_short_sentences() {
        let text = |multi_pv| {
            depth_message(&report(Score::evaluation(120)), multi_pv, Labels::FromTop).to_string()
        };
        assert_eq!(text(1), "MESSAGE Depth 10-18 | Eval 120 | Time 250 | g9 h8");
        assert_eq!(text(3), "MESSAGE (1) 120 | 10-18 | g9 h8");
    }

    #[test]
    fn proofs_tell_means_verdict_and_line() {
        let text = |means, proof| {
            let report = ProofReport {
                means,
                proof,
                nodes: 5000,
                elapsed: Duration::from_millis(9),
            };
            proof_message(&report, Labels::FromTop).to_string()
        };
        let line = vec![Point::at(6, 8), Point::at(7, 7), Point::at(6, 9)];
        assert_eq!(
            text(ProofMethod::Threats, Proof::Win(line)),
            "MESSAGE VCT: win +M3 | Nodes 5000 | Time 9 | g9 h8 g10"
        );
        assert_eq!(
            text(ProofMethod::Threats, Proof::None),
            "MESSAGE VCT: no win | Nodes 5000 | Time 9"
        );
        assert_eq!(
            text(ProofMethod::AllMoves, Proof::Unknown),
            "MESSAGE All moves: unknown | Nodes 5000 | Time 9"
        );
    }

    #[test]
    fn defences_are_counted_and_named() {
        let mut report = DefenceReport {
            threat: Proof::None,
            means: ProofMethod::Threats,
            holding: vec![Point::at(6, 8)],
            unknown: Vec::new(),
            lost: vec![Point::at(0, 0), Point::at(0, 1)],
            nodes: 7,
            elapsed: Duration::ZERO,
        };
        let texts = |report: &DefenceReport| -> Vec<String> {
            defence_messages(report, Labels::FromTop)
                .iter()
                .map(ToString::to_string)
                .collect()
        };
        assert_eq!(
            texts(&report),
            ["MESSAGE Threat: none by VCT | Nodes 7 | Time 0"]
        );
        report.threat = Proof::Win(vec![Point::at(6, 8)]);
        assert_eq!(
            texts(&report),
            [
                "MESSAGE Threat: VCT in 1 | g9",
                "MESSAGE Defences: 1 hold, 0 unknown, 2 lose | Nodes 7 | Time 0",
                "MESSAGE Hold: g9",
            ]
        );
    }

    #[test]
    fn an_info_group_is_complete_and_ends_with_done() {
        let lines: Vec<String> = info_group(&report(Score::win_in(5)), 2, 1.0)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            lines,
            [
                "INFO PV 0",
                "INFO NUMPV 2",
                "INFO DEPTH 10",
                "INFO SELDEPTH 18",
                "INFO NODES 5000",
                "INFO TOTALNODES 5000",
                "INFO TOTALTIME 250",
                "INFO SPEED 20000",
                "INFO EVAL +M5",
                "INFO WINRATE 1.0000",
                "INFO BESTLINE 6,8 7,7",
                "INFO PV DONE",
            ]
        );
        let even = info_group(&report(Score::ZERO), 1, 0.5);
        assert_eq!(even[9].to_string(), "INFO WINRATE 0.5000");
    }

    #[test]
    fn the_longest_line_stays_below_a_thousand_bytes() {
        let mut long = report(Score::loss_in(400));
        long.pv = vec![Point::at(21, 21); 484];
        let size = BoardSize::square(22).expect("a legal size");
        let labels = Labels::from_bottom(size);
        let mut replies = info_group(&long, 1, 0.5);
        replies.extend(realtime_line(&long, labels));
        replies.push(depth_message(&long, 1, labels));
        let proof = ProofReport {
            means: ProofMethod::AllMoves,
            proof: Proof::Win(long.pv),
            nodes: u64::MAX,
            elapsed: Duration::MAX,
        };
        replies.push(proof_message(&proof, labels));
        assert!(replies.iter().all(|reply| reply.to_string().len() < 1000));
    }
}
