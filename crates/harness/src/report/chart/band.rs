//! A shaded area between two curves.

use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
};

use super::{ChartError, canvas::drawing, palette::Colour};

/// How much of the colour a band has; the rest is what lies below.
const SHADE: f64 = 0.3;

/// What lies between a lower and an upper value at each x.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its name in the legend.
    pub label: String,
    /// Place, lower and upper value, the place ascending.
    pub points: Vec<(f64, f64, f64)>,
    /// Its colour, which is drawn pale.
    pub colour: Colour,
}

impl Band {
    fn style(&self) -> ShapeStyle {
        self.colour.rgb().mix(SHADE).filled()
    }

    /// Shades the area; `place` gives a value's place on the y axis.
    pub(super) fn draw<B: DrawingBackend>(
        &self,
        chart: &mut ChartContext<'_, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
        place: impl Fn(f64) -> f64,
    ) -> Result<(), ChartError> {
        let upper = self.points.iter().map(|&(x, _, high)| (x, place(high)));
        let lower = self.points.iter().rev().map(|&(x, low, _)| (x, place(low)));
        let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
        chart
            .draw_series([Polygon::new(outline, self.style())])
            .map_err(drawing)?;
        Ok(())
    }

    /// Its sign in a legend, so wide and high, from a place at half its height.
    pub(super) fn draw_key<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        (left, middle): (i32, i32),
        (width, height): (i32, i32),
    ) -> Result<(), ChartError> {
        let corners = [
            (left, middle - height / 2),
            (left + width, middle + height / 2),
        ];
        area.draw(&Rectangle::new(corners, self.style()))
            .map_err(drawing)
    }
}
