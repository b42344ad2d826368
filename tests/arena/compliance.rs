//! Tests that the compliance check finds the faults of an engine, and none in a correct engine.

use kagetsu_arena::EngineSpec;
use kagetsu_arena::compliance::{Check, checks, examine};
use kagetsu_arena::protocol::Protocol;
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::StopSignal;
use libtest_mimic::Trial;

use crate::brains::command;

/// The check of a protocol with this name.
pub(crate) fn check(protocol: Protocol, name: &str) -> Result<Check, &'static str> {
    let all = checks(protocol, &[Rule::Freestyle]);
    all.into_iter()
        .find(|check| check.name == name)
        .ok_or("no such check")
}

/// Most examinations of an engine without fault.
const TRIES: usize = 5;

/// Has an engine without fault examined. A machine that is busy for long delays it by more than is excused: where a limit of
/// time was overrun it is examined once more.
pub(crate) fn finds_nothing(spec: &EngineSpec, check: &Check) -> Result<(), String> {
    let examined = || examine(spec, check, &StopSignal::new()).result;
    let is_late = |result: &Result<(), String>| {
        result
            .as_ref()
            .is_err_and(|failure| failure.ends_with(" ms"))
    };
    let mut result = examined();
    for _ in 1..TRIES {
        if !is_late(&result) {
            break;
        }
        result = examined();
    }
    result
}

/// Has an engine examined, which is to be complained about.
pub(crate) fn finds(spec: &EngineSpec, check: &Check, complaint: &str) -> Result<(), String> {
    let result = examine(spec, check, &StopSignal::new()).result;
    match &result {
        Err(failure) if failure.contains(complaint) => Ok(()),
        _ => Err(format!("{result:?}")),
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    // Name of the check, manner of the engine, part of the complaint if it is to be found wanting.
    [
        ("START is answered OK", "proper", None),
        ("15 and 20 in one process", "proper", None),
        ("BEGIN, then TURN", "proper", None),
        ("an empty BOARD asks for a move", "proper", None),
        (
            "one answer to one request",
            "talkative",
            Some("'I am thinking' is no move"),
        ),
        ("INFO is never answered", "proper", None),
        ("END ends it", "proper", None),
        ("END ends it", "chatter", Some("still runs")),
        ("the end of its input ends it", "proper", None),
        ("START is answered OK", "crash-at-start", Some("has ended")),
        (
            "START is answered OK",
            "refuse",
            Some("'ERROR unsupported size'"),
        ),
        (
            "START is answered OK",
            "no-such-program",
            Some("cannot be started"),
        ),
        (
            "BOARD sets up positions",
            "centre",
            Some("illegal: the point is not empty"),
        ),
        // It sleeps for longer than any busy machine excuses.
        (
            "BEGIN, then TURN",
            "asleep",
            Some("for a move of at most 500 ms"),
        ),
        (
            "standard error stays empty",
            "complain",
            Some("wrote 1 line to standard error"),
        ),
        ("rule freestyle", "proper", Some("does not make five")),
    ]
    .into_iter()
    .map(|(name, manner, complaint)| {
        Trial::test(format!("compliance::{manner}::{name}"), move || {
            let spec = EngineSpec::new(manner, command(manner));
            let check = check(Protocol::Gomocup, name)?;
            Ok(match complaint {
                Some(complaint) => finds(&spec, &check, complaint),
                None => finds_nothing(&spec, &check),
            }?)
        })
    })
    .collect()
}
