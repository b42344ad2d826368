//! What may be said of this program where it is an engine, as `self`. The program itself passes over what it does not
//! know, as managers expect; a person who has mistyped an option wants to know it before the first game.

use clap::{Arg, Args, Command, Subcommand, ValueHint};
use kagetsu_arena::protocol::Protocol;
use kagetsu_classics::ClassicArgs;
use kagetsu_connect6::cli::Connect6Command;
use kagetsu_notation::Ruleset;
use kagetsu_protocol::info::{LOG, PassedOver, expected_value, key_names, passed_over};

use crate::analyse::AnalyseArgs;
use crate::error::CommandError;
use crate::gtp::GtpArgs;

/// The command that stands for this program.
pub(super) const SELF: &str = "self";
/// The sub-command that plays a classic program, the only one that speaks the Gomocup protocol of Gomoku.
const CLASSIC: &str = "classic";
/// The sub-command that speaks GTP for Gomoku.
const GTP: &str = "gtp";
/// The sub-command and the option that answer JSON queries.
const ANALYSE: &str = "analyse";
const SERVE: &str = "--serve";

/// Makes this program the server of a game other than Gomoku, of GTP or of JSON queries, and checks what follows `self` in
/// the command of the engine. No word is left to be passed over.
pub(super) fn complete(
    engine: &str,
    command: &mut Vec<String>,
    game: Ruleset,
    protocol: Protocol,
) -> Result<(), CommandError> {
    let given = command[1..].join(" ");
    if game.gomoku().is_none() {
        let words = [game.name(), "serve", "--protocol", protocol.name()];
        command.splice(1..1, words.map(String::from));
    } else if protocol == Protocol::Gtp {
        command.insert(1, GTP.to_string());
    } else if protocol == Protocol::Json {
        command.splice(1..1, [ANALYSE, SERVE].map(String::from));
    }
    let read = grammar(game, protocol).try_get_matches_from(&command[1..]);
    read.map(|_| ()).map_err(|error| {
        let (reason, expected) = (reason(&error), expected(game, protocol));
        CommandError::input(format!(
            "'{engine}' is this program: 'self {given}' is refused: {reason}: {expected}"
        ))
    })
}

/// What may follow `self`.
fn grammar(game: Ruleset, protocol: Protocol) -> Command {
    let root = Command::new(SELF)
        .no_binary_name(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true);
    match game {
        Ruleset::Reversi => root.subcommand(kagetsu_reversi::cli::Command::augment_subcommands(
            Command::new(game.name()),
        )),
        Ruleset::Connect6 => root.subcommand(Connect6Command::augment_subcommands(Command::new(
            game.name(),
        ))),
        Ruleset::Gomoku(_) if protocol == Protocol::Gtp => {
            root.subcommand(GtpArgs::augment_args(Command::new(GTP)))
        }
        Ruleset::Gomoku(_) if protocol == Protocol::Json => {
            root.subcommand(AnalyseArgs::augment_args(Command::new(ANALYSE)))
        }
        Ruleset::Gomoku(_) => root
            .arg(
                Arg::new(LOG)
                    .long(LOG)
                    .value_name("FILE")
                    .value_hint(ValueHint::FilePath),
            )
            .subcommand(ClassicArgs::augment_args(Command::new(CLASSIC))),
    }
}

const fn expected(game: Ruleset, protocol: Protocol) -> &'static str {
    match game {
        Ruleset::Gomoku(_) if matches!(protocol, Protocol::Gtp) => {
            "`pbrain-kagetsu gtp --help` lists what may follow self"
        }
        Ruleset::Gomoku(_) if matches!(protocol, Protocol::Json) => {
            "`pbrain-kagetsu analyse --help` lists what may follow self"
        }
        Ruleset::Reversi => "`pbrain-kagetsu reversi serve --help` lists what may follow self",
        Ruleset::Connect6 => "`pbrain-kagetsu connect6 serve --help` lists what may follow self",
        Ruleset::Gomoku(_) => {
            "only --log FILE or classic NAME may follow self, and settings are written as option.KEY=VALUE, such as cmd=self,option.strength=50"
        }
    }
}

/// The first line of an error and its tips, without the usage.
fn reason(error: &clap::Error) -> String {
    let text = error.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let first = first.strip_prefix("error: ").unwrap_or(first).trim();
    let tips = rest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("tip: "))
        .filter(|tip| !tip.contains("as a value"));
    [first]
        .into_iter()
        .chain(tips)
        .collect::<Vec<_>>()
        .join("; ")
}

/// Refuses options that this program would pass over: another engine may have settings of any name, but this one is known.
pub(super) fn check_options(
    engine: &str,
    options: &[(String, String)],
) -> Result<(), CommandError> {
    let mut refused = options
        .iter()
        .filter_map(|(option, value)| Some((option, value, passed_over(option, value)?)));
    let Some((option, value, why)) = refused.next() else {
        return Ok(());
    };
    Err(CommandError::input(match why {
        PassedOver::Unknown => format!(
            "'{engine}' is this program, which has no setting '{option}': it has {}",
            key_names().collect::<Vec<_>>().join(", ")
        ),
        PassedOver::NoNumber => format!(
            "'{engine}' is this program: option.{option}={value} is refused: expected {}",
            expected_value(option)
        ),
    }))
}

#[cfg(test)]
mod tests {
    use kagetsu_classics::Program;
    use kagetsu_gomoku::board::Rule;

    use super::*;

    fn completed(command: &str, game: Ruleset, protocol: Protocol) -> Result<String, String> {
        let mut words = shlex::split(command).expect("words");
        match complete("a", &mut words, game, protocol) {
            Ok(()) => Ok(words.join(" ")),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn what_this_program_would_pass_over_behind_self_is_refused() {
        let gomoku = Ruleset::from(Rule::Renju);
        for known in [
            "self",
            "self --log a.txt",
            "self --log=a.txt",
            "self classic carbon --seed 2",
        ] {
            let program = known.replace("carbon", Program::ALL[0].name());
            assert_eq!(
                completed(&program, gomoku, Protocol::Gomocup),
                Ok(program.clone())
            );
        }
        for (wrong, message) in [
            (
                "self --levle 3",
                "'self --levle 3' is refused: unexpected argument '--levle'",
            ),
            ("self --logg a", "a similar argument exists: '--log'"),
            ("self --log", "a value is required for '--log <FILE>'"),
            ("self --help", "unexpected argument '--help'"),
            ("self bench", "'bench'"),
            ("self hello", "option.KEY=VALUE"),
            ("self classic nobody", "invalid value 'nobody'"),
            ("self clasic five", "'classic'"),
        ] {
            let said = completed(wrong, gomoku, Protocol::Gomocup).expect_err(wrong);
            assert!(said.contains(message), "{wrong}: {said}");
            assert!(!said.contains('\n'), "{wrong}: {said}");
        }
    }

    #[test]
    fn what_follows_self_is_checked_in_every_game() {
        assert_eq!(
            completed("self --level 3", Ruleset::Reversi, Protocol::Gtp),
            Ok("self reversi serve --protocol gtp --level 3".to_string())
        );
        for (game, protocol) in [
            (Ruleset::Reversi, Protocol::Gtp),
            (Ruleset::Connect6, Protocol::Sau),
        ] {
            let said = completed("self --levle 3", game, protocol).expect_err("a mistyped option");
            assert!(said.contains("exists: '--level'"), "{said}");
            assert!(said.contains("serve --help"), "{said}");
        }
    }
}
