//! The lines of JSON queries from the manager's side: the first one, and which line answers which.

use serde_json::{Value, json};

/// The id of the first request.
const VERSION: &str = "version";

/// The first request: any engine of queries knows its version.
pub(crate) fn first_request() -> String {
    json!({"id": VERSION, "action": "query_version"}).to_string()
}

/// Reads the answer to the first request.
pub(crate) fn parse_first_answer(line: &str) -> Option<Result<(), String>> {
    let answer = answer_to(line, VERSION)?;
    if let Some(error) = answer.get("error") {
        return Some(Err(text_of(error)));
    }
    answer.get("version").map(|_| Ok(()))
}

/// A line that answers this id, a warning aside.
pub(crate) fn answer_to(line: &str, id: &str) -> Option<Value> {
    let answer: Value = serde_json::from_str(line).ok()?;
    let is_it = answer.get("id").and_then(Value::as_str) == Some(id);
    (is_it && answer.get("warning").is_none()).then_some(answer)
}

/// A text without its quotes; any other value as JSON.
pub(crate) fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_string)
}
