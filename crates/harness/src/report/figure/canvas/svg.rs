//! A canvas as an SVG document: text stays text, in a font that the document carries.

use std::fmt::Write as _;

use base64::{Engine, engine::general_purpose::STANDARD};
use plotters_backend::BackendCoord;
use quick_xml::escape::escape;

use super::{Align, Canvas, FAMILY, Font, Paint, Shape, Stroke, Text, units};

impl Canvas {
    /// The SVG document, its title and description for readers that do not see it.
    pub(in crate::report::figure) fn svg(&self, title: &str, description: &str) -> String {
        let (width, height) = self.size;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n",
            escape(title),
            escape(description)
        );
        for font in [Font::Regular, Font::Bold] {
            if self.texts().any(|text| text.font == font) {
                push(
                    &mut text,
                    format_args!(
                        "@font-face{{font-family:Inter;font-weight:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n",
                        font.weight(),
                        STANDARD.encode(font.web())
                    ),
                );
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

/// Memory does not fail.
fn push(text: &mut String, what: std::fmt::Arguments) {
    let _ = text.write_fmt(what);
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
