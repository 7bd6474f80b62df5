//! What all parts of a figure are drawn with: units, text and its measures.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    FigureError,
    canvas::{Canvas, FAMILY, FINE, Font},
};

/// The width of every figure, in units.
pub(super) const WIDTH: i32 = 960;
/// Space at the edges of a picture, in units.
pub const MARGIN: i32 = 32;
/// Between a tick's text and the axis, and between two texts side by side, in units.
pub(super) const GAP: i32 = 8;

/// Where shapes are drawn, in coordinates of the canvas.
pub(super) type Area<'c> = DrawingArea<&'c mut Canvas, Shift>;
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

/// An error of the drawing library.
pub(super) fn drawing(error: impl std::fmt::Display) -> FigureError {
    FigureError::Drawing(error.to_string())
}

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

/// The width of a text of a size, in units.
pub(super) fn width(text: &str, size: i32) -> i32 {
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
