//! Line charts over whole-numbered x.

use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    ChartError,
    band::Band,
    canvas::{self, Picture, drawing, label},
    palette::{Colour, GREY, LIGHT},
};

/// The scale of the y axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios; values must be above zero.
    Log10,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line.
    Solid,
    /// A dashed line.
    Dashed,
    /// A line with a dot at each point.
    SolidWithMarkers,
}

/// How broad a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As usual.
    Regular,
    /// Broad enough to show on both sides of a regular series that runs over it.
    Broad,
}

impl Weight {
    /// Width of the line and radius of the dots.
    fn units(self) -> (u32, u32) {
        match self {
            Weight::Regular => (2, 4),
            Weight::Broad => (6, 6),
        }
    }
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// The points, x ascending.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: Colour,
    /// How it is drawn.
    pub stroke: Stroke,
    /// How broad it is drawn.
    pub weight: Weight,
}

/// A vertical line at a place worth noticing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// What is there.
    pub label: String,
}

/// A chart of one or more series over whole-numbered x.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What it shows.
    pub title: String,
    /// Positions, metric and build, in small type below.
    pub caption: String,
    /// The x axis, with its unit.
    pub x_label: String,
    /// The y axis, with its unit.
    pub y_label: String,
    /// The y axis's scale.
    pub y_scale: Scale,
    /// The y axis's ends; from the data where not given.
    pub y_range: Option<(f64, f64)>,
    /// What lies below all series.
    pub band: Option<Band>,
    /// What is drawn; later ones over earlier ones.
    pub series: Vec<Series>,
    /// Places worth noticing.
    pub marks: Vec<Mark>,
}

/// Bounds of both axes, y in the axis's own scale (log10 where it is logarithmic).
type Bounds = ((f64, f64), (f64, f64));

impl LineChart {
    fn bounds(&self) -> Result<Bounds, ChartError> {
        if self.series.is_empty() {
            return Err(ChartError::Empty(self.title.clone()));
        }
        let (mut x, mut y) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
        for series in &self.series {
            if series.points.is_empty() {
                return Err(ChartError::Empty(series.label.clone()));
            }
            for &(at, value) in &series.points {
                if !(at.is_finite() && self.place(value).is_finite()) {
                    return Err(ChartError::Value(series.label.clone()));
                }
                x = (x.0.min(at), x.1.max(at));
                y = (y.0.min(self.place(value)), y.1.max(self.place(value)));
            }
        }
        if let Some(band) = &self.band {
            for &(at, low, high) in &band.points {
                let ends = [self.place(low), self.place(high)];
                if !(at.is_finite() && ends.iter().all(|end| end.is_finite())) {
                    return Err(ChartError::Value(band.label.clone()));
                }
                x = (x.0.min(at), x.1.max(at));
                y = (y.0.min(ends[0]), y.1.max(ends[1]));
            }
        }
        let y = match (self.y_range, self.y_scale) {
            (Some((low, high)), _) => (self.place(low), self.place(high)),
            (None, Scale::Log10) => (y.0.floor(), y.1.ceil().max(y.0.floor() + 1.0)),
            (None, Scale::Linear) => (y.0.min(0.0), if y.1 > y.0 { y.1 * 1.05 } else { y.0 + 1.0 }),
        };
        Ok(((x.0 - 0.5, x.1 + 0.5), y))
    }

    /// A value's place on the y axis.
    fn place(&self, value: f64) -> f64 {
        match self.y_scale {
            Scale::Linear => value,
            Scale::Log10 => value.log10(),
        }
    }

    fn tick(&self, at: f64) -> String {
        match self.y_scale {
            Scale::Linear => format!("{at:.1}"),
            Scale::Log10 => readable(10f64.powf(at)),
        }
    }

    fn draw_series<B: DrawingBackend>(
        &self,
        chart: &mut ChartContext<'_, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
        series: &Series,
        scale: u32,
    ) -> Result<(), ChartError> {
        let points = series
            .points
            .iter()
            .map(|&(at, value)| (at, self.place(value)));
        let (width, radius) = series.weight.units();
        let style = ShapeStyle::from(&series.colour.rgb()).stroke_width(width * scale);
        let size = |units: u32| (units * scale) as i32;
        match series.stroke {
            Stroke::Solid | Stroke::SolidWithMarkers => {
                chart
                    .draw_series(LineSeries::new(points.clone(), style))
                    .map_err(drawing)?;
            }
            Stroke::Dashed => {
                let dashes = DashedLineSeries::new(points.clone(), size(7), size(5), style);
                chart.draw_series(dashes).map_err(drawing)?;
            }
        }
        if series.stroke == Stroke::SolidWithMarkers {
            let dots = points.map(|point| Circle::new(point, size(radius), style.filled()));
            chart.draw_series(dots).map_err(drawing)?;
        }
        Ok(())
    }

    fn draw_marks<B: DrawingBackend>(
        &self,
        chart: &mut ChartContext<'_, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
        y: (f64, f64),
        scale: u32,
        text: &TextStyle<'_>,
    ) -> Result<(), ChartError> {
        let size = |units: u32| (units * scale) as i32;
        let style = ShapeStyle::from(&GREY).stroke_width(scale);
        for mark in &self.marks {
            let line = [(mark.x, y.0), (mark.x, y.1)];
            let dots = DashedLineSeries::new(line, size(2), size(3), style);
            chart.draw_series(dots).map_err(drawing)?;
            // Beside the line's upper end, on the side where the curves have come from.
            let text = EmptyElement::at((mark.x, y.1))
                + Text::new(
                    mark.label.clone(),
                    (-size(8), size(6)),
                    text.pos(Pos::new(HPos::Right, VPos::Top)),
                );
            chart.draw_series([text]).map_err(drawing)?;
        }
        Ok(())
    }

    /// One row below the title: a stroke and a name for each series.
    fn draw_legend<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
        text: &TextStyle<'_>,
    ) -> Result<(), ChartError> {
        let px = |units: i32| units * scale as i32;
        let (mut left, middle) = (px(32), px(70));
        // Writes a name and says where the next key goes.
        let name = |name: &str, left: i32| -> Result<i32, ChartError> {
            let centred = text.pos(Pos::new(HPos::Left, VPos::Center));
            area.draw_text(name, &centred, (left, middle))
                .map_err(drawing)?;
            let (width, _) = area.estimate_text_size(name, text).map_err(drawing)?;
            Ok(left + width as i32 + px(22))
        };
        for series in &self.series {
            let (width, radius) = series.weight.units();
            let style = ShapeStyle::from(&series.colour.rgb()).stroke_width(width * scale);
            let pieces: &[(i32, i32)] = match series.stroke {
                Stroke::Dashed => &[(0, 9), (14, 23), (28, 32)],
                Stroke::Solid | Stroke::SolidWithMarkers => &[(0, 32)],
            };
            for &(from, to) in pieces {
                let line = [(left + px(from), middle), (left + px(to), middle)];
                area.draw(&PathElement::new(line, style)).map_err(drawing)?;
            }
            if series.stroke == Stroke::SolidWithMarkers {
                let dot = Circle::new((left + px(16), middle), px(radius as i32), style.filled());
                area.draw(&dot).map_err(drawing)?;
            }
            left = name(&series.label, left + px(40))?;
        }
        if let Some(band) = &self.band {
            band.draw_key(area, (left, middle), (px(32), px(12)))?;
            name(&band.label, left + px(40))?;
        }
        Ok(())
    }
}

impl Picture for LineChart {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        scale: u32,
    ) -> Result<(), ChartError> {
        let (x, y) = self.bounds()?;
        let px = |units: i32| units * scale as i32;
        canvas::frame(area, scale, self.size().1, (&self.title, &self.caption))?;
        self.draw_legend(area, scale, &label(14, scale))?;

        let plot = area.margin(px(92), px(56), px(20), px(32));
        let mut chart = ChartBuilder::on(&plot)
            .x_label_area_size(px(46))
            .y_label_area_size(px(72))
            .build_cartesian_2d(x.0..x.1, y.0..y.1)
            .map_err(drawing)?;
        let whole = (x.1 - x.0) as usize;
        let y_labels = match self.y_scale {
            Scale::Linear => 12,
            Scale::Log10 => (y.1 - y.0) as usize + 1,
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LIGHT)
            .axis_style(ShapeStyle::from(&GREY).stroke_width(scale))
            .set_all_tick_mark_size(px(5))
            .x_labels(whole + 1)
            .x_label_formatter(&|at| format!("{at:.0}"))
            .y_labels(y_labels)
            .y_label_formatter(&|at| self.tick(*at))
            .label_style(label(13, scale))
            .axis_desc_style(label(14, scale))
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .draw()
            .map_err(drawing)?;
        if let Some(band) = &self.band {
            band.draw(&mut chart, |value| self.place(value))?;
        }
        self.draw_marks(&mut chart, y, scale, &label(13, scale))?;
        for series in &self.series {
            self.draw_series(&mut chart, series, scale)?;
        }
        Ok(())
    }
}

/// A power of ten as people read it: 100, 10 k, 1 M.
fn readable(value: f64) -> String {
    match value.round() {
        v if v >= 1e6 => format!("{:.0} M", v / 1e6),
        v if v >= 1e4 => format!("{:.0} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>, y_scale: Scale) -> LineChart {
        LineChart {
            title: "a < b & c".to_owned(),
            caption: "caption".to_owned(),
            x_label: "depth".to_owned(),
            y_label: "nodes".to_owned(),
            y_scale,
            y_range: None,
            band: None,
            series: vec![Series {
                label: "off".to_owned(),
                points,
                colour: Colour::Blue,
                stroke: Stroke::SolidWithMarkers,
                weight: Weight::Regular,
            }],
            marks: vec![Mark {
                x: 2.0,
                label: "here".to_owned(),
            }],
        }
    }

    #[test]
    fn the_same_chart_is_the_same_bytes() {
        let chart = chart(vec![(1.0, 3.0), (2.0, 30.0), (3.0, 200.0)], Scale::Log10);
        assert_eq!(chart.svg().unwrap(), chart.svg().unwrap());
        assert_eq!(chart.png().unwrap(), chart.png().unwrap());
    }

    #[test]
    fn a_band_is_an_area_with_a_key_and_has_its_place() {
        let mut chart = chart(vec![(1.0, 3.0), (2.0, 4.0)], Scale::Linear);
        let bare = chart.svg().unwrap();
        let mut band = Band {
            label: "most of them".to_owned(),
            points: vec![(1.0, 2.0, 4.0), (2.0, 3.0, 5.0)],
            colour: Colour::Grey,
        };
        chart.band = Some(band.clone());
        let svg = chart.svg().unwrap();
        assert!(svg.contains("<polygon") && svg.contains("most of them"));
        assert!(!bare.contains("<polygon"));
        band.points[0].1 = f64::NAN;
        chart.band = Some(band);
        assert_eq!(
            chart.svg(),
            Err(ChartError::Value("most of them".to_owned()))
        );
    }

    #[test]
    fn text_is_escaped_and_has_a_fallback_font() {
        let svg = chart(vec![(1.0, 3.0), (2.0, 4.0)], Scale::Linear)
            .svg()
            .unwrap();
        assert!(svg.contains("a &lt; b &amp; c") && svg.contains("sans-serif"));
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        assert_eq!(
            chart(vec![], Scale::Linear).svg(),
            Err(ChartError::Empty("off".into()))
        );
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = chart(vec![(1.0, bad)], Scale::Log10).png();
            assert_eq!(error, Err(ChartError::Value("off".into())), "{bad}");
        }
        assert!(
            chart(vec![(1.0, 5.0)], Scale::Linear).png().is_ok(),
            "a single point"
        );
    }
}
