//! What is wrong with a run.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use kagetsu_kernel::{Shard, ShowPath as _};

use crate::fault::short;
use crate::learn::ReadGameError;
use crate::net::CheckpointError;
use crate::recipe::RecipeError;

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
        "'{path}' was begun with another recipe, which differs in {keys}: give another folder, or no recipe to go on"
    )]
    OtherRecipe {
        /// The folder.
        path: String,
        /// The names that differ.
        keys: String,
    },
    /// The name of a file where the folder is to be.
    #[error("'{0}' is a file: give the name of a folder")]
    NoFolder(String),
    /// The folder holds something else than a run.
    #[error("'{0}' holds other files and no run: give a new folder, or an empty one")]
    OtherFiles(String),
    /// There is no run in the folder.
    #[error(
        "'{0}' holds no run of learning: `zero run` begins one with --recipe, such as --recipe ours, and `zero distil` with --recipe \
         distil"
    )]
    NoRun(String),
    /// The run has not come so far.
    #[error("generation {0} has no network yet: play and learn the generations before it first")]
    NoNetwork(u32),
    /// A file of a network is none, or of another size.
    #[error(
        "'{path}' is no network of this run: {source}; without the file it is made again, a distilled one by `zero distil`"
    )]
    Network {
        /// The file.
        path: String,
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A file of the state of the optimiser is none, or of another size.
    #[error(
        "'{path}' is no state of the optimiser of this run: {source}; take it away, and the same command says which networks are to \
         be learned again"
    )]
    Optimiser {
        /// The file.
        path: String,
        /// What is wrong.
        source: CheckpointError,
    },
    /// The state of the optimiser is missing.
    #[error(
        "'{path}', the state of the optimiser, is missing: without it the next network would not be that of an unbroken run. Take \
         away network.safetensors of {networks}, and the same is learned again from the games; or give --new-optimiser, \
         and learning goes on to other networks"
    )]
    NoState {
        /// The file.
        path: String,
        /// The networks to be learned again, in words.
        networks: String,
    },
    /// The state of the optimiser of a distilled network is missing, which games do not bring back.
    #[error(
        "'{path}', the state of the optimiser, is missing: without it the next network would not be that of an unbroken run. Move \
         network.safetensors of {networks} to another place, distil generation 1 again from the same data (`zero distil`), and the \
         others are learned again from their games; or give --new-optimiser, and learning goes on to other networks"
    )]
    NoStateDistilled {
        /// The file.
        path: String,
        /// The networks to be made again, in words.
        networks: String,
    },
    /// The network exists, and would be replaced by another one that was learned with a new optimiser.
    #[error(
        "generation {0} has a network already, and a new optimiser would replace it by another one: take its \
         network.safetensors away first"
    )]
    NetworkExists(u32),
    /// A file of games is damaged.
    #[error("'{path}', line {line}: {source}; without the file the same games are played again")]
    Game {
        /// The file.
        path: String,
        /// The line, from one.
        line: usize,
        /// What is wrong.
        source: ReadGameError,
    },
    /// A file holds other games than those of its shard.
    #[error(
        "'{path}' {fault}, and the recipe says games = {games}: without the file its games are played again"
    )]
    Shard {
        /// The file.
        path: String,
        /// What is wrong.
        fault: String,
        /// The games of a generation.
        games: u64,
    },
    /// There are more shards than games, and this one has none.
    #[error("shard {shard} has no games: a generation has {games}")]
    EmptyShard {
        /// The shard.
        shard: Shard,
        /// The games of a generation.
        games: u64,
    },
    /// Two files hold a game.
    #[error(
        "generation {generation} has game {number} twice, in '{first}' and in '{second}': keep one of the files, and play the shards that are missing then"
    )]
    Repeated {
        /// The generation.
        generation: u32,
        /// The number of the game.
        number: u64,
        /// The one file.
        first: String,
        /// The other file.
        second: String,
    },
    /// Games are missing.
    #[error(
        "generation {generation} has {found} of its {wanted} games, without {missing}: play the missing shards first, by \
         `zero play` with --generation {generation} --shard {shards}"
    )]
    Games {
        /// The generation.
        generation: u32,
        /// The games that are there.
        found: u64,
        /// The games of a generation.
        wanted: u64,
        /// The numbers of those that are missing, in words.
        missing: String,
        /// The shards that have them, in words.
        shards: String,
    },
    /// Another process writes the same file.
    #[error("'{0}' is being written by another process")]
    InUse(String),
    /// The weights grew beyond all bounds.
    #[error(
        "the network that learned from generation {0} has numbers that are not finite and is not kept: begin a run with smaller rate_millionths"
    )]
    Diverged(u32),
    /// There are no games before a network that is distilled.
    #[error(
        "'{0}' has no games before generation 1, whose network is distilled: `zero distil` makes it where it is missing"
    )]
    Distilled(String),
    /// There is something in the place of a network that is to be distilled.
    #[error("'{0}' has games or a network of its own: give another folder")]
    Begun(String),
    /// No position of the games is learned from, so that the next network would be the same.
    #[error(
        "the games of generation {0} have no position to learn from: begin a run with a smaller full_every, or with more games"
    )]
    NothingToLearn(u32),
    /// What was kept of a generation is damaged.
    #[error("'{path}' is damaged: {}; {without}", short(&.source.to_string()))]
    Kept {
        /// The file.
        path: String,
        /// What is wrong.
        source: serde_json::Error,
        /// What follows if the file is taken away.
        without: &'static str,
    },
    /// A link in place of a file of the run.
    #[error("'{path}' is a link that leads to no file: {source}")]
    DeadLink {
        /// The link.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The stop signal ended the work; what was whole is kept.
    #[error("interrupted: what was finished is kept, and the same command does the rest")]
    Interrupted,
}

impl RunError {
    /// Is it the input that is at fault, and not the system?
    pub fn is_bad_input(&self) -> bool {
        match self {
            // Something else than the file that is expected there.
            Self::File { source, .. } => matches!(
                source.kind(),
                ErrorKind::InvalidInput
                    | ErrorKind::InvalidData
                    | ErrorKind::FileTooLarge
                    | ErrorKind::IsADirectory
                    | ErrorKind::NotADirectory
            ),
            Self::Interrupted => false,
            _ => true,
        }
    }
}

/// Is there something of this name? A link is followed, and must lead to something.
pub(super) fn is_there(path: &Path) -> Result<bool, RunError> {
    match fs::metadata(path) {
        Ok(_) => Ok(true),
        Err(source) if path.is_symlink() => Err(RunError::DeadLink {
            path: path.shown().to_string(),
            source,
        }),
        Err(source) if source.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(refused(path)(source)),
    }
}

/// Of a file that the system refuses.
pub(super) fn refused(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.shown().to_string();
    move |source| RunError::File { path, source }
}
