//! Several small charts side by side with one legend and one y axis: the same measure against different
//! things. Each has its values at even steps, whatever they are, so that no line joins them.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    ChartError,
    canvas::{self, Picture, SIZE, drawing, ink, label},
    legend::{self, Key},
    marker::Marker,
    palette::{Colour, GREY, LIGHT},
};

/// A value of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Above which of the panel's ticks, from 0.
    pub tick: usize,
    /// The value.
    pub value: f64,
    /// The ends of its whisker, where it has one.
    pub whisker: Option<(f64, f64)>,
}

/// What is measured at each tick.
#[derive(Clone, Debug, PartialEq)]
pub struct TickSeries {
    /// Its name in the legend.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// The shape of its points.
    pub marker: Marker,
}

/// One of the charts.
#[derive(Clone, Debug, PartialEq)]
pub struct TickPanel {
    /// What its x axis is.
    pub x_label: String,
    /// The values on it, at even steps.
    pub ticks: Vec<String>,
    /// What is written below each of them.
    pub counts: Vec<String>,
    /// For each series of the whole its values, ticks ascending; a series may have none here.
    pub series: Vec<Vec<Spot>>,
}

/// Charts side by side, three in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelChart {
    /// What it shows.
    pub title: String,
    /// Method and build, in small type below.
    pub caption: String,
    /// The y axis, with its unit.
    pub y_label: String,
    /// The y axis's ends.
    pub y_range: (f64, f64),
    /// The series; later ones stand to the right of earlier ones.
    pub series: Vec<TickSeries>,
    /// The charts.
    pub panels: Vec<TickPanel>,
}

/// Height of a row of charts, and of what stands above the first.
const ROW: u32 = 360;
const ABOVE: u32 = 88;
const MOST_IN_A_ROW: usize = 3;
/// How far series stand apart at one tick, in ticks, so that a whisker hides no other point.
const ASIDE: f64 = 0.18;

impl PanelChart {
    /// Where the last row of charts ends.
    fn foot(&self) -> u32 {
        ABOVE + ROW * self.panels.len().div_ceil(self.in_a_row()) as u32
    }

    fn in_a_row(&self) -> usize {
        self.panels.len().clamp(1, MOST_IN_A_ROW)
    }

    fn check(&self) -> Result<(), ChartError> {
        if self.panels.is_empty() {
            return Err(ChartError::Empty(self.title.clone()));
        }
        for panel in &self.panels {
            let mut spots = panel.series.iter().flatten().peekable();
            if panel.ticks.is_empty() || spots.peek().is_none() {
                return Err(ChartError::Empty(panel.x_label.clone()));
            }
            let is_number = |spot: &Spot| {
                let (low, high) = spot.whisker.unwrap_or_default();
                spot.value.is_finite() && low.is_finite() && high.is_finite()
            };
            if !spots.all(is_number) {
                return Err(ChartError::Value(panel.x_label.clone()));
            }
        }
        Ok(())
    }

    fn keys(&self) -> Vec<Key> {
        let key = |series: &TickSeries| Key {
            label: series.label.clone(),
            colour: series.colour,
            marker: Some(series.marker),
            line: None,
        };
        self.series.iter().map(key).collect()
    }

    fn draw_panel<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        panel: &TickPanel,
        is_first: bool,
        scale: u32,
    ) -> Result<(), ChartError> {
        let px = |units: i32| units * scale as i32;
        let last = panel.ticks.len() as f64 - 1.0;
        let (low, high) = self.y_range;
        let mut chart = ChartBuilder::on(area)
            .margin_right(px(12))
            .x_label_area_size(px(62))
            .y_label_area_size(px(if is_first { 64 } else { 40 }))
            .build_cartesian_2d(-0.4..last + 0.4, low..high)
            .map_err(drawing)?;
        let tick = |at: &f64| {
            let is_whole = (at - at.round()).abs() < 1e-6 && *at > -0.4;
            let name = is_whole.then(|| panel.ticks.get(at.round() as usize));
            name.flatten().cloned().unwrap_or_default()
        };
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LIGHT)
            .axis_style(ShapeStyle::from(&GREY).stroke_width(scale))
            .set_all_tick_mark_size(px(5))
            .x_labels(panel.ticks.len() + 1)
            .x_label_formatter(&tick)
            .y_labels(12)
            .y_label_formatter(&|at| format!("{at:.1}"))
            .label_style(label(13, scale))
            .axis_desc_style(label(14, scale))
            .x_desc(&panel.x_label);
        if is_first {
            mesh.y_desc(&self.y_label);
        }
        mesh.draw().map_err(drawing)?;
        for (tick, count) in panel.counts.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(tick as f64, low));
            let text = ink(10, scale, &GREY).pos(Pos::new(HPos::Center, VPos::Top));
            // From the canvas's corner, not the panel's.
            let (left, top) = area.get_base_pixel();
            area.draw_text(count, &text, (x - left, y - top + px(24)))
                .map_err(drawing)?;
        }
        let middle = (self.series.len() as f64 - 1.0) / 2.0;
        for (number, series) in self.series.iter().enumerate() {
            let spots = panel.series.get(number).map_or(&[][..], Vec::as_slice);
            let aside = (number as f64 - middle) * ASIDE;
            for spot in spots {
                let place = |value| {
                    let (x, y) = chart.backend_coord(&(spot.tick as f64 + aside, value));
                    let (left, top) = area.get_base_pixel();
                    (x - left, y - top)
                };
                let style = ShapeStyle::from(&series.colour.rgb()).stroke_width(2 * scale);
                if let Some((low, high)) = spot.whisker {
                    let ends = [place(low), place(high)];
                    area.draw(&PathElement::new(ends, style)).map_err(drawing)?;
                }
                let at = place(spot.value);
                series.marker.draw(area, at, series.colour.rgb(), scale)?;
            }
        }
        Ok(())
    }
}

impl Picture for PanelChart {
    fn size(&self) -> (u32, u32) {
        let caption = 15 * canvas::small_lines(&self.caption).len() as u32;
        (SIZE.0, self.foot() + 16 + caption + 14)
    }

    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError> {
        self.check()?;
        canvas::heading(area, scale, &self.title)?;
        canvas::small_type(area, scale, self.foot() as i32 + 16, &self.caption)?;
        legend::draw(area, scale, &self.keys())?;
        let px = |units: u32| (units * scale) as i32;
        let columns = self.in_a_row();
        let width = (SIZE.0 - 48) / columns as u32;
        for (number, panel) in self.panels.iter().enumerate() {
            let (row, column) = ((number / columns) as u32, number % columns);
            let left = 20 + width * column as u32;
            let top = ABOVE + ROW * row;
            let place = area
                .clone()
                .shrink((px(left), px(top)), (px(width) as u32, px(ROW - 8) as u32));
            self.draw_panel(&place, panel, column == 0, scale)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(panels: usize, value: f64) -> PanelChart {
        let spot = |tick, value| Spot {
            tick,
            value,
            whisker: Some((0.1, 0.9)),
        };
        let panel = TickPanel {
            x_label: "branching".to_owned(),
            ticks: vec!["2".to_owned(), "16".to_owned()],
            counts: vec!["3 of 9".to_owned(), "4 of 9".to_owned()],
            series: vec![vec![spot(0, 0.5), spot(1, value)], vec![]],
        };
        PanelChart {
            title: "title".to_owned(),
            caption: "caption".to_owned(),
            y_label: "ratio".to_owned(),
            y_range: (0.0, 1.1),
            series: [("all", Colour::Blue), ("some", Colour::Orange)]
                .map(|(label, colour)| TickSeries {
                    label: label.to_owned(),
                    colour,
                    marker: Marker::Circle,
                })
                .to_vec(),
            panels: vec![panel; panels],
        }
    }

    #[test]
    fn any_number_of_panels_is_the_same_bytes_each_time() {
        for panels in 1..=4 {
            let chart = chart(panels, 0.7);
            let svg = chart.svg().unwrap();
            assert_eq!(svg, chart.svg().unwrap());
            assert_eq!(svg.matches(">\nbranching\n<").count(), panels, "{svg}");
            assert!(svg.contains(">\n16\n<") && svg.contains("4 of 9"));
            // Two points and their intervals a panel, a key for each series, and no line between.
            let lines = svg.lines().filter(|line| line.contains("#0072B2"));
            assert_eq!(lines.count(), 4 * panels + 1, "{svg}");
        }
        assert_eq!(chart(3, 0.7).png().unwrap(), chart(3, 0.7).png().unwrap());
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        assert!(matches!(chart(0, 0.7).svg(), Err(ChartError::Empty(_))));
        assert!(matches!(
            chart(1, f64::NAN).svg(),
            Err(ChartError::Value(_))
        ));
        let mut empty = chart(1, 0.7);
        empty.panels[0].series = vec![vec![], vec![]];
        assert!(matches!(empty.png(), Err(ChartError::Empty(_))));
    }
}
