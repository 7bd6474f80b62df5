//! The metrics by which variants are compared.

use std::fmt;

use super::{Counts, Iteration, counts};

/// The prefix of the metrics that are counts of a record.
const COUNTS: &str = "counts.";

/// The number by which an experiment compares its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Entered nodes, all iterations together, from a cleared table.
    Nodes,
    /// Nodes entered when the principal variation last changed.
    NodesToPv,
    /// Another count of a record, by its name.
    Count(String),
}

impl Metric {
    /// The names of all metrics.
    pub fn names() -> impl Iterator<Item = String> {
        let nodes = ["nodes", "nodes-to-pv"].map(str::to_owned).into_iter();
        nodes.chain(Counts::names_of_numbers().map(|name| format!("{COUNTS}{name}")))
    }

    /// The metric of this name; none if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.strip_prefix(COUNTS) {
            None if name == "nodes" => Some(Metric::Nodes),
            None => (name == "nodes-to-pv").then_some(Metric::NodesToPv),
            Some(counts::NODES_TO_PV) => Some(Metric::NodesToPv),
            Some(count) => {
                let is_known = Counts::names_of_numbers().any(|known| known == count);
                is_known.then(|| Metric::Count(count.to_owned()))
            }
        }
    }

    /// Whether it counts what a technique did.
    #[must_use]
    pub fn is_of_technique(&self) -> bool {
        matches!(self, Metric::Count(name) if name.contains('.'))
    }

    /// Whether it is a count of a proof-number search, which no other search has.
    #[must_use]
    pub fn is_of_solvers(&self) -> bool {
        matches!(self, Metric::Count(name) if counts::OF_SOLVERS.contains(&name.as_str()))
    }

    /// Its value in an iteration: 0 if its searcher does not count it.
    #[must_use]
    pub fn of(&self, iteration: &Iteration) -> u64 {
        match self {
            Metric::Nodes => iteration.nodes,
            Metric::NodesToPv => iteration.nodes_to_pv().unwrap_or_default(),
            Metric::Count(name) => iteration.counts.one(name).unwrap_or_default(),
        }
    }
}

/// Its name, as in an experiment file.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Nodes => f.write_str("nodes"),
            Metric::NodesToPv => f.write_str("nodes-to-pv"),
            Metric::Count(name) => write!(f, "{COUNTS}{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::samples, *};

    #[test]
    fn every_name_is_a_metric_that_has_the_name() {
        for name in Metric::names() {
            let metric = Metric::named(&name).unwrap();
            let is_other = name == "counts.nodes_to_pv";
            assert_eq!(metric.to_string() == name, !is_other, "{name}");
        }
        for name in [
            "",
            "counts.",
            "counts.nodes",
            "null-move.cuts",
            "counts.table_cuts_by_ply",
        ] {
            assert_eq!(Metric::named(name), None, "{name}");
        }
    }

    #[test]
    fn a_count_that_was_not_counted_is_0() {
        let mut iteration = samples::iteration(3, 5);
        let metric = Metric::named("counts.null-move.cuts").unwrap();
        assert_eq!(
            (metric.of(&iteration), Metric::Nodes.of(&iteration)),
            (0, 5)
        );
        iteration.counts =
            serde_json::from_value(serde_json::json!({ "null-move.cuts": 7 })).unwrap();
        assert_eq!(metric.of(&iteration), 7);
    }
}
