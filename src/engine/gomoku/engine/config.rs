//! The settings of an engine, and the registry that names them for managers, command lines and documents.
//! It knows no protocol: only keys, units and what they mean for the engine. With the feature `tune` every number
//! that tunes the search is a setting too.

use std::fmt;
use std::str::FromStr;

use crate::search::WinCheck;
use crate::search::params::Params;
use kagetsu_kernel::gomocup::parse_number;
use kagetsu_kernel::{KIB, MIB, ParseTextError, TimeControl};

/// Settings that stay the same over many moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Most memory for the whole process, in bytes.
    pub max_memory: u64,
    /// Most memory for the transposition table in bytes, when it is bounded on its own.
    pub max_hash: Option<u64>,
    /// Number of searching threads that are asked for; see [`EngineConfig::fitting_threads`].
    pub threads: usize,
    /// Most threads that a search is given. More threads than processors slow each other down, and the first of them
    /// then looks at the clock too late.
    pub max_threads: usize,
    /// The numbers that tune the search.
    pub params: Params,
    /// For which wins the solver looks before each search.
    pub win_check: WinCheck,
    /// How moves are searched.
    pub search: SearchMethod,
}

/// How an engine searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchMethod {
    /// Alpha-beta: every move to a depth.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search over the same evaluation: the promising moves, guided by priors. It has one thread.
    Mcts,
}

impl SearchMethod {
    /// All of them, in the order of their numbers in settings.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Mcts];
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 2] = ["alphabeta", "mcts"];
}

impl FromStr for SearchMethod {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|&method| Self::NAMES[method as usize].eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseTextError::new(text, "not a search", "alphabeta or mcts"))
    }
}

impl fmt::Display for SearchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

/// Memory for the whole process when nothing is said: what tournaments give.
pub const DEFAULT_MEMORY: u64 = 350 * MIB;
/// Most threads that can be asked for.
pub const MAX_THREADS: usize = 256;

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            max_memory: DEFAULT_MEMORY,
            max_hash: None,
            threads: 1,
            max_threads: MAX_THREADS,
            params: Params::default(),
            win_check: WinCheck::Off,
            search: SearchMethod::AlphaBeta,
        }
    }
}

/// Names a setting of [`EngineConfig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigKey {
    /// [`EngineConfig::max_memory`]
    MaxMemory,
    /// [`EngineConfig::max_hash`]
    MaxHash,
    /// [`EngineConfig::threads`]
    Threads,
    /// A number of [`EngineConfig::params`], by its row in [`Params::ROWS`].
    #[cfg(feature = "tune")]
    Param(usize),
    /// [`EngineConfig::win_check`]
    WinCheck,
    /// [`EngineConfig::search`]
    Search,
}

impl ConfigKey {
    /// The words that a setting takes as well as their numbers from zero.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Search => &SearchMethod::NAMES,
            _ => &[],
        }
    }

    /// The number that a text stands for as a value of this setting: a whole number, or one of its words in letters of
    /// either case.
    ///
    /// ```
    /// use kagetsu_gomoku::engine::config::ConfigKey;
    /// assert_eq!(ConfigKey::Search.value_of("MCTS"), Some(1));
    /// assert_eq!(ConfigKey::Threads.value_of("4"), Some(4));
    /// assert_eq!(ConfigKey::Threads.value_of("mcts"), None);
    /// ```
    pub fn value_of(self, text: &str) -> Option<i64> {
        let word = self
            .words()
            .iter()
            .position(|word| word.eq_ignore_ascii_case(text));
        word.map(|place| place as i64)
            .or_else(|| parse_number(text))
    }
}

/// One setting, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigRow {
    /// What it sets.
    pub key: ConfigKey,
    /// Its name in `INFO` lines and on command lines.
    pub name: &'static str,
    /// Unit and range.
    pub values: &'static str,
    /// What it means, zero and negative values included.
    pub doc: &'static str,
}

/// Every setting.
pub const REGISTRY: [ConfigRow; 6] = [
    ConfigRow {
        key: ConfigKey::MaxMemory,
        name: "max_memory",
        values: "bytes",
        doc: "memory for the whole process; zero or less: 350 MiB, the default",
    },
    ConfigRow {
        key: ConfigKey::MaxHash,
        name: "hash_size",
        values: "KiB",
        doc: "memory for the transposition table alone, within max_memory if that was set; zero or less: no bound of its own, the default",
    },
    ConfigRow {
        key: ConfigKey::Threads,
        name: "thread_num",
        values: "1 to 256",
        doc: "searching threads; less counts as 1, the default, more as 256; no more of them start than the machine has processors, and than fit at 4 MiB each beyond the first into half of what max_memory leaves beside 24 MiB",
    },
    ConfigRow {
        key: ConfigKey::WinCheck,
        name: "vcthread",
        values: "0 to 2",
        doc: "proof of a win before each search: 1 by threats, 2 or more by threats and then by any moves; less counts as 0: none, the default",
    },
    ConfigRow {
        key: ConfigKey::WinCheck,
        name: "checkmate",
        values: "0 to 2",
        doc: "another name of vcthread",
    },
    ConfigRow {
        key: ConfigKey::Search,
        name: "search",
        values: "alphabeta, mcts",
        doc: "alphabeta, the default: every move to a depth; mcts: Monte Carlo tree search over the same network, for which a node is a playout, the depth the mean one of the playouts, and which has one thread; 0 and 1 mean the same",
    },
];

/// The name of a setting, by which [`key_named`] finds it.
pub fn name_of(key: ConfigKey) -> &'static str {
    #[cfg(feature = "tune")]
    if let ConfigKey::Param(row) = key {
        return Params::ROWS[row].0;
    }
    let row = REGISTRY.iter().find(|row| row.key == key);
    row.map_or("", |row| row.name)
}

/// The setting of that name, in letters of either case.
pub fn key_named(name: &str) -> Option<ConfigKey> {
    let own = REGISTRY
        .iter()
        .find(|row| row.name.eq_ignore_ascii_case(name))
        .map(|row| row.key);
    #[cfg(feature = "tune")]
    let own = own.or_else(|| Params::row_named(name).map(ConfigKey::Param));
    own
}

/// Memory of the process with one thread, besides the transposition table: code, rule tables, stacks, histories.
const FIXED_BYTES: u64 = 24 * MIB;
/// Memory of each further thread: refuted positions of the search by fours, histories, and the part of the stack that
/// is ever touched. Measured on 20x20: 3.0 MiB with 8 helpers and with 32.
const HELPER_BYTES: u64 = 4 * MIB;
/// Part of the memory beside the fixed that further threads take at most, as a divisor.
const HELPERS_SHARE: u64 = 2;
/// Most memory of the solver that looks for a win before each search, if there is one.
const SOLVER_BYTES: u64 = 64 * MIB;
/// Part of what is left beside the threads that the solver takes at most, as a divisor.
const SOLVER_SHARE: u64 = 4;
/// Part of the remaining memory that is kept free, as a divisor.
const SLACK_SHARE: u64 = 10;
/// What a thread writes into the table in a game with a millisecond for every move, in bytes: of some 450 positions a
/// millisecond it stores about a third, 16 bytes each, in 50 moves.
const FILLED_PER_MILLISECOND: u64 = 150 * 16 * 50;

impl EngineConfig {
    /// The usual settings, with at most one thread for each processor of this machine.
    pub fn for_this_machine() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            max_threads: processors.min(MAX_THREADS),
            ..Self::default()
        }
    }

    /// Number of threads that a search is given: those that were asked for, at most
    /// [`EngineConfig::max_threads`], as far as they fit into the memory beside a table of the same size.
    ///
    /// ```
    /// use kagetsu_gomoku::engine::EngineConfig;
    /// let config = EngineConfig { max_memory: 40 << 20, threads: 8, ..EngineConfig::default() };
    /// assert_eq!(config.fitting_threads(), 3);
    /// ```
    pub fn fitting_threads(&self) -> usize {
        let rest = self.max_memory.saturating_sub(FIXED_BYTES);
        let helpers = rest / HELPERS_SHARE / HELPER_BYTES;
        let fitting = 1 + helpers.min(MAX_THREADS as u64) as usize;
        self.threads.clamp(1, fitting.min(self.max_threads.max(1)))
    }

    /// Size of the transposition table that keeps the process inside its limits.
    pub fn table_bytes(&self) -> usize {
        let rest = self.beside_threads() - self.solver_bytes() as u64;
        let table = rest - rest / SLACK_SHARE;
        self.max_hash.map_or(table, |hash| table.min(hash)) as usize
    }

    /// Size of a table that a game at this pace can fill, within [`EngineConfig::table_bytes`]. A larger one costs time:
    /// the system has to give every part of it that is touched for the first time.
    pub(crate) fn fillable_table_bytes(&self, time: TimeControl) -> usize {
        let turn = [time.turn, time.match_left].into_iter().flatten().min();
        let max = self.table_bytes();
        turn.map_or(max, |turn| {
            let milliseconds = u64::try_from(turn.as_millis()).unwrap_or(u64::MAX);
            let threads = self.fitting_threads() as u64;
            let filled = milliseconds.saturating_mul(FILLED_PER_MILLISECOND * threads);
            usize::try_from(filled).map_or(max, |filled| filled.min(max))
        })
    }

    /// Memory of the solver that looks for a win before each search; zero if none does.
    pub(crate) fn solver_bytes(&self) -> usize {
        if self.win_check == WinCheck::Off {
            return 0;
        }
        (self.beside_threads() / SOLVER_SHARE).min(SOLVER_BYTES) as usize
    }

    /// What the limit of the process leaves beside its threads.
    fn beside_threads(&self) -> u64 {
        let helpers = helper_bytes(self.fitting_threads());
        self.max_memory.saturating_sub(FIXED_BYTES + helpers)
    }

    /// Gives the process as much memory as the bounded table and the threads need, and never less than the default:
    /// for managers that say how large the table may be and nothing about the process.
    pub fn make_room_for_hash(&mut self) {
        self.max_memory = DEFAULT_MEMORY;
        if let Some(table) = self.max_hash {
            let slack = table / (SLACK_SHARE - 1) + 1;
            let helpers = helper_bytes(self.threads.min(self.max_threads));
            let solver = match self.win_check {
                WinCheck::Off => 0,
                WinCheck::Threats | WinCheck::AllMoves => SOLVER_BYTES,
            };
            let rest = table
                .saturating_add(slack + helpers + solver)
                .max(HELPERS_SHARE * helpers);
            self.max_memory = self.max_memory.max(FIXED_BYTES.saturating_add(rest));
        }
    }

    /// Changes a setting to a value in the unit of its [`ConfigRow`]. Every value has a meaning.
    ///
    /// ```
    /// use kagetsu_gomoku::engine::EngineConfig;
    /// use kagetsu_gomoku::engine::config::ConfigKey;
    /// let mut config = EngineConfig::default();
    /// config.set(ConfigKey::MaxHash, 1024);
    /// assert_eq!(config.max_hash, Some(1 << 20));
    /// ```
    pub fn set(&mut self, key: ConfigKey, value: i64) {
        let positive = u64::try_from(value).ok().filter(|&value| value > 0);
        match key {
            ConfigKey::MaxMemory => self.max_memory = positive.unwrap_or(DEFAULT_MEMORY),
            ConfigKey::MaxHash => {
                self.max_hash = positive.map(|kib| kib.saturating_mul(KIB));
            }
            ConfigKey::Threads => {
                self.threads = positive.map_or(1, |count| count.min(MAX_THREADS as u64) as usize);
            }
            #[cfg(feature = "tune")]
            ConfigKey::Param(row) => self.params.set(row, value),
            ConfigKey::WinCheck => {
                self.win_check = match positive {
                    None => WinCheck::Off,
                    Some(1) => WinCheck::Threats,
                    Some(_) => WinCheck::AllMoves,
                };
            }
            ConfigKey::Search => {
                self.search = match positive {
                    None => SearchMethod::AlphaBeta,
                    Some(_) => SearchMethod::Mcts,
                };
            }
        }
    }
}

/// Memory of all threads but the first.
const fn helper_bytes(threads: usize) -> u64 {
    threads.saturating_sub(1) as u64 * HELPER_BYTES
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn threads_and_table_fit_into_the_memory_together() {
        for mebibytes in [0, 1, 24, 31, 32, 64, 350, 4096] {
            let all = [0, 1, 2, 8, MAX_THREADS];
            let checks = [WinCheck::Off, WinCheck::Threats];
            for (threads, win_check) in all.into_iter().flat_map(|n| checks.map(|check| (n, check)))
            {
                let config = EngineConfig {
                    max_memory: mebibytes * MIB,
                    max_hash: None,
                    threads,
                    win_check,
                    ..EngineConfig::default()
                };
                let fitting = config.fitting_threads();
                assert!((1..=threads.max(1)).contains(&fitting), "{config:?}");
                let helpers = helper_bytes(fitting);
                let table = config.table_bytes() as u64;
                let solver = config.solver_bytes() as u64;
                let used = FIXED_BYTES + helpers + table + solver;
                assert!(used <= config.max_memory.max(FIXED_BYTES), "{config:?}");
                assert!(table + table / 4 + solver >= helpers, "{config:?}");
            }
        }
        let ample = EngineConfig {
            max_memory: u64::MAX,
            threads: MAX_THREADS,
            ..EngineConfig::default()
        };
        assert_eq!(ample.fitting_threads(), MAX_THREADS);
    }

    #[test]
    fn a_process_has_room_for_the_table_it_was_asked_for() {
        let mut config = EngineConfig::default();
        config.make_room_for_hash();
        assert_eq!(config, EngineConfig::default());
        for log2 in [10, 20, 22] {
            for threads in [1, 2, MAX_THREADS] {
                config.set(ConfigKey::MaxHash, 1 << log2);
                config.set(ConfigKey::Threads, threads as i64);
                config.set(ConfigKey::WinCheck, log2 % 3);
                config.make_room_for_hash();
                assert_eq!(config.table_bytes(), 1 << (log2 + 10));
                assert_eq!(config.fitting_threads(), threads);
            }
        }
    }

    #[test]
    fn no_more_threads_are_started_than_there_are_processors() {
        let mut config = EngineConfig {
            max_memory: 8_000_000_000,
            max_threads: 3,
            ..EngineConfig::default()
        };
        for (asked, given) in [(1, 1), (2, 2), (64, 3), (1_000_000, 3)] {
            config.set(ConfigKey::Threads, asked);
            assert_eq!(config.fitting_threads(), given);
        }
        assert!(EngineConfig::for_this_machine().max_threads >= 1);
    }

    #[test]
    fn every_value_has_a_meaning() {
        let mut config = EngineConfig::default();
        for row in REGISTRY {
            config.set(row.key, i64::MAX);
        }
        assert_eq!(config.max_memory, i64::MAX as u64);
        assert_eq!(config.max_hash, Some(u64::MAX));
        assert_eq!(config.threads, MAX_THREADS);
        assert_eq!(config.win_check, WinCheck::AllMoves);
        assert_eq!(config.search, SearchMethod::Mcts);
        for value in [0, -1, i64::MIN] {
            for row in REGISTRY {
                config.set(row.key, value);
            }
            assert_eq!(config, EngineConfig::default());
        }
    }

    #[test]
    fn a_short_move_fills_a_part_of_the_table() {
        let config = EngineConfig::default();
        let short = TimeControl::per_move(Duration::from_millis(100));
        assert_eq!(config.fillable_table_bytes(short), 12_000_000);
        let all = config.fillable_table_bytes(TimeControl::UNLIMITED);
        assert_eq!(all, config.table_bytes());
    }
}
