//! What the page of a run shows beside its charts: the answer, the main table by category and depth, and every position.

use std::sync::Arc;

use super::{
    super::{
        counted::counted,
        document::Section,
        names::Names,
        number,
        page::{Finding, Page, PositionCard, Positions, VariantCommand},
        ranking::{whole_cells, whole_columns},
        summary::{summary_cells, summary_columns, with_what_applies},
        table::{Cell, Table, numbers, words},
        technique_totals, work,
    },
    RunReport, mate_finding, mates_found,
    solved::SolvedByVariant,
};
use plybench_analysis::{
    grouping::By,
    judge::{MateLoss, Regret},
    outcomes::Outcome,
    ranking::RankedVariant,
    solved::NodeLimits,
    summary::Summary,
};
use plybench_text::plural;

/// Names with more characters are written without the names of settings, where that still tells them apart.
const LONGEST: usize = 40;

/// The category of rows over all categories, and the depth of rows in which each position counts at the deepest depth that all
/// variants completed.
pub(in super::super) const ALL: &str = "all";
const DEEPEST: &str = "deepest";

pub(super) fn of(subject: &RunReport) -> Page {
    let mut sections = vec![main(subject)];
    if !subject.work.is_empty() {
        sections.push(work::section(subject.all, subject.work));
    }
    if let Some(mates) = subject.mates {
        let section = Section::new("Work to a mate", mate_finding::table(mates));
        let section = section.with_text(mate_finding::MEANING);
        let filters = [
            ("variant", None),
            ("category", None),
            ("mate_in", Some(ALL)),
        ];
        sections.push(section.with_filters(filters));
    }
    sections.push(subject.cost.section_by_category());
    let mates = mates_found::table(subject);
    let mates = mates.map(|found| Section::new("Mates found", found));
    sections.extend(mates.map(|section| section.with_text(mates_found::MEANING)));
    sections.extend(
        SolvedByVariant::of(subject)
            .iter()
            .flat_map(SolvedByVariant::sections),
    );
    let published = subject.published.iter();
    sections.extend(published.flat_map(|published| published.sections.iter().cloned()));
    let totals = technique_totals::section(subject.technique_totals, subject.variants);
    sections.extend(totals);
    Page {
        command: "report",
        setup: subject.setup.clone(),
        answer: answer(subject),
        sections,
        positions: positions(subject),
    }
}

/// The ends of the ranking with their numbers, and whether scores differ.
fn answer(subject: &RunReport) -> Vec<String> {
    let names = names(subject);
    let baseline = names.label(subject.ranking.baseline());
    let ranked = subject.ranking.rows.iter();
    let ranked: Vec<(&RankedVariant, f64)> = ranked
        .filter_map(|row| Some((row, row.summary.geometric_mean?)))
        .collect();
    let (Some(first), Some(last)) = (ranked.first(), ranked.last()) else {
        return vec!["No position has a ratio.".to_owned()];
    };
    let nodes = counted(subject.metric);
    let sentence = |(row, mean): &(&RankedVariant, f64)| {
        let interval = row.summary.interval.map_or_else(String::new, |ends| {
            format!("95 % interval {}; ", number::interval(ends))
        });
        let positions = plural::count(row.summary.positions, "position");
        format!(
            "\"{}\" needs {} times the {nodes} of the baseline \"{baseline}\" ({interval}geometric mean over {positions})",
            names.label(row.comparison.b),
            number::ratio(*mean)
        )
    };
    let mut sentences = match ranked.len() {
        1 => vec![format!("{}.", sentence(first))],
        _ => vec![
            format!("Fewest {nodes}: {}.", sentence(first)),
            format!("Most: {}.", sentence(last)),
        ],
    };
    let differs = |(row, _): &&(&RankedVariant, f64)| row.comparison.score_differences() > 0;
    let (differ, all) = (ranked.iter().filter(differs).count(), ranked.len());
    sentences.push(match differ {
        0 => "No score differs from the baseline's at a depth that both completed.".to_owned(),
        _ => format!(
            "In {differ} of {}, some score differs from the baseline's at a depth that both completed.",
            plural::count(all, "variant")
        ),
    });
    if let Some(solved) = SolvedByVariant::of(subject) {
        let [(_, of_baseline), (most, of_most)] = solved.most();
        sentences.push(format!(
            "Of {} with best moves, the baseline solves {}, the best of the others, \"{}\", {}.",
            plural::count(of_baseline.all as usize, "position"),
            of_baseline.hits,
            names.label(most),
            of_most.hits
        ));
    }
    sentences.extend(names.note());
    sentences
}

/// The variants' names without what all share.
fn names(subject: &RunReport) -> Names {
    let variants = subject.setup.variants.iter();
    Names::uncut(variants.map(|variant| variant.name.as_str()), LONGEST)
}

/// The ranking, and the same for each category and depth.
fn main(subject: &RunReport) -> Section {
    let first = [words("variant"), words("category"), numbers("depth")];
    let columns = summary_columns(first).into_iter();
    let mut table = Table::new(columns.chain(whole_columns()));
    let mut categories = false;
    for row in &subject.ranking.rows {
        let comparison = &row.comparison;
        let mut push =
            |category: &str, depth: Cell, summary: &Summary, whole: Option<&RankedVariant>| {
                let mut cells = vec![comparison.b.into(), category.into(), depth];
                cells.extend(summary_cells(summary));
                cells.extend(whole.map_or([const { Cell::Missing }; 4], whole_cells));
                table.push(cells);
            };
        push(ALL, DEEPEST.into(), &row.summary, Some(row));
        let by_category = comparison.groups(By::Category);
        let is_split = by_category.len() > 1;
        categories |= is_split;
        for (group, summary) in by_category.iter().filter(|_| is_split) {
            push(&group.to_string(), DEEPEST.into(), summary, None);
        }
        for (group, summary) in comparison.groups(By::Depth) {
            push(ALL, Cell::from(&group), &summary, None);
        }
        if is_split {
            for ([at, category], summary) in comparison.groups_of_two(By::Depth, By::Category) {
                push(&category.to_string(), Cell::from(&at), &summary, None);
            }
        }
    }
    let positions = subject.ranking.rows.iter().map(|row| row.summary.positions);
    let table = with_what_applies(table, positions);
    let mut filters = vec![("variant", None)];
    filters.extend(categories.then_some(("category", Some(ALL))));
    filters.push(("depth", Some(DEEPEST)));
    Section::new(
        format!("Variants against {}", subject.ranking.baseline()),
        table,
    )
    .with_text(
        "Category `all` is over all positions. Depth `deepest` compares each position at the deepest depth that all variants completed; at any other \
         depth the positions are those at which all completed it.",
    )
    .with_filters(filters)
}

fn positions(subject: &RunReport) -> Positions {
    let outcomes = subject.outcomes;
    let cards = outcomes.positions().iter().map(|position| PositionCard {
        position: Arc::clone(position),
        findings: Vec::with_capacity(subject.setup.variants.len()),
    });
    let mut cards: Vec<PositionCard> = cards.collect();
    for variant in &subject.setup.variants {
        for (card, found) in cards.iter_mut().zip(outcomes.of(&variant.name)) {
            card.findings
                .push(found.and_then(|found| finding(found, subject.nodes)));
        }
    }
    let variants = &subject.setup.variants;
    let names = names(subject);
    let mut about = "At the last depth that each variant completed. Scores are in centipawns from the side to move; M3 is a mate in 3 moves, -M3 is \
                     being mated in 3."
        .to_owned();
    about.extend(names.note().map(|note| format!(" {note}")));
    let variants = variants.iter().map(|variant| VariantCommand {
        name: names.label(&variant.name),
        ..variant.clone()
    });
    Positions {
        about,
        result: "score",
        counted: counted(subject.metric).to_owned(),
        variants: variants.collect(),
        limits: subject.setup.limits.clone(),
        cards,
    }
}

/// What the first search found, which the card's command repeats.
fn finding(outcome: &Outcome, limits: NodeLimits) -> Option<Finding> {
    let (depth, last) = outcome.within(limits.nodes)?;
    Some(Finding {
        depth,
        score: last.score.to_string(),
        best_move: last.best_move.clone(),
        count: last.count,
        regret: last.regret.map(regret),
    })
}

fn regret(of: Regret) -> String {
    // Mates of one side differ by an even number of plies.
    let sooner_or_later = |plies: u32, how| format!("mate {plies} plies {how}");
    match of {
        Regret::Centipawns(loss) => loss.to_string(),
        Regret::Mate(MateLoss::Delayed(plies)) => sooner_or_later(plies, "later"),
        Regret::Mate(MateLoss::Hastened(plies)) => sooner_or_later(plies, "sooner"),
        Regret::Mate(loss) => format!("mate {}", loss.name()),
    }
}
