//! `yxbalanceone` and `yxbalancetwo`: stones that balance the game.

use std::time::Duration;

use crate::detail::balance_message;
use crate::error::ProtocolError;
use crate::reply::Reply;
use kagetsu_gomoku::engine::{BalanceCount, BalanceQuestion};

use super::host::{Fate, Host, Scope};
use super::state::Session;

impl Session {
    /// Finds balancing stones, plays them and sends them.
    pub(super) fn balance(
        &mut self,
        count: BalanceCount,
        bias: i32,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let position = self.board_in_use()?.clone();
        let limits = self.settings.limits(position.size(), read_at, 1);
        let filter = self.exclusions.filter(&position);
        self.apply_settings();
        let stop = host.begin_search(Scope::Bounded);
        let balance = self.engine.balance(&BalanceQuestion {
            position: &position,
            filter: &filter,
            count,
            bias,
            limits: &limits,
            stop: &stop,
        });
        if host.end_search() == Fate::Drop {
            return Ok(());
        }
        let balance = balance?;
        host.reply(balance_message(&balance));
        let position = self.board_in_use()?;
        for &stone in &balance.stones {
            position.play(stone)?;
        }
        host.reply(Reply::Moves(balance.stones));
        Ok(())
    }
}
