//! Joining the shards of one run.

use std::io::Write;

use kagetsu_kernel::counted;
use kagetsu_kernel::file::Outputs;

use crate::error::CommandError;
use crate::printed::write_json_line;
use crate::shards::{no_shard, places};

use super::args::MergeArgs;
use super::scores::{Scores, ScoresHeader};

/// Writes what the run writes without shards.
pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut file = Outputs::new(args.overwrite)
        .reading(&args.files)
        .printing()
        .begin(&args.out)?;
    let mut parts = Vec::new();
    let mut shards = Vec::new();
    for path in &args.files {
        let part = Scores::read(path)?;
        let shard = part.header.shard.ok_or_else(|| no_shard(path))?;
        shards.push((shard, whole(&part.header)));
        parts.push(part);
    }
    let in_order = places(&args.files, &shards)?;
    if let Some((_, run)) = shards.first() {
        write_json_line(run, &mut file)?;
    }
    let mut count = 0_usize;
    for place in in_order {
        for line in &parts[place].lines {
            write_json_line(line, &mut file)?;
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
