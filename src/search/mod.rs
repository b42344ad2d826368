//! Layer 4: finding the move.

pub mod report;

pub use report::{DepthReport, NullSearchObserver, RootEvent, SearchObserver};
