//! The figures of a training, drawn as SVG.

use plotters::coord::Shift;
use plotters::prelude::{
    BLACK, ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, LineSeries, Palette,
    Palette99, PathElement, Rectangle, SVGBackend, SeriesLabelPosition, TRANSPARENT, WHITE,
};
use plotters::style::RGBAColor;

use crate::training::network::{CalibrationBin, EpochLoss, Trained};

use super::error::TrainError;

/// Width and height of a figure in pixels.
const FIGURE: (u32, u32) = (860, 360);
const MARGIN: i32 = 12;
const LABEL_WIDTH: i32 = 56;
const LABEL_HEIGHT: i32 = 40;
const CAPTION_SIZE: i32 = 16;
const FAINT: f64 = 0.15;
const LEGEND_LENGTH: i32 = 16;
const DOT_SIZE: i32 = 4;
/// Part of the range of the losses that is left free above and below them.
const PADDING: f64 = 0.1;
/// Least range of the losses.
const LEAST_RANGE: f64 = 1e-3;
/// Part of the height that the bar of the fullest bin takes.
const BAR_HEIGHT: f64 = 0.25;

fn failed(error: impl std::fmt::Display) -> TrainError {
    TrainError::Figure(error.to_string())
}

fn colour(index: usize) -> RGBAColor {
    Palette99::pick(index).to_rgba()
}

/// The losses of values and moves after every round.
pub(super) fn loss_figure(trained: &Trained) -> Result<String, TrainError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, FIGURE).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let halves = area.split_evenly((1, 2));
        let of_part = |part: fn(&EpochLoss) -> [f64; 2]| -> Vec<[f64; 2]> {
            trained.curve.iter().map(part).collect()
        };
        let parts = [
            ("values", of_part(|loss| loss.value)),
            ("moves", of_part(|loss| loss.choice)),
        ];
        for (half, (caption, curve)) in halves.iter().zip(parts) {
            draw_losses(half, caption, &curve)?;
        }
        area.present().map_err(failed)?;
    }
    Ok(svg)
}

fn draw_losses(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    caption: &str,
    curve: &[[f64; 2]],
) -> Result<(), TrainError> {
    let losses = || curve.as_flattened().iter().copied();
    let (low, high) = (
        losses().fold(f64::INFINITY, f64::min),
        losses().fold(f64::NEG_INFINITY, f64::max),
    );
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let padding = ((high - low) * PADDING).max(LEAST_RANGE);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", CAPTION_SIZE))
        .margin(MARGIN)
        .x_label_area_size(LABEL_HEIGHT)
        .y_label_area_size(LABEL_WIDTH)
        .build_cartesian_2d(1..curve.len().max(2), low - padding..high + padding)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .x_desc("round")
        .y_desc("mean loss")
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(FAINT))
        .draw()
        .map_err(failed)?;
    for (index, name) in ["learned from", "held out"].into_iter().enumerate() {
        let colour = colour(index);
        let points = curve
            .iter()
            .map(|loss| loss[index])
            .enumerate()
            .map(|(round, loss)| (round + 1, loss));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(2))
            .map_err(failed)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()
        .map_err(failed)
}

/// What was expected against what came of it, with the number of positions of every bin.
pub(super) fn calibration_figure(bins: &[CalibrationBin]) -> Result<String, TrainError> {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let width = 1.0 / bins.len().max(1) as f64;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (FIGURE.0, FIGURE.0)).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .x_label_area_size(LABEL_HEIGHT)
            .y_label_area_size(LABEL_WIDTH)
            .build_cartesian_2d(0.0..1.0, 0.0..1.0)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("expected result")
            .y_desc("mean result on held-out games")
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(FAINT))
            .draw()
            .map_err(failed)?;
        let bars = bins.iter().enumerate().map(|(number, bin)| {
            let left = number as f64 * width;
            let height = BAR_HEIGHT * bin.count as f64 / most as f64;
            Rectangle::new(
                [(left, 0.0), (left + width, height)],
                colour(0).mix(FAINT).filled(),
            )
        });
        chart
            .draw_series(bars)
            .map_err(failed)?
            .label(format!("positions, at most {most} in a bin"))
            .legend(|(x, y)| {
                PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour(0).mix(FAINT))
            });
        chart
            .draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], BLACK.mix(FAINT)))
            .map_err(failed)?;
        let points = || {
            let filled = bins.iter().filter(|bin| bin.count > 0);
            filled.map(|bin| (bin.expected, bin.actual))
        };
        chart
            .draw_series(LineSeries::new(points(), colour(1).stroke_width(2)))
            .map_err(failed)?
            .label("mean of a bin")
            .legend(|(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour(1)));
        chart
            .draw_series(points().map(|point| Circle::new(point, DOT_SIZE, colour(1).filled())))
            .map_err(failed)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
            .map_err(failed)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
}
