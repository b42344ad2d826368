//! The report as one self-contained HTML page: the headline and the faults, the figures, and the text.

use std::fmt::{self, Write};

use kagetsu_figures::{FigureError, escape_html};

use crate::statistics::fault_sentences;

use super::chart::{elo_figure, time_figure};
use super::curve::curves;
use super::input::ReportInput;
use super::text::text;
use super::usage::usage;

/// The text is scrolled in its own frame where it is wider than the window; figures shrink.
const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
.fault{font-weight:bold;color:#a00000}\
pre{background:#f5f5f5;padding:.6em;overflow-x:auto;font-size:13px;line-height:1.25}svg{max-width:100%;height:auto}";

/// The whole page.
///
/// # Errors
/// When a figure cannot be drawn.
pub fn page(input: &ReportInput<'_>) -> Result<String, FigureError> {
    let figures = [
        (
            "Elo over games, with 95 % bands",
            elo_figure(&curves(input))?,
        ),
        ("Use of time", time_figure(&usage(input))?),
    ];
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(input, figures, &mut out);
    Ok(out)
}

/// A title, and the figure if there is something to draw.
type Figure = (&'static str, Option<String>);

/// Writes the page.
fn write_page(input: &ReportInput<'_>, figures: [Figure; 2], out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>\
         <style>{STYLE}</style></head><body>\n<h1>Tournament</h1>\n<p>{0}</p>",
        escape_html(&input.headline())
    )?;
    for sentence in fault_sentences(&input.table(&input.games())) {
        writeln!(
            out,
            "<p class=\"fault\">Faults: {}</p>",
            escape_html(&sentence)
        )?;
    }
    for (title, svg) in figures {
        if let Some(svg) = svg {
            writeln!(out, "<h2>{title}</h2>\n{svg}")?;
        }
    }
    let text = escape_html(&text(input));
    writeln!(out, "<h2>Report</h2>\n<pre>{text}</pre>\n</body></html>")
}
