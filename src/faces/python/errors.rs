//! Faults of the engine as exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// A `ValueError` with the words of a fault.
pub(crate) fn value_error(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}
