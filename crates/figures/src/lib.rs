#![doc = include_str!("../README.md")]

mod axis;
pub mod board;
mod canvas;
mod draw;
mod ground;
mod labels;
mod layout;
mod legend;
mod model;
mod panel;
mod pen;
pub mod sheet;
mod style;
#[cfg(test)]
mod tests;
mod values;

use thiserror::Error;

pub use self::{
    axis::{Axis, Note, Scale},
    canvas::{Drawing, fonts},
    draw::Size,
    model::{
        Band, Caption, CaptionLength, Edge, Figure, Interval, Mark, Panel, Point, Series, Tile,
        Tiles,
    },
    style::{Colour, Dash, Marker, Style, Weight},
    values::PlottedValue,
};

/// Why a figure cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FigureError {
    /// There is nothing to draw.
    #[error("{0:?} has nothing to draw")]
    Empty(String),
    /// A value that has no place on the axis.
    #[error("{0:?} has a value that cannot be drawn (not finite, or not above zero on a log axis)")]
    Value(String),
    /// A picture that is too large to be kept as pixels, or its file.
    #[error("{0}")]
    Drawing(String),
}
