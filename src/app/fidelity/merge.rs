//! Joining the shards of one run.

use std::io::Write;

use kagetsu_kernel::file::Outputs;
use kagetsu_kernel::{ShowPath as _, counted};

use crate::error::CommandError;

use super::args::MergeArgs;
use super::scores::{Scores, ScoresHeader, text_of};

/// Writes what the run writes without shards.
pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut file = Outputs::new(args.overwrite)
        .reading(&args.files)
        .printing()
        .begin(&args.out)?;
    let parts = args.files.iter().map(|path| Scores::read(path));
    let parts = in_order(parts.collect::<Result<_, _>>()?)?;
    let mut count = 0_usize;
    for part in &parts {
        if count == 0 {
            file.write_all(text_of(&whole(&part.header))?.as_bytes())?;
        }
        for line in &part.lines {
            file.write_all(text_of(line)?.as_bytes())?;
            count += 1;
        }
    }
    file.finish()?;
    writeln!(
        out,
        "{} of {}",
        counted(count, "position"),
        counted(parts.len(), "shard")
    )?;
    Ok(())
}

/// The header of the run without shards.
fn whole(header: &ScoresHeader) -> ScoresHeader {
    ScoresHeader {
        shard: None,
        ..header.clone()
    }
}

/// The shards in the order of their positions. Every one must be there once.
fn in_order(parts: Vec<Scores>) -> Result<Vec<Scores>, CommandError> {
    let refusal = |part: &Scores, reason: String| {
        CommandError::input(format!(
            "'{}' cannot be merged: {reason}",
            part.path.shown()
        ))
    };
    let mut shards = Vec::new();
    for part in parts {
        let Some(shard) = part.header.shard() else {
            return Err(refusal(&part, "it is no shard of a run".to_string()));
        };
        if shards.iter().any(|(other, _)| *other == shard) {
            return Err(refusal(&part, format!("shard {shard} is there already")));
        }
        if let Some((first, known)) = shards.first() {
            let known: &Scores = known;
            if !shard.is_of_one_run(*first) || whole(&part.header) != whole(&known.header) {
                return Err(refusal(&part, "it is a shard of another run".to_string()));
            }
        }
        shards.push((shard, part));
    }
    shards.sort_by_key(|(shard, _)| *shard);
    if let Some((first, _)) = shards.first() {
        for (place, due) in first.all().enumerate() {
            if shards.get(place).is_none_or(|(shard, _)| *shard != due) {
                return Err(CommandError::input(format!(
                    "shard {due} of the run is missing"
                )));
            }
        }
    }
    Ok(shards.into_iter().map(|(_, part)| part).collect())
}
