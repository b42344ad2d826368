//! A run of learning as a folder of whole files, so that it can be killed at any moment, goes on where it was, and can be
//! shared by several machines:
//!
//! ```text
//! recipe.toml
//! 0000/network.safetensors    the network that plays the games of generation 0; that of generation 0 knows nothing
//! 0000/games-1-of-1.jsonl     its games, in as many parts as there were shards
//! 0001/network.safetensors    learned from the games up to generation 0
//! ```
//!
//! The bytes of every file depend on the recipe alone, not on the number of threads, shards and machines.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use kagetsu_kernel::file::{read_regular_file, read_text_file, write_whole};
use kagetsu_kernel::rng::Rng;
use kagetsu_kernel::{FileLock, Shard, StopSignal};

use crate::game::Rules;
use crate::learn::{GameRecord, Learned, ReadGameError, learn, play_game};
use crate::net::{CheckpointError, Network};
use crate::recipe::{Recipe, RecipeError};

const RECIPE: &str = "recipe.toml";
const NETWORK: &str = "network.safetensors";
/// The largest file of a network that is read.
const MAX_NETWORK_BYTES: u64 = 1 << 30;
/// Keeps the seeds of learning apart from those of games.
const LEARNING_SEED: u64 = 1 << 63;

/// What is wrong with a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system refuses a file.
    #[error("cannot use '{path}': {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The recipe of the folder is none.
    #[error("'{path}': {source}")]
    Recipe {
        /// The file.
        path: String,
        /// What is wrong.
        source: RecipeError,
    },
    /// The folder was begun with another recipe.
    #[error(
        "'{path}' was begun with another recipe: {key} differs; give another folder, or no recipe to go on"
    )]
    OtherRecipe {
        /// The folder.
        path: String,
        /// The first name that differs.
        key: String,
    },
    /// There is no run in the folder.
    #[error("'{0}' holds no run of learning: begin one with `zero run`")]
    NoRun(String),
    /// The run has not come so far.
    #[error("generation {0} has no network yet: play and learn the generations before it first")]
    NoNetwork(u32),
    /// A file of a network is none, or of another size.
    #[error("'{path}' is no network of this run: {source}")]
    Network {
        /// The file.
        path: String,
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A file of games is damaged.
    #[error("'{path}', line {line}: {source}")]
    Game {
        /// The file.
        path: String,
        /// The line, from one.
        line: usize,
        /// What is wrong.
        source: ReadGameError,
    },
    /// Games are missing, or there twice.
    #[error(
        "generation {generation} has {found} of its {wanted} games: play the missing shards first, each once"
    )]
    Games {
        /// The generation.
        generation: u32,
        /// The games that are there.
        found: u64,
        /// The games of a generation.
        wanted: u64,
    },
    /// Another process writes the same file.
    #[error("'{0}' is being written by another process")]
    InUse(String),
    /// The stop signal ended the work; what was whole is kept.
    #[error("interrupted; the same command goes on")]
    Interrupted,
}

impl RunError {
    /// Is it the input that is at fault, and not the system?
    pub const fn is_bad_input(&self) -> bool {
        !matches!(self, Self::File { .. } | Self::Interrupted)
    }
}

fn refused(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.display().to_string();
    move |source| RunError::File { path, source }
}

/// A folder with a run.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    recipe: Recipe,
    rules: Rules,
}

impl Run {
    /// The run of a folder. With a recipe it is begun if there is none, and must have this one if there is.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn open(folder: &Path, recipe: Option<&Recipe>) -> Result<Self, RunError> {
        let path = folder.join(RECIPE);
        if !path.exists() {
            let recipe = recipe.ok_or_else(|| RunError::NoRun(folder.display().to_string()))?;
            fs::create_dir_all(folder).map_err(refused(folder))?;
            let text = recipe
                .text()
                .map_err(io::Error::other)
                .map_err(refused(&path))?;
            write_whole(&path, |file| file.write_all(text.as_bytes())).map_err(refused(&path))?;
        }
        let text = read_text_file(&path).map_err(refused(&path))?;
        let wrong = |source| RunError::Recipe {
            path: path.display().to_string(),
            source,
        };
        let own = Recipe::read(&text).map_err(wrong)?;
        if let Some(key) = recipe.and_then(|recipe| own.difference(recipe)) {
            let path = folder.display().to_string();
            return Err(RunError::OtherRecipe { path, key });
        }
        let wrong = |source: crate::game::ParseRulesError| RunError::Recipe {
            path: path.display().to_string(),
            source: source.into(),
        };
        let rules = own.game().map_err(wrong)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            recipe: own,
            rules,
        })
    }

    /// The recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    fn generation(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("{generation:04}"))
    }

    /// Is there a network for this generation?
    pub fn has_network(&self, generation: u32) -> bool {
        self.generation(generation).join(NETWORK).exists()
    }

    /// The network of a generation. That of generation 0 is made where it is missing.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn network(&self, generation: u32) -> Result<Network, RunError> {
        let path = self.generation(generation).join(NETWORK);
        if generation == 0 && !path.exists() {
            let network = Network::new(self.recipe.shape(), self.recipe.seed);
            self.store(&network, 0)?;
        }
        if !path.exists() {
            return Err(RunError::NoNetwork(generation));
        }
        let wrong = |source| RunError::Network {
            path: path.display().to_string(),
            source,
        };
        let bytes = read_regular_file(&path, MAX_NETWORK_BYTES).map_err(refused(&path))?;
        let network = Network::from_bytes(&bytes).map_err(|error| wrong(error.into()))?;
        if network.layout.shape == self.recipe.shape() {
            Ok(network)
        } else {
            Err(wrong("its size is another one".into()))
        }
    }

    fn store(&self, network: &Network, generation: u32) -> Result<(), RunError> {
        let folder = self.generation(generation);
        fs::create_dir_all(&folder).map_err(refused(&folder))?;
        let path = folder.join(NETWORK);
        let bytes = network
            .to_bytes()
            .map_err(|error: CheckpointError| RunError::Network {
                path: path.display().to_string(),
                source: error.into(),
            })?;
        write_whole(&path, |file| file.write_all(&bytes)).map_err(refused(&path))
    }

    /// A seed that belongs to a generation and a number.
    fn seed(&self, generation: u32, number: u64) -> u64 {
        let of_generation = Rng::new(self.recipe.seed ^ u64::from(generation)).next_u64();
        Rng::new(of_generation ^ number).next_u64()
    }

    /// Plays the games of a shard of a generation, unless they are there. Tells the number of each finished game.
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
        let name = format!("games-{}.jsonl", shard.to_string().replace('/', "-of-"));
        let path = self.generation(generation).join(name);
        let network = self.network(generation)?;
        let lock = FileLock::try_beside(&path).map_err(refused(&path))?;
        let _lock = lock.ok_or_else(|| RunError::InUse(path.display().to_string()))?;
        if path.exists() {
            return Ok(());
        }
        let numbers = shard.range(self.recipe.games);
        let next = AtomicU64::new(numbers.start);
        let work = || {
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end || stop.is_raised() {
                    return played;
                }
                let seed = self.seed(generation, number);
                played.push(play_game(&network, &self.recipe, self.rules, number, seed));
                tell(number);
            }
        };
        let mut games: Vec<GameRecord> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, Vec<GameRecord>>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().flat_map(join).collect()
        });
        if games.len() as u64 != numbers.end - numbers.start {
            return Err(RunError::Interrupted);
        }
        games.sort_by_key(|game| game.game);
        let mut lines = String::new();
        for game in &games {
            lines += &game
                .line()
                .map_err(io::Error::from)
                .map_err(refused(&path))?;
            lines.push('\n');
        }
        write_whole(&path, |file| file.write_all(lines.as_bytes())).map_err(refused(&path))
    }

    /// The games of a generation, in order. All of them must be there.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn games(&self, generation: u32) -> Result<Vec<GameRecord>, RunError> {
        let folder = self.generation(generation);
        let mut games: Vec<GameRecord> = Vec::new();
        for entry in fs::read_dir(&folder).map_err(refused(&folder))? {
            let path = entry.map_err(refused(&folder))?.path();
            if path
                .extension()
                .is_none_or(|extension| extension != "jsonl")
            {
                continue;
            }
            let text = read_text_file(&path).map_err(refused(&path))?;
            for (line, text) in (1..).zip(text.lines()) {
                let wrong = |source| RunError::Game {
                    path: path.display().to_string(),
                    line,
                    source,
                };
                games.push(GameRecord::read(text, self.rules).map_err(wrong)?);
            }
        }
        games.sort_by_key(|game| game.game);
        let is_whole = games.iter().map(|game| game.game).eq(0..self.recipe.games);
        if is_whole {
            Ok(games)
        } else {
            let (found, wanted) = (games.len() as u64, self.recipe.games);
            Err(RunError::Games {
                generation,
                found,
                wanted,
            })
        }
    }

    /// Learns from the games up to a generation, and stores the network of the next one.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn learn(&self, generation: u32) -> Result<Learned, RunError> {
        let mut network = self.network(generation)?;
        let first = (generation + 1).saturating_sub(self.recipe.window);
        let games: Result<Vec<_>, _> = (first..=generation)
            .map(|number| self.games(number))
            .collect();
        let seed = self.seed(generation, LEARNING_SEED);
        let learned = learn(&mut network, &self.recipe, self.rules, &games?, seed);
        self.store(&network, generation + 1)?;
        Ok(learned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::RECIPES;

    /// A run of two generations of tic-tac-toe.
    fn tiny() -> Recipe {
        let (_, small) = RECIPES[2];
        let mut recipe = Recipe::read(small).expect("a recipe of the program");
        (recipe.games, recipe.playouts, recipe.quick_playouts) = (6, 12, 12);
        recipe
    }

    fn files(folder: &Path) -> Vec<Vec<u8>> {
        let names = [
            "0000/network.safetensors",
            "0001/network.safetensors",
            "0002/network.safetensors",
        ];
        names
            .iter()
            .map(|name| fs::read(folder.join(name)).expect("the file"))
            .collect()
    }

    #[test]
    fn a_run_has_the_same_bytes_on_any_number_of_threads_and_shards_and_goes_on() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let (stop, recipe) = (StopSignal::new(), tiny());
        let mut results = Vec::new();
        for (number, (shards, threads)) in [("1", 1), ("1", 3), ("2", 2)].into_iter().enumerate() {
            let folder = parent.path().join(number.to_string());
            for generation in 0..2 {
                // Opened anew each time, as after a kill.
                let run = Run::open(&folder, Some(&recipe)).expect("a run");
                let count: u64 = shards.parse().expect("a number");
                for shard in 1..=count {
                    let shard = format!("{shard}/{shards}").parse().expect("a shard");
                    run.play(generation, shard, threads, &stop, &|_| ())
                        .expect("games");
                }
                let learned = Run::open(&folder, None)
                    .expect("a run")
                    .learn(generation)
                    .expect("a network");
                assert!(learned.positions > 20 && learned.losses.policy > 0.0);
            }
            results.push(files(&folder));
        }
        assert!(results.iter().all(|files| *files == results[0]));
        assert_ne!(results[0][0], results[0][2]);
    }

    #[test]
    fn what_is_wrong_with_a_run_is_said_and_nothing_is_lost() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let folder = parent.path().join("run");
        let said = |result: Result<Run, RunError>, words: &str| {
            let error = result.expect_err(words);
            assert!(
                error.to_string().contains(words) && error.is_bad_input(),
                "{error}"
            );
        };
        said(Run::open(&folder, None), "holds no run");
        let run = Run::open(&folder, Some(&tiny())).expect("a run");
        let error = run.network(7).expect_err("nothing was learned");
        assert!(error.to_string().contains("generation 7 has no network") && error.is_bad_input());
        let other = Recipe {
            playouts: 13,
            ..tiny()
        };
        said(Run::open(&folder, Some(&other)), "playouts differs");
        let stop = StopSignal::new();
        run.play(0, "1/2".parse().expect("a shard"), 1, &stop, &|_| ())
            .expect("games");
        let error = run.learn(0).expect_err("half of the games are missing");
        assert!(error.to_string().contains("3 of its 6 games"), "{error}");
        let path = folder.join("0000/games-1-of-2.jsonl");
        let whole = fs::read_to_string(&path).expect("the games");
        for (from, to) in [
            ("\"moves\":[", "\"moves\":[99,"),
            ("\"result\":", "\"result\":3,\"x\":"),
            ("{", ""),
        ] {
            fs::write(&path, whole.replacen(from, to, 1)).expect("the disk has room");
            let error = run.games(0).expect_err(to);
            assert!(error.to_string().contains("line 1"), "{error}");
        }
        fs::write(folder.join("0000/network.safetensors"), b"nothing").expect("the disk has room");
        let error = run.network(0).expect_err("it is no network");
        assert!(
            error.to_string().contains("is no network of this run"),
            "{error}"
        );
        let raised = StopSignal::new();
        raised.raise();
        fs::remove_file(folder.join("0000/network.safetensors")).expect("it is there");
        let stopped = run.play(0, "2/2".parse().expect("a shard"), 2, &raised, &|_| ());
        assert!(matches!(stopped, Err(RunError::Interrupted)));
        assert!(!folder.join("0000/games-2-of-2.jsonl").exists());
    }
}
