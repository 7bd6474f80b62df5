//! One panel on its way to the picture: its axes, and what is drawn on them.

use plotters::{
    prelude::*,
    style::{
        FontTransform,
        text_anchor::{HPos, VPos},
    },
};

use super::{
    FigureError, Interval, Scale, Series,
    axis::Tick,
    canvas::FINE,
    ground::coordinate,
    layout::{Places, XText},
    pen::{GAP, LABEL, Pen, Place, SMALL, TICK, fine, ink, pale, stroke, width},
    style::{DARK, GREY, LIGHT},
};

/// The width of a bar below a note, in units.
const SHARE_WIDTH: i32 = 32;

impl Places<'_> {
    /// Draws the panel.
    ///
    /// # Errors
    /// If the end of a band has no place on its axis.
    pub(super) fn draw(&self, pen: &Pen) -> Result<(), FigureError> {
        self.draw_heading(pen);
        self.draw_tiles(pen);
        self.draw_grid(pen);
        self.draw_bands(pen)?;
        if !self.has_names_within {
            self.draw_y_ticks(pen);
        }
        self.draw_x_ticks(pen);
        self.draw_axes(pen);
        // Over the line of the reference value, which crosses them.
        if self.has_names_within {
            self.draw_y_ticks(pen);
        }
        self.draw_marks(pen);
        let series = &self.panel.series;
        for (number, one) in series.iter().enumerate() {
            self.draw_spreads(pen, one, self.aside(number));
        }
        for (number, one) in series.iter().enumerate() {
            self.draw_line(pen, number, one);
        }
        for (number, one) in series.iter().enumerate() {
            let markers = one.points.iter();
            for at in markers.filter_map(|point| self.marker(number, point)) {
                one.style.draw_point(pen, at);
            }
        }
        self.draw_labels(pen);
        Ok(())
    }

    fn draw_heading(&self, pen: &Pen) {
        // Above upright names, which begin at the left edge, too.
        let names = self.x_ticks.iter().map(|tick| width(&tick.text, TICK));
        let names = match self.x_text {
            XText::UprightAbove => names.max().unwrap_or(0) + GAP,
            XText::Below | XText::UprightBelow => 0,
        };
        let at = fine(self.frame.left, self.frame.top - names - 10);
        let heading = ink(LABEL, &DARK, HPos::Left, VPos::Bottom);
        let room = self.frame.right - self.frame.left + BESIDE;
        pen.text(&fitted(&self.panel.heading, LABEL, room), &heading, at);
        if let Some((x, y)) = self.x_label {
            let label = ink(LABEL, &DARK, HPos::Center, VPos::Center);
            let room = self.frame.right - self.frame.left + BESIDE;
            pen.text(
                &fitted(&self.panel.x.label, LABEL, room),
                &label,
                fine(x, y),
            );
        }
    }

    /// A line from side to side, at a share of the y axis.
    fn level(&self, share: f64) -> [Place; 2] {
        let [left, right] = [self.frame.left, self.frame.right];
        [left, right].map(|x| (x * FINE, self.down(share)))
    }

    /// A line from above, at a share of the x axis.
    fn upright(&self, share: f64) -> [Place; 2] {
        let [top, bottom] = [self.frame.top, self.frame.bottom];
        [top, bottom].map(|y| (self.across(share), y * FINE))
    }

    fn draw_grid(&self, pen: &Pen) {
        let lines: Vec<[Place; 2]> = match (self.panel.tiles.is_empty(), self.panel.is_sideways()) {
            (false, _) => Vec::new(),
            (true, true) => self
                .x_ticks
                .iter()
                .map(|tick| self.upright(tick.share))
                .collect(),
            (true, false) => self
                .y_ticks
                .iter()
                .map(|tick| self.level(tick.share))
                .collect(),
        };
        for line in lines {
            pen.line(&line, stroke(&LIGHT, 1));
        }
    }

    fn draw_y_ticks(&self, pen: &Pen) {
        let (align, across, down, room) = match self.has_names_within {
            true => {
                let breadth = self.frame.right - self.frame.left;
                let above = self.panel.row_with_name() / 2 - TICK / 2;
                (HPos::Left, self.frame.left + GAP, -above, breadth - GAP)
            }
            false => (HPos::Right, self.frame.left - GAP, 0, i32::MAX),
        };
        let style = ink(TICK, &DARK, align, VPos::Center);
        for tick in &self.y_ticks {
            let at = (across * FINE, self.down(tick.share) + down * FINE);
            pen.text(&fitted(&tick.text, TICK, room), &style, at);
        }
    }

    fn draw_x_ticks(&self, pen: &Pen) {
        let frame = self.frame;
        let upright =
            |align| ink(TICK, &DARK, align, VPos::Center).transform(FontTransform::Rotate270);
        let (text, edge) = match self.x_text {
            XText::Below => (ink(TICK, &DARK, HPos::Center, VPos::Top), frame.bottom + 9),
            XText::UprightBelow => (upright(HPos::Right), frame.bottom + GAP),
            XText::UprightAbove => (upright(HPos::Left), frame.top - GAP),
        };
        let is_named = matches!(self.panel.x.scale, Scale::Names(_));
        let below = |tick: &Tick, units: i32| {
            let down = (frame.bottom + units) * FINE;
            (self.across(tick.share), down)
        };
        // All marks first: lines that follow each other are one element.
        if !is_named && !self.panel.is_sideways() {
            for tick in &self.x_ticks {
                pen.line(&[below(tick, 0), below(tick, 5)], stroke(&GREY, 1));
            }
        }
        for tick in &self.x_ticks {
            let at = self.across(tick.share);
            let down = |units: i32| below(tick, units);
            pen.text(&tick.text, &text, (at, edge * FINE));
            let mut notes = self.panel.x.notes.iter();
            if let Some(note) = notes.find(|note| note.at == tick.value) {
                let small = ink(SMALL, &GREY, HPos::Center, VPos::Top);
                pen.text(&note.text, &small, down(28));
                if let Some(share) = note.share {
                    self.draw_share(pen, at, share);
                }
            }
        }
    }

    /// A bar below a note, of which a share is dark.
    fn draw_share(&self, pen: &Pen, middle: i32, share: f64) {
        let half = SHARE_WIDTH / 2 * FINE;
        let top = (self.frame.bottom + 28 + SMALL + 4) * FINE;
        let (left, end) = (
            middle - half,
            middle - half + (share * f64::from(2 * half)) as i32,
        );
        for (right, colour) in [(middle + half, &LIGHT), (end, &GREY)] {
            pen.polygon(
                vec![
                    (left, top),
                    (right, top),
                    (right, top + 4 * FINE),
                    (left, top + 4 * FINE),
                ],
                colour,
            );
        }
    }

    /// The lines of the reference values and of the axes themselves.
    fn draw_axes(&self, pen: &Pen) {
        let (x, y) = (&self.panel.x, &self.panel.y);
        let level = y.reference.and_then(|at| self.y.share(at));
        let upright = x.reference.and_then(|at| self.x.share(at));
        let level = level.map(|share| self.level(share));
        let upright = upright.map(|share| self.upright(share));
        for line in level.into_iter().chain(upright) {
            pen.line(&line, stroke(&GREY, 1));
        }
        if self.panel.tiles.is_empty() {
            let frame = self.frame;
            let corners = [
                fine(frame.left, frame.top),
                fine(frame.left, frame.bottom),
                fine(frame.right, frame.bottom),
            ];
            // Names have no axis.
            let from = usize::from(self.panel.is_sideways());
            pen.line(&corners[from..], stroke(&GREY, 1));
        }
    }

    fn draw_bands(&self, pen: &Pen) -> Result<(), FigureError> {
        for band in &self.panel.bands {
            let upper = band.edges.iter().map(|edge| (edge.x, edge.high));
            let lower = band.edges.iter().rev().map(|edge| (edge.x, edge.low));
            let corners = upper.chain(lower).map(|(x, y)| self.place(x, y));
            let corners: Option<Vec<Place>> = corners.collect();
            let corners = corners.ok_or_else(|| FigureError::Value(band.label.clone()))?;
            pen.polygon(corners, &pale(band.colour.rgb()));
        }
        Ok(())
    }

    fn draw_tiles(&self, pen: &Pen) {
        let frame = self.frame;
        let step = |from: i32, to: i32, scale: &Scale| match scale {
            Scale::Names(names) => f64::from(to - from) / names.len().max(1) as f64,
            _ => f64::from(to - from),
        };
        let breadth = step(frame.left, frame.right, &self.panel.x.scale);
        let height = step(frame.top, frame.bottom, &self.panel.y.scale);
        let texts = self.panel.tiles.iter().flat_map(|tiles| &tiles.tiles);
        let widest = texts.map(|tile| width(&tile.text, TICK)).max();
        let size = match f64::from(widest.unwrap_or(0)) < breadth {
            true => TICK,
            false => SMALL,
        };
        for tiles in &self.panel.tiles {
            let colour = tiles.colour.tinted(tiles.strength);
            let on = if is_dark(colour) { &WHITE } else { &BLACK };
            let text = ink(size, on, HPos::Center, VPos::Center);
            for tile in &tiles.tiles {
                let left = f64::from(frame.left) + tile.column as f64 * breadth;
                let top = f64::from(frame.top) + tile.row as f64 * height;
                let above = [left + 1.0, top + 1.0].map(coordinate);
                let below = [left + breadth - 1.0, top + height - 1.0].map(coordinate);
                pen.rectangle(above, below, &colour);
                let middle = [left + breadth / 2.0, top + height / 2.0].map(coordinate);
                // Without a text there is no element, of which a page would carry one for each tile.
                if !tile.text.is_empty() {
                    pen.text(&tile.text, &text, middle.into());
                }
            }
        }
    }

    fn draw_marks(&self, pen: &Pen) {
        for mark in &self.panel.marks {
            let Some(share) = self.x.share(mark.x) else {
                continue;
            };
            let [top, bottom] = self.upright(share);
            pen.dashed(&[bottom, top], [2, 3], stroke(&GREY, 1));
            // Beside the line's upper end, on the side where there is more room.
            let (align, aside) = match share > 0.5 {
                true => (HPos::Right, -GAP),
                false => (HPos::Left, GAP),
            };
            let text = ink(TICK, &DARK, align, VPos::Top);
            let at = (top.0 + aside * FINE, top.1 + 6 * FINE);
            pen.text(&mark.label, &text, at);
        }
    }

    fn draw_spreads(&self, pen: &Pen, series: &Series, (right, down): Place) {
        let colour = series.style.colour.rgb();
        let bar = pale(colour).stroke_width(5 * FINE as u32);
        let whisker = colour.stroke_width(3 * FINE as u32 / 2);
        for point in &series.points {
            let on = |value: f64, is_along_x: bool| {
                let (x, y) = match is_along_x {
                    true => self.place(value, point.y)?,
                    false => self.place(point.x, value)?,
                };
                Some((x + right, y + down))
            };
            let is_sideways = self.panel.is_sideways();
            for (interval, is_along_x, style) in [
                (point.bar, is_sideways, bar),
                (point.whisker, is_sideways, whisker),
                (point.across, !is_sideways, whisker),
            ] {
                let ends = interval
                    .map(|Interval { low, high }| (on(low, is_along_x), on(high, is_along_x)));
                if let Some((Some(low), Some(high))) = ends {
                    pen.line(&[low, high], style);
                }
            }
            let values = point.values.iter();
            for place in values.filter_map(|&value| on(value, is_sideways)) {
                series.style.draw_value(pen, place);
            }
        }
    }

    /// Draws the unbroken pieces of a series' line.
    fn draw_line(&self, pen: &Pen, number: usize, series: &Series) {
        let mut pieces = vec![Vec::new()];
        for point in &series.points {
            let place = self.marker(number, point);
            if !point.is_joined || place.is_none() {
                pieces.push(Vec::new());
            }
            if let (Some(piece), Some(place)) = (pieces.last_mut(), place) {
                piece.push(place);
            }
        }
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            series.style.draw_line(pen, piece);
        }
    }
}

/// Whether white text can be read on it better than black (relative luminance, ITU-R BT.709).
fn is_dark(RGBColor(red, green, blue): RGBColor) -> bool {
    0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue) < 120.0
}

/// How far a heading may extend beyond its panel, in pixels: less than the room between two panels, and than the margin.
pub(super) const BESIDE: i32 = 20;

/// A text of a size that takes no more room than there is: without its middle, if it is too long.
pub(super) fn fitted(text: &str, size: i32, room: i32) -> String {
    let letters: Vec<char> = text.chars().collect();
    let without = |number: usize| match number {
        0 => text.to_owned(),
        _ => {
            let kept = letters.len() - number;
            let (begin, end) = letters.split_at(kept.div_ceil(2));
            let end = &end[number..];
            begin.iter().chain(&['.'; 3]).chain(end).collect()
        }
    };
    let mut shorter = (0..=letters.len()).map(without);
    let fits = shorter.find(|text| width(text, size) <= room);
    fits.unwrap_or_default()
}
