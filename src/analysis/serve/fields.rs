//! The fields of a line. Each is read with a sentence about what is wrong; what nobody has asked for is unknown.

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use kagetsu_kernel::quote;
use serde::Serialize;
use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Deserializer, Map, Value};

/// Bytes of an id at most: every answer repeats it.
const MAX_ID: usize = 256;

/// Least and most seconds of a search; the most are a day.
const SECONDS: [f64; 2] = [0.001, 86_400.0];
/// Whole numbers up to here are exact as floating point.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// What is wrong with a field, or with the whole line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FieldFault {
    /// A sentence.
    pub(super) error: String,
    /// The field; `None` for the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<&'static str>,
}

impl FieldFault {
    pub(super) fn new(field: &'static str, error: impl Into<String>) -> Self {
        Self {
            field: Some(field),
            error: error.into(),
        }
    }

    /// A fault of the whole line.
    pub(super) fn of_line(error: impl Into<String>) -> Self {
        Self {
            field: None,
            error: error.into(),
        }
    }
}

/// Reads the names of an object's fields, and gives the first that comes a second time.
struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut names, mut twice) = (HashSet::new(), None);
        while let Some((name, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
            if let Some(name) = names.replace(name) {
                twice.get_or_insert(name);
            }
        }
        Ok(twice)
    }
}

/// The fault of a line with a field that is given twice: which value counts would be a guess.
pub(super) fn given_twice(line: &str) -> Option<FieldFault> {
    let twice = Deserializer::from_str(line).deserialize_map(Names);
    let name = quote(&twice.ok()??);
    Some(FieldFault::of_line(format!(
        "the field '{name}' is given twice"
    )))
}

/// The fields that are not read yet, and the faults of those that are.
#[derive(Debug)]
pub(super) struct Fields {
    left: Map<String, Value>,
    faults: Vec<FieldFault>,
}

/// A value as it was sent, shortened.
pub(super) fn shown(value: &Value) -> String {
    quote(&value.to_string())
}

/// A whole number, however it is written: `3` or `3.0`.
pub(super) fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        value
            .as_f64()
            .filter(|number| number.fract() == 0.0 && (0.0..=MAX_EXACT).contains(number))
            .map(|number| number as u64)
    })
}

impl Fields {
    pub(super) const fn new(fields: Map<String, Value>) -> Self {
        Self {
            left: fields,
            faults: Vec::new(),
        }
    }

    /// Takes a field out. `null` counts as no value.
    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.left.remove(field).filter(|value| !value.is_null())
    }

    /// Is there a field with a value?
    pub(super) fn has(&self, field: &str) -> bool {
        self.left.get(field).is_some_and(|value| !value.is_null())
    }

    /// Keeps a fault.
    pub(super) fn blame(&mut self, field: &'static str, error: impl Into<String>) {
        self.faults.push(FieldFault::new(field, error));
    }

    /// Is anything wrong with the fields so far?
    pub(super) const fn have_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The value of a reading, or `None` when it has failed and its fault is kept.
    pub(super) fn keep<T>(&mut self, field: &'static str, read: Result<T, String>) -> Option<T> {
        read.map_err(|error| self.blame(field, error)).ok()
    }

    /// The names of fields that nobody has taken, and all faults.
    pub(super) fn finish(self) -> (Vec<String>, Vec<FieldFault>) {
        (
            self.left.into_iter().map(|(name, _)| name).collect(),
            self.faults,
        )
    }

    /// A string.
    pub(super) fn text(&mut self, field: &'static str) -> Option<String> {
        match self.take(field)? {
            Value::String(text) => Some(text),
            other => {
                self.blame(field, format!("{} is not a string", shown(&other)));
                None
            }
        }
    }

    /// A string that is not too long or a number, which names a query. Null in place of one that is too long.
    pub(super) fn name(&mut self, field: &'static str) -> Option<Value> {
        let value = self.take(field)?;
        let bytes = value.as_str().map_or(0, str::len);
        if bytes > MAX_ID {
            let error = format!("the id has {bytes} bytes: expected at most {MAX_ID}");
            self.blame(field, error);
            return Some(Value::Null);
        }
        if !value.is_string() && !value.is_number() {
            self.blame(
                field,
                format!("{} is no id: expected a string or a number", shown(&value)),
            );
        }
        Some(value)
    }

    /// A whole number from one up.
    pub(super) fn count(&mut self, field: &'static str) -> Option<u64> {
        let value = self.take(field)?;
        let number = whole(&value).filter(|&number| number > 0);
        if number.is_none() {
            self.blame(
                field,
                format!("{} is not a whole number from 1 up", shown(&value)),
            );
        }
        number
    }

    /// A time in seconds.
    pub(super) fn seconds(&mut self, field: &'static str) -> Option<Duration> {
        let value = self.take(field)?;
        let [least, most] = SECONDS;
        let seconds = value
            .as_f64()
            .filter(|seconds| (least..=most).contains(seconds));
        if seconds.is_none() {
            let shown = shown(&value);
            self.blame(
                field,
                format!("{shown} is not a number of seconds from {least} to {most}"),
            );
        }
        seconds.map(Duration::from_secs_f64)
    }

    /// A list of whole numbers from zero up.
    pub(super) fn numbers(&mut self, field: &'static str) -> Option<Vec<u64>> {
        let value = self.take(field)?;
        let Value::Array(list) = &value else {
            self.blame(
                field,
                format!("{} is not a list of numbers such as [0, 2]", shown(&value)),
            );
            return None;
        };
        let mut numbers = Vec::new();
        for item in list {
            let Some(number) = whole(item) else {
                self.blame(
                    field,
                    format!("{} is not a number of moves, from 0 up", shown(item)),
                );
                return None;
            };
            numbers.push(number);
        }
        Some(numbers)
    }
}
