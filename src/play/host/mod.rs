//! What every host of the page has in common, whether the page reaches it over the network or in the same browser: the
//! table with what the pages know of it, the puzzles and chapters, and the answers to what a page asks.

mod answers;
mod browser_host;
mod library;
mod page_request;
mod puzzle;
mod shown_table;
mod welcome;

pub use crate::table::{LineView, Task, TaskResult};
pub(crate) use answers::Answers;
pub use browser_host::{BrowserHost, by_value};
pub use library::Declined;
pub(crate) use page_request::{PageQuery, PageRequest};
pub(crate) use shown_table::{Keeper, ShownTable, TableAccess};
pub(crate) use welcome::HostFeatures;
