//! The tables of a report: the ranking, each variant by depth, and what techniques did.

use super::{
    super::{
        document::{Document, Section},
        ranking,
        table::{Cell, Table, named, of_numbers, of_words},
        technique_totals, work,
    },
    RunReport,
    by_depth::depths,
    mate_finding, mates_found,
    solved::SolvedByVariant,
    synthetic_trees,
};

/// The names of all files with tables.
pub(super) const NAMES: [&str; 11] = [
    "table.md",
    "table.csv",
    "saving-and-cost.csv",
    "by-depth.csv",
    "mates-found.csv",
    "mate-finding.csv",
    "solved.csv",
    "missed.csv",
    "techniques.csv",
    "published.csv",
    "trees.csv",
];

/// The ranking, the ratios by depth and what the techniques did.
pub(super) fn document(subject: &RunReport) -> Document {
    let mut document = ranking::document(subject.ranking, subject.metric);
    document.facts.extend(subject.programs.map(str::to_owned));
    document.facts.push(format!(
        "Limits: {}. Plybench {}.",
        subject.limits,
        env!("CARGO_PKG_VERSION")
    ));
    document.terms.push(
        "By depth: over the positions at which all variants completed the depth; half of their ratios lie between the 25 % \
         and the 75 % quantile. Do not compare depths with different numbers of positions: at greater depths, only those with \
         small trees are left."
            .to_owned(),
    );
    if !subject.work.is_empty() {
        work::add(&mut document, subject.all, subject.work);
    }
    if let Some(mates) = subject.mates {
        let table = mate_finding::table(mates);
        let section = Section::new("Work to a mate", table.clone());
        document
            .sections
            .push(section.with_text(mate_finding::MEANING));
        document.more_rows.push(("mate-finding", table));
    }
    subject.cost.add(&mut document);
    document
        .more_rows
        .push(("saving-and-cost", subject.cost.table()));
    let by_depth = by_depth(subject);
    let sections = &mut document.sections;
    sections.push(Section::new("By depth", by_depth.clone()));
    if let Some(found) = mates_found::table(subject) {
        let section = Section::new("Mates found", found.clone());
        sections.push(section.with_text(mates_found::MEANING));
        document.more_rows.push(("mates-found", found));
    }
    if let Some(solved) = SolvedByVariant::of(subject) {
        document.sections.extend(solved.sections());
        document.more_rows.push(("solved", solved.table()));
        document.more_rows.push(("missed", solved.misses()));
    }
    if let Some(published) = subject.published {
        document.facts.extend_from_slice(&published.facts);
        document.sections.extend_from_slice(&published.sections);
        let rows = published.rows.clone();
        document.more_rows.push(("published", rows));
    }
    let trees = synthetic_trees::table(subject);
    if !trees.is_empty() {
        let about = "The last iteration alone: its leaves as a multiple of those of the minimal tree, b^ceil(d/2) + b^floor(d/2) - 1 \
                     (geometric mean over seeds, 95 % interval), its nodes and, of the nodes that failed high, the share whose first move did.";
        let section = Section::new("Trees by shape", trees.clone());
        document.sections.push(section.with_text(about));
        document.more_rows.push(("trees", trees));
    }
    technique_totals::add(&mut document, subject.technique_totals, subject.variants);
    document.more_rows.push(("by-depth", by_depth));
    let totals = technique_totals::section(subject.technique_totals, subject.variants);
    let totals = totals.map(|section| ("techniques", section.table));
    document.more_rows.extend(totals);
    document
}

fn by_depth(subject: &RunReport) -> Table {
    let rows = subject.ranking.rows.iter().flat_map(|row| {
        let depths = depths(&row.comparison).into_iter();
        depths.map(|at| (row.comparison.b, at))
    });
    Table::rows(rows).columns([
        of_words("variant", |(variant, _)| (*variant).into()),
        of_numbers("depth", |(_, at)| at.depth.into()),
        of_numbers("positions", |(_, at)| at.spread.positions().into()),
        of_numbers("ratio", |(_, at)| Cell::Ratio(at.spread.geometric_mean)),
        of_numbers("low", |(_, at)| Cell::low(at.interval)),
        of_numbers("high", |(_, at)| Cell::high(at.interval)),
        named(
            "quantile_10",
            of_numbers("10 %", |(_, at)| Cell::Ratio(at.spread.lower_decile)),
        ),
        named(
            "quantile_25",
            of_numbers("25 %", |(_, at)| Cell::Ratio(at.spread.lower_quartile)),
        ),
        named(
            "quantile_75",
            of_numbers("75 %", |(_, at)| Cell::Ratio(at.spread.upper_quartile)),
        ),
        named(
            "quantile_90",
            of_numbers("90 %", |(_, at)| Cell::Ratio(at.spread.upper_decile)),
        ),
    ])
}
