//! The first request to an engine and its answer, in every protocol.

use super::dialogue::{parse_start, start_request};
use super::json_lines;
use super::protocol::Protocol;
use super::settings::GameSettings;

/// First line to an `NBoard` engine: the version of the protocol.
const NBOARD: &str = "nboard 2";
const PING: &str = "ping 1";
const PONG: &str = "pong 1";
/// What a GTP engine must answer before anything else. Its answer is a version.
const GTP_VERSION: &str = "protocol_version";
const SAU_NAME: &str = "name?";
const CLOUDICT_NAME: &str = "name";

/// The lines of the first request. The last one asks for an answer.
pub(crate) fn first_request(protocol: Protocol, settings: &GameSettings) -> Vec<String> {
    match protocol {
        Protocol::Gomocup => vec![start_request(settings)],
        Protocol::Gtp => vec![GTP_VERSION.to_string()],
        Protocol::Json => vec![json_lines::first_request()],
        Protocol::NBoard => vec![NBOARD.to_string(), PING.to_string()],
        Protocol::Sau => vec![SAU_NAME.to_string()],
        Protocol::Cloudict => vec![CLOUDICT_NAME.to_string()],
    }
}

/// Reads the answer to the first request: whether it is accepted, or the refusal.
pub(crate) fn parse_first_answer(protocol: Protocol, line: &str) -> Option<Result<(), String>> {
    match protocol {
        Protocol::Gomocup => parse_start(line),
        Protocol::Gtp => parse_gtp(line).map(|answer| answer.map(|_| ())),
        Protocol::Json => json_lines::parse_first_answer(line),
        Protocol::NBoard => line.eq_ignore_ascii_case(PONG).then_some(Ok(())),
        Protocol::Sau | Protocol::Cloudict => argument(line, "name").map(|_| Ok(())),
    }
}

/// Reads an answer of GTP: the text after `=`, or as an error the text after `?`.
pub(crate) fn parse_gtp(line: &str) -> Option<Result<String, String>> {
    let text = |rest: &str| rest.trim().to_string();
    match line.strip_prefix('=') {
        Some(rest) => Some(Ok(text(rest))),
        None => line.strip_prefix('?').map(|rest| Err(text(rest))),
    }
}

/// What follows a word at the start of a line. `None` if the line begins otherwise, or ends with the word.
pub(crate) fn argument<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    (first.eq_ignore_ascii_case(word) && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_echo_is_no_answer() {
        let settings = GameSettings::new(
            kagetsu_notation::Ruleset::Reversi,
            kagetsu_gomoku::geometry::BoardSize::square(8).expect("a legal size"),
        );
        for protocol in Protocol::ALL {
            for line in first_request(protocol, &settings) {
                assert_eq!(parse_first_answer(protocol, &line), None, "{line}");
            }
        }
    }

    #[test]
    fn answers_are_understood() {
        for (protocol, line, answer) in [
            (Protocol::Gomocup, "OK", Some(Ok(()))),
            (Protocol::Gtp, "= 2", Some(Ok(()))),
            (Protocol::Gtp, "? no", Some(Err("no".to_string()))),
            (
                Protocol::Json,
                r#"{"id":"version","action":"query_version","version":"1"}"#,
                Some(Ok(())),
            ),
            (Protocol::Json, "{}", None),
            (Protocol::NBoard, "pong 1", Some(Ok(()))),
            (Protocol::NBoard, "status", None),
            (Protocol::Sau, "name X", Some(Ok(()))),
            (Protocol::Cloudict, "Name X 2", Some(Ok(()))),
            (Protocol::Cloudict, "name", None),
        ] {
            assert_eq!(parse_first_answer(protocol, line), answer, "{line}");
        }
    }
}
