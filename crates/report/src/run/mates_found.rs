//! The share of known mates that each variant finds, by depth.

use super::{
    super::{
        share,
        table::{Table, numbers, words},
    },
    About, RunReport,
    series::{Numbers, lines_sentence, whole},
};
use plybench_analysis::mates_found::MatesAtDepth;
use plybench_figures::{Figure, Panel, Point};

/// Whether the variants find different mates, so that there is something to see.
fn differ(found: &[Vec<MatesAtDepth>]) -> bool {
    found.windows(2).any(|two| two[0] != two[1])
}

/// A row for each variant and depth, if the variants differ.
pub(super) fn table(subject: &RunReport) -> Option<Table> {
    if !differ(subject.mates) {
        return None;
    }
    let mut table = Table::new([
        words("variant"),
        numbers("depth"),
        numbers("positions"),
        numbers("found"),
        numbers("share"),
        numbers("low"),
        numbers("high"),
        numbers("shortest"),
    ]);
    for (variant, rows) in subject.variants.iter().zip(subject.mates) {
        for row in rows {
            let [share, low, high] = share::cells(row.found);
            table.push([
                (*variant).into(),
                row.depth.into(),
                row.found.all.into(),
                row.found.hits.into(),
                share,
                low,
                high,
                row.shortest.into(),
            ]);
        }
    }
    Some(table)
}

/// How to read the table.
pub(super) const MEANING: &str = "Mates found: of the positions with a known mate at which all variants completed the depth, those that the \
    variant scores as a mate for the right side, with the 95 % interval of their share (Wilson 1927), and those that it scores as the \
    shortest mate.";

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    if !differ(subject.mates) {
        return None;
    }
    let of = |name: &&str| {
        let at = subject.variants.iter().position(|other| other == name);
        at.map_or(&[][..], |at| &subject.mates[at])
    };
    let names = [subject.ranking.baseline()];
    let all: Vec<&[MatesAtDepth]> = names.iter().chain(subject.shown).map(of).collect();
    let found = all.iter().copied().flatten();
    let numbers = Numbers::of(found.map(|row| (row.depth as f64, row.found.all as usize)));
    let points = all.iter().map(|rows| points(rows));
    let mut x = whole("depth (plies)");
    x.notes = numbers.notes();
    let y = share::axis("mates found (%)");
    Some(Figure {
        title: "Mates found, by depth".to_owned(),
        caption: subject.caption(
            &format!(
                "Points: of the n positions with a known mate at which every variant of the run completed the depth, the share that \
                 the variant scores as a mate for the right side. Thin lines: its 95 % interval (Wilson). {}",
                lines_sentence(&numbers, subject.ends)
            ),
            About::Nodes,
        ),
        panels: vec![Panel::of(x, y, subject.series_with_baseline(points.collect()))],
        columns: 1,
    })
}

/// A point for each depth. A line joins depths with the same positions.
fn points(rows: &[MatesAtDepth]) -> Vec<Point> {
    let mut before = None;
    let points = rows.iter().map(|row| Point {
        is_joined: before.replace(row.found.all) == Some(row.found.all),
        ..share::point(row.depth as f64, row.found)
    });
    points.collect()
}
