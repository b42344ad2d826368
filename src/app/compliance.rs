//! `compliance`: examines any engine and prints which checks it passes and fails.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use comfy_table::{Table, presets};

use kagetsu_arena::EngineSpec;
use kagetsu_arena::compliance::{Check, Finding, Weight, checks, examine, try_start};
use kagetsu_arena::protocol::Protocol;
use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::counted;

use super::command_words::command_words;
use super::engine_guard::guard_engines;
use super::error::CommandError;
use super::interrupt::{COMPLETE, INTERRUPTED, stop_on_interrupt};
use super::progress::waiting_line;
use super::tournament::{existing_folder, find_program};

/// Arguments of `compliance`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 when all required checks are passed, 1 when not, 2 for bad input, 130 after Ctrl-C."
)]
pub(super) struct ComplianceArgs {
    /// Command line of the engine; quotes keep words together
    engine: String,
    /// What the engine speaks: gomocup (Gomoku), gtp or nboard (Reversi), sau or cloudict (Connect6)
    #[arg(long, default_value_t, hide_possible_values = true)]
    protocol: Protocol,
    /// A rule of Gomoku that the engine must know; may be given several times (default: all five)
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<Rule>,
    /// Folder in which the engine runs
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Print the conversation of every check that failed: `>` to the engine, `<` from it, `!` from its standard error
    #[arg(long, short)]
    verbose: bool,
}

/// Examines the engine and returns the exit code; a failure in a required check is an error. Ctrl-C breaks the examination
/// off and ends the engine; the checks before are printed.
pub(super) fn run(args: &ComplianceArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let command = command(args)?;
    let stop = stop_on_interrupt();
    let _guard = guard_engines();
    let spec = engine(args, command)?;
    let rules: &[Rule] = if args.rules.is_empty() {
        &Rule::ALL
    } else {
        &args.rules
    };
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header([
        "check",
        "weight",
        "result",
        "what happened",
    ]);
    let mut count = Count::default();
    let mut conversations = Vec::new();
    let checks = checks(args.protocol, rules);
    let line = waiting_line();
    for (number, check) in (1..).zip(&checks) {
        line.set_message(format!(
            "check {number} of {}: {} ",
            checks.len(),
            check.name
        ));
        let Finding { result, lines } = examine(&spec, check, &stop);
        if stop.is_raised() {
            break;
        }
        count.add(check, result.is_ok());
        if result.is_err() {
            conversations.push((&check.name, lines));
        }
        let weight = match check.weight {
            Weight::Required => "required",
            Weight::Advised => "advised",
        };
        let (word, what) = match result {
            Ok(()) => ("pass", String::new()),
            Err(failure) => ("FAIL", failure),
        };
        table.add_row([&check.name, weight, word, &what]);
    }
    line.finish_and_clear();
    writeln!(out, "{table}")?;
    if args.verbose {
        for (name, lines) in conversations {
            writeln!(out, "\n{name}")?;
            for line in lines {
                writeln!(out, "    {line}")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "required: {} of {} passed; advised: {} of {} passed",
        count.required.0, count.required.1, count.advised.0, count.advised.1
    )?;
    if stop.is_raised() {
        writeln!(out, "Interrupted before the last check.")?;
        return Ok(INTERRUPTED);
    }
    match count.required.1 - count.required.0 {
        0 => Ok(COMPLETE),
        failed => Err(CommandError::system(format!(
            "{} failed",
            counted(failed, "required check")
        ))),
    }
}

/// The engine with this command, whose program can be started.
fn engine(args: &ComplianceArgs, command: Vec<String>) -> Result<EngineSpec, CommandError> {
    let mut spec = EngineSpec::new(args.engine.clone(), command);
    let dir = args.dir.as_deref();
    spec.dir = dir
        .map(|dir| existing_folder(dir, &args.engine))
        .transpose()?;
    spec.protocol = args.protocol;
    try_start(&spec).map_err(|error| {
        let program = spec.command.first().map_or("", String::as_str);
        CommandError::input(format!(
            "the program '{program}' cannot be started: {error}"
        ))
    })?;
    Ok(spec)
}

/// The command of the engine, whose program is found as in a tournament.
fn command(args: &ComplianceArgs) -> Result<Vec<String>, CommandError> {
    if args.protocol == Protocol::Json {
        return Err(CommandError::input(
            "there are no checks for JSON queries: expected gomocup, gtp, nboard, sau or cloudict",
        ));
    }
    if args.protocol != Protocol::Gomocup && !args.rules.is_empty() {
        return Err(CommandError::input(format!(
            "--rule is for the protocol gomocup alone: by {} another game is played",
            args.protocol
        )));
    }
    let mut command = command_words(&args.engine)
        .filter(|words| !words.is_empty())
        .ok_or_else(|| {
            CommandError::input(format!("'{}' is no command line of an engine", args.engine))
        })?;
    command[0] = find_program(&command[0]).to_string_lossy().into_owned();
    Ok(command)
}

/// Passed checks and all checks, by weight.
#[derive(Default)]
struct Count {
    required: (usize, usize),
    advised: (usize, usize),
}

impl Count {
    fn add(&mut self, check: &Check, is_passed: bool) {
        let counter = match check.weight {
            Weight::Required => &mut self.required,
            Weight::Advised => &mut self.advised,
        };
        counter.0 += usize::from(is_passed);
        counter.1 += 1;
    }
}
