//! The tables of a report: the ranking, each variant by depth, and what techniques did.

use super::{
    super::{
        document::{Document, Section},
        ranking,
        table::{Cell, Table, numbers, words},
        technique_totals,
    },
    Subject,
    ratio_by_depth::depths,
};

/// The name of the document's files, without an ending.
pub(super) const NAME: &str = "table";
const BY_DEPTH: &str = "by-depth.csv";
const TECHNIQUES: &str = "techniques.csv";

/// The names of all files with tables.
pub(super) const NAMES: [&str; 4] = ["table.md", "table.csv", BY_DEPTH, TECHNIQUES];

/// The ranking, the ratios by depth and what the techniques did.
pub(super) fn document(subject: &Subject) -> Document {
    let mut document = ranking::document(subject.ranking, subject.metric);
    document.facts.extend(subject.programs.map(str::to_owned));
    document.facts.push(format!(
        "By depth: over the positions at which all variants completed the depth; half of their ratios lie between the 25 % \
         and the 75 % quantile. Depths with fewer positions rest on those with small trees, and are not to be compared with \
         other depths. {}. Plybench {}.",
        subject.limits,
        env!("CARGO_PKG_VERSION")
    ));
    let section = Section::new("By depth", by_depth(subject));
    document.sections.push(section);
    technique_totals::add(&mut document, subject.technique_totals, subject.variants);
    document
}

/// The tables beside the ranking, as comma-separated values.
pub(super) fn for_programs(subject: &Subject) -> Vec<(String, Vec<u8>)> {
    let totals = technique_totals::table(subject.technique_totals, subject.variants);
    let mut tables = vec![(BY_DEPTH, by_depth(subject)), (TECHNIQUES, totals)];
    tables.retain(|(name, table)| *name == BY_DEPTH || !table.is_empty());
    let files = tables.into_iter();
    let files = files.map(|(name, table)| (name.to_owned(), table.csv().into_bytes()));
    files.collect()
}

fn by_depth(subject: &Subject) -> Table {
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
