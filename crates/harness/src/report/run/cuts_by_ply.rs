//! Cuts by kind and ply: a panel a kind.

use super::{
    super::chart::{Axis, Figure, Form, Panel, Point, Scale},
    Subject,
    look::whole,
};
use crate::analysis::cuts::{Cuts, Kind};

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::MdpLower => "by the lower bound of mate distance",
        Kind::MdpUpper => "by the upper bound of mate distance",
        Kind::Table => "by the table",
        Kind::Technique => "by another technique",
        Kind::BetaCutoff => "by a move that failed high",
    }
}

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let all = &subject.cuts.variants;
    let happens = |kind: &Kind| {
        all.iter()
            .any(|cuts| cuts.by_ply(*kind).iter().any(|&n| n > 0))
    };
    let (seen, unseen): (Vec<Kind>, Vec<Kind>) = Kind::ALL.into_iter().partition(happens);
    if seen.is_empty() {
        return None;
    }
    let panel = |&kind: &Kind| {
        let points = |cuts: &Cuts| -> Vec<Point> {
            let counts = (0..).zip(cuts.by_ply(kind));
            counts
                .map(|(ply, &count)| Point::bare(f64::from(ply), count as f64))
                .collect()
        };
        Panel {
            heading: heading(kind).to_owned(),
            curves: subject.curves_of_cuts(points),
        }
    };
    let never: Vec<&str> = unseen.into_iter().map(heading).collect();
    let never = match never.len() {
        0 => String::new(),
        _ => format!(" No node was cut {}.", never.join(" or ")),
    };
    Some(Figure {
        title: "Where the search cuts: nodes by kind of cut and ply".to_owned(),
        caption: subject.caption(&format!(
            "Summed over the n = {} positions with a depth that all shown variants completed, each at the deepest such \
             depth (plies {} to {}), so that large trees weigh most. A ply without a cut has no point.{never}{}",
            subject.cuts.positions, subject.cuts.depths.0, subject.cuts.depths.1, subject.untold()
        )),
        x: whole("ply (distance from the root)"),
        y: Axis {
            label: "nodes cut (log)".to_owned(),
            scale: Scale::Log10,
            is_whole: false,
            reference: None,
        },
        panels: seen.iter().map(panel).collect(),
        counts: Vec::new(),
        form: Form::Points,
    })
}
