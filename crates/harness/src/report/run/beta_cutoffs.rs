//! With which move nodes fail high.

use super::{
    super::chart::{Axis, Figure, Panel, Point, Scale},
    Subject,
};
use crate::analysis::cuts::Cuts;

/// Later moves are counted with this one.
const LAST_TOLD_APART: usize = 32;

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let points = |cuts: &Cuts| -> Vec<Point> {
        let shares = (1..).zip(cuts.share_by_move());
        shares
            .map(|(number, share)| Point::bare(f64::from(number), share * 100.0))
            .collect()
    };
    let all: Vec<Vec<Point>> = subject.cuts.variants.iter().map(points).collect();
    let least = all
        .iter()
        .flatten()
        .map(|point| point.y)
        .fold(None, |least, y| {
            Some(least.map_or(y, |least: f64| least.min(y)))
        })?;
    Some(Figure {
        title: "How early the move comes that fails high".to_owned(),
        caption: subject.caption(&format!(
            "Share of the nodes that failed high which had done so by this move, summed over the n = {} positions with \
             a depth that all shown variants completed, each at the deepest such depth (plies {} to {}). Move \
             {LAST_TOLD_APART} stands for all later ones, too.",
            subject.cuts.positions, subject.cuts.depths.0, subject.cuts.depths.1
        )),
        x: Axis {
            label: "move number, as searched (log)".to_owned(),
            scale: Scale::Log10,
            is_whole: false,
            range: None,
            reference: None,
        },
        y: Axis {
            label: "failed high by this move (%)".to_owned(),
            scale: Scale::Linear,
            is_whole: false,
            range: Some(((least / 10.0).floor() * 10.0 - if least % 10.0 < 3.0 { 10.0 } else { 0.0 }, 100.0)),
            reference: None,
        },
        panels: vec![Panel {
            heading: String::new(),
            curves: subject.curves_with_baseline(all),
        }],
        counts: Vec::new(),
        is_dodged: false,
    })
}
