//! Rows of names below a title, each with its curve's look.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    ChartError,
    canvas::{SIZE, drawing, label},
    dash::Dash,
    marker::Marker,
    palette::Colour,
};

/// Height of a row in units.
const ROW: i32 = 22;
/// The first row's middle.
const FIRST: i32 = 70;
const LEFT: i32 = 32;
const STROKE: i32 = 32;

/// A curve's name and look.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) label: String,
    pub(super) colour: Colour,
    pub(super) marker: Option<Marker>,
    /// Its line; none of points alone.
    pub(super) line: Option<Dash>,
}

/// Where each key begins, in units.
fn places(keys: &[Key]) -> Vec<(i32, i32)> {
    let (mut left, mut middle) = (LEFT, FIRST);
    let mut places = Vec::new();
    for key in keys {
        // A font that cannot measure is told of when it is to draw.
        let text = label(14, 1).font.box_size(&key.label).unwrap_or_default();
        let width = STROKE + 8 + text.0 as i32;
        if left > LEFT && left + width > SIZE.0 as i32 - 32 {
            (left, middle) = (LEFT, middle + ROW);
        }
        places.push((left, middle));
        left += width + 28;
    }
    places
}

/// Where the legend ends, in units from the top.
pub(super) fn bottom(keys: &[Key]) -> i32 {
    places(keys).last().map_or(FIRST, |place| place.1) + ROW / 2
}

pub(super) fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    scale: u32,
    keys: &[Key],
) -> Result<(), ChartError> {
    let px = |units: i32| units * scale as i32;
    for (key, (left, middle)) in keys.iter().zip(places(keys)) {
        if let Some(dash) = key.line {
            let ends = [(px(left), px(middle)), (px(left + STROKE), px(middle))];
            dash.draw(area, &ends, key.colour.rgb(), scale)?;
        }
        if let Some(marker) = key.marker {
            let at = (px(left + STROKE / 2), px(middle));
            marker.draw(area, at, key.colour.rgb(), scale)?;
        }
        let text = label(14, scale).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(&key.label, &text, (px(left + STROKE + 8), px(middle + 2)))
            .map_err(drawing)?;
    }
    Ok(())
}
