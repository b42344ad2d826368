//! From the description of an engine to the command that starts it. The program is found and checked here.

use std::collections::BTreeMap;
use std::env;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use kagetsu_arena::dialogue::managers_word;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::settings::{ClockRules, EngineSpec};
use kagetsu_kernel::{MIB, ShowPath as _};
use kagetsu_notation::Ruleset;

use crate::command_words::command_words;
use crate::error::CommandError;

use super::engine_text::EngineEntry;
use super::own_program::{self, SELF};

/// The settings for engines that do not give their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineDefaults {
    pub(crate) ruleset: Ruleset,
    pub(crate) clock: ClockRules,
    pub(crate) pause: Duration,
}

/// How an engine is started.
pub(crate) fn engine_spec(
    entry: &EngineEntry,
    defaults: EngineDefaults,
) -> Result<EngineSpec, CommandError> {
    let mut command = command_words(&entry.cmd)
        .filter(|words| !words.is_empty())
        .ok_or_else(|| {
            CommandError::input(format!(
                "cannot split the command '{}': is a quote missing?",
                entry.cmd
            ))
        })?;
    let usual = Protocol::of_game(defaults.ruleset)[0];
    let protocol = entry.protocol.unwrap_or(usual);
    let is_self = names_self(entry);
    let program = if is_self {
        env::current_exe()
            .map_err(|error| CommandError::input(format!("cannot find this program: {error}")))?
    } else {
        find_program(&command[0])
    };
    let name = entry.name.clone().unwrap_or_else(|| default_name(&program));
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(CommandError::input(format!(
            "'{name}' cannot be the name of an engine: it must not be empty or hold control characters"
        )));
    }
    check_protocol(&name, defaults.ruleset, protocol)?;
    check_program(&program, &name)?;
    if protocol == Protocol::Gomocup {
        check_managers_keys(&name, &entry.options)?;
    }
    if is_self {
        own_program::complete(&name, &mut command, defaults.ruleset, protocol)?;
    }
    command[0] = program.to_string_lossy().into_owned();
    let clock = engine_clock(entry, defaults.clock);
    let tells_all = is_gomocup_gomoku(defaults.ruleset, protocol);
    if is_self && tells_all {
        own_program::check_options(&name, &entry.options)?;
    }
    if !tells_all {
        check_told(entry, &name, protocol, clock)?;
    } else if clock.game.is_none()
        && clock.turn.is_none()
        && clock.nodes.is_none()
        && clock.depth.is_none()
    {
        return Err(CommandError::input(format!(
            "'{name}' has no limit: give --tc, --nodes or --depth"
        )));
    }
    let folder = |path: &Option<String>| {
        let path = path.as_deref().map(Path::new);
        path.map(|path| existing_folder(path, &name)).transpose()
    };
    Ok(EngineSpec {
        dir: folder(&entry.dir)?,
        folder: folder(&entry.folder)?,
        command,
        protocol,
        memory: entry.memory.map(|memory| memory.saturating_mul(MIB)),
        threads: entry.threads,
        clock: (clock != defaults.clock).then_some(clock),
        pause: entry.pause.map_or(defaults.pause, Duration::from_millis),
        options: entry.options.clone(),
        files: BTreeMap::new(),
        name,
    })
}

/// Does the description name this program by its word?
pub(crate) fn names_self(entry: &EngineEntry) -> bool {
    let words = command_words(&entry.cmd).unwrap_or_default();
    words.first().is_some_and(|word| word == SELF)
}

/// Are these games of Gomoku by the Gomocup protocol, which has words for every setting of an engine?
pub(crate) fn is_gomocup_gomoku(game: Ruleset, protocol: Protocol) -> bool {
    game.gomoku().is_some() && protocol == Protocol::Gomocup
}

fn check_protocol(engine: &str, game: Ruleset, protocol: Protocol) -> Result<(), CommandError> {
    let known = Protocol::of_game(game);
    if known.contains(&protocol) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(|protocol| protocol.name()).collect();
    Err(CommandError::input(format!(
        "'{engine}' cannot speak {protocol}: {game} is played by {}",
        names.join(" or ")
    )))
}

/// Refuses options that the manager itself sends and enforces.
fn check_managers_keys(engine: &str, options: &[(String, String)]) -> Result<(), CommandError> {
    let mut words = options
        .iter()
        .filter_map(|(option, _)| Some((option, managers_word(option)?)));
    words.next().map_or(Ok(()), |(option, word)| {
        Err(CommandError::input(format!(
            "'{engine}': option.{option} is refused, since the manager itself says it: use {word}"
        )))
    })
}

/// Refuses what the protocol has no command for, since the engine would not keep it.
fn check_told(
    entry: &EngineEntry,
    engine: &str,
    protocol: Protocol,
    clock: ClockRules,
) -> Result<(), CommandError> {
    // A query has fields for both.
    let tells_nodes = protocol == Protocol::Json;
    let tells_depth = tells_nodes || matches!(protocol, Protocol::NBoard | Protocol::Cloudict);
    let limit = if clock.nodes.is_some() && !tells_nodes {
        "number of nodes"
    } else if clock.depth.is_some() && !tells_depth {
        "depth"
    } else if entry.folder.is_some() {
        "folder"
    } else {
        return Ok(());
    };
    Err(CommandError::input(format!(
        "'{engine}' cannot be told a {limit} by {protocol}: give it in the arguments of its program"
    )))
}

/// The file name without the extension of a program.
fn default_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let bare = name.strip_suffix(env::consts::EXE_SUFFIX);
    bare.unwrap_or(&name).to_string()
}

/// The clock of all engines, changed by the engine's own settings.
fn engine_clock(entry: &EngineEntry, clock: ClockRules) -> ClockRules {
    ClockRules {
        nodes: entry.nodes.or(clock.nodes),
        depth: entry.depth.or(clock.depth),
        ..entry.tc.map_or(clock, |tc| tc.0)
    }
}

/// The absolute path of a program. A path is taken as it is, a bare name is looked for in the current folder and then in
/// those of `PATH`. Engines run in folders of their own, so a relative path would not do.
pub(crate) fn find_program(name: &str) -> PathBuf {
    // Behind the whole name: what follows the last dot of `engine-1.2` is no extension.
    let with_suffix = |path: PathBuf| {
        let mut longer = path.clone().into_os_string();
        longer.push(env::consts::EXE_SUFFIX);
        let longer = PathBuf::from(longer);
        if !path.is_file() && longer.is_file() {
            longer
        } else {
            path
        }
    };
    let here = with_suffix(absolute(Path::new(name)));
    if here.is_file() || Path::new(name).components().count() > 1 {
        return here;
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| with_suffix(absolute(&folder.join(name))))
        .find(|path| path.is_file())
        .unwrap_or(here)
}

/// The absolute path; unchanged if the current folder is not known.
pub(super) fn absolute(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn check_program(program: &Path, engine: &str) -> Result<(), CommandError> {
    let reason = if !program.is_file() {
        "is not there"
    } else if !is_executable(program) {
        "is not executable"
    } else {
        return Ok(());
    };
    let program = program.to_string_lossy();
    Err(CommandError::input(format!(
        "the program '{program}' of '{engine}' {reason}"
    )))
}

#[cfg(unix)]
fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    /// The bits that let the owner, the group and all others execute a file.
    const EXECUTE: u32 = 0o111;
    program
        .metadata()
        .is_ok_and(|data| data.permissions().mode() & EXECUTE != 0)
}

/// On other systems only starting the file shows whether it is a program.
#[cfg(not(unix))]
fn is_executable(_program: &Path) -> bool {
    true
}

/// The absolute path of the folder in which an engine runs, or of that in which it may keep files.
pub(crate) fn existing_folder(folder: &Path, engine: &str) -> Result<PathBuf, CommandError> {
    let path = absolute(folder);
    if path.is_dir() {
        return Ok(path);
    }
    Err(CommandError::input(format!(
        "the folder '{}' of '{engine}' is not there",
        folder.shown()
    )))
}
