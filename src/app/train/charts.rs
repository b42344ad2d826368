//! The charts of a training as SVG.

use plotters::prelude::{BLACK, Circle, Color, LineSeries, Rectangle, SeriesLabelPosition};

use kagetsu_figures::FigureError;
use kagetsu_figures::{Area, FAINT, HEIGHT, LINE, WIDTH, axes, colour, legend, name_series, svg};
use kagetsu_training::network::{CalibrationBin, EpochLoss, Trained};

const DOT_SIZE: i32 = 4;
/// Margin above and below the losses, as a part of their range.
const PADDING: f64 = 0.1;
/// Least range of the losses.
const LEAST_RANGE: f64 = 1e-3;
/// Height of the highest bar, as a part of the chart.
const BAR_HEIGHT: f64 = 0.25;

/// The value and policy losses after every epoch.
pub(super) fn loss_figure(trained: &Trained) -> Result<String, FigureError> {
    let of_part = |part: fn(&EpochLoss) -> [f64; 2]| -> Vec<[f64; 2]> {
        trained.curve.iter().map(part).collect()
    };
    let parts = [
        ("value loss", of_part(|loss| loss.value)),
        ("policy loss", of_part(|loss| loss.policy)),
    ];
    svg(HEIGHT, |area| {
        let halves = area.split_evenly((1, 2));
        halves
            .iter()
            .zip(parts)
            .try_for_each(|(half, (caption, curve))| draw_losses(half, caption, &curve))
    })
}

/// Draws the losses that are finite. Those of a training that has diverged are not, and would stand at the bottom, as the least.
fn draw_losses(area: &Area<'_>, caption: &str, curve: &[[f64; 2]]) -> Result<(), FigureError> {
    let losses = || {
        let losses = curve.as_flattened().iter().copied();
        losses.filter(|loss| loss.is_finite())
    };
    let (low, high) = (
        losses().fold(f64::INFINITY, f64::min),
        losses().fold(f64::NEG_INFINITY, f64::max),
    );
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let padding = ((high - low) * PADDING).max(LEAST_RANGE);
    let epochs = (1..curve.len().max(2), "epoch");
    let range = (low - padding..high + padding, "mean loss");
    let mut chart = axes(area, Some(caption), epochs, range)?;
    for (index, name) in ["learned from", "held out"].into_iter().enumerate() {
        let losses = curve.iter().map(|loss| loss[index]).enumerate();
        let finite = losses.filter(|(_, loss)| loss.is_finite());
        let points = finite.map(|(epoch, loss)| (epoch + 1, loss));
        let line = LineSeries::new(points, colour(index).stroke_width(LINE)).point_size(LINE);
        name_series(chart.draw_series(line)?, name, colour(index));
    }
    legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// Predicted against actual results, with the number of positions in every bin.
pub(super) fn calibration_figure(bins: &[CalibrationBin]) -> Result<String, FigureError> {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    let width = 1.0 / bins.len().max(1) as f64;
    let [bar, mean] = [colour(0).mix(FAINT), colour(1)];
    // The chart is a square, since predicted and actual results have the same scale.
    svg(WIDTH, |area| {
        let expected = (0.0..1.0, "expected result");
        let actual = (0.0..1.0, "mean result on held-out games");
        let mut chart = axes(area, None, expected, actual)?;
        let bars = bins.iter().enumerate().map(|(number, bin)| {
            let left = number as f64 * width;
            let height = BAR_HEIGHT * bin.count as f64 / most as f64;
            Rectangle::new([(left, 0.0), (left + width, height)], bar.filled())
        });
        let name = format!("positions, at most {most} in a bin");
        name_series(chart.draw_series(bars)?, &name, bar);
        chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], BLACK.mix(FAINT)))?;
        let points = || {
            let filled = bins.iter().filter(|bin| bin.count > 0);
            filled.map(|bin| (bin.expected, bin.actual))
        };
        let line = LineSeries::new(points(), mean.stroke_width(LINE));
        name_series(chart.draw_series(line)?, "mean of a bin", mean);
        chart.draw_series(points().map(|point| Circle::new(point, DOT_SIZE, mean.filled())))?;
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_that_are_no_numbers_are_not_drawn() {
        let points = |curve: &[[f64; 2]]| {
            let drawn = svg(HEIGHT, |area| draw_losses(area, "value loss", curve));
            drawn.expect("it can be drawn").matches("<circle").count()
        };
        let sound = points(&[[0.7, 0.8], [0.5, 0.6], [0.4, 0.5]]);
        let (none, endless) = (f64::NAN, f64::INFINITY);
        for (diverged, missing) in [
            ([[0.7, 0.8], [0.5, none], [none, none]], 3),
            ([[0.7, 0.8], [0.5, 0.6], [endless, 0.5]], 1),
        ] {
            assert_eq!(points(&diverged) + missing, sound);
        }
    }
}
