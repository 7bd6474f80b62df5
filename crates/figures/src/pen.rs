//! What all parts of a figure are drawn with: units, shapes and text.

use plotters::{
    coord::Shift,
    drawing::DrawingArea,
    element::{DashedPathElement, Drawable, PointCollection},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::canvas::{Canvas, Drawing, FAMILY, FINE, Font};

/// The width of every figure, in units.
pub(super) const WIDTH: i32 = 960;
/// Space at the edges of a picture, in units.
pub const MARGIN: i32 = 32;
/// The same where every unit is needed for the plot: in figures for a column of print.
const NARROW_MARGIN: i32 = 12;
const NARROW: i32 = 500;

/// Whether a figure of this width is for a column of print.
pub(super) fn is_narrow(width: i32) -> bool {
    width < NARROW
}

/// Space at the edges of a figure of this width, in units.
pub(super) fn margin(width: i32) -> i32 {
    if is_narrow(width) {
        NARROW_MARGIN
    } else {
        MARGIN
    }
}
/// Between a tick's text and the axis, and between two texts side by side, in units.
pub(super) const GAP: i32 = 8;

/// Draws on a picture, in coordinates of the canvas.
pub(super) struct Pen<'d>(DrawingArea<Canvas<'d>, Shift>);

impl<'d> Pen<'d> {
    pub(super) fn on(drawing: &'d mut Drawing) -> Self {
        Pen(Canvas(drawing).into_drawing_area())
    }

    pub(super) fn draw<'e, E>(&self, element: &'e E)
    where
        &'e E: PointCollection<'e, Place>,
        E: Drawable<Canvas<'d>>,
    {
        let drawn = self.0.draw(element);
        debug_assert!(drawn.is_ok(), "a picture in memory takes every shape");
    }

    pub(super) fn text(&self, text: &str, style: &TextStyle, at: Place) {
        let drawn = self.0.draw_text(text, style, at);
        debug_assert!(drawn.is_ok(), "a picture in memory takes every text");
    }

    /// A line through places.
    pub(super) fn line(&self, places: &[Place], stroke: ShapeStyle) {
        self.draw(&PathElement::new(places.to_vec(), stroke));
    }

    /// A line of dashes of this length with such gaps between them, in units.
    pub(super) fn dashed(&self, places: &[Place], [dash, gap]: [u8; 2], stroke: ShapeStyle) {
        let [dash, gap] = [dash, gap].map(|length| u32::from(length) * FINE as u32);
        self.draw(&DashedPathElement::new(places.to_vec(), dash, gap, stroke));
    }

    pub(super) fn polygon(&self, corners: Vec<Place>, fill: &impl Color) {
        self.draw(&Polygon::new(corners, fill.filled()));
    }

    pub(super) fn rectangle(
        &self,
        [left, top]: [i32; 2],
        [right, bottom]: [i32; 2],
        fill: &impl Color,
    ) {
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        self.polygon(corners, fill);
    }
}

/// A line of a width in units.
pub(super) fn stroke(colour: &impl Color, width: i32) -> ShapeStyle {
    colour.stroke_width((width * FINE) as u32)
}

/// A place in coordinates of the canvas.
pub(super) type Place = (i32, i32);

/// Font sizes in units.
pub(super) const TITLE: i32 = 22;
pub(super) const LABEL: i32 = 15;
pub(super) const TICK: i32 = 14;
/// The font size of notes, in units.
pub const SMALL: i32 = 12;

/// Where the title begins, from the upper edge, in units.
pub(super) const TITLE_TOP: i32 = 24;
/// The height of a line of a title, in units.
pub const TITLE_LINE: i32 = 28;
/// The height of a line of a caption, in units.
pub(super) const CAPTION_LINE: i32 = 17;

/// Coordinates of a place in units.
pub(super) fn fine(x: i32, y: i32) -> Place {
    (x * FINE, y * FINE)
}

/// A colour that lets what lies below shine through.
pub(super) fn pale(colour: RGBColor) -> RGBAColor {
    colour.mix(0.35)
}

/// Text of a size in units.
pub(super) fn ink(
    size: i32,
    colour: &'static RGBColor,
    align: HPos,
    vertical: VPos,
) -> TextStyle<'static> {
    TextStyle::from((FAMILY, size * FINE).into_font())
        .color(colour)
        .pos(Pos::new(align, vertical))
}

/// Bold text of a size in units, with its top at its place.
pub(super) fn bold(size: i32, colour: &'static RGBColor, align: HPos) -> TextStyle<'static> {
    TextStyle::from((FAMILY, size * FINE, FontStyle::Bold).into_font())
        .color(colour)
        .pos(Pos::new(align, VPos::Top))
}

/// The width of a text of a size, in units.
pub fn width(text: &str, size: i32) -> i32 {
    Font::Regular.width(text, f64::from(size)).ceil() as i32
}

/// A text in lines of at most so many units, broken at spaces, and within a word that is longer than a line.
pub(super) fn wrap(text: &str, font: Font, size: i32, room: i32) -> Vec<String> {
    let fits = |line: &str| font.width(line, f64::from(size)) <= f64::from(room);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut();
        let longer = last
            .as_ref()
            .map_or_else(String::new, |line| match line.is_empty() {
                true => word.to_owned(),
                false => format!("{line} {word}"),
            });
        match last {
            Some(line) if fits(&longer) => *line = longer,
            _ => {
                let mut piece = String::new();
                for letter in word.chars() {
                    piece.push(letter);
                    if !fits(&piece) {
                        piece.pop();
                        lines.push(std::mem::replace(&mut piece, letter.to_string()));
                    }
                }
                lines.push(piece);
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_its_room() {
        let text = "one two three fourteenlettersandmore five";
        for room in [60, 100, 400] {
            let lines = wrap(text, Font::Regular, 12, room);
            assert!(
                lines.iter().all(|line| width(line, 12) <= room),
                "{lines:?}"
            );
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert!(wrap("", Font::Regular, 12, 100).is_empty());
    }
}
