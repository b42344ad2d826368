//! Engines that take a seat on the page or in the terminal: the trait of `kagetsu-play` on top of the arena's processes.

use std::time::Duration;

use kagetsu_arena::brain::{Brain, Trouble, Wait};
use kagetsu_arena::dialogue::{info_lines, parse_move, parse_start, parse_swap2, start_request};
use kagetsu_arena::game_clock::GameClock;
use kagetsu_arena::process_tree::EngineGuard;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::referee::AnsweredPoint;
use kagetsu_arena::settings::{ClockRules, EngineSpec, GameSettings, Idle};
use kagetsu_arena::swap2::Choice as Swap2Choice;
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::StopSignal;
use kagetsu_notation::Ruleset;
use kagetsu_notation::record::FaultKind;
use kagetsu_play::game::{Ask, Choice, Colour, Game, Spot, Step};
use kagetsu_play::gomoku::Gomoku;
use kagetsu_play::player::{Allowance, Comment, OutsideFault, OutsidePlayer, OutsidePrograms};

use super::engine_guard::guard_engines;
use super::error::CommandError;
use super::outside_comment as comment;
use super::tournament::{DEFAULT_MEMORY_MIB, EngineDefaults, EngineEntry, engine_spec};

/// Time for a move where neither the game nor the description of the engine has a clock.
const USUAL_TURN: Duration = Duration::from_secs(5);
/// Overrun of a time limit that is accepted, as by the judge of the official tournament.
const TOLERANCE: Duration = Duration::from_secs(1);
/// Memory of a program whose description has no `memory`, in bytes.
const DEFAULT_MEMORY: u64 = DEFAULT_MEMORY_MIB << 20;
/// Time to start and to answer `START`.
const PATIENCE: Duration = Duration::from_secs(30);

/// The engines that were named on the command line.
#[derive(Debug)]
pub(super) struct NamedEngines {
    specs: Vec<EngineSpec>,
    /// Ends them if this program is killed.
    _guard: Option<EngineGuard>,
}

impl NamedEngines {
    /// Finds the programs of the descriptions.
    pub(super) fn new(entries: &[EngineEntry]) -> Result<Self, CommandError> {
        let clock = ClockRules {
            turn: Some(USUAL_TURN),
            ..ClockRules::default()
        };
        let defaults = EngineDefaults {
            ruleset: Ruleset::from(Rule::Freestyle),
            clock,
            pause: Duration::ZERO,
        };
        let mut specs: Vec<EngineSpec> = Vec::new();
        for entry in entries {
            let mut spec = engine_spec(entry, defaults)?;
            if specs.iter().any(|known| known.name == spec.name) {
                let text = format!("two engines have the name '{}': add name=", spec.name);
                return Err(CommandError::input(text));
            }
            if spec.protocol != Protocol::Gomocup {
                let (name, protocol) = (&spec.name, spec.protocol);
                let text =
                    format!("'{name}' speaks {protocol}: an opponent at the board speaks gomocup");
                return Err(CommandError::input(text));
            }
            spec.clock.get_or_insert(clock);
            specs.push(spec);
        }
        let guard = (!specs.is_empty()).then(guard_engines).flatten();
        Ok(Self {
            specs,
            _guard: guard,
        })
    }
}

impl OutsidePrograms for NamedEngines {
    fn names(&self) -> Vec<String> {
        self.specs.iter().map(|spec| spec.name.clone()).collect()
    }

    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>> {
        let spec = self.specs.iter().find(|spec| spec.name == name)?.clone();
        Some(Box::new(Seated { spec, talk: None }))
    }
}

/// An engine on a seat.
#[derive(Debug)]
struct Seated {
    spec: EngineSpec,
    talk: Option<Talk>,
}

/// The conversation with a running engine.
#[derive(Debug)]
struct Talk {
    brain: Brain,
    /// The stones that it knows; nothing while it knows no position of this game.
    known: Option<Vec<(Spot, Colour)>>,
}

fn fault(trouble: Trouble) -> OutsideFault {
    match trouble {
        Trouble::Interrupted => OutsideFault::Stopped,
        Trouble::Fault(FaultKind::Time | FaultKind::Stall, why) => OutsideFault::Late(why),
        Trouble::Fault(FaultKind::Protocol, why) => OutsideFault::Nonsense(why),
        Trouble::Fault(FaultKind::Memory, why) => OutsideFault::Greedy(why),
        Trouble::Fault(_, why) => OutsideFault::Ended(why),
        Trouble::Ended(status) => OutsideFault::Ended(status.map_or_else(
            || "the system does not say how".to_string(),
            |status| status.to_string(),
        )),
    }
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

/// The settings of a game; the engine is suspended while it is not asked.
fn settings(game: &Gomoku) -> Option<GameSettings> {
    let (width, height) = game.stones().size();
    let size = BoardSize::new(width.into(), height.into()).ok()?;
    let mut settings = GameSettings::new(game.stones().rule(), size);
    settings.idle = Idle::Suspended;
    settings.patience = PATIENCE;
    settings.memory = Some(DEFAULT_MEMORY);
    Some(settings)
}

/// The whole position as a request for a move.
fn board_request(stones: &[(Spot, Colour)], own: Colour) -> Vec<String> {
    if stones.is_empty() {
        return vec!["BEGIN".to_string()];
    }
    let line = |&(at, colour): &(Spot, Colour)| {
        let owner = if colour == own { 1 } else { 2 };
        format!("{},{},{owner}", at.x, at.y)
    };
    let mut lines = vec!["BOARD".to_string()];
    lines.extend(stones.iter().map(line));
    lines.push("DONE".to_string());
    lines
}

fn spot(point: AnsweredPoint) -> Result<Spot, OutsideFault> {
    let outside = |_| OutsideFault::Illegal(format!("{},{}", point.x, point.y));
    let x = u8::try_from(point.x).map_err(outside)?;
    let y = u8::try_from(point.y).map_err(outside)?;
    Ok(Spot::new(x, y))
}

impl Talk {
    /// Starts the engine and a game.
    fn begin(
        spec: &EngineSpec,
        settings: &GameSettings,
        rule: Rule,
        clock: &GameClock,
        stop: &StopSignal,
    ) -> Result<Self, OutsideFault> {
        let no_start = |trouble: Trouble| match trouble.fault() {
            Some((_, why)) => OutsideFault::Start(why),
            None => OutsideFault::Stopped,
        };
        let brain = Brain::start(spec, settings).map_err(no_start)?;
        let mut talk = Self { brain, known: None };
        talk.start(spec, settings, rule, clock, stop)?;
        Ok(talk)
    }

    /// Tells board, rule and limits, and that no stone lies.
    fn start(
        &mut self,
        spec: &EngineSpec,
        settings: &GameSettings,
        rule: Rule,
        clock: &GameClock,
        stop: &StopSignal,
    ) -> Result<(), OutsideFault> {
        let wait = Wait {
            limit: None,
            tolerance: Duration::ZERO,
            patience: PATIENCE,
        };
        let request = [start_request(settings)];
        let reply = self.brain.ask(&request, wait, stop, parse_start);
        reply
            .map_err(fault)?
            .answer
            .map_err(OutsideFault::Refused)?;
        let info = info_lines(spec, settings, rule, clock);
        if spec.options.is_empty() {
            self.brain.tell(&info, stop);
        } else {
            self.brain.tell_options(&info, stop);
        }
        self.known = None;
        Ok(())
    }

    /// Is the position the one that the engine left, and one stone of the opponent?
    fn follows(&self, stones: &[(Spot, Colour)]) -> bool {
        let known = self.known.as_deref();
        stones
            .split_last()
            .is_some_and(|(_, before)| known == Some(before))
    }
}

/// The steps that an answer to `SWAP2BOARD` means. Its word for exchanging means that the engine takes Black, one stone
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

impl Seated {
    fn ask(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        let spec = &self.spec;
        let settings = settings(game).ok_or_else(|| OutsideFault::Refused(String::new()))?;
        let (rule, stones) = (game.stones().rule(), game.stones().stones());
        let rules = clock_rules(spec, allowance);
        let clock = GameClock::new(rules);
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => Talk::begin(spec, &settings, rule, &clock, stop)?,
        };
        let left = ClockRules {
            game: allowance.left.or(rules.game),
            ..rules
        };
        let limit = allowance.step_left.or_else(|| GameClock::new(left).limit());
        let wait = Wait {
            limit,
            tolerance: TOLERANCE,
            patience: PATIENCE,
        };
        let mut request = vec![GameClock::new(left).left_line()];
        if !game.opening_is_done() {
            request.push("SWAP2BOARD".to_string());
            request.extend(stones.iter().map(|(at, _)| format!("{},{}", at.x, at.y)));
            request.push("DONE".to_string());
            let reply = talk.brain.ask(&request, wait, stop, parse_swap2);
            let steps = swap2_steps(game, reply.map_err(fault)?.answer);
            self.talk = Some(talk);
            return steps;
        }
        if talk.follows(&stones) {
            let last = stones
                .last()
                .map(|(at, _)| format!("TURN {},{}", at.x, at.y));
            request.extend(last);
        } else {
            if talk.known.is_some() {
                talk.start(spec, &settings, rule, &clock, stop)?;
            }
            request.extend(board_request(&stones, game.to_move()));
        }
        let reply = talk.brain.ask(&request, wait, stop, parse_move);
        let at = spot(reply.map_err(fault)?.answer)?;
        let mut known = stones;
        known.push((at, game.to_move()));
        talk.known = Some(known);
        self.talk = Some(talk);
        Ok(vec![Step::stone(at)])
    }
}

impl OutsidePlayer for Seated {
    fn answer(
        &mut self,
        game: &Gomoku,
        allowance: &Allowance,
        stop: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        // A conversation with a fault is not put back, which kills the engine.
        self.ask(game, allowance, stop)
    }

    fn consider(
        &mut self,
        game: &Gomoku,
        time: Duration,
        stop: &StopSignal,
        listen: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault> {
        let spec = &self.spec;
        let settings = settings(game).ok_or_else(|| OutsideFault::Refused(String::new()))?;
        let stones = game.stones();
        let clock = GameClock::new(ClockRules {
            game: None,
            turn: Some(time),
            increment: Duration::ZERO,
            ..spec.clock.unwrap_or_default()
        });
        // What an earlier conversation was about does not matter.
        drop(self.talk.take());
        let mut talk = Talk::begin(spec, &settings, stones.rule(), &clock, stop)?;
        let mut request = vec![clock.left_line()];
        request.extend(board_request(&stones.stones(), game.to_move()));
        let wait = Wait {
            limit: Some(time),
            tolerance: TOLERANCE,
            patience: PATIENCE,
        };
        let mut hear = |text: &str| listen(comment::read(text, stones.size()));
        let brain = &mut talk.brain;
        let reply = brain.ask_and_listen(&request, wait, stop, parse_move, &mut hear);
        let at = spot(reply.map_err(fault)?.answer)?;
        self.talk = Some(talk);
        Ok(at)
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.brain.end();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    #[test]
    fn a_program_that_ends_by_itself_is_told_with_its_exit_status_alone() {
        // The system keeps the exit code in the second byte.
        let status = ExitStatus::from_raw(3 << 8);
        let ended = fault(Trouble::Ended(Some(status)));
        assert_eq!(ended, OutsideFault::Ended("exit status: 3".to_string()));
        assert_eq!(ended.to_string(), "it has ended: exit status: 3");
        // A tournament says the whole sentence.
        let (kind, why) = Trouble::Ended(Some(status)).fault().expect("a fault");
        assert_eq!(kind, FaultKind::Crash);
        assert_eq!(why, "the process has ended: exit status: 3");
        assert_eq!(Trouble::Interrupted.fault(), None);
    }
}
