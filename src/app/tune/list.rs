//! The parameters of this program's search as a file to begin a tuning with.

use kagetsu_arena::tuning::{Parameter, parameters_text};
use kagetsu_gomoku::search::params::Params;

const HEADER: &str = "\
# The numbers of the search, with their defaults. Leave those that are to be tuned.
# Only a program built with `--features tune` takes them as INFO keys.
";

/// The text of the file.
pub(super) fn own_parameters() -> String {
    let parameter = |&(name, value, min, max, step): &(&str, i32, i32, i32, i32)| Parameter {
        name: name.to_string(),
        value: f64::from(value),
        min: i64::from(min),
        max: i64::from(max),
        step: f64::from(step),
        r: None,
    };
    let parameters: Vec<Parameter> = Params::ROWS.iter().map(parameter).collect();
    format!("{HEADER}{}", parameters_text(&parameters))
}
