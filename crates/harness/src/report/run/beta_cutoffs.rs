//! With which move nodes fail high.

use super::{
    super::chart::{Axis, Curve, Figure, Form, Panel, Point, Scale},
    Subject,
};
use crate::analysis::cuts::Cuts;

/// Records tell so many moves apart; the place after them is that of all later ones.
const TOLD_APART: usize = 31;

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let points = |cuts: &Cuts| -> Vec<Point> {
        let shares = (1..).zip(cuts.share_by_move().into_iter().take(TOLD_APART));
        shares
            .map(|(number, share)| Point::bare(f64::from(number), share * 100.0))
            .collect()
    };
    let all: Vec<Vec<Point>> = subject.cuts.variants.iter().map(points).collect();
    if all.iter().all(Vec::is_empty) {
        return None;
    }
    // As many points as moves: shapes would hide the lines.
    let curves = subject.curves_with_baseline(all).into_iter();
    let curves = curves.map(|curve| Curve {
        marker: None,
        ..curve
    });
    Some(Figure {
        title: "How early the move comes that fails high".to_owned(),
        caption: subject.caption(&format!(
            "Share of the nodes that failed high which had done so by this move, summed over the n = {} positions with \
             a depth that all shown variants completed, each at the deepest such depth (plies {} to {}). What is \
             left after move {TOLD_APART} is that of later moves.",
            subject.cuts.positions, subject.cuts.depths.0, subject.cuts.depths.1
        )),
        x: Axis {
            label: "move number, as searched (log)".to_owned(),
            scale: Scale::Log10,
            is_whole: false,
            reference: None,
        },
        y: Axis {
            label: "failed high by this move (%)".to_owned(),
            scale: Scale::Linear,
            is_whole: false,
            reference: None,
        },
        panels: vec![Panel {
            heading: String::new(),
            curves: curves.collect(),
        }],
        counts: Vec::new(),
        form: Form::Overlaid,
    })
}
