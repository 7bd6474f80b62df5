//! A canvas as an SVG document: text stays text, in a font that the document carries.

use std::fmt::Write as _;

use base64::{Engine, engine::general_purpose::STANDARD};
use plotters_backend::BackendCoord;
use quick_xml::escape::escape;

use super::{Align, Canvas, FAMILY, Font, Paint, Shape, Stroke, Text, units};

impl Canvas {
    /// The same for a page that has the [`fonts`]: what it says stands beside it.
    pub(crate) fn inline_svg(&self, label: &str) -> String {
        let (width, height) = self.size;
        let mut text = format!(
            "<svg class=\"picture\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n",
            escape(label)
        );
        let ends = self.parts.iter().copied().chain([self.shapes.len()]);
        let starts = [0].into_iter().chain(self.parts.iter().copied());
        for (place, (start, end)) in starts.zip(ends).enumerate() {
            let (open, close) = if place == 0 {
                ("", "")
            } else {
                ("<g>\n", "</g>\n")
            };
            text.push_str(open);
            write_joined(&mut text, self.shapes.get(start..end).unwrap_or(&[]));
            text.push_str(close);
        }
        text.push_str("</svg>\n");
        text
    }

    /// The SVG document, its title and description for readers that do not see it.
    pub(crate) fn svg(&self, title: &str, description: &str) -> String {
        let (width, height) = self.size;
        let (broad, high) = match self.millimetres {
            None => (width.to_string(), height.to_string()),
            Some(broad) => {
                let high = broad * f64::from(height) / f64::from(width);
                (format!("{broad}mm"), format!("{high:.2}mm"))
            }
        };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{broad}\" height=\"{high}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n",
            escape(title),
            escape(description)
        );
        for font in [Font::Regular, Font::Bold] {
            if self.texts().any(|text| text.font == font) {
                text.push_str(&face(font));
            }
        }
        push(
            &mut text,
            format_args!(
                "text{{font-family:{FAMILY}}}\n</style>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n"
            ),
        );
        for shape in &self.shapes {
            write(&mut text, shape);
        }
        text.push_str("</svg>\n");
        text
    }
}

/// The fonts of all pictures, for the style of a page that has them inline.
pub fn fonts() -> String {
    let faces = [Font::Regular, Font::Bold].map(face).concat();
    format!("{faces}svg.picture text{{font-family:{FAMILY}}}\n")
}

/// A font that text can have, as CSS.
fn face(font: Font) -> String {
    format!(
        "@font-face{{font-family:Inter;font-weight:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n",
        font.weight(),
        STANDARD.encode(font.web())
    )
}

/// Writing to a `String` is infallible.
fn push(text: &mut String, what: std::fmt::Arguments) {
    let _ = text.write_fmt(what);
}

/// The dashes of a line are one path, which is half as long.
fn write_joined(text: &mut String, shapes: &[Shape]) {
    let is_joined = |one: &Shape, next: &Shape| match (one, next) {
        (Shape::Line(_, one), Shape::Line(_, next)) => one == next && one.paint.opacity == 1.0,
        _ => false,
    };
    for group in shapes.chunk_by(is_joined) {
        match group {
            [Shape::Line(_, stroke), _, ..] => write_lines(text, group, stroke),
            _ => group.iter().for_each(|shape| write(text, shape)),
        }
    }
}

fn write_lines(text: &mut String, lines: &[Shape], stroke: &Stroke) {
    text.push_str("<path d=\"");
    for line in lines {
        if let Shape::Line(places, _) = line {
            push(text, format_args!("M{}", points(places)));
        }
    }
    push(
        text,
        format_args!("\" fill=\"none\"{}/>\n", outline(stroke)),
    );
}

fn write(text: &mut String, shape: &Shape) {
    match shape {
        Shape::Line(places, stroke) => push(
            text,
            format_args!(
                "<polyline points=\"{}\" fill=\"none\"{}/>\n",
                points(places),
                outline(stroke)
            ),
        ),
        Shape::Area(corners, paint) => push(
            text,
            format_args!("<polygon points=\"{}\"{}/>\n", points(corners), fill(paint)),
        ),
        Shape::Disc(centre, radius, paint) => push(
            text,
            format_args!("<circle{}{}/>\n", circle(*centre, *radius), fill(paint)),
        ),
        Shape::Ring(centre, radius, stroke) => push(
            text,
            format_args!(
                "<circle{} fill=\"none\"{}/>\n",
                circle(*centre, *radius),
                outline(stroke)
            ),
        ),
        Shape::Text(line) => write_text(text, line),
    }
}

fn write_text(text: &mut String, line: &Text) {
    let (x, y) = (number(line.at.0), number(line.at.1));
    let anchor = match line.align {
        Align::Start => "",
        Align::Middle => " text-anchor=\"middle\"",
        Align::End => " text-anchor=\"end\"",
    };
    let weight = match line.font {
        Font::Regular => "",
        Font::Bold => " font-weight=\"700\"",
    };
    let turn = if line.is_upright {
        format!(" transform=\"rotate(-90 {x} {y})\"")
    } else {
        String::new()
    };
    push(
        text,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}{weight}{turn}{}>{}</text>\n",
            number(line.size as i32),
            fill(&line.paint),
            escape(&line.text)
        ),
    );
}

/// A coordinate in units, with at most two decimals.
fn number(coordinate: i32) -> String {
    let text = format!("{:.2}", units(coordinate));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn points(places: &[BackendCoord]) -> String {
    let texts = places
        .iter()
        .map(|&(x, y)| format!("{},{}", number(x), number(y)));
    texts.collect::<Vec<_>>().join(" ")
}

fn circle((x, y): BackendCoord, radius: u32) -> String {
    format!(
        " cx=\"{}\" cy=\"{}\" r=\"{}\"",
        number(x),
        number(y),
        number(radius as i32)
    )
}

fn fill(paint: &Paint) -> String {
    coloured("fill", paint)
}

fn outline(stroke: &Stroke) -> String {
    format!(
        "{} stroke-width=\"{}\"",
        coloured("stroke", &stroke.paint),
        number(stroke.width as i32)
    )
}

fn coloured(what: &str, paint: &Paint) -> String {
    let (red, green, blue) = paint.rgb;
    let opacity = if paint.opacity < 1.0 {
        format!(" {what}-opacity=\"{:.2}\"", paint.opacity)
    } else {
        String::new()
    };
    format!(" {what}=\"#{red:02X}{green:02X}{blue:02X}\"{opacity}")
}
