//! The limit of an engine's memory: what it is set to, and what is enforced.

use kagetsu_kernel::{KIB, PERCENT};

use super::settings::{EngineSpec, GameSettings};

/// The memory of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryLimit {
    /// The limit in bytes. Where the protocol has words for it, the engine is told it.
    set: u64,
    /// Accepted excess in per cent of that.
    tolerance: u32,
}

impl MemoryLimit {
    /// The limit of an engine in a game. `None` if there is none.
    pub(super) fn of(spec: &EngineSpec, settings: &GameSettings) -> Option<Self> {
        Some(Self {
            set: spec.memory_limit(settings.memory)?,
            tolerance: settings.memory_tolerance,
        })
    }

    /// The most that is accepted, in bytes.
    fn enforced(self) -> u64 {
        let excess = u128::from(self.set) * u128::from(self.tolerance) / u128::from(PERCENT);
        self.set
            .saturating_add(u64::try_from(excess).unwrap_or(u64::MAX))
    }

    /// A sentence that says by how much these bytes are too many. `None` if they are accepted.
    pub(super) fn excess(self, used: u64) -> Option<String> {
        let enforced = self.enforced();
        (used > enforced).then(|| {
            let [used, set, enforced] = [used, self.set, enforced].map(|bytes| bytes / KIB);
            if self.tolerance == 0 {
                return format!("uses {used} KiB of memory, allowed are {set} KiB");
            }
            format!(
                "uses {used} KiB of memory, allowed are {enforced} KiB: its limit is {set} KiB, and {} % more are \
                 tolerated",
                self.tolerance
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(set: u64, tolerance: u32) -> MemoryLimit {
        MemoryLimit { set, tolerance }
    }

    #[test]
    fn a_table_of_the_size_that_was_told_and_a_little_more_is_accepted() {
        let told = 350 << 20;
        let within = limit(told, 10);
        for share in [100, 102, 110] {
            assert_eq!(within.excess(told * share / 100), None, "{share} %");
        }
        let detail = within.excess(told * 115 / 100).expect("too much");
        assert_eq!(
            detail,
            "uses 412160 KiB of memory, allowed are 394240 KiB: its limit is 358400 KiB, and 10 % more are tolerated"
        );
        let exact = limit(told, 0).excess(told * 102 / 100).expect("too much");
        assert_eq!(exact, "uses 365568 KiB of memory, allowed are 358400 KiB");
        assert_eq!(limit(u64::MAX, u32::MAX).excess(u64::MAX), None);
    }
}
