//! A canvas as an SVG document: text stays text, in a font that the document carries.

use std::fmt::Write as _;

use base64::{Engine, engine::general_purpose::STANDARD};
use plotters_backend::BackendCoord;
use quick_xml::escape::escape;

use super::{Drawing, FAMILY, Font, Look, Paint, Shape, Text, units};

impl Drawing {
    /// As an SVG element of a page that has the [`fonts`] in its style. The description is left out: it stands in the page.
    #[must_use]
    pub fn inline_svg(&self) -> String {
        let (width, height) = self.size;
        let mut text = format!(
            "<svg class=\"picture\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n",
            escape(&self.title)
        );
        let first = self.parts.first().copied().unwrap_or(self.shapes.len());
        write_joined(&mut text, &self.shapes[..first]);
        let ends = self
            .parts
            .iter()
            .skip(1)
            .copied()
            .chain([self.shapes.len()]);
        for (start, end) in self.parts.iter().copied().zip(ends) {
            text.push_str("<g>\n");
            write_joined(&mut text, &self.shapes[start..end]);
            text.push_str("</g>\n");
        }
        text.push_str("</svg>\n");
        // Nobody reads it line by line, and line ends are a tenth of it.
        text.replace(">\n<", "><")
    }

    /// As an SVG document of its own.
    #[must_use]
    pub fn svg(&self) -> String {
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
            escape(&self.title),
            escape(&self.description)
        );
        text.extend(self.fonts().map(face));
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
    let faces = Font::ALL.map(face).concat();
    format!("{faces}svg.picture text{{font-family:{FAMILY}}}\n")
}

/// A font that text can have, as CSS.
fn face(font: Font) -> String {
    format!(
        "@font-face{{font-family:Inter;font-weight:{};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}\n",
        font.files().weight,
        STANDARD.encode(font.files().web)
    )
}

/// Writing to a `String` is infallible.
fn push(text: &mut String, what: std::fmt::Arguments) {
    let _ = text.write_fmt(what);
}

/// The dashes of a line are one path, with places from one to the next, which is a third as long.
fn write_joined(text: &mut String, shapes: &[Shape]) {
    let is_joined = |one: &Shape, next: &Shape| match (one, next) {
        (Shape::Path(_, one), Shape::Path(_, next)) => {
            one == next && one.line.is_some() && one.paint.opacity == 1.0
        }
        _ => false,
    };
    for group in shapes.chunk_by(is_joined) {
        match group {
            [Shape::Path(_, look), _, ..] => {
                let mut at = (0, 0);
                let lines = group.iter().map(|line| match line {
                    Shape::Path(places, _) => relative(places, &mut at),
                    _ => String::new(),
                });
                let lines: String = lines.collect();
                push(text, format_args!("<path d=\"{lines}\"{}/>\n", drawn(look)));
            }
            _ => group.iter().for_each(|shape| write(text, shape)),
        }
    }
}

fn write(text: &mut String, shape: &Shape) {
    let (shape, look) = match shape {
        Shape::Path(places, look) => {
            let name = look.line.map_or("polygon", |_| "polyline");
            (format!("{name} points=\"{}\"", points(places)), look)
        }
        Shape::Circle((x, y), radius, look) => {
            let [x, y, radius] = [*x, *y, *radius as i32].map(number);
            (format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), look)
        }
        Shape::Text(line) => return write_text(text, line),
    };
    push(text, format_args!("<{shape}{}/>\n", drawn(look)));
}

fn write_text(text: &mut String, line: &Text) {
    let (x, y) = (number(line.at.0), number(line.at.1));
    let anchor = match line.before {
        0.0 => "",
        1.0 => " text-anchor=\"end\"",
        _ => " text-anchor=\"middle\"",
    };
    let weight = match line.font {
        Font::Regular => "",
        Font::Bold => " font-weight=\"700\"",
    };
    let turn = match line.is_upright {
        true => format!(" transform=\"rotate(-90 {x} {y})\""),
        false => String::new(),
    };
    push(
        text,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}{weight}{turn}{}>{}</text>\n",
            number(line.size as i32),
            coloured("fill", &line.paint),
            escape(&line.text)
        ),
    );
}

/// A coordinate in units, to a tenth of one: nobody sees less.
fn number(coordinate: i32) -> String {
    in_units(tenths(coordinate))
}

/// A line by the steps from a place, which becomes its end. The places are rounded first, so that no error adds up.
fn relative(places: &[BackendCoord], at: &mut (i32, i32)) -> String {
    let steps = places.iter().map(|place| {
        let next = (tenths(place.0), tenths(place.1));
        let step = (next.0 - at.0, next.1 - at.1);
        *at = next;
        format!("{},{}", in_units(step.0), in_units(step.1))
    });
    format!("m{}", steps.collect::<Vec<_>>().join(" "))
}

/// A coordinate in tenths of a unit.
fn tenths(coordinate: i32) -> i32 {
    (units(coordinate) * 10.0).round() as i32
}

/// Tenths of a unit in units.
fn in_units(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    match (whole, rest) {
        (whole, 0) => format!("{}{whole}", if whole == 0 { "" } else { sign }),
        (0, rest) => format!("{sign}.{rest}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}

fn points(places: &[BackendCoord]) -> String {
    let texts = places
        .iter()
        .map(|&(x, y)| format!("{},{}", number(x), number(y)));
    texts.collect::<Vec<_>>().join(" ")
}

fn drawn(look: &Look) -> String {
    match look.line {
        None => coloured("fill", &look.paint),
        Some(width) => format!(
            " fill=\"none\"{} stroke-width=\"{}\"",
            coloured("stroke", &look.paint),
            number(width as i32)
        ),
    }
}

fn coloured(what: &str, paint: &Paint) -> String {
    let (red, green, blue) = paint.rgb;
    let opacity = match paint.opacity < 1.0 {
        true => format!(" {what}-opacity=\"{:.2}\"", paint.opacity),
        false => String::new(),
    };
    format!(" {what}=\"#{red:02X}{green:02X}{blue:02X}\"{opacity}")
}
