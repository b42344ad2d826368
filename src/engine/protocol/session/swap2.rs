//! The swap2 opening, by `SWAP2BOARD` and by the commands of Yixin-Board. The engine decides as the player who may
//! choose a side, and White is to move. Nothing here changes the position of the game.

use std::time::Duration;

use crate::command::{BlockKind, BoardBlock, Swap2Step};
use crate::error::ProtocolError;
use crate::reply::Reply;
use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::engine::Thought;
use kagetsu_gomoku::engine::opening::{SideChoice, choose_side, level_score};
use kagetsu_gomoku::geometry::Point;

use super::Host;
use super::balancing::BalanceAim;
use super::state::Session;
use super::thinking::Search;

/// Fewest nodes of a balance search whose third stone is used: each candidate has then been searched once.
const LEAST_NODES: u64 = 10_000;
/// Numbers of stones after which a player chooses a side.
const CHOICES: [usize; 2] = [3, 5];

impl Session {
    pub(super) fn swap2_board(
        &mut self,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let word = BlockKind::Swap2Board.word();
        let position = self.played(block, &block.entries, word)?;
        let count = position.stones().len();
        if count == 0 {
            if let Some(stones) = self.offer(read_at, host)? {
                host.reply(Reply::Moves(stones));
            }
        } else if let Some(thought) = self.think(&position, read_at, Search::SCORE, host)? {
            host.reply(
                if CHOICES.contains(&count) && wants_swap(&thought, position.rule()) {
                    Reply::Swap
                } else {
                    Reply::Move(thought.best)
                },
            );
        }
        Ok(())
    }

    pub(super) fn swap2_step(
        &mut self,
        step: Swap2Step,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        let word = match step {
            Swap2Step::Offer => {
                let stones = self.offer(read_at, host)?;
                for (index, point) in stones.into_iter().flatten().enumerate() {
                    let (number, first, second) = (index + 1, point.x(), point.y());
                    host.reply(Reply::Message(format!(
                        "SWAP2 MOVE{number} {first} {second}"
                    )));
                }
                return Ok(());
            }
            Swap2Step::AfterThree => "SWAP1",
            Swap2Step::AfterFive => "SWAP2",
        };
        let position = self.board_in_use()?.clone();
        if let Some(thought) = self.think(&position, read_at, Search::SCORE, host)? {
            let decision = yes_or_no(wants_swap(&thought, position.rule()));
            host.reply(Reply::Message(format!("SWAP2 {word} {decision}")));
        }
        Ok(())
    }

    /// The next three stones for the first placement: two that vary, and a third after which the game is as even as a search
    /// can make it; a usual one if the search was cut off too early. `None` if the answer is no longer wanted.
    fn offer(
        &mut self,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<Option<Vec<Point>>, ProtocolError> {
        let (size, rule) = (self.board_in_use()?.size(), self.rule());
        let [first, second, usual] = self.openings.swap2(size, rule);
        let position = Position::from_moves(size, rule, [first, second])?;
        let limits = self.settings.decision_limits(size, read_at, 1);
        let filter = self.exclusions.filter(&position);
        // White is to move after the third stone.
        let even = BalanceAim::one(-level_score(rule));
        let found = self.search_balance(&position, &filter, even, &limits, host)?;
        Ok(found.map(|balance| {
            let third = balance.stones.first().copied();
            let third = third.filter(|_| balance.nodes >= LEAST_NODES);
            vec![first, second, third.unwrap_or(usual)]
        }))
    }
}

/// Does White, who is to move, give up its side?
pub(super) fn wants_swap(thought: &Thought, rule: Rule) -> bool {
    choose_side(Side::White, thought.report.score, rule) == SideChoice::Swap
}

pub(super) const fn yes_or_no(swaps: bool) -> &'static str {
    if swaps { "YES" } else { "NO" }
}
