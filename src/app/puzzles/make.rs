//! From games to the graded list. Several threads search numbered games, and their puzzles are taken in the order of the
//! numbers. So the same options give the same list, whatever the number of threads.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::ProgressBar;

use kagetsu_arena::openings::canonical_form;
use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::engine::EngineError;
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::file::{OutputFile, Outputs};
use kagetsu_kernel::{StopSignal, WallClock};
use kagetsu_play::puzzles::{Grader, HEAD, Kind, spread};

use super::super::error::{BAD_INPUT, CommandError};
use super::super::found_file::write_found;
use super::super::game_files::game_files;
use super::super::game_reader::{GameCounts, GameReader};
use super::super::interrupt::{COMPLETE, exit_code, pass_on, stop_on_interrupt};
use super::super::progress::bar;
use super::super::stream_in_order::stream_in_order;
use super::args::PuzzlesArgs;
use super::files::SourceGames;
use super::finder::{Finder, Puzzle, Wanted};
use super::grading::grade_all;
use super::self_play::{Play, PuzzlePlayer};
use super::sheet::sheet;
use super::text::{write_head, write_json, write_row};

/// Self-played games in a row without a new puzzle after which the command gives up.
const MOST_FRUITLESS: u64 = 5000;
/// Default number of puzzles from self-played games.
const USUAL_COUNT: usize = 100;
/// Default number of puzzles of each kind and rule in the set. Kinds that take long to find have fewer.
const fn set_count(kind: Kind) -> usize {
    match kind {
        Kind::Fours => 45,
        Kind::Defend => 40,
        Kind::Threes => 22,
        Kind::Foul => 35,
    }
}

/// Rules of the set.
const SET_RULES: [Rule; 2] = [Rule::Freestyle, Rule::Renju];
/// Number of graded puzzles for each puzzle of the set.
const CANDIDATES: usize = 6;
/// Fewest moves of the winner in the set.
const SET_MIN_LENGTH: usize = 3;
/// Fewest moves of the winner when no option says it.
const USUAL_LENGTH: usize = 4;

/// Writes a graded list of puzzles to the file that the arguments name, or to `out`: after Ctrl-C, or where no more can be
/// found, those that were found. Returns the exit code.
pub(in super::super) fn run(
    args: &PuzzlesArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let files = game_files(&args.games);
    let mut outputs = Outputs::new(args.overwrite).reading(files.iter().flatten());
    let file = outputs.begin_if(args.out.as_deref())?;
    if file.is_none() {
        outputs = outputs.printing();
    }
    let page = outputs.begin_if(args.html.as_deref())?;
    if args.set {
        return write_found(file, out, |out| write_set(args, out));
    }
    let (games, counts) = read_games(args, files, err)?;
    if counts.are_all_unusable() {
        return Ok(BAD_INPUT);
    }
    let rule = games.rule.unwrap_or_default();
    let size = games.size.unwrap_or(BoardSize::STANDARD);
    check_lengths(args)?;
    check_kind(kind_of(args), rule)?;
    let play = play(args, rule, size);
    let code = write_found(file, out, |out| {
        make(args, &games.moves, &play, out, page, err)
    })?;
    Ok(if code == COMPLETE {
        counts.exit_code()
    } else {
        code
    })
}

/// The settings of self-played games.
fn play(args: &PuzzlesArgs, rule: Rule, size: BoardSize) -> Play {
    Play {
        start: Board::new(size, rule),
        nodes: args.play_nodes,
        seed: args.seed,
    }
}

fn kind_of(args: &PuzzlesArgs) -> Kind {
    args.kind.unwrap_or(Kind::Fours)
}

fn check_lengths(args: &PuzzlesArgs) -> Result<(), CommandError> {
    if kind_of(args) == Kind::Defend && args.min_length.or(args.max_length).is_some() {
        return Err(CommandError::input(
            "--min-length and --max-length count the moves of a win: --kind defend has none",
        ));
    }
    let (least, most) = lengths(args).into_inner();
    if most < least {
        return Err(CommandError::input(format!(
            "--min-length {least} is more than --max-length {most}"
        )));
    }
    Ok(())
}

fn lengths(args: &PuzzlesArgs) -> RangeInclusive<usize> {
    args.min_length.unwrap_or(USUAL_LENGTH)..=args.max_length.unwrap_or(usize::MAX)
}

fn check_kind(kind: Kind, rule: Rule) -> Result<(), CommandError> {
    if kind.exists_in(rule) {
        return Ok(());
    }
    let text = format!("--kind {kind} needs --rule {}", Rule::Renju);
    Err(CommandError::input(text))
}

fn read_games(
    args: &PuzzlesArgs,
    files: Vec<Result<PathBuf, CommandError>>,
    err: &mut dyn Write,
) -> io::Result<(SourceGames, GameCounts)> {
    let mut games = SourceGames::new(args.rule, args.size);
    let mut reader = GameReader::new(err);
    for file in files {
        if let Some(path) = reader.usable(file)? {
            games.add(&path, &mut reader)?;
        }
    }
    Ok((games, reader.finish()?))
}

fn make(
    args: &PuzzlesArgs,
    games: &[Vec<Point>],
    play: &Play,
    out: &mut dyn Write,
    page: Option<OutputFile>,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let wanted = Wanted {
        kind: kind_of(args),
        lengths: lengths(args),
        nodes: args.nodes,
    };
    let usual = if args.games.is_empty() {
        USUAL_COUNT
    } else {
        usize::MAX
    };
    let most = args.count.unwrap_or(usual);
    let interrupt = stop_on_interrupt();
    let list = collect(args, most, games, &wanted, play, &interrupt)?;
    let ended = list.ended(&interrupt);
    if list.puzzles.is_empty() && ended.is_err() {
        return ended;
    }
    if let Some(page) = page.filter(|_| !list.puzzles.is_empty()) {
        page.write_whole(sheet(&list.puzzles, &play.start, wanted.kind).as_bytes())?;
    }
    if !args.json && !list.puzzles.is_empty() {
        write_head(out)?;
    }
    for puzzle in &list.puzzles {
        if args.json {
            write_json(puzzle, &play.start, wanted.kind, out)?;
        } else {
            write_row(puzzle, &play.start, out)?;
        }
    }
    out.flush()?;
    if list.puzzles.is_empty() {
        let has_file = args.out.is_some() || args.html.is_some();
        let end = if has_file { ": no file is written" } else { "" };
        writeln!(err, "note: these games hold no such puzzle{end}")?;
    }
    ended
}

/// Makes the set that the program ships: puzzles of every rule and kind, spread over the grades. With a rule or kind in
/// the options only that part of the set is made.
fn write_set(args: &PuzzlesArgs, out: &mut dyn Write) -> Result<u8, CommandError> {
    let interrupt = stop_on_interrupt();
    let mut grader = Grader::new(Arc::new(WallClock::start()));
    let mut head = Some(HEAD);
    let is_wanted = |rule: Rule, kind: Kind| {
        kind.exists_in(rule)
            && args.rule.is_none_or(|only| only == rule)
            && args.kind.is_none_or(|only| only == kind)
    };
    for rule in SET_RULES {
        for kind in Kind::ALL.into_iter().filter(|&kind| is_wanted(rule, kind)) {
            let count = args.count.unwrap_or(set_count(kind));
            let wanted = Wanted {
                kind,
                lengths: SET_MIN_LENGTH..=usize::MAX,
                nodes: args.nodes,
            };
            let play = play(args, rule, BoardSize::STANDARD);
            let list = collect(args, count * CANDIDATES, &[], &wanted, &play, &interrupt)?;
            let puzzles = &list.puzzles;
            let with_grades = grade_all(&mut grader, puzzles, &play.start, kind, &interrupt)?;
            for puzzle in spread(with_grades, count) {
                if let Some(head) = head.take() {
                    writeln!(out, "{head}")?;
                }
                writeln!(out, "{puzzle}")?;
            }
            out.flush()?;
        }
    }
    if head.is_some() {
        return Err(if interrupt.is_raised() {
            CommandError::nothing_kept()
        } else {
            CommandError::system("no puzzle was found: allow more --nodes")
        });
    }
    Ok(exit_code(&interrupt))
}

/// Searches the games of files, or self-played ones where no file is given, and sorts the puzzles by length.
fn collect(
    args: &PuzzlesArgs,
    most: usize,
    games: &[Vec<Point>],
    wanted: &Wanted,
    play: &Play,
    interrupt: &StopSignal,
) -> Result<PuzzleList, CommandError> {
    let own = args.games.is_empty();
    let progress = if own {
        bar(most as u64, 0, "puzzles")
    } else {
        bar(games.len() as u64, 0, "games")
    };
    let mut list = PuzzleList {
        size: play.start.size(),
        most,
        puzzles: Vec::new(),
        forms: BTreeSet::new(),
        fruitless: 0,
        may_end: !own,
        progress,
    };
    let stop = pass_on(interrupt);
    let worker = || {
        let mut finder = Finder::new(wanted, stop.clone());
        let mut player = own.then(|| PuzzlePlayer::new(play, stop.clone()));
        move |number: u64| {
            let found: Result<Vec<Puzzle>, EngineError> = if let Some(player) = &mut player {
                let moves = player.game(number);
                moves.map(|moves| finder.find(number, play.start.clone(), &moves))
            } else {
                let moves = games.get(number as usize)?;
                Ok(finder.find(number, play.start.clone(), moves))
            };
            Some(found)
        }
    };
    if list.most > 0 {
        stream_in_order(args.threads.count(), &stop, worker, |found| {
            Ok(if interrupt.is_raised() {
                ControlFlow::Break(())
            } else {
                list.take(found?)
            })
        })?;
    }
    stop.raise();
    list.progress.finish_and_clear();
    list.puzzles.sort_by_key(Puzzle::length);
    Ok(list)
}

/// The puzzles so far.
struct PuzzleList {
    size: BoardSize,
    most: usize,
    puzzles: Vec<Puzzle>,
    /// The canonical forms of the positions, which symmetric positions share.
    forms: BTreeSet<[Vec<Point>; 2]>,
    /// Games since the last new puzzle.
    fruitless: u64,
    /// Whether the number of games is limited.
    may_end: bool,
    progress: ProgressBar,
}

impl PuzzleList {
    fn is_hopeless(&self) -> bool {
        !self.may_end && self.fruitless >= MOST_FRUITLESS
    }

    /// The exit code of the list, or why there are no more puzzles in it.
    fn ended(&self, interrupt: &StopSignal) -> Result<u8, CommandError> {
        let found = self.puzzles.len();
        if self.is_hopeless() {
            Err(CommandError::system(format!(
                "no new puzzle in {MOST_FRUITLESS} games, after {found}: allow a lower --min-length, a higher --max-length or \
                 more --nodes"
            )))
        } else if found == 0 && interrupt.is_raised() {
            Err(CommandError::nothing_kept())
        } else {
            Ok(exit_code(interrupt))
        }
    }

    /// Adds the new puzzles of the next game.
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
