//! The engine as a module of Python: boards, rules, search, proofs, games and datasets. The package `kagetsu` beside this
//! file gives them their names, types and arrays; nothing is decided here.

mod board;
mod engine;
mod files;
mod waiting;

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// A fault of the engine as a `ValueError` with its words.
pub(crate) fn value_error(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

#[pyo3::pymodule]
mod _kagetsu {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python has for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::{Engine, Line, Proof};
    #[pymodule_export]
    use super::files::{Game, read_dataset, read_games};
}
