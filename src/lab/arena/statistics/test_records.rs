//! Made-up records for tests of tables.

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_notation::record::{Fault, FaultKind, GameRecord, GameResult, Reason, SCHEMA};

/// A game between two engines that ended by a row.
pub(crate) fn record(pair: u32, black: &str, white: &str, result: GameResult) -> GameRecord {
    GameRecord {
        schema: SCHEMA,
        game: 2 * pair,
        pair,
        black: black.to_owned(),
        white: white.to_owned(),
        rule: Rule::Freestyle.into(),
        size: 15,
        result,
        reason: Reason::Five,
        moves: String::new(),
        opening: 0,
        ms: Vec::new(),
        remarks: Vec::new(),
        memory_kib: [None; 2],
        fault: None,
    }
}

/// A game that an engine lost by a fault.
pub(crate) fn faulty(
    pair: u32,
    black: &str,
    white: &str,
    loser: &str,
    kind: FaultKind,
) -> GameRecord {
    let winner = if loser == black {
        Side::White
    } else {
        Side::Black
    };
    let mut record = record(pair, black, white, GameResult::win(winner));
    record.reason = Reason::Fault;
    record.fault = Some(Fault {
        engine: loser.to_owned(),
        kind,
        detail: String::new(),
        lines: Vec::new(),
    });
    record
}
