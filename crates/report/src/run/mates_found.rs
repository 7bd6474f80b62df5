//! The share of known mates that each variant finds, by depth.

use super::{
    super::{
        share,
        table::{Table, of_numbers, of_words},
    },
    About, Drawn, RunReport,
    series::OverPositions,
};
use plybench_analysis::mates_found::{MatesAtDepth, by_depth};
use plybench_figures::Panel;

/// The mates that these variants find, if they find different ones, so that there is something to see.
fn differing(subject: &RunReport, variants: &[&str]) -> Option<Vec<Vec<MatesAtDepth>>> {
    let differ = |found: &[Vec<MatesAtDepth>]| found.windows(2).any(|two| two[0] != two[1]);
    Some(by_depth(subject.outcomes, variants)).filter(|found| differ(found))
}

/// A row for each variant and depth, if the variants differ.
pub(super) fn table(subject: &RunReport) -> Option<Table> {
    let found = differing(subject, subject.variants)?;
    let all = subject.variants.iter().zip(&found);
    let rows = all.flat_map(|(&variant, rows)| rows.iter().map(move |row| (variant, row)));
    Some(Table::rows(rows).columns([
        of_words("variant", |(variant, _)| (*variant).into()),
        of_numbers("depth", |(_, row)| row.depth.into()),
        of_numbers("positions", |(_, row)| row.found.all.into()),
        of_numbers("found", |(_, row)| row.found.hits.into()),
        of_numbers("share", |(_, row)| share::share(row.found)),
        of_numbers("low", |(_, row)| share::low(row.found)),
        of_numbers("high", |(_, row)| share::high(row.found)),
        of_numbers("shortest", |(_, row)| row.shortest.into()),
    ]))
}

/// How to read the table.
pub(super) const MEANING: &str = "Mates found: of the positions with a known mate at which all variants completed the depth, those that the \
    variant scores as a mate for the right side, with the 95 % interval of their share (Wilson 1927), and those that it scores as the \
    shortest mate.";

pub(super) fn figure(subject: &RunReport) -> Drawn {
    // Most variants find the same mates, which is no lack.
    let found = differing(subject, subject.variants).ok_or(None)?;
    let drawn = subject.numbers().map(|at| found[at].iter());
    let points = drawn.map(|rows| {
        rows.map(|row| {
            let point = share::point(row.depth as f64, row.found);
            (row.found.all as usize, point)
        })
    });
    let found = OverPositions::by_depth("depth (plies)", points).ok_or(None)?;
    let what = format!(
        "Points: of the n positions with a known mate at which every variant of the run completed the depth, the share that \
         the variant scores as a mate for the right side. Thin lines: its 95 % interval (Wilson). {}",
        found.lines_sentence(subject.ends)
    );
    let series = subject.shown.series_with_baseline(found.points);
    let panels = vec![Panel::of(found.x, share::axis("mates found (%)"), series)];
    Ok(subject.figure("Mates found, by depth", what, About::Nodes, panels))
}
