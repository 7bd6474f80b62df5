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
    canvas::{self, Picture, SIZE, drawing, label},
    dash::Dash,
    layout::Layout,
    legend::{self, Key},
    marker::Marker,
    palette::Colour,
    plot::Plot,
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
    /// Whether the line leads here from the point before: not where the two rest on different positions.
    pub is_joined: bool,
}

impl Point {
    /// Joined, without spread.
    #[must_use]
    pub fn bare(x: f64, y: f64) -> Self {
        Point {
            x,
            y,
            bar: None,
            whisker: None,
            is_joined: true,
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
    /// The shape of its points; none for a line alone.
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
    /// Lines over each other, the later ones dashed.
    Overlaid,
    /// Points side by side, without lines.
    Points,
}

impl Figure {
    fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.panels.iter().flat_map(|panel| &panel.curves)
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.curves().flat_map(|curve| &curve.points)
    }

    fn keys(&self) -> Vec<Key> {
        let Some(panel) = self.panels.first() else {
            return Vec::new();
        };
        let key = |(at, curve): (usize, &Curve)| Key {
            label: curve.label.clone(),
            colour: curve.colour,
            marker: curve.marker,
            line: (self.form != Form::Points).then(|| Dash::of(self.form, at)),
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
            let mut figure = figure(values, 1);
            figure.form = Form::Dodged;
            let svg = figure.svg().unwrap();
            let is_curve = |line: &&str| line.starts_with("<polyline") && line.contains("#0072B2");
            svg.lines().filter(is_curve).count()
        };
        let whole = lines(&[3.0, 30.0, 200.0, 50.0]);
        // Both curves fall into two pieces, and their four whiskers are three.
        let broken = lines(&[3.0, 30.0, 0.0, 50.0, 60.0]);
        assert!(broken > whole, "{broken} {whole}");
    }

    #[test]
    fn a_point_on_other_positions_is_not_joined() {
        let mut figure = figure(&[3.0, 30.0, 200.0], 1);
        figure.form = Form::Dodged;
        let lines = |figure: &Figure| {
            let svg = figure.svg().unwrap();
            let is_curve = |line: &&str| {
                line.starts_with("<polyline") && line.contains("#0072B2") && line.contains("\"2\"")
            };
            svg.lines().filter(is_curve).count()
        };
        // Two curves, and two keys.
        assert_eq!(lines(&figure), 4);
        figure.panels[0].curves[0].points[1].is_joined = false;
        figure.panels[0].curves[1].points[1].is_joined = false;
        assert_eq!(lines(&figure), 4, "each from its second point on");
        figure.panels[0].curves[0].points[2].is_joined = false;
        assert_eq!(lines(&figure), 3, "one is points alone");
    }

    #[test]
    fn points_stand_side_by_side_without_lines() {
        let mut figure = figure(&[3.0, 30.0], 1);
        figure.form = Form::Points;
        let svg = figure.svg().unwrap();
        let is_mark = |line: &&str| line.starts_with("<polygon") && line.contains("#0072B2");
        let mut places: Vec<&str> = svg.lines().filter(is_mark).collect();
        places.dedup();
        // Two curves of two points, and two keys.
        assert_eq!(places.len(), 6, "{places:?}");
        let is_line = |line: &&str| line.starts_with("<polyline") && line.contains("\"2\"");
        assert_eq!(svg.lines().filter(is_line).count(), 0);
    }

    #[test]
    fn of_lines_over_each_other_the_later_are_dashed() {
        let pieces = |form| {
            let mut figure = figure(&[3.0, 30.0, 200.0], 1);
            figure.form = form;
            figure.svg().unwrap().matches("stroke=\"#0072B2\"").count()
        };
        assert!(pieces(Form::Overlaid) > pieces(Form::Dodged) + 20);
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
