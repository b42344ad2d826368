//! The engine object. It holds the settings and the state that lasts from one search to the next: the transposition
//! table, the histories of the threads and the solver. The position comes with every request.

pub(crate) mod balance;
pub mod config;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its one object"
)]
pub mod engine;
pub mod opening;
mod request;
mod sized_memory;
pub(crate) mod table_file;
mod tree_trace;

pub use balance::{Balance, BalanceCount, BalanceQuestion};
pub use config::{EngineConfig, SearchMethod};
pub use engine::Engine;
pub use request::{EngineError, SearchPurpose, SearchRequest, Thought};
pub use table_file::TableUsage;
