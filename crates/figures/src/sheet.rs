//! A sheet for pictures that have no axes, such as trees: lines, areas and text by their places in units.

use plotters::{
    element::DashedPathElement,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    FigureError,
    canvas::{Canvas, FAMILY, FINE, Font},
    pen::{self, drawing, fine, ink},
    style::{DARK, GREY, LIGHT, VERMILLION},
};

pub use super::pen::{MARGIN, SMALL, TITLE_LINE};
/// The size of what is read first.
pub const VALUE: i32 = 16;
/// The height of a label with what is free below it.
pub const LABEL_LINE: i32 = 34;

/// What a sheet is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Outlines and what is read first.
    Black,
    /// For text that is not read first.
    Dark,
    /// Notes and lines that connect.
    Grey,
    /// For areas that lie below text.
    Pale,
    /// Paper, and text on dark areas.
    White,
    /// What was cut off.
    Cut,
}

impl Ink {
    fn rgb(self) -> &'static RGBColor {
        match self {
            Ink::Black => &BLACK,
            Ink::Dark => &DARK,
            Ink::Grey => &GREY,
            Ink::Pale => &LIGHT,
            Ink::White => &WHITE,
            Ink::Cut => &VERMILLION,
        }
    }
}

/// A picture while it is drawn. Places are from the upper left corner, in units.
pub struct Sheet {
    canvas: Canvas,
}

impl Sheet {
    /// An empty sheet of this width and height.
    pub fn new(width: i32, height: i32) -> Self {
        Sheet {
            canvas: Canvas::new(width.max(1) as u32, height.max(1) as u32),
        }
    }

    /// The SVG document, its title and description for readers that do not see it.
    pub fn svg(&self, title: &str, description: &str) -> String {
        self.canvas.svg(title, description)
    }

    /// An SVG element of a page, in whose style the fonts are.
    pub fn inline_svg(&self, label: &str) -> String {
        self.canvas.inline_svg(label)
    }

    /// Begins a part of the picture, which a page can hide.
    pub fn begin_part(&mut self) {
        self.canvas.begin_part();
    }

    /// A PDF file of one page.
    pub fn pdf(&self, title: &str) -> Vec<u8> {
        self.canvas.pdf(title)
    }

    /// A line through places, so many units broad.
    pub fn line(
        &mut self,
        places: &[(i32, i32)],
        ink: Ink,
        breadth: i32,
    ) -> Result<(), FigureError> {
        let stroke = ShapeStyle::from(ink.rgb()).stroke_width((breadth * FINE) as u32);
        self.draw(|area| {
            area.draw(&PathElement::new(in_fine(places), stroke))
                .map_err(drawing)
        })
    }

    /// A dashed line through places.
    pub fn dashed(&mut self, places: &[(i32, i32)], ink: Ink) -> Result<(), FigureError> {
        let stroke = ShapeStyle::from(ink.rgb()).stroke_width(FINE as u32);
        let [dash, gap] = [5, 4].map(|length| length * FINE as u32);
        let path = DashedPathElement::new(in_fine(places), dash, gap, stroke);
        self.draw(|area| area.draw(&path).map_err(drawing))
    }

    /// A filled area with these corners.
    pub fn area(&mut self, corners: &[(i32, i32)], ink: Ink) -> Result<(), FigureError> {
        let polygon = Polygon::new(in_fine(corners), ink.rgb().filled());
        self.draw(|area| area.draw(&polygon).map_err(drawing))
    }

    /// Small text with its top at a place: from there on, or with its middle there.
    pub fn text(
        &mut self,
        text: &str,
        at: (i32, i32),
        colour: Ink,
        is_centred: bool,
    ) -> Result<(), FigureError> {
        let align = if is_centred { HPos::Center } else { HPos::Left };
        self.write(text, at, &ink(SMALL, colour.rgb(), align, VPos::Top))
    }

    /// A text that is read first, with the middle of its top at a place.
    pub fn value(&mut self, text: &str, at: (i32, i32), colour: Ink) -> Result<(), FigureError> {
        self.write(text, at, &bold(VALUE, colour, HPos::Center))
    }

    /// A line of the title.
    pub fn title(&mut self, text: &str, at: (i32, i32)) -> Result<(), FigureError> {
        self.write(text, at, &bold(pen::TITLE, Ink::Black, HPos::Left))
    }

    /// What a part of the sheet shows.
    pub fn label(&mut self, text: &str, at: (i32, i32)) -> Result<(), FigureError> {
        self.write(text, at, &bold(pen::LABEL, Ink::Dark, HPos::Left))
    }

    fn write(
        &mut self,
        text: &str,
        (x, y): (i32, i32),
        style: &TextStyle<'_>,
    ) -> Result<(), FigureError> {
        self.draw(|area| area.draw_text(text, style, fine(x, y)).map_err(drawing))
    }

    fn draw(
        &mut self,
        drawn: impl FnOnce(&pen::Area<'_>) -> Result<(), FigureError>,
    ) -> Result<(), FigureError> {
        drawn(&(&mut self.canvas).into_drawing_area())
    }
}

fn bold(size: i32, colour: Ink, align: HPos) -> TextStyle<'static> {
    TextStyle::from((FAMILY, size * FINE, FontStyle::Bold).into_font())
        .color(colour.rgb())
        .pos(Pos::new(align, VPos::Top))
}

fn in_fine(places: &[(i32, i32)]) -> Vec<(i32, i32)> {
    places.iter().map(|&(x, y)| fine(x, y)).collect()
}

/// The width of a text of a size, in units.
pub fn width(text: &str, size: i32) -> i32 {
    pen::width(text, size)
}

/// The width of a bold text of a size, in units.
pub fn bold_width(text: &str, size: i32) -> i32 {
    Font::Bold.width(text, f64::from(size)).ceil() as i32
}

/// The lines of a title with so much room.
pub fn title(text: &str, room: i32) -> Vec<String> {
    pen::wrap(text, Font::Bold, pen::TITLE, room)
}
