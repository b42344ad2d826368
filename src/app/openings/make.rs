//! `openings`: makes new balanced openings. Several threads make numbered attempts. The results are written in the order
//! of the numbers, so that the lines do not depend on the number of threads.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

use indicatif::ProgressBar;

use kagetsu_arena::openings::canonical_form;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::engine::opening::level_score;
use kagetsu_gomoku::geometry::Point;
use kagetsu_training::selfplay::middle_box;

use crate::error::CommandError;
use crate::interrupt::stop_on_interrupt;
use crate::progress::bar;
use crate::stream_in_order::stream_in_order;

use super::cli::MakeArgs;
use super::maker::{Maker, OpeningSettings};

/// Attempts in a row without a new opening after which the command gives up.
const MOST_FRUITLESS: u32 = 2000;

/// Writes new openings to `out`.
pub(super) fn run(args: &MakeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let settings = &settings(args)?;
    let mut list = OpeningList {
        args,
        comment: (!args.output.bare).then(|| comment(args)),
        written: BTreeSet::new(),
        fruitless: 0,
        progress: bar(args.count as u64, 0, "openings"),
    };
    let threads = args.threads.count();
    let stop = stop_on_interrupt();
    let worker = || {
        let stop = stop.clone();
        let mut maker = Maker::new(settings, stop.clone());
        move |number: u64| {
            let attempt = maker.attempt(number);
            // An attempt that was broken off says nothing.
            (!stop.is_raised()).then_some(attempt)
        }
    };
    stream_in_order(threads, &stop, worker, |attempt| list.take(attempt, out))?;
    if list.is_full() {
        Ok(())
    } else {
        Err(CommandError::interrupted(
            "interrupted: what was found is kept",
        ))
    }
}

fn settings(args: &MakeArgs) -> Result<OpeningSettings, CommandError> {
    let points = middle_box(args.size, args.box_side);
    let stones = args.stones.0.clone();
    if *stones.end() >= points.len() {
        return Err(CommandError::input(format!(
            "a box of {} points has no room for {} stones and a choice",
            points.len(),
            stones.end()
        )));
    }
    Ok(OpeningSettings {
        rule: args.rule,
        size: args.size,
        stones,
        points,
        nodes: args.nodes,
        verify_nodes: args.verify_nodes,
        level: level(args),
        balance: args.balance,
        seed: args.seed,
    })
}

fn level(args: &MakeArgs) -> i32 {
    args.level.unwrap_or_else(|| level_score(args.rule))
}

/// The arguments that decide what is written, as a comment that can be pasted into a shell.
fn comment(args: &MakeArgs) -> String {
    format!(
        "# pbrain-kagetsu openings --rule {} --size {} --count {} --seed {} --stones {} --box {} --nodes {} \
         --verify-nodes {} --level {} --balance {} --format {}",
        args.rule,
        args.size,
        args.count,
        args.seed,
        args.stones,
        args.box_side,
        args.nodes,
        args.verify_nodes,
        level(args),
        args.balance,
        args.output.format
    )
}

/// The list that is being written.
struct OpeningList<'r> {
    args: &'r MakeArgs,
    /// Stands before the first opening.
    comment: Option<String>,
    /// The canonical forms of the openings, which symmetric openings share.
    written: BTreeSet<[Vec<Point>; 2]>,
    /// Attempts since the last new opening.
    fruitless: u32,
    progress: ProgressBar,
}

impl OpeningList<'_> {
    fn is_full(&self) -> bool {
        self.written.len() >= self.args.count
    }

    /// Writes the opening of the next attempt if there is one and it is new.
    fn take(
        &mut self,
        attempt: Result<Option<Vec<Point>>, EngineError>,
        out: &mut dyn Write,
    ) -> Result<ControlFlow<()>, CommandError> {
        let size = self.args.size;
        let new = attempt?.filter(|stones| self.written.insert(canonical_form(stones, size)));
        let Some(stones) = new else {
            self.fruitless += 1;
            if self.fruitless < MOST_FRUITLESS {
                return Ok(ControlFlow::Continue(()));
            }
            return Err(CommandError::system(format!(
                "no new opening in {MOST_FRUITLESS} attempts, after {}: allow a larger --box, more --stones or a wider --balance",
                self.written.len()
            )));
        };
        self.fruitless = 0;
        if let Some(comment) = self.comment.take() {
            writeln!(out, "{comment}")?;
        }
        let line = self.args.output.format.line(&stones, size);
        self.progress.inc(1);
        self.progress
            .suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
        Ok(if self.is_full() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }
}
