//! The engine as a module of Python: boards, rules, search, proofs, games and datasets. The package `kagetsu` beside this
//! file gives them their names, types and arrays; nothing is decided here.

mod board;
mod engine;
mod errors;
mod files;
mod waiting;

#[pyo3::pymodule]
mod _kagetsu {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::{Engine, Line, Proof};
    #[pymodule_export]
    use super::files::{read_dataset, read_games};
}
