//! The figures of the page, drawn as SVG.

use plotters::prelude::{
    BLACK, ChartBuilder, Color, IntoDrawingArea, LineSeries, Palette, Palette99, PathElement,
    Polygon, SVGBackend, SeriesLabelPosition, TRANSPARENT, WHITE,
};
use plotters::style::RGBAColor;

use super::curve::Curve;
use super::usage::Usage;

/// Width and height of a figure in pixels.
const FIGURE: (u32, u32) = (860, 360);
const MARGIN: i32 = 12;
const LABEL_WIDTH: i32 = 56;
const LABEL_HEIGHT: i32 = 40;
const BAND_OPACITY: f64 = 0.15;
const LEGEND_LENGTH: i32 = 16;
/// Bars of a histogram.
const BINS: usize = 40;
/// Elo that is left free above and below the curves.
const ELO_PADDING: f64 = 10.0;
/// What lies further out is cut off: the first games say nothing with confidence.
const MAX_ELO: f64 = 800.0;
const PERCENT: f64 = 100.0;

/// A figure that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw a figure: {0}")]
pub struct ChartError(String);

impl ChartError {
    /// A refusal of the drawing library.
    pub(in crate::arena) fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::new(error)
}

fn colour(index: usize) -> RGBAColor {
    Palette99::pick(index).to_rgba()
}

/// The curves with their error bands; `None` if there is nothing to show.
///
/// # Errors
/// When the drawing library refuses.
pub fn elo_figure(curves: &[Curve]) -> Result<Option<String>, ChartError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let Some(last) = points().map(|&(games, _)| games).max() else {
        return Ok(None);
    };
    let bound = |value: f64| value.clamp(-MAX_ELO, MAX_ELO);
    let low = points().map(|(_, elo)| bound(elo.low)).fold(0.0, f64::min) - ELO_PADDING;
    let high = points().map(|(_, elo)| bound(elo.high)).fold(0.0, f64::max) + ELO_PADDING;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, FIGURE).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .x_label_area_size(LABEL_HEIGHT)
            .y_label_area_size(LABEL_WIDTH)
            .build_cartesian_2d(0..last.max(1), low..high)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("games")
            .y_desc("Elo")
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(BAND_OPACITY))
            .draw()
            .map_err(failed)?;
        for (index, curve) in curves.iter().enumerate() {
            let colour = colour(index);
            let up = curve
                .points
                .iter()
                .map(|&(games, elo)| (games, bound(elo.high)));
            let down = curve.points.iter().rev();
            let band: Vec<(u32, f64)> = up
                .chain(down.map(|&(games, elo)| (games, bound(elo.low))))
                .collect();
            chart
                .draw_series([Polygon::new(band, colour.mix(BAND_OPACITY))])
                .map_err(failed)?;
            let line = curve
                .points
                .iter()
                .map(|&(games, elo)| (games, bound(elo.value)));
            chart
                .draw_series(LineSeries::new(line, colour.stroke_width(2)))
                .map_err(failed)?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
            .map_err(failed)?;
        area.present().map_err(failed)?;
    }
    Ok(Some(svg))
}

/// The share of each engine's moves that took so long; `None` if there are no moves.
///
/// # Errors
/// When the drawing library refuses.
pub fn time_figure(usages: &[Usage]) -> Result<Option<String>, ChartError> {
    let Some(longest) = usages.iter().filter_map(Usage::max_ms).max() else {
        return Ok(None);
    };
    let end = (longest + 1) as f64;
    let width = end / BINS as f64;
    let histograms: Vec<Vec<(f64, f64)>> = usages
        .iter()
        .map(|usage| histogram(&usage.ms, width))
        .collect();
    let highest = histograms
        .iter()
        .flatten()
        .map(|&(_, share)| share)
        .fold(1.0, f64::max);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, FIGURE).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .x_label_area_size(LABEL_HEIGHT)
            .y_label_area_size(LABEL_WIDTH)
            .build_cartesian_2d(0.0..end, 0.0..highest)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("milliseconds for a move")
            .y_desc("% of the engine's moves")
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(BAND_OPACITY))
            .draw()
            .map_err(failed)?;
        for (index, (usage, steps)) in usages.iter().zip(histograms).enumerate() {
            let colour = colour(index);
            let ground = [(0.0, 0.0)].into_iter().chain(steps.iter().copied());
            let ground: Vec<(f64, f64)> = ground.chain([(end, 0.0)]).collect();
            chart
                .draw_series([Polygon::new(ground, colour.mix(BAND_OPACITY))])
                .map_err(failed)?;
            chart
                .draw_series(LineSeries::new(steps, colour))
                .map_err(failed)?
                .label(&usage.engine)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
            .map_err(failed)?;
        area.present().map_err(failed)?;
    }
    Ok(Some(svg))
}

/// The outline of a histogram in per cent: two points for each bar.
fn histogram(ms: &[u64], width: f64) -> Vec<(f64, f64)> {
    let mut counts = [0u32; BINS];
    for &time in ms {
        counts[((time as f64 / width) as usize).min(BINS - 1)] += 1;
    }
    let share = |count: u32| PERCENT * f64::from(count) / ms.len().max(1) as f64;
    let bar = |(bin, count): (usize, u32)| {
        let from = bin as f64 * width;
        [(from, share(count)), (from + width, share(count))]
    };
    counts.into_iter().enumerate().flat_map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_holds_all_moves() {
        let outline = histogram(&[0, 0, 10, 39], 1.0);
        assert_eq!(outline.len(), 2 * BINS);
        assert_eq!(outline[0], (0.0, 50.0));
        let sum: f64 = outline.iter().step_by(2).map(|&(_, share)| share).sum();
        assert!((sum - PERCENT).abs() < 1e-9);
    }
}
