//! Values of a settings file. Each is read by the parser of the command line, whether it is a TOML string, number or
//! boolean.

use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use super::engine_text::EngineEntry;
use crate::value;

/// What is said of an engine that is no table.
const NO_TABLE: &str = "each engine is a table: [[engine]], and on the lines below it cmd = \"PROGRAM\", name = \"NAME\" and so on";

/// The text of a value that is neither a list nor a table.
fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// A value that the command line takes as text.
pub(super) fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: std::error::Error + 'static>,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(deserializer)?;
    let text = plain_text(&value).ok_or_else(|| D::Error::custom("expected a single value"))?;
    value::parsed(&text).map(Some).map_err(D::Error::custom)
}

/// A list of values that the command line takes as texts, one by one.
pub(super) fn parsed_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: FromStr<Err: std::error::Error + 'static>,
    D: Deserializer<'de>,
{
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts
        .iter()
        .map(|text| value::parsed(text).map_err(D::Error::custom))
        .collect()
}

/// The one value of an option that the command line keeps as a list, so that a second one there can be refused.
pub(super) fn parsed_once<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: FromStr<Err: std::error::Error + 'static>,
    D: Deserializer<'de>,
{
    let value: Option<T> = parsed(deserializer)?;
    Ok(value.into_iter().collect())
}

/// The tables `[[engine]]`: the keys of `--engine`; `option` may be a table of its own.
pub(super) fn engines<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<EngineEntry>, D::Error> {
    let Value::Array(values) = Value::deserialize(deserializer)? else {
        return Err(D::Error::custom(NO_TABLE));
    };
    values
        .iter()
        .map(|value| value.as_table().ok_or_else(|| NO_TABLE.to_string()))
        .map(|table| table.and_then(engine).map_err(D::Error::custom))
        .collect()
}

fn engine(table: &Table) -> Result<EngineEntry, String> {
    let mut pairs = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                for (inner_key, value) in inner {
                    pairs.push((format!("{key}.{inner_key}"), value));
                }
            }
            _ => pairs.push((key.clone(), value)),
        }
    }
    let texts: Vec<(String, String)> = pairs
        .into_iter()
        .map(|(key, value)| match plain_text(value) {
            Some(text) => Ok((key, text)),
            None => Err(format!("'{key}' of an engine must be a single value")),
        })
        .collect::<Result<_, _>>()?;
    let borrowed = texts.iter().map(|(key, text)| (&**key, &**text));
    EngineEntry::from_pairs(borrowed, "[[engine]]")
}
