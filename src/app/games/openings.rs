//! `games openings`: how often openings were played.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;

use kagetsu_analysis::collection::{Opening, OpeningCounts};
use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::counted;
use kagetsu_play::game::{Colour, Spot};
use kagetsu_play::opening::name_of;
use kagetsu_play::text::{Language, Message};

use crate::error::CommandError;
use crate::printed::{plain_table, write_json_line};

use super::cli::OpeningsArgs;
use super::read::{Collected, each_game};
use super::table::{TITLES, TallyRecord, cells, in_words};

/// The answer as a JSON object.
#[derive(Debug, Serialize)]
struct Answer {
    stones: usize,
    read: u64,
    unusable: u64,
    /// Games with fewer stones, with stones before the first move, a first move of White, or a pass among the first moves.
    left_out: u64,
    #[serde(flatten)]
    all: TallyRecord,
    openings: Vec<OpeningRecord>,
}

#[derive(Debug, Serialize)]
struct OpeningRecord {
    moves: String,
    rule: String,
    size: String,
    /// The name of one of the 26 openings of renju.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(flatten)]
    tally: TallyRecord,
}

/// Counts, and prints the openings.
pub(super) fn run(
    args: &OpeningsArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let mut counts = OpeningCounts::new(args.stones);
    let collected = each_game(&args.collection, err, |game, _| {
        counts.add(game);
        Ok(())
    })?;
    let openings = counts.openings();
    let listed = &openings[..args.most.unwrap_or(usize::MAX).min(openings.len())];
    let mut names = RenjuNames::default();
    if args.json {
        let answer = Answer {
            stones: args.stones,
            read: collected.games,
            unusable: collected.unusable,
            left_out: counts.left_out(),
            all: counts.all().into(),
            openings: listed
                .iter()
                .map(|opening| record(opening, &mut names, args.rows))
                .collect(),
        };
        write_json_line(&answer, out)?;
    } else {
        let listed = listed.iter().map(|opening| (*opening, names.of(opening)));
        print(args, &counts, &listed.collect::<Vec<_>>(), &collected, out)?;
    }
    Ok(collected.exit_code())
}

fn record(opening: &Opening, names: &mut RenjuNames, rows: Rows) -> OpeningRecord {
    OpeningRecord {
        moves: rows.names(&opening.moves, opening.size, ""),
        rule: opening.rule.to_string(),
        size: opening.size.to_string(),
        name: names.of(opening),
        tally: opening.tally.into(),
    }
}

/// The names of the 26 openings of renju, those that have been asked for.
#[derive(Debug, Default)]
struct RenjuNames(HashMap<&'static str, String>);

impl RenjuNames {
    /// The name by the first three stones, with its sign: `d4 Kagetsu`.
    fn of(&mut self, opening: &Opening) -> Option<String> {
        let [first, second, third, ..] = opening.moves[..] else {
            return None;
        };
        let stones = [
            (Spot::from(first), Colour::Black),
            (Spot::from(second), Colour::White),
            (Spot::from(third), Colour::Black),
        ];
        let key = name_of(&stones).filter(|_| opening.rule == Rule::Renju)?;
        let name = self.0.entry(key).or_insert_with(|| {
            let sign = key.trim_start_matches("renju-");
            let name = Language::default().say(&Message::new(key));
            name.map_or_else(|_| sign.to_string(), |name| format!("{sign} {name}"))
        });
        Some(name.clone())
    }
}

fn print(
    args: &OpeningsArgs,
    counts: &OpeningCounts,
    listed: &[(&Opening, Option<String>)],
    collected: &Collected,
    out: &mut dyn Write,
) -> io::Result<()> {
    let all = counts.all();
    writeln!(
        out,
        "{} of {} in {}",
        counted(counts.openings().len(), "opening"),
        counted(args.stones, "stone"),
        in_words(all)
    )?;
    if !listed.is_empty() {
        let named = listed.iter().any(|(_, name)| name.is_some());
        let first = ["moves", "board", "name"];
        let first = &first[..if named { 3 } else { 2 }];
        let titles = [first, &TITLES].concat();
        let mut table = plain_table(&titles, first.len()..titles.len());
        for (opening, name) in listed {
            let mut row = vec![
                args.rows.names(&opening.moves, opening.size, ""),
                format!("{} {}", opening.rule, opening.size),
            ];
            row.extend(named.then(|| name.clone().unwrap_or_default()));
            row.extend(cells(opening.tally, all.games));
            table.add_row(row);
        }
        writeln!(out, "{}", table.trim_fmt())?;
    }
    let others = (counts.left_out() > 0).then(|| {
        format!(
            "{} with fewer stones, with stones before the first move, a first move of White, or a pass",
            counted(counts.left_out(), "game")
        )
    });
    collected.write_left_out(others, out)
}
