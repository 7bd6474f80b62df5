//! The empirical distribution of the ratios to the baseline.

use super::{super::counted::counted, About, Drawn, RunReport};
use plybench_analysis::{comparison::Comparison, distribution, log_ratio::LogRatio};
use plybench_figures::{Axis, Panel, Point, Scale};

/// The corners of the steps of one variant's distribution, with shares in percent.
fn corners(comparison: &Comparison) -> Vec<Point> {
    let ratios = comparison.pairs.iter().map(|pair| pair.counts.log_ratio);
    let ratios: Vec<LogRatio> = ratios.collect();
    let mut height = 0.0;
    let steps = distribution::steps(&ratios).into_iter();
    let corners = steps.flat_map(|step| {
        let from = std::mem::replace(&mut height, step.share * 100.0);
        [from, height].map(|share| Point::bare(step.ratio, share))
    });
    corners.collect()
}

pub(super) fn figure(subject: &RunReport) -> Drawn {
    let mut series = subject.shown.series(subject.comparisons().map(corners));
    if series.iter().all(|one| one.points.is_empty()) {
        return Err(Some("no position has a ratio"));
    }
    let numbers: Vec<usize> = subject.comparisons().map(|one| one.pairs.len()).collect();
    let differ = numbers.windows(2).any(|two| two[0] != two[1]);
    for (one, n) in series.iter_mut().zip(&numbers) {
        one.style = one.style.bare();
        if differ {
            one.label += &format!(" (n {n})");
        }
    }
    let at_one = series.iter().flat_map(|one| one.points.windows(2));
    let jumps = { at_one }.any(|two| two[0].x == 1.0 && two[1].x == 1.0 && two[0].y < two[1].y);
    let counted = counted(subject.metric);
    let title = match counted {
        "nodes" => "Distribution of the node ratios over the positions".to_owned(),
        other => format!("Distribution of the ratios of {other} over the positions"),
    };
    let jump = "; the jump at 1 is positions with equal counts";
    let what = format!(
        "Empirical distribution of the ratios, each position {}. Left of the line at 1 the variant counts fewer {counted} than the \
         baseline{}.",
        subject.at_the_deepest_depth(),
        if jumps { jump } else { "" }
    );
    let y = Axis::new("positions with at most this ratio (%)", Scale::Linear);
    let panel = Panel::of(subject.ratio_axis(), y, series);
    Ok(subject.figure(title, what, About::Ratios, vec![panel]))
}
