//! The report of a finished run: its charts, one file a chart, and its tables.

mod beta_cutoffs;
mod branching;
mod cuts_by_ply;
mod leaves_by_iteration;
mod mates_found;
mod page;
mod ratio_by_depth;
mod ratio_by_dtm;
mod ratio_by_tree_parameter;
mod ratio_by_two_parameters;
mod ratio_distribution;
mod series;
mod table;
mod techniques_by_depth;

pub use self::series::MOST_VARIANTS;
use super::{
    ReportError,
    document::Pictures,
    page::{INDEX, Setup},
    published::PublishedReport,
};
use plybench_analysis::{
    branching::BranchingByDepth,
    comparison::Comparison,
    cuts::CutsByVariant,
    mates_found::MatesAtDepth,
    outcomes::Outcomes,
    ranking::Ranking,
    technique_totals::TechniqueTotalsByVariant,
    trees::{Leaves, TreeTable},
};
use plybench_figures::{Figure, Series};
use plybench_text::plural;

/// What is reported of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunReport<'r> {
    /// All variants against the baseline, for the tables.
    pub ranking: &'r Ranking<'r>,
    /// The variants in the charts, without the baseline, in the order of the ranking.
    pub shown: &'r [&'r str],
    /// How they were chosen, where not all are shown.
    pub choice: Option<&'r str>,
    /// What is counted, as the experiment file puts it.
    pub metric: &'r str,
    /// The experiment's purpose, positions and limits, as sentences.
    pub experiment: &'r str,
    /// The experiment's limits, such as "depth 10, at most 200,000 nodes".
    pub limits: &'r str,
    /// Why positions have no results at deeper depths, in words after "positions have".
    pub ends: &'static str,
    /// Which other programs are among all variants, as a sentence.
    pub programs: Option<&'r str>,
    /// All variants, in the experiment's order.
    pub variants: &'r [&'r str],
    /// What their techniques did.
    pub technique_totals: &'r TechniqueTotalsByVariant,
    /// The known mates that they find, by depth.
    pub mates: &'r [Vec<MatesAtDepth>],
    /// The cuts of the baseline and then of those shown.
    pub cuts: &'r CutsByVariant,
    /// The branching factors of the same.
    pub factors: &'r [BranchingByDepth],
    /// The tables of synthetic trees.
    pub trees: &'r [TreeTable],
    /// The leaves that the baseline and those shown search of these trees.
    pub leaves: &'r [Leaves],
    /// What all variants found, for the page.
    pub outcomes: &'r Outcomes,
    /// The experiment's published table beside what was found.
    pub published: Option<&'r PublishedReport>,
    /// What the page says of the experiment.
    pub setup: &'r Setup,
    /// How the charts are written as files.
    pub pictures: &'r Pictures,
}

/// The files of a report.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Their names and bytes.
    pub made: Vec<(String, Vec<u8>)>,
    /// The charts that the records have no data for.
    pub omitted: Vec<Omitted>,
}

/// A chart that the records have no data for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Its name, without an ending.
    pub chart: &'static str,
    /// What is missing; none for a chart that most runs do not have.
    pub reason: Option<&'static str>,
}

/// A chart: the name of its file without an ending, how it is made, and why it may be missing.
type Chart = (
    &'static str,
    fn(&RunReport) -> Option<Figure>,
    Option<&'static str>,
);

const CHARTS: [Chart; 11] = [
    (
        "ratio-by-depth",
        ratio_by_depth::figure,
        Some("no depth has a ratio"),
    ),
    (
        "ratio-by-dtm",
        ratio_by_dtm::figure,
        Some("no position has a distance to mate"),
    ),
    (
        "ratio-distribution",
        ratio_distribution::figure,
        Some("no position has a ratio"),
    ),
    // Most variants find the same mates, which is no lack.
    ("mates-found", mates_found::figure, None),
    (
        "cuts-by-ply",
        cuts_by_ply::figure,
        Some("nothing was cut at a depth that all shown completed"),
    ),
    (
        "techniques-by-depth",
        techniques_by_depth::figure,
        Some("no technique of those shown did anything at a depth that all variants completed"),
    ),
    (
        "beta-cutoffs-by-move",
        beta_cutoffs::figure,
        Some("nothing failed high at a depth that all shown completed"),
    ),
    (
        "branching-factor",
        branching::figure,
        Some("no position has a third depth that all shown completed"),
    ),
    (
        "ratio-by-tree-parameter",
        ratio_by_tree_parameter::figure,
        None,
    ),
    (
        "ratio-by-two-parameters",
        ratio_by_two_parameters::figure,
        None,
    ),
    ("leaves-by-iteration", leaves_by_iteration::figure, None),
];

/// The names of all files that a report may have.
pub fn names() -> impl Iterator<Item = String> {
    let charts =
        charts().flat_map(|chart| ["svg", "png", "pdf"].map(|ending| format!("{chart}.{ending}")));
    let others = table::NAMES.into_iter().chain([INDEX]);
    others.map(str::to_owned).chain(charts)
}

/// The names of the charts that a report may have, without endings.
pub fn charts() -> impl Iterator<Item = &'static str> {
    CHARTS.into_iter().map(|(name, ..)| name)
}

/// All files of a report: the tables, and each chart that has something to show.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn files(subject: &RunReport) -> Result<Files, ReportError> {
    let mut document = table::document(subject);
    let mut omitted = Vec::new();
    for (chart, figure, reason) in CHARTS {
        match figure(subject) {
            Some(figure) => document.figures.push((chart, figure)),
            None => omitted.push(Omitted { chart, reason }),
        }
    }
    document.page = page::of(subject);
    document.pictures = subject.pictures.clone();
    let made = document.files("table")?;
    Ok(Files { made, omitted })
}

impl<'r> RunReport<'r> {
    /// The comparisons of those shown with the baseline, in their order.
    fn comparisons(&self) -> impl Iterator<Item = &'r Comparison<'r>> {
        let rows = &self.ranking.rows;
        self.shown.iter().filter_map(move |&name| {
            let row = rows.iter().find(|row| row.comparison.b == name)?;
            Some(&row.comparison)
        })
    }

    /// A caption: what the chart shows, the experiment, and what the chart's numbers are.
    fn caption(&self, what: &str, about: About) -> String {
        let mut parts = vec![what.to_owned(), self.experiment.to_owned()];
        if about == About::Ratios {
            parts.push(format!(
                "Metric {}, summed over all iterations up to the depth; baseline {}.",
                self.metric,
                self.ranking.baseline()
            ));
        }
        let more = [self.names().note(), self.choice.map(str::to_owned)];
        parts.extend(more.into_iter().flatten());
        // Other programs tell what they count, and nothing of how they cut.
        if about == About::Ratios {
            parts.extend(self.programs.map(str::to_owned));
        }
        parts.push(format!("Plybench {}.", env!("CARGO_PKG_VERSION")));
        plybench_text::escape::plain(&parts.join(" "))
    }

    /// Over which positions cuts are summed, as a sentence.
    fn cuts_sentence(&self) -> String {
        let (from, to) = (self.cuts.shallowest, self.cuts.deepest);
        let depths = match from == to {
            true => format!("depth {to}"),
            false => format!("the deepest such depth ({from} to {to})"),
        };
        format!(
            "Summed over the {} with a depth that all variants shown completed, each at {depths}.",
            plural::count(self.cuts.positions, "position")
        )
    }
}

/// What the numbers of a chart are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// What the metric counts, as multiples of the baseline's.
    Ratios,
    /// Entered nodes and what happened at them, whatever the metric.
    Nodes,
}
