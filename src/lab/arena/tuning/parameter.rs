//! The parameters that are tuned: their bounds and steps, and the file that lists them. It knows nothing of the method.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::toml_fault::toml_fault;

/// Characters that a name cannot have because the file could not hold them, besides white space and control characters.
const UNFIT: [char; 2] = ['"', '\\'];
/// Values are written to a file in units of one divided by this: smaller differences do not change games.
const FILE_PRECISION: f64 = 1000.0;

/// An integer parameter of an engine, set by an `INFO` line. Tuning treats its value as a real number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The key of the `INFO` line.
    pub name: String,
    /// The value at the start of tuning, or its present value.
    pub value: f64,
    /// Least value that is sent to the engine.
    pub min: i64,
    /// Greatest value that is sent to the engine.
    pub max: i64,
    /// Distance of the two sides from the value in the last iteration.
    pub step: f64,
    /// The learning rate of the last iteration, if the parameter has one of its own.
    #[serde(default)]
    pub r: Option<f64>,
}

/// Why a list of parameters cannot be used, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParameterError(String);

/// The format of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    parameter: Vec<Parameter>,
}

/// Reads a list of parameters.
///
/// ```
/// use kagetsu_arena::tuning::read_parameters;
/// let text = "[[parameter]]\nname = \"lmr_factor\"\nvalue = 95\nmin = 10\nmax = 120\nstep = 5\n";
/// assert_eq!(read_parameters(text)?[0].value, 95.0);
/// # Ok::<(), kagetsu_arena::tuning::ParameterError>(())
/// ```
///
/// # Errors
/// When the text does not have this format, or the parameters cannot be tuned together.
pub fn read_parameters(text: &str) -> Result<Vec<Parameter>, ParameterError> {
    let File { parameter } =
        toml::from_str(text).map_err(|error| ParameterError(toml_fault(text, &error)))?;
    if parameter.is_empty() {
        let fault = "there are no parameters: expected tables [[parameter]]";
        return Err(ParameterError(fault.to_string()));
    }
    let mut seen = BTreeSet::new();
    for one in &parameter {
        // Engines ignore the case of letters in names.
        let is_first = seen.insert(one.name.to_ascii_lowercase());
        let twice = || (!is_first).then(|| format!("the parameter '{}' is there twice", one.name));
        if let Some(fault) = one.fault().or_else(twice) {
            return Err(ParameterError(fault));
        }
    }
    Ok(parameter)
}

/// The text of a list of parameters, as [`read_parameters`] reads it. Values are rounded to thousandths.
pub fn parameters_text(parameters: &[Parameter]) -> String {
    let mut text = String::new();
    for parameter in parameters {
        let Parameter {
            name,
            value,
            min,
            max,
            step,
            r,
        } = parameter;
        let value = (value * FILE_PRECISION).round() / FILE_PRECISION;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[parameter]]\nname = \"{name}\"\nvalue = {value}\nmin = {min}\nmax = {max}\nstep = {step}\n"
        );
        if let Some(rate) = r {
            let _ = writeln!(text, "r = {rate}");
        }
    }
    text
}

impl Parameter {
    /// What keeps it from being tuned, in one sentence.
    fn fault(&self) -> Option<String> {
        let (name, value, min, max) = (&self.name, self.value, self.min, self.max);
        let unfit =
            |letter: char| letter.is_whitespace() || letter.is_control() || UNFIT.contains(&letter);
        if name.is_empty() || name.contains(unfit) {
            return Some(format!(
                "'{name}' cannot be the name of a parameter: expected one word without quotes"
            ));
        }
        let range = max.saturating_sub(min);
        let step = self.step;
        let is_step = step > 0.0 && step <= range as f64;
        let fault = if range <= 0 {
            format!("min {min}, which is not below its max {max}")
        } else if !(min as f64..=max as f64).contains(&value) {
            format!("the value {value}, which is not within {min} and {max}")
        } else if is_step {
            let rate = self.r.filter(|&rate| !is_rate(rate))?;
            format!("the learning rate {rate}: expected more than 0")
        } else {
            format!("the step {step}: expected more than 0 and at most the {range} from min to max")
        };
        Some(format!("the parameter '{name}' has {fault}"))
    }

    /// The nearest value inside the bounds.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}

/// True if the number can be a learning rate.
pub fn is_rate(rate: f64) -> bool {
    rate > 0.0 && rate.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(change: &str) -> String {
        let mut lines: Vec<(&str, &str)> = vec![
            ("name", "\"a\""),
            ("value", "5"),
            ("min", "0"),
            ("max", "10"),
            ("step", "2"),
        ];
        if let Some((key, value)) = change.split_once('=') {
            lines.retain(|line| line.0 != key);
            lines.push((key, value));
        }
        let lines = lines
            .iter()
            .map(|(key, value)| format!("{key} = {value}\n"));
        format!("[[parameter]]\n{}", lines.collect::<String>())
    }

    #[test]
    fn a_list_is_written_as_it_is_read() {
        let text = parameter("name=\"b-1.x\"") + &parameter("value=2.125") + "r = 0.01\n";
        let read = read_parameters(&text).expect("good parameters");
        assert_eq!((read[0].r, read[1].r), (None, Some(0.01)));
        assert_eq!(read_parameters(&parameters_text(&read)), Ok(read));
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        for (change, message) in [
            ("name=\"\"", "'' cannot be the name"),
            ("name=\"a b\"", "'a b' cannot be the name"),
            ("name=\"a\\\"\"", "'a\"' cannot be the name"),
            ("min=10", "'a' has min 10, which is not below its max 10"),
            ("min=11", "'a' has min 11, which is not below its max 10"),
            (
                "value=10.5",
                "'a' has the value 10.5, which is not within 0 and 10",
            ),
            ("value=nan", "'a' has the value NaN"),
            ("step=0", "'a' has the step 0"),
            ("step=-1", "'a' has the step -1"),
            ("step=nan", "'a' has the step NaN"),
            (
                "step=11",
                "'a' has the step 11: expected more than 0 and at most the 10",
            ),
            ("r=0", "'a' has the learning rate 0"),
            ("r=inf", "'a' has the learning rate inf"),
            ("min=0.5", "invalid type: floating point"),
            ("start=5", "unknown field `start`"),
        ] {
            let error = read_parameters(&parameter(change))
                .expect_err(change)
                .to_string();
            assert!(error.contains(message), "{change}: {error}");
        }
        let twice = parameter("") + &parameter("name=\"A\"");
        for (text, message) in [
            ("", "there are no parameters"),
            ("[[parameter]]\nname = \"a\"", "missing field `value`"),
            ("[a]\nvalue = 1", "unknown field `a`"),
            ("parameter", "line 1, 'parameter': key with no value"),
            (twice.as_str(), "the parameter 'A' is there twice"),
        ] {
            let error = read_parameters(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
