//! Pictures that have no axes, such as trees: lines, areas and text by their places from the upper left corner, in units.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    canvas::{Drawing, Font},
    pen::{self, Pen, bold, fine, ink, stroke},
    style::{DARK, GREY, LIGHT, VERMILLION},
};

pub use super::pen::{MARGIN, SMALL, TITLE_LINE, width};
/// The size of what is read first.
pub const VALUE: i32 = 16;
/// The height of a label with what is free below it.
pub const LABEL_LINE: i32 = 34;
/// From a line of a label to the next.
pub const LABEL_STEP: i32 = 20;

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

impl Drawing {
    /// A line through places, so many units broad.
    pub fn line(&mut self, places: &[(i32, i32)], ink: Ink, breadth: i32) {
        Pen::on(self).line(&in_fine(places), stroke(ink.rgb(), breadth));
    }

    /// A dashed line through places.
    pub fn dashed(&mut self, places: &[(i32, i32)], ink: Ink) {
        Pen::on(self).dashed(&in_fine(places), [5, 4], stroke(ink.rgb(), 1));
    }

    /// A filled area with these corners.
    pub fn area(&mut self, corners: &[(i32, i32)], ink: Ink) {
        Pen::on(self).polygon(in_fine(corners), ink.rgb());
    }

    /// Small text with its top at a place: from there on, or with its middle there.
    pub fn text(&mut self, text: &str, at: (i32, i32), colour: Ink, is_centred: bool) {
        let align = if is_centred { HPos::Center } else { HPos::Left };
        self.write(text, at, &ink(SMALL, colour.rgb(), align, VPos::Top));
    }

    /// A text that is read first, with the middle of its top at a place.
    pub fn value(&mut self, text: &str, at: (i32, i32), colour: Ink) {
        self.write(text, at, &bold(VALUE, colour.rgb(), HPos::Center));
    }

    /// A line of the title.
    pub fn title(&mut self, text: &str, at: (i32, i32)) {
        self.write(text, at, &bold(pen::TITLE, &BLACK, HPos::Left));
    }

    /// What a part of the picture shows.
    pub fn label(&mut self, text: &str, at: (i32, i32)) {
        self.write(text, at, &bold(pen::LABEL, &DARK, HPos::Left));
    }

    fn write(&mut self, text: &str, (x, y): (i32, i32), style: &TextStyle) {
        Pen::on(self).text(text, style, fine(x, y));
    }
}

fn in_fine(places: &[(i32, i32)]) -> Vec<(i32, i32)> {
    places.iter().map(|&(x, y)| fine(x, y)).collect()
}

/// The width of a bold text of a size, in units.
pub fn bold_width(text: &str, size: i32) -> i32 {
    Font::Bold.width(text, f64::from(size)).ceil() as i32
}

/// The lines of a label with so much room.
pub fn label(text: &str, room: i32) -> Vec<String> {
    pen::wrap(text, Font::Bold, pen::LABEL, room)
}

/// The lines of a title with so much room.
pub fn title(text: &str, room: i32) -> Vec<String> {
    pen::wrap(text, Font::Bold, pen::TITLE, room)
}
