//! Making a dataset from another: without repeated positions, filtered, shuffled, split.

use std::io::Write;
use std::path::{Path, absolute};

use serde_json::{Map, Value, json};

use crate::error::CommandError;
use kagetsu_kernel::rng::Rng;
use kagetsu_notation::CanonicalKey;
use kagetsu_training::dataset::{
    DatasetHeader, DatasetReader, PackedGames, Thinner, TrainingGame, WriteDatasetError,
};

use super::cli::{DedupeArgs, FilterArgs, InAndOut, ShuffleArgs, SplitArgs};
use super::files::{NewDataset, derived, games, open};

const PERCENT: usize = 100;

/// Leaves out positions that occur too often.
pub(super) fn dedupe(args: &DedupeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let reader = open(&args.files.file)?;
    let mut thinner = Thinner::new(reader.header().size, args.cap);
    let settings = settings(&[("cap", json!(args.cap))]);
    let header = derived(reader.header(), "dedupe", settings);
    select(&args.files, reader, header, out, |game| thinner.thin(game))
}

/// Keeps some of the games.
pub(super) fn filter(args: &FilterArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let reader = open(&args.files.file)?;
    let results: Vec<_> = args.result.iter().map(|&name| name.into()).collect();
    let plies = args.min_plies..=args.max_plies.unwrap_or(usize::MAX);
    let names: Vec<String> = args.result.iter().map(|name| format!("{name:?}")).collect();
    let settings = settings(&[
        ("min_plies", json!(args.min_plies)),
        ("max_plies", json!(args.max_plies)),
        ("results", json!(names.join(",").to_lowercase())),
        ("balance", json!(args.balance)),
    ]);
    let header = derived(reader.header(), "filter", settings);
    let is_balanced = |game: &TrainingGame| {
        let first = game.plies.first().map_or(0, |ply| ply.score.unsigned_abs());
        args.balance.is_none_or(|most| first <= most)
    };
    select(&args.files, reader, header, out, |game| {
        let wanted = plies.contains(&game.plies.len())
            && (results.is_empty() || results.contains(&game.result))
            && is_balanced(&game);
        wanted.then_some(game)
    })
}

/// Writes the part of each game that is left.
fn select(
    files: &InAndOut,
    reader: DatasetReader,
    header: DatasetHeader,
    out: &mut dyn Write,
    mut keep: impl FnMut(TrainingGame) -> Option<TrainingGame>,
) -> Result<(), CommandError> {
    let mut file = NewDataset::create(&files.out, header)?;
    let (mut read_games, mut read, mut kept) = (0_u64, 0, 0);
    for game in games(reader, &files.file) {
        let game = game?;
        read_games += 1;
        read += game.plies.len();
        if let Some(game) = keep(game) {
            kept += game.plies.len();
            file.write(&game)?;
        }
    }
    let kept_games = file.finish()?;
    writeln!(
        out,
        "kept {kept_games} of {read_games} games, {kept} of {read} positions"
    )?;
    Ok(())
}

/// Changes the order.
pub(super) fn shuffle(args: &ShuffleArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let InAndOut {
        file: path,
        out: target,
    } = &args.files;
    let reader = open(path)?;
    let settings = settings(&[("seed", json!(args.seed))]);
    let header = derived(reader.header(), "shuffle", settings);
    let mut file = NewDataset::create(target, header)?;
    let mut packed = PackedGames::new(reader.header().size);
    let fault = |index: usize| {
        move |fault| WriteDatasetError::Game {
            game: index as u64,
            fault,
        }
    };
    for game in games(reader, path) {
        packed.push(&game?).map_err(fault(packed.len()))?;
    }
    let mut order: Vec<usize> = (0..packed.len()).collect();
    Rng::new(args.seed).shuffle(&mut order);
    for index in order {
        file.write(&packed.get(index).map_err(fault(index))?)?;
    }
    writeln!(out, "shuffled {} games", file.finish()?)?;
    Ok(())
}

/// Splits the games in two by the key of their opening, so that no opening is in both parts.
pub(super) fn split(args: &SplitArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let path = &args.files.file;
    let reader = open(path)?;
    let header = |part: &str| {
        let settings = settings(&[
            ("share", json!(args.share)),
            ("seed", json!(args.seed)),
            ("part", json!(part)),
        ]);
        derived(reader.header(), "split", settings)
    };
    refuse_one_name(&args.files.out, &args.rest)?;
    let mut file = NewDataset::create(&args.files.out, header("out"))?;
    let mut rest = NewDataset::create(&args.rest, header("rest"))?;
    let seed = Rng::new(args.seed).next_u64();
    let size = reader.header().size;
    for game in games(reader, path) {
        let game = game?;
        let mut key = CanonicalKey::new(size);
        for &point in &game.opening {
            key.play(point);
        }
        let random = Rng::new(seed ^ key.key()).below(PERCENT);
        if random < usize::from(args.share) {
            file.write(&game)?;
        } else {
            rest.write(&game)?;
        }
    }
    // Neither takes its place before both are complete.
    let (file, rest) = (file.complete()?, rest.complete()?);
    let (kept, others) = (file.put_in_place()?, rest.put_in_place()?);
    writeln!(out, "{kept} games and {others} games")?;
    Ok(())
}

/// Refuses one file for both parts of a split.
fn refuse_one_name(out: &Path, rest: &Path) -> Result<(), CommandError> {
    if absolute(out)? == absolute(rest)? {
        let text = format!("--out and --rest are the same file '{}'", rest.display());
        return Err(CommandError::Contradiction(text));
    }
    Ok(())
}

fn settings(list: &[(&str, Value)]) -> Map<String, Value> {
    let entry = |(name, value): &(&str, Value)| ((*name).to_string(), value.clone());
    list.iter().map(entry).collect()
}
