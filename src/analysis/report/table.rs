//! Tables for a terminal.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use kagetsu_kernel::{counted, percent};
use kagetsu_notation::blank_controls;
use kagetsu_notation::record::GameResult;

use super::record::{GameHead, MoveRecord, ScoreRecord, TreeMoveRecord};
use super::summary::PlayerSummary;

/// Moves of a line that a table shows.
const SHOWN_MOVES: usize = 4;
/// Columns of a usual terminal.
const WIDTH: u16 = 80;
/// Players in one table.
const PLAYERS_BESIDE: usize = 3;
const NOTHING: &str = "-";

/// A game on one line.
pub fn title(head: &GameHead) -> String {
    let name = |name: &Option<String>, side: &str| match name {
        Some(name) => format!("{} ({side})", blank_controls(name)),
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
        "{}, game {}: {} - {}, {} {}, {}{result}",
        blank_controls(&head.source),
        head.number,
        name(&head.black, "black"),
        name(&head.white, "white"),
        head.rule,
        head.size,
        counted(head.moves.len(), "move"),
    )
}

fn percent_text(share: f64) -> String {
    format!("{:.1}", percent(share))
}

/// The moves of a game, a row each. The better line begins with the best move.
pub fn moves_table(moves: &[MoveRecord]) -> String {
    let header = [
        "move",
        "score",
        "win %",
        "loss",
        "class",
        "best\nscore",
        "better line",
    ];
    let rows = moves.iter().map(|record| {
        let played = record.played.as_ref();
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
        let best = record.best();
        let class = match played {
            Some(_) if record.opening => Some("opening".to_string()),
            // One word a line, which keeps the table narrow.
            Some(played) => Some(played.verdict().replace(", ", ",\n")),
            None => None,
        };
        let is_better = played.is_none_or(|played| {
            best.is_some_and(|best| best.moves.first() != Some(&played.point))
        });
        let point = played.map_or(NOTHING, |played| played.point.as_str());
        vec![
            format!("{} {} {point}", record.ply, record.side),
            or_nothing(played.map(|played| played.value.text())),
            or_nothing(played.map(|played| percent_text(played.win))),
            or_nothing(played.map(|played| percent_text(played.loss))),
            or_nothing(class),
            or_nothing(best.map(|best| best.value.text())),
            or_nothing(best.filter(|_| is_better).map(|best| {
                let shown = best.moves.iter().take(SHOWN_MOVES);
                shown.map(String::as_str).collect::<Vec<_>>().join(" ")
            })),
        ]
    });
    render(&header.map(String::from), rows, &[1, 2, 3, 5])
}

/// The moves of a tree search, a row each.
pub fn tree_table(moves: &[TreeMoveRecord]) -> String {
    let header = ["move", "visits", "prior %", "value", "result"].map(String::from);
    let rows = moves.iter().map(|played| {
        vec![
            played.point.clone(),
            played.visits.to_string(),
            percent_text(played.prior),
            format!("{:+.3}", played.value),
            match played.mate {
                Some(0) => "draw".to_string(),
                mate @ Some(_) => ScoreRecord { score: None, mate }.text(),
                None => NOTHING.to_string(),
            },
        ]
    });
    render(&header, rows, &[1, 2, 3, 4])
}

/// The players, a column each; more than fit beside each other follow in further tables.
pub fn players_table(players: &[PlayerSummary]) -> String {
    let tables: Vec<String> = players.chunks(PLAYERS_BESIDE).map(beside).collect();
    tables.concat()
}

fn beside(players: &[PlayerSummary]) -> String {
    let header: Vec<String> = ["player".to_string()]
        .into_iter()
        .chain(players.iter().map(player_name))
        .collect();
    let share = |share: Option<f64>| share.map_or(NOTHING.to_string(), percent_text);
    let row = |title: &str, value: &dyn Fn(&PlayerSummary) -> String| {
        [title.to_string()]
            .into_iter()
            .chain(players.iter().map(value))
            .collect()
    };
    let rows = [
        row("moves", &|player| player.moves.to_string()),
        row("accuracy %", &|player| share(player.accuracy)),
        row("mean loss", &|player| share(player.mean_loss)),
        row("best", &|player| player.best.to_string()),
        row("good", &|player| player.good.to_string()),
        row("inaccuracies", &|player| player.inaccuracies.to_string()),
        row("mistakes", &|player| player.mistakes.to_string()),
        row("blunders", &|player| player.blunders.to_string()),
        row("missed wins", &|player| player.missed_wins.to_string()),
        row("into losses", &|player| player.into_losses.to_string()),
    ];
    let numbers: Vec<usize> = (1..=players.len()).collect();
    render(&header, rows.into_iter(), &numbers)
}

fn player_name(player: &PlayerSummary) -> String {
    match player.name.as_deref().map(blank_controls) {
        Some(name) => format!("{name} ({})", player.side),
        None => player.side.clone(),
    }
}

/// A table that fits a terminal of the usual width: longer cells go on in a second line.
fn render(header: &[String], rows: impl Iterator<Item = Vec<String>>, numbers: &[usize]) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(header)
        .add_rows(rows);
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{table}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_players_with_long_names_fit_eighty_columns() {
        let player = PlayerSummary {
            name: Some("A player whose name is rather long".to_string()),
            ..PlayerSummary::default()
        };
        let text = players_table(&vec![player; 4]);
        assert_eq!(text.matches("blunders").count(), 2, "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= usize::from(WIDTH), "{line}");
        }
    }
}
