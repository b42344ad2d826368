//! The options that several commands have of their searches: what bounds one, the memory and the threads of the engine, and how
//! many of them work at the same time.

use std::thread;
use std::time::Duration;

use clap::{Args, value_parser};

use kagetsu_gomoku::engine::EngineConfig;
use kagetsu_gomoku::engine::config::DEFAULT_MEMORY;
use kagetsu_kernel::MIB;
use kagetsu_kernel::seconds::Seconds;

use super::value::{thread_count, worker_count};

/// Time for a position that nothing else bounds.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What bounds the search of a position.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LimitArgs {
    /// Time of a search, such as 0.5 or 500ms (1 second if no other limit is given)
    #[arg(long, value_name = "SECONDS")]
    pub(super) time: Option<Seconds>,
    /// Deepest iteration, in plies
    #[arg(long, value_parser = value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// Most nodes of a search
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
}

impl LimitArgs {
    /// The time that is given; the usual one where nothing bounds the search.
    pub(super) fn time_or_usual(&self) -> Option<Duration> {
        let is_unbounded = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Seconds(time)| time);
        time.or(is_unbounded.then_some(USUAL_TIME))
    }
}

/// What the engine has for its search.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct EngineArgs {
    /// Most memory for the whole process
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY / MIB, value_parser = value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Searching threads, as many of them as the memory has room for
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count())]
    threads: u16,
}

impl EngineArgs {
    /// The settings of such an engine on this machine.
    pub(super) fn config(&self) -> EngineConfig {
        EngineConfig {
            max_memory: self.memory * MIB,
            threads: self.threads.into(),
            ..EngineConfig::for_this_machine()
        }
    }
}

/// How many searches or games go on at the same time.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Threads {
    /// Threads that work at the same time (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = worker_count())]
    threads: Option<u16>,
}

impl Threads {
    /// Their number.
    pub(super) fn count(self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}
