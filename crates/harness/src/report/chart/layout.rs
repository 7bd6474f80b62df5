//! Where the parts of a figure stand, in units.

use super::{
    canvas::{self, SIZE},
    legend::{self, Key},
};

/// Room to the left of a panel for its ticks, and beyond those of the first for the axis's label.
const TICKS: i32 = 52;
const LABEL: i32 = 24;
/// Room below a panel for ticks and numbers of positions.
const BELOW: i32 = 40;
const RIGHT: i32 = 32;
const HEADING: i32 = 24;

/// A rectangle, y downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

/// The places of a figure's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) panels: Vec<Frame>,
    /// The middle of the x axis's label, and its top.
    pub(super) x_label: (i32, i32),
    /// The middle of the y axis's label.
    pub(super) y_label: (i32, i32),
    /// The top of the caption.
    pub(super) caption: i32,
    pub(super) height: i32,
}

impl Layout {
    pub(super) fn of(keys: &[Key], panels: usize, caption: &str) -> Self {
        let columns = if panels > 1 { 2 } else { 1 };
        let rows = panels.div_ceil(columns).max(1) as i32;
        let (plot, heading) = if panels > 1 { (200, HEADING) } else { (400, 0) };
        let columns = columns as i32;
        let first_top = legend::bottom(keys) + 14 + heading;
        let left = 16 + LABEL;
        let width = (SIZE.0 as i32 - left - RIGHT) / columns;
        let down = plot + BELOW + heading;
        let frame = |at: i32| {
            let (row, column) = (at / columns, at % columns);
            let gap = if column + 1 < columns { 12 } else { 0 };
            Frame {
                left: left + TICKS + column * width,
                top: first_top + row * down,
                right: left + (column + 1) * width - gap,
                bottom: first_top + row * down + plot,
            }
        };
        let last_bottom = first_top + (rows - 1) * down + plot;
        let x_label = last_bottom + BELOW + 2;
        let caption_top = x_label + 30;
        let lines = canvas::small_lines(caption).len() as i32;
        Layout {
            panels: (0..panels as i32).map(frame).collect(),
            x_label: ((left + TICKS + SIZE.0 as i32 - RIGHT) / 2, x_label),
            y_label: (26, (first_top + last_bottom) / 2),
            caption: caption_top,
            height: caption_top + 15 * lines + 14,
        }
    }
}
