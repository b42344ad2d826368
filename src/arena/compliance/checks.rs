//! The list of all checks and how they are run.

use kagetsu_gomoku::board::Rule;

use super::super::settings::EngineSpec;
use super::examinee::Failure;
use super::{limits, odd_input, rules, talk};

/// The weight of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// An engine that fails the check loses games under some manager.
    Required,
    /// Part of the protocol that only some managers use, or good manners.
    Advised,
}

/// One check.
#[derive(Clone, Debug)]
pub struct Check {
    /// The name of the check, in a few words.
    pub name: String,
    /// Its weight.
    pub weight: Weight,
    run: Run,
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Plain(fn(&EngineSpec) -> Result<(), Failure>),
    Rule(Rule),
}

type CheckRow = (Weight, &'static str, fn(&EngineSpec) -> Result<(), Failure>);

const ROWS: [CheckRow; 28] = [
    (Weight::Required, "START is answered OK", talk::start),
    (Weight::Required, "15 and 20 in one process", talk::sizes),
    (Weight::Required, "BEGIN, then TURN", talk::begin_and_turn),
    (
        Weight::Required,
        "TURN as the first request",
        talk::turn_first,
    ),
    (Weight::Required, "BOARD sets up positions", talk::board),
    (
        Weight::Required,
        "an empty BOARD asks for a move",
        talk::empty_block,
    ),
    (Weight::Required, "INFO is never answered", talk::info),
    (
        Weight::Required,
        "one answer to one request",
        talk::one_answer,
    ),
    (Weight::Required, "END ends it", talk::end),
    (Weight::Required, "time for a move", limits::turn),
    (Weight::Required, "time for the game", limits::game),
    (Weight::Required, "memory", limits::memory),
    (
        Weight::Required,
        "an unknown command does no harm",
        odd_input::unknown_command,
    ),
    (
        Weight::Required,
        "lines that end as on Windows",
        odd_input::line_ends,
    ),
    (Weight::Advised, "no time: a move at once", limits::zero),
    (Weight::Advised, "ABOUT", talk::about),
    (Weight::Advised, "RESTART", talk::restart),
    (Weight::Advised, "TAKEBACK", talk::take_back),
    (
        Weight::Advised,
        "RECTSTART is obeyed or refused",
        talk::rectangle,
    ),
    (Weight::Advised, "SWAP2BOARD", talk::swap2),
    (
        Weight::Advised,
        "the end of its input ends it",
        talk::end_of_input,
    ),
    (
        Weight::Advised,
        "standard error stays empty",
        talk::silent_errors,
    ),
    (
        Weight::Advised,
        "commands in lower case",
        odd_input::lower_case,
    ),
    (
        Weight::Advised,
        "a huge board is refused",
        odd_input::huge_board,
    ),
    (
        Weight::Advised,
        "a stone off the board is refused",
        odd_input::off_board,
    ),
    (
        Weight::Advised,
        "a stone on a stone is refused",
        odd_input::occupied,
    ),
    (Weight::Advised, "nonsense is refused", odd_input::nonsense),
    (Weight::Advised, "very long lines", odd_input::long_lines),
];

/// All checks, with one for each of the rules that the engine is to know.
pub fn checks(rules: &[Rule]) -> Vec<Check> {
    let plain = ROWS.into_iter().map(|(weight, name, run)| Check {
        name: name.to_string(),
        weight,
        run: Run::Plain(run),
    });
    let of_rules = rules.iter().map(|&rule| Check {
        name: format!("rule {rule}"),
        weight: Weight::Required,
        run: Run::Rule(rule),
    });
    plain.chain(of_rules).collect()
}

/// Runs one check with a process of its own.
///
/// # Errors
/// A sentence that says what the engine did wrong.
pub fn examine(spec: &EngineSpec, check: &Check) -> Result<(), Failure> {
    match check.run {
        Run::Plain(run) => run(spec),
        Run::Rule(rule) => rules::knows(spec, rule),
    }
}
