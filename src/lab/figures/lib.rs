//! Figures with two axes, drawn as SVG in one common style, and the escaping of texts in the pages that hold them.
//!
//! ```
//! use kagetsu_figures::{HEIGHT, axes, svg};
//!
//! let text = svg(HEIGHT, |area| axes(area, Some("Loss"), (0..10, "epoch"), (0.0..1.0, "loss")).map(drop))?;
//! assert!(text.starts_with("<svg"));
//! # Ok::<(), kagetsu_figures::FigureError>(())
//! ```

use std::io;
use std::ops::Range;

use plotters::chart::SeriesAnno;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::{
    BLACK, Cartesian2d, ChartBuilder, ChartContext, Color, CoordTranslate, DrawingArea,
    DrawingAreaErrorKind, IntoDrawingArea, Palette, Palette99, PathElement, Ranged, SVGBackend,
    SeriesLabelPosition, TRANSPARENT, WHITE,
};
use plotters::style::RGBAColor;

/// Width of every figure in pixels.
pub const WIDTH: u32 = 860;
/// Usual height of a figure in pixels.
pub const HEIGHT: u32 = 360;
/// Opacity of grids, bands and bars.
pub const FAINT: f64 = 0.15;
/// Width of the main lines, in pixels.
pub const LINE: u32 = 2;
const MARGIN: i32 = 12;
const LABEL_WIDTH: i32 = 56;
const LABEL_HEIGHT: i32 = 40;
const CAPTION_SIZE: i32 = 16;
const LEGEND_LENGTH: i32 = 16;

/// A figure that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw a figure: {0}")]
pub struct FigureError(String);

impl From<DrawingAreaErrorKind<io::Error>> for FigureError {
    fn from(error: DrawingAreaErrorKind<io::Error>) -> Self {
        Self(error.to_string())
    }
}

/// The drawing area of a figure or of a part of it.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The coordinates of an axis for numbers of a type.
pub type AxisScale<V> = <Range<V> as AsRangedCoord>::CoordDescType;

/// A part of a figure, with axes for numbers of these types.
pub type Chart<'a, 'b, U, V> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<AxisScale<U>, AxisScale<V>>>;

/// An axis: its range and its label.
pub type Axis<'a, V> = (Range<V>, &'a str);

/// The SVG text of a figure of [`WIDTH`] pixels on a white background.
///
/// # Errors
/// When the drawing library refuses.
pub fn svg(
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), FigureError>,
) -> Result<String, FigureError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    Ok(svg)
}

/// Draws the axes and a grid.
///
/// # Errors
/// When the drawing library refuses.
pub fn axes<'a, 'b, U, V>(
    area: &'a Area<'b>,
    caption: Option<&str>,
    x: Axis<'_, U>,
    y: Axis<'_, V>,
) -> Result<Chart<'a, 'b, U, V>, FigureError>
where
    Range<U>: AsRangedCoord<Value = U>,
    Range<V>: AsRangedCoord<Value = V>,
    AxisScale<U>: Ranged<ValueType = U> + ValueFormatter<U>,
    AxisScale<V>: Ranged<ValueType = V> + ValueFormatter<V>,
{
    let mut builder = ChartBuilder::on(area);
    if let Some(caption) = caption {
        builder.caption(caption, ("sans-serif", CAPTION_SIZE));
    }
    let mut chart = builder
        .margin(MARGIN)
        .x_label_area_size(LABEL_HEIGHT)
        .y_label_area_size(LABEL_WIDTH)
        .build_cartesian_2d(x.0, y.0)?;
    chart
        .configure_mesh()
        .x_desc(x.1)
        .y_desc(y.1)
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(FAINT))
        .draw()?;
    Ok(chart)
}

/// The colour of the series with this index.
pub fn colour(index: usize) -> RGBAColor {
    Palette99::pick(index).to_rgba()
}

/// Names a series in the legend, with a dash in its colour.
pub fn name_series(series: &mut SeriesAnno<'_, SVGBackend<'_>>, name: &str, colour: RGBAColor) {
    series
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], colour));
}

/// The text with HTML's special characters escaped.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Draws the legend.
///
/// # Errors
/// When the drawing library refuses.
pub fn legend<'a, 'b: 'a, C: CoordTranslate>(
    chart: &mut ChartContext<'a, SVGBackend<'b>, C>,
    position: SeriesLabelPosition,
) -> Result<(), FigureError> {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(1.0 - FAINT))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}
