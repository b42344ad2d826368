//! What both front ends of a terminal begin with: the table, who moves at it, and the texts.

use std::sync::Arc;

use kagetsu_kernel::rng::drawn_seed;
use kagetsu_kernel::{Clock, WallClock};

use crate::player::OutsidePrograms;
use crate::registry::Opponents;
use crate::session::Session;
use crate::table::Table;
use crate::text::{Catalogue, CatalogueError, Language};

use super::error::PlayError;
use super::options::Options;

/// A table with the game of the options, and the engines that play at it. The programs, if any, take the places of Kagetsu in
/// their order.
///
/// # Errors
/// [`PlayError`] if no game can be played with these options.
pub(super) fn start(
    options: &Options,
    programs: Option<Arc<dyn OutsidePrograms>>,
) -> Result<(Table, Opponents), PlayError> {
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let names = programs.as_ref().map(|known| known.names());
    let names = names.unwrap_or_default();
    let networks = programs.as_ref().map(|known| known.networks());
    let new = options.new_game(&names)?;
    let session = Session::new(new.setup(), new.seats(), new.time, clock.clone())?;
    let mut table = Table::of(session, names);
    table.offer_networks(networks.unwrap_or_default());
    let seed = options.seed.unwrap_or_else(drawn_seed);
    Ok((table, Opponents::new(seed, clock, programs)))
}

/// The texts, with the words of the game at the table.
///
/// # Errors
/// [`CatalogueError`]; the files of the program have none.
pub(super) fn texts_of(table: &Table, language: Language) -> Result<Catalogue, CatalogueError> {
    let words = table.session().game().kind().words();
    Ok(Catalogue::of(language)?.reworded(words))
}
