//! `openings`: makes balanced openings for games between engines, and keeps those of them that games have shown to be fair.

mod cli;
mod error;
mod make;
mod maker;
mod select;

use std::io::Write;
use std::path::PathBuf;

use kagetsu_kernel::file::Outputs;

use super::error::CommandError;

pub(super) use cli::OpeningsArgs;
use cli::{OpeningsCommand, OutputArgs};
pub(crate) use maker::middle_box;

/// Makes or selects openings, and writes them to the file that the arguments name, or to `out`. What was left out goes to
/// `notes`.
pub(super) fn run(
    args: &OpeningsArgs,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), CommandError> {
    match &args.command {
        None => with_output(&args.make.output, &[], out, |out| {
            make::run(&args.make, out)
        }),
        Some(OpeningsCommand::Select(select)) => {
            with_output(&select.output, &select.files, out, |out| {
                select::run(select, out, notes)
            })
        }
    }
}

/// Lets `work` write to a new file, or to `out` if there is no path.
fn with_output(
    output: &OutputArgs,
    inputs: &[PathBuf],
    out: &mut dyn Write,
    work: impl FnOnce(&mut dyn Write) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(output.overwrite).reading(inputs);
    let Some(mut file) = outputs.begin_if(output.out.as_deref())? else {
        return work(out);
    };
    let done = work(&mut file);
    // What was found is kept, whatever has ended the work.
    file.finish()?;
    done
}
