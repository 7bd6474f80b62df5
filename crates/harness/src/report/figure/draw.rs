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
