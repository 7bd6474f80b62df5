//! A row for each thing compared: a point with its interval on one axis (a forest plot; Lewis and Clarke,
//! "Forest plots: trying to see the wood and the trees", 2001).

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    ChartError,
    axis::Axis,
    canvas::{self, Picture, SIZE, drawing, label},
    palette::{Colour, GREY, LIGHT},
};

/// A row of a forest plot.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// What it is of.
    pub label: String,
    /// Its value.
    pub value: f64,
    /// The ends of its interval, where it has one.
    pub interval: Option<(f64, f64)>,
}

/// Values with intervals, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPlot {
    /// What it shows.
    pub title: String,
    /// Method and build, in small type below.
    pub caption: String,
    /// What the values are.
    pub axis: Axis,
    /// The rows, from above.
    pub rows: Vec<ForestRow>,
}

/// Height of a row in units, of what stands above the first and of what stands below the last.
const ROW: u32 = 24;
const ABOVE: u32 = 76;
const BELOW: u32 = 64;
/// What is left free on the left, and between a label and the axis.
const MARGIN: u32 = 32;
const GAP: u32 = 12;
const RIGHT: u32 = 32;
const TICKS: usize = 8;

/// The width of a text of a size, in units.
fn width(size: u32, text: &str) -> u32 {
    // A font that cannot measure is told of when it is to draw.
    let (width, _) = label(size, 1).font.box_size(text).unwrap_or_default();
    width
}

impl ForestPlot {
    /// Where the axis begins: right of the widest label.
    fn left(&self) -> u32 {
        let widths = self.rows.iter().map(|row| width(12, &row.label));
        MARGIN + widths.max().unwrap_or(0) + GAP
    }

    fn foot(&self) -> u32 {
        ABOVE + ROW * self.rows.len() as u32
    }
}

impl Picture for ForestPlot {
    fn size(&self) -> (u32, u32) {
        let caption = 15 * canvas::small_lines(&self.caption).len() as u32;
        (SIZE.0, self.foot() + BELOW + caption + 12)
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError> {
        if self.rows.is_empty() {
            return Err(ChartError::Empty(self.title.clone()));
        }
        let ends = |row: &ForestRow| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            [row.value, low, high]
        };
        let ruler = self.axis.ruler(self.rows.iter().flat_map(ends))?;
        let px = |units: u32| (units * scale) as i32;
        let left = self.left();
        let breadth = SIZE.0.saturating_sub(left + RIGHT);
        // To a whole pixel, so that rounding is the same on every machine.
        let x = |value: f64| {
            let share = ruler.share(value);
            let share = share.ok_or_else(|| ChartError::Value(self.axis.label.clone()))?;
            Ok::<i32, ChartError>(px(left) + (share * f64::from(breadth * scale)).round() as i32)
        };
        canvas::heading(area, scale, &self.title)?;
        let foot = px(self.foot());
        let line = |from: (i32, i32), to: (i32, i32), style: ShapeStyle| {
            area.draw(&PathElement::new([from, to], style))
                .map_err(drawing)
        };
        for tick in ruler.ticks(TICKS) {
            let at = x(tick.value)?;
            line((at, px(ABOVE)), (at, foot), LIGHT.stroke_width(scale))?;
            let text = label(12, scale).pos(Pos::new(HPos::Center, VPos::Top));
            area.draw_text(&tick.text, &text, (at, foot + px(8)))
                .map_err(drawing)?;
        }
        if let Some(reference) = self.axis.reference {
            let at = x(reference)?;
            line((at, px(ABOVE)), (at, foot), GREY.stroke_width(2 * scale))?;
        }
        line(
            (px(left), foot),
            (px(left + breadth), foot),
            GREY.stroke_width(scale),
        )?;
        let text = label(13, scale).pos(Pos::new(HPos::Center, VPos::Top));
        // Below the middle of the axis, unless it is too long for that.
        let half = width(13, &self.axis.label).div_ceil(2);
        let middle = (left + breadth / 2).min(SIZE.0.saturating_sub(MARGIN + half));
        area.draw_text(&self.axis.label, &text, (px(middle), foot + px(30)))
            .map_err(drawing)?;
        let blue = Colour::Blue.rgb();
        for (number, row) in self.rows.iter().enumerate() {
            let middle = px(ABOVE + ROW * number as u32 + ROW / 2);
            let text = label(12, scale).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw_text(&row.label, &text, (px(left - GAP), middle + px(2)))
                .map_err(drawing)?;
            if let Some((low, high)) = row.interval {
                line(
                    (x(low)?, middle),
                    (x(high)?, middle),
                    blue.stroke_width(2 * scale),
                )?;
            }
            let dot = Circle::new((x(row.value)?, middle), px(5), blue.filled());
            area.draw(&dot).map_err(drawing)?;
        }
        let below = self.foot() + BELOW;
        canvas::small_type(area, scale, below as i32, &self.caption)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Scale, *};

    fn plot(rows: Vec<ForestRow>) -> ForestPlot {
        ForestPlot {
            title: "ratios".to_owned(),
            caption: "n = 3".to_owned(),
            axis: Axis {
                label: "ratio".to_owned(),
                scale: Scale::Log10,
                is_whole: false,
                reference: Some(1.0),
            },
            rows,
        }
    }

    fn row(label: &str, value: f64) -> ForestRow {
        ForestRow {
            label: label.to_owned(),
            value,
            interval: Some((value / 2.0, value * 2.0)),
        }
    }

    #[test]
    fn each_row_has_its_label_and_its_dot() {
        let svg = plot(vec![row("alpha", 0.1), row("beta", 0.5)])
            .svg()
            .unwrap();
        assert!(svg.contains("alpha") && svg.contains("beta") && svg.contains("n = 3"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn the_widest_labels_are_not_clipped() {
        // The widest letter, as often as a label may have it.
        let wide = "W".repeat(56);
        let plot = plot(vec![row(&wide, 0.1), row("beta", 0.5)]);
        let svg = plot.svg().unwrap();
        let room = plot.left() - GAP;
        assert!(
            width(12, &wide) + MARGIN <= room && room + 100 < SIZE.0,
            "{room}"
        );
        assert!(svg.contains(&wide));
    }

    #[test]
    fn nothing_and_no_number_are_refused() {
        assert!(matches!(plot(Vec::new()).svg(), Err(ChartError::Empty(_))));
        assert!(plot(vec![row("a", f64::NAN)]).svg().is_err());
        assert!(plot(vec![row("a", -1.0)]).svg().is_err());
    }
}
