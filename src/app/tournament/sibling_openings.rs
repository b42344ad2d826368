//! The openings of games other than Gomoku: from a file, or random ones that depend on the seed.

use std::collections::BTreeSet;
use std::path::Path;

use kagetsu_arena::manifest::OpeningSource;
use kagetsu_arena::openings::{Shuffle, moves_on};
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::settings::EngineSpec;
use kagetsu_connect6::{Turn, read_game};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{ShowPath as _, counted};
use kagetsu_notation::Ruleset;
use kagetsu_reversi::record::{Outcome, Position, parse_moves};

use crate::error::CommandError;

use super::files::text_of;
use super::game_options::GameOptions;
use super::programs::absolute;

/// Number of random openings that are made before one is used again.
const TRIES: usize = 200;
/// Most different random openings: more rounds use them again.
const MOST_RANDOM: u32 = 1_000;
/// What stands for the symmetries of openings that are played as they stand in the file.
pub(super) const NO_SYMMETRIES: &str = "none";
/// What stands for a file where the openings are random.
pub(super) const RANDOM_MOVES: &str = "random moves";
/// Separates the random numbers of the openings from those of their order, which use the same seed.
const START_STREAM: u64 = 0x5349_424c_494e_4700;

/// The openings of a tournament.
#[derive(Debug)]
pub(super) struct ChosenOpenings {
    /// Where they come from.
    pub(super) source: Option<OpeningSource>,
    pub(super) openings: Vec<String>,
    /// What the user is told of them before the games begin.
    pub(super) warning: Option<String>,
}

/// The warning where there are fewer openings than rounds.
pub(super) fn warn_of_repeats(openings: usize, rounds: u32) -> Option<String> {
    (openings < rounds as usize).then(|| {
        format!(
            "{} for {rounds} pairs of each pairing: openings repeat",
            counted(openings, "opening")
        )
    })
}

/// The openings of a tournament of these engines.
pub(super) fn sibling_openings(
    options: &GameOptions,
    game: Ruleset,
    engines: &[EngineSpec],
    rounds: u32,
) -> Result<ChosenOpenings, CommandError> {
    let fixed = engines
        .iter()
        .find(|engine| engine.protocol == Protocol::Sau);
    let (source, openings) = match (&options.openings, fixed) {
        (Some(_), Some(engine)) => {
            return Err(CommandError::input(format!(
                "'{}' speaks sau, which cannot begin with an opening: leave out --openings",
                engine.name
            )));
        }
        (None, Some(engine)) => {
            let end = if rounds > 1 { " and may repeat" } else { "" };
            return Ok(ChosenOpenings {
                source: None,
                openings: Vec::new(),
                warning: Some(format!(
                    "'{}' speaks sau, which cannot begin with an opening: all games begin on the empty board{end}",
                    engine.name
                )),
            });
        }
        (Some(path), None) => from_file(options, game, path)?,
        (None, None) => random(options, game, rounds),
    };
    Ok(ChosenOpenings {
        source: Some(source),
        warning: warn_of_repeats(openings.len(), rounds),
        openings,
    })
}

fn source(file: String, count: usize, order: Shuffle) -> OpeningSource {
    OpeningSource {
        file,
        count,
        order: order.to_string(),
        stones: None,
        symmetries: NO_SYMMETRIES.to_string(),
    }
}

/// The openings of a file in the order of their use.
fn from_file(
    options: &GameOptions,
    game: Ruleset,
    path: &Path,
) -> Result<(OpeningSource, Vec<String>), CommandError> {
    let text = text_of(path)?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(moves) = moves_on(line) else {
            continue;
        };
        let read = match game {
            Ruleset::Connect6 => connect6_opening(moves),
            _ => reversi_opening(moves),
        };
        openings.push(read.map_err(|reason| {
            CommandError::input(format!("'{}', line {number}: {reason}", path.shown()))
        })?);
    }
    if openings.is_empty() {
        return Err(CommandError::input(format!(
            "'{}' holds no openings",
            path.shown()
        )));
    }
    let order = options.order.unwrap_or_default();
    if order == Shuffle::Random {
        Rng::new(options.seed() ^ START_STREAM).shuffle(&mut openings);
    }
    let file = absolute(path).to_string_lossy().into_owned();
    Ok((source(file, openings.len(), order), openings))
}

/// Reads moves such as `f5d6c3`.
fn reversi_opening(text: &str) -> Result<String, String> {
    let game = parse_moves(Position::START, text).map_err(|error| error.to_string())?;
    if game.position().outcome() != Outcome::Running {
        return Err("the game is over".to_string());
    }
    Ok(game.moves_text())
}

/// Reads turns such as `j10 i11k9` or `JJ IIKK`.
fn connect6_opening(text: &str) -> Result<String, String> {
    let game = read_game(text)?;
    if game.ending().is_some() {
        return Err("the game is over".to_string());
    }
    Ok(turns_text(game.turns()))
}

fn turns_text(turns: &[Turn]) -> String {
    turns.iter().map(Turn::to_string).collect()
}

/// Random openings. An opening is repeated only when no new one is found.
fn random(options: &GameOptions, game: Ruleset, rounds: u32) -> (OpeningSource, Vec<String>) {
    let mut rng = Rng::new(options.seed() ^ START_STREAM);
    let mut seen = BTreeSet::new();
    let mut openings = Vec::new();
    let mut make = maker(game);
    for _ in 0..rounds.min(MOST_RANDOM) {
        for attempt in 1..=TRIES {
            let opening = make(&mut rng);
            if seen.insert(opening.clone()) || attempt == TRIES {
                openings.push(opening);
                break;
            }
        }
    }
    let source = source(RANDOM_MOVES.to_string(), seen.len(), Shuffle::Random);
    (source, openings)
}

/// What makes balanced openings of a game.
fn maker(game: Ruleset) -> Box<dyn FnMut(&mut Rng) -> String> {
    if game == Ruleset::Connect6 {
        let mut maker = kagetsu_connect6::opening::OpeningMaker::default();
        Box::new(move |rng: &mut Rng| turns_text(maker.opening(rng).turns()))
    } else {
        let mut maker = kagetsu_reversi::opening::OpeningMaker::default();
        Box::new(move |rng: &mut Rng| maker.opening(rng).moves_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_in_the_notation_of_their_game() {
        assert_eq!(reversi_opening("f5 D6c3"), Ok("f5d6c3".to_string()));
        for text in ["JJ IIKK", "JJIIKK", "j10 i11k9", "j10, i11, k9"] {
            assert_eq!(connect6_opening(text), Ok("JJIIKK".to_string()));
        }
    }

    #[test]
    fn bad_openings_are_refused() {
        for text in ["a1", "f5f5", "z9"] {
            assert!(reversi_opening(text).is_err(), "{text}");
        }
        for text in ["J", "JJII", "JJJJKK", "JJ IIKK LL", "TT"] {
            assert!(connect6_opening(text).is_err(), "{text}");
        }
    }

    #[test]
    fn random_openings_depend_on_the_seed_alone_and_differ() {
        for game in [Ruleset::Reversi, Ruleset::Connect6] {
            let openings = |seed| {
                let options = GameOptions {
                    seed: Some(seed),
                    ..GameOptions::default()
                };
                random(&options, game, 6).1
            };
            let first = openings(1);
            assert_eq!(first, openings(1));
            assert_ne!(first, openings(2));
            assert_eq!(BTreeSet::from_iter(first).len(), 6);
        }
    }
}
