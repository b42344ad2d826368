//! The answers that a page gets from every host, by the addresses of its requests. Who may ask what, and how a request and its
//! answer travel, is the host's business.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use kagetsu_kernel::ShippedFile;

use crate::puzzles::SHIPPED_FILE as PUZZLES;
use crate::table::Who;

use super::library::{Declined, Library};
use super::page_request::{PageCommand, PageRequest};
use super::shown_table::{ShownTable, TableAccess};
use super::welcome::{HostFeatures, welcome};

/// Declined until the host has brought a file.
pub(super) fn require(file: &ShippedFile) -> Result<(), Declined> {
    let is_there = file.bytes().is_some();
    let missing = || Declined {
        status: Declined::FAILED_DEPENDENCY,
        why: file.name().into(),
    };
    is_there.then_some(()).ok_or_else(missing)
}

/// Reads what a request brings.
pub(super) fn read<T: DeserializeOwned>(json: Value) -> Result<T, Declined> {
    let read = serde_json::from_value(json);
    read.map_err(|error| Declined::because(Declined::UNPROCESSABLE, &error))
}

/// Answers requests.
#[derive(Debug)]
pub(crate) struct Answers {
    features: HostFeatures,
    /// The puzzles and chapters, once they were asked for.
    library: OnceLock<Result<Library, Declined>>,
}

impl Answers {
    /// Those of a host with these features.
    pub(crate) const fn new(features: HostFeatures) -> Self {
        let library = OnceLock::new();
        Self { features, library }
    }

    fn library(&self) -> Result<&Library, Declined> {
        require(&PUZZLES)?;
        let library = self.library.get_or_init(Library::shipped);
        library.as_ref().map_err(Clone::clone)
    }

    /// The answer to a request of somebody: JSON, texts in the form of Fluent, or a file of the game. The solver of puzzles may
    /// take seconds, in which others may be at the table.
    ///
    /// # Errors
    /// [`Declined`]; with the status 424 and the name of a file where the host must bring that first.
    pub(crate) fn answer(
        &self,
        table: &mut impl TableAccess,
        who: Who,
        request: PageRequest,
    ) -> Result<String, Declined> {
        let PageRequest { path, query, body } = request;
        let language = query.language();
        let json = match path.as_str() {
            "/api/me" => {
                require(language.page_file())?;
                table.with(|shown| welcome(shown.table(), who, language, self.features))
            }
            "/api/texts" => {
                require(language.page_file())?;
                return Ok(language.page_texts());
            }
            "/api/state" => return Ok(table.with(ShownTable::state)),
            "/api/command" => {
                let PageCommand {
                    known,
                    number,
                    request,
                } = read(body)?;
                return Ok(table.with(|shown| shown.obey(who, request, known, number)));
            }
            "/api/game" => {
                let written = table.with(|shown| shown.table().written(query.form));
                return written.map_err(|refusal| Declined::refused(&refusal));
            }
            "/api/chapters" => {
                require(language.chapters_file())?;
                self.library()?.chapters(language)
            }
            "/api/learn" => json!(self.library()?.learn(&read(body)?)?),
            "/api/puzzles" => self.library()?.list_puzzles(),
            "/api/puzzle" => {
                let help_is_forbidden = table.with(|shown| shown.table().help_is_forbidden());
                json!(self.library()?.puzzle(&read(body)?, help_is_forbidden)?)
            }
            "/api/own-puzzles" => Library::own_puzzles(&read(body)?),
            "/api/practice" => {
                let (asked, library) = (read(body)?, self.library()?);
                table.with(|shown| shown.change(|table| library.practise(table, asked)))?
            }
            _ => return Err(Declined::new(Declined::NOT_FOUND, "no such address")),
        };
        Ok(json.to_string())
    }
}
