//! The outputs of a review: tables or JSON lines on the output, the file of JSON lines, and at the end the page and the
//! SGF.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use indicatif::ProgressBar;

use kagetsu_analysis::report::{
    GameHead, GameReport, MoveRecord, PlayerSummary, ReadableReview, Record, moves_table, page,
    players_table, read_journal, sgf, title, tree_table,
};
use kagetsu_analysis::review::{MoveReview, Plan};
use kagetsu_kernel::ShowPath as _;
use kagetsu_kernel::file::{MAX_TEXT_BYTES, OutputFile, Outputs, read_regular_file};
use kagetsu_notation::{SgfCollection, SgfOptions, blank_controls};

use crate::error::CommandError;
use crate::game_files::games_below;
use crate::lines_file::LinesFile;
use crate::printed::write_json_line;
use crate::progress::bar;
use crate::source::named_file;

use super::args::AnalyseArgs;
use super::files::KeptSource;

/// The results of a review as they come.
pub(super) struct Output<'p> {
    args: &'p AnalyseArgs,
    plan: &'p Plan,
    /// The sources that are no files.
    kept: &'p [KeptSource],
    /// The games of this run, in order: all of the plan, or those of its shard.
    heads: Vec<GameHead>,
    /// Number of tasks of each game of the plan.
    tasks_by_game: Vec<usize>,
    /// Number of the first game of this run in the plan.
    first_game: usize,
    /// The games that were begun.
    games: Vec<GameReport>,
    /// Numbers of the tasks that are left.
    left: Range<usize>,
    /// The file of JSON lines.
    file: Option<LinesFile>,
    /// The page for a browser.
    html: Option<OutputFile>,
    sgf: Option<OutputFile>,
    progress: ProgressBar,
}

impl<'p> Output<'p> {
    /// Opens the file of JSON lines, if one is asked for, and reads the results that it already holds.
    pub(super) fn begin(
        args: &'p AnalyseArgs,
        plan: &'p Plan,
        kept: &'p [KeptSource],
        out: &mut dyn Write,
    ) -> Result<Self, CommandError> {
        let count = plan.games().len();
        let numbers = args.shard.map_or(0..count, |shard| {
            let part = shard.range(count as u64);
            part.start as usize..part.end as usize
        });
        let heads = numbers
            .clone()
            .map(|number| GameHead::new(number, plan))
            .collect();
        let tasks_by_game = plan.tasks_by_game();
        let before = |game: usize| tasks_by_game[..game].iter().sum();
        let left: Range<usize> = before(numbers.start)..before(numbers.end);
        let inputs = args.files.iter().map(|argument| {
            let named = argument.to_str().and_then(named_file);
            named.map_or(argument.as_path(), Path::new)
        });
        let folders = args.files.iter().filter(|argument| argument.is_dir());
        let mut outputs = Outputs::new(args.overwrite)
            .reading(inputs)
            .reading(folders.flat_map(|folder| games_below(folder)).flatten())
            .printing();
        if let Some(path) = &args.out {
            outputs.check_continued(path)?;
        }
        let mut output = Self {
            html: outputs.begin_if(args.html.as_deref())?,
            sgf: outputs.begin_if(args.sgf.as_deref())?,
            args,
            plan,
            kept,
            heads,
            first_game: numbers.start,
            games: Vec::new(),
            file: None,
            progress: bar(left.len() as u64, 0, "positions"),
            left,
            tasks_by_game,
        };
        if let Some(path) = &args.out {
            let all = output.left.len();
            output.open(path, out)?;
            output
                .progress
                .set_position((all - output.left.len()) as u64);
        }
        Ok(output)
    }

    fn open(&mut self, path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
        let args = self.args;
        let (file, text) = LinesFile::begin(path, args.resume, args.overwrite)?;
        let file = self.file.insert(file);
        if !args.resume {
            return Ok(());
        }
        let readable = read_journal(&text, &self.heads, &self.tasks_by_game).map_err(|error| {
            CommandError::input(format!("cannot go on with '{}': {error}", path.shown()))
        })?;
        file.cut(readable.bytes)?;
        self.take_over(readable, &text, out)
    }

    fn take_over(
        &mut self,
        readable: ReadableReview,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), CommandError> {
        if self.args.json {
            let done = &text.as_bytes()[..readable.bytes];
            self.progress.suspend(|| out.write_all(done))?;
        }
        self.left.start += readable.tasks;
        for game in readable.games {
            let is_full = game.moves.len() == self.tasks_by_game[game.head.game];
            self.games.push(game);
            if is_full && !self.args.json {
                self.print_last(out)?;
            }
        }
        Ok(())
    }

    /// Numbers of the tasks that are not done.
    pub(super) fn left(&self) -> Range<usize> {
        self.left.clone()
    }

    /// Takes the next result.
    pub(super) fn take(
        &mut self,
        review: &MoveReview,
        out: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let mut records = Vec::new();
        let place = review.game - self.first_game;
        if self.games.len() <= place {
            let head = self.heads[place].clone();
            records.push(Record::Game(head.clone()));
            self.games.push(GameReport {
                head,
                moves: Vec::new(),
            });
        }
        let record = MoveRecord::new(review, &self.plan.games()[review.game]);
        records.push(Record::Move(record.clone()));
        let game = &mut self.games[place];
        game.moves.push(record);
        let is_full = game.moves.len() == self.tasks_by_game[review.game];
        if is_full {
            records.push(Record::Summary(game.summary()));
        }
        self.write(&records, out)?;
        self.left.start += 1;
        self.progress.inc(1);
        if is_full && !self.args.json {
            self.print_last(out)?;
        }
        // The page, the SGF and the tables need finished games.
        let is_kept = !self.args.json || self.html.is_some() || self.sgf.is_some();
        if is_full
            && !is_kept
            && let Some(game) = self.games.get_mut(place)
        {
            game.moves = Vec::new();
        }
        Ok(())
    }

    fn write(&mut self, records: &[Record], out: &mut dyn Write) -> Result<(), CommandError> {
        let mut lines = Vec::new();
        for record in records {
            write_json_line(record, &mut lines)?;
        }
        if let Some(file) = &mut self.file {
            file.write(&lines)?;
        }
        if self.args.json {
            self.progress
                .suspend(|| out.write_all(&lines).and_then(|()| out.flush()))?;
        }
        Ok(())
    }

    fn print_last(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(game) = self.games.last() else {
            return Ok(());
        };
        self.progress.suspend(|| print_game(game, out))
    }

    /// Where this game of the plan comes from, if that is no file.
    fn kept_source(&self, game: usize) -> Option<&'p KeptSource> {
        self.kept.iter().find(|kept| kept.games.contains(&game))
    }

    /// Games of one file with their reviews, each added to the game in the file, if that is SGF and still there.
    fn reviewed(&self, games: &[GameReport]) -> String {
        let source = |head: &GameHead| {
            let game = self.plan.games().get(head.game)?;
            Some((game, game.sgf?))
        };
        let kept = games
            .first()
            .and_then(|game| self.kept_source(game.head.game));
        let first = games.first().and_then(|game| source(&game.head));
        let bytes = first.map(|(game, _)| match kept {
            Some(kept) => Cow::Borrowed(kept.bytes.as_slice()),
            None => read_regular_file(Path::new(&game.source), MAX_TEXT_BYTES)
                .unwrap_or_default()
                .into(),
        });
        let bytes = bytes.unwrap_or_default();
        let options = SgfOptions {
            encoding: self.args.encoding,
            is_utf8: kept.is_some_and(|kept| kept.is_typed),
            ..SgfOptions::default()
        };
        let file = SgfCollection::new(&bytes, options);
        let mut originals = (1..).zip(file.games());
        sgf(games, |head| {
            let (game, before) = source(head)?;
            let (_, original) = originals.find(|(number, _)| *number == game.number)?;
            Some((original.ok()?, before))
        })
    }

    /// Prints the remaining results and writes the page and the SGF.
    pub(super) fn finish(mut self, out: &mut dyn Write) -> Result<(), CommandError> {
        self.progress.finish_and_clear();
        if !self.args.json {
            let is_partial =
                |game: &&GameReport| game.moves.len() < self.tasks_by_game[game.head.game];
            if let Some(game) = self.games.last().filter(is_partial) {
                print_game(game, out)?;
            }
            if self.games.len() > 1 {
                print_totals(&self.games, out)?;
            }
        }
        // --resume goes on, and writes both when all is done. Where nothing was reviewed, older ones stay.
        if !self.left.is_empty() && (self.file.is_some() || self.games.is_empty()) {
            return Ok(());
        }
        if let Some(file) = &mut self.file {
            // A shard may have no games.
            file.write(&[])?;
        }
        let reviewed = match self.sgf {
            Some(_) => {
                let kept = |game: &GameReport| {
                    let kept = self.kept_source(game.head.game);
                    kept.map(|kept| &kept.games)
                };
                let is_next = |game: &GameReport, next: &GameReport| {
                    game.head.source == next.head.source
                        && game.head.number < next.head.number
                        && kept(game) == kept(next)
                };
                let files = self.games.chunk_by(is_next);
                files.map(|games| self.reviewed(games)).collect()
            }
            None => String::new(),
        };
        let written = self.html.map(|file| -> Result<(), CommandError> {
            let text = page(&self.games).map_err(io::Error::from)?;
            Ok(file.write_whole(text.as_bytes())?)
        });
        // A page that cannot be written does not keep the games back.
        if let Some(file) = self.sgf {
            file.write_whole(reviewed.as_bytes())?;
        }
        written.unwrap_or(Ok(()))
    }
}

fn print_game(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", title(&game.head))?;
    write!(out, "{}", moves_table(&game.moves))?;
    if let [position] = game.moves.as_slice()
        && !position.tree.is_empty()
    {
        write!(out, "{}", tree_table(&position.tree))?;
    }
    writeln!(out, "{}", players_table(&game.summary().players))?;
    out.flush()
}

/// The tables of all games together, with a column for each player. Players without a name are listed by their side.
fn print_totals(games: &[GameReport], out: &mut dyn Write) -> io::Result<()> {
    let mut players: Vec<(String, Vec<&MoveRecord>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for game in games {
        for record in game.moves.iter().filter(|record| !record.opening) {
            let names = [&game.head.black, &game.head.white];
            let name = names[usize::from(record.side != "black")].as_ref();
            let name = name.unwrap_or(&record.side);
            let place = *places.entry(name).or_insert_with(|| {
                players.push((name.clone(), Vec::new()));
                players.len() - 1
            });
            players[place].1.push(record);
        }
    }
    let columns: Vec<PlayerSummary> = players
        .into_iter()
        .map(|(name, moves)| {
            let played = moves
                .into_iter()
                .filter_map(|record| record.played.as_ref());
            PlayerSummary::of(&blank_controls(&name), None, played)
        })
        .collect();
    writeln!(out, "all {} games", games.len())?;
    write!(out, "{}", players_table(&columns))
}
