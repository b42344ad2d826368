//! The limit of an engine's memory: what it is told, and what is enforced.

use kagetsu_kernel::{KIB, PERCENT};

use super::settings::{EngineSpec, GameSettings};

/// The memory of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryLimit {
    /// What the engine is told, in bytes.
    announced: u64,
    /// Accepted excess in per cent of that.
    tolerance: u32,
}

impl MemoryLimit {
    /// The limit of an engine in a game. `None` if there is none.
    pub(super) fn of(spec: &EngineSpec, settings: &GameSettings) -> Option<Self> {
        Some(Self {
            announced: spec.memory_limit(settings.memory)?,
            tolerance: settings.memory_tolerance,
        })
    }

    /// The most that is accepted, in bytes.
    fn enforced(self) -> u64 {
        let excess = u128::from(self.announced) * u128::from(self.tolerance) / u128::from(PERCENT);
        self.announced
            .saturating_add(u64::try_from(excess).unwrap_or(u64::MAX))
    }

    /// A sentence that says by how much these bytes are too many. `None` if they are accepted.
    pub(super) fn excess(self, used: u64) -> Option<String> {
        let enforced = self.enforced();
        (used > enforced).then(|| {
            let [used, announced, enforced] =
                [used, self.announced, enforced].map(|bytes| bytes / KIB);
            if self.tolerance == 0 {
                return format!("uses {used} KiB of memory, allowed are {announced} KiB");
            }
            format!(
                "uses {used} KiB of memory, allowed are {enforced} KiB: it was told {announced} KiB, and {} % more are \
                 tolerated",
                self.tolerance
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(announced: u64, tolerance: u32) -> MemoryLimit {
        MemoryLimit {
            announced,
            tolerance,
        }
    }

    #[test]
    fn a_table_of_the_announced_size_and_a_little_more_is_accepted() {
        let told = 350 << 20;
        let within = limit(told, 10);
        for share in [100, 102, 110] {
            assert_eq!(within.excess(told * share / 100), None, "{share} %");
        }
        let detail = within.excess(told * 115 / 100).expect("too much");
        assert_eq!(
            detail,
            "uses 412160 KiB of memory, allowed are 394240 KiB: it was told 358400 KiB, and 10 % more are tolerated"
        );
        let exact = limit(told, 0).excess(told * 102 / 100).expect("too much");
        assert_eq!(exact, "uses 365568 KiB of memory, allowed are 358400 KiB");
        assert_eq!(limit(u64::MAX, u32::MAX).excess(u64::MAX), None);
    }
}
