//! What two engines differ in, as a document: the verdict, the smallest case with the lines that show it, and the comparison.

use serde_json::{Value, json};

use super::{Answered, Bound, Smallest, Verdict};
use plybench_analysis::{
    comparison::Comparison, grouping::By, seconds::Seconds, solved::NodeLimits, summary::Summary,
};
use plybench_report::{
    comparison::{self, Form, View},
    cost::SavingAndCost,
    document::{Document, Section},
    junit::{Outcome, Test},
    number,
    page::{Page, Setup},
    table::{Table, numbers, words},
};
use plybench_text::plural::count;

/// A document without contents, by which the files of earlier comparisons are known.
#[must_use]
pub fn blank() -> Document {
    Document {
        title: "Two engines".to_owned(),
        page: Page {
            command: "ab",
            ..Page::default()
        },
        ..Document::default()
    }
}

/// What two engines found, and how it is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Found<'f> {
    /// Their counts, scores and moves.
    pub comparison: &'f Comparison<'f>,
    /// What these say.
    pub verdict: &'f Verdict,
    /// How many positions both were asked.
    pub asked: usize,
    /// The smallest case that differs.
    pub smallest: Option<&'f Smallest>,
    /// The programs, as a sentence.
    pub programs: Option<&'f str>,
    /// The time that both took.
    pub seconds: Option<Seconds>,
    /// The node limits.
    pub nodes: NodeLimits,
    /// What B must keep.
    pub bounds: &'f [Bound],
    /// The command that does the same again.
    pub command: &'f str,
}

/// The document.
#[must_use]
pub fn document(found: &Found<'_>) -> Document {
    let view = View {
        metric: "nodes",
        form: Form::Json,
        by: &[By::KnownMate],
        extremes: 3,
        every_depth: false,
        nodes: found.nodes,
        only_deeper_entries_change_scores: false,
        seconds: found.seconds,
    };
    let mut compared = comparison::document(found.comparison, view);
    SavingAndCost::of_two(found.comparison, found.nodes, None).add(&mut compared);
    let rows = View {
        form: Form::Rows,
        ..view
    };
    let rows = comparison::document(found.comparison, rows).rows;
    let Document {
        facts,
        mut sections,
        mut values,
        notes,
        ..
    } = compared;
    sections.splice(0..0, found.smallest.map(smallest));
    values["ab"] = summary_json(found);
    let about = found.programs.unwrap_or_default();
    let chart = |by| comparison::chart(found.comparison, view_by(view, by), about);
    let charts = [
        ("known-mate", chart(&[By::KnownMate])),
        ("beyond-mate", chart(&[By::Beyond])),
    ];
    let charts = charts.into_iter();
    let said = said(found);
    Document {
        intro: "Written by `plybench ab`.".to_owned(),
        sections,
        figures: charts
            .filter_map(|(name, chart)| Some((name, chart?)))
            .collect(),
        rows,
        notes,
        values,
        page: Page {
            setup: Setup {
                purpose: "Do two engines search the same tree, and if not, where do they differ?"
                    .to_owned(),
                repeat: vec![(found.command.to_owned(), "Compares them again.".to_owned())],
                ..Setup::default()
            },
            answer: said.clone(),
            ..blank().page
        },
        tests: tests(found),
        facts: [said, facts].concat(),
        ..blank()
    }
}

fn view_by<'v>(view: View<'v>, by: &'v [By]) -> View<'v> {
    View { by, ..view }
}

/// The verdict, a sentence each.
fn said(found: &Found<'_>) -> Vec<String> {
    let verdict = found.verdict;
    let is_whole = verdict.positions == found.asked;
    let positions = match is_whole {
        true => count(found.asked, "position"),
        false => format!(
            "{} that both answered, of {}",
            count(verdict.positions, "position"),
            found.asked
        ),
    };
    let depths = match verdict.depths {
        [least, most] if least == most => format!("depth {most}"),
        [least, most] => format!("depth {least} to {most}"),
    };
    let first = match (verdict.is_identical(), is_whole) {
        (true, true) => {
            format!("Identical: the same nodes, scores and best moves at {positions}, to {depths}.")
        }
        (true, false) => {
            format!("The same nodes, scores and best moves at {positions}, to {depths}.")
        }
        (false, _) => format!(
            "Different at {} (nodes), {} (scores) and {} (best moves) of {positions}, to {depths}.",
            verdict.other_nodes, verdict.other_scores, verdict.other_moves
        ),
    };
    let parts = verdict.diagnosis().map(|diagnosis| {
        let parts = [
            ("beyond a known mate", &verdict.beyond),
            ("elsewhere", &verdict.elsewhere),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(name, of)| Some((name, part(of.as_ref()?))));
        let parts: Vec<String> = parts
            .map(|(name, ratio)| format!("{ratio} {name}"))
            .collect();
        match parts.is_empty() {
            true => diagnosis.to_owned(),
            false => format!("B enters {}. {diagnosis}", parts.join(", ")),
        }
    });
    let depths = (verdict.other_depths > 0).then(|| {
        format!(
            "At {} one of them gets less deep within the node limit, and what the other finds there is not compared.",
            count(verdict.other_depths, "position")
        )
    });
    let mates = (verdict.wrong_mates != [0, 0]).then(|| {
        let [a, b] = verdict.wrong_mates.map(|wrong| count(wrong, "position"));
        format!("Mates that are shorter than possible, or for the wrong side: A at {a}, B at {b}.")
    });
    let smallest = found.smallest.map(in_words);
    let programs = found.programs.map(str::to_owned);
    let all = [Some(first), parts, depths, mates, smallest, programs];
    all.into_iter().flatten().collect()
}

/// What B enters of a part, as a multiple of A's.
fn part(summary: &Summary) -> String {
    if summary.wins + summary.losses == 0 {
        return "exactly A's nodes".to_owned();
    }
    let ratio = summary
        .geometric_mean
        .map_or_else(String::new, number::ratio);
    let interval = summary.interval.map(number::interval);
    let interval = interval.map_or_else(String::new, |ends| format!(" ({ends})"));
    format!("{ratio}{interval} times A's nodes")
}

fn in_words(smallest: &Smallest) -> String {
    let [a, b] = smallest.shown();
    let says = |side: &Answered| {
        format!(
            "{} nodes, {}, {}",
            side.nodes,
            side.score.in_words(),
            side.best_move
        )
    };
    format!(
        "The smallest case that differs: depth {} of {}. A: {}; B: {}.{}",
        smallest.depth,
        smallest.fen,
        says(a),
        says(b),
        match smallest.is_gone() {
            false => String::new(),
            true => format!(
                " These are the answers to that depth alone, in fresh processes, and they agree; in the comparison they were {} and {} nodes: an \
                 engine is not repeatable, or reports other nodes on the way.",
                smallest.answers[0].nodes, smallest.answers[1].nodes
            ),
        }
    )
}

fn smallest(smallest: &Smallest) -> Section {
    let mut table = Table::new([
        words("engine"),
        numbers("nodes"),
        words("score"),
        words("best move"),
    ]);
    for (name, side) in super::NAMES.into_iter().zip(smallest.shown()) {
        table.push([
            name.into(),
            side.nodes.into(),
            side.score.in_words().into(),
            side.best_move.as_str().into(),
        ]);
    }
    Section::new("The smallest case that differs", table).with_text(format!(
        "The fewest men, then the smallest depth, then the fewest nodes of A. Type: {}.",
        smallest.lines().map(|line| format!("`{line}`")).join(", ")
    ))
}

fn summary_json(found: &Found<'_>) -> Value {
    let verdict = found.verdict;
    let part = |summary: &Option<Summary>| {
        summary.as_ref().map(|summary| {
            let ends = summary.interval.map(|ends| [ends.low, ends.high].map(number::significant));
            json!({
                "positions": summary.positions, "ratio": summary.geometric_mean.map(number::significant), "ci95": ends,
                "fewer": summary.wins, "equal": summary.ties, "more": summary.losses,
            })
        })
    };
    let answer = |side: &Answered| json!({ "nodes": side.nodes, "score": side.score, "best_move": side.best_move });
    let smallest = found.smallest.map(|smallest| {
        json!({
            "fen": smallest.fen, "depth": smallest.depth, "lines": smallest.lines(), "answers": smallest.answers.each_ref().map(answer),
            "again": smallest.again.as_ref().map(|again| again.each_ref().map(answer)),
        })
    });
    let bounds = found
        .bounds
        .iter()
        .map(|bound| json!({ "bound": bound.to_string(), "exceeded": bound.exceeded(verdict) }));
    json!({
        "identical": verdict.is_identical(), "positions": verdict.positions, "depths": verdict.depths, "checked": verdict.checked,
        "other_nodes": verdict.other_nodes, "other_scores": verdict.other_scores, "other_moves": verdict.other_moves,
        "other_depths": verdict.other_depths, "explosions": verdict.explosions, "asked": found.asked,
        "wrong_mates": verdict.wrong_mates, "beyond_known_mate": part(&verdict.beyond), "elsewhere": part(&verdict.elsewhere),
        "diagnosis": verdict.diagnosis(), "smallest": smallest, "bounds": bounds.collect::<Value>(),
    })
}

/// A test for each bound, and one that all searches were answered.
fn tests(found: &Found<'_>) -> Vec<Test> {
    let verdict = found.verdict;
    let failed = found.asked - verdict.positions;
    let failed = (failed > 0).then(|| {
        let failed = count(failed, "position");
        format!("not both engines answered at {failed}")
    });
    let bounds = found.bounds.iter();
    let bounds = bounds.map(|bound| (bound.to_string(), bound.exceeded(verdict)));
    let all = std::iter::once(("answers".to_owned(), failed)).chain(bounds);
    let test = |(name, problem): (String, Option<String>)| Test {
        suite: "ab".to_owned(),
        name,
        outcome: problem.map_or(Outcome::Passed, |problem| Outcome::Failed {
            kind: "exceeded".to_owned(),
            messages: vec![problem],
        }),
    };
    all.map(test).collect()
}
