//! The tables of a report: the ranking, each variant by depth, and what techniques did.

use super::{
    super::{
        document::{Document, Section},
        ranking,
        table::{Cell, Table, numbers, words},
        technique_totals,
    },
    RunReport, mates_found,
    ratio_by_depth::depths,
};

/// The names of all files with tables.
pub(super) const NAMES: [&str; 6] = [
    "table.md",
    "table.csv",
    "by-depth.csv",
    "mates-found.csv",
    "techniques.csv",
    "published.csv",
];

/// The ranking, the ratios by depth and what the techniques did.
pub(super) fn document(subject: &RunReport) -> Document {
    let mut document = ranking::document(subject.ranking, subject.metric);
    document.facts.extend(subject.programs.map(str::to_owned));
    document.facts.push(format!(
        "By depth: over the positions at which all variants completed the depth; half of their ratios lie between the 25 % \
         and the 75 % quantile. Depths with fewer positions rest on those with small trees, and are not to be compared with \
         other depths. Limits: {}. Plybench {}.",
        subject.limits,
        env!("CARGO_PKG_VERSION")
    ));
    let by_depth = by_depth(subject);
    let section = Section::new("By depth", by_depth.clone());
    document.sections.push(section);
    if let Some(found) = mates_found::table(subject) {
        document.facts.push(mates_found::MEANING.to_owned());
        let section = Section::new("Mates found", found.clone());
        document.sections.push(section);
        document.more_rows.push(("mates-found", found));
    }
    if let Some(published) = subject.published {
        document.facts.extend(published.all_facts());
        document.sections.extend(published.sections());
        document.more_rows.push(("published", published.rows()));
    }
    technique_totals::add(&mut document, subject.technique_totals, subject.variants);
    document.more_rows.push(("by-depth", by_depth));
    let totals = technique_totals::table(subject.technique_totals, subject.variants);
    if !totals.is_empty() {
        document.more_rows.push(("techniques", totals));
    }
    document
}

fn by_depth(subject: &RunReport) -> Table {
    let quantile = |heading, key| numbers(heading).named(key);
    let mut table = Table::new([
        words("variant"),
        numbers("depth"),
        numbers("positions"),
        numbers("ratio"),
        numbers("low"),
        numbers("high"),
        quantile("10 %", "quantile_10"),
        quantile("25 %", "quantile_25"),
        quantile("75 %", "quantile_75"),
        quantile("90 %", "quantile_90"),
    ]);
    for row in &subject.ranking.rows {
        for (depth, at) in depths(&row.comparison) {
            let spread = &at.spread;
            let [low, high] = Cell::ends(at.interval);
            table.push([
                row.comparison.b.into(),
                depth.into(),
                spread.positions().into(),
                Cell::Ratio(spread.geometric_mean),
                low,
                high,
                Cell::Ratio(spread.lower_decile),
                Cell::Ratio(spread.lower_quartile),
                Cell::Ratio(spread.upper_quartile),
                Cell::Ratio(spread.upper_decile),
            ]);
        }
    }
    table
}
