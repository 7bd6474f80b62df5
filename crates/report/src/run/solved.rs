//! Which positions with best moves each variant solves, and what it plays on the others.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        document::Section,
        share,
        table::{Cell, Table, of_numbers, of_words},
    },
    Drawn, RunReport,
    page::ALL,
};
use plybench_analysis::{
    proportion::Proportion,
    solved::{Answer, Miss, Solved, SolvedPairs, answers, by_limit},
};
use plybench_figures::{Axis, Figure, Panel, Scale};
use plybench_records::PositionRecord;
use plybench_text::plural::in_thousands;

/// How to read the first table.
const MEANING: &str = "Positions with best moves: solved if the best move of the last iteration within the node limit is one of the best moves and none \
    of those to avoid, with the 95 % interval of their share (Wilson 1927). Depth and nodes are means, of these iterations and of the \
    nodes up to their ends. Gained are positions that the variant solves and the baseline does not, lost those the other way round; p is \
    that of the exact two-sided sign test of the two (McNemar 1947).";

/// What is solved: the answers of all variants, in their order.
pub(super) struct SolvedByVariant<'r> {
    subject: &'r RunReport<'r>,
    answers: Vec<Vec<Answer<'r>>>,
}

/// The answers of a variant in a category, beside those of the baseline; none of the baseline itself.
struct Row<'r> {
    variant: &'r str,
    category: &'r str,
    solved: Solved,
    pairs: Option<SolvedPairs>,
    /// The node limit of second searches.
    further: Option<u64>,
}

impl<'r> SolvedByVariant<'r> {
    /// What is solved; none if no position has best moves.
    pub(super) fn of(subject: &'r RunReport<'r>) -> Option<Self> {
        let (outcomes, nodes) = (subject.outcomes, subject.nodes);
        let variants = subject.variants.iter();
        let answers: Vec<_> = variants
            .map(|variant| answers(outcomes, variant, nodes))
            .collect();
        let has_any = answers.iter().any(|answers| !answers.is_empty());
        has_any.then_some(SolvedByVariant { subject, answers })
    }

    /// What each variant solves, with its name.
    pub(super) fn by_variant(&self) -> Vec<(&'r str, Solved)> {
        let all = self.subject.variants.iter().zip(&self.answers);
        all.map(|(&name, answers)| (name, Solved::of(answers)))
            .collect()
    }

    /// How many the baseline solves and how many the variant that solves most, with the variants' names.
    pub(super) fn most(&self) -> [(&'r str, Proportion); 2] {
        let baseline = self.subject.ranking.baseline();
        let variants = self.subject.variants.iter().zip(&self.answers);
        let all = variants.map(|(&variant, answers)| (variant, Solved::of(answers).solved));
        let mut found = [(baseline, Proportion::default()); 2];
        for (variant, solved) in all {
            if variant == baseline {
                found[0].1 = solved;
            } else if solved.hits > found[1].1.hits || found[1].1.all == 0 {
                found[1] = (variant, solved);
            }
        }
        found
    }

    /// The tables, with how to read them; that of the misses only if there are any.
    pub(super) fn sections(&self) -> Vec<Section> {
        let further = self.subject.nodes.if_missed.map(|nodes| {
            format!(
                " A miss is one of the search if the variant solves the position with at most {} nodes, otherwise of the evaluation \
                 (or the collection is wrong).",
                in_thousands(nodes)
            )
        });
        let meaning = format!("{MEANING}{}", further.unwrap_or_default());
        let solved = Section::new("Best moves", self.table()).with_text(meaning);
        let misses = Section::new("Best moves missed", self.misses());
        let mut sections = vec![
            solved.with_filters([("variant", None), ("category", Some(ALL))]),
            misses.with_filters([("variant", None), ("category", None)]),
        ];
        sections.retain(|section| !section.table.is_empty());
        sections
    }

    /// A row for each variant and category.
    pub(super) fn table(&self) -> Table {
        let baseline = self.subject.ranking.baseline();
        let variants = || self.subject.variants.iter().zip(&self.answers);
        let of_baseline = variants().find(|(variant, _)| **variant == baseline);
        let of_baseline = of_baseline.map_or(&[][..], |(_, answers)| answers);
        let categories = self.categories();
        let is_split = categories.len() > 1;
        let groups = [ALL].into_iter();
        let groups = groups.chain(categories.into_iter().filter(|_| is_split));
        let groups: Vec<&str> = groups.collect();
        let rows = variants().flat_map(|(&variant, answers)| {
            groups.iter().map(move |&group| {
                let is_in = move |answer: &&Answer| group == ALL || category(answer) == group;
                let of_group = || answers.iter().filter(is_in);
                let pairs = of_baseline.iter().filter(is_in).zip(of_group());
                Row {
                    variant,
                    category: group,
                    solved: Solved::of(of_group()),
                    pairs: (variant != baseline)
                        .then(|| SolvedPairs::of(pairs.map(|(&a, &b)| (a, b)))),
                    further: self.subject.nodes.if_missed,
                }
            })
        });
        let table = Table::rows(rows).columns([
            of_words("variant", |row| row.variant.into()),
            of_words("category", |row| row.category.into()),
            of_numbers("positions", |row| row.solved.solved.all.into()),
            of_numbers("solved", |row| row.solved.solved.hits.into()),
            of_numbers("share", |row| share::share(row.solved.solved)),
            of_numbers("low", |row| share::low(row.solved.solved)),
            of_numbers("high", |row| share::high(row.solved.solved)),
            of_numbers("depth", |row| Cell::Multiple(row.solved.mean_depth)),
            of_numbers("nodes", |row| {
                Cell::Count(row.solved.mean_nodes.round() as u64)
            }),
            of_numbers("search", |row| {
                row.further.map(|_| row.solved.search).into()
            }),
            of_numbers("evaluation", |row| {
                row.further.map(|_| row.solved.evaluation).into()
            }),
            of_numbers("gained", |row| row.pairs.map(|pairs| pairs.only_b).into()),
            of_numbers("lost", |row| row.pairs.map(|pairs| pairs.only_a).into()),
            of_numbers("p", |row| {
                row.pairs.map(|pairs| Cell::Probability(pairs.p())).into()
            }),
        ]);
        table.hiding_empty(&["search", "evaluation"])
    }

    /// The categories that have positions with best moves.
    fn categories(&self) -> BTreeSet<&'r str> {
        let all = self.answers.iter().flatten();
        all.map(|answer| category(answer)).collect()
    }

    /// A row for each position that a variant does not solve.
    pub(super) fn misses(&self) -> Table {
        let variants = self.subject.variants.iter().zip(&self.answers);
        let missed = variants.flat_map(|(&variant, answers)| {
            let missed = answers.iter().filter(|answer| !answer.is_solved);
            missed.map(move |answer| (variant, answer))
        });
        fn moves(moves: &[String]) -> Cell {
            (!moves.is_empty()).then(|| moves.join(" ")).into()
        }
        let table = Table::rows(missed).columns([
            of_words("variant", |(variant, _)| (*variant).into()),
            of_words("category", |(_, answer)| category(answer).into()),
            of_words("position", |(_, answer)| {
                answer.position.position.as_str().into()
            }),
            of_words("best moves", |(_, answer)| {
                moves(&answer.position.best_moves)
            }),
            of_words("avoid", |(_, answer)| moves(&answer.position.avoided_moves)),
            of_words("played", |(_, answer)| {
                let played = answer.last.map(|(_, found)| found.best_move.as_deref());
                played.flatten().into()
            }),
            of_numbers("score", |(_, answer)| {
                let score = answer.last.map(|(_, found)| found.score.to_string());
                score.into()
            }),
            of_numbers("depth", |(_, answer)| {
                answer.last.map(|(depth, _)| depth).into()
            }),
            of_words("cause", |(_, answer)| {
                let cause = answer.miss.map(|miss| match miss {
                    Miss::Search => "search",
                    Miss::Evaluation => "evaluation",
                });
                cause.into()
            }),
            of_words("FEN", |(_, answer)| answer.position.fen.as_str().into()),
        ]);
        table.hiding_empty(&["avoid", "cause"])
    }
}

/// The share of the positions with best moves that each variant solves, by node limit: a panel for each category.
pub(super) fn figure(subject: &RunReport) -> Drawn {
    let solved = SolvedByVariant::of(subject).ok_or(None)?;
    let shown: Vec<usize> = subject.numbers().collect();
    // Without a limit, the largest search has the last point.
    let last = shown.iter().flat_map(|&at| &solved.answers[at]);
    let last = last.filter_map(|answer| answer.last);
    let largest = last.map(|(_, found)| found.nodes).max();
    let most = subject.nodes.nodes.or(largest).unwrap_or_default();
    let mut finished: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in shown.iter().flat_map(|&at| &solved.answers[at]) {
        *finished.entry(&answer.position.position).or_default() += 1;
    }
    let by_all = |position: &str| finished.get(position) == Some(&shown.len());
    let names: Vec<&str> = shown.iter().map(|&at| subject.variants[at]).collect();
    let panels = solved.categories().into_iter().filter_map(|group| {
        let is_in = |one: &PositionRecord| one.category == group && by_all(&one.position);
        let found = by_limit(subject.outcomes, &names, most, is_in);
        let (_, of_most) = found.first()?;
        let points = (0..names.len()).map(|at| {
            let limits = found.iter().rev();
            let points = limits.map(|(limit, of)| share::point(*limit as f64, of[at]));
            points.collect()
        });
        let x = Axis::new("node limit (log)", Scale::Log10);
        let y = share::axis("positions solved (%)");
        let positions = of_most.first().map_or(0, |of| of.all);
        Some(Panel {
            heading: format!("{group} (n {positions})"),
            ..Panel::of(x, y, subject.shown.series_with_baseline(points))
        })
    });
    let panels: Vec<Panel> = panels.collect();
    if panels.is_empty() {
        return Err(Some("no position is solved"));
    }
    let what = "Points: of the n positions with best moves that all variants shown finished, the share that the variant solves with at most so \
                many nodes each, by the best move of the last iteration that is complete by then. Thin lines: its 95 % interval (Wilson)."
        .to_owned();
    Ok(Figure {
        title: "Positions solved, by node limit".to_owned(),
        // The limit counts what a program itself calls a node.
        caption: subject.shown.caption(what, None, subject.programs),
        columns: panels.len().min(2),
        panels,
    })
}

fn category<'r>(answer: &Answer<'r>) -> &'r str {
    &answer.position.category
}
