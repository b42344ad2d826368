//! Layer 4: finding the move. Iterative deepening over a principal variation search with a shared table, moves
//! ordered by threat class and history, wins by fours at every node.

mod decide;
mod deepen;
pub mod history;
mod node;
pub mod ordering;
pub mod params;
mod pv;
pub mod report;
mod root;
pub mod threat_space;
pub mod timing;
mod worker;

pub use deepen::{Task, search};
pub use report::{DepthReport, NullSearchObserver, RootEvent, SearchObserver};
pub use worker::Memory;
