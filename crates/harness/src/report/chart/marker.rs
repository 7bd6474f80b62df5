//! The shapes of points, which tell curves apart where colours do not.

use plotters::{coord::Shift, prelude::*};

use super::{ChartError, canvas::drawing};

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    Plus,
    Inverted,
    Ring,
}

impl Marker {
    /// Draws it around a place, in pixels.
    pub(super) fn draw<B: DrawingBackend>(
        self,
        area: &DrawingArea<B, Shift>,
        (x, y): (i32, i32),
        colour: RGBColor,
        scale: u32,
    ) -> Result<(), ChartError> {
        let r = 4 * scale as i32;
        let polygon = |corners: &[(i32, i32)]| {
            let corners: Vec<(i32, i32)> =
                corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            area.draw(&Polygon::new(corners, colour.filled()))
        };
        let line = |from: (i32, i32), to: (i32, i32)| {
            let style = ShapeStyle::from(&colour).stroke_width(2 * scale);
            let ends = [(x + from.0, y + from.1), (x + to.0, y + to.1)];
            area.draw(&PathElement::new(ends, style))
        };
        match self {
            Marker::Circle => area.draw(&Circle::new((x, y), r, colour.filled())),
            Marker::Square => polygon(&[(-r, -r), (r, -r), (r, r), (-r, r)]),
            Marker::Triangle => polygon(&[(0, -r - r / 4), (r + r / 4, r), (-r - r / 4, r)]),
            Marker::Inverted => polygon(&[(0, r + r / 4), (r + r / 4, -r), (-r - r / 4, -r)]),
            Marker::Diamond => {
                let far = r + r / 4;
                polygon(&[(0, -far), (far, 0), (0, far), (-far, 0)])
            }
            Marker::Cross => line((-r, -r), (r, r)).and_then(|()| line((-r, r), (r, -r))),
            Marker::Plus => line((-r, 0), (r, 0)).and_then(|()| line((0, -r), (0, r))),
            Marker::Ring => {
                let style = ShapeStyle::from(&colour).stroke_width(2 * scale);
                area.draw(&Circle::new((x, y), r, style))
            }
        }
        .map_err(drawing)
    }
}
