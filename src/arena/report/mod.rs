//! What is said of a tournament when it has ended, or at any moment before: made from its settings and its games alone,
//! so that it can be made anew from the files.

pub mod chart;
pub mod curve;
pub mod input;
pub mod page;
pub mod text;
pub mod usage;

pub use input::ReportInput;
pub use page::page;
pub use text::text;
