//! A matrix of coloured cells with named rows and columns.

use plotters::{
    coord::Shift,
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    ChartError,
    canvas::{self, Picture, SIZE, drawing, label},
    palette::{Colour, LIGHT},
};

/// How strongly a cell is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Not at all.
    Empty,
    /// A little.
    Pale,
    /// So that the eye finds it.
    Strong,
}

/// A matrix with a row of cells for each name.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixChart {
    /// What it shows.
    pub title: String,
    /// Method and build, in small type below.
    pub caption: String,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows' names, each with a cell for each column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// Height of a row in units.
const ROW: u32 = 19;
/// Where the cells begin.
const LEFT: u32 = 230;
const TOP: u32 = 170;

impl Picture for MatrixChart {
    fn size(&self) -> (u32, u32) {
        (SIZE.0, TOP + ROW * self.rows.len() as u32 + 70)
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError> {
        if self.rows.is_empty() || self.columns.is_empty() {
            return Err(ChartError::Empty(self.title.clone()));
        }
        canvas::frame(area, scale, self.size().1, (&self.title, &self.caption))?;
        let px = |units: u32| (units * scale) as i32;
        let width = (SIZE.0 - LEFT - 32) / self.columns.len() as u32;
        let centre = |column: usize| LEFT + width * column as u32 + width / 2;
        for (at, name) in self.columns.iter().enumerate() {
            let text = label(12, scale).transform(FontTransform::Rotate270);
            let text = text.pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(name, &text, (px(centre(at)), px(TOP - 8)))
                .map_err(drawing)?;
        }
        for (row, (name, cells)) in self.rows.iter().enumerate() {
            let top = TOP + ROW * row as u32;
            let text = label(12, scale).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw_text(name, &text, (px(LEFT - 10), px(top + ROW / 2)))
                .map_err(drawing)?;
            for (column, cell) in cells.iter().enumerate() {
                let colour = match cell {
                    Cell::Empty => continue,
                    Cell::Pale => LIGHT,
                    Cell::Strong => Colour::Blue.rgb(),
                };
                let left = LEFT + width * column as u32;
                let corners = [
                    (px(left + 1), px(top + 1)),
                    (px(left + width - 1), px(top + ROW - 1)),
                ];
                area.draw(&Rectangle::new(corners, colour.filled()))
                    .map_err(drawing)?;
            }
        }
        Ok(())
    }
}
