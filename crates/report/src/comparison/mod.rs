//! The comparison of two variants: sentences and tables, rows for programs, JSON.

mod chart;
mod json;
mod tables;

use serde_json::Value;

pub use self::chart::chart;
pub(super) use self::{
    chart::{COLOURS, axis_label, by_two, coloured, unnamed},
    json::left_out_json,
};
use super::{
    counted::counted,
    document::{Document, Section},
    number,
    summary::TOO_FEW,
    table::Table,
};
use plybench_analysis::{
    bootstrap::SEED,
    comparison::Comparison,
    grouping::{By, Group},
    pair::{Pair, Reason},
    seconds::Seconds,
    solved::{NodeLimits, SolvedPairs},
    summary::Summary,
};
use plybench_text::plural::count;

/// Why scores can differ although A and B differ only in exact techniques.
const DEEPER_ENTRIES: &str = "Scores can differ although A and B differ only in exact techniques: where a table's entries serve at any depth \
                              that is at least the wanted one (the default), a search that prunes finds other entries, of \
                              deeper searches, and may see a mate sooner. With table.depth = \"exactly\" an exact \
                              technique leaves every score.";

/// What `--by proof` groups.
const UNTIL_PROVEN: &str = "\"Until proven\" counts, for each variant, the iterations up to the first that is at least as deep \
                            as the mate it scores: what a search takes that stops at a proven mate. \"All iterations\" counts to the \
                            deepest depth that both completed: one that goes on. Both at the positions where both prove a mate of the \
                            same length.";

/// From fewer positions an interval is too narrow, and a sentence says so.
const FEW: usize = 10;
/// How many positions of those left out are named in a sentence.
const NAMED: usize = 3;

/// What is to be shown of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The name of what was counted.
    pub metric: &'v str,
    /// How it is printed: only what that needs is made.
    pub form: Form,
    /// The groups to be shown: none, by one, or by two at once.
    pub by: &'v [By],
    /// How many of the best and of the worst positions.
    pub extremes: usize,
    /// Whether each depth of each position is shown.
    pub every_depth: bool,
    /// Whether the variants differ only in exact techniques, so that scores differ only because of table entries of deeper searches.
    pub only_deeper_entries_change_scores: bool,
    /// The node limits of the run.
    pub nodes: NodeLimits,
    /// The time that both took, if it is to be shown.
    pub seconds: Option<Seconds>,
}

/// The positions by one group or by two at once, each combination with its summary.
fn groups(comparison: &Comparison, by: &[By]) -> Vec<(Vec<Group>, Summary)> {
    match *by {
        [by] => {
            let groups = comparison.groups(by).into_iter();
            groups.map(|(one, of)| (vec![one], of)).collect()
        }
        [first, second] => {
            let groups = comparison.groups_of_two(first, second).into_iter();
            groups.map(|(two, of)| (two.to_vec(), of)).collect()
        }
        _ => Vec::new(),
    }
}

/// How a reason is put, after a number of positions.
fn wording(reason: Reason) -> &'static str {
    match reason {
        Reason::WithoutA => "without a finished job of A",
        Reason::WithoutB => "without a finished job of B",
        Reason::WithoutBoth => "without a finished job of either",
        Reason::WithoutAnother => "that another variant has not finished",
        Reason::NoCommonDepth => "without a common depth",
        Reason::NothingCounted => "where A or B counts 0",
    }
}

/// Why positions have no ratio, a sentence for each reason.
#[must_use]
pub fn left_out(comparison: &Comparison) -> Vec<String> {
    let mut reasons: Vec<Reason> = comparison.left_out.iter().map(|(_, why)| *why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let sentence = |reason: Reason| {
        let alike = comparison.left_out.iter().filter(|(_, why)| *why == reason);
        let names: Vec<&str> = alike.map(|(one, _)| one.position.as_str()).collect();
        let more = if names.len() > NAMED { ", …" } else { "" };
        format!(
            "Left out: {} {} ({}{more}).",
            count(names.len(), "position"),
            wording(reason),
            names[..names.len().min(NAMED)].join(", ")
        )
    };
    reasons.into_iter().map(sentence).collect()
}

fn ratio_sentence(summary: &Summary) -> String {
    let positions = count(summary.positions, "position");
    let Some(mean) = summary.geometric_mean else {
        return "No position has a ratio.".to_owned();
    };
    let mean = number::ratio(mean);
    match summary.interval {
        None => format!("Ratio B / A: {mean} at {positions}. {TOO_FEW}"),
        Some(interval) => format!(
            "Ratio B / A: {mean}, 95 % interval {}: geometric mean over {positions}, BCa bootstrap of \
             positions with {}, seed {SEED}.",
            number::interval(interval),
            number::resamples(std::iter::once(summary.positions))
        ),
    }
}

fn differences_sentence(comparison: &Comparison) -> String {
    match (
        comparison.score_differences(),
        comparison.move_differences(),
    ) {
        (0, 0) => "Scores and best moves agree at every depth that both completed.".to_owned(),
        (0, moves) => format!(
            "Scores agree at every depth that both completed; best moves differ at {}.",
            count(moves, "position")
        ),
        (scores, moves) => format!(
            "At some depth that both completed, scores differ at {}, best moves at {moves}.",
            count(scores, "position")
        ),
    }
}

/// A warning if the rows of a table by depth have different positions, as a sentence.
fn unequal_rows(comparison: &Comparison, by: &[By]) -> Option<String> {
    let by = *by.iter().find(|by| matches!(by, By::Depth | By::Beyond))?;
    let groups = comparison.groups(by);
    let positions = groups.iter().map(|(_, summary)| summary.positions);
    let (least, most) = (positions.clone().min()?, positions.max()?);
    (least < most).then(|| {
        format!(
            "The rows by {} have {least} to {most} positions: each has those at which both variants completed such a depth. Where rows \
             differ in their positions, that alone can make their ratios differ.",
            by.name()
        )
    })
}

/// What the times say, with a warning.
fn seconds_sentence(seconds: &Seconds) -> String {
    let ratio = seconds.ratio();
    format!(
        "Seconds in all, to the compared depths of {}: A {:.3}, B {:.3}{}. Seconds are noisy: they depend on the machine and on \
         what else it did; nodes do not.",
        count(seconds.positions, "position"),
        seconds.a,
        seconds.b,
        ratio.map_or_else(String::new, |ratio| format!(
            ", B / A {}",
            number::ratio(ratio)
        ))
    )
}

/// Whether there are so few positions that an interval is too narrow, in words. One position has no interval.
pub(super) fn few(positions: usize) -> Option<String> {
    let is_few = (2..FEW).contains(&positions);
    is_few.then(|| format!("Fewer than {FEW} positions"))
}

/// The depths at which positions are compared: "7" or "3 to 7"; none without a position.
pub(super) fn depth_range<'p>(
    pairs: impl IntoIterator<Item = &'p Pair<'p>, IntoIter: Clone>,
) -> Option<String> {
    let depths = pairs.into_iter();
    let depths = depths.flat_map(|pair| [pair.depth_a, pair.depth_b]);
    let (from, to) = (depths.clone().min()?, depths.max()?);
    Some(match from == to {
        true => to.to_string(),
        false => format!("{from} to {to}"),
    })
}

/// Who solves the positions with best moves; none if there are none.
fn solved_sentence(solved: &SolvedPairs) -> Option<String> {
    let SolvedPairs {
        both,
        only_a,
        only_b,
        neither,
    } = *solved;
    (solved.all() > 0).then(|| {
        format!(
            "Of {} with best moves, A solves {} and B {}: both {both}, only A {only_a}, only B {only_b}, neither {neither}; exact \
             two-sided sign test, p {}.",
            count(solved.all() as usize, "position"),
            both + only_a,
            both + only_b,
            p_value(solved.p())
        )
    })
}

/// A p-value after "p".
fn p_value(p: f64) -> String {
    let value = number::probability(p);
    if p < 0.0001 {
        value
    } else {
        format!("= {value}")
    }
}

fn facts(comparison: &Comparison, summary: &Summary, metric: &str) -> Vec<String> {
    let mut facts = vec![ratio_sentence(summary)];
    let is_of_several = summary.positions > 1;
    if let Some(total) = summary.total_ratio.filter(|_| is_of_several) {
        facts.push(format!(
            "Total ratio (sum of B / sum of A, on the same depths): {}; the positions with the largest trees dominate it.",
            number::ratio(total)
        ));
    }
    if let Some(p) = summary.sign_test.filter(|_| is_of_several) {
        facts.push(format!(
            "B has fewer {} at {}, the same number at {}, and more at {}: exact two-sided sign test, p {}.",
            counted(metric),
            count(summary.wins, "position"),
            summary.ties,
            summary.losses,
            p_value(p)
        ));
    }
    if let Some(range) = depth_range(&comparison.pairs) {
        let pairs = comparison.pairs.iter();
        let mates = match pairs.filter(|pair| pair.depth_a != pair.depth_b).count() {
            0 => String::new(),
            apart => format!(
                "; at {}, where both stopped with the same mate, at the depth at which each stopped",
                count(apart, "position")
            ),
        };
        facts.push(format!(
            "Compared at the deepest depth that both completed, {range}{mates}."
        ));
        facts.push(differences_sentence(comparison));
    }
    facts.extend(
        few(summary.positions).map(|few| format!("{few}: the interval is likely too narrow.")),
    );
    facts.extend(left_out(comparison));
    facts
}

/// The form in which a comparison is printed. Rows and JSON of many positions take much memory: they are made only for their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Sentences and tables for people.
    Document,
    /// The rows alone: those of the groups or, without groups, one for each position and depth.
    Rows,
    /// All numbers as JSON, for programs.
    Json,
}

/// The numbers, the groups if any, best and worst positions, all differences; the rows or the values only for their form.
#[must_use]
pub fn document(comparison: &Comparison, view: View) -> Document {
    let mut sections = Vec::new();
    let groups = (!view.by.is_empty()).then(|| tables::groups(comparison, view.by));
    if let Some(groups) = &groups {
        let names: Vec<String> = view.by.iter().map(|by| by.name()).collect();
        let heading = format!("By {}", names.join(" and "));
        sections.push(Section::new(heading, groups.clone()));
    }
    let pairs = comparison.best_first();
    let positions = |pairs: &[&Pair]| tables::positions(pairs, view.metric);
    if pairs.len().div_ceil(2) <= view.extremes {
        sections.push(Section::new(
            "Positions, best for B first",
            positions(&pairs),
        ));
    } else if view.extremes > 0 {
        let best = positions(&pairs[..view.extremes]);
        sections.push(Section::new("Best positions for B", best));
        let worst: Vec<&Pair> = pairs.iter().rev().take(view.extremes).copied().collect();
        sections.push(Section::new("Worst positions for B", positions(&worst)));
    }
    let heading = "Differences of score, then of best move alone: at how many depths, and the deepest of these";
    sections.push(Section::new(heading, tables::differences(comparison)));
    if view.every_depth {
        sections.push(Section::new("Every depth", tables::depths(comparison)));
    }
    sections.retain(|section| !section.table.is_empty());
    let summary = comparison.summary();
    let mut facts = facts(comparison, &summary, view.metric);
    if view.only_deeper_entries_change_scores && comparison.score_differences() > 0 {
        facts.push(DEEPER_ENTRIES.to_owned());
    }
    facts.extend(solved_sentence(&comparison.solved(view.nodes)));
    facts.extend(unequal_rows(comparison, view.by));
    if view.by.contains(&By::Proof) {
        facts.push(UNTIL_PROVEN.to_owned());
    }
    facts.extend(view.seconds.as_ref().map(seconds_sentence));
    Document {
        title: format!(
            "B = {} against A = {}: {}",
            comparison.b, comparison.a, view.metric
        ),
        facts,
        sections,
        values: match view.form {
            Form::Json => json::json(comparison, &summary, view),
            _ => Value::Null,
        },
        rows: match view.form {
            Form::Rows => groups.unwrap_or_else(|| tables::depths(comparison)),
            _ => Table::default(),
        },
        notes: left_out(comparison),
        ..Document::default()
    }
}
