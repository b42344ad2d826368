//! Making a dataset from another: without repeated positions, filtered, shuffled, split.

use std::io::Write;

use serde_json::{Value, json};

use crate::error::CommandError;
use kagetsu_kernel::file::{OutputFile, Outputs};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{PERCENT, counted};
use kagetsu_training::dataset::{
    DatasetReader, DatasetWriter, Thinner, TrainingGame, WriteDatasetError,
};

use super::cli::{DedupeArgs, FilterArgs, InAndOut, ShuffleArgs, SplitArgs};
use super::files::{derived, finished, games, open, packed};

/// Leaves out positions that occur too often.
pub(super) fn dedupe(args: &DedupeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let (reader, file) = begin(&args.files, "dedupe", json!({ "cap": args.cap }))?;
    let mut thinner = Thinner::new(reader.header().size, args.cap);
    select(games(reader, &args.files.file), file, out, |game| {
        thinner.thin(game)
    })
}

/// Keeps some of the games.
pub(super) fn filter(args: &FilterArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let plies = args.min_plies..=args.max_plies.unwrap_or(usize::MAX);
    if plies.is_empty() {
        return Err(CommandError::input("--min-plies is more than --max-plies"));
    }
    let names: Vec<String> = args.result.iter().map(ToString::to_string).collect();
    let settings = json!({
        "min_plies": args.min_plies,
        "max_plies": args.max_plies,
        "results": names.join(","),
        "balance": args.balance,
    });
    let is_balanced = |game: &TrainingGame| {
        let first = game.plies.first().map_or(0, |ply| ply.score.unsigned_abs());
        args.balance.is_none_or(|most| game.scored && first <= most)
    };
    let (reader, file) = begin(&args.files, "filter", settings)?;
    select(games(reader, &args.files.file), file, out, |game| {
        let wanted = plies.contains(&game.plies.len())
            && (args.result.is_empty() || args.result.contains(&game.result))
            && is_balanced(&game);
        wanted.then_some(game)
    })
}

/// Begins the dataset to write, and opens the one to read.
fn begin(
    files: &InAndOut,
    how: &str,
    settings: Value,
) -> Result<(DatasetReader, DatasetWriter<OutputFile>), CommandError> {
    let mut outputs = Outputs::new(files.overwrite)
        .reading([&files.file])
        .printing();
    let file = outputs.begin(&files.out)?;
    let reader = open(&files.file)?;
    let header = derived(reader.header(), how, settings);
    Ok((reader, DatasetWriter::new(file, header)?))
}

/// Writes the part of each game that is left.
fn select(
    games: impl Iterator<Item = Result<TrainingGame, CommandError>>,
    mut file: DatasetWriter<OutputFile>,
    out: &mut dyn Write,
    mut keep: impl FnMut(TrainingGame) -> Option<TrainingGame>,
) -> Result<(), CommandError> {
    let (mut read_games, mut read, mut kept) = (0_u64, 0, 0);
    for game in games {
        let game = game?;
        read_games += 1;
        read += game.plies.len();
        if let Some(game) = keep(game) {
            kept += game.plies.len();
            file.write(&game)?;
        }
    }
    let kept_games = finished(file)?;
    writeln!(
        out,
        "kept {kept_games} of {}, {kept} of {}",
        counted(read_games, "game"),
        counted(read, "position")
    )?;
    Ok(())
}

/// Changes the order.
pub(super) fn shuffle(args: &ShuffleArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let settings = json!({ "seed": args.seed });
    let (reader, mut file) = begin(&args.files, "shuffle", settings)?;
    let packed = packed(reader, &args.files.file)?;
    let mut order: Vec<usize> = (0..packed.len()).collect();
    Rng::new(args.seed).shuffle(&mut order);
    for index in order {
        let game = packed.get(index);
        let game = game.map_err(|fault| WriteDatasetError::game(index as u64, &fault))?;
        file.write(&game)?;
    }
    writeln!(out, "shuffled {}", counted(finished(file)?, "game"))?;
    Ok(())
}

/// Splits the games in two by the key of their opening, so that no opening is in both parts.
pub(super) fn split(args: &SplitArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let path = &args.files.file;
    let mut outputs = Outputs::new(args.files.overwrite)
        .reading([path])
        .printing();
    let file = outputs.begin(&args.files.out)?;
    let rest = outputs.begin(&args.rest)?;
    let reader = open(path)?;
    let header = |part: &str| {
        let settings = json!({ "share": args.share, "seed": args.seed, "part": part });
        derived(reader.header(), "split", settings)
    };
    let mut file = DatasetWriter::new(file, header("out"))?;
    let mut rest = DatasetWriter::new(rest, header("rest"))?;
    let seed = Rng::new(args.seed).next_u64();
    let size = reader.header().size;
    for game in games(reader, path) {
        let game = game?;
        let random = Rng::new(seed ^ game.opening_key(size)).below(PERCENT.into());
        if random < usize::from(args.share) {
            file.write(&game)?;
        } else {
            rest.write(&game)?;
        }
    }
    // Neither takes its place before both are complete.
    let ((file, kept), (rest, others)) = (file.finish()?, rest.finish()?);
    file.finish()?;
    rest.finish()?;
    writeln!(
        out,
        "{} and {}",
        counted(kept, "game"),
        counted(others, "game")
    )?;
    Ok(())
}
