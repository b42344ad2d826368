//! One object that holds a position, its settings and everything a search needs.

mod allotted;
pub mod config;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its one object"
)]
pub mod engine;
pub mod error;
pub mod opening;

pub use config::EngineConfig;
pub use engine::{Engine, Thought};
pub use error::EngineError;
