//! Engines that take a seat on the page or in the terminal: the traits of `kagetsu-play` on top of the arena's processes. Here
//! are the engines that the command line names; [`seated`] plays with one of them.

mod comment;
mod conversation;
mod seated;

use std::time::Duration;

use kagetsu_arena::process_tree::EngineGuard;
use kagetsu_arena::protocol::Protocol;
use kagetsu_arena::settings::{ClockRules, EngineSpec};
use kagetsu_gomoku::board::Rule;
use kagetsu_notation::Ruleset;
use kagetsu_play::player::{OutsidePlayer, OutsidePrograms};

use super::engine_guard::guard_engines;
use super::error::CommandError;
use super::tournament::{EngineDefaults, EngineEntry, engine_spec};

use seated::SeatedEngine;

/// Time for a move where neither the game nor the description of the engine has a clock.
const USUAL_TURN: Duration = Duration::from_secs(5);

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
        Some(Box::new(SeatedEngine::new(spec)))
    }
}
