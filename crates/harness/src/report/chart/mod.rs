//! Charts as SVG and PNG, the same bytes on any machine.

mod canvas;
mod line;
mod matrix;
mod palette;
mod panels;

use thiserror::Error;

pub use self::{
    line::{LineChart, Mark, Scale, Series, Stroke, Weight},
    matrix::{Cell, MatrixChart},
    palette::Colour,
    panels::{Panel, PanelChart, Spot},
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
