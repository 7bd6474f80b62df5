//! One drawing, two formats.
//!
//! Text is measured and, in PNG, drawn with a bundled font, since a system's fonts differ from the
//! next one's.

use plotters::{
    coord::Shift,
    prelude::*,
    style::{FontStyle, register_font},
};

use super::{
    ChartError,
    palette::{DARK, GREY},
};

/// Usual size of the SVG in its own units.
pub(super) const SIZE: (u32, u32) = (960, 600);
/// A PNG has so many times as many pixels each way.
const PNG_SCALE: u32 = 2;

/// The family in the SVG's text; readers without Inter fall back to their own sans-serif.
const FAMILY: &str = "Inter, Helvetica, Arial, sans-serif";
const REGULAR: &[u8] = include_bytes!("../../../assets/font/Inter-Regular-subset.otf");
const BOLD: &[u8] = include_bytes!("../../../assets/font/Inter-Bold-subset.otf");

/// An error of the drawing library.
pub(super) fn drawing(error: impl std::fmt::Display) -> ChartError {
    ChartError::Drawing(error.to_string())
}

/// Something that can be drawn on any canvas.
pub trait Picture: Sized {
    /// Its width and height in units.
    fn size(&self) -> (u32, u32) {
        SIZE
    }

    /// Draws itself, each of its units `scale` pixels.
    ///
    /// # Errors
    /// If there is nothing to draw, or a value has no place on its axis.
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError>;

    /// The picture as an SVG document.
    ///
    /// # Errors
    /// As [`Picture::draw`].
    fn svg(&self) -> Result<String, ChartError> {
        register_fonts()?;
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, self.size()).into_drawing_area();
            self.draw(&area, 1)?;
            area.present().map_err(drawing)?;
        }
        Ok(text)
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// As [`Picture::draw`].
    fn png(&self) -> Result<Vec<u8>, ChartError> {
        register_fonts()?;
        let (width, height) = self.size();
        let (width, height) = (width * PNG_SCALE, height * PNG_SCALE);
        let mut pixels = vec![255; (width * height * 3) as usize];
        {
            let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
            self.draw(&area, PNG_SCALE)?;
            area.present().map_err(drawing)?;
        }
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Best);
        let mut writer = encoder.write_header().map_err(drawing)?;
        writer.write_image_data(&pixels).map_err(drawing)?;
        writer.finish().map_err(drawing)?;
        Ok(bytes)
    }
}

fn register_fonts() -> Result<(), ChartError> {
    for (style, bytes) in [(FontStyle::Normal, REGULAR), (FontStyle::Bold, BOLD)] {
        register_font(FAMILY, style, bytes)
            .map_err(|_| ChartError::Drawing("the bundled font cannot be read".to_owned()))?;
    }
    Ok(())
}

/// Text of a size in units.
pub(super) fn ink(size: u32, scale: u32, colour: &'static RGBColor) -> TextStyle<'static> {
    TextStyle::from((FAMILY, size * scale).into_font()).color(colour)
}

/// White ground, the title above, the caption in small type below.
pub(super) fn frame<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    scale: u32,
    height: u32,
    (title, caption): (&str, &str),
) -> Result<(), ChartError> {
    heading(area, scale, title)?;
    small_type(area, scale, height as i32 - 44, caption)
}

/// White ground and the title.
pub(super) fn heading<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    scale: u32,
    title: &str,
) -> Result<(), ChartError> {
    let px = |units: i32| units * scale as i32;
    area.fill(&WHITE).map_err(drawing)?;
    let heading = TextStyle::from((FAMILY, px(22), FontStyle::Bold).into_font()).color(&BLACK);
    area.draw_text(title, &heading, (px(32), px(22)))
        .map_err(drawing)
}

/// Lines of small type from the left margin, the first at this height.
pub(super) fn small_type<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    scale: u32,
    from: i32,
    text: &str,
) -> Result<(), ChartError> {
    let px = |units: i32| units * scale as i32;
    let small = ink(11, scale, &GREY);
    for (line, text) in small_lines(text).iter().enumerate() {
        let top = px(from + 15 * line as i32);
        area.draw_text(text, &small, (px(32), top))
            .map_err(drawing)?;
    }
    Ok(())
}

/// The lines that a text in small type takes.
pub(super) fn small_lines(text: &str) -> Vec<String> {
    wrap(text, 150)
}

/// Ordinary text.
pub(super) fn label(size: u32, scale: u32) -> TextStyle<'static> {
    ink(size, scale, &DARK)
}

/// Text in lines of at most so many characters, broken at spaces, and within a word that is longer than a line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let letters = text.split_whitespace().map(|word| word.chars().collect());
    let words = letters.flat_map(|word: Vec<char>| {
        let pieces = word.chunks(width).map(|piece| piece.iter().collect());
        pieces.collect::<Vec<String>>()
    });
    for word in words {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > width
        {
            lines.push(word);
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(&word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_longer_than_the_width() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
