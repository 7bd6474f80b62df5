//! With which move nodes fail high: the share of beta cutoffs by move number.

use super::{
    super::{
        chart::{Axis, Curve, Figure, Form, Panel, Point, Scale},
        number::NONE,
    },
    Subject,
    look::whole,
};
use crate::analysis::cuts::Cuts;

/// Moves in the figure, of 31 that records tell apart: later ones have few cutoffs, which jump up and down.
const SHOWN: usize = 16;

fn first_move(cuts: &Cuts) -> String {
    let first = cuts.share_by_move().first().copied();
    first.map_or_else(
        || NONE.to_owned(),
        |share| format!("{:.2} %", share * 100.0),
    )
}

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let points = |cuts: &Cuts| -> Vec<Point> {
        let shares = (1..).zip(cuts.share_by_move().into_iter().take(SHOWN));
        shares
            .map(|(number, share)| Point::bare(f64::from(number), share * 100.0))
            .collect()
    };
    let mut all = subject.cuts.variants.iter();
    if all.all(|cuts| points(cuts).is_empty()) {
        return None;
    }
    let told = subject.cuts.variants.iter().filter(|cuts| cuts.is_told);
    let curves = subject.curves_of_cuts(points).into_iter().zip(told);
    let curves = curves.map(|(curve, cuts)| Curve {
        label: format!("{}: {}", curve.label, first_move(cuts)),
        ..curve
    });
    Some(Figure {
        title: "Beta cutoffs by move number".to_owned(),
        caption: subject.caption(&format!(
            "Of all nodes that failed high, the share that did so with this move; in the legend that of the first move. Summed \
             over the n = {} positions with a depth that all shown variants completed, each at the deepest such depth \
             (plies {} to {}). Moves after the {SHOWN}th are left out, and moves without a cutoff have no point.{}",
            subject.cuts.positions, subject.cuts.depths.0, subject.cuts.depths.1, subject.untold()
        )),
        x: whole("move number, in the order searched"),
        y: Axis {
            label: "share of beta cutoffs (%, log)".to_owned(),
            scale: Scale::Log10,
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
