//! The figures of the HTML page, drawn as SVG.

use plotters::prelude::{Color, LineSeries, Polygon, SeriesLabelPosition};

use crate::statistics::Estimate;
use kagetsu_figures::FigureError;
use kagetsu_figures::{FAINT, HEIGHT, LINE, axes, colour, legend, name_series, svg};
use kagetsu_kernel::percent;

use super::curve::Curve;
use super::usage::EngineUsage;

/// Number of bars of a histogram.
const BINS: usize = 40;
/// Margin above and below the curves, in Elo.
const ELO_PADDING: f64 = 10.0;
/// Greatest magnitude that is drawn, in Elo. The intervals after the first games are wider.
const MAX_ELO: f64 = 800.0;

/// The rating curves with their error bands. `None` if there is nothing to show.
pub(crate) fn elo_figure(curves: &[Curve]) -> Result<Option<String>, FigureError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let Some(last) = points().map(|&(games, _)| games).max() else {
        return Ok(None);
    };
    let bound = |value: f64| value.clamp(-MAX_ELO, MAX_ELO);
    let low = points().map(|(_, elo)| bound(elo.low)).fold(0.0, f64::min) - ELO_PADDING;
    let high = points().map(|(_, elo)| bound(elo.high)).fold(0.0, f64::max) + ELO_PADDING;
    let figure = svg(HEIGHT, |area| {
        let mut chart = axes(area, None, (0..last.max(1), "games"), (low..high, "Elo"))?;
        for (index, curve) in curves.iter().enumerate() {
            let of = |elo: fn(&Estimate) -> f64| {
                let points = curve.points.iter();
                points.map(move |(games, value)| (*games, bound(elo(value))))
            };
            let band: Vec<(u32, f64)> = of(|elo| elo.high).chain(of(|elo| elo.low).rev()).collect();
            chart.draw_series([Polygon::new(band, colour(index).mix(FAINT))])?;
            let line = LineSeries::new(of(|elo| elo.value), colour(index).stroke_width(LINE));
            name_series(chart.draw_series(line)?, &curve.name, colour(index));
        }
        legend(&mut chart, SeriesLabelPosition::UpperRight)
    })?;
    Ok(Some(figure))
}

/// Histograms of the times of each engine's moves. `None` if there are no moves.
pub(crate) fn time_figure(usages: &[EngineUsage]) -> Result<Option<String>, FigureError> {
    let Some(longest) = usages.iter().filter_map(EngineUsage::max_ms).max() else {
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
    let figure = svg(HEIGHT, |area| {
        let times = (0.0..end, "milliseconds for a move");
        let shares = (0.0..highest, "% of the engine's moves");
        let mut chart = axes(area, None, times, shares)?;
        for (index, (usage, steps)) in usages.iter().zip(histograms).enumerate() {
            let ground = [(0.0, 0.0)].into_iter().chain(steps.iter().copied());
            let ground: Vec<(f64, f64)> = ground.chain([(end, 0.0)]).collect();
            chart.draw_series([Polygon::new(ground, colour(index).mix(FAINT))])?;
            let line = LineSeries::new(steps, colour(index));
            name_series(chart.draw_series(line)?, &usage.engine, colour(index));
        }
        legend(&mut chart, SeriesLabelPosition::UpperRight)
    })?;
    Ok(Some(figure))
}

/// The outline of a histogram in per cent, with two points for each bar.
fn histogram(ms: &[u64], width: f64) -> Vec<(f64, f64)> {
    let mut counts = [0u32; BINS];
    for &time in ms {
        counts[((time as f64 / width) as usize).min(BINS - 1)] += 1;
    }
    let share = |count: u32| percent(f64::from(count) / ms.len().max(1) as f64);
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
        assert!((sum - 100.0).abs() < 1e-9);
    }
}
