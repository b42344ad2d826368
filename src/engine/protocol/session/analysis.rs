//! Commands of Yixin-Board outside a game: the abilities of the engine, the forbidden points, and what stands on the
//! board.

use crate::error::ProtocolError;
use crate::reply::Reply;
use kagetsu_gomoku::board::{Board, Side, Threat};
use kagetsu_gomoku::geometry::PointSet;

use super::Host;
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

    /// Reports the forbidden points of the present position: those of the rule, and those that were forbidden to the side to
    /// move. There are none if there is no position.
    pub(super) fn show_forbidden(&mut self, host: &mut dyn Host) {
        let position = self.board_in_use().ok().cloned();
        let points = position.map_or(PointSet::EMPTY, |position| {
            let asked = self.exclusions.forbidden[position.side_to_move().index()];
            self.engine.forbidden_points(&position) | (asked & position.empty_points())
        });
        host.reply(Reply::Forbid(points));
    }

    /// Tells the rule, the side to move and, for each side, how many points make which threat.
    pub(super) fn print_features(&mut self, host: &mut dyn Host) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?.clone();
        let board = Board::from_position(&position);
        host.reply(Reply::Message(format!(
            "Position: {} {} | Stones {} | To move {:?}",
            position.size(),
            position.rule(),
            position.stones().len(),
            position.side_to_move()
        )));
        for side in Side::BOTH {
            let mut counts = [0; Threat::COUNT];
            for point in *board.empty() {
                counts[board.threat(side, point) as usize] += 1;
            }
            let counts: Vec<String> = Threat::ALL
                .iter()
                .zip(counts)
                .skip(1)
                .map(|(threat, count)| format!("{threat:?} {count}"))
                .collect();
            let counts = counts.join(", ");
            host.reply(Reply::Message(format!("{side:?} could make: {counts}")));
        }
        Ok(())
    }
}
