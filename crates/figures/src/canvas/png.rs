//! A canvas as a PNG file, drawn with anti-aliasing at the places of the SVG.

use plotters_backend::BackendCoord;
use tiny_skia::{FillRule, LineJoin, Path, PathBuilder, Pixmap, Stroke as Outline, Transform};

use super::{Align, Canvas, Paint, Shape, Stroke, Text, font::Pen, units};
use crate::FigureError;

/// A unit has so many pixels each way.
const PIXELS: f32 = 2.0;

impl Canvas {
    /// The PNG file.
    ///
    /// # Errors
    /// If the canvas is empty or too large to be kept in memory.
    pub(crate) fn png(&self) -> Result<Vec<u8>, FigureError> {
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
    match shape {
        Shape::Line(places, style) => outline(pixels, polygon(places, false), style),
        Shape::Area(corners, paint) => fill(pixels, polygon(corners, true), paint),
        Shape::Disc(centre, radius, paint) => fill(pixels, circle(*centre, *radius), paint),
        Shape::Ring(centre, radius, style) => outline(pixels, circle(*centre, *radius), style),
        Shape::Text(text) => fill(pixels, letters(text), &text.paint),
    }
}

fn fill(pixels: &mut Pixmap, path: Option<Path>, paint: &Paint) {
    if let Some(path) = path {
        pixels.fill_path(
            &path,
            &ink(paint),
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }
}

fn outline(pixels: &mut Pixmap, path: Option<Path>, stroke: &Stroke) {
    let style = Outline {
        width: units(stroke.width as i32) * PIXELS,
        line_join: LineJoin::Miter,
        ..Outline::default()
    };
    if let Some(path) = path {
        pixels.stroke_path(
            &path,
            &ink(&stroke.paint),
            &style,
            Transform::identity(),
            None,
        );
    }
}

fn ink(paint: &Paint) -> tiny_skia::Paint<'static> {
    let (red, green, blue) = paint.rgb;
    let mut ink = tiny_skia::Paint::default();
    ink.set_color_rgba8(red, green, blue, (paint.opacity * 255.0).round() as u8);
    ink
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
    /// How far the text begins before its place.
    shift: f64,
    is_upright: bool,
}

fn letters(text: &Text) -> Option<Path> {
    let size = f64::from(units(text.size as i32) * PIXELS);
    let width = text.font.width(&text.text, size);
    let mut letters = Letters {
        path: PathBuilder::new(),
        origin: place(text.at),
        shift: match text.align {
            Align::Start => 0.0,
            Align::Middle => width / 2.0,
            Align::End => width,
        },
        is_upright: text.is_upright,
    };
    text.font.outline(&text.text, size, &mut letters);
    letters.path.finish()
}

impl Letters {
    fn place(&self, (x, y): (f64, f64)) -> (f32, f32) {
        let along = (x - self.shift) as f32;
        let (left, baseline) = self.origin;
        match self.is_upright {
            false => (left + along, baseline - y as f32),
            true => (left - y as f32, baseline - along),
        }
    }
}

impl Pen for Letters {
    fn move_to(&mut self, x: f64, y: f64) {
        let (x, y) = self.place((x, y));
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        let (x, y) = self.place((x, y));
        self.path.line_to(x, y);
    }

    fn curve_to(&mut self, one: (f64, f64), two: (f64, f64), to: (f64, f64)) {
        let [one, two, to] = [one, two, to].map(|at| self.place(at));
        self.path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
