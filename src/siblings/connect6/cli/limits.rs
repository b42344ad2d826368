//! The options that bound the engine and the work around it.

use std::time::Duration;

use clap::{Args, value_parser};
use kagetsu_kernel::{SearchLimits, Seconds, TimeControl};

use crate::levels::Level;

/// What bounds the engine.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LimitArgs {
    /// Time for a turn, such as 0.5 or 500ms (default: 1, unless another limit is given)
    #[arg(long, value_name = "SECONDS")]
    time: Option<Seconds>,
    /// Deepest search in turns
    #[arg(long, value_name = "TURNS", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Most positions to search
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of a level with those that were given, within the time that a whole game leaves.
    pub(super) fn limits(self, level: Level, game: Option<Seconds>) -> SearchLimits {
        level.bounding(&SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: TimeControl {
                turn: self.time.map(|Seconds(time)| time),
                match_left: game.map(|Seconds(time)| time),
                increment: Duration::ZERO,
            },
            ..SearchLimits::default()
        })
    }

    /// The options, each with whether it was given.
    pub(super) const fn options(self) -> [(&'static str, bool); 3] {
        [
            ("--time", self.time.is_some()),
            ("--depth", self.depth.is_some()),
            ("--nodes", self.nodes.is_some()),
        ]
    }
}
