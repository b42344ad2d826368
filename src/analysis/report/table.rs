//! Tables for a terminal.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};

use kagetsu_notation::one_line;
use kagetsu_notation::record::GameResult;

use super::record::{GameHead, MoveRecord};
use super::summary::PlayerSummary;

const PERCENT: f64 = 100.0;
/// Moves of a line that a table shows.
const SHOWN_MOVES: usize = 6;
const NOTHING: &str = "-";

/// A game on one line.
pub fn title(head: &GameHead) -> String {
    let name = |name: &Option<String>, side: &str| match name {
        Some(name) => format!("{} ({side})", one_line(name)),
        None => side.to_string(),
    };
    let result = match head.result {
        Some(GameResult::Black) => ", black won",
        Some(GameResult::White) => ", white won",
        Some(GameResult::Draw) => ", a draw",
        Some(GameResult::Unfinished) => ", unfinished",
        None => "",
    };
    format!(
        "{}, game {}: {} - {}, {} {}, {} moves{result}",
        one_line(&head.source),
        head.number,
        name(&head.black, "black"),
        name(&head.white, "white"),
        head.rule,
        head.size,
        head.moves.len(),
    )
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * PERCENT)
}

/// The moves of a game, a row each.
pub fn moves_table(moves: &[MoveRecord]) -> String {
    let header = [
        "move",
        "played",
        "score",
        "win %",
        "loss",
        "class",
        "best",
        "score",
        "win %",
        "better line",
    ];
    let rows = moves.iter().map(|record| {
        let played = record.played.as_ref();
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
        let best = record.best();
        let class = match played {
            Some(_) if record.opening => Some("opening".to_string()),
            Some(played) => Some(played.verdict()),
            None => None,
        };
        let is_better = played.is_none_or(|played| {
            best.is_some_and(|best| best.moves.first() != Some(&played.point))
        });
        vec![
            format!("{} {}", record.ply, record.side),
            or_nothing(played.map(|played| played.point.clone())),
            or_nothing(played.map(|played| played.value.text())),
            or_nothing(played.map(|played| percent(played.win))),
            or_nothing(played.map(|played| percent(played.loss))),
            or_nothing(class),
            or_nothing(best.and_then(|best| best.moves.first().cloned())),
            or_nothing(best.map(|best| best.value.text())),
            percent(record.win),
            or_nothing(best.filter(|_| is_better).map(|best| {
                let shown = best.moves.iter().take(SHOWN_MOVES);
                shown.map(String::as_str).collect::<Vec<_>>().join(" ")
            })),
        ]
    });
    render(&header, rows, &[2, 3, 4, 7, 8])
}

/// The players, a row each.
pub fn players_table(players: &[PlayerSummary]) -> String {
    let header = [
        "player",
        "moves",
        "accuracy %",
        "mean loss",
        "best",
        "good",
        "inaccuracies",
        "mistakes",
        "blunders",
        "missed wins",
        "into losses",
    ];
    let rows = players.iter().map(|player| {
        let share = |share: Option<f64>| share.map_or(NOTHING.to_string(), percent);
        let name = player.name.as_deref().map(one_line);
        let counts = [
            player.best,
            player.good,
            player.inaccuracies,
            player.mistakes,
            player.blunders,
            player.missed_wins,
            player.into_losses,
        ];
        let mut row = vec![
            name.map_or_else(
                || player.side.clone(),
                |name| format!("{name} ({})", player.side),
            ),
            player.moves.to_string(),
            share(player.accuracy),
            share(player.mean_loss),
        ];
        row.extend(counts.map(|count| count.to_string()));
        row
    });
    render(&header, rows, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
}

fn render(header: &[&str], rows: impl Iterator<Item = Vec<String>>, numbers: &[usize]) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_header(header)
        .add_rows(rows);
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{table}\n")
}
