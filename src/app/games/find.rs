//! `games find`: the games in which a position or a pattern occurs.

use std::io::{self, Write};

use serde::Serialize;

use kagetsu_analysis::collection::{Pattern, PositionQuery, Tally};
use kagetsu_analysis::source::SourceGame;
use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::counted;
use kagetsu_notation::record::GameResult;

use crate::error::CommandError;
use crate::printed::{plain_table, without_controls, write_json_line};

use super::cli::{FindArgs, asked};
use super::read::{Collected, each_game};
use super::table::results;

/// What is looked for.
enum Wanted {
    Position(PositionQuery),
    Pattern(Pattern),
}

/// A game in which it occurs.
#[derive(Debug, Serialize)]
struct Hit {
    source: String,
    number: usize,
    rule: String,
    size: String,
    black: Option<String>,
    white: Option<String>,
    result: Option<GameResult>,
    /// The number of moves after which it is there.
    moves: usize,
    /// The next move as it lies in the question; absent for a pattern and at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The stones of a pattern as they lie in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    stones: Option<String>,
}

impl Wanted {
    fn new(args: &FindArgs, err: &mut dyn Write) -> Result<Self, CommandError> {
        if let Some(text) = &args.pattern {
            let pattern = Pattern::parse(text, args.either_colour);
            let wrong = |error| CommandError::input(format!("--pattern '{text}': {error}"));
            return pattern.map(Self::Pattern).map_err(wrong);
        }
        let asked_for = args.position.as_deref();
        let position = asked(asked_for, &args.question, &args.collection, err)?;
        Ok(Self::Position(PositionQuery::new(position)))
    }

    fn find(&self, game: &SourceGame, rows: Rows) -> Option<Hit> {
        let size = game.start.size();
        let (moves, next, stones) = match self {
            Self::Position(query) => {
                let found = query.find(game)?;
                let next = game.moves.get(found.moves).copied().flatten();
                let next = next.map(|point| rows.name(found.in_question(point), size));
                (found.moves, next, None)
            }
            Self::Pattern(pattern) => {
                let found = pattern.find(game)?;
                let stones = rows.names(&found.stones, size, "");
                (found.moves, None, Some(stones))
            }
        };
        let [black, white] = game.names.clone();
        Some(Hit {
            source: game.source.clone(),
            number: game.number,
            rule: game.start.rule().to_string(),
            size: size.to_string(),
            black,
            white,
            result: game.result(),
            moves,
            next,
            stones,
        })
    }
}

/// Looks for it, and prints the games: JSON lines as they are found, or a table at the end.
pub(super) fn run(
    args: &FindArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let wanted = Wanted::new(args, err)?;
    let rows = args.question.rows;
    let mut hits = Vec::new();
    let mut tally = Tally::default();
    let collected = each_game(&args.collection, err, |game, line| {
        let Some(hit) = wanted.find(game, rows) else {
            return Ok(());
        };
        tally.add(hit.result);
        if args.json {
            line.suspend(|| write_json_line(&hit, out))?;
        } else {
            hits.push(hit);
        }
        Ok(())
    })?;
    if let Wanted::Position(query) = &wanted {
        collected.tell_other_boards(query.position().size(), err)?;
    }
    if !args.json {
        print(&wanted, &hits, tally, &collected, out)?;
    }
    Ok(collected.exit_code())
}

const fn result_name(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::Black) => "Black",
        Some(GameResult::White) => "White",
        Some(GameResult::Draw) => "draw",
        Some(GameResult::Unfinished) | None => "",
    }
}

fn print(
    wanted: &Wanted,
    hits: &[Hit],
    tally: Tally,
    collected: &Collected,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !hits.is_empty() {
        let last = match wanted {
            Wanted::Position(_) => "next",
            Wanted::Pattern(_) => "stones",
        };
        let titles = ["file", "game", "Black", "White", "won", "after", last];
        let mut table = plain_table(&titles, [1, 5]);
        for hit in hits {
            let name = |name: &Option<String>| name.as_deref().map(without_controls);
            table.add_row([
                without_controls(&hit.source),
                hit.number.to_string(),
                name(&hit.black).unwrap_or_default(),
                name(&hit.white).unwrap_or_default(),
                result_name(hit.result).to_string(),
                hit.moves.to_string(),
                hit.next
                    .clone()
                    .or_else(|| hit.stones.clone())
                    .unwrap_or_default(),
            ]);
        }
        writeln!(out, "{}", table.trim_fmt())?;
    }
    writeln!(
        out,
        "found in {} of {}: {}",
        tally.games,
        counted(collected.games, "game"),
        results(tally)
    )?;
    collected.write_left_out(None, out)
}
