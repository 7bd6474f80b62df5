//! The effective branching factor by depth.

use super::{
    super::chart::{Axis, Figure, Form, Panel, Point, Scale},
    Subject,
    look::{by_depth, counts, whole},
};

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let positions = subject.factors.iter().flatten();
    let counts = counts(positions.map(|(depth, spread)| (*depth as f64, spread.positions)));
    if counts.is_empty() {
        return None;
    }
    let points = subject.factors.iter().map(|factors| {
        by_depth(factors, |spread| Point {
            bar: Some(spread.quartiles),
            ..Point::bare(0.0, spread.geometric_mean)
        })
    });
    Some(Figure {
        title: "Effective branching factor: growth of an iteration per ply".to_owned(),
        caption: subject.caption(
            "Effective branching factor at depth d: the square root of N(d) / N(d-2), with N(d) the nodes entered in iteration d \
             alone; two plies together, since alpha-beta grows unevenly. Points: geometric mean over the positions at which \
             all shown variants completed the depth, n below the axis; bars: the middle half of the positions. A line \
             joins depths with the same positions and ends where n falls: those are gone that met their node limit or had \
             shown their mate.",
        ),
        x: whole("depth d (plies)"),
        y: Axis {
            label: "branching factor (per ply): sqrt(N(d) / N(d-2))".to_owned(),
            scale: Scale::Linear,
            is_whole: false,
            reference: Some(1.0),
        },
        panels: vec![Panel {
            heading: String::new(),
            curves: subject.curves_with_baseline(points.collect()),
        }],
        counts,
        form: Form::Dodged,
    })
}
