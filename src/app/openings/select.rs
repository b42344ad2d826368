//! `openings select`: keeps the openings from which Black and White scored alike in tournaments.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use kagetsu_arena::manifest::Manifest;
use kagetsu_arena::openings::{ReadOptions, canonical_form, read_openings};
use kagetsu_arena::statistics::BlackScores;
use kagetsu_arena::tournament::folder::{JOURNAL_FILE, MANIFEST_FILE};
use kagetsu_arena::tournament::{TournamentError, read_tournament};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::file::read_text_file;
use kagetsu_kernel::{ShowPath as _, counted, on_one_line, percent};
use kagetsu_notation::record::GameRecord;

use crate::error::CommandError;
use crate::given_twice::refuse_twice;

use super::cli::SelectArgs;

/// Begins a comment of a file of openings.
const COMMENT: char = '#';
/// An even share of the points, in percent.
const EVEN: f64 = 50.0;

/// The files that are read.
pub(super) fn inputs(args: &SelectArgs) -> Vec<PathBuf> {
    let names = [MANIFEST_FILE, JOURNAL_FILE];
    let of_tournament = |folder: &PathBuf| names.map(|name| folder.join(name));
    let games = args.games.iter().flat_map(of_tournament);
    args.files.iter().cloned().chain(games).collect()
}

/// Writes the openings that are kept to `out`, and their number to `notes`.
pub(super) fn run(
    args: &SelectArgs,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), CommandError> {
    let games = read_games(&args.games)?;
    let options = ReadOptions {
        rule: games.rule,
        size: games.size,
        stones: args.opening_stones,
    };
    let mut seen = BTreeSet::new();
    let mut played = 0;
    let mut kept = Vec::new();
    let mut comments = Vec::new();
    for path in &args.files {
        comments.extend(first_comments(path));
        let openings = read_openings(path, &options).map_err(CommandError::input)?;
        for opening in openings {
            if !seen.insert(canonical_form(&opening, games.size)) {
                continue;
            }
            let score = games.scores.of(&opening, games.size);
            let Some(share) = score.share().filter(|_| score.games >= args.least) else {
                continue;
            };
            played += 1;
            if (percent(share) - EVEN).abs() <= f64::from(args.balance) {
                kept.push(opening);
            }
        }
    }
    let openings = seen.len();
    if played == 0 {
        return Err(CommandError::input(format!(
            "from none of the {openings} openings {} games were played: are these the tournaments that were played from them?",
            args.least
        )));
    }
    if !args.output.bare {
        comments.push(comment(args, &games));
        for line in comments {
            writeln!(out, "{}", on_one_line(&line))?;
        }
    }
    for stones in &kept {
        writeln!(out, "{}", args.output.format.line(stones, games.size))?;
    }
    writeln!(
        notes,
        "{} of {} kept; {} with fewer than {} games left out",
        kept.len(),
        counted(openings, "opening"),
        openings - played,
        args.least
    )?;
    Ok(())
}

/// The games of all tournaments.
struct Games {
    rule: Rule,
    size: BoardSize,
    scores: BlackScores,
    /// For each tournament, the number of its games and its engines.
    tournaments: Vec<String>,
}

fn read_games(folders: &[PathBuf]) -> Result<Games, CommandError> {
    refuse_twice(folders, "folder", "give each folder once")?;
    let mut read: Option<Games> = None;
    for folder in folders {
        let (manifest, records) = read_tournament(folder).map_err(TournamentError::from)?;
        let (rule, size) = rule_and_size(&manifest, folder)?;
        let games = read.get_or_insert_with(|| Games {
            rule,
            size,
            scores: BlackScores::default(),
            tournaments: Vec::new(),
        });
        if (rule, size) != (games.rule, games.size) {
            return Err(CommandError::input(format!(
                "'{}' has games of {rule} {size}, not of {} {} as the first",
                folder.shown(),
                games.rule,
                games.size
            )));
        }
        games.add(folder, &manifest, &records)?;
    }
    // The command line demands at least one folder.
    read.ok_or_else(|| CommandError::input("--games names no folder"))
}

fn rule_and_size(manifest: &Manifest, folder: &Path) -> Result<(Rule, BoardSize), CommandError> {
    let game = manifest.game.rule;
    let rule = game.gomoku().ok_or_else(|| {
        CommandError::input(format!(
            "'{}' has games of {game}; only openings of Gomoku can be selected",
            folder.shown()
        ))
    })?;
    Ok((rule, manifest.game.size))
}

impl Games {
    fn add(
        &mut self,
        folder: &Path,
        manifest: &Manifest,
        records: &[GameRecord],
    ) -> Result<(), CommandError> {
        for record in records {
            self.scores.push(record).map_err(|error| {
                let (game, folder) = (record.game, folder.shown());
                CommandError::input(format!("game {game} in '{folder}': {error}"))
            })?;
        }
        let names = manifest.engines.iter().map(|engine| engine.name.as_str());
        self.tournaments.push(format!(
            "{} of {}",
            records.len(),
            names.collect::<Vec<_>>().join(" and ")
        ));
        Ok(())
    }
}

/// The comments with which a file begins, which tell how its openings were made.
fn first_comments(path: &Path) -> Vec<String> {
    // A file that is no text has no comments; reading its openings tells what is wrong with it.
    let text = read_text_file(path).unwrap_or_default();
    text.lines()
        .take_while(|line| line.starts_with(COMMENT))
        .map(str::to_owned)
        .collect()
}

/// How the openings were chosen, as a comment.
fn comment(args: &SelectArgs, games: &Games) -> String {
    format!(
        "# pbrain-kagetsu openings select --least {} --balance {} --format {}: games {}",
        args.least,
        args.balance,
        args.output.format,
        games.tournaments.join(", ")
    )
}
