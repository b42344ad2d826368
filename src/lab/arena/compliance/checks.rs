//! The lists of all checks, one for each protocol.

use kagetsu_gomoku::board::Rule;

use super::super::protocol::Protocol;
use super::check::{Check, CheckRow, Weight};
use super::{connect6, gtp, limits, nboard, odd_input, talk};

const GOMOCUP: [CheckRow; 28] = [
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

/// All checks of a protocol. In the Gomocup protocol there is one for each of the rules that the engine is to know.
pub fn checks(protocol: Protocol, rules: &[Rule]) -> Vec<Check> {
    let (rows, rules): (&[CheckRow], &[Rule]) = match protocol {
        Protocol::Gomocup => (&GOMOCUP, rules),
        Protocol::Gtp => (&gtp::ROWS, &[]),
        Protocol::NBoard => (&nboard::ROWS, &[]),
        Protocol::Sau => (&connect6::SAU, &[]),
        Protocol::Cloudict => (&connect6::CLOUDICT, &[]),
    };
    let plain = rows
        .iter()
        .map(|&(weight, name, run)| Check::new(weight, name, run));
    plain
        .chain(rules.iter().map(|&rule| Check::of_rule(rule)))
        .collect()
}
