//! Cuts by kind and ply: a panel a kind.

use super::{About, RunReport, Series, series::whole};
use plybench_analysis::cuts::{CutKind, Cuts};
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

fn heading(kind: CutKind) -> &'static str {
    match kind {
        CutKind::MdpLower => "by the lower bound of mate distance",
        CutKind::MdpUpper => "by the upper bound of mate distance",
        CutKind::Table => "by the transposition table",
        CutKind::Technique => "by another technique",
        CutKind::BetaCutoff => "by a move that failed high",
    }
}

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let all = &subject.cuts.variants;
    let happens = |kind: &CutKind| {
        all.iter()
            .any(|cuts| cuts.by_ply(*kind).iter().any(|&n| n > 0))
    };
    let (seen, unseen): (Vec<CutKind>, Vec<CutKind>) = CutKind::ALL.into_iter().partition(happens);
    if seen.is_empty() {
        return None;
    }
    let panel = |&kind: &CutKind| {
        let points = |cuts: &Cuts| -> Vec<Point> {
            let counts = (0..)
                .zip(cuts.by_ply(kind))
                .filter(|(_, count)| **count > 0);
            counts
                .map(|(ply, &count)| Point::bare(f64::from(ply), count as f64))
                .collect()
        };
        let series = subject.series_of_cuts(points).into_iter();
        let series = series.map(|one| Series {
            style: one.style.points(),
            ..one
        });
        Panel {
            heading: heading(kind).to_owned(),
            ..Panel::of(
                whole("ply (distance from the root)"),
                Axis::new("nodes cut (log)", Scale::Log10),
                series.collect(),
            )
        }
    };
    let never: Vec<&str> = unseen.into_iter().map(heading).collect();
    let never = match never.len() {
        0 => String::new(),
        _ => format!(" No node was cut {}.", never.join(" or ")),
    };
    Some(Figure {
        title: "Where the search cuts: nodes by kind of cut and ply".to_owned(),
        caption: subject.caption(
            &format!(
                "{} Large trees weigh most. A ply without a cut has no point.{never}{}",
                subject.cuts_sentence(),
                subject.not_reported()
            ),
            About::Nodes,
        ),
        panels: seen.iter().map(panel).collect(),
        columns: 2,
    })
}
