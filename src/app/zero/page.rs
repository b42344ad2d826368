//! The page about a run: what it has come to in words, figures with the band of other runs, and its numbers.

use std::fmt::{self, Write};

use kagetsu_figures::{
    FAINT, FigureError, HEIGHT, LINE, axes, colour, escape_html, legend, name_series, svg,
};
use kagetsu_kernel::{counted, percent};
use kagetsu_zero::GameRules;
use kagetsu_zero::band::{BandPoint, Point, Standing, band, standing};
use kagetsu_zero::probe::{ProbeKind, has_probes};
use kagetsu_zero::recipe::Recipe;
use kagetsu_zero::run::Origin;
use plotters::prelude::{Color, LineSeries, Polygon, SeriesLabelPosition};

use super::args::Progress;
use super::history::{History, Measure};

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:1.5em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:.6em 0}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}\
td:first-child,th:first-child{text-align:left}div{overflow-x:auto}svg{max-width:100%;min-width:40em;height:auto}\
.below{font-weight:bold;color:#a00000}";
/// Room above and below the curves, as a part of their range.
const PADDING: f64 = 0.05;
/// The least room: curves without rise would have no scale, and lie on the upper edge.
const LEAST_ROOM: f64 = 1e-3;
const PERCENTAGES: (f64, f64) = (0.0, 100.0);
/// Colours of the curves of a figure that are told apart on white, red, green and blue.
const COLOURS: [usize; 3] = [0, 1, 3];

/// What a page shows.
#[derive(Debug)]
pub(super) struct Input<'a> {
    /// The rules of its game.
    pub(super) rules: GameRules,
    /// The recipe of the run.
    pub(super) recipe: &'a Recipe,
    /// The run.
    pub(super) history: &'a History,
    /// The other runs.
    pub(super) band: &'a [(Recipe, History)],
    /// What runs are compared by.
    pub(super) by: Progress,
    /// What is not shown, or was guessed.
    pub(super) notes: &'a [String],
}

/// A figure: its title, the label of its values, their range if it is given, and its curves.
struct Figure {
    title: String,
    label: &'static str,
    range: Option<(f64, f64)>,
    curves: Vec<(&'static str, Measure)>,
}

/// All figures of the page.
fn figures(rules: GameRules) -> Vec<Figure> {
    let of_kind = |kind: ProbeKind| Figure {
        title: format!("Does it {}?", kind.name(rules)),
        label: "right, %",
        range: Some(PERCENTAGES),
        curves: vec![
            ("policy", Measure::Policy(kind)),
            ("search", Measure::Search(kind)),
            ("drawn by visits", Measure::Drawn(kind)),
        ],
    };
    let single = |title: &str, label, range, curves| Figure {
        title: title.to_string(),
        label,
        range,
        curves,
    };
    let mut figures: Vec<Figure> = ProbeKind::ALL.into_iter().map(of_kind).collect();
    figures.extend([
        single(
            "Loss of the policy",
            "cross entropy, nats",
            None,
            vec![("policy", Measure::PolicyLoss)],
        ),
        single(
            "Loss of the value",
            "squared error",
            None,
            vec![("value", Measure::ValueLoss)],
        ),
        single(
            "Results of its games",
            "%",
            Some(PERCENTAGES),
            vec![("won by Black", Measure::Black), ("drawn", Measure::Draws)],
        ),
        single(
            "Length of its games",
            "moves",
            None,
            vec![("moves", Measure::Length)],
        ),
    ]);
    figures
}

/// The whole page.
pub(super) fn page(input: &Input<'_>) -> Result<String, FigureError> {
    let mut drawn = Vec::new();
    for figure in figures(input.rules) {
        if let Some(svg) = draw(&figure, input)? {
            drawn.push((figure.title, svg));
        }
    }
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(input, &drawn, &mut out);
    Ok(out)
}

/// The band of a measure.
fn band_of(input: &Input<'_>, measure: Measure) -> Vec<BandPoint> {
    let runs: Vec<Vec<Point>> = input
        .band
        .iter()
        .map(|(_, history)| history.curve(measure).to_vec())
        .collect();
    band(&runs)
}

/// A figure as SVG; `None` if there is nothing to draw.
fn draw(figure: &Figure, input: &Input<'_>) -> Result<Option<String>, FigureError> {
    let curves: Vec<(&str, &[Point], Vec<BandPoint>)> = figure
        .curves
        .iter()
        .map(|&(name, measure)| (name, input.history.curve(measure), band_of(input, measure)))
        .collect();
    let points = || curves.iter().flat_map(|(_, points, _)| *points);
    let bands = || curves.iter().flat_map(|(.., band)| band);
    let values = || {
        let edges = bands().flat_map(|point| [point.low, point.high]);
        points().map(|point| point.value).chain(edges)
    };
    let times = points()
        .map(|point| point.at)
        .chain(bands().map(|point| point.at));
    let Some(last) = times.max() else {
        return Ok(None);
    };
    let (low, high) = figure.range.unwrap_or_else(|| {
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        let room = ((high - low) * PADDING).max(LEAST_ROOM);
        (low - room, high + room)
    });
    let along = format!("{}s", input.by.unit());
    let drawn = svg(HEIGHT, |area| {
        let mut chart = axes(
            area,
            None,
            (0..last.max(1), along.as_str()),
            (low..high, figure.label),
        )?;
        for (index, (name, points, band)) in COLOURS.into_iter().zip(&curves) {
            let high = band.iter().map(|point| (point.at, point.high));
            let low = band.iter().rev().map(|point| (point.at, point.low));
            let edge: Vec<(u64, f64)> = high.chain(low).collect();
            chart.draw_series([Polygon::new(edge, colour(index).mix(FAINT))])?;
            let line = points.iter().map(|point| (point.at, point.value));
            let line = LineSeries::new(line, colour(index).stroke_width(LINE)).point_size(LINE);
            name_series(chart.draw_series(line)?, name, colour(index));
        }
        // Shares rise, and losses fall.
        let corner = match figure.range {
            Some(_) => SeriesLabelPosition::LowerRight,
            None => SeriesLabelPosition::UpperRight,
        };
        legend(&mut chart, corner)
    })?;
    Ok(Some(drawn))
}

fn write_page(input: &Input<'_>, drawn: &[(String, String)], out: &mut String) -> fmt::Result {
    let (name, recipe) = (escape_html(&input.history.name), input.recipe);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{name}</title><style>{STYLE}</style></head><body>\n\
         <h1>{name}: {}</h1>\n<p>{}</p>\n",
        if input.history.is_distilled {
            "a distilled network"
        } else {
            "a game learned from nothing"
        },
        escape_html(&summary(input))
    )?;
    for note in input.notes {
        writeln!(out, "<p>Note: {}.</p>", escape_html(note))?;
    }
    write_standings(input, out)?;
    write_newest(input, out)?;
    for (title, svg) in drawn {
        writeln!(out, "<h2>{title}</h2>\n<div>{svg}</div>")?;
    }
    let text = recipe.text().unwrap_or_default();
    writeln!(
        out,
        "<h2>Recipe</h2>\n<div><pre>{}</pre></div>\n</body></html>",
        escape_html(&text)
    )
}

/// What the run is, and what the bands are.
fn summary(input: &Input<'_>) -> String {
    let (history, recipe) = (input.history, input.recipe);
    let mut text = format!(
        "{}, {} of {}, {}{} so far",
        recipe.rules,
        counted(recipe.blocks as u64, "block"),
        counted(recipe.channels as u64, "channel"),
        if history.is_distilled {
            "distilled, "
        } else {
            ""
        },
        counted(history.games, "game")
    );
    if history.playouts > 0 {
        let _ = write!(text, " with {}", counted(history.playouts, "playout"));
    }
    match input.band {
        [] => text + ". No other runs are shown beside it.",
        others => {
            let names: Vec<&str> = others
                .iter()
                .map(|(_, other)| other.name.as_str())
                .collect();
            let same_seed = |other: &Recipe| Recipe {
                seed: recipe.seed,
                ..other.clone()
            };
            let mut different: Vec<String> = others
                .iter()
                .flat_map(|(other, _)| recipe.differences(&same_seed(other)))
                .collect();
            different.sort_unstable();
            different.dedup();
            let _ = write!(
                text,
                ". The bands go from the least to the greatest value of {} after as many {}s: {}.",
                counted(names.len() as u64, "other run"),
                input.by.unit(),
                names.join(", ")
            );
            if !different.is_empty() {
                let keys = different.join(", ");
                let _ = write!(
                    text,
                    " Their recipes differ from that of this run in {keys}."
                );
            }
            if names.len() < ENOUGH {
                text += " So few runs make a narrow band: a run beside it need not be worse.";
            }
            text
        }
    }
}

/// Runs from which on a band is taken without a warning.
const ENOUGH: usize = 3;

/// Where the run lies beside the band, curve by curve.
fn write_standings(input: &Input<'_>, out: &mut String) -> fmt::Result {
    if input.band.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Beside the band</h2>\n<ul>")?;
    for (measure, points) in &input.history.curves {
        let standing = standing(points, &band_of(input, *measure));
        let class = match standing {
            Standing::BelowSince(_) if measure.is_of_answers() => " class=\"below\"",
            _ => "",
        };
        writeln!(
            out,
            "<li{class}>{}: {}</li>",
            escape_html(&measure.name(input.rules)),
            standing.words(input.by.unit())
        )?;
    }
    writeln!(out, "</ul>")
}

/// The newest answers to positions as a table.
fn write_newest(input: &Input<'_>, out: &mut String) -> fmt::Result {
    let Some((origin, probed)) = &input.history.newest else {
        if !has_probes(input.rules) {
            return Ok(());
        }
        return writeln!(
            out,
            "<p>Its networks were not asked for right moves yet: <code>zero probe</code> does it.</p>"
        );
    };
    writeln!(
        out,
        "<h2>Right moves, {}, in %</h2>\n<div><table><tr><th></th><th>positions</th><th>chance</th>\
         <th>policy</th><th>drawn by priors</th><th>search of {}</th><th>drawn by visits</th></tr>",
        match origin {
            Origin {
                is_distilled: false,
                ..
            } => format!("after {origin}"),
            _ => origin.to_string(),
        },
        probed.playouts
    )?;
    for scores in &probed.scores {
        let figures = [
            scores.chance,
            scores.policy,
            scores.policy_drawn,
            scores.search,
            scores.search_drawn,
        ];
        let cells = figures.map(|share| format!("<td>{:.0}</td>", percent(share)));
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td>{}</tr>",
            scores.kind.name(input.rules),
            scores.positions,
            cells.concat()
        )?;
    }
    writeln!(out, "</table></div>")
}

#[cfg(test)]
mod tests {
    use super::super::told::small;
    use super::*;

    #[test]
    fn a_curve_without_rise_lies_in_the_middle() {
        let recipe = small("3x3,k=3");
        let flat = [0, 60].map(|at| Point { at, value: 9.0 });
        let history = History {
            name: "flat".to_string(),
            games: 120,
            playouts: 0,
            curves: vec![(Measure::Length, flat.to_vec())],
            is_distilled: false,
            newest: None,
            questions: None,
            asked_otherwise: 0,
            missing_networks: None,
            missing_games: 0,
        };
        let input = Input {
            rules: recipe.game().expect("a game"),
            recipe: &recipe,
            history: &history,
            band: &[],
            by: Progress::Games,
            notes: &[],
        };
        let page = page(&input).expect("a page");
        let middle = HEIGHT / 4..HEIGHT * 3 / 4;
        let points = page.split(" cy=\"").skip(1);
        let heights: Vec<u32> = points
            .map(|rest| {
                let (height, _) = rest.split_once('"').expect("the end of a number");
                height.parse().expect("a number")
            })
            .collect();
        assert!(
            heights.len() == 2 && heights.iter().all(|height| middle.contains(height)),
            "{heights:?}"
        );
    }
}
