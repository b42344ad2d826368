//! The lists of all checks, one for each protocol.

use kagetsu_gomoku::board::Rule;

use super::super::protocol::Protocol;
use super::check::{Check, CheckTable};
use super::{connect6, gtp, limits, nboard, odd_input, talk};

const GOMOCUP: CheckTable = CheckTable {
    required: &[
        ("START is answered OK", talk::start),
        ("15 and 20 in one process", talk::sizes),
        ("BEGIN, then TURN", talk::begin_and_turn),
        ("TURN as the first request", talk::turn_first),
        ("BOARD sets up positions", talk::board),
        ("an empty BOARD asks for a move", talk::empty_block),
        ("INFO is never answered", talk::info),
        ("one answer to one request", talk::one_answer),
        ("END ends it", talk::end),
        ("time for a move", limits::turn),
        ("time for the game", limits::game),
        ("memory", limits::memory),
        (
            "an unknown command does no harm",
            odd_input::unknown_command,
        ),
        ("lines that end as on Windows", odd_input::line_ends),
    ],
    advised: &[
        ("no time: a move at once", limits::zero),
        ("ABOUT", talk::about),
        ("RESTART", talk::restart),
        ("TAKEBACK", talk::take_back),
        ("RECTSTART is obeyed or refused", talk::rectangle),
        ("SWAP2BOARD", talk::swap2),
        ("the end of its input ends it", talk::end_of_input),
        ("standard error stays empty", talk::silent_errors),
        ("commands in lower case", odd_input::lower_case),
        ("a huge board is refused", odd_input::huge_board),
        ("a stone off the board is refused", odd_input::off_board),
        ("a stone on a stone is refused", odd_input::occupied),
        ("nonsense is refused", odd_input::nonsense),
        ("very long lines", odd_input::long_lines),
    ],
};

/// All checks of a protocol. In the Gomocup protocol there is one for each of the rules that the engine is to know.
pub fn checks(protocol: Protocol, rules: &[Rule]) -> Vec<Check> {
    let table = match protocol {
        Protocol::Gomocup => &GOMOCUP,
        Protocol::Gtp => &gtp::CHECKS,
        // The queries are answered without a game: there is nothing that a manager relies on beside the first answer.
        Protocol::Json => return Vec::new(),
        Protocol::NBoard => &nboard::CHECKS,
        Protocol::Sau => &connect6::SAU,
        Protocol::Cloudict => &connect6::CLOUDICT,
    };
    let rules = rules
        .iter()
        .filter(|_| protocol == Protocol::Gomocup)
        .map(|&rule| Check::of_rule(rule));
    table.checks().chain(rules).collect()
}
