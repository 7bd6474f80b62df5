//! The report of a finished run: its charts and its tables.

mod answer;
mod by_depth;
mod cuts;
mod mate_finding;
mod mates_found;
pub(super) mod page;
mod ratio_by_dtm;
mod ratio_distribution;
mod series;
mod solved;
mod synthetic_trees;
mod table;
mod techniques_by_depth;

pub use self::mate_finding::{LeastNodes, Mates};
use super::{
    ReportError,
    cost::SavingAndCost,
    counted::counted_first,
    document::Pictures,
    page::{INDEX, Setup},
    published::PublishedPart,
    ranking::{depths, forest},
    shown::Shown,
};
use plybench_analysis::{
    comparison::Comparison, cuts::CutsByVariant, outcomes::Outcomes, ranking::Ranking,
    solved::NodeLimits, technique_totals::TechniqueTotalsByVariant, work::Work,
};
use plybench_figures::{Figure, Panel};

/// What is reported of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunReport<'r> {
    /// All variants against the baseline, for the tables.
    pub ranking: &'r Ranking<'r>,
    /// The ranking that answers the question: the same, or each variant against its twin with another setting.
    pub answer: &'r Ranking<'r>,
    /// The variants in the charts, the others in the order of the ranking.
    pub shown: Shown<'r>,
    /// What is counted, as the experiment file puts it.
    pub metric: &'r str,
    /// The experiment's limits, such as "depth 10, at most 200,000 nodes".
    pub limits: &'r str,
    /// The node limits of the run.
    pub nodes: NodeLimits,
    /// Why positions have no results at deeper depths, in words after "positions have".
    pub ends: &'static str,
    /// Which other programs are among all variants, as a sentence.
    pub programs: Option<&'r str>,
    /// The variants that have ratios to each other, in the experiment's order.
    pub variants: &'r [&'r str],
    /// All variants, in the experiment's order.
    pub all: &'r [&'r str],
    /// The work of all variants; empty if all have ratios to each other.
    pub work: &'r [Work],
    /// What their techniques did.
    pub technique_totals: &'r TechniqueTotalsByVariant,
    /// The cuts of the baseline and then of those shown.
    pub cuts: &'r CutsByVariant,
    /// The work to mates of all variants, if some are proof-number searches.
    pub mates: Option<&'r Mates<'r>>,
    /// What all variants found.
    pub outcomes: &'r Outcomes,
    /// The experiment's published table beside what was found.
    pub published: Option<&'r PublishedPart>,
    /// What the variants save and cost.
    pub cost: &'r SavingAndCost<'r>,
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

/// A chart, or why the records have no data for it; none for a chart that most runs do not have.
type Drawn = Result<Figure, Option<&'static str>>;
type Chart = fn(&RunReport) -> Drawn;

/// Each chart with the name of its file, without an ending.
const CHARTS: [(&str, Chart); 16] = [
    ("mate-finding", mate_finding::figure),
    ("nodes-against-regret", nodes_against_regret),
    ("ratio-by-variant", ratio_by_variant),
    ("ratio-by-depth", by_depth::ratio),
    ("ratio-by-dtm", ratio_by_dtm::figure),
    ("ratio-distribution", ratio_distribution::figure),
    ("mates-found", mates_found::figure),
    (SOLVED, solved::figure),
    ("cuts-by-ply", cuts::by_kind),
    ("techniques-by-depth", techniques_by_depth::figure),
    ("beta-cutoffs-by-move", cuts::by_move),
    ("branching-factor", by_depth::branching),
    ("ratio-by-tree-parameter", synthetic_trees::by_parameter),
    (
        "ratio-by-two-parameters",
        synthetic_trees::by_two_parameters,
    ),
    ("leaves-by-iteration", synthetic_trees::leaves),
    ("leaves-by-first-move", synthetic_trees::by_first_move),
];

/// The chart of what is solved.
const SOLVED: &str = "solved-by-nodes";

/// Rows of the chart of all variants at most: more would be no longer at a glance.
const MOST_ROWS: usize = 60;

/// The whole ranking at a glance. A single variant has its place in the other charts.
fn ratio_by_variant(subject: &RunReport) -> Drawn {
    let of_rows = subject.answer.rows.iter();
    match of_rows.filter(|row| row.summary.positions > 0).count() {
        0 | 1 => Err(None),
        2..=MOST_ROWS => Ok(forest(
            subject.answer,
            subject.metric,
            subject.shown.experiment,
        )),
        _ => Err(Some(
            "more than 60 variants; `plybench rank --chart` draws them",
        )),
    }
}

/// The names of all files that a report may have.
pub fn names() -> impl Iterator<Item = String> {
    let charts =
        charts().flat_map(|chart| ["svg", "png", "pdf"].map(|ending| format!("{chart}.{ending}")));
    let others = table::NAMES.into_iter().chain([INDEX]);
    others.map(str::to_owned).chain(charts)
}

/// The names of the charts that a report may have, without endings.
pub fn charts() -> impl Iterator<Item = &'static str> {
    CHARTS.into_iter().map(|(name, _)| name)
}

/// All files of a report: the tables, and each chart that has something to show.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn files(subject: &RunReport) -> Result<Files, ReportError> {
    let mut document = table::document(subject);
    let mut omitted = Vec::new();
    let mut charts = CHARTS;
    // A run that searches again what it missed asks what is solved: its answer comes first.
    if subject.nodes.if_missed.is_some() {
        charts.sort_by_key(|(chart, _)| *chart != SOLVED);
    }
    for (chart, figure) in charts {
        match figure(subject) {
            Ok(figure) => document.figures.push((chart, figure)),
            Err(reason) => omitted.push(Omitted { chart, reason }),
        }
    }
    document.page = page::of(subject);
    document.pictures = subject.pictures.clone();
    let made = document.files("table")?;
    Ok(Files { made, omitted })
}

fn nodes_against_regret(subject: &RunReport) -> Drawn {
    let cost = subject.cost;
    let figure = cost.figure(subject.ranking, subject.metric, subject.shown.experiment);
    figure.ok_or(cost.has_judge().then_some("the judge judged no move"))
}

impl<'r> RunReport<'r> {
    /// The comparisons of those shown with the baseline, in their order.
    fn comparisons(&self) -> impl Iterator<Item = &'r Comparison<'r>> {
        let rows = &self.ranking.rows;
        let others = self.shown.others.iter();
        others.filter_map(move |&name| {
            let row = rows.iter().find(|row| row.comparison.b == name)?;
            Some(&row.comparison)
        })
    }

    /// The numbers of the baseline and of those shown among all variants.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        let place = |name| self.variants.iter().position(|other| *other == name);
        self.shown.all().filter_map(place)
    }

    /// Whether only one variant is shown beside the baseline.
    fn is_alone(&self) -> bool {
        self.shown.others.len() == 1
    }

    /// The depths at which positions are compared, in words after "each".
    fn at_the_deepest_depth(&self) -> String {
        format!(
            "at the deepest depth that every variant of the run completed ({})",
            depths(self.ranking)
        )
    }

    /// The title of a chart of ratios by this.
    fn ratios_by(&self, by: &str) -> String {
        format!(
            "{} of each variant as a multiple of the baseline's, by {by}",
            counted_first(self.metric)
        )
    }

    /// A figure in one column, with what it shows at the beginning of its caption.
    fn figure(
        &self,
        title: impl Into<String>,
        what: String,
        about: About,
        panels: Vec<Panel>,
    ) -> Figure {
        let metric = || {
            format!(
                "Metric {}, summed over all iterations up to the depth; baseline {}.",
                self.metric, self.shown.baseline
            )
        };
        // Other programs tell what they count, and nothing of how they cut.
        let (metric, programs) = match about {
            About::Ratios => (Some(metric()), self.programs),
            About::Nodes => (None, None),
        };
        Figure {
            title: title.into(),
            caption: self.shown.caption(what, metric, programs),
            panels,
            columns: 1,
        }
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
