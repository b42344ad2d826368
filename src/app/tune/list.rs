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

#[cfg(test)]
mod tests {
    use super::*;
    use kagetsu_arena::tuning::read_parameters;

    #[test]
    fn all_numbers_of_the_search_can_be_tuned() {
        let parameters = read_parameters(&own_parameters()).expect("good parameters");
        assert_eq!(parameters.len(), Params::ROWS.len());
        for (parameter, row) in parameters.iter().zip(Params::ROWS) {
            assert_eq!(parameter.name, row.0);
            assert_eq!((parameter.min, parameter.max), (row.2.into(), row.3.into()));
        }
    }
}
