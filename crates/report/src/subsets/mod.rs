//! Settings that are on or off: each one's share of what they save together, and how each pair acts together.

mod interactions;
mod shares;

use serde_json::{Value, json};

use super::{comparison::few, counted::counted, document::Document, number, summary::TOO_FEW};
pub use interactions::interactions;
use plybench_analysis::{
    bootstrap::{Interval, SEED, resamples},
    subsets::SubsetCounts,
};
use plybench_figures::Caption;
pub use shares::shares;

/// Names of settings on axes have at most so many characters.
const LONGEST: usize = 32;

/// What is shown of a run's settings.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The tables of settings with their counts.
    pub tables: &'v [SubsetCounts<'v>],
    /// What is counted, as the experiment file puts it.
    pub metric: &'v str,
    /// The experiment's purpose and positions, as sentences.
    pub experiment: &'v str,
}

impl View<'_> {
    fn positions(&self) -> impl Iterator<Item = usize> {
        self.tables.iter().map(|counts| counts.positions.len())
    }

    /// What all sentences about these numbers have in common.
    fn method(&self) -> String {
        let intervals = match self.positions().any(|positions| positions > 1) {
            true => format!(
                "Intervals: 95 %, BCa bootstrap of positions, {}, seed {SEED}.",
                number::resamples(self.positions())
            ),
            false => TOO_FEW.to_owned(),
        };
        format!(
            "Counts of {}, each position at the deepest depth that all variants of the table completed; if all stopped at the \
             same mate, at the depth at which each stopped. {intervals}",
            counted(self.metric),
        )
    }

    /// A document with the facts of all tables at its end.
    fn document(&self, title: &str, facts: &[&str]) -> Document {
        let own = facts.iter().map(|&fact| fact.to_owned());
        let notes = self.tables.iter().flat_map(notes);
        let notes: Vec<String> = notes.collect();
        Document {
            title: format!("{title}: {}", self.metric),
            facts: own.chain([self.method()]).chain(notes.clone()).collect(),
            notes,
            ..Document::default()
        }
    }

    fn caption(&self, marks: String) -> Caption {
        Caption {
            marks,
            context: format!(
                "{} Metric {}, summed over all iterations up to the compared depth. Plybench {}.",
                self.experiment,
                self.metric,
                env!("CARGO_PKG_VERSION")
            ),
            ..Caption::default()
        }
    }

    fn json(&self, tables: Vec<Value>) -> Value {
        json!({
            "metric": self.metric,
            "resamples": resamples(self.positions().max().unwrap_or(0)),
            "seed": SEED,
            "tables": tables,
        })
    }
}

/// What is left out of a table, and whether its positions are too few.
fn notes(counts: &SubsetCounts) -> Vec<String> {
    let name = counts.name;
    let left_out = (counts.left_out > 0).then(|| {
        format!(
            "{name}: left out: {} of {} positions, which a variant has not finished or where one counts 0.",
            counts.left_out,
            counts.left_out + counts.positions.len()
        )
    });
    let few = few(counts.positions.len());
    let few = few.map(|few| format!("{name}: {few}: intervals are likely too narrow."));
    left_out.into_iter().chain(few).collect()
}

/// The positions of a table and their depths, in words: "12 positions, depth 5".
fn sample(counts: &SubsetCounts) -> String {
    let depths = match counts.depths {
        Some((from, to)) if from != to => format!(", depths {from} to {to}"),
        Some((depth, _)) => format!(", depth {depth}"),
        None => String::new(),
    };
    let positions = plybench_text::plural::count(counts.positions.len(), "position");
    positions + &depths
}

/// What is the same in the JSON of all tables.
fn table_json(counts: &SubsetCounts) -> Value {
    json!({
        "name": counts.name,
        "settings": counts.settings,
        "positions": counts.positions.len(),
        "left_out": counts.left_out,
        "depths": counts.depths.map(|(from, to)| [from, to]),
    })
}

fn interval_json(interval: Option<Interval>) -> [Value; 2] {
    let pair = |one: f64, other: f64| json!([one, other].map(number::significant));
    let ends = |of: fn(&Interval) -> (f64, f64)| {
        interval
            .as_ref()
            .map(of)
            .map(|(low, high)| pair(low, high))
            .into()
    };
    [
        ends(|ends| (ends.low, ends.high)),
        ends(|ends| (ends.low_error, ends.high_error)),
    ]
}
