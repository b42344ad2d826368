//! The commands: searching references, measuring against them, comparing.

use std::io::Write;
use std::path::Path;

use kagetsu_arena::digest::sha256_of;
use kagetsu_gomoku::bench;
use kagetsu_kernel::file::Outputs;
use kagetsu_kernel::{ShowPath as _, counted};

use crate::error::CommandError;
use crate::interrupt::{COMPLETE, INTERRUPTED, stop_on_interrupt, tell_interrupted};
use crate::setting::{Setting, networks};
use crate::thinking::NodeSearches;

use super::args::{CompareArgs, FidelityCommand, MeasureArgs, ReferenceArgs, WorkArgs};
use super::choice::choose;
use super::figures::Figures;
use super::merge::merge;
use super::scores::{Case, KIND, MADE_BY, NewScores, ScoreLine, Scores, ScoresHeader};

/// Runs one sub-command and returns the exit code.
pub(crate) fn run(
    command: &FidelityCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    match command {
        FidelityCommand::Reference(args) => return reference(args, out, err),
        FidelityCommand::Measure(args) => return measure(args, out, err),
        FidelityCommand::Compare(args) => compare(args, out)?,
        FidelityCommand::Merge(args) => merge(args, out)?,
    }
    Ok(COMPLETE)
}

fn reference(
    args: &ReferenceArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let file = Some(args.out.as_path());
    let inputs = args.files.iter().chain(networks(&args.options));
    check(&args.work, inputs, file)?;
    let options = described(&args.options)?;
    let chosen = choose(args)?;
    let header = ScoresHeader {
        kind: KIND.to_string(),
        made_by: MADE_BY.to_string(),
        bench: bench::signature()?,
        rule: chosen.rule,
        size: chosen.size,
        nodes: args.nodes,
        options,
        choice: chosen.record,
        positions: chosen.cases.len(),
        shard: args.work.shard,
    };
    let lines = search(&args.options, &header, &chosen.cases, file, &args.work)?;
    let proved = lines.iter().filter(|line| line.proved).count();
    writeln!(
        out,
        "{}, {proved} of them proved",
        counted(lines.len(), "position")
    )?;
    ended(lines.len(), header.range().len(), &args.work, err)
}

fn measure(
    args: &MeasureArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let inputs = [&args.reference].into_iter().chain(&args.against);
    let file = args.out.as_deref();
    check(&args.work, inputs.chain(networks(&args.options)), file)?;
    let reference = whole_reference(&args.reference)?;
    let against = args.against.as_deref().map(Scores::read).transpose()?;
    let options = described(&args.options)?;
    let nodes = ((args.nodes as f64 * args.speed).round() as u64).max(1);
    let header = ScoresHeader {
        made_by: MADE_BY.to_string(),
        shard: args.work.shard,
        // Without either file nobody sees it.
        bench: args
            .out
            .as_ref()
            .or(args.against.as_ref())
            .map_or(Ok(0), |_| bench::signature())?,
        nodes,
        options,
        ..reference.header.clone()
    };
    if let Some(other) = &against {
        // Before the work.
        figures_against(&reference, &header, other)?;
    }
    let cases = reference.cases();
    let lines = search(&args.options, &header, &cases, file, &args.work)?;
    let all = header.range().len();
    if lines.len() == all && !lines.is_empty() {
        let scores = Scores {
            path: args.out.clone().unwrap_or_default(),
            header,
            lines,
        };
        print(&reference, &scores, against.as_ref(), args.json, out)?;
        return Ok(COMPLETE);
    }
    ended(lines.len(), all, &args.work, err)
}

/// Reads the scores of a whole run, to compare with.
fn whole_reference(path: &Path) -> Result<Scores, CommandError> {
    let reference = Scores::read(path)?;
    if reference.header.shard.is_some() {
        return Err(CommandError::input(format!(
            "'{}' is a shard: join all of its run with `fidelity merge` first",
            path.shown()
        )));
    }
    Ok(reference)
}

fn compare(args: &CompareArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let reference = whole_reference(&args.reference)?;
    let scores = Scores::read(&args.scores)?;
    let against = args.against.as_deref().map(Scores::read).transpose()?;
    print(&reference, &scores, against.as_ref(), args.json, out)
}

/// Prints the figures of scores, and their differences to others.
fn print(
    reference: &Scores,
    scores: &Scores,
    against: Option<&Scores>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let figures = figures(reference, scores)?;
    let other = against.map(|other| figures_against(reference, &scores.header, other));
    let other = other.transpose()?;
    let nodes = [reference.header.nodes, scores.header.nodes];
    let favoured = against.and_then(|other| favoured(reference, scores, other));
    if as_json {
        let mut object = figures.json(nodes, other.as_ref());
        if let Some(favoured) = favoured {
            object["difference"]["favoured"] = favoured.into();
        }
        writeln!(out, "{object}")?;
        return Ok(());
    }
    figures.write(nodes, other.as_ref(), out)?;
    if let Some(favoured) = favoured {
        writeln!(
            out,
            "favoured         {favoured}: its searches are the beginnings of those that made the reference"
        )?;
    }
    Ok(())
}

/// Which of two lists of scores the reference favours: a search with the build and the settings of the reference shares its
/// errors, so any other one looks worse than it is.
fn favoured(reference: &Scores, scores: &Scores, other: &Scores) -> Option<&'static str> {
    let own = |scores: &Scores| scores.header.is_of_same_search(&reference.header);
    match (own(scores), own(other)) {
        (true, false) => Some("this run"),
        (false, true) => Some("the other run"),
        _ => None,
    }
}

/// The figures of scores to compare with, which must be of the same part of the positions.
fn figures_against(
    reference: &Scores,
    header: &ScoresHeader,
    other: &Scores,
) -> Result<Figures, CommandError> {
    if other.header.range() == header.range() {
        return figures(reference, other);
    }
    let path = other.path.shown();
    let text = format!("'{path}' has the scores of other positions than this run");
    Err(CommandError::input(text))
}

fn figures(reference: &Scores, scores: &Scores) -> Result<Figures, CommandError> {
    let lines = reference.lines.get(scores.header.range());
    let lines = lines.unwrap_or_default();
    let is_same = |(one, other): (&ScoreLine, &ScoreLine)| one.is_of(other);
    let game = |scores: &Scores| (scores.header.rule, scores.header.size);
    if game(reference) != game(scores)
        || lines.len() != scores.lines.len()
        || lines.is_empty()
        || !lines.iter().zip(&scores.lines).all(is_same)
    {
        return Err(other_positions(reference, scores));
    }
    Ok(Figures::of(lines, &scores.lines))
}

fn other_positions(reference: &Scores, scores: &Scores) -> CommandError {
    CommandError::input(format!(
        "'{}' has the scores of other positions than '{}'",
        scores.path.shown(),
        reference.path.shown()
    ))
}

/// Finds out before the work whether the output may be written.
fn check<P: AsRef<Path>>(
    work: &WorkArgs,
    inputs: impl IntoIterator<Item = P>,
    out: Option<&Path>,
) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(work.overwrite).reading(inputs).printing();
    match out {
        Some(path) if work.resume => outputs.check_continued(path)?,
        Some(path) => outputs.check(path)?,
        None => {}
    }
    Ok(())
}

/// Searches the positions that the header is for; those that the file has already are taken from it.
fn search(
    options: &[Setting],
    header: &ScoresHeader,
    cases: &[Case],
    file: Option<&Path>,
    work: &WorkArgs,
) -> Result<Vec<ScoreLine>, CommandError> {
    let searches = NodeSearches {
        nodes: header.nodes,
        options,
        threads: work.threads.count(),
        stop: &stop_on_interrupt(),
    };
    let begun = file.map(|path| NewScores::begin(path, header, work));
    let (mut file, mut lines) = match begun.transpose()? {
        Some((file, lines)) => (Some(file), lines),
        None => (None, Vec::new()),
    };
    let cases = &cases[header.range()][lines.len()..];
    let position = |number: usize| cases[number].position(header.rule, header.size);
    searches.run(cases.len(), position, |number, thought| {
        let line = ScoreLine::new(header.size, &cases[number], thought);
        if let Some(file) = &mut file {
            file.add(&line)?;
        }
        lines.push(line);
        Ok(())
    })?;
    if let Some(file) = file
        && lines.len() == header.range().len()
    {
        file.finish()?;
    }
    Ok(lines)
}

/// The settings as text, with the SHA-256 of a network in place of its file.
fn described(options: &[Setting]) -> Result<Vec<String>, CommandError> {
    let text = |setting: &Setting| {
        setting.text(|path| sha256_of(path).map_err(CommandError::unreadable(path.shown())))
    };
    options.iter().map(text).collect()
}

/// The exit code of so many positions. That there are not all is told where it does not stand beside figures.
fn ended(
    done: usize,
    all: usize,
    work: &WorkArgs,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    if done == all {
        return Ok(COMPLETE);
    }
    if done == 0 && work.overwrite.force {
        return Ok(tell_interrupted(false, err)?);
    }
    writeln!(err, "Interrupted at position {} of {all}.", done + 1)?;
    Ok(INTERRUPTED)
}
