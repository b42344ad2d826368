//! `games moves`: the moves that were played in a position.

use std::io::{self, Write};

use serde::Serialize;

use kagetsu_analysis::collection::{MoveCounts, PositionQuery};
use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::Rows;
use kagetsu_kernel::counted;

use crate::error::CommandError;
use crate::printed::{plain_table, write_json_line};

use super::cli::{MovesArgs, asked};
use super::read::{Collected, each_game};
use super::table::{TITLES, TallyRecord, cells, in_words};

/// The answer as a JSON object.
#[derive(Debug, Serialize)]
struct Answer {
    size: String,
    black: String,
    white: String,
    to_move: String,
    /// Games that were looked at.
    read: u64,
    /// Files and games that could not be used.
    unusable: u64,
    #[serde(flatten)]
    all: TallyRecord,
    moves: Vec<MoveRecord>,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    point: String,
    #[serde(flatten)]
    tally: TallyRecord,
}

/// Counts, and prints the moves.
pub(super) fn run(
    args: &MovesArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    let asked_for = args.position.as_deref();
    let position = asked(asked_for, &args.question, &args.collection, err)?;
    let size = position.size();
    let mut counts = MoveCounts::new(PositionQuery::new(position));
    let collected = each_game(&args.collection, err, |game, _| {
        counts.add(game);
        Ok(())
    })?;
    collected.tell_other_boards(size, err)?;
    if args.json {
        let answer = answer(&counts, &collected, args.question.rows);
        write_json_line(&answer, out)?;
    } else {
        print(&counts, &collected, args.question.rows, out)?;
    }
    Ok(collected.exit_code())
}

fn answer(counts: &MoveCounts, collected: &Collected, rows: Rows) -> Answer {
    let position = counts.query().position();
    let size = position.size();
    let of = |side: Side| rows.names(position.stones_of(side), size, "");
    let moves = counts.moves().into_iter();
    Answer {
        size: size.to_string(),
        black: of(Side::Black),
        white: of(Side::White),
        to_move: position.side_to_move().to_string(),
        read: collected.games,
        unusable: collected.unusable,
        all: counts.all().into(),
        moves: moves
            .map(|played| MoveRecord {
                point: rows.name(played.point, size),
                tally: played.tally.into(),
            })
            .collect(),
    }
}

fn print(
    counts: &MoveCounts,
    collected: &Collected,
    rows: Rows,
    out: &mut dyn Write,
) -> io::Result<()> {
    let position = counts.query().position();
    let size = position.size();
    writeln!(
        out,
        "{size}, {}, {} to move, in {}",
        counted(position.stones().len(), "stone"),
        position.side_to_move(),
        counted(collected.games, "game")
    )?;
    let all = counts.all();
    let moves = counts.moves();
    if moves.is_empty() {
        let found = if all.games == 0 {
            "no game has had this position".to_string()
        } else {
            format!("{}, and none goes on with a move", in_words(all))
        };
        writeln!(out, "{found}")?;
    } else {
        writeln!(out, "{}", in_words(all))?;
        let titles = [&["move"][..], &TITLES].concat();
        let mut table = plain_table(&titles, 1..titles.len());
        for played in &moves {
            let name = [rows.name(played.point, size)];
            table.add_row(name.into_iter().chain(cells(played.tally, all.games)));
        }
        writeln!(out, "{}", table.trim_fmt())?;
    }
    collected.write_left_out(None, out)
}
