//! The programs by name, and the arguments that choose one.

use std::fmt;
use std::str::FromStr;

use clap::Args;

use crate::Classic;
use crate::ab_rules::AbRules;
use crate::gap_17::Gap17;
use crate::geometric::Geometric;
use crate::rays_19::Rays19;
use crate::table_192::Table192;
use crate::window_20::Window20;
use kagetsu_kernel::ParseTextError;

/// A classic program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// Counts of stones in all windows of five; attack or defence.
    Table192,
    /// Twenty windows of a point, attack and defence, chance among the near-best.
    Window20,
    /// A ranking of situations with a search by alpha-beta.
    AbRules,
    /// Live, half-live and dead groups with gaps, own ones worth more.
    Gap17,
    /// A product along each line.
    Geometric,
    /// Eight rays, chance among equals, no forbidden points.
    Rays19,
}

/// Arguments of `classic`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ClassicArgs {
    /// The program
    pub program: Program,
    /// What decides where the program leaves a choice to chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Program {
    /// All programs.
    pub const ALL: [Self; 6] = [
        Self::Table192,
        Self::Window20,
        Self::AbRules,
        Self::Gap17,
        Self::Geometric,
        Self::Rays19,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table192 => "table-192",
            Self::Window20 => "window-20",
            Self::AbRules => "ab-rules",
            Self::Gap17 => "gap-17",
            Self::Geometric => "geometric",
            Self::Rays19 => "rays-19",
        }
    }

    /// The program, ready for a game; the seed decides where it leaves a choice to chance.
    pub fn start(self, seed: u64) -> Box<dyn Classic> {
        match self {
            Self::Table192 => Box::new(Table192),
            Self::Window20 => Box::new(Window20::new(seed)),
            Self::AbRules => Box::new(AbRules),
            Self::Gap17 => Box::new(Gap17),
            Self::Geometric => Box::new(Geometric),
            Self::Rays19 => Box::new(Rays19::new(seed)),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Program {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|program| program.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            ParseTextError::new(text, "no classic program", names)
        })
    }
}
