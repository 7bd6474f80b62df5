//! The tables of a report: the ranking, each variant by depth, and what techniques did.

use super::{
    super::{
        acts,
        grid::{Grid, numbers, words},
        number::Reader,
        ranking,
    },
    Subject,
    ratio_by_depth::depths,
};

/// The names of the files.
pub(super) const NAMES: [&str; 4] = ["table.md", "table.csv", "by-depth.csv", "techniques.csv"];

pub(super) fn files(subject: &Subject) -> Vec<(&'static str, Vec<u8>)> {
    let mut document = ranking::document(subject.ranking, subject.metric);
    document.facts.extend(subject.programs.map(str::to_owned));
    document.facts.push(format!(
        "By depth: over the positions at which all variants completed the depth; half of their ratios lie between the 25 % \
         and the 75 % quantile. Depths with fewer positions rest on those with small trees, and are not to be compared with \
         other depths. {}. Plybench {}.",
        subject.limits,
        env!("CARGO_PKG_VERSION")
    ));
    document
        .sections
        .push(("By depth".to_owned(), by_depth(subject, Reader::Person)));
    acts::add(&mut document, subject.acts, subject.variants);
    let [page, rows, depths, techniques] = NAMES;
    let mut files = vec![
        (page, document.markdown().into_bytes()),
        (rows, ranking::rows(subject.ranking).csv().into_bytes()),
        (
            depths,
            by_depth(subject, Reader::Program).csv().into_bytes(),
        ),
    ];
    let acts = acts::grid(subject.acts, subject.variants, Reader::Program);
    if !acts.is_empty() {
        files.push((techniques, acts.csv().into_bytes()));
    }
    files
}

fn by_depth(subject: &Subject, reader: Reader) -> Grid {
    let mut grid = Grid::new([
        words("variant"),
        numbers("depth"),
        numbers("positions"),
        numbers("ratio"),
        numbers("low"),
        numbers("high"),
        numbers("10 %"),
        numbers("25 %"),
        numbers("75 %"),
        numbers("90 %"),
    ]);
    for row in &subject.ranking.rows {
        for (depth, at) in depths(&row.comparison) {
            let spread = &at.spread;
            let mut all = vec![
                row.comparison.b.to_owned(),
                depth.to_string(),
                spread.positions().to_string(),
                reader.ratio(Some(spread.geometric_mean)),
            ];
            all.extend(reader.ends(at.interval));
            let quantiles = [
                spread.deciles.0,
                spread.quartiles.0,
                spread.quartiles.1,
                spread.deciles.1,
            ];
            all.extend(quantiles.map(|quantile| reader.ratio(Some(quantile))));
            grid.push(all);
        }
    }
    grid
}
