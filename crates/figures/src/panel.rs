//! One panel on its way to the canvas: its axes, and what is drawn on them.

use plotters::{
    element::DashedPathElement,
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, VPos},
    },
};

use super::{
    FigureError, Interval, Panel, Scale, Series,
    canvas::FINE,
    ground::{Aside, Ground, coordinate},
    layout::{Places, XText},
    pen::{Area, GAP, LABEL, Place, SMALL, TICK, drawing, fine, ink, pale},
    style::{Colour, DARK, GREY, LIGHT},
};

/// A panel with its places.
pub(super) struct Plot<'p, 'c> {
    pub(super) area: &'p Area<'c>,
    pub(super) panel: &'p Panel,
    pub(super) places: &'p Places<'p>,
}

impl Plot<'_, '_> {
    fn ground(&self) -> Ground<'_> {
        Ground {
            panel: self.panel,
            places: self.places,
        }
    }

    fn line(&self, points: &[Place], style: ShapeStyle) -> Result<(), FigureError> {
        let path = PathElement::new(points.to_vec(), style);
        self.area.draw(&path).map_err(drawing)
    }

    fn text(&self, text: &str, style: &TextStyle, at: Place) -> Result<(), FigureError> {
        self.area.draw_text(text, style, at).map_err(drawing)
    }

    pub(super) fn draw(&self) -> Result<(), FigureError> {
        self.draw_heading()?;
        self.draw_cells()?;
        self.draw_grid()?;
        self.draw_bands()?;
        self.draw_axes()?;
        self.draw_marks()?;
        let series = &self.panel.series;
        for (number, one) in series.iter().enumerate() {
            self.draw_spreads(one, self.ground().aside(number))?;
        }
        for one in series {
            self.draw_line(one)?;
        }
        for (number, one) in series.iter().enumerate() {
            for point in &one.points {
                if let Some(at) = self.ground().marker(number, point) {
                    one.style.draw_point(self.area, at)?;
                }
            }
        }
        Ok(())
    }

    fn draw_heading(&self) -> Result<(), FigureError> {
        let frame = self.places.frame;
        let label = ink(LABEL, &DARK, HPos::Left, VPos::Bottom);
        self.text(
            &self.panel.heading,
            &label,
            fine(frame.left, frame.top - 10),
        )?;
        let Some(at) = self.places.x_label else {
            return Ok(());
        };
        let label = ink(LABEL, &DARK, HPos::Center, VPos::Center);
        self.text(&self.panel.x.label, &label, fine(at.0, at.1))
    }

    fn draw_grid(&self) -> Result<(), FigureError> {
        let thin = stroke(&LIGHT, 1);
        let frame = self.places.frame;
        if !self.panel.tiles.is_empty() {
            return Ok(());
        }
        if self.panel.is_sideways() {
            for tick in &self.places.x_ticks {
                let at = self.ground().across(tick.share);
                self.line(&[(at, frame.top * FINE), (at, frame.bottom * FINE)], thin)?;
            }
            return Ok(());
        }
        for tick in &self.places.y_ticks {
            let at = self.ground().down(tick.share);
            self.line(&[(frame.left * FINE, at), (frame.right * FINE, at)], thin)?;
        }
        Ok(())
    }

    fn draw_axes(&self) -> Result<(), FigureError> {
        let frame = self.places.frame;
        let (left, right) = (frame.left * FINE, frame.right * FINE);
        let (top, bottom) = (frame.top * FINE, frame.bottom * FINE);
        let numbers = ink(TICK, &DARK, HPos::Right, VPos::Center);
        for tick in &self.places.y_ticks {
            self.text(
                &tick.text,
                &numbers,
                (left - GAP * FINE, self.ground().down(tick.share)),
            )?;
        }
        self.draw_x_ticks()?;
        let references = [
            (
                self.panel
                    .y
                    .reference
                    .and_then(|at| self.places.y.share(at)),
                true,
            ),
            (
                self.panel
                    .x
                    .reference
                    .and_then(|at| self.places.x.share(at)),
                false,
            ),
        ];
        for (share, is_level) in references {
            let Some(share) = share else { continue };
            let ends = match is_level {
                true => [
                    (left, self.ground().down(share)),
                    (right, self.ground().down(share)),
                ],
                false => [
                    (self.ground().across(share), top),
                    (self.ground().across(share), bottom),
                ],
            };
            self.line(&ends, stroke(&GREY, 1))?;
        }
        if !self.panel.tiles.is_empty() {
            return Ok(());
        }
        // Names have no axis.
        let corners = [(left, top), (left, bottom), (right, bottom)];
        let from = usize::from(self.panel.is_sideways());
        self.line(&corners[from..], stroke(&GREY, 1))
    }

    fn draw_x_ticks(&self) -> Result<(), FigureError> {
        let frame = self.places.frame;
        let bottom = frame.bottom * FINE;
        let (text, edge, turn) = match self.places.x_text {
            XText::Below => (
                ink(TICK, &DARK, HPos::Center, VPos::Top),
                frame.bottom + 9,
                false,
            ),
            XText::UprightBelow => (
                ink(TICK, &DARK, HPos::Right, VPos::Center),
                frame.bottom + GAP,
                true,
            ),
            XText::UprightAbove => (
                ink(TICK, &DARK, HPos::Left, VPos::Center),
                frame.top - GAP,
                true,
            ),
        };
        let text = match turn {
            true => text.transform(FontTransform::Rotate270),
            false => text,
        };
        let is_named = matches!(self.panel.x.scale, Scale::Names(_));
        for tick in &self.places.x_ticks {
            let at = self.ground().across(tick.share);
            if !is_named && !self.panel.is_sideways() {
                self.line(&[(at, bottom), (at, bottom + 5 * FINE)], stroke(&GREY, 1))?;
            }
            self.text(&tick.text, &text, (at, edge * FINE))?;
            let mut notes = self.panel.x.notes.iter();
            if let Some(note) = notes.find(|note| note.at == tick.value) {
                let small = ink(SMALL, &GREY, HPos::Center, VPos::Top);
                self.text(&note.text, &small, (at, bottom + 28 * FINE))?;
            }
        }
        Ok(())
    }

    fn draw_bands(&self) -> Result<(), FigureError> {
        for band in &self.panel.bands {
            let upper = band.edges.iter().map(|edge| (edge.x, edge.high));
            let lower = band.edges.iter().rev().map(|edge| (edge.x, edge.low));
            let corners: Option<Vec<Place>> = upper
                .chain(lower)
                .map(|(x, y)| self.ground().place(x, y))
                .collect();
            let corners = corners.ok_or_else(|| FigureError::Value(band.label.clone()))?;
            let shade = pale(band.colour.rgb()).filled();
            self.area
                .draw(&Polygon::new(corners, shade))
                .map_err(drawing)?;
        }
        Ok(())
    }

    fn draw_cells(&self) -> Result<(), FigureError> {
        let frame = self.places.frame;
        let step = |from: i32, to: i32, scale: &Scale| match scale {
            Scale::Names(names) => f64::from(to - from) / names.len().max(1) as f64,
            _ => f64::from(to - from),
        };
        let width = step(frame.left, frame.right, &self.panel.x.scale);
        let height = step(frame.top, frame.bottom, &self.panel.y.scale);
        for tiles in &self.panel.tiles {
            let colour = tiles.colour.tinted(tiles.strength);
            for tile in &tiles.tiles {
                let left = f64::from(frame.left) + tile.column as f64 * width;
                let top = f64::from(frame.top) + tile.row as f64 * height;
                let corners = [
                    (coordinate(left + 1.0), coordinate(top + 1.0)),
                    (
                        coordinate(left + width - 1.0),
                        coordinate(top + height - 1.0),
                    ),
                ];
                self.area
                    .draw(&Rectangle::new(corners, colour.filled()))
                    .map_err(drawing)?;
                let on = if is_dark(colour) { &WHITE } else { &BLACK };
                let middle = (
                    coordinate(left + width / 2.0),
                    coordinate(top + height / 2.0),
                );
                self.text(
                    &tile.text,
                    &ink(TICK, on, HPos::Center, VPos::Center),
                    middle,
                )?;
            }
        }
        Ok(())
    }

    fn draw_marks(&self) -> Result<(), FigureError> {
        let frame = self.places.frame;
        for mark in &self.panel.marks {
            let Some(share) = self.places.x.share(mark.x) else {
                continue;
            };
            let at = self.ground().across(share);
            let ends = [(at, frame.bottom * FINE), (at, frame.top * FINE)];
            let (dash, gap) = (2 * FINE, 3 * FINE);
            let dotted = DashedPathElement::new(ends.to_vec(), dash, gap, stroke(&GREY, 1));
            self.area.draw(&dotted).map_err(drawing)?;
            // Beside the line's upper end, on the side where there is more room.
            let (align, aside) = if share > 0.5 {
                (HPos::Right, -GAP)
            } else {
                (HPos::Left, GAP)
            };
            let text = ink(TICK, &DARK, align, VPos::Top);
            self.text(
                &mark.label,
                &text,
                (at + aside * FINE, (frame.top + 6) * FINE),
            )?;
        }
        Ok(())
    }

    fn draw_spreads(&self, series: &Series, Aside(right, down): Aside) -> Result<(), FigureError> {
        let colour = series.style.colour.rgb();
        for point in &series.points {
            let at = |value: f64| {
                let place = match self.panel.is_sideways() {
                    true => self.ground().place(value, point.y),
                    false => self.ground().place(point.x, value),
                };
                place.map(|(x, y)| (x + right, y + down))
            };
            let spreads = [
                (
                    point.bar,
                    ShapeStyle::from(&pale(colour)).stroke_width(5 * FINE as u32),
                ),
                (
                    point.whisker,
                    ShapeStyle::from(&colour).stroke_width(3 * FINE as u32 / 2),
                ),
            ];
            for (interval, style) in spreads {
                let Some(Interval { low, high }) = interval else {
                    continue;
                };
                if let (Some(low), Some(high)) = (at(low), at(high)) {
                    self.line(&[low, high], style)?;
                }
            }
            for &value in &point.values {
                if let Some(place) = at(value) {
                    series.style.draw_value(self.area, place)?;
                }
            }
        }
        Ok(())
    }

    /// Draws the unbroken pieces of a series' line.
    fn draw_line(&self, series: &Series) -> Result<(), FigureError> {
        let mut pieces = vec![Vec::new()];
        for point in &series.points {
            let place = self.ground().place(point.x, point.y);
            if !point.is_joined || place.is_none() {
                pieces.push(Vec::new());
            }
            if let (Some(piece), Some(place)) = (pieces.last_mut(), place) {
                piece.push(place);
            }
        }
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            series.style.draw_line(self.area, piece)?;
        }
        Ok(())
    }
}

fn stroke(colour: &RGBColor, width: i32) -> ShapeStyle {
    ShapeStyle::from(colour).stroke_width((width * FINE) as u32)
}

/// Whether white text can be read on it better than black (relative luminance, ITU-R BT.709).
fn is_dark(RGBColor(red, green, blue): RGBColor) -> bool {
    0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue) < 120.0
}

impl Colour {
    /// So much of the colour on white, from 0 to 1.
    pub(super) fn tinted(self, strength: f64) -> RGBColor {
        let RGBColor(red, green, blue) = self.rgb();
        let mix =
            |part: u8| (255.0 - (255.0 - f64::from(part)) * strength.clamp(0.0, 1.0)).round() as u8;
        RGBColor(mix(red), mix(green), mix(blue))
    }
}
