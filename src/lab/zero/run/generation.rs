//! The numbers of generations: as names of folders, in words, and what the network of one has learned from.

use std::fmt;
use std::path::Path;

use kagetsu_kernel::counted;

use super::games;

/// The folder of a generation.
pub(super) fn folder_name(generation: u32) -> String {
    format!("{generation:04}")
}

/// The generation of a folder; `None` if it has another name.
pub(super) fn generation_of(folder: &Path) -> Option<u32> {
    let name = folder.file_name()?.to_str()?;
    let generation = name.parse().ok()?;
    (folder_name(generation) == name).then_some(generation)
}

/// The generations between others, in words: `generations 2, 4 to 6`; `None` if there are none. The others are in order.
pub fn gaps(generations: &[u32]) -> Option<String> {
    let pairs = generations.windows(2);
    let gaps: Vec<(u64, u64)> = pairs
        .map(|pair| (u64::from(pair[0]) + 1, u64::from(pair[1])))
        .filter(|(first, end)| first < end)
        .map(|(first, end)| (first, end - 1))
        .collect();
    (!gaps.is_empty()).then(|| games::numbered("generation", gaps))
}

/// What a network has learned from. Its text is `24 games`, `distilled`, or `distilled and 24 games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Did it begin with labelled positions, and not with nothing?
    pub is_distilled: bool,
    /// The games of its run before it.
    pub games: u64,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = counted(self.games, "game");
        match (self.is_distilled, self.games) {
            (false, _) => f.write_str(&games),
            (true, 0) => f.write_str("distilled"),
            (true, _) => write!(f, "distilled and {games}"),
        }
    }
}
