//! The figure of a tuning: the values over the iterations, drawn as SVG.

use plotters::prelude::{LineSeries, SeriesLabelPosition};

use kagetsu_figures::FigureError;
use kagetsu_figures::{axes, colour, legend, name_series, svg};

use super::report::TuningReport;

/// Height of the figure in pixels.
const HEIGHT: u32 = 480;
/// Number of parameters that are named: those that have moved most. There is no space for more.
const NAMED: usize = 12;
/// Most points of a path.
const MOST_POINTS: usize = 400;
/// Margin above and below the paths, in steps.
const PADDING: f64 = 0.1;

/// The figure of the paths, in steps from the start.
pub(crate) fn paths_figure(report: &TuningReport<'_>) -> Result<String, FigureError> {
    let paths = paths(report);
    let points = || paths.iter().flat_map(|path| &path.points);
    let low = points().map(|point| point.1).fold(0.0, f64::min) - PADDING;
    let high = points().map(|point| point.1).fold(0.0, f64::max) + PADDING;
    let iterations = 0..report.iterations.len().max(1);
    svg(HEIGHT, |area| {
        let steps = (low..high, "steps from the start");
        let mut chart = axes(area, None, (iterations, "iterations"), steps)?;
        for (index, path) in paths.iter().enumerate() {
            let line = LineSeries::new(path.points.iter().copied(), colour(index));
            let series = chart.draw_series(line)?;
            if index < NAMED {
                name_series(series, path.name, colour(index));
            }
        }
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}

/// The path of one parameter: iterations and steps from the start.
struct Path<'a> {
    name: &'a str,
    points: Vec<(usize, f64)>,
}

/// All paths, those that end farthest from the start first.
fn paths<'a>(report: &TuningReport<'a>) -> Vec<Path<'a>> {
    let iterations = report.iterations;
    let stride = iterations.len().div_ceil(MOST_POINTS).max(1);
    let is_drawn = |number: usize| number.is_multiple_of(stride) || number == iterations.len();
    let parameters = report.manifest.parameters.iter().enumerate();
    let mut paths: Vec<Path<'a>> = parameters
        .map(|(index, parameter)| {
            let steps = |theta: &[f64]| (theta[index] - parameter.value) / parameter.step;
            let after = iterations.iter().enumerate();
            let after = after.map(|(before, iteration)| (before + 1, steps(&iteration.theta)));
            Path {
                name: &parameter.name,
                points: [(0, 0.0)]
                    .into_iter()
                    .chain(after)
                    .filter(|point| is_drawn(point.0))
                    .collect(),
            }
        })
        .collect();
    let end = |path: &Path<'_>| path.points.last().map_or(0.0, |point| point.1.abs());
    paths.sort_by(|one, other| end(other).total_cmp(&end(one)));
    paths
}

#[cfg(test)]
mod tests {
    use super::super::iteration::Iteration;
    use super::super::test_manifest::manifest;
    use super::*;

    #[test]
    fn every_parameter_has_its_path_with_both_ends() {
        let manifest = manifest();
        let iteration = |number: u32| Iteration {
            iteration: number,
            signs: vec![1, 1],
            pairs: Vec::new(),
            same: 0,
            theta: vec![50.0 + f64::from(number), 20.0 - f64::from(number)],
        };
        let iterations: Vec<Iteration> = (1..=1001).map(iteration).collect();
        for iterations in [&iterations[..], &iterations[..1], &[]] {
            let report = TuningReport {
                manifest: &manifest,
                iterations,
            };
            let paths = paths(&report);
            let last = iterations.len();
            assert_eq!(paths[0].points[0], (0, 0.0));
            assert!(paths[0].points.len() <= MOST_POINTS + 2);
            let farthest = paths
                .iter()
                .find(|path| path.name == "beta")
                .expect("a path");
            assert_eq!(farthest.points.last(), Some(&(last, -(last as f64))));
            assert_eq!(
                paths[0].name == "beta",
                last > 0,
                "by the distance in steps"
            );
            let svg = paths_figure(&report).expect("a figure");
            assert!(svg.contains("alpha") && svg.contains("beta"), "{svg}");
        }
    }
}
