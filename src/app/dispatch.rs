//! From the command line to one sub-command. This is where output meets the real streams and errors become exit codes.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

use kagetsu_gomoku::bench;
use kagetsu_kernel::STACK_BYTES;
use kagetsu_siblings::command::{Console, Streams};

use super::cli::Tool;
use super::error::CommandError;
use super::interrupt::{COMPLETE, stop_on_interrupt};
use super::printed::without_controls;
use super::{
    analyse, best_move, book, command_line, compliance, database, datagen, dataset, depth,
    engine_guard, fidelity, forbidden, forecast, games, gtp, openings, perft, play, puzzles,
    shell_help, solve, tournament, train, tune, web, zero,
};

/// Are the arguments of the process (its name first) meant for [`run`]? If not, the engine speaks the protocol: some
/// managers pass options of their own, which are to be ignored.
pub fn are_for_commands<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> bool {
    let Some(first) = arguments.into_iter().nth(1) else {
        return false;
    };
    let first = first.as_ref().to_string_lossy();
    !first.starts_with('-') || ["-h", "--help", "-V", "--version"].contains(&first.as_ref())
}

/// Runs the sub-command that the arguments of the process name (its name first). The exit code is 0 for success, 2 for
/// bad input and 1 for any other failure; `tournament` and `tune` have more, which their help lists.
pub fn run<A: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = A>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if let Some(process) = engine_guard::guarded(&arguments) {
        engine_guard::guard(process);
        return ExitCode::SUCCESS;
    }
    // The main thread's stack is too small for a search on some systems.
    let worker = Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || run_here(arguments));
    match worker.map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => complain(&format!("error: cannot start a thread: {error}\n"), 1),
    }
}

fn run_here(arguments: Vec<OsString>) -> ExitCode {
    // It is not locked: a host writes on a thread of its own.
    let (mut out, mut err) = (io::stdout(), StandardError);
    let result = match command_line::read(arguments) {
        Ok(cli) if is_flushed(&cli.command) => execute(&cli.command, &mut out, &mut err),
        Ok(cli) => {
            execute(&cli.command, &mut out, &mut err).and_then(|code| flushed(&mut out, code))
        }
        Err(error) if error.use_stderr() => {
            let code = u8::try_from(error.exit_code()).unwrap_or(u8::MAX);
            return complain(&error.to_string(), code);
        }
        Err(help) => write!(out, "{help}")
            .map_err(CommandError::from)
            .and_then(|()| flushed(&mut out, COMPLETE)),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) if error.is_of_closed_output() => ExitCode::SUCCESS,
        Err(error) => complain(&format!("error: {error}\n"), error.exit_code()),
    }
}

/// The last bytes may be the first that find no room.
fn flushed(out: &mut dyn Write, code: u8) -> Result<u8, CommandError> {
    out.flush()?;
    Ok(code)
}

/// Standard error. A note that cannot be written, as nobody reads it or the disk is full, keeps no work from its end.
struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(io::stderr().write(bytes).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes to standard error; if even that fails, the exit code has to do. Control characters, which would reach the
/// terminal out of an argument or a file, are written as escapes.
fn complain(text: &str, code: u8) -> ExitCode {
    let _ = io::stderr().write_all(without_controls(text).as_bytes());
    ExitCode::from(code)
}

/// Runs a sub-command and returns the exit code.
pub(super) fn execute(
    command: &Tool,
    out: &mut dyn Write,
    err: &mut (dyn Write + Send),
) -> Result<u8, CommandError> {
    match command {
        Tool::Analyse(args) => return analyse::run(args, out, err),
        Tool::Games(command) => return games::run(command, out, err),
        Tool::Calibrate(args) => analyse::calibrate(args, out)?,
        Tool::Tournament(args) => return tournament::run(args, out, err),
        Tool::Tune(args) => return tune::run(args, out, err),
        Tool::Compliance(args) => return compliance::run(args, out),
        Tool::Datagen(args) => return datagen::run(args, out, err),
        Tool::Puzzles(args) => return puzzles::run(args, out, err),
        Tool::Solve(args) => return solve::run(args, out, err),
        Tool::Zero(command) => return zero::run(command, out, err),
        Tool::Train(args) => train::run(args, out, err)?,
        Tool::Web(args) => web::serve_page(args, out)?,
        Tool::Play(args) => return play::play(args, &mut BufReader::new(io::stdin()), out),
        Tool::Oxhorn(command) => kagetsu_oxhorn::cli::run(command, &mut console(out, err))?,
        Tool::Connect6(command) => {
            kagetsu_connect6::cli::run(command, Streams::standard(), &mut console(out, err))?;
        }
        Tool::Reversi(command) => {
            kagetsu_reversi::cli::run(command, Streams::standard(), &mut console(out, err))?;
        }
        Tool::Classic(args) => {
            kagetsu_classics::serve::serve(args.program, args.seed, io::stdin(), io::stdout())?;
        }
        Tool::Gtp(args) => gtp::run(args)?,
        Tool::Bench => bench::run(out)?,
        Tool::Book(command) => return book::run(command, out, err),
        Tool::Database(command) => database::run(command, out, err)?,
        Tool::Dataset(command) => return dataset::run(command, out, err),
        Tool::Completions(args) => shell_help::completions(command_line::command(), args, out)?,
        Tool::ManualPages(args) => shell_help::manual_pages(command_line::command(), args, out)?,
        Tool::Depth(args) => depth::run(args, out)?,
        Tool::Openings(args) => openings::run(args, out, err)?,
        Tool::Fidelity(command) => return fidelity::run(command, out, err),
        Tool::Forecast(args) => return forecast::run(args, out, err),
        Tool::Perft(args) => perft::run(args, out, err)?,
        Tool::Forbidden(args) => forbidden::run(args, out, err)?,
        Tool::Move(args) => return best_move::run(args, out, err),
    }
    Ok(COMPLETE)
}

/// The surroundings of a command of another game.
fn console<'a>(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Console<'a> {
    Console {
        out,
        err,
        interrupt: &stop_on_interrupt,
    }
}

/// Does somebody read every line at once, another program or a person? Then each is flushed, and a terminal that is closed
/// refuses no last bytes.
const fn is_flushed(command: &Tool) -> bool {
    matches!(
        command,
        Tool::Play(_)
            | Tool::Classic(_)
            | Tool::Gtp(_)
            | Tool::Connect6(kagetsu_connect6::cli::Connect6Command::Serve(_))
            | Tool::Reversi(kagetsu_reversi::cli::Command::Serve { .. })
            | Tool::Zero(zero::ZeroCommand::Serve(_))
    )
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn only_words_and_requests_for_help_are_commands() {
        for (arguments, expected) in [
            (&["engine"][..], false),
            (&["engine", "--force-utf8"], false),
            (&["engine", "bench"], true),
            (&["engine", "no-such-command"], true),
            (&["engine", "--help"], true),
            (&["engine", "-V"], true),
        ] {
            assert_eq!(are_for_commands(arguments), expected, "{arguments:?}");
        }
    }
}
