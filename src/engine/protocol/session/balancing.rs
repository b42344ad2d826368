//! `yxbalanceone` and `yxbalancetwo`: stones that balance the game.

use std::time::Duration;

use crate::detail::balance_message;
use crate::error::ProtocolError;
use crate::reply::Reply;
use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::engine::{Balance, BalanceCount, BalanceQuestion};
use kagetsu_gomoku::search::RootFilter;
use kagetsu_kernel::SearchLimits;
use kagetsu_kernel::line_host::{ResultUse, Scope};

use super::Host;
use super::state::Session;

/// What balancing stones are to achieve.
#[derive(Clone, Copy, Debug)]
pub(super) struct BalanceAim {
    /// How many stones.
    pub(super) count: BalanceCount,
    /// The score that is aimed at, for the side to move after the stones.
    pub(super) bias: i32,
}

impl BalanceAim {
    /// One stone after which the score is nearest to a bias.
    pub(super) const fn one(bias: i32) -> Self {
        Self {
            count: BalanceCount::One,
            bias,
        }
    }
}

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
        let found = self.search_balance(
            &position,
            &filter,
            BalanceAim { count, bias },
            &limits,
            host,
        )?;
        let Some(balance) = found else {
            return Ok(());
        };
        host.reply(balance_message(&balance));
        let position = self.board_in_use()?;
        for &stone in &balance.stones {
            position.play(stone)?;
        }
        host.reply(Reply::Moves(balance.stones));
        Ok(())
    }

    /// Finds the stones after which the score is nearest to the aim. `None` if the answer is no longer wanted.
    pub(super) fn search_balance(
        &mut self,
        position: &Position,
        filter: &RootFilter,
        aim: BalanceAim,
        limits: &SearchLimits,
        host: &mut dyn Host,
    ) -> Result<Option<Balance>, ProtocolError> {
        self.apply_settings();
        let stop = host.begin_search(Scope::Bounded);
        let balance = self.engine.balance(&BalanceQuestion {
            position,
            filter,
            count: aim.count,
            bias: aim.bias,
            limits,
            stop: &stop,
        });
        if host.end_search() == ResultUse::Discard {
            return Ok(None);
        }
        Ok(Some(balance?))
    }
}
