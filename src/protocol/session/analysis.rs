//! Commands of Yixin-Board outside a game: the abilities of the engine, and the forbidden points.

use crate::reply::Reply;
use kagetsu_gomoku::geometry::PointSet;

use super::host::Host;
use super::state::Session;

/// Largest transposition table that is offered, as the binary logarithm of its size in KiB: 4 GiB.
const MAX_HASH_LOG2: u32 = 22;

impl Session {
    pub(super) fn show_info(&self, host: &mut dyn Host) {
        let threads = self.settings.engine().max_threads;
        host.reply(Reply::Message(format!("INFO MAX_THREAD_NUM {threads}")));
        host.reply(Reply::Message(format!(
            "INFO MAX_HASH_SIZE {MAX_HASH_LOG2}"
        )));
    }

    /// Reports the forbidden points of the present position. There are none if there is no position.
    pub(super) fn show_forbidden(&mut self, host: &mut dyn Host) {
        let position = self.board_in_use().ok().cloned();
        let points = position.map_or(PointSet::EMPTY, |position| {
            self.engine.forbidden_points(&position)
        });
        host.reply(Reply::Forbid(points));
    }
}
