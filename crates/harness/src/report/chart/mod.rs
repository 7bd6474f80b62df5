//! Charts as SVG and PNG, the same bytes on any machine.

mod axis;
mod band;
mod canvas;
mod dash;
mod figure;
mod forest;
mod layout;
mod legend;
mod line;
mod marker;
mod matrix;
mod palette;
mod panels;
mod plot;

use thiserror::Error;

pub use self::{
    axis::Axis,
    band::Band,
    canvas::Picture,
    figure::{Curve, Figure, Form, Panel, Point},
    forest::{ForestPlot, ForestRow},
    line::{LineChart, Mark, Scale, Series, Stroke, Weight},
    marker::Marker,
    matrix::{Cell, MatrixChart},
    palette::Colour,
    panels::{PanelChart, Spot, TickPanel, TickSeries},
};

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChartError {
    /// No series, or one without points.
    #[error("series {0:?} has no points")]
    Empty(String),
    /// A value that has no place on the axis.
    #[error(
        "series {0:?} has a value that cannot be drawn (not finite, or not above zero on a log axis)"
    )]
    Value(String),
    /// The drawing library's own complaint.
    #[error("{0}")]
    Drawing(String),
}
