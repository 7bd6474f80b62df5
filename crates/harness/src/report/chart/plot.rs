//! One panel of a figure on its way to the canvas: its axes, and its curves with their spread.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    ChartError,
    axis::Ruler,
    canvas::{drawing, ink, label},
    dash::Dash,
    figure::{Curve, Figure, Form},
    layout::Frame,
    palette::{GREY, LIGHT},
};

/// One panel on its way to the canvas.
pub(super) struct Plot<'p, B: DrawingBackend> {
    pub(super) figure: &'p Figure,
    pub(super) area: &'p DrawingArea<B, Shift>,
    pub(super) scale: u32,
    pub(super) frame: Frame,
    pub(super) x: Ruler,
    pub(super) y: Ruler,
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

    pub(super) fn draw_axes(&self) -> Result<(), ChartError> {
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

    /// The unbroken pieces of a curve's line, of two points or more.
    fn lines(&self, curve: &Curve, places: &[Option<(i32, i32)>]) -> Vec<Vec<(i32, i32)>> {
        if self.figure.form == Form::Points {
            return Vec::new();
        }
        let mut pieces = vec![Vec::new()];
        for (point, place) in curve.points.iter().zip(places) {
            if !point.is_joined || place.is_none() {
                pieces.push(Vec::new());
            }
            if let (Some(piece), Some(place)) = (pieces.last_mut(), place) {
                piece.push(*place);
            }
        }
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }

    /// Draws the curve of this number among so many.
    pub(super) fn draw_curve(
        &self,
        at: usize,
        curve: &Curve,
        curves: usize,
    ) -> Result<(), ChartError> {
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
        for unbroken in self.lines(curve, &places) {
            let dash = Dash::of(self.figure.form, at);
            dash.draw(self.area, &unbroken, colour, self.scale)?;
        }
        if let Some(marker) = curve.marker {
            for place in places.into_iter().flatten() {
                marker.draw(self.area, place, colour, self.scale)?;
            }
        }
        Ok(())
    }
}
