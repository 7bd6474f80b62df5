//! A figure on its way to the canvas: title, legend, panels, labels of axes and caption.

use plotters::{
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, VPos},
    },
};

use super::{
    Figure, FigureError,
    canvas::Drawing,
    layout::Layout,
    legend,
    pen::{
        CAPTION_LINE, LABEL, Pen, SMALL, TITLE, TITLE_LINE, TITLE_TOP, WIDTH, bold, fine, ink,
        margin,
    },
    style::{DARK, GREY},
};

/// How large a figure is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The width in units.
    pub(super) width: i32,
    /// The width on paper, if it is for paper.
    millimetres: Option<f64>,
    /// Whether it is 16:9.
    pub(super) is_slide: bool,
}

impl Size {
    /// For a screen: 960 units.
    pub const SCREEN: Size = Size {
        width: WIDTH,
        millimetres: None,
        is_slide: false,
    };

    /// For the screen of a phone.
    pub const NARROW: Size = Size {
        width: NARROWEST,
        ..Size::SCREEN
    };

    /// For a slide: 16:9, with type a fifth larger than on a screen. A figure with many rows or panels can be higher.
    pub const SLIDE: Size = Size {
        width: WIDTH * 5 / 6,
        millimetres: None,
        is_slide: true,
    };

    /// The least and the greatest width on paper, in millimetres.
    pub const PAPER: std::ops::RangeInclusive<f64> = 50.0..=1000.0;

    /// For paper, with this width in millimetres. The captions have type of 8 points; at less than 90 mm all type is smaller, since
    /// nothing but the width would be left to save.
    #[must_use]
    pub fn on_paper(millimetres: f64) -> Self {
        let units = millimetres * UNITS_A_MILLIMETRE;
        Size {
            width: (units.round() as i32).max(NARROWEST),
            millimetres: Some(millimetres),
            is_slide: false,
        }
    }
}

/// Small type is 8 points, 2.82 mm, high.
const UNITS_A_MILLIMETRE: f64 = SMALL as f64 / 2.82;
/// Below this, titles and axes have no room.
const NARROWEST: i32 = 380;

impl Figure {
    /// Draws the figure.
    ///
    /// # Errors
    /// If there is nothing to draw, or a value has no place on its axis.
    pub fn drawn(&self, size: Size) -> Result<Drawing, FigureError> {
        let layout = Layout::of(self, size)?;
        let dimensions = (layout.width, layout.height);
        let mut drawing = Drawing::new(dimensions, &self.title, &self.caption.full());
        drawing.millimetres = size.millimetres;
        layout.draw(&Pen::on(&mut drawing))?;
        Ok(drawing)
    }
}

impl Layout<'_> {
    fn draw(&self, pen: &Pen) -> Result<(), FigureError> {
        let text = |text: &str, style: &TextStyle, at: (i32, i32)| {
            pen.text(text, style, fine(at.0, at.1));
        };
        let heading = bold(TITLE, &BLACK, HPos::Left);
        let tops = (TITLE_TOP..).step_by(TITLE_LINE as usize);
        for (line, top) in self.title.iter().zip(tops) {
            text(line, &heading, (margin(self.width), top));
        }
        legend::draw(pen, &self.keys);
        for places in &self.panels {
            places.draw(pen)?;
        }
        let label = ink(LABEL, &DARK, HPos::Center, VPos::Center);
        if let Some((at, x_label)) = &self.x_label {
            text(x_label, &label, *at);
        }
        if let Some((at, y_label)) = &self.y_label {
            text(y_label, &label.transform(FontTransform::Rotate270), *at);
        }
        let small = ink(SMALL, &GREY, HPos::Left, VPos::Top);
        let tops = (self.caption_top..).step_by(CAPTION_LINE as usize);
        for (line, top) in self.caption.iter().zip(tops) {
            text(line, &small, (margin(self.width), top));
        }
        Ok(())
    }
}
