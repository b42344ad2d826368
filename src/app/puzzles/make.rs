//! From games to the graded list. Games are numbered, several threads look through them, and what they give is taken in
//! the order of the numbers: the same options give the same list, whatever the number of threads.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use kagetsu_arena::openings::canonical_form;
use kagetsu_gomoku::board::Board;
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::{StopSignal, file};

use super::super::cli::PuzzlesArgs;
use super::super::error::CommandError;
use super::super::in_order::in_order;
use super::super::interrupt::{INTERRUPTED, stop_on_interrupt};
use super::files::SourceGames;
use super::finder::{Finder, Puzzle, PuzzleKind, Wanted};
use super::self_play::{Play, PuzzlePlayer};
use super::text::{PuzzleBoard, write_head, write_json, write_row};

/// Exit code when all puzzles that were asked for are written.
const COMPLETE: u8 = 0;
/// Games in a row without a new puzzle after which the engine plays no more.
const MOST_FRUITLESS: u64 = 5000;
/// Puzzles that are made from own games unless a number is given.
const USUAL_COUNT: usize = 100;
/// Side of the board when nothing says it.
const USUAL_SIZE: usize = 15;

/// Writes a graded list of puzzles to the file that the arguments name, or to `out`: after Ctrl-C those that were found.
/// Returns the exit code.
pub(in super::super) fn run(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let games = read_games(args)?;
    let game = PuzzleBoard {
        rule: games.rule.unwrap_or_default(),
        size: match games.size {
            Some(size) => size,
            None => BoardSize::square(USUAL_SIZE).map_err(io::Error::other)?,
        },
    };
    games.check(&Board::new(game.size, game.rule))?;
    if let Some(most) = args.max_length
        && most < args.min_length
    {
        return Err(CommandError::Contradiction(format!(
            "--min-length {} is more than --max-length {most}",
            args.min_length
        )));
    }
    let Some(path) = &args.out else {
        return make(args, &games, game, out);
    };
    let mut code = COMPLETE;
    // The file is made before the work, which may be long, and replaces another one after it.
    let mut failure = None;
    let written = file::write_whole(path, |file| match make(args, &games, game, file) {
        Ok(made) => {
            code = made;
            Ok(())
        }
        Err(error) => {
            let text = error.to_string();
            failure = Some(error);
            Err(io::Error::other(text))
        }
    });
    match (failure, written) {
        (Some(error), _) => Err(error),
        (None, Err(source)) => Err(CommandError::Create {
            name: path.display().to_string(),
            source,
        }),
        (None, Ok(())) => Ok(code),
    }
}

fn read_games(args: &PuzzlesArgs) -> Result<SourceGames, CommandError> {
    let mut games = SourceGames::new(args.rule, args.size);
    for path in &args.games {
        games.add(path)?;
    }
    Ok(games)
}

fn make(
    args: &PuzzlesArgs,
    games: &SourceGames,
    game: PuzzleBoard,
    out: &mut dyn Write,
) -> Result<u8, CommandError> {
    let wanted = Wanted {
        means: if args.vct {
            PuzzleKind::Threats
        } else {
            PuzzleKind::Fours
        },
        lengths: args.min_length..=args.max_length.unwrap_or(usize::MAX),
        nodes: args.nodes,
    };
    let play = Play {
        rule: game.rule,
        size: game.size,
        nodes: args.play_nodes,
        seed: args.seed,
    };
    let start = Board::new(game.size, game.rule);
    let interrupt = stop_on_interrupt();
    let list = collect(args, games, &wanted, &play, &start, &interrupt)?;
    if !args.json {
        write_head(out)?;
    }
    for puzzle in &list.puzzles {
        if args.json {
            write_json(puzzle, game, wanted.means, out)?;
        } else {
            write_row(puzzle, game, out)?;
        }
    }
    out.flush()?;
    if list.is_hopeless() {
        return Err(CommandError::NoPuzzle {
            games: MOST_FRUITLESS,
            found: list.puzzles.len(),
        });
    }
    Ok(if interrupt.is_raised() {
        INTERRUPTED
    } else {
        COMPLETE
    })
}

/// Looks through the games, or plays some, and sorts what was found by length.
fn collect(
    args: &PuzzlesArgs,
    games: &SourceGames,
    wanted: &Wanted,
    play: &Play,
    start: &Board,
    interrupt: &StopSignal,
) -> Result<PuzzleList, CommandError> {
    let own = args.games.is_empty();
    let usual = if own { USUAL_COUNT } else { usize::MAX };
    let mut list = PuzzleList {
        size: play.size,
        most: args.count.unwrap_or(usual),
        puzzles: Vec::new(),
        forms: BTreeSet::new(),
        fruitless: 0,
        may_end: !own,
        progress: progress_bar(args, games),
    };
    let stop = StopSignal::new();
    let worker = || {
        let mut finder = Finder::new(wanted, stop.clone());
        let mut player = own.then(|| PuzzlePlayer::new(play, stop.clone()));
        move |number: u64| {
            let found: Result<Vec<Puzzle>, EngineError> = if let Some(player) = &mut player {
                let moves = player.game(number);
                moves.map(|moves| finder.find(number, start.clone(), &moves))
            } else {
                let moves = games.moves.get(number as usize)?;
                Ok(finder.find(number, start.clone(), moves))
            };
            Some(found)
        }
    };
    let threads = args.threads.map_or_else(
        || thread::available_parallelism().map_or(1, Into::into),
        usize::from,
    );
    if list.most > 0 {
        in_order(threads, &stop, worker, |found| {
            Ok(if interrupt.is_raised() {
                ControlFlow::Break(())
            } else {
                list.take(found?)
            })
        })?;
    }
    list.progress.finish_and_clear();
    list.puzzles.sort_by_key(Puzzle::length);
    Ok(list)
}

/// The puzzles so far.
struct PuzzleList {
    size: BoardSize,
    most: usize,
    puzzles: Vec<Puzzle>,
    /// The positions in the form that all their images share.
    forms: BTreeSet<[Vec<Point>; 2]>,
    /// Games since the last new puzzle.
    fruitless: u64,
    /// Are there only so many games?
    may_end: bool,
    progress: ProgressBar,
}

impl PuzzleList {
    fn is_hopeless(&self) -> bool {
        !self.may_end && self.fruitless >= MOST_FRUITLESS
    }

    /// Takes what is new of the puzzles of the next game.
    fn take(&mut self, found: Vec<Puzzle>) -> ControlFlow<()> {
        self.fruitless += 1;
        for puzzle in found {
            let new = self.puzzles.len() < self.most
                && self.forms.insert(canonical_form(&puzzle.moves, self.size));
            if new {
                self.fruitless = 0;
                self.puzzles.push(puzzle);
                if !self.may_end {
                    self.progress.inc(1);
                }
            }
        }
        if self.may_end {
            self.progress.inc(1);
        }
        if self.puzzles.len() >= self.most || self.is_hopeless() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// A bar on standard error, if somebody is watching it: of the games, or of the puzzles where games have no end.
fn progress_bar(args: &PuzzlesArgs, games: &SourceGames) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (length, template) = if args.games.is_empty() {
        let count = args.count.unwrap_or(USUAL_COUNT);
        (count, "{wide_bar} {pos}/{len} puzzles, {eta} left")
    } else {
        let count = games.moves.len();
        (count, "{wide_bar} {pos}/{len} games, {eta} left")
    };
    let bar = ProgressBar::new(length as u64);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
