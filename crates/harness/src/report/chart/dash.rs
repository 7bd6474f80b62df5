//! Lines, whole or dashed. Of several over each other the first is whole, and the dashes of the later ones
//! differ, so that those which coincide are seen through each other's gaps and told apart without colour.

use plotters::{coord::Shift, element::DashedPathElement, prelude::*};

use super::{ChartError, canvas::drawing, figure::Form};

/// Width of a line in units.
const WIDTH: u32 = 2;
/// Dash and gap of the second line, the third and so on, in units.
const PATTERNS: [(u32, u32); 7] = [(14, 6), (7, 5), (3, 5), (20, 4), (10, 3), (4, 3), (2, 3)];

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    /// Without a gap.
    Whole,
    /// Dashes with gaps between, in units.
    Dashed(u32, u32),
}

impl Dash {
    /// That of the line of this number in a figure of a form.
    pub(super) fn of(form: Form, number: usize) -> Self {
        match number.checked_sub(1) {
            Some(later) if form == Form::Overlaid => {
                let (dash, gap) = PATTERNS[later % PATTERNS.len()];
                Dash::Dashed(dash, gap)
            }
            _ => Dash::Whole,
        }
    }

    /// Draws a line through places in pixels.
    pub(super) fn draw<B: DrawingBackend>(
        self,
        area: &DrawingArea<B, Shift>,
        places: &[(i32, i32)],
        colour: RGBColor,
        scale: u32,
    ) -> Result<(), ChartError> {
        let style = ShapeStyle::from(&colour).stroke_width(WIDTH * scale);
        match self {
            Dash::Whole => area.draw(&PathElement::new(places.to_vec(), style)),
            Dash::Dashed(dash, gap) => {
                let (dash, gap) = (dash * scale, gap * scale);
                area.draw(&DashedPathElement::new(places.to_vec(), dash, gap, style))
            }
        }
        .map_err(drawing)
    }
}
