//! Where a search cuts: nodes by kind of cut and ply, a panel a kind; and with which move nodes fail high.

use super::{
    super::number::NONE,
    About, Drawn, RunReport,
    series::{unjoined, whole},
};
use plybench_analysis::cuts::{CutKind, Cuts};
use plybench_figures::{Axis, Figure, Panel, Point, Scale};
use plybench_text::plural;

/// Moves in the figure, of 31 that records tell apart: later ones have few cutoffs, which jump up and down.
const SHOWN: usize = 16;

/// Over which positions cuts are summed, as a sentence.
fn summed(subject: &RunReport) -> String {
    let (from, to) = (subject.cuts.shallowest, subject.cuts.deepest);
    let depths = match from == to {
        true => format!("depth {to}"),
        false => format!("the deepest such depth ({from} to {to})"),
    };
    format!(
        "Summed over the {} with a depth that all variants shown completed, each at {depths}.",
        plural::count(subject.cuts.positions, "position")
    )
}

fn heading(kind: CutKind) -> &'static str {
    match kind {
        CutKind::MdpLower => "by the lower bound of mate distance",
        CutKind::MdpUpper => "by the upper bound of mate distance",
        CutKind::Table => "by the transposition table",
        CutKind::Technique => "by another technique",
        CutKind::BetaCutoff => "by a move that failed high",
    }
}

/// The plies at which a variant cuts in this way, each with how many nodes.
fn by_ply(cuts: &Cuts, kind: CutKind) -> Vec<Point> {
    let counts = cuts.by_ply(kind).iter().enumerate();
    let counts = counts.filter(|(_, count)| **count > 0);
    let point = |(ply, &count): (usize, &u64)| Point::bare(ply as f64, count as f64);
    counts.map(point).collect()
}

pub(super) fn by_kind(subject: &RunReport) -> Drawn {
    let all = &subject.cuts.variants;
    let happens = |kind: &CutKind| all.iter().any(|cuts| !by_ply(cuts, *kind).is_empty());
    let (seen, unseen): (Vec<CutKind>, Vec<CutKind>) = CutKind::ALL.into_iter().partition(happens);
    if seen.is_empty() {
        let reason = "nothing was cut at a depth that all shown completed";
        return Err(Some(reason));
    }
    let panel = |&kind: &CutKind| {
        let series = unjoined(subject.series_of_cuts(|cuts| by_ply(cuts, kind)));
        let x = whole("ply (distance from the root)");
        let y = Axis::new("nodes cut (log)", Scale::Log10);
        Panel {
            heading: heading(kind).to_owned(),
            ..Panel::of(x, y, series)
        }
    };
    let never: Vec<&str> = unseen.into_iter().map(heading).collect();
    let never = match never.len() {
        0 => String::new(),
        _ => format!(" No node was cut {}.", never.join(" or ")),
    };
    let what = format!(
        "{} Large trees weigh most. A ply without a cut has no point.{never}{}",
        summed(subject),
        subject.not_reported()
    );
    let title = "Where the search cuts: nodes by kind of cut and ply";
    let panels = seen.iter().map(panel).collect();
    Ok(Figure {
        columns: 2,
        ..subject.figure(title, what, About::Nodes, panels)
    })
}

pub(super) fn by_move(subject: &RunReport) -> Drawn {
    let points = |cuts: &Cuts| -> Vec<Point> {
        let shares = (1_u8..).zip(cuts.share_by_move()).take(SHOWN);
        let point = |(number, share)| Point::bare(f64::from(number), share * 100.0);
        shares.map(point).collect()
    };
    let mut series = subject.series_of_cuts(points);
    if series.iter().all(|one| one.points.is_empty()) {
        let reason = "nothing failed high at a depth that all shown completed";
        return Err(Some(reason));
    }
    for one in &mut series {
        let share = |first: &Point| format!("{:.2} %", first.y);
        let first = one.points.first().map_or(NONE.to_owned(), share);
        one.label += &format!(", first move {first}");
    }
    let what = format!(
        "Of all nodes that failed high, the share that did so with this move. {} Moves after the {SHOWN}th are left \
         out. A move without a cutoff has no point.{}",
        summed(subject),
        subject.not_reported()
    );
    let x = whole("move number, in the order searched");
    let y = Axis::new("share of beta cutoffs (%, log)", Scale::Log10);
    let panels = vec![Panel::of(x, y, series)];
    Ok(subject.figure("Beta cutoffs by move number", what, About::Nodes, panels))
}
