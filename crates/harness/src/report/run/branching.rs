//! The effective branching factor by depth.

use super::{
    super::chart::{Axis, Figure, Form, Panel, Point, Scale},
    Subject,
    look::{counts, whole},
};
use crate::analysis::spread::Spread;

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let positions = subject.factors.iter().flatten();
    let counts = counts(positions.map(|(depth, spread)| (*depth as f64, spread.positions)));
    if counts.is_empty() {
        return None;
    }
    let point = |(depth, spread): &(usize, Spread)| Point {
        bar: Some(spread.quartiles),
        ..Point::bare(*depth as f64, spread.geometric_mean)
    };
    let points = subject.factors.iter();
    let points = points.map(|factors| factors.iter().map(point).collect());
    Some(Figure {
        title: "By how much an iteration grows a ply: the effective branching factor".to_owned(),
        caption: subject.caption(
            "Square root of the entered nodes of iteration d alone over those of iteration d-2. Points: geometric mean \
             over the positions at which all shown variants completed the depth, n below the axis; bars: the middle \
             half of the positions.",
        ),
        x: whole("depth d (plies)"),
        y: Axis {
            label: "branching factor: sqrt(N(d) / N(d-2))".to_owned(),
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
