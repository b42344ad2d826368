//! A run of learning as a folder of whole files, so that it can be killed at any moment, goes on where it was, and can be
//! shared by several machines:
//!
//! ```text
//! recipe.toml
//! 0000/network.safetensors    the network that plays the games of generation 0; that of generation 0 knows nothing
//! 0000/games-1-of-1.jsonl     its games, in as many parts as there were shards
//! 0000/games-1-of-1.part      those that have ended, while the others are played
//! 0001/network.safetensors    learned from the games up to generation 0
//! 0001/learned.json           the losses of that learning
//! 0001/adam.safetensors       the state of the optimiser after it, until two more networks have been learned
//! ```
//!
//! A network that learned from positions which an engine has labelled is that of generation 1. Generation 0 has no games then, but
//! `0000/lessons.json`, with the number of positions.
//!
//! The bytes of games and networks depend on the recipe alone (in a distilled run also on its data), not on the number of threads,
//! shards and machines; a network learned with [`MissingState::BegunAnew`] or by `PyTorch` is another one.

mod distil;
mod error;
mod games;
mod generation;
mod networks;
mod unfinished;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use kagetsu_kernel::file::{read_text_file, require_outer_folder, write_whole};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{Shard, ShowPath as _, StopSignal, in_order};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::short;
use crate::game::GameRules;
use crate::learn::{GameRecord, Learned, Workers, learn, play_game};
use crate::recipe::{Recipe, RecipeError};

use error::{is_there, locked, no_run, refused};
use generation::{folder_name, generation_of};
use unfinished::{Unfinished, player, remove_spent};

pub use error::RunError;
pub use generation::{Origin, gaps};
pub use networks::MissingState;

const RECIPE: &str = "recipe.toml";
const LEARNED: &str = "learned.json";
/// Keeps the seeds of learning apart from those of games.
const LEARNING_SEED: u64 = 1 << 63;

/// A folder with a run.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    recipe: Recipe,
    rules: GameRules,
}

impl Run {
    /// The run of a folder. With a recipe it is begun if there is none, and must have this one if there is.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn open(folder: &Path, recipe: Option<&Recipe>) -> Result<Self, RunError> {
        let path = folder.join(RECIPE);
        if folder.exists() && !folder.is_dir() {
            return Err(RunError::Input(format!(
                "'{}' is a file: give the name of a folder",
                folder.shown()
            )));
        }
        if !is_there(&path)? {
            let recipe = recipe.ok_or_else(|| no_run(folder))?;
            Self::check_place(folder)?;
            fs::create_dir_all(folder).map_err(refused(folder))?;
            let text = recipe
                .text()
                .map_err(io::Error::other)
                .map_err(refused(&path))?;
            write_whole(&path, |file| file.write_all(text.as_bytes())).map_err(refused(&path))?;
        }
        let text = read_text_file(&path).map_err(refused(&path))?;
        let wrong = |error: RecipeError| RunError::Input(format!("'{}': {error}", path.shown()));
        let own = Recipe::read(&text).map_err(wrong)?;
        let differences = recipe.map_or_else(Vec::new, |recipe| own.differences(recipe));
        if !differences.is_empty() {
            return Err(RunError::Input(format!(
                "'{}' was begun with another recipe, which differs in {}: give another folder, or no recipe to go on",
                folder.shown(),
                games::first_of(differences)
            )));
        }
        let rules = own.game().map_err(wrong)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            recipe: own,
            rules,
        })
    }

    /// Checks that a run can begin in a folder without a recipe: it is missing, and can be made in a folder that is there, or
    /// holds generations and hidden files alone.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn check_place(folder: &Path) -> Result<(), RunError> {
        if !is_there(folder)? {
            return require_outer_folder(folder).map_err(|error| {
                RunError::Input(format!("cannot create '{}': {error}", folder.shown()))
            });
        }
        for path in games::listed(folder).map_err(refused(folder))? {
            let is_generation = generation_of(&path).is_some();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // A killed process leaves the beginning of a recipe.
            if !is_generation && !name.starts_with(RECIPE) {
                return Err(RunError::Input(format!(
                    "'{}' holds other files and no run: give a new folder, or an empty one",
                    folder.shown()
                )));
            }
        }
        Ok(())
    }

    /// The recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The recipe, and all files of its generations, as they are now.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn files(&self) -> Result<Vec<PathBuf>, RunError> {
        let mut files = vec![self.folder.join(RECIPE)];
        for folder in self.folders()? {
            files.extend(games::listed(&folder).map_err(refused(&folder))?);
        }
        Ok(files)
    }

    /// Is it the name of a file of the run, which may be missing: of the recipe, or any in a folder of the run's folder?
    pub fn owns(&self, path: &Path) -> bool {
        let outer = path.parent().filter(|outer| !outer.as_os_str().is_empty());
        let outer = fs::canonicalize(outer.unwrap_or(Path::new(".")));
        let (Ok(outer), Ok(own)) = (outer, fs::canonicalize(&self.folder)) else {
            return false;
        };
        let is_recipe = path.file_name().is_some_and(|name| name == RECIPE);
        outer.starts_with(&own) && (outer != own || is_recipe)
    }

    /// The folders of generations that are there.
    fn folders(&self) -> Result<Vec<PathBuf>, RunError> {
        let mut folders = games::listed(&self.folder).map_err(refused(&self.folder))?;
        folders.retain(|path| generation_of(path).is_some() && path.is_dir());
        Ok(folders)
    }

    fn generation(&self, generation: u32) -> PathBuf {
        self.folder.join(folder_name(generation))
    }

    /// A seed that belongs to a generation and a number. Each part is mixed before the next one joins: so runs of other seeds
    /// share none.
    fn seed(&self, generation: u32, number: u64) -> u64 {
        let mixed = |state: u64, part: u64| Rng::new(state).next_u64() ^ part;
        let of_number = mixed(mixed(self.recipe.seed, u64::from(generation)), number);
        Rng::new(of_number).next_u64()
    }

    /// Plays the games of a shard of a generation, unless they are there. Those that ended before it was broken off are not
    /// played again. Tells the number of each game that has ended.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn play(
        &self,
        generation: u32,
        shard: Shard,
        threads: usize,
        stop: &StopSignal,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<(), RunError> {
        self.require_games_of(generation)?;
        let numbers = shard.range(self.recipe.games);
        if numbers.is_empty() {
            return Err(RunError::Input(format!(
                "shard {shard} has no games: a generation has {}",
                self.recipe.games
            )));
        }
        let path = self.generation(generation).join(games::file_name(shard));
        let network = self.network(generation)?;
        let _lock = locked(&path)?;
        if is_there(&path)? {
            games::read_file(&path, self.rules, self.recipe.games)?;
            return Ok(());
        }
        // Files of other shards may hold these games.
        let (found, begun) = self.found(generation)?;
        let is_whole = found.len() as u64 >= self.recipe.games;
        if is_whole || found.range(numbers.clone()).next().is_some() {
            return games::whole(found, generation, self.recipe.games, begun).map(|_| ());
        }
        let recipe = self.recipe.at(generation);
        let player = player(&network, &recipe);
        let unfinished = Unfinished::open(&path, &player, self.rules, &numbers);
        let unfinished = unfinished.map_err(refused(&path))?;
        let fault = OnceLock::new();
        let work = |number| {
            if let Some(game) = unfinished.game(number) {
                tell(number);
                return Some(game.clone());
            }
            let seed = self.seed(generation, number);
            let game = play_game(&network, &recipe, self.rules, number, seed, stop)?;
            if let Err(error) = unfinished.add(&game) {
                // The first one is told.
                drop(fault.set(error));
                return None;
            }
            tell(number);
            Some(game)
        };
        let games = in_order(numbers, threads, stop, work);
        if let Some(error) = fault.into_inner() {
            return Err(refused(&path)(error));
        }
        let games = games.ok_or(RunError::Interrupted)?;
        let mut lines = String::new();
        for game in &games {
            lines += &game
                .line()
                .map_err(io::Error::from)
                .map_err(refused(&path))?;
            lines.push('\n');
        }
        write_whole(&path, |file| file.write_all(lines.as_bytes())).map_err(refused(&path))?;
        unfinished.remove().map_err(refused(&path))
    }

    /// The shards of a generation whose games are not all there, of those in which it was begun, otherwise the only one. Shards
    /// without games are left out.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn missing_shards(&self, generation: u32) -> Result<Vec<Shard>, RunError> {
        let (found, begun) = self.found(generation)?;
        let missing = (0..self.recipe.games).filter(|number| !found.contains_key(number));
        Ok(games::shards_with(missing, begun, self.recipe.games))
    }

    /// The games of a generation that are there, by their numbers, and a shard in which it was begun, otherwise the only one.
    fn found(&self, generation: u32) -> Result<(BTreeMap<u64, GameRecord>, Shard), RunError> {
        let files = games::files(&self.generation(generation))?;
        let found = games::read_found(&files, generation, self.rules, self.recipe.games)?;
        Ok((found, games::begun_shard(&files)))
    }

    /// The games of a generation, in order. All of them must be there.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn games(&self, generation: u32) -> Result<Vec<GameRecord>, RunError> {
        let (found, begun) = self.found(generation)?;
        games::whole(found, generation, self.recipe.games, begun)
    }

    /// Learns from the games up to a generation, and stores the network of the next one. A stopped one stores nothing.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn learn(
        &self,
        generation: u32,
        missing: MissingState,
        threads: usize,
        stop: &StopSignal,
    ) -> Result<Learned, RunError> {
        self.require_games_of(generation)?;
        let mut state = self.training_state(generation, missing)?;
        let games: Result<Vec<_>, _> = (self.first_in_window(generation)?..=generation)
            .map(|number| {
                if stop.is_raised() {
                    return Err(RunError::Interrupted);
                }
                self.games(number)
            })
            .collect();
        let games = games?;
        let lock = self.begin_network(generation + 1)?;
        let folder = self.generation(generation);
        remove_spent(&folder).map_err(refused(&folder))?;
        let seed = self.seed(generation, LEARNING_SEED);
        let workers = Workers { threads, stop };
        let learned = learn(&mut state, &self.recipe, self.rules, &games, seed, workers);
        let learned = learned.ok_or(RunError::Interrupted)?;
        self.end_network(&state, generation + 1, &learned, lock)?;
        Ok(learned)
    }

    /// The first generation whose games are learned from together with those of a generation.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn first_in_window(&self, generation: u32) -> Result<u32, RunError> {
        let generations = generation + 1;
        let window = self.recipe.window_after(generations);
        Ok(self.first_played()?.max(generations.saturating_sub(window)))
    }

    /// What came of the learning that made the network of a generation, if it was kept.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn learned(&self, generation: u32) -> Result<Option<Learned>, RunError> {
        self.kept(generation, LEARNED)
    }

    /// The generations that have a network, in order: the first of them is 0. Some may be missing between others.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn generations(&self) -> Result<Vec<u32>, RunError> {
        let has_network = |&generation: &u32| generation == 0 || self.has_network(generation);
        let begun = self.begun_generations()?.into_iter();
        Ok(begun.filter(has_network).collect())
    }

    /// The generations that have a folder, and generation 0, in order.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn begun_generations(&self) -> Result<Vec<u32>, RunError> {
        let folders = self.folders()?;
        let mut found: Vec<u32> = folders
            .iter()
            .filter_map(|folder| generation_of(folder))
            .collect();
        found.push(0);
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The rules of its game.
    pub const fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// Keeps something that was measured of a generation as a file of its own.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn keep<T: Serialize>(
        &self,
        generation: u32,
        name: &str,
        what: &T,
    ) -> Result<(), RunError> {
        let path = self.generation(generation).join(name);
        let text = serde_json::to_string(what)
            .map_err(io::Error::from)
            .map_err(refused(&path))?;
        write_whole(&path, |file| writeln!(file, "{text}")).map_err(refused(&path))
    }

    /// What was kept under a name, if there is such a file.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn kept<T: DeserializeOwned>(
        &self,
        generation: u32,
        name: &str,
    ) -> Result<Option<T>, RunError> {
        let path = self.generation(generation).join(name);
        if !is_there(&path)? {
            return Ok(None);
        }
        let text = read_text_file(&path).map_err(refused(&path))?;
        let what = serde_json::from_str(&text).map_err(|error| {
            let without = if name == LEARNED {
                "the losses of this generation are not shown"
            } else {
                "it is measured again, by `zero probe`"
            };
            RunError::Input(format!(
                "'{}' is damaged: {}; without the file {without}",
                path.shown(),
                short(&error.to_string())
            ))
        })?;
        Ok(Some(what))
    }
}

#[cfg(test)]
mod tests;
