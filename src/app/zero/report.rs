//! `zero report`: a page about a run, beside the band of others.

use std::io::Write;
use std::path::Path;

use kagetsu_kernel::counted;
use kagetsu_kernel::file::Outputs;
use kagetsu_zero::recipe::Recipe;
use kagetsu_zero::run::Run;

use crate::error::CommandError;

use super::args::{Progress, ZeroReportArgs};
use super::history::History;
use super::page::{Input, page};

/// Writes the page.
pub(super) fn report(args: &ZeroReportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(args.overwrite).printing();
    let file = outputs.begin(&args.out)?;
    let (recipe, history) = read(&args.folder, args.by)?;
    let band: Result<Vec<_>, _> = args
        .band
        .iter()
        .map(|folder| read(folder, args.by))
        .collect();
    let band = band?;
    for ((other, _), folder) in band.iter().zip(&args.band) {
        if other.rules != recipe.rules {
            return Err(CommandError::input(format!(
                "'{}' plays {} and '{}' plays {}: a band is of runs of one game",
                args.folder.display(),
                recipe.rules,
                folder.display(),
                other.rules
            )));
        }
    }
    let input = Input {
        recipe: &recipe,
        history: &history,
        band: &band,
        by: args.by,
    };
    let page = page(&input).map_err(CommandError::system)?;
    file.write_whole(page.as_bytes())?;
    writeln!(
        out,
        "'{}' shows {} of '{}' beside {}",
        args.out.display(),
        counted(history.games, "game"),
        args.folder.display(),
        counted(band.len() as u64, "other run")
    )?;
    Ok(())
}

/// A run with its history.
fn read(folder: &Path, by: Progress) -> Result<(Recipe, History), CommandError> {
    let run = Run::open(folder, None)?;
    let name = folder.file_name().map_or_else(
        || folder.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    let history = History::read(&run, name, by)?;
    Ok((run.recipe().clone(), history))
}
