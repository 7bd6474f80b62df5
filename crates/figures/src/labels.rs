//! The names of points, each written beside its point where nothing else is.

use plotters::style::text_anchor::{HPos, VPos};

use super::{
    canvas::FINE,
    layout::Places,
    pen::{Pen, Place, SMALL, ink, width},
    style::DARK,
};

/// Half of the width and height of a marker with some space around it, in units.
const MARKER: i32 = 6;
/// From a point to its name, in units.
const AWAY: i32 = 9;

/// A rectangle that is taken, in coordinates.
#[derive(Clone, Copy)]
struct Taken {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Taken {
    fn meets(&self, other: &Taken) -> bool {
        let is_beside = self.right <= other.left || other.right <= self.left;
        let is_above = self.bottom <= other.top || other.bottom <= self.top;
        !is_beside && !is_above
    }
}

impl Places<'_> {
    /// Writes the names of the points. A name for which there is no room is left out: the values of the figure have it.
    pub(super) fn draw_labels(&self, pen: &Pen) {
        // Later series stand over earlier ones, so their names come first.
        let series = self.panel.series.iter().enumerate().rev();
        let points = series.flat_map(|(number, one)| {
            let points = one.points.iter();
            points.filter_map(move |point| Some((self.marker(number, point)?, &*point.label)))
        });
        let points: Vec<(Place, &str)> = points.collect();
        let mut taken: Vec<Taken> = points.iter().map(|(at, _)| around(*at)).collect();
        for (at, label) in points.iter().filter(|(_, label)| !label.is_empty()) {
            let free = SIDES.into_iter().find_map(|(across, down)| {
                let place = (at.0 + across * AWAY * FINE, at.1 + down * AWAY * FINE);
                let text = extent(place, across, label);
                let is_free = self.holds(&text) && !taken.iter().any(|other| text.meets(other));
                is_free.then_some((place, across, text))
            });
            if let Some((place, across, text)) = free {
                let align = match across {
                    1 => HPos::Left,
                    -1 => HPos::Right,
                    _ => HPos::Center,
                };
                pen.text(label, &ink(SMALL, &DARK, align, VPos::Center), place);
                taken.push(text);
            }
        }
    }

    /// Whether a rectangle lies within the panel's frame.
    fn holds(&self, text: &Taken) -> bool {
        let frame = self.frame;
        let [left, right, top, bottom] =
            [frame.left, frame.right, frame.top, frame.bottom].map(|edge| edge * FINE);
        left <= text.left && text.right <= right && top <= text.top && text.bottom <= bottom
    }
}

/// The sides of a point in the order of preference: the corners, where intervals do not pass, then above and below.
const SIDES: [(i32, i32); 6] = [(1, -1), (1, 1), (-1, -1), (-1, 1), (0, -2), (0, 2)];

fn around((x, y): Place) -> Taken {
    let half = MARKER * FINE;
    Taken {
        left: x - half,
        top: y - half,
        right: x + half,
        bottom: y + half,
    }
}

/// What a label at a place covers, which is its left end, its right end or its middle.
fn extent((x, y): Place, across: i32, label: &str) -> Taken {
    let (width, half) = (width(label, SMALL) * FINE, SMALL * FINE / 2);
    let left = match across {
        1 => x,
        -1 => x - width,
        _ => x - width / 2,
    };
    Taken {
        left,
        top: y - half,
        right: left + width,
        bottom: y + half,
    }
}
