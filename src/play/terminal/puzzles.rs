//! Puzzles by lines: answers and commands in, the board and judgements out.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use kagetsu_kernel::StopSignal;

use crate::game::{Game, Picture, Spot};
use crate::gomoku::Rule;
use crate::practice::{Attempted, Progress};
use crate::progress_file::ProgressFile;
use crate::puzzles::{Attempt, Judgement, Kind, Puzzle, Puzzles};
use crate::session::Event;
use crate::text::{Catalogue, Language, Message};

use super::board::draw;
use super::error::PlayError;
use super::vocabulary::{Typed, is_word};
use super::words::{next_line, read, stone_list};

/// Which puzzles of a list; what is absent leaves all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleChoice {
    /// The rule.
    pub rule: Option<Rule>,
    /// The kind.
    pub kind: Option<Kind>,
    /// The grade, from 1 to 10.
    pub grade: Option<u8>,
}

impl PuzzleChoice {
    fn has(self, puzzle: &Puzzle) -> bool {
        self.rule.is_none_or(|rule| rule == puzzle.rule)
            && self.kind.is_none_or(|kind| kind == puzzle.kind)
            && self.grade.is_none_or(|grade| grade == puzzle.grade)
    }
}

/// How puzzles are given.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleOptions<'f> {
    /// Which of the list.
    pub choice: PuzzleChoice,
    /// The file that keeps a rating. Without one there is none.
    pub progress: Option<&'f Path>,
    /// Language of the messages.
    pub language: Language,
}

/// Seconds of a day.
const DAY: u64 = 86_400;

/// The rating by puzzles, and the file that keeps it.
struct KeptProgress {
    path: PathBuf,
    file: ProgressFile,
    progress: Progress,
    /// Today, in days from 1 January 1970.
    day: u32,
}

impl KeptProgress {
    /// What a file keeps, and what there is to say about it.
    fn read(path: &Path) -> Result<(Self, Option<Message>), PlayError> {
        let failed = |source| PlayError::progress(path, source);
        let (file, progress, said) = ProgressFile::open(path).map_err(failed)?;
        // A place where nothing can be kept is told at once.
        file.write(&progress).map_err(failed)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let days = since.unwrap_or_default().as_secs() / DAY;
        let day = u32::try_from(days).unwrap_or(u32::MAX);
        let kept = Self {
            path: path.to_path_buf(),
            file,
            progress,
            day,
        };
        Ok((kept, said))
    }

    /// A puzzle was tried. Gives the change of the rating in words, if it has changed.
    fn attempt(
        &mut self,
        puzzle: &Puzzle,
        solved: bool,
        begun: Instant,
    ) -> Result<Option<Message>, PlayError> {
        let rating = |kept: &Self| kept.progress.rating_on(kept.day).value.round();
        let before = rating(self);
        let attempt = Attempted {
            puzzle: puzzle.id.clone(),
            day: self.day,
            solved,
            seconds: u32::try_from(begun.elapsed().as_secs()).unwrap_or(u32::MAX),
        };
        self.progress.attempt(puzzle, attempt);
        let written = self.file.write(&self.progress);
        written.map_err(|source| PlayError::progress(&self.path, source))?;
        let after = rating(self);
        let change = format!("{:+}", after - before);
        let said = Message::new("practice-changed").with("rating", &after);
        Ok((change != "+0").then(|| said.with("change", &change)))
    }
}

/// What follows a line.
enum After {
    /// The puzzle stays.
    Stay,
    /// The next puzzle.
    Next,
    /// The person leaves.
    Quit,
}

struct Solving<'p, W: Write> {
    puzzle: &'p Puzzle,
    attempt: Attempt,
    begun: Instant,
    /// Was there a wrong answer, or help?
    failed: bool,
    /// Was the solution shown?
    seen: bool,
    /// Is the board shown without being asked for?
    shows_board: bool,
    /// The move for which there was a hint last.
    hinted: Option<Spot>,
    kept: Option<KeptProgress>,
    texts: Catalogue,
    output: W,
}

/// Why nothing of a list is chosen.
fn nothing_chosen(puzzles: &Puzzles, choice: PuzzleChoice, texts: &Catalogue) -> Message {
    let has_rule = |rule| puzzles.list().iter().any(|puzzle| puzzle.rule == rule);
    match choice.rule {
        Some(rule) if !has_rule(rule) => {
            let name = |rule: Rule| format!("short-{rule}");
            let known = Rule::ALL.into_iter().filter(|&known| has_rule(known));
            let rules: Vec<String> = known.map(|known| texts.word(&name(known))).collect();
            let message = Message::new("terminal-no-puzzle-rule").with_word("rule", &name(rule));
            message.with("rules", &rules.join(", "))
        }
        _ => Message::new("terminal-no-puzzle"),
    }
}

/// Gives the chosen puzzles of a list one after the other until `quit`, the last one, or the end of the input. Whoever raises
/// the stop signal ends the input as well. With a file of progress the next one is near the rating that is kept there, and
/// attempts are kept.
///
/// # Errors
/// [`PlayError`]; wrong answers and commands are answered instead.
pub fn run_puzzles(
    puzzles: &Puzzles,
    options: PuzzleOptions<'_>,
    stop: &StopSignal,
    mut input: impl BufRead,
    output: impl Write,
) -> Result<(), PlayError> {
    let texts = Catalogue::of(options.language)?;
    let choice = options.choice;
    let mut chosen: Vec<&Puzzle> = puzzles.list().iter().filter(|it| choice.has(it)).collect();
    let (kept, said) = match options.progress.map(KeptProgress::read).transpose()? {
        Some((kept, said)) => (Some(kept), said),
        None => (None, None),
    };
    let Some(first) = take_next(&mut chosen, kept.as_ref()) else {
        let why = nothing_chosen(puzzles, choice, &texts);
        return Err(PlayError::Options(texts.say(&why)));
    };
    let mut solving = Solving {
        puzzle: first,
        attempt: Attempt::new(first)?,
        begun: Instant::now(),
        failed: false,
        seen: false,
        shows_board: true,
        hinted: None,
        kept,
        texts,
        output,
    };
    if let Some(said) = said {
        solving.say(&said)?;
    }
    solving.say(&Message::new("terminal-puzzle-help"))?;
    // Whoever has solved one knows what counts.
    let is_new = |known: &KeptProgress| known.progress.solved().is_empty();
    if solving.kept.as_ref().is_some_and(is_new) {
        solving.say(&Message::new("puzzle-counts"))?;
    }
    solving.follow()?;
    while let Some(line) = next_line(&mut input)? {
        match solving.obey(&line)? {
            After::Stay => continue,
            After::Next => {}
            After::Quit => break,
        }
        let Some(puzzle) = take_next(&mut chosen, solving.kept.as_ref()) else {
            solving.say(&Message::new("terminal-no-puzzle-left"))?;
            break;
        };
        solving.begin(puzzle)?;
    }
    if stop.is_raised() {
        // The terminal has shown the key on this line.
        writeln!(solving.output)?;
    }
    solving.say(&Message::new("terminal-bye"))
}

/// Takes the next of the puzzles that are left: near the rating, or in their order.
fn take_next<'p>(left: &mut Vec<&'p Puzzle>, kept: Option<&KeptProgress>) -> Option<&'p Puzzle> {
    let next = match kept {
        Some(KeptProgress { progress, day, .. }) => progress.next(left.iter().copied(), *day)?,
        None => left.first()?,
    };
    // Two of a file may have the same name.
    left.retain(|puzzle| !std::ptr::eq(*puzzle, next));
    Some(next)
}

impl<'p, W: Write> Solving<'p, W> {
    /// Gives another puzzle.
    fn begin(&mut self, puzzle: &'p Puzzle) -> Result<(), PlayError> {
        self.puzzle = puzzle;
        self.attempt = Attempt::new(puzzle)?;
        self.begun = Instant::now();
        (self.failed, self.seen, self.hinted) = (false, false, None);
        self.follow()
    }

    /// Keeps how an attempt has ended, and tells the rating.
    fn keep(&mut self, solved: bool) -> Result<(), PlayError> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        let said = kept.attempt(self.puzzle, solved, self.begun)?;
        said.map_or(Ok(()), |said| self.say(&said))
    }

    /// There was a wrong answer, or help. That counts once.
    fn fail(&mut self) -> Result<(), PlayError> {
        if std::mem::replace(&mut self.failed, true) {
            return Ok(());
        }
        self.keep(false)
    }

    fn say(&mut self, message: &Message) -> Result<(), PlayError> {
        writeln!(self.output, "{}", self.texts.say(message))?;
        self.output.flush()?;
        Ok(())
    }

    fn name(&self, at: Spot) -> String {
        self.attempt.game().name(at)
    }

    fn names(&self, spots: &[Spot]) -> String {
        let names: Vec<String> = spots.iter().map(|&at| self.name(at)).collect();
        names.join(" ")
    }

    /// Shows the board, with the points of an area marked.
    fn show_board(&mut self, zone: Option<Vec<Spot>>) -> Result<(), PlayError> {
        let game = self.attempt.game();
        let picture = Picture {
            zone,
            ..game.picture()
        };
        writeln!(self.output, "{}", draw(&picture, &game.move_input()))?;
        Ok(())
    }

    /// Shows what is asked, and the board as far as it is shown without being asked for.
    fn follow(&mut self) -> Result<(), PlayError> {
        if self.shows_board {
            self.show_board(None)?;
        }
        self.ask()
    }

    /// Tells what is asked.
    fn ask(&mut self) -> Result<(), PlayError> {
        let colour = self.attempt.game().to_move();
        let goal = format!("puzzle-goal-{}", self.puzzle.kind);
        self.say(&Message::new(goal).with_word("colour", colour.name()))
    }

    /// Shows the area in which the next move lies, and the second time names the move.
    fn hint(&mut self) -> Result<(), PlayError> {
        let Some((at, area)) = self.attempt.hint().zip(self.attempt.hint_area()) else {
            return Ok(());
        };
        if self.hinted.replace(at) == Some(at) {
            let at = self.name(at);
            return self.say(&Event::Hint { at }.message());
        }
        let corners = [area[0], area[area.len() - 1]];
        let [from, to] = corners.map(|corner| self.name(corner));
        if self.shows_board {
            self.show_board(Some(area))?;
        }
        let said = Message::new("puzzle-hint-area").with("from", &from);
        self.say(&said.with("to", &to))
    }

    fn obey(&mut self, line: &str) -> Result<After, PlayError> {
        match (read(line), line.to_ascii_lowercase().as_str()) {
            (Typed::Quit, _) => return Ok(After::Quit),
            (Typed::Help, _) => self.say(&Message::new("terminal-puzzle-help"))?,
            (Typed::Board(None), _) => {
                self.show_board(None)?;
                self.ask()?;
            }
            (Typed::Board(Some(follows)), _) => {
                self.shows_board = follows;
                self.follow()?;
            }
            (_, "next") => return Ok(After::Next),
            (Typed::Stones, _) => {
                for line in stone_list(self.attempt.game()) {
                    self.say(&line)?;
                }
            }
            (Typed::Hint, _) => {
                self.hint()?;
                self.fail()?;
            }
            (_, "solution") => {
                let moves = self.names(self.attempt.solution());
                self.say(&Message::new("terminal-solution").with("moves", &moves))?;
                self.seen = true;
                self.fail()?;
            }
            (Typed::Step(_), lower) if !is_word(lower) => {
                match self.attempt.game().read_spot(lower) {
                    Ok(at) => return self.answer(at),
                    Err(refusal) => self.say(&refusal.message())?,
                }
            }
            _ => {
                self.say(&Message::new("terminal-puzzle-no-word").with_quoted("text", line))?;
                self.say(&Message::new("terminal-puzzle-help"))?;
            }
        }
        Ok(After::Stay)
    }

    fn answer(&mut self, at: Spot) -> Result<After, PlayError> {
        let name = self.name(at);
        match self.attempt.answer(at) {
            Err(refusal) => self.say(&refusal.message())?,
            Ok(Judgement::Solved) => {
                self.say(&Message::new("puzzle-solved").with("at", &name))?;
                if !self.seen {
                    self.keep(true)?;
                }
                return Ok(After::Next);
            }
            Ok(Judgement::Right(reply)) => {
                let other = self.attempt.game().to_move().opponent();
                let right = Message::new("puzzle-right").with("at", &name);
                let right = right.with_word("colour", other.name());
                self.say(&right.with("reply", &self.name(reply)))?;
                self.follow()?;
            }
            Ok(Judgement::Wrong(line)) if line.is_empty() => {
                self.say(&Message::new("puzzle-wrong").with("at", &name))?;
                self.fail()?;
            }
            Ok(Judgement::Wrong(line)) => {
                let lost = Message::new("terminal-refuted").with("at", &name);
                self.say(&lost.with("moves", &self.names(&line)))?;
                self.fail()?;
            }
        }
        Ok(After::Stay)
    }
}
