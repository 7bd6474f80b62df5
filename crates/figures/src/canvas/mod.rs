//! What is drawn: a plotters backend that keeps shapes and text, from which SVG, PNG and PDF are written.
//!
//! Plotters' coordinates are whole numbers. A unit of a figure is [`FINE`] of them, so that a line's end or a
//! letter is placed to 1/64 of a unit in all formats.

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
    /// A line through these places, or an area with these corners.
    Path(Vec<BackendCoord>, Look),
    /// A circle with this centre and radius.
    Circle(BackendCoord, u32, Look),
    /// A line of text.
    Text(Text),
}

/// A colour with its opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Paint {
    rgb: (u8, u8, u8),
    opacity: f64,
}

/// How a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    paint: Paint,
    /// The width of its line, in coordinates; none if the shape is filled.
    line: Option<u32>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
struct Text {
    text: String,
    /// The place that the text is aligned to, on its baseline.
    at: BackendCoord,
    /// The part of its width that stands before this place.
    before: f64,
    /// The font size, in coordinates.
    size: f64,
    font: Font,
    /// Whether it is read from below.
    is_upright: bool,
    paint: Paint,
}

/// A picture that is drawn, to be written in one format or another.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The title and the description, for readers that do not see the picture.
    title: String,
    description: String,
    /// Width and height in units.
    size: (u32, u32),
    /// The width on paper, if it is given.
    pub(super) millimetres: Option<f64>,
    /// Shapes and text, in the order in which they were drawn.
    shapes: Vec<Shape>,
    /// The number of shapes before each part that a page may hide.
    parts: Vec<usize>,
}

impl Drawing {
    /// An empty picture of this width and height in units. Readers that do not see it have the title and the description.
    #[must_use]
    pub fn new((width, height): (i32, i32), title: &str, description: &str) -> Self {
        Drawing {
            title: title.to_owned(),
            description: description.to_owned(),
            size: (width.max(1) as u32, height.max(1) as u32),
            millimetres: None,
            shapes: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Begins a part, which reaches to the next one: an element of its own in a page, which a page can hide.
    pub fn begin_part(&mut self) {
        self.parts.push(self.shapes.len());
    }

    /// The width in units.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.size.0
    }

    /// The fonts that its texts have.
    fn fonts(&self) -> impl Iterator<Item = Font> {
        let has = |font: &Font| self.texts().any(|text| text.font == *font);
        Font::ALL.into_iter().filter(has)
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

impl Look {
    fn filled(paint: Paint) -> Self {
        Look { paint, line: None }
    }

    fn of(style: &impl BackendStyle, is_filled: bool) -> Self {
        Look {
            paint: style.color().into(),
            line: (!is_filled).then(|| style.stroke_width()),
        }
    }
}

/// What draws on a picture.
pub(super) struct Canvas<'d>(pub(super) &'d mut Drawing);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// Only what plotters cannot do without, and what would else be drawn pixel by pixel.
impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.0.size;
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
        let look = Look::filled(colour.into());
        self.0.shapes.push(Shape::Path(corners, look));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let path = path.into_iter().collect();
        self.0
            .shapes
            .push(Shape::Path(path, Look::of(style, false)));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let look = Look::of(style, fill);
        self.0.shapes.push(Shape::Circle(centre, radius, look));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let corners = corners.into_iter().collect();
        self.0
            .shapes
            .push(Shape::Path(corners, Look::of(style, true)));
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
        self.0.shapes.push(Shape::Text(Text {
            text: text.to_owned(),
            at: match is_upright {
                true => (x + down, y),
                false => (x, y + down),
            },
            before: match anchor.h_pos {
                HPos::Left => 0.0,
                HPos::Center => 0.5,
                HPos::Right => 1.0,
            },
            size,
            font,
            is_upright,
            paint: style.color().into(),
        }));
        Ok(())
    }
}
