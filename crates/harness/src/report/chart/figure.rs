//! Curves in one or more panels on the same axes, with their spread.

use plotters::{
    coord::Shift,
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    ChartError,
    axis::{Axis, Ruler},
    canvas::{self, Picture, SIZE, drawing, ink, label},
    layout::{Frame, Layout},
    legend::{self, Key},
    marker::Marker,
    palette::{Colour, GREY, LIGHT},
};

/// A point with its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its place on the x axis.
    pub x: f64,
    /// Its place on the y axis; without one, on a logarithmic axis, it breaks the line.
    pub y: f64,
    /// The ends of a broad bar.
    pub bar: Option<(f64, f64)>,
    /// The ends of a thin one.
    pub whisker: Option<(f64, f64)>,
}

impl Point {
    /// Without spread.
    #[must_use]
    pub fn bare(x: f64, y: f64) -> Self {
        Point {
            x,
            y,
            bar: None,
            whisker: None,
        }
    }
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend; in all panels alike.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// The shape of its points; none for a line alone. Bars have none.
    pub marker: Option<Marker>,
    /// The points, x ascending.
    pub points: Vec<Point>,
}

/// Curves on axes of their own, which are those of the other panels again.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows that the others do not; above it where there are several.
    pub heading: String,
    /// The same variants in the same order in each panel.
    pub curves: Vec<Curve>,
}

/// Curves in one or more panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// Positions, metric, build and what the spread is, in small type below.
    pub caption: String,
    /// The x axis of every panel.
    pub x: Axis,
    /// The y axis of every panel.
    pub y: Axis,
    /// The panels, from left to right and from above.
    pub panels: Vec<Panel>,
    /// Positions behind the points at an x, written below the tick.
    pub counts: Vec<(f64, String)>,
    /// How its curves are drawn.
    pub form: Form,
}

/// How curves are drawn, so that those which coincide stay visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines whose points at an x stand side by side, in the order of the curves.
    Dodged,
    /// Lines over each other, of which the earlier ones are broader.
    Overlaid,
    /// Bars from the x axis, side by side.
    Bars,
}

/// Width of a line whose points stand beside others'.
const LINE: u32 = 2;
/// Width of the broadest line.
const BROADEST: u32 = 8;
/// Width of a bar in the legend.
const BAR: u32 = 9;

impl Figure {
    /// The figure as an SVG document.
    ///
    /// # Errors
    /// If there is nothing to draw, or a value is not finite.
    pub fn svg(&self) -> Result<String, ChartError> {
        canvas::svg(self)
    }

    /// The figure as a PNG file.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        canvas::png(self)
    }

    fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.panels.iter().flat_map(|panel| &panel.curves)
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.curves().flat_map(|curve| &curve.points)
    }

    /// The width of a curve's line.
    fn width(&self, curve: usize) -> u32 {
        let curves = self.panels[0].curves.len() as u32;
        match self.form {
            Form::Bars => BAR,
            Form::Overlaid if curves > 1 => {
                let most = (LINE + 3 * (curves - 1)).min(BROADEST);
                most - (most - LINE) * curve as u32 / (curves - 1)
            }
            Form::Dodged | Form::Overlaid => LINE,
        }
    }

    fn keys(&self) -> Vec<Key> {
        let Some(panel) = self.panels.first() else {
            return Vec::new();
        };
        let key = |(at, curve): (usize, &Curve)| Key {
            label: curve.label.clone(),
            colour: curve.colour,
            marker: curve.marker.filter(|_| self.form != Form::Bars),
            width: self.width(at),
        };
        panel.curves.iter().enumerate().map(key).collect()
    }

    fn layout(&self) -> Layout {
        Layout::of(&self.keys(), self.panels.len(), &self.caption)
    }

    fn rulers(&self) -> Result<(Ruler, Ruler), ChartError> {
        if self.points().next().is_none() {
            return Err(ChartError::Empty(self.title.clone()));
        }
        let x = self.x.ruler(self.points().map(|point| point.x))?;
        let spread = |point: &Point| {
            let ends = point.bar.into_iter().chain(point.whisker);
            let ends = ends.flat_map(|(low, high)| [low, high]);
            ends.chain([point.y]).collect::<Vec<f64>>()
        };
        Ok((x, self.y.ruler(self.points().flat_map(spread))?))
    }
}

impl Picture for Figure {
    fn size(&self) -> (u32, u32) {
        (SIZE.0, self.layout().height as u32)
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError> {
        let rulers = self.rulers()?;
        let layout = self.layout();
        let px = |(x, y): (i32, i32)| (x * scale as i32, y * scale as i32);
        canvas::heading(area, scale, &self.title)?;
        canvas::small_type(area, scale, layout.caption, &self.caption)?;
        legend::draw(area, scale, &self.keys())?;
        for (panel, &frame) in self.panels.iter().zip(&layout.panels) {
            let plot = Plot {
                figure: self,
                area,
                scale,
                frame,
                x: rulers.0,
                y: rulers.1,
            };
            plot.draw_axes()?;
            if self.panels.len() > 1 {
                let at = (frame.left, frame.top - 8);
                let text = label(14, scale).pos(Pos::new(HPos::Left, VPos::Bottom));
                area.draw_text(&panel.heading, &text, px(at))
                    .map_err(drawing)?;
            }
            for (at, curve) in panel.curves.iter().enumerate() {
                plot.draw_curve(at, curve, panel.curves.len())?;
            }
        }
        let centred = Pos::new(HPos::Center, VPos::Top);
        area.draw_text(
            &self.x.label,
            &label(14, scale).pos(centred),
            px(layout.x_label),
        )
        .map_err(drawing)?;
        let upwards = label(14, scale)
            .transform(FontTransform::Rotate270)
            .pos(Pos::new(HPos::Center, VPos::Center));
        area.draw_text(&self.y.label, &upwards, px(layout.y_label))
            .map_err(drawing)
    }
}

/// One panel on its way to the canvas.
struct Plot<'p, B: DrawingBackend> {
    figure: &'p Figure,
    area: &'p DrawingArea<B, Shift>,
    scale: u32,
    frame: Frame,
    x: Ruler,
    y: Ruler,
}

impl<B: DrawingBackend> Plot<'_, B> {
    /// Pixels from the left of a share of the x axis.
    fn across(&self, share: f64) -> i32 {
        let width = f64::from(self.frame.right - self.frame.left);
        ((f64::from(self.frame.left) + share * width) * f64::from(self.scale)).round() as i32
    }

    /// Pixels from the top of a share of the y axis.
    fn down(&self, share: f64) -> i32 {
        let height = f64::from(self.frame.bottom - self.frame.top);
        ((f64::from(self.frame.bottom) - share * height) * f64::from(self.scale)).round() as i32
    }

    fn line(&self, points: &[(i32, i32)], style: ShapeStyle) -> Result<(), ChartError> {
        let path = PathElement::new(points.to_vec(), style);
        self.area.draw(&path).map_err(drawing)
    }

    fn style(&self, colour: &impl Color, width: u32) -> ShapeStyle {
        ShapeStyle::from(&colour.to_rgba()).stroke_width(width * self.scale)
    }

    fn draw_axes(&self) -> Result<(), ChartError> {
        let units = |units: i32| units * self.scale as i32;
        let (left, right) = (self.across(0.0), self.across(1.0));
        let (top, bottom) = (self.down(1.0), self.down(0.0));
        let numbers = label(13, self.scale);
        let width = self.frame.right - self.frame.left;
        for tick in self.y.ticks(if self.frame.bottom - self.frame.top > 300 {
            10
        } else {
            6
        }) {
            let at = self.down(tick.share);
            self.line(&[(left, at), (right, at)], self.style(&LIGHT, 1))?;
            let text = numbers.pos(Pos::new(HPos::Right, VPos::Center));
            self.area
                .draw_text(&tick.text, &text, (left - units(8), at + units(2)))
                .map_err(drawing)?;
        }
        for tick in self.x.ticks((width / 34) as usize) {
            let at = self.across(tick.share);
            self.line(
                &[(at, bottom), (at, bottom + units(4))],
                self.style(&GREY, 1),
            )?;
            let text = numbers.pos(Pos::new(HPos::Center, VPos::Top));
            self.area
                .draw_text(&tick.text, &text, (at, bottom + units(7)))
                .map_err(drawing)?;
            let counts = self.figure.counts.iter();
            if let Some((_, count)) = counts.clone().find(|(x, _)| *x == tick.value) {
                let text = ink(10, self.scale, &GREY).pos(Pos::new(HPos::Center, VPos::Top));
                self.area
                    .draw_text(count, &text, (at, bottom + units(24)))
                    .map_err(drawing)?;
            }
        }
        if let Some(at) = self
            .figure
            .y
            .reference
            .and_then(|value| self.y.share(value))
        {
            let at = self.down(at);
            self.line(&[(left, at), (right, at)], self.style(&GREY, 1))?;
        }
        if let Some(at) = self
            .figure
            .x
            .reference
            .and_then(|value| self.x.share(value))
        {
            let at = self.across(at);
            self.line(&[(at, top), (at, bottom)], self.style(&GREY, 1))?;
        }
        self.line(
            &[(left, top), (left, bottom), (right, bottom)],
            self.style(&GREY, 1),
        )
    }

    /// How far apart the points of neighbouring curves stand, in pixels.
    fn step(&self, curves: usize) -> f64 {
        if self.figure.form == Form::Overlaid {
            return 0.0;
        }
        let unit = |x: f64| self.x.share(x).map_or(0, |share| self.across(share));
        let room = f64::from(unit(2.0) - unit(1.0)) * 0.75;
        (room / curves as f64).min(f64::from(14 * self.scale))
    }

    /// How far to the side the points of a curve stand, in pixels.
    fn dodge(&self, curve: usize, curves: usize) -> i32 {
        let from_middle = curve as f64 - (curves as f64 - 1.0) / 2.0;
        (self.step(curves) * from_middle).round() as i32
    }

    fn draw_bars(&self, at: usize, curve: &Curve, curves: usize) -> Result<(), ChartError> {
        let (aside, width) = (self.dodge(at, curves), (self.step(curves) * 0.9) as i32);
        for point in &curve.points {
            let (Some(x), Some(y)) = (self.x.share(point.x), self.y.share(point.y)) else {
                continue;
            };
            let left = self.across(x) + aside - width / 2;
            let corners = [(left, self.down(y)), (left + width.max(1), self.down(0.0))];
            let bar = Rectangle::new(corners, curve.colour.rgb().filled());
            self.area.draw(&bar).map_err(drawing)?;
        }
        Ok(())
    }

    fn draw_curve(&self, at: usize, curve: &Curve, curves: usize) -> Result<(), ChartError> {
        if self.figure.form == Form::Bars {
            return self.draw_bars(at, curve, curves);
        }
        let colour = curve.colour.rgb();
        let aside = self.dodge(at, curves);
        let place = |x: f64, y: f64| {
            let (x, y) = (self.x.share(x)?, self.y.share(y)?);
            Some((self.across(x) + aside, self.down(y)))
        };
        for point in &curve.points {
            let paled = colour.mix(0.35);
            let spreads = [
                (point.whisker, self.style(&colour, 1)),
                (point.bar, self.style(&paled, 5)),
            ];
            for (ends, style) in spreads {
                let Some((low, high)) = ends else { continue };
                if let (Some(low), Some(high)) = (place(point.x, low), place(point.x, high)) {
                    self.line(&[low, high], style)?;
                }
            }
        }
        let places: Vec<Option<(i32, i32)>> = curve
            .points
            .iter()
            .map(|point| place(point.x, point.y))
            .collect();
        let style = self.style(&colour, self.figure.width(at));
        for unbroken in places.split(Option::is_none) {
            let unbroken: Vec<(i32, i32)> = unbroken.iter().copied().flatten().collect();
            if unbroken.len() > 1 {
                self.line(&unbroken, style)?;
            }
        }
        if let Some(marker) = curve.marker {
            for place in places.into_iter().flatten() {
                marker.draw(self.area, place, colour, self.scale)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::line::Scale, *};

    fn axis(scale: Scale) -> Axis {
        Axis {
            label: "depth (plies)".to_owned(),
            scale,
            is_whole: scale == Scale::Linear,
            reference: None,
        }
    }

    fn figure(values: &[f64], panels: usize) -> Figure {
        let points = (1..).zip(values).map(|(x, &y)| Point {
            whisker: Some((y / 2.0, y * 2.0)),
            ..Point::bare(f64::from(x), y)
        });
        let curve = Curve {
            label: "a < b".to_owned(),
            colour: Colour::Blue,
            marker: Some(Marker::Diamond),
            points: points.collect(),
        };
        let panel = Panel {
            heading: "table & co".to_owned(),
            curves: vec![curve.clone(), curve],
        };
        Figure {
            title: "title".to_owned(),
            caption: "caption".to_owned(),
            x: axis(Scale::Linear),
            y: axis(Scale::Log10),
            panels: vec![panel; panels],
            counts: vec![(1.0, "n 7".to_owned())],
            form: Form::Overlaid,
        }
    }

    #[test]
    fn the_same_figure_is_the_same_bytes_and_has_its_texts() {
        let figure = figure(&[3.0, 30.0, 200.0], 2);
        let svg = figure.svg().unwrap();
        assert_eq!(svg, figure.svg().unwrap());
        assert_eq!(figure.png().unwrap(), figure.png().unwrap());
        for text in ["a &lt; b", "table &amp; co", "n 7", "caption"] {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn a_value_without_a_place_breaks_the_line() {
        let lines = |values: &[f64]| {
            let svg = figure(values, 1).svg().unwrap();
            let is_curve = |line: &&str| line.starts_with("<polyline") && line.contains("#0072B2");
            svg.lines().filter(is_curve).count()
        };
        let whole = lines(&[3.0, 30.0, 200.0, 50.0]);
        // Both curves fall into two pieces, and their four whiskers are three.
        let broken = lines(&[3.0, 30.0, 0.0, 50.0, 60.0]);
        assert!(broken > whole, "{broken} {whole}");
    }

    #[test]
    fn bars_stand_side_by_side() {
        let mut figure = figure(&[3.0, 30.0], 1);
        figure.form = Form::Bars;
        let svg = figure.svg().unwrap();
        let bars = svg
            .lines()
            .filter(|line| line.starts_with("<rect") && line.contains("#0072B2"));
        let mut places: Vec<&str> = bars.filter_map(|bar| bar.split('"').nth(1)).collect();
        places.dedup();
        assert_eq!(places.len(), 4, "{places:?}");
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        assert!(matches!(figure(&[], 1).svg(), Err(ChartError::Empty(_))));
        assert!(matches!(figure(&[0.0], 1).svg(), Err(ChartError::Empty(_))));
        assert!(matches!(
            figure(&[f64::NAN], 1).png(),
            Err(ChartError::Value(_))
        ));
        assert!(figure(&[1.0], 1).png().is_ok());
    }
}
