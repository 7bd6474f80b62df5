//! A figure on its way to the canvas: title, legend, panels, labels of axes and caption.

use plotters::{
    coord::Shift,
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    Figure, FigureError,
    canvas::{Canvas, FAMILY, FINE, Font},
    layout::{Layout, MARGIN, WIDTH},
    legend,
    panel::Plot,
    style::{DARK, GREY},
};

/// Where shapes are drawn, in coordinates of the canvas.
pub(super) type Area<'c> = DrawingArea<&'c mut Canvas, Shift>;
/// A place in coordinates of the canvas.
pub(super) type Place = (i32, i32);

/// Font sizes in units.
pub(super) const TITLE: i32 = 22;
pub(super) const LABEL: i32 = 15;
pub(super) const TICK: i32 = 14;
pub(super) const SMALL: i32 = 12;

/// Heights of a line of the title and of the caption.
pub(super) const TITLE_LINE: i32 = 28;
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

impl Figure {
    /// The figure as an SVG document.
    ///
    /// # Errors
    /// If there is nothing to draw, or a value has no place on its axis.
    pub fn svg(&self) -> Result<String, FigureError> {
        Ok(self.canvas()?.svg(&self.title, &self.caption))
    }

    /// The figure as a PNG file, two pixels a unit.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        self.canvas()?.png()
    }

    fn canvas(&self) -> Result<Canvas, FigureError> {
        let layout = Layout::of(self)?;
        let mut canvas = Canvas::new(WIDTH as u32, layout.height as u32);
        {
            let area = (&mut canvas).into_drawing_area();
            self.draw(&area, &layout)?;
        }
        Ok(canvas)
    }

    fn draw(&self, area: &Area, layout: &Layout) -> Result<(), FigureError> {
        let text = |text: &str, style: &TextStyle, at: (i32, i32)| {
            area.draw_text(text, style, fine(at.0, at.1))
                .map_err(drawing)
        };
        let heading = TextStyle::from((FAMILY, TITLE * FINE, FontStyle::Bold).into_font())
            .color(&BLACK)
            .pos(Pos::new(HPos::Left, VPos::Top));
        for (line, top) in layout.title.iter().zip((24..).step_by(TITLE_LINE as usize)) {
            text(line, &heading, (MARGIN, top))?;
        }
        legend::draw(area, &layout.keys)?;
        for (panel, places) in self.panels.iter().zip(&layout.panels) {
            Plot {
                area,
                panel,
                places,
            }
            .draw()?;
        }
        let label = ink(LABEL, &DARK, HPos::Center, VPos::Center);
        if let Some((at, label_text)) = &layout.x_label {
            text(label_text, &label, *at)?;
        }
        let upright = label.transform(FontTransform::Rotate270);
        if let Some((at, label_text)) = &layout.y_label {
            text(label_text, &upright, *at)?;
        }
        let small = ink(SMALL, &GREY, HPos::Left, VPos::Top);
        let lines = (layout.caption_top..).step_by(CAPTION_LINE as usize);
        for (line, top) in layout.caption.iter().zip(lines) {
            text(line, &small, (MARGIN, top))?;
        }
        Ok(())
    }
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
