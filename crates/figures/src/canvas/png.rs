//! A canvas as a PNG file, drawn with anti-aliasing at the places of the SVG.

use plotters_backend::BackendCoord;
use tiny_skia::{FillRule, LineJoin, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::{
    Drawing, Look, Shape, Text,
    font::{advances, em},
    units,
};
use crate::FigureError;

/// A unit has so many pixels each way.
const PIXELS: f32 = 2.0;

impl Drawing {
    /// As a PNG file, two pixels a unit.
    ///
    /// # Errors
    /// If it is too large to be kept in memory.
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        let (width, height) = self.size;
        let scale = PIXELS as u32;
        let mut pixels = Pixmap::new(width * scale, height * scale).ok_or_else(|| {
            FigureError::Drawing(format!("no picture of {width} x {height} units"))
        })?;
        pixels.fill(tiny_skia::Color::WHITE);
        for shape in &self.shapes {
            draw(&mut pixels, shape);
        }
        let across = self.millimetres;
        encode(&pixels, across).map_err(|error| FigureError::Drawing(error.to_string()))
    }
}

/// Nothing is transparent, and a palette would lose colours: three bytes a pixel. The width on paper is in millimetres.
fn encode(pixels: &Pixmap, across: Option<f64>) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    // Tells the files that may be replaced from those of other programs.
    encoder.add_text_chunk("Software".to_owned(), "Plybench".to_owned())?;
    if let Some(across) = across {
        let a_metre = (f64::from(pixels.width()) * 1000.0 / across).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: a_metre,
            yppu: a_metre,
            unit: png::Unit::Meter,
        }));
    }
    let opaque = pixels.pixels().iter();
    let rgb: Vec<u8> = opaque
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}

fn draw(pixels: &mut Pixmap, shape: &Shape) {
    let (path, look) = match shape {
        Shape::Path(places, look) => (polygon(places, look.line.is_none()), *look),
        Shape::Circle(centre, radius, look) => (circle(*centre, *radius), *look),
        Shape::Text(text) => (letters(text), Look::filled(text.paint)),
    };
    let Some(path) = path else { return };
    let (red, green, blue) = look.paint.rgb;
    let opacity = (look.paint.opacity * 255.0).round() as u8;
    let mut ink = tiny_skia::Paint::default();
    ink.set_color_rgba8(red, green, blue, opacity);
    let (rule, place) = (FillRule::Winding, Transform::identity());
    match look.line {
        None => pixels.fill_path(&path, &ink, rule, place, None),
        Some(width) => {
            let style = Stroke {
                width: units(width as i32) * PIXELS,
                line_join: LineJoin::Miter,
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &ink, &style, place, None);
        }
    }
}

fn place((x, y): BackendCoord) -> (f32, f32) {
    (units(x) * PIXELS, units(y) * PIXELS)
}

fn polygon(places: &[BackendCoord], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (number, &at) in places.iter().enumerate() {
        let (x, y) = place(at);
        match number {
            0 => path.move_to(x, y),
            _ => path.line_to(x, y),
        }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

fn circle(centre: BackendCoord, radius: u32) -> Option<Path> {
    let (x, y) = place(centre);
    PathBuilder::from_circle(x, y, units(radius as i32) * PIXELS)
}

/// A text's outlines in pixels.
struct Letters {
    path: PathBuilder,
    origin: (f32, f32),
    /// Where the glyph begins, in the font's units.
    start: i32,
    /// Pixels in a unit of the font.
    scale: f64,
    /// How far the text begins before its place, in pixels.
    shift: f64,
    is_upright: bool,
}

fn letters(text: &Text) -> Option<Path> {
    let size = f64::from(units(text.size as i32) * PIXELS);
    let face = text.font.face()?;
    let mut letters = Letters {
        path: PathBuilder::new(),
        origin: place(text.at),
        start: 0,
        scale: size / em(face),
        shift: text.font.width(&text.text, size) * text.before,
        is_upright: text.is_upright,
    };
    for (glyph, advance) in advances(face, &text.text) {
        face.outline_glyph(glyph, &mut letters);
        letters.start += advance;
    }
    letters.path.finish()
}

impl Letters {
    /// The pixel at a place of the present glyph in the font's units, y upwards.
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let x = (f64::from(x) + f64::from(self.start)) * self.scale;
        let (along, up) = ((x - self.shift) as f32, (f64::from(y) * self.scale) as f32);
        let (left, baseline) = self.origin;
        match self.is_upright {
            false => (left + along, baseline - up),
            true => (left - up, baseline - along),
        }
    }
}

impl OutlineBuilder for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [one, two, to] = [(x1, y1), (x2, y2), (x, y)].map(|(x, y)| self.place(x, y));
        self.path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
