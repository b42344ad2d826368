//! Texts that several formats share.

use crate::record::GameRecord;

/// The text on one line: control characters, including line ends, become blanks.
pub fn blank_controls(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// A letter or digit of double width is so far from the plain one.
const WIDE_OFFSET: u32 = 0xfee0;

/// The text with letters, digits and signs of double width, as input methods of East Asia write them, as plain ones.
pub fn narrow(text: &str) -> String {
    let narrowed = |sign: char| match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(sign as u32 - WIDE_OFFSET).unwrap_or(sign),
        '\u{3000}' => ' ',
        _ => sign,
    };
    text.chars().map(narrowed).collect()
}

/// What our files say of a move of the opening, given or chosen by swap2.
pub const OPENING_COMMENT: &str = "opening";

/// Where an SGF with comments says so instead: a person may have written anything on the move.
pub(super) const OPENING_PROPERTY: &str = "N";

/// The score, depth and time of a move, such as `score 12, depth 9, 345 ms`.
pub(super) fn describe_move(record: &GameRecord, index: usize) -> String {
    if index < record.opening {
        return OPENING_COMMENT.to_string();
    }
    let mut parts = Vec::new();
    if let Some(remark) = record.remarks.get(index) {
        parts.extend(
            remark
                .score
                .iter()
                .map(|score| format!("score {}", blank_controls(score))),
        );
        parts.extend(remark.depth.map(|depth| format!("depth {depth}")));
    }
    parts.extend(record.ms.get(index).map(|ms| format!("{ms} ms")));
    parts.join(", ")
}

/// Records for the tests of all formats.
#[cfg(test)]
pub(super) mod samples {
    use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};

    use crate::record::{Fault, FaultKind, GameRecord, GameResult, Reason, Remark, SCHEMA};
    use kagetsu_gomoku::board::Rule;
    use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};

    /// A short game with everything that a record can hold.
    pub(crate) fn faulty_game() -> GameRecord {
        GameRecord {
            schema: SCHEMA,
            game: 4,
            pair: 2,
            black: "old [1]".to_string(),
            white: "new \\ \"2\"".to_string(),
            rule: Rule::Renju.into(),
            size: 15,
            result: GameResult::White,
            reason: Reason::Fault,
            moves: "h8i9j10a1".to_string(),
            opening: 2,
            ms: vec![0, 0, 345, 1],
            remarks: vec![
                Remark::default(),
                Remark::default(),
                Remark {
                    score: Some("-12".to_string()),
                    depth: Some(9),
                },
                Remark::default(),
            ],
            memory_kib: [Some(2048), None],
            fault: Some(Fault {
                engine: "old [1]".to_string(),
                kind: FaultKind::Time,
                detail: "1300 ms for a move of 1000 ms".to_string(),
                lines: vec!["> TURN 0,0".to_string(), "< MESSAGE a]b\\c".to_string()],
            }),
        }
    }

    fn name() -> impl Strategy<Value = String> {
        "[A-Za-z][ -~é]{0,12}[a-z]"
    }

    fn score() -> impl Strategy<Value = Option<String>> {
        prop_oneof![Just(None), "[-+]?[0-9M]{1,4}".prop_map(Some)]
    }

    fn fault() -> impl Strategy<Value = Option<Fault>> {
        let kind = prop::sample::select(FaultKind::ALL.to_vec());
        let lines = prop::collection::vec("[<>] .{0,20}", 0..4);
        prop::option::of((name(), kind, ".{0,20}", lines).prop_map(
            |(engine, kind, detail, lines)| Fault {
                engine,
                kind,
                detail,
                lines,
            },
        ))
    }

    /// Random records: the moves are different points, but need not be a possible game.
    pub(crate) fn games() -> impl Strategy<Value = GameRecord> {
        let size = BoardSize::MIN..=BoardSize::MAX;
        let moves = prop::collection::vec(any::<(usize, u64, Option<u32>)>(), 0..40);
        let ends = (
            prop::sample::select(vec![
                GameResult::Black,
                GameResult::White,
                GameResult::Draw,
                GameResult::Unfinished,
            ]),
            prop::sample::select(vec![
                Reason::Five,
                Reason::FullBoard,
                Reason::MoveLimit,
                Reason::AdjudicatedWin,
                Reason::AdjudicatedDraw,
                Reason::Fault,
                Reason::Unfinished,
            ]),
            fault(),
        );
        let rule = prop::sample::select(Rule::ALL.to_vec());
        (size, moves, [name(), name()], ends, rule, score()).prop_map(
            |(size, moves, [black, white], (result, reason, fault), rule, score)| {
                let mut free: Vec<Point> = (0..size * size)
                    .map(|index| Point::at(index % size, index / size))
                    .collect();
                let mut points = Vec::new();
                for (choice, ..) in moves.iter().take(size * size) {
                    points.push(free.swap_remove(choice % free.len()));
                }
                let moves = &moves[..points.len()];
                GameRecord {
                    schema: SCHEMA,
                    game: 7,
                    pair: 3,
                    black,
                    white,
                    rule: rule.into(),
                    size,
                    result,
                    reason,
                    moves: Rows::FromBottom.names(
                        &points,
                        BoardSize::square(size).expect("a legal size"),
                        "",
                    ),
                    opening: moves.len() / 2,
                    ms: moves.iter().map(|&(_, ms, _)| ms).collect(),
                    remarks: moves
                        .iter()
                        .map(|&(_, _, depth)| Remark {
                            score: score.clone(),
                            depth,
                        })
                        .collect(),
                    memory_kib: [None, Some(5)],
                    fault,
                }
            },
        )
    }
}
