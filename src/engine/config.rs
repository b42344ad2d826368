//! The settings of an engine.

/// Settings that stay the same over many moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Most memory for the whole process, in bytes.
    pub max_memory: u64,
    /// Most memory for the transposition table in bytes, when it is bounded on its own.
    pub max_hash: Option<u64>,
    /// Number of searching threads.
    pub threads: usize,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            max_memory: 350 << 20,
            max_hash: None,
            threads: 1,
        }
    }
}

/// Memory of the process besides the transposition table: code, rule tables, stacks, histories.
const FIXED_BYTES: u64 = 24 << 20;
/// Part of the remaining memory that is kept free, as a divisor.
const SLACK_SHARE: u64 = 10;

impl EngineConfig {
    /// Size of the transposition table that keeps the process inside its limits.
    pub fn table_bytes(&self) -> usize {
        let rest = self.max_memory.saturating_sub(FIXED_BYTES);
        let table = rest - rest / SLACK_SHARE;
        self.max_hash.map_or(table, |hash| table.min(hash)) as usize
    }
}
