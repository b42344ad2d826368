//! The paths of the values over the iterations, drawn as SVG.

use plotters::prelude::{
    BLACK, ChartBuilder, Color, IntoDrawingArea, LineSeries, Palette, Palette99, PathElement,
    SVGBackend, SeriesLabelPosition, TRANSPARENT, WHITE,
};

use crate::arena::report::ChartError;

use super::report::TuningReport;

/// Width and height of the figure in pixels.
const FIGURE: (u32, u32) = (860, 480);
const MARGIN: i32 = 12;
const LABEL_WIDTH: i32 = 56;
const LABEL_HEIGHT: i32 = 40;
const FAINT: f64 = 0.15;
const LEGEND_LENGTH: i32 = 16;
/// Parameters that are named: those that have moved most. There is no room for more.
const NAMED: usize = 12;
/// Points of a path.
const MOST_POINTS: usize = 400;
/// Steps that are left free above and below the paths.
const PADDING: f64 = 0.1;

/// The paths in steps from the start.
///
/// # Errors
/// When the drawing library refuses.
pub fn paths_figure(report: &TuningReport<'_>) -> Result<String, ChartError> {
    let failed = ChartError::new;
    let paths = paths(report);
    let points = || paths.iter().flat_map(|path| &path.points);
    let low = points().map(|point| point.1).fold(0.0, f64::min) - PADDING;
    let high = points().map(|point| point.1).fold(0.0, f64::max) + PADDING;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, FIGURE).into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .x_label_area_size(LABEL_HEIGHT)
            .y_label_area_size(LABEL_WIDTH)
            .build_cartesian_2d(0..report.iterations.len().max(1), low..high)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("iterations")
            .y_desc("steps from the start")
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(FAINT))
            .draw()
            .map_err(failed)?;
        for (index, path) in paths.iter().enumerate() {
            let colour = Palette99::pick(index).to_rgba();
            let line = LineSeries::new(path.points.iter().copied(), colour);
            let series = chart.draw_series(line).map_err(failed)?;
            if index < NAMED {
                series.label(path.name).legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour)
                });
            }
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(1.0 - FAINT))
            .border_style(BLACK)
            .draw()
            .map_err(failed)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
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
