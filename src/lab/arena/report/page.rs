//! The report as one self-contained HTML page.

use std::fmt::{self, Write};

use crate::statistics::tables::{elo_title, footing_note};
use crate::statistics::{CrossTable, fault_sentences};
use kagetsu_figures::FigureError;

use super::chart::{elo_figure, time_figure};
use super::curve::curves;
use super::input::{ReportInput, faults};
use super::text::{NOTHING_PLAYED, USAGE_HEADER, endings_line, engine_line, moved, usage_row};
use super::usage::{EngineUsage, usage};

const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:.6em 0}\
td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}\
td:first-child,th:first-child{text-align:left}\
.fault{font-weight:bold;color:#a00000;border-left:.3em solid #a00000;padding-left:.6em}\
pre{background:#f5f5f5;padding:.6em;overflow-x:auto}svg{max-width:100%;height:auto}";

/// Hue of a cell for an even score. The hue is 0 for a score of 0, and twice this for a score of 1.
const EVEN_HUE: f64 = 60.0;

/// The figures of the page as SVG, where there is anything to draw.
struct Figures {
    elo: Option<String>,
    time: Option<String>,
}

/// The whole page.
///
/// # Errors
/// When a figure cannot be drawn.
pub fn page(input: &ReportInput<'_>) -> Result<String, FigureError> {
    let usages = moved(usage(input));
    let figures = Figures {
        elo: elo_figure(&curves(input))?,
        time: time_figure(&usages)?,
    };
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(input, &usages, &figures, &mut out);
    Ok(out)
}

fn write_page(
    input: &ReportInput<'_>,
    usages: &[EngineUsage],
    figures: &Figures,
    out: &mut String,
) -> fmt::Result {
    let games = input.games();
    let table = input.table(&games);
    let headline = escape(&input.headline());
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{headline}</title>\
         <style>{STYLE}</style></head><body>\n<h1>Tournament</h1>\n<p>{headline}</p>\n"
    )?;
    for sentence in fault_sentences(&table) {
        writeln!(out, "<p class=\"fault\">Faults: {}</p>", escape(&sentence))?;
    }
    writeln!(out, "<ul>")?;
    for (index, engine) in input.manifest.engines.iter().enumerate() {
        let line = engine_line(engine, input.clock(index));
        writeln!(out, "<li>{}</li>", escape(&line))?;
    }
    writeln!(out, "</ul>")?;
    if games.is_empty() {
        return writeln!(out, "<p>{NOTHING_PLAYED}</p>\n</body></html>");
    }
    let summaries = input.summaries(&table);
    for warning in input.warnings(&summaries) {
        writeln!(out, "<p>Warning: {}.</p>", escape(&warning))?;
    }
    writeln!(out, "<h2>Cross table</h2>")?;
    write_cross_table(&table, out)?;
    writeln!(out, "<h2>Ratings</h2>")?;
    write_ratings(input, &table, out)?;
    for summary in summaries {
        let detailed = summary.detailed().to_string();
        writeln!(out, "<pre>{}</pre>", escape(&detailed))?;
    }
    if let Some(figure) = &figures.elo {
        writeln!(out, "<h2>Elo over games, with 95 % bands</h2>\n{figure}")?;
    }
    if !usages.is_empty() {
        writeln!(out, "<h2>Use of time</h2>")?;
        let rows: Vec<Vec<String>> = usages.iter().map(usage_row).collect();
        write_table(&USAGE_HEADER.map(String::from), &rows, out)?;
    }
    if let Some(figure) = &figures.time {
        writeln!(out, "{figure}")?;
    }
    let black = table.black_games();
    writeln!(
        out,
        "<h2>Games</h2>\n<p>Black won {}, White won {}, {} drawn. Endings: {}.</p>",
        black.wins,
        black.losses,
        black.draws,
        escape(&endings_line(&games))
    )?;
    for (game, fault) in faults(&games) {
        let (kind, engine, detail) = (fault.kind, escape(&fault.engine), escape(&fault.detail));
        let lines = escape(&fault.lines.join("\n"));
        writeln!(
            out,
            "<details><summary>Game {game}: {engine}: {kind}: {detail}</summary><pre>{lines}</pre></details>"
        )?;
    }
    writeln!(out, "</body></html>")
}

/// Points against each opponent, with background colours from red to green.
fn write_cross_table(table: &CrossTable, out: &mut String) -> fmt::Result {
    let ranking = table.ranking();
    write!(
        out,
        "<table><tr><th>engine</th><th>points</th><th>games</th>"
    )?;
    for &engine in &ranking {
        write!(out, "<th>{}</th>", escape(&table.names()[engine]))?;
    }
    writeln!(out, "</tr>")?;
    for &engine in &ranking {
        let games = table.totals(engine).games();
        write!(
            out,
            "<tr><td>{}</td><td>{:.1}</td><td>{}</td>",
            escape(&table.names()[engine]),
            games.points(),
            games.games()
        )?;
        for &opponent in &ranking {
            let games = table.results(engine, opponent).games();
            match games.score().filter(|_| engine != opponent) {
                Some(score) => write!(
                    out,
                    "<td style=\"background:hsl({:.0} 60% 85%)\">{:.1}/{}</td>",
                    2.0 * EVEN_HUE * score,
                    games.points(),
                    games.games()
                )?,
                None => write!(out, "<td>-</td>")?,
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}

fn write_ratings(input: &ReportInput<'_>, table: &CrossTable, out: &mut String) -> fmt::Result {
    let ratings = match input.ratings(table) {
        Ok(ratings) => ratings,
        Err(error) => return writeln!(out, "<p>{}</p>", escape(&error.to_string())),
    };
    let rows: Vec<Vec<String>> = ratings
        .ranked()
        .into_iter()
        .map(|rating| {
            let elo = rating.elo.map(|elo| elo.to_string());
            vec![
                rating.name.clone(),
                elo.unwrap_or_else(|| "-".to_string()),
                format!("{:.1}/{}", rating.points, rating.games),
            ]
        })
        .collect();
    let header = ["engine", elo_title(&ratings), "points"];
    write_table(&header.map(String::from), &rows, out)?;
    match footing_note(&ratings) {
        Some(note) => writeln!(out, "<p>{note}</p>"),
        None => Ok(()),
    }
}

fn write_table(header: &[String], rows: &[Vec<String>], out: &mut String) -> fmt::Result {
    write!(out, "<table><tr>")?;
    for title in header {
        write!(out, "<th>{}</th>", escape(title))?;
    }
    writeln!(out, "</tr>")?;
    for row in rows {
        write!(out, "<tr>")?;
        for cell in row {
            write!(out, "<td>{}</td>", escape(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}

/// The text with HTML's special characters escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
