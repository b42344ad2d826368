//! The classical evaluation: every empty point is worth something to each side, by its code and by whose turn it
//! is; the threats of both sides together add a term of their own. All numbers are learned from games.
//!
//! # The sum
//!
//! Let `c(s, p)` be the [code](crate::board::Code) of the empty point `p` for the side `s`. The value of a position with
//! mover `m` and waiter `w` is
//!
//! ```text
//! value = Σp mover[m][c(m, p)] - Σp waiter[w][c(w, p)] + tempo[m] + masks[m][threats of both]
//! ```
//!
//! in units of which [`LOGISTIC_SCALE`](super::LOGISTIC_SCALE) make one unit of the logistic curve: an expected result of
//! `1 / (1 + exp(-value / 200))`. The sums of mover and waiter are kept for both sides with every change of a code, so a
//! value costs two additions and two look-ups. [`threat_mask`] stands for what is no sum over points: who is faster.
//!
//! The promise of a move of `m` to `p` is
//!
//! ```text
//! promise = attack[m][c(m, p)] + defence[w][c(w, p)] + pairs[m][class(m, p), class(w, p)]
//! ```
//!
//! in hundredths of a unit of the logarithm of a chance: of two moves, the one that promises 100 more is `e` times as
//! likely to be the best one.
//!
//! # The tables
//!
//! [`Tables`] holds the numbers of a rule: one set where the rule treats both sides alike, Black's and White's where it
//! does not. They are part of the program as files (`tables/*.kgt`, the format is described in `table_file`), written by the
//! `train` command; the training record inside each tells from what and how.

mod mask;
mod numbers;
mod sum;
mod table_file;
mod values;

pub use mask::{MASKS, threat_mask};
pub use numbers::{CLASS_PAIRS, SideNumbers, Sides, Tables, WORTH_PARTS, class_pair, learned_rule};
pub use sum::Classical;
pub use table_file::ReadTablesError;
pub use values::{Values, embedded_tables};
