//! The networks that may take a seat: a run of learning that goes on has new ones from time to time.

use std::time::Duration;

use crate::player::OutsidePrograms;

use super::worker::Shared;

/// How often new ones are looked for.
const PAUSE: Duration = Duration::from_secs(2);

/// Offers the networks as there are, until [`Shared::close`].
pub(super) fn offer(shared: &Shared, programs: &dyn OutsidePrograms) {
    let mut known = programs.networks();
    while shared.pause(PAUSE) {
        let now = programs.networks();
        if now != known {
            known.clone_from(&now);
            shared.change(|table| table.offer_networks(now));
        }
    }
}
