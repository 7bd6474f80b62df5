//! A figure on its way to the canvas: title, legend, panels, labels of axes and caption.

use plotters::{
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    Figure, FigureError,
    canvas::{Canvas, FAMILY, FINE},
    layout::Layout,
    legend,
    panel::Plot,
    pen::{
        Area, CAPTION_LINE, LABEL, MARGIN, SMALL, TITLE, TITLE_LINE, TITLE_TOP, WIDTH, drawing,
        fine, ink,
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
}

impl Size {
    /// For a screen: 960 units.
    pub const SCREEN: Size = Size {
        width: WIDTH,
        millimetres: None,
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
        }
    }
}

/// Small type is 8 points, 2.82 mm, high.
const UNITS_A_MILLIMETRE: f64 = SMALL as f64 / 2.82;
/// Below this, titles and axes have no room.
const NARROWEST: i32 = 380;

/// A figure that is drawn, to be written in one format or another.
pub struct Drawing<'f> {
    figure: &'f Figure,
    canvas: Canvas,
}

impl Drawing<'_> {
    /// The picture as an SVG document of its own.
    #[must_use]
    pub fn svg(&self) -> String {
        self.canvas.svg(&self.figure.title, &self.figure.caption)
    }

    /// As a PNG file, two pixels a unit.
    ///
    /// # Errors
    /// If it is too large to be kept in memory.
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        self.canvas.png()
    }

    /// As a PDF file of one page.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        self.canvas.pdf(&self.figure.title)
    }

    /// As an SVG element of a page, in whose style the fonts are.
    #[must_use]
    pub fn inline_svg(&self) -> String {
        self.canvas.inline_svg(&self.figure.title)
    }
}

impl Figure {
    /// Draws the figure.
    ///
    /// # Errors
    /// If there is nothing to draw, or a value has no place on its axis.
    pub fn drawn(&self, size: Size) -> Result<Drawing<'_>, FigureError> {
        let layout = Layout::of(self, size)?;
        let mut canvas =
            Canvas::new(layout.width as u32, layout.height as u32).on_paper(size.millimetres);
        {
            let area = (&mut canvas).into_drawing_area();
            self.draw(&area, &layout)?;
        }
        Ok(Drawing {
            figure: self,
            canvas,
        })
    }

    /// The figure as an SVG document for a screen.
    ///
    /// # Errors
    /// As [`Figure::drawn`].
    pub fn svg(&self) -> Result<String, FigureError> {
        Ok(self.drawn(Size::SCREEN)?.svg())
    }

    /// The figure as a PNG file for a screen.
    ///
    /// # Errors
    /// As [`Figure::drawn`].
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        self.drawn(Size::SCREEN)?.png()
    }

    fn draw(&self, area: &Area, layout: &Layout) -> Result<(), FigureError> {
        let text = |text: &str, style: &TextStyle, at: (i32, i32)| {
            area.draw_text(text, style, fine(at.0, at.1))
                .map_err(drawing)
        };
        let heading = TextStyle::from((FAMILY, TITLE * FINE, FontStyle::Bold).into_font())
            .color(&BLACK)
            .pos(Pos::new(HPos::Left, VPos::Top));
        for (line, top) in layout
            .title
            .iter()
            .zip((TITLE_TOP..).step_by(TITLE_LINE as usize))
        {
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
