//! `solve`: proves whether the side to move wins, for one position or many.

mod args;
mod outcome;
mod pool;
mod report;
mod tree;

use std::io::Write;

use super::error::CommandError;
use super::found_file::FoundFile;
use super::interrupt::{COMPLETE, exit_code, pass_on, stop_on_interrupt};
use super::may_close::MayClose;
use super::notes::Notes;
use super::position_arg::refuse_finished;
use super::position_list::parse_list;
use super::progress::{bar, waiting_line};
use super::source::input;
use kagetsu_kernel::MIB;
use kagetsu_kernel::file::Outputs;

pub(super) use args::SolveArgs;
use outcome::Solved;
use report::Report;

/// Solves all positions of the input and prints the results in its order; after Ctrl-C those that were
/// finished. Returns the exit code.
pub(super) fn run(
    args: &SolveArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let input = input(&args.input.position)?;
    let mut notes = Notes::default();
    let read = parse_list(&input, &args.input.options(), args.input.at, &mut notes);
    let mut problems = read.map_err(|error| input.error(error))?;
    notes.print(err)?;
    // A list is never refused because of one finished game; the solver reports such a game by the rules.
    if let [only] = problems.as_slice() {
        refuse_finished(&only.position)?;
    }
    // The form of the answers does not depend on the shard.
    let whole = problems.len();
    if let Some(shard) = args.shard {
        let part = shard.range(problems.len() as u64);
        problems.truncate(part.end as usize);
        problems.drain(..part.start as usize);
    }
    check_memory(args, problems.len())?;
    let interrupt = stop_on_interrupt();
    let progress = match problems.len() {
        0 | 1 => waiting_line(),
        length => bar(length as u64, 0, "positions"),
    };
    let mut trees = Outputs::new(args.overwrite)
        .reading(input.name.as_deref())
        .reading(&args.input.position)
        .printing()
        .begin_if(args.tree.as_deref())?
        .map(FoundFile::new);
    // Where trees are written as well, they are, whoever reads the answers.
    let mut may_close = MayClose::new(out);
    let out: &mut dyn Write = if trees.is_some() { &mut may_close } else { out };
    let mut report = Report::new(args, whole);
    let stop = pass_on(&interrupt);
    let mut left_out = Vec::new();
    pool::solve_all(args, &problems, &stop, |index, solved: &Solved| {
        progress.inc(1);
        if let Some(file) = &mut trees {
            if tree::is_too_large(&solved.verdict) {
                left_out.push(problems[index].id.as_str());
            } else {
                tree::write(&problems[index], solved, file)?;
            }
        }
        Ok(progress.suspend(|| report.add(&problems[index], solved, out))?)
    })?;
    progress.finish_and_clear();
    let is_written = trees.map(FoundFile::finish).transpose()?;
    report.finish(out)?;
    let code = exit_code(&interrupt);
    // Whoever broke it off knows that it is not complete.
    if code == COMPLETE {
        tree::check_complete(&left_out)?;
        if is_written == Some(false) {
            writeln!(err, "note: no win or loss is proved: no tree is written")?;
        }
    }
    Ok(code)
}

/// Memory that the solver of a thread takes besides its share of `--memory`, as for the positions that fours do not win.
const THREAD_BYTES: usize = 4 << 20;

/// Is there so much memory for the tables and the threads? It is looked for before the work, because a thread that finds
/// none later ends the program.
fn check_memory(args: &SolveArgs, problems: usize) -> Result<(), CommandError> {
    let mebibytes = args.memory;
    let threads = pool::threads(args, problems);
    let tables = usize::try_from(mebibytes.saturating_mul(MIB)).unwrap_or(usize::MAX);
    let all = tables.saturating_add(threads.saturating_mul(THREAD_BYTES));
    let is_given = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    if is_given(all) {
        return Ok(());
    }
    Err(CommandError::system(if is_given(tables) {
        format!(
            "the system does not give {} MiB of memory for {threads} threads and their tables: choose fewer --threads or a smaller --memory",
            all.div_ceil(MIB as usize)
        )
    } else {
        format!("the system does not give {mebibytes} MiB of memory: choose a smaller --memory")
    }))
}
