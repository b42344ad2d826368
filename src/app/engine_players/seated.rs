//! An engine on a seat of a game of gomoku.

use std::time::Duration;

use kagetsu_arena::dialogue::{parse_move, parse_swap2};
use kagetsu_arena::game_clock::GameClock;
use kagetsu_arena::settings::{ClockRules, EngineSpec};
use kagetsu_arena::swap2::{Choice as Swap2Choice, swap2_request};
use kagetsu_kernel::StopSignal;
use kagetsu_play::game::{Ask, Choice, Colour, Game, Spot, Step};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::player::{Allowance, Comment, OutsideFault, OutsidePlayer};

use super::comment::read as read_comment;
use super::conversation::{Conversation, Seat, board_request, fault, settings, spot, wait};

/// An engine on a seat. Its process runs from its first move on.
#[derive(Debug)]
pub(super) struct SeatedEngine {
    spec: EngineSpec,
    /// `None` before the first move and after a fault: the process has ended then.
    conversation: Option<Conversation>,
}

/// Limits of the game, or those of the engine's own description where it has none.
fn clock_rules(spec: &EngineSpec, allowance: &Allowance) -> ClockRules {
    let own = spec.clock.unwrap_or_default();
    if allowance.step_left.is_none() {
        return own;
    }
    ClockRules {
        game: allowance.per_game,
        turn: allowance.per_move,
        increment: allowance.increment,
        ..own
    }
}

/// The steps that the answer to `SWAP2BOARD` means. Its word for exchanging means that the engine takes Black, one stone
/// that it takes White.
fn swap2_steps(game: &Gomoku, answer: Swap2Choice) -> Result<Vec<Step>, OutsideFault> {
    let own = game.colour(game.to_act());
    let take = |colour| {
        Step::Choose(if own == colour {
            Choice::Keep
        } else {
            Choice::Swap
        })
    };
    let points = match answer {
        Swap2Choice::Swap => return Ok(vec![take(Colour::Black)]),
        Swap2Choice::Place(points) => points,
    };
    let mut steps = match (game.ask(), points.len()) {
        (Ask::Choose(_), 1) => vec![take(Colour::White)],
        (Ask::Choose(_), _) => vec![Step::Choose(Choice::PlaceTwo)],
        _ => Vec::new(),
    };
    for point in points {
        steps.push(Step::stone(spot(point)?));
    }
    Ok(steps)
}

impl SeatedEngine {
    pub(super) const fn new(spec: EngineSpec) -> Self {
        Self {
            spec,
            conversation: None,
        }
    }
}

impl OutsidePlayer for SeatedEngine {
    fn answer(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        let stones = game.stones().stones();
        let seat = Seat {
            spec: &self.spec,
            settings: &settings(game)?,
            rule: game.stones().rule(),
            clock: &GameClock::new(clock_rules(&self.spec, allowance)),
        };
        // A conversation is put back after an answer alone: after a fault it is dropped, which ends the process.
        let mut conversation = match self.conversation.take() {
            Some(conversation) => conversation,
            None => Conversation::begin(&seat, stop)?,
        };
        let steps = if game.opening_is_done() {
            let own = game.to_move();
            let at = conversation.ask_move(&seat, &stones, own, allowance, stop)?;
            vec![Step::stone(at)]
        } else {
            let stones = stones.iter();
            let stones = stones.map(|(at, _)| format!("{},{}", at.x, at.y));
            let request = swap2_request(stones);
            let answer = conversation.ask(request, allowance, stop, parse_swap2)?;
            match swap2_steps(game, answer) {
                Ok(steps) => steps,
                Err(outside) => {
                    // The engine has kept to the protocol: it may be asked again.
                    self.conversation = Some(conversation);
                    return Err(outside);
                }
            }
        };
        self.conversation = Some(conversation);
        Ok(steps)
    }

    fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault> {
        let stones = game.stones();
        let clock = GameClock::new(ClockRules {
            game: None,
            turn: Some(time),
            increment: Duration::ZERO,
            ..self.spec.clock.unwrap_or_default()
        });
        let seat = Seat {
            spec: &self.spec,
            settings: &settings(game)?,
            rule: stones.rule(),
            clock: &clock,
        };
        // The position may belong to no game that the engine knows, so it is started anew.
        drop(self.conversation.take());
        let mut conversation = Conversation::begin(&seat, stop)?;
        let mut request = vec![clock.left_line()];
        request.extend(board_request(&stones.stones(), game.to_move()));
        let mut hear = |text: &str| listen(read_comment(text, stones.size()));
        let brain = &mut conversation.brain;
        let reply = brain.ask_and_listen(&request, wait(Some(time)), stop, parse_move, &mut hear);
        let at = spot(reply.map_err(fault)?.answer)?;
        self.conversation = Some(conversation);
        Ok(at)
    }
}

impl Drop for SeatedEngine {
    fn drop(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            conversation.brain.end();
        }
    }
}
