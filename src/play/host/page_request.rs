//! What a page sends with its requests, whichever way they go.

use serde::Deserialize;
use serde_json::Value;

use crate::registry::Format;
use crate::table::Request;
use crate::text::Language;

/// A request of the page.
#[derive(Deserialize)]
pub(crate) struct PageRequest {
    /// The address.
    pub(crate) path: String,
    #[serde(flatten)]
    pub(crate) query: PageQuery,
    #[serde(default)]
    pub(crate) body: Value,
}

/// What follows the address of a request.
#[derive(Default, Deserialize)]
pub(crate) struct PageQuery {
    /// The languages that the reader wants, best first, with commas between them.
    #[serde(default)]
    lang: String,
    /// The form of a file.
    #[serde(default)]
    pub(crate) form: Format,
}

impl PageQuery {
    /// The first wanted language that there is.
    pub(crate) fn language(&self) -> Language {
        Language::wanted(self.lang.split(','))
    }
}

/// A command of a page.
#[derive(Deserialize)]
pub(crate) struct PageCommand {
    /// The revision of the state that the page knows; the answer is then what has changed since.
    pub(crate) known: Option<u64>,
    /// Which command of all pages it is. One whose answer was lost comes again.
    pub(crate) number: Option<u64>,
    #[serde(flatten)]
    pub(crate) request: Request,
}
