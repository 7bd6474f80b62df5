//! With which move nodes fail high: the share of beta cutoffs by move number.

use super::{super::number::NONE, About, RunReport, Series, series::whole};
use plybench_analysis::cuts::Cuts;
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

/// Moves in the figure, of 31 that records tell apart: later ones have few cutoffs, which jump up and down.
const SHOWN: usize = 16;

fn first_move(cuts: &Cuts) -> String {
    let first = cuts.share_by_move().first().copied();
    first.map_or_else(
        || NONE.to_owned(),
        |share| format!("{:.2} %", share * 100.0),
    )
}

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let points = |cuts: &Cuts| -> Vec<Point> {
        let shares = (1..).zip(cuts.share_by_move().into_iter().take(SHOWN));
        shares
            .map(|(number, share)| Point::bare(f64::from(number), share * 100.0))
            .collect()
    };
    let series = subject.series_of_cuts(points);
    if series.iter().all(|one| one.points.is_empty()) {
        return None;
    }
    let series = series.into_iter().zip(&subject.cuts.variants);
    let series = series.map(|(one, cuts)| Series {
        label: format!("{}, first move {}", one.label, first_move(cuts)),
        ..one
    });
    let y = Axis::new("share of beta cutoffs (%, log)", Scale::Log10);
    Some(Figure {
        title: "Beta cutoffs by move number".to_owned(),
        caption: subject.caption(
            &format!(
                "Of all nodes that failed high, the share that did so with this move. {} Moves after the {SHOWN}th are left \
                 out. A move without a cutoff has no point.{}",
                subject.cuts_sentence(),
                subject.not_reported()
            ),
            About::Nodes,
        ),
        panels: vec![Panel::of(
            whole("move number, in the order searched"),
            y,
            series.collect(),
        )],
        columns: 1,
    })
}
