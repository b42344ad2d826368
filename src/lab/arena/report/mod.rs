//! The report of a tournament, finished or not. It is made only from the settings and the games, so that it can be made
//! again from the files.

mod chart;
mod conditions;
pub mod curve;
mod input;
mod page;
mod text;
pub mod usage;

pub use input::ReportInput;
pub use page::page;
pub use text::text;
