//! What series look like: colours, markers and dashes that are told apart without each other.

use plotters::{element::DashedPathElement, prelude::*};

use super::{
    FigureError,
    canvas::FINE,
    pen::{Area, Place, drawing, pale},
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
        }
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
    pub(super) fn draw_line(self, area: &Area, places: &[Place]) -> Result<(), FigureError> {
        let width = match self.weight {
            Weight::Regular => 2,
            Weight::Broad => 6,
        };
        let stroke = ShapeStyle::from(&self.colour.rgb()).stroke_width(width * FINE as u32);
        match self.line {
            None => Ok(()),
            Some(Dash::Solid) => area.draw(&PathElement::new(places.to_vec(), stroke)),
            Some(Dash::Dashed(dash, gap)) => {
                let [dash, gap] = [dash, gap].map(|length| u32::from(length) * FINE as u32);
                area.draw(&DashedPathElement::new(places.to_vec(), dash, gap, stroke))
            }
        }
        .map_err(drawing)
    }

    /// Draws one of its points.
    pub(super) fn draw_point(self, area: &Area, at: Place) -> Result<(), FigureError> {
        let radius = match self.weight {
            Weight::Regular => 4 * FINE,
            Weight::Broad => 6 * FINE,
        };
        let colour = self.colour.rgb();
        match self.marker {
            Some(marker) => marker.draw(area, at, radius, colour.filled()),
            None => Ok(()),
        }
    }

    /// Draws a value that is not itself a point of the series: one position of those that a point averages.
    pub(super) fn draw_value(self, area: &Area, at: Place) -> Result<(), FigureError> {
        let dot = Circle::new(at, 2 * FINE, pale(self.colour.rgb()).filled());
        area.draw(&dot).map_err(drawing)
    }
}

impl Marker {
    fn draw(
        self,
        area: &Area,
        (x, y): Place,
        r: i32,
        style: ShapeStyle,
    ) -> Result<(), FigureError> {
        let far = r + r / 4;
        let polygon = |corners: &[Place]| {
            let corners: Vec<Place> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            area.draw(&Polygon::new(corners, style))
        };
        let stroke = style.stroke_width(2 * FINE as u32);
        let line = |from: Place, to: Place| {
            let ends = [(x + from.0, y + from.1), (x + to.0, y + to.1)];
            area.draw(&PathElement::new(ends, stroke))
        };
        match self {
            Marker::Circle => area.draw(&Circle::new((x, y), r, style)),
            Marker::Square => polygon(&[(-r, -r), (r, -r), (r, r), (-r, r)]),
            Marker::Triangle => polygon(&[(0, -far), (far, r), (-far, r)]),
            Marker::Inverted => polygon(&[(0, far), (far, -r), (-far, -r)]),
            Marker::Diamond => polygon(&[(0, -far), (far, 0), (0, far), (-far, 0)]),
            Marker::Cross => line((-r, -r), (r, r)).and_then(|()| line((-r, r), (r, -r))),
            Marker::Plus => line((-far, 0), (far, 0)).and_then(|()| line((0, -far), (0, far))),
            Marker::Ring => {
                let white = Circle::new((x, y), r, WHITE.filled());
                let hollow = ShapeStyle {
                    filled: false,
                    ..stroke
                };
                area.draw(&white)
                    .and_then(|()| area.draw(&Circle::new((x, y), r, hollow)))
            }
        }
        .map_err(drawing)
    }
}
