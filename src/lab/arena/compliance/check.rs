//! One check: its name, its weight, and how it is run.

use std::io;

use kagetsu_gomoku::board::Rule;
use kagetsu_kernel::StopSignal;

use super::super::process::Process;
use super::super::settings::EngineSpec;
use super::conversation::{Failure, SharedTranscript, Subject};
use super::rules;

/// The weight of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// An engine that fails the check loses games under some manager.
    Required,
    /// Part of the protocol that only some managers use, or good manners.
    Advised,
}

/// One check.
#[derive(Clone, Debug)]
pub struct Check {
    /// The name of the check, in a few words.
    pub name: String,
    /// Its weight.
    pub weight: Weight,
    run: Run,
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Plain(Examination),
    Rule(Rule),
}

/// What a check does with the engine.
pub(super) type Examination = fn(Subject<'_>) -> Result<(), Failure>;

/// The checks of a protocol, each with its name.
pub(super) struct CheckTable {
    pub(super) required: &'static [(&'static str, Examination)],
    pub(super) advised: &'static [(&'static str, Examination)],
}

impl CheckTable {
    /// All checks in their order.
    pub(super) fn checks(&self) -> impl Iterator<Item = Check> {
        let required = self.required.iter().map(|row| (Weight::Required, row));
        let advised = self.advised.iter().map(|row| (Weight::Advised, row));
        required.chain(advised).map(|(weight, &(name, run))| Check {
            name: name.to_string(),
            weight,
            run: Run::Plain(run),
        })
    }
}

impl Check {
    pub(super) fn of_rule(rule: Rule) -> Self {
        Self {
            name: format!("rule {rule}"),
            weight: Weight::Required,
            run: Run::Rule(rule),
        }
    }
}

/// What a check has found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// An error is a sentence that says what the engine did wrong.
    pub result: Result<(), String>,
    /// The last lines of the conversation, `>` to the engine, `<` from it, `!` from its standard error.
    pub lines: Vec<String>,
}

/// Starts the engine once and ends it, so that a mistyped name is not taken for an engine that fails every check.
///
/// # Errors
/// When the system cannot start it.
pub fn try_start(spec: &EngineSpec) -> io::Result<()> {
    Process::start(spec).map(drop)
}

/// Runs one check with a process of its own, which has ended when this returns. A raised `stop` breaks it off: the finding
/// then means nothing.
pub fn examine(spec: &EngineSpec, check: &Check, stop: &StopSignal) -> Finding {
    let transcript = SharedTranscript::default();
    let subject = Subject {
        spec,
        stop,
        transcript: &transcript,
    };
    let result = match check.run {
        Run::Plain(run) => run(subject),
        Run::Rule(rule) => rules::knows(subject, rule),
    };
    Finding {
        result,
        lines: transcript.borrow().lines(),
    }
}
