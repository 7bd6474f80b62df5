//! What series look like: colours, markers and dashes that are told apart without each other.

use plotters::prelude::*;

use super::{
    canvas::FINE,
    pen::{Pen, Place, pale, stroke},
};

/// Colours that colour-blind readers can tell apart: Okabe and Ito, "Color Universal Design" (2008); their yellow is
/// too pale on white, and grey stands in for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Black,
    Orange,
    SkyBlue,
    BluishGreen,
    Blue,
    Vermillion,
    ReddishPurple,
    Grey,
    /// For marks that others stand out from.
    Silver,
}

impl Colour {
    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Colour::Black => RGBColor(0, 0, 0),
            Colour::Orange => RGBColor(230, 159, 0),
            Colour::SkyBlue => RGBColor(86, 180, 233),
            Colour::BluishGreen => RGBColor(0, 158, 115),
            Colour::Blue => RGBColor(0, 114, 178),
            Colour::Vermillion => VERMILLION,
            Colour::ReddishPurple => RGBColor(204, 121, 167),
            Colour::Grey => GREY,
            Colour::Silver => RGBColor(178, 178, 178),
        }
    }

    /// So much of the colour on white, from 0 to 1.
    pub(super) fn tinted(self, strength: f64) -> RGBColor {
        let RGBColor(red, green, blue) = self.rgb();
        let mix =
            |part: u8| (255.0 - (255.0 - f64::from(part)) * strength.clamp(0.0, 1.0)).round() as u8;
        RGBColor(mix(red), mix(green), mix(blue))
    }
}

pub(super) const VERMILLION: RGBColor = RGBColor(213, 94, 0);
/// The colour of text.
pub(super) const DARK: RGBColor = RGBColor(60, 60, 60);
/// Axes, reference lines and captions.
pub(super) const GREY: RGBColor = RGBColor(110, 110, 110);
/// The colour of grid lines.
pub(super) const LIGHT: RGBColor = RGBColor(226, 226, 226);

/// The shape of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    Plus,
    Inverted,
    Ring,
}

/// How a line is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// A line without gaps.
    Solid,
    /// Dashes of the first length with gaps of the second between them, in units.
    Dashed(u8, u8),
}

/// How broad a line is, and how large its points are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The width of most lines.
    Regular,
    /// Broad enough to be seen on both sides of a regular line that covers it.
    Broad,
}

/// The look of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The colour of all its marks.
    pub colour: Colour,
    /// The shape of its points; without one it is a line alone.
    pub marker: Option<Marker>,
    /// Its line; without one it is points alone.
    pub line: Option<Dash>,
    /// How broad the line is.
    pub weight: Weight,
}

const fn style(colour: Colour, marker: Marker, line: Dash) -> Style {
    Style {
        colour,
        marker: Some(marker),
        line: Some(line),
        weight: Weight::Regular,
    }
}

impl Style {
    /// The baseline's, in every chart.
    pub const BASELINE: Style = style(Colour::Black, Marker::Ring, Dash::Solid);

    /// Those of other variants, in their order, in every chart.
    pub const VARIANTS: [Style; 7] = [
        style(Colour::Blue, Marker::Circle, Dash::Dashed(20, 4)),
        style(Colour::Vermillion, Marker::Square, Dash::Dashed(14, 6)),
        style(Colour::BluishGreen, Marker::Triangle, Dash::Dashed(7, 5)),
        style(Colour::ReddishPurple, Marker::Diamond, Dash::Dashed(3, 5)),
        style(Colour::Orange, Marker::Inverted, Dash::Dashed(10, 3)),
        style(Colour::SkyBlue, Marker::Cross, Dash::Dashed(4, 3)),
        style(Colour::Grey, Marker::Plus, Dash::Dashed(2, 3)),
    ];

    /// The same without a line.
    #[must_use]
    pub const fn points(self) -> Self {
        Style { line: None, ..self }
    }

    /// The same without markers.
    #[must_use]
    pub const fn bare(self) -> Self {
        Style {
            marker: None,
            ..self
        }
    }

    /// The same style with broad lines and large points.
    #[must_use]
    pub const fn broad(self) -> Self {
        Style {
            weight: Weight::Broad,
            ..self
        }
    }

    /// The same with another line.
    #[must_use]
    pub const fn with_line(self, line: Dash) -> Self {
        Style {
            line: Some(line),
            ..self
        }
    }

    /// Draws its line through places.
    pub(super) fn draw_line(self, pen: &Pen, places: &[Place]) {
        let width = match self.weight {
            Weight::Regular => 2,
            Weight::Broad => 6,
        };
        let stroke = stroke(&self.colour.rgb(), width);
        match self.line {
            None => {}
            Some(Dash::Solid) => pen.line(places, stroke),
            Some(Dash::Dashed(dash, gap)) => pen.dashed(places, [dash, gap], stroke),
        }
    }

    /// Draws one of its points.
    pub(super) fn draw_point(self, pen: &Pen, at: Place) {
        let radius = match self.weight {
            Weight::Regular => 4 * FINE,
            Weight::Broad => 6 * FINE,
        };
        if let Some(marker) = self.marker {
            marker.draw(pen, at, radius, self.colour.rgb());
        }
    }

    /// Draws a value that is not itself a point of the series: one position of those that a point averages.
    pub(super) fn draw_value(self, pen: &Pen, at: Place) {
        pen.draw(&Circle::new(at, 2 * FINE, pale(self.colour.rgb()).filled()));
    }
}

impl Marker {
    fn draw(self, pen: &Pen, (x, y): Place, r: i32, colour: RGBColor) {
        let far = r + r / 4;
        let polygon = |corners: &[Place]| {
            let corners = corners.iter().map(|(dx, dy)| (x + dx, y + dy));
            pen.polygon(corners.collect(), &colour);
        };
        let stroke = stroke(&colour, 2);
        // Two lines through the middle, each from here to the opposite place.
        let lines = |ends: [Place; 2]| {
            for (dx, dy) in ends {
                pen.line(&[(x + dx, y + dy), (x - dx, y - dy)], stroke);
            }
        };
        let circle = |style: ShapeStyle| pen.draw(&Circle::new((x, y), r, style));
        match self {
            Marker::Circle => circle(colour.filled()),
            Marker::Square => polygon(&[(-r, -r), (r, -r), (r, r), (-r, r)]),
            Marker::Triangle => polygon(&[(0, -far), (far, r), (-far, r)]),
            Marker::Inverted => polygon(&[(0, far), (far, -r), (-far, -r)]),
            Marker::Diamond => polygon(&[(0, -far), (far, 0), (0, far), (-far, 0)]),
            Marker::Cross => lines([(-r, -r), (-r, r)]),
            Marker::Plus => lines([(-far, 0), (0, -far)]),
            Marker::Ring => {
                circle(WHITE.filled());
                circle(stroke);
            }
        }
    }
}
