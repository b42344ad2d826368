//! `BOARD` and `YXBOARD`, which set a whole position.

use std::time::Duration;

use crate::command::BoardBlock;
use crate::error::ProtocolError;
use crate::placing::to_position;
use crate::reply::Reply;

use super::Host;
use super::state::Session;
use super::thinking::Search;

impl Session {
    /// Sets a position and answers a move, even if the block has a fault.
    pub(super) fn board(
        &mut self,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        if let Some(fault) = self.set_board(block)? {
            host.reply(Reply::Message(format!("left out of BOARD: {fault}")));
        }
        self.answer(read_at, Search::MOVE, host)
    }

    /// Sets a position, with the engine's side to move. Returns the first fault for which an entry was left out.
    pub(super) fn set_board(
        &mut self,
        block: &BoardBlock,
    ) -> Result<Option<String>, ProtocolError> {
        let size = self.board_in_use()?.size();
        let (position, fault) = to_position(block, size, self.rule())?;
        self.position = Some(position);
        self.last_score = None;
        Ok(fault)
    }
}
