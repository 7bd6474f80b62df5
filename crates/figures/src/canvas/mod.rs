//! Where figures are drawn: a plotters backend that keeps shapes and text, from which SVG and PNG are written.
//!
//! Plotters' coordinates are whole numbers. A unit of a figure is [`FINE`] of them, so that a line's end or a
//! letter is placed to 1/64 of a unit in both formats.

mod font;
mod pdf;
mod png;
mod svg;

use std::convert::Infallible;

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
    text_anchor::{HPos, VPos},
};

pub(super) use self::font::Font;
pub use self::svg::fonts;

/// The family that text names; programs without Inter use their own sans-serif.
pub(super) const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";

/// So many coordinates make a unit.
pub(super) const FINE: i32 = 64;

/// A length in units.
pub(super) fn units(coordinate: i32) -> f32 {
    coordinate as f32 / FINE as f32
}

/// A shape, in coordinates from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// A line through these places.
    Line(Vec<BackendCoord>, Stroke),
    /// An area with these corners.
    Area(Vec<BackendCoord>, Paint),
    /// A filled circle: centre and radius.
    Disc(BackendCoord, u32, Paint),
    /// The outline of a circle.
    Ring(BackendCoord, u32, Stroke),
    /// A line of text.
    Text(Text),
}

/// A colour with its opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Paint {
    rgb: (u8, u8, u8),
    opacity: f64,
}

/// How a line is drawn; the width in coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stroke {
    paint: Paint,
    width: u32,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
struct Text {
    text: String,
    /// The place that the text is aligned to, on its baseline.
    at: BackendCoord,
    /// Which part of the text stands there.
    align: Align,
    /// The font size, in coordinates.
    size: f64,
    font: Font,
    /// Whether it is read from below.
    is_upright: bool,
    paint: Paint,
}

/// The part of a text that stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Align {
    Start,
    Middle,
    End,
}

/// Shapes and text, in the order in which they were drawn.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    /// Width and height in units.
    size: (u32, u32),
    /// The width on paper, if it is given.
    millimetres: Option<f64>,
    shapes: Vec<Shape>,
    /// The number of shapes before each part that a page may hide.
    parts: Vec<usize>,
}

impl Canvas {
    /// An empty canvas of this width and height in units.
    pub(super) fn new(width: u32, height: u32) -> Self {
        Canvas {
            size: (width, height),
            millimetres: None,
            shapes: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Begins a part, which reaches to the next one: an element of its own in a page.
    pub(super) fn begin_part(&mut self) {
        self.parts.push(self.shapes.len());
    }

    /// The same with a width on paper, in millimetres.
    pub(super) fn on_paper(self, millimetres: Option<f64>) -> Self {
        Canvas {
            millimetres,
            ..self
        }
    }

    fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}

impl From<BackendColor> for Paint {
    fn from(colour: BackendColor) -> Self {
        Paint {
            rgb: colour.rgb,
            opacity: colour.alpha,
        }
    }
}

fn stroke(style: &impl BackendStyle) -> Stroke {
    Stroke {
        paint: style.color().into(),
        width: style.stroke_width(),
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for &mut Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.size;
        (width * FINE as u32, height * FINE as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        let corners = vec![at, (at.0 + 1, at.1), (at.0 + 1, at.1 + 1), (at.0, at.1 + 1)];
        self.shapes.push(Shape::Area(corners, colour.into()));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let mut corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        if fill {
            return self.fill_polygon(corners, style);
        }
        corners.push((left, top));
        self.draw_path(corners, style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path = path.into_iter().collect();
        self.shapes.push(Shape::Line(path, stroke(style)));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.shapes.push(match fill {
            true => Shape::Disc(centre, radius, style.color().into()),
            false => Shape::Ring(centre, radius, stroke(style)),
        });
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let corners = corners.into_iter().collect();
        self.shapes.push(Shape::Area(corners, style.color().into()));
        Ok(())
    }

    fn draw_text<TStyle: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &TStyle,
        (x, y): BackendCoord,
    ) -> Drawn {
        let font = match style.style() {
            FontStyle::Bold => Font::Bold,
            _ => Font::Regular,
        };
        let size = style.size();
        let anchor = style.anchor();
        // From the place to the baseline: capitals and digits, not the line with its leading, are centred.
        let rise = (font.cap_height() * size) as i32;
        let down = match anchor.v_pos {
            VPos::Top => rise,
            VPos::Center => rise / 2,
            VPos::Bottom => 0,
        };
        let is_upright = matches!(style.transform(), FontTransform::Rotate270);
        self.shapes.push(Shape::Text(Text {
            text: text.to_owned(),
            at: if is_upright {
                (x + down, y)
            } else {
                (x, y + down)
            },
            align: match anchor.h_pos {
                HPos::Left => Align::Start,
                HPos::Center => Align::Middle,
                HPos::Right => Align::End,
            },
            size,
            font,
            is_upright,
            paint: style.color().into(),
        }));
        Ok(())
    }

    fn estimate_text_size<TStyle: BackendTextStyle>(
        &self,
        text: &str,
        style: &TStyle,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        Ok((Font::Regular.width(text, size) as u32, size as u32))
    }
}
