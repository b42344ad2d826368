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
